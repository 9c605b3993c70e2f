//! What a checkout is like at this moment: HEAD, the index, the refs, and every changed or untracked path with its content.

mod git;

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::sync::Arc;
use std::time::{Duration, Instant};

use sha2::{Digest, Sha256};
use tokio::runtime::Handle;

use git::Git;

/// The most bytes that are read of files, and the longest that all of it may take.
const MOST: u64 = 256 << 20;
const LONGEST: Duration = Duration::from_secs(10);

/// How deep repositories stand in one another; they do so for submodules and for clones that nobody added.
const DEEPEST: usize = 8;

/// The checkout that answers are about.
#[derive(Debug, Clone)]
pub(super) struct Checkout {
    /// Absent for the working directory of the process.
    directory: Option<Arc<Path>>,
    git: OsString,
}

/// SHA-256 over all of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Fingerprint([u8; 32]);

/// Why a checkout can't be told apart from what it was.
#[derive(Debug, thiserror::Error)]
pub(super) enum Fault {
    #[error("git can't be started: {0}")]
    NotStarted(io::Error),
    #[error("git refused, with {0}; is it a work tree, and does git trust its owner?")]
    Refused(ExitStatus),
    #[error("it takes longer than {} s", LONGEST.as_secs())]
    Slow,
    #[error("it is too large")]
    Large,
    #[error("a part of it can't be read: {0}")]
    Unreadable(io::Error),
    #[error("git answered in a form that is not known")]
    Unknown,
    #[error("repositories stand more than {DEEPEST} deep in one another")]
    Deep,
}

impl Checkout {
    /// Of a directory in a work tree, or of the working directory at the time of asking.
    pub(super) fn new(directory: Option<Arc<Path>>) -> Self {
        Self {
            directory,
            git: "git".into(),
        }
    }

    /// How it is now, or nothing where that can't be told. Within a runtime, it is asked on a thread for blocking work.
    pub(super) async fn fingerprint(&self) -> Option<Fingerprint> {
        let asked = match Handle::try_current() {
            Ok(runtime) => {
                let checkout = self.clone();
                runtime.spawn_blocking(move || checkout.look()).await.ok()?
            }
            Err(_) => self.look(),
        };
        asked
            .inspect_err(|fault| tracing::debug!(%fault, "the checkout has no fingerprint, so no answer about it is kept"))
            .ok()
    }

    fn look(&self) -> Result<Fingerprint, Fault> {
        let mut looking = Looking {
            git: &self.git,
            deadline: Instant::now() + LONGEST,
            left: MOST,
            digest: Sha256::new(),
        };
        let directory = self.directory.as_deref();
        looking.repository(directory.unwrap_or(Path::new(".")), directory.is_none(), 0)?;
        Ok(Fingerprint(looking.digest.finalize().into()))
    }
}

/// A look under way: what it has seen, and how much more it may see.
struct Looking<'a> {
    git: &'a OsStr,
    deadline: Instant,
    left: u64,
    digest: Sha256,
}

impl Looking<'_> {
    fn repository(
        &mut self,
        directory: &Path,
        redirected: bool,
        depth: usize,
    ) -> Result<(), Fault> {
        if depth > DEEPEST {
            return Err(Fault::Deep);
        }
        let mut git = Git::new(self.git, directory, redirected, self.deadline);
        let place = git.ask(&["rev-parse", "--show-cdup", "--show-prefix"])?;
        let (up, prefix) = split_once(&place, b'\n').ok_or(Fault::Unknown)?;
        // What claims to be a repository and is none is a part of the one around it.
        if depth > 0 && prefix != b"\n" {
            return Err(Fault::Unknown);
        }
        let here = std::path::absolute(directory).map_err(Fault::Unreadable)?;
        self.absorb(here.as_os_str().as_encoded_bytes());
        self.absorb(prefix);
        let top = directory.join(path_of(up)?);
        git.mute_filters()?;
        let git = git.at(&top);

        let refs = git.start(&[
            "for-each-ref",
            "--format=%(objectname) %(refname) %(symref)",
        ])?;
        let index = git.start(&["ls-files", "--stage", "-v", "-z"])?;
        let tree = git.start(&[
            "status",
            "--porcelain=v2",
            "-z",
            "--branch",
            "--no-ahead-behind",
            "--untracked-files=all",
            "--ignored=no",
            "--ignore-submodules=all",
            "--no-renames",
        ])?;
        self.absorb(&refs.answer()?);
        let index = index.answer()?;
        self.absorb(&index);
        for line in lines(&index) {
            self.indexed(&top, line, depth)?;
        }
        for line in lines(&tree.answer()?) {
            self.changed(&top, line, depth)?;
        }
        Ok(())
    }

    /// What git does not compare: the inside of a submodule, and files that it was told to take for unchanged.
    fn indexed(&mut self, top: &Path, line: &[u8], depth: usize) -> Result<(), Fault> {
        let (about, path) = split_once(line, b'\t').ok_or(Fault::Unknown)?;
        let (tag, about) = split_once(about, b' ').ok_or(Fault::Unknown)?;
        let taken_for_unchanged = tag == b"S" || tag.first().is_some_and(u8::is_ascii_lowercase);
        if about.starts_with(b"160000 ") || taken_for_unchanged {
            self.path(top, path, depth)?;
        }
        Ok(())
    }

    fn changed(&mut self, top: &Path, line: &[u8], depth: usize) -> Result<(), Fault> {
        let fields = match line.first() {
            Some(b'#') => {
                self.absorb(line);
                return Ok(());
            }
            Some(b'?') => 2,
            Some(b'1') => 9,
            Some(b'u') => 11,
            _ => return Err(Fault::Unknown),
        };
        let path = line.splitn(fields, |byte| *byte == b' ').nth(fields - 1);
        self.path(top, path.ok_or(Fault::Unknown)?, depth)
    }

    /// What stands at a path now.
    fn path(&mut self, top: &Path, path: &[u8], depth: usize) -> Result<(), Fault> {
        if Instant::now() > self.deadline {
            return Err(Fault::Slow);
        }
        self.absorb(path);
        let path = top.join(path_of(path)?);
        let about = match fs::symlink_metadata(&path) {
            Ok(about) => about,
            Err(error)
                if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) =>
            {
                self.absorb(b"absent");
                return Ok(());
            }
            Err(error) => return Err(Fault::Unreadable(error)),
        };
        if about.is_symlink() {
            let target = fs::read_link(&path).map_err(Fault::Unreadable)?;
            self.absorb(b"link");
            self.absorb(target.as_os_str().as_encoded_bytes());
        } else if about.is_file() {
            self.absorb(if is_executable(&about) {
                b"runs"
            } else {
                b"file"
            });
            let content = self.content(&path)?;
            self.absorb(&content);
        } else if about.is_dir() && fs::symlink_metadata(path.join(".git")).is_ok() {
            self.absorb(b"repository");
            self.repository(&path, false, depth + 1)?;
        } else {
            self.absorb(b"other");
        }
        Ok(())
    }

    fn content(&mut self, path: &Path) -> Result<[u8; 32], Fault> {
        let mut file = File::open(path).map_err(Fault::Unreadable)?;
        let mut digest = Sha256::new();
        let mut part = vec![0; 1 << 16];
        loop {
            let read = file.read(&mut part).map_err(Fault::Unreadable)?;
            if read == 0 {
                return Ok(digest.finalize().into());
            }
            digest.update(&part[..read]);
            self.left = self.left.checked_sub(read as u64).ok_or(Fault::Large)?;
            if Instant::now() > self.deadline {
                return Err(Fault::Slow);
            }
        }
    }

    /// A length before each part, so that no two lists of parts run together alike.
    fn absorb(&mut self, part: &[u8]) {
        self.digest.update((part.len() as u64).to_le_bytes());
        self.digest.update(part);
    }
}

fn lines(answer: &[u8]) -> impl Iterator<Item = &[u8]> {
    answer
        .split(|byte| *byte == 0)
        .filter(|line| !line.is_empty())
}

fn split_once(line: &[u8], at: u8) -> Option<(&[u8], &[u8])> {
    let at = line.iter().position(|byte| *byte == at)?;
    Some((&line[..at], &line[at + 1..]))
}

#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "elsewhere a path is text")]
fn path_of(bytes: &[u8]) -> Result<PathBuf, Fault> {
    use std::os::unix::ffi::OsStrExt;
    Ok(OsStr::from_bytes(bytes).into())
}

#[cfg(not(unix))]
fn path_of(bytes: &[u8]) -> Result<PathBuf, Fault> {
    let text = std::str::from_utf8(bytes).map_err(|_| Fault::Unknown)?;
    Ok(text.into())
}

#[cfg(unix)]
fn is_executable(about: &fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    about.permissions().mode() & 0o100 != 0
}

#[cfg(not(unix))]
fn is_executable(_: &fs::Metadata) -> bool {
    false
}

#[cfg(test)]
mod tests;
