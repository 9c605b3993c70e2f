//! Splits a stream of bytes into lines, of which none is kept that is too long.

use std::io;

use tokio_util::bytes::{Buf, Bytes, BytesMut};
use tokio_util::codec::Decoder;

/// A line, without its end.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// What stood on it.
    Text(Bytes),
    /// It was longer than allowed, and is gone.
    TooLong,
}

/// Finds lines of at most `limit` bytes that end with a line feed, or with the stream.
#[derive(Debug)]
pub(crate) struct Lines {
    limit: usize,
    /// How much of the buffer is known to hold no line feed.
    searched: usize,
    /// Whether the rest of a line that was too long is still to come.
    skipping: bool,
}

impl Lines {
    pub(crate) fn new(limit: usize) -> Self {
        Self {
            limit,
            searched: 0,
            skipping: false,
        }
    }

    /// A whole line; what belongs to one that was too long is dropped.
    fn whole(&mut self, text: BytesMut) -> Option<Line> {
        self.searched = 0;
        if std::mem::take(&mut self.skipping) {
            None
        } else if text.len() > self.limit {
            Some(Line::TooLong)
        } else {
            Some(Line::Text(text.freeze()))
        }
    }
}

impl Decoder for Lines {
    type Item = Line;
    type Error = io::Error;

    fn decode(&mut self, buffer: &mut BytesMut) -> io::Result<Option<Line>> {
        while let Some(end) = buffer[self.searched..]
            .iter()
            .position(|byte| *byte == b'\n')
        {
            let text = buffer.split_to(self.searched + end);
            buffer.advance(1);
            if let Some(line) = self.whole(text) {
                return Ok(Some(line));
            }
        }
        self.searched = buffer.len();
        // A line without an end in sight must not fill the memory.
        if self.skipping || buffer.len() > self.limit {
            buffer.clear();
            self.searched = 0;
            if !std::mem::replace(&mut self.skipping, true) {
                return Ok(Some(Line::TooLong));
            }
        }
        Ok(None)
    }

    fn decode_eof(&mut self, buffer: &mut BytesMut) -> io::Result<Option<Line>> {
        if let Some(line) = self.decode(buffer)? {
            return Ok(Some(line));
        }
        let rest = buffer.split();
        Ok(if rest.is_empty() {
            None
        } else {
            self.whole(rest)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Feeds the parts one after the other; `-` stands for a line that was too long.
    #[track_caller]
    fn check(parts: &[&str], right: &[&str]) {
        let (mut lines, mut buffer) = (Lines::new(4), BytesMut::new());
        let mut found = Vec::new();
        let told = |line| match line {
            Line::Text(text) => String::from_utf8(text.to_vec()).unwrap(),
            Line::TooLong => "-".to_owned(),
        };
        for part in parts {
            buffer.extend_from_slice(part.as_bytes());
            while let Some(line) = lines.decode(&mut buffer).unwrap() {
                found.push(told(line));
            }
        }
        while let Some(line) = lines.decode_eof(&mut buffer).unwrap() {
            found.push(told(line));
        }
        assert_eq!(found, right, "{parts:?}");
    }

    #[test]
    fn lines_are_found_however_they_arrive() {
        check(&["ab\ncd\n"], &["ab", "cd"]);
        check(&["a", "b\nc", "d\n"], &["ab", "cd"]);
        check(&["\n\r\n"], &["", "\r"]);
        check(&["ab\ncd"], &["ab", "cd"]);
        check(&[], &[]);
    }

    #[test]
    fn what_is_too_long_is_told_once_and_dropped() {
        check(&["abcd\nabcde\nab\n"], &["abcd", "-", "ab"]);
        check(&["abcde", "fgh", "i\nab\n"], &["-", "ab"]);
        check(&["abcdef", "gh"], &["-"]);
        check(&["abcde", "\n", "abcde", "\nab"], &["-", "-", "ab"]);
    }
}
