//! A repository whose configuration names programs: git alone would run them, and a fingerprint runs none.
#![cfg(unix)]

use std::os::unix::fs::PermissionsExt;

use super::*;

/// A repository with a program that leaves a trace where it is run.
struct Trap {
    repository: Repository,
    outside: TempDir,
}

impl Trap {
    /// `settings` and `attributes` are what they are in a repository; in both `TRAP` stands for the program.
    fn new(settings: &str, attributes: &str) -> Self {
        let repository = Repository::new();
        let outside = tempfile::tempdir().unwrap();
        let trap = Self {
            repository,
            outside,
        };
        let program = trap.outside.path().join("trap");
        let sprung = trap.outside.path().join("sprung");
        fs::write(
            &program,
            format!("#!/bin/sh\n: > '{}'\nexit 1\n", sprung.display()),
        )
        .unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        let program = program.display().to_string();
        // Of the same length, so that only the content tells.
        trap.repository.write("tracked", "two\n");
        let config = fs::read_to_string(trap.repository.at(".git/config")).unwrap();
        let settings = settings.replace("TRAP", &program);
        trap.repository
            .write(".git/config", &format!("{config}\n{settings}\n"));
        trap.repository.write(".git/info/attributes", attributes);
        trap
    }

    /// The one hook that is run when git writes down what it found of the files.
    fn hook(&self, folder: &str) {
        let folder = self.repository.at(folder);
        fs::create_dir_all(&folder).unwrap();
        let program = self.outside.path().join("trap");
        fs::copy(program, folder.join("post-index-change")).unwrap();
    }

    fn sprung(&self) -> bool {
        fs::remove_file(self.outside.path().join("sprung")).is_ok()
    }

    fn status(&self) {
        let status = Command::new("git")
            .current_dir(self.repository.folder.path())
            .arg("status")
            .output();
        drop(status.unwrap());
    }

    /// Whoever asks git as people do springs it; whoever asks for the fingerprint does not.
    #[track_caller]
    fn check(&self) -> Result<Fingerprint, Fault> {
        self.status();
        assert!(self.sprung(), "the trap itself does not work");
        // What people do may have refreshed the index, and then git would have nothing more to compare.
        self.repository.write("tracked", "six\n");
        let result = look(self.repository.folder.path());
        assert!(!self.sprung());
        result
    }
}

#[track_caller]
fn check(settings: &str, attributes: &str) {
    Trap::new(settings, attributes).check().unwrap();
}

#[test]
fn a_monitor_of_files_is_not_run() {
    check("[core]\nfsmonitor = TRAP", "");
}

#[test]
fn hooks_are_not_run() {
    for (settings, folder) in [("", ".git/hooks"), ("[core]\nhooksPath = hooks", "hooks")] {
        let trap = Trap::new(settings, "");
        trap.hook(folder);
        trap.check().unwrap();
    }
}

#[test]
fn filters_are_not_run() {
    for name in ["evil", "a=b", "a.b"] {
        for kind in ["clean", "process"] {
            let settings = format!("[filter \"{name}\"]\n{kind} = TRAP\nrequired = true");
            check(&settings, &format!("* filter={name}"));
        }
    }
}

#[test]
fn commands_by_another_name_are_not_run() {
    // Git itself gives no other meaning to its own commands.
    let trap = Trap::new(
        "[alias]\nstatus = !TRAP\nls-files = !TRAP\nrev-parse = !TRAP\nfor-each-ref = !TRAP\nconfig = !TRAP",
        "",
    );
    trap.sprung();
    assert!(look(trap.repository.folder.path()).is_ok() && !trap.sprung());
}

#[test]
fn what_is_missing_is_not_fetched() {
    let trap = Trap::new(
        "[extensions]\npartialClone = origin\n[protocol \"ext\"]\nallow = always\n[protocol]\nallow = always\n\
         [remote \"origin\"]\nurl = ext::TRAP\npromisor = true\npartialclonefilter = blob:none\n\
         [core]\nrepositoryformatversion = 1\nhooksPath = /dev/null",
        "",
    );
    let tree = trap.repository.git(&["rev-parse", "HEAD^{tree}"]);
    let (folder, rest) = tree.split_at(2);
    fs::remove_file(trap.repository.at(&format!(".git/objects/{folder}/{rest}"))).unwrap();
    assert!(matches!(trap.check(), Err(Fault::Refused(_))));
}

#[test]
fn what_stands_within_is_no_less_careful() {
    let inner = Trap::new(
        "[filter \"evil\"]\nclean = TRAP\n[core]\nhooksPath = /dev/null",
        "* filter=evil",
    );
    let outer = Repository::new();
    let nested = outer.at("nested");
    fs::rename(inner.repository.folder.path(), &nested).unwrap();
    look(outer.folder.path()).unwrap();
    assert!(!inner.sprung());
    drop(
        Command::new("git")
            .current_dir(&nested)
            .arg("status")
            .output(),
    );
    assert!(inner.sprung(), "the trap itself does not work");
}

#[test]
fn what_takes_too_long_is_ended() {
    let it = Repository::new();
    let git = it.at("git");
    fs::write(&git, "#!/bin/sh\nexec cat /dev/zero\n").unwrap();
    fs::set_permissions(&git, fs::Permissions::from_mode(0o755)).unwrap();
    let endless = Checkout {
        git: git.into(),
        ..Checkout::new(Some(it.folder.path().into()))
    };
    assert!(matches!(endless.look(), Err(Fault::Large)));
    let silent = it.at("silent");
    assert!(
        Command::new("mkfifo")
            .arg(&silent)
            .status()
            .unwrap()
            .success()
    );
    let git = it.at("git");
    fs::write(
        &git,
        format!("#!/bin/sh\nexec cat '{}'\n", silent.display()),
    )
    .unwrap();
    let program = git.into_os_string();
    let asked = git::Git::new(&program, Path::new("."), false, Instant::now()).ask(&["status"]);
    assert!(matches!(asked, Err(Fault::Slow)));
}
