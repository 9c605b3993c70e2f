//! Text that can't steer the terminal it is shown on.

/// Escapes control characters, and those that change the direction of text, as Rust writes them.
pub(super) fn visible(text: &str) -> String {
    let mut visible = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() || turns(c) {
            visible.extend(c.escape_default());
        } else {
            visible.push(c);
        }
    }
    visible
}

/// The same with lines and tabs as they are, for a text that stands alone.
pub(super) fn visible_lines(text: &str) -> String {
    text.split('\n')
        .map(|line| line.split('\t').map(visible).collect::<Vec<_>>().join("\t"))
        .collect::<Vec<_>>()
        .join("\n")
}

/// The explicit directional formatting characters of Unicode Standard Annex 9, §2.
fn turns(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_steers_the_terminal() {
        assert_eq!(
            visible("a\u{1b}[31mb\n\tc\u{202e}ä"),
            "a\\u{1b}[31mb\\n\\tc\\u{202e}ä"
        );
        assert_eq!(visible_lines("a\n\tb\r\u{7}"), "a\n\tb\\r\\u{7}");
    }
}
