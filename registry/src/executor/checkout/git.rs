//! Asks `git`, so that it changes nothing and runs nothing that a repository names, within bounds.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::io::{self, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Instant;

use super::{Fault, path_of};

/// The most bytes of one answer: the index of some half a million files.
const MOST: u64 = 64 << 20;

/// Whatever a repository's configuration says: no process to ask what has changed, no hook, no looser look at files, and
/// no fetching of what is missing.
const SETTINGS: [&str; 6] = [
    "core.fsmonitor=false",
    "core.untrackedCache=false",
    "core.hooksPath=/dev/null",
    "core.trustctime=true",
    "core.checkStat=default",
    "protocol.allow=never",
];

/// What points git at another repository than the one that it is asked about.
pub(super) const REDIRECTIONS: [&str; 10] = [
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_COMMON_DIR",
    "GIT_DIR",
    "GIT_IMPLICIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_NAMESPACE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_PREFIX",
    "GIT_SHALLOW_FILE",
    "GIT_WORK_TREE",
];

/// Git in a directory.
#[derive(Clone)]
pub(super) struct Git<'a> {
    program: &'a OsStr,
    directory: &'a Path,
    redirected: bool,
    deadline: Instant,
    /// The settings that would have git run something, which are set to nothing.
    muted: BTreeSet<OsString>,
}

impl<'a> Git<'a> {
    /// `redirected` says that the environment may name another repository.
    pub(super) fn new(
        program: &'a OsStr,
        directory: &'a Path,
        redirected: bool,
        deadline: Instant,
    ) -> Self {
        Self {
            program,
            directory,
            redirected,
            deadline,
            muted: BTreeSet::new(),
        }
    }

    /// The same in another directory of the same repository.
    pub(super) fn at<'b>(self, directory: &'b Path) -> Git<'b>
    where
        'a: 'b,
    {
        Git { directory, ..self }
    }

    /// Finds the settings that name filters. Those are programs, and to compare a file git would run them.
    pub(super) fn mute_filters(&mut self) -> Result<(), Fault> {
        let names = [
            "config",
            "--null",
            "--name-only",
            "--get-regexp",
            r"^filter\.",
        ];
        // Git says with 1 that there is none.
        let (_, answer) = self.start(&names)?.wait(&[0, 1])?;
        for name in answer.split(|byte| *byte == 0).filter(|it| !it.is_empty()) {
            self.muted.insert(path_of(name)?.into_os_string());
        }
        Ok(())
    }

    pub(super) fn ask(&self, arguments: &[&str]) -> Result<Vec<u8>, Fault> {
        self.start(arguments)?.answer()
    }

    /// Starts without waiting, so that several can be asked at once.
    pub(super) fn start(&self, arguments: &[&str]) -> Result<Asked, Fault> {
        let mut command = Command::new(self.program);
        command.args(["--no-optional-locks", "--no-pager", "--literal-pathspecs"]);
        for setting in SETTINGS {
            command.args(["-c", setting]);
        }
        command.arg("-C").arg(self.directory).args(arguments);
        if !self.redirected {
            for variable in REDIRECTIONS {
                command.env_remove(variable);
            }
        }
        self.mute(&mut command);
        command
            .env("LC_ALL", "C")
            .env("GIT_NO_LAZY_FETCH", "1")
            .env("GIT_ALLOW_PROTOCOL", "")
            .env("GIT_TERMINAL_PROMPT", "0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut child = command.spawn().map_err(Fault::NotStarted)?;
        let stdout = child.stdout.take();
        let (told, read) = mpsc::sync_channel(1);
        thread::spawn(move || {
            let mut answer = Vec::new();
            let result = stdout.map_or(Ok(0), |stdout| {
                stdout.take(MOST + 1).read_to_end(&mut answer)
            });
            // Whoever no longer waits has ended the process.
            let _ = told.send(result.map(|_| answer));
        });
        Ok(Asked {
            child,
            read,
            deadline: self.deadline,
        })
    }

    /// Through the environment, since an argument could not name a setting that holds a `=`.
    fn mute(&self, command: &mut Command) {
        let said = std::env::var("GIT_CONFIG_COUNT").ok();
        let first: usize = said.and_then(|said| said.parse().ok()).unwrap_or(0);
        for (at, name) in (first..).zip(&self.muted) {
            let is_required = name.as_encoded_bytes().ends_with(b".required");
            command
                .env(format!("GIT_CONFIG_KEY_{at}"), name)
                .env(
                    format!("GIT_CONFIG_VALUE_{at}"),
                    if is_required { "false" } else { "" },
                )
                .env("GIT_CONFIG_COUNT", (at + 1).to_string());
        }
    }
}

/// A process under way. However it goes on, it ends with this.
pub(super) struct Asked {
    child: Child,
    read: Receiver<io::Result<Vec<u8>>>,
    deadline: Instant,
}

impl Asked {
    pub(super) fn answer(self) -> Result<Vec<u8>, Fault> {
        self.wait(&[0]).map(|(_, answer)| answer)
    }

    /// Waits for an end with one of these codes.
    fn wait(mut self, right: &[i32]) -> Result<(i32, Vec<u8>), Fault> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        let answer = match self.read.recv_timeout(left) {
            Ok(answer) => answer.map_err(Fault::Unreadable)?,
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                return Err(Fault::Slow);
            }
        };
        if answer.len() as u64 > MOST {
            return Err(Fault::Large);
        }
        let status = self.child.wait().map_err(Fault::Unreadable)?;
        match status.code() {
            Some(code) if right.contains(&code) => Ok((code, answer)),
            _ => Err(Fault::Refused(status)),
        }
    }
}

impl Drop for Asked {
    fn drop(&mut self) {
        // It may have ended already, and then there is nothing to end.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
