//! Each kind of change changes the fingerprint, nothing else does, and nothing that a repository names is run.

mod hostile;

use std::process::Command;

use tempfile::TempDir;

use super::*;

/// A repository of its own, with one commit.
struct Repository {
    folder: TempDir,
}

impl Repository {
    fn new() -> Self {
        let repository = Self {
            folder: tempfile::tempdir().unwrap(),
        };
        repository.git(&["init", "--quiet", "--initial-branch=main"]);
        repository.write(".gitignore", "ignored\n");
        repository.write("tracked", "one\n");
        repository.write("deep/tracked", "one\n");
        repository.git(&["add", "."]);
        repository.commit("first");
        repository
    }

    fn at(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.at(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// As a person would, whatever that person's own settings are.
    fn git(&self, arguments: &[&str]) -> String {
        let mut command = Command::new("git");
        for variable in git::REDIRECTIONS {
            command.env_remove(variable);
        }
        let output = command
            .current_dir(self.folder.path())
            .args(["-c", "user.name=Ada", "-c", "user.email=ada@example.org"])
            .args([
                "-c",
                "commit.gpgsign=false",
                "-c",
                "protocol.file.allow=always",
            ])
            .args(arguments)
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .output()
            .unwrap();
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "git {arguments:?}: {told}");
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }

    /// Sets the time of a file, and nothing else of it.
    fn touch(&self, path: &str) {
        let file = File::options().write(true).open(self.at(path)).unwrap();
        let long_ago = std::time::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
        file.set_modified(long_ago).unwrap();
    }

    fn commit(&self, message: &str) {
        self.git(&["commit", "--quiet", "--allow-empty", "--message", message]);
    }

    fn fingerprint(&self) -> Fingerprint {
        look(self.folder.path()).unwrap()
    }

    /// What was done changes the fingerprint, and doing nothing more keeps it.
    #[track_caller]
    fn check_changed(&self, done: impl FnOnce(&Self)) {
        let before = self.fingerprint();
        done(self);
        let after = self.fingerprint();
        assert_ne!(before, after);
        assert_eq!(after, self.fingerprint());
    }

    #[track_caller]
    fn check_same(&self, done: impl FnOnce(&Self)) {
        let before = self.fingerprint();
        done(self);
        assert_eq!(before, self.fingerprint());
    }
}

fn look(directory: &Path) -> Result<Fingerprint, Fault> {
    Checkout::new(Some(directory.into())).look()
}

#[test]
fn every_kind_of_change_is_seen() {
    let it = Repository::new();
    it.check_changed(|it| it.commit("second"));
    it.check_changed(|it| it.write("tracked", "two\n"));
    it.check_changed(|it| it.write("tracked", "six\n"));
    it.check_changed(|it| it.write("deep/tracked", "two\n"));
    it.check_changed(|it| drop(it.git(&["add", "tracked"])));
    it.check_changed(|it| drop(it.git(&["reset", "--quiet", "tracked"])));
    it.check_changed(|it| drop(it.git(&["checkout", "--quiet", "."])));
    it.check_changed(|it| it.write("deep/untracked", "one\n"));
    it.check_changed(|it| it.write("deep/untracked", "two\n"));
    it.check_changed(|it| drop(it.git(&["add", "--intent-to-add", "deep/untracked"])));
    it.check_changed(|it| fs::remove_file(it.at("deep/untracked")).unwrap());
    it.check_changed(|it| fs::remove_file(it.at("tracked")).unwrap());
    it.check_changed(|it| fs::create_dir(it.at("tracked")).unwrap());
    it.check_changed(|it| it.write("tracked/inside", ""));
    it.check_changed(|it| it.write("a name\twith\n\"all\" of it", ""));
    it.check_changed(|it| drop(it.git(&["branch", "other"])));
    it.check_changed(|it| drop(it.git(&["symbolic-ref", "HEAD", "refs/heads/other"])));
    it.check_changed(|it| drop(it.git(&["tag", "v1"])));
    it.check_changed(|it| drop(it.git(&["tag", "--delete", "v1"])));
    it.check_changed(|it| drop(it.git(&["checkout", "--quiet", "--detach"])));
    it.check_changed(|it| drop(it.git(&["update-ref", "refs/remotes/origin/main", "HEAD"])));
    it.check_changed(|it| it.write(".gitignore", ""));
}

#[test]
fn nothing_else_is() {
    let it = Repository::new();
    it.check_same(|it| it.write("ignored", "one\n"));
    it.check_same(|it| it.write("ignored", "two\n"));
    it.check_same(|it| fs::create_dir(it.at("empty")).unwrap());
    it.check_same(|it| {
        it.write("tracked", "two\n");
        it.write("tracked", "one\n");
    });
    it.check_same(|it| it.touch("tracked"));
    it.check_same(|it| drop(it.git(&["status"])));
    it.check_same(|it| drop(it.git(&["config", "user.name", "Ada"])));
    it.check_same(|it| drop(it.git(&["pack-refs", "--all"])));
    it.check_same(|it| drop(it.git(&["gc", "--quiet"])));
    it.check_same(|it| {
        it.write("untracked", "one\n");
        fs::remove_file(it.at("untracked")).unwrap();
    });
    it.check_same(|it| {
        it.git(&["tag", "v1"]);
        it.git(&["tag", "--delete", "v1"]);
    });
}

#[test]
fn it_is_the_whole_work_tree_seen_from_a_place() {
    let it = Repository::new();
    let deep = it.at("deep");
    let before = look(&deep).unwrap();
    assert_ne!(before, it.fingerprint());
    it.write("tracked", "two\n");
    assert_ne!(before, look(&deep).unwrap());
}

#[test]
fn looking_changes_nothing() {
    let it = Repository::new();
    it.touch("tracked");
    let index = fs::read(it.at(".git/index")).unwrap();
    it.fingerprint();
    assert_eq!(index, fs::read(it.at(".git/index")).unwrap());
}

#[cfg(unix)]
#[test]
fn links_and_modes_are_seen() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let it = Repository::new();
    it.check_changed(|it| symlink("tracked", it.at("link")).unwrap());
    let retarget = |it: &Repository, target: &str| {
        fs::remove_file(it.at("link")).unwrap();
        symlink(target, it.at("link")).unwrap();
    };
    it.check_changed(|it| retarget(it, "nowhere"));
    it.check_changed(|it| drop(it.git(&["add", "link"])));
    it.check_changed(|it| retarget(it, "tracked"));
    let mode = |it: &Repository, mode| {
        fs::set_permissions(it.at("tracked"), fs::Permissions::from_mode(mode)).unwrap();
    };
    it.check_changed(|it| mode(it, 0o755));
    it.check_changed(|it| mode(it, 0o644));
    it.check_changed(|it| it.write("new", ""));
    it.check_changed(|it| {
        fs::set_permissions(it.at("new"), fs::Permissions::from_mode(0o755)).unwrap();
    });
}

#[test]
fn a_file_that_git_was_told_to_take_for_unchanged_is_seen() {
    for flag in ["--assume-unchanged", "--skip-worktree"] {
        let it = Repository::new();
        it.check_changed(|it| drop(it.git(&["update-index", flag, "tracked"])));
        it.check_changed(|it| it.write("tracked", "two\n"));
    }
}

#[test]
fn a_merge_under_way_is_seen() {
    let it = Repository::new();
    it.git(&["checkout", "--quiet", "-b", "other"]);
    it.write("tracked", "theirs\n");
    it.git(&["commit", "--quiet", "--all", "--message", "theirs"]);
    it.git(&["checkout", "--quiet", "main"]);
    it.write("tracked", "ours\n");
    it.git(&["commit", "--quiet", "--all", "--message", "ours"]);
    it.check_changed(|it| {
        let merging = Command::new("git")
            .current_dir(it.folder.path())
            .args([
                "-c",
                "user.name=Ada",
                "-c",
                "user.email=ada@example.org",
                "merge",
                "other",
            ])
            .output();
        assert!(!merging.unwrap().status.success());
    });
    it.check_changed(|it| it.write("tracked", "both\n"));
}

#[test]
fn repositories_within_are_seen() {
    let inner = Repository::new();
    let it = Repository::new();
    let from = inner.folder.path().to_str().unwrap();
    it.check_changed(|it| drop(it.git(&["submodule", "--quiet", "add", from, "inner"])));
    it.git(&["commit", "--quiet", "--message", "inner"]);
    it.check_changed(|it| it.write("inner/tracked", "two\n"));
    it.check_changed(|it| it.write("inner/untracked", "one\n"));
    it.check_changed(|it| drop(it.git(&["clone", "--quiet", from, "nested"])));
    it.check_changed(|it| it.write("nested/tracked", "two\n"));
    it.check_same(|it| it.write("nested/ignored", "two\n"));
}

#[tokio::test]
async fn within_a_runtime_it_is_the_same() {
    let it = Repository::new();
    let checkout = Checkout::new(Some(it.folder.path().into()));
    assert_eq!(checkout.fingerprint().await, Some(it.fingerprint()));
}

#[test]
fn before_the_first_commit_it_is_seen_too() {
    let folder = tempfile::tempdir().unwrap();
    let it = Repository { folder };
    it.git(&["init", "--quiet"]);
    it.check_changed(|it| it.write("first", ""));
    it.check_changed(|it| drop(it.git(&["add", "first"])));
    it.check_changed(|it| it.commit("first"));
}

#[test]
fn what_git_can_not_tell_has_no_fingerprint() {
    let folder = tempfile::tempdir().unwrap();
    assert!(matches!(look(folder.path()), Err(Fault::Refused(_))));
    assert!(matches!(
        look(&folder.path().join("nowhere")),
        Err(Fault::Refused(_))
    ));
    let it = Repository::new();
    assert!(matches!(look(&it.at(".git")), Err(Fault::Refused(_))));
    let without = Checkout {
        git: "no-such-git".into(),
        ..Checkout::new(Some(it.folder.path().into()))
    };
    assert!(matches!(without.look(), Err(Fault::NotStarted(_))));
    assert_eq!(futures_executor::block_on(without.fingerprint()), None);
    it.write(".git/index", "broken");
    assert!(matches!(look(it.folder.path()), Err(Fault::Refused(_))));
    // A directory that only looks like a repository.
    let it = Repository::new();
    it.git(&[
        "update-index",
        "--add",
        "--cacheinfo",
        &format!("160000,{},inner", it.git(&["rev-parse", "HEAD"])),
    ]);
    it.write("inner/.git", "");
    assert!(look(it.folder.path()).is_err());
}
