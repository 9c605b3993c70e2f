//! Kept or not, cold or warm, and in whatever words it is asked: the answer is the same, byte for byte.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

use proptest::prelude::*;
use serde_json::Map;
use tempfile::TempDir;

use super::*;
use crate::executor::normal::tests::{Input, inputs, spelled};
use crate::{
    Call, Declaration, Executor, Failure, Kind, ModuleDeclaration, Product, Registry, State,
    handler,
};

/// How often the handler ran.
#[derive(Default)]
struct Runs(AtomicUsize);

/// Every policy, with room for fewer answers than there are inputs.
const POLICIES: [(&str, CachePolicy); 5] = [
    ("alike.disabled", CachePolicy::Disabled),
    ("alike.process", CachePolicy::process(2)),
    ("alike.process_for", CachePolicy::process_for(2, 3600)),
    ("alike.generation", CachePolicy::generation(2)),
    ("alike.checkout", CachePolicy::checkout(2)),
];

/// Everything it is given, or a refusal that names some of it.
fn answer(State(runs): State<Runs>, input: Input) -> Result<Input, Failure> {
    runs.0.fetch_add(1, Ordering::Relaxed);
    if input.whole < 0 {
        return Err(Failure::refused(format!("{} is too little", input.whole)));
    }
    Ok(input)
}

fn repository() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let made = Command::new("git")
        .args(["init", "--quiet"])
        .arg(folder.path())
        .status();
    assert!(made.unwrap().success());
    folder
}

fn executor(
    checkout: impl Into<PathBuf>,
    state: impl Send + Sync + 'static,
    handler: &std::sync::Arc<dyn crate::ErasedHandler>,
) -> Executor {
    let mut module = ModuleDeclaration::new("alike", "1.0.0");
    module.title = "Alike".into();
    module.description = "Alike.".into();
    module.capabilities = POLICIES
        .into_iter()
        .map(|(id, policy)| {
            let mut declaration = Declaration::new(id, Kind::Query);
            declaration.title = id.into();
            declaration.description = id.into();
            declaration.handler = Some(handler.clone());
            declaration.cache = policy;
            declaration
        })
        .collect();
    let product = Product::new("alike", "1.0.0")
        .checkout(checkout)
        .state(state);
    Executor::new(Registry::composed(product, [module]).unwrap())
}

/// What a caller is told, whole.
fn told(executor: &Executor, id: &str, input: Value) -> String {
    match executor.call_blocking(Call::new(id, input)) {
        Ok(answer) => answer.as_str().to_owned(),
        Err(failure) => serde_json::to_string(&failure).unwrap(),
    }
}

proptest! {
    // Each asks git many times.
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn every_policy_answers_alike(
        asked in proptest::collection::vec((inputs(), proptest::collection::vec(any::<bool>(), 32)), 1..6),
        order in proptest::collection::vec(any::<proptest::sample::Index>(), 1..8),
    ) {
        let folder = repository();
        let executor = executor(folder.path(), Runs::default(), &handler(answer));
        let runs = || executor.registry().state::<Runs>().unwrap().0.load(Ordering::Relaxed);
        for at in order {
            let (input, words) = at.get(&asked);
            let written = serde_json::to_value(input).unwrap();
            let spelled = spelled(&written, &mut words.iter().copied());
            let right = told(&executor, "alike.disabled", written.clone());
            for (id, policy) in POLICIES {
                for input in [&spelled, &written, &spelled] {
                    let answer = told(&executor, id, input.clone());
                    prop_assert_eq!(&answer, &right, "{} {}", id, input);
                }
                let before = runs();
                told(&executor, id, spelled.clone());
                let is_kept = policy != CachePolicy::Disabled && input.whole >= 0;
                prop_assert_eq!(runs() - before, usize::from(!is_kept), "{}", id);
            }
        }
    }
}

/// What can happen to a work tree between two calls.
#[derive(Debug, Clone, Copy)]
enum Change {
    Nothing,
    Write(&'static str),
    Remove,
    Stage,
    Unstage,
}

fn change(folder: &TempDir, change: Change) {
    let file = folder.path().join("file");
    let git = |arguments: &[&str]| {
        let mut git = Command::new("git");
        let output = git.arg("-C").arg(folder.path()).args(arguments).output();
        drop(output.unwrap());
    };
    match change {
        Change::Nothing => {}
        Change::Write(text) => fs::write(file, text).unwrap(),
        // It may not be there.
        Change::Remove => drop(fs::remove_file(file)),
        Change::Stage => git(&["add", "--all"]),
        Change::Unstage => git(&["rm", "--quiet", "--cached", "file"]),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn an_answer_about_a_checkout_is_about_how_it_is(
        changes in proptest::collection::vec(
            prop_oneof![
                Just(Change::Nothing),
                prop_oneof![Just("one"), Just("two")].prop_map(Change::Write),
                Just(Change::Remove),
                Just(Change::Stage),
                Just(Change::Unstage),
            ],
            1..8,
        ),
    ) {
        let folder = repository();
        let path = folder.path().to_owned();
        let read = move || {
            let text = fs::read_to_string(path.join("file")).ok();
            let staged = Command::new("git")
                .arg("-C")
                .arg(&path)
                .args(["ls-files", "--stage"])
                .output()
                .map_err(Failure::internal)?;
            Ok::<_, Failure>((text, String::from_utf8_lossy(&staged.stdout).into_owned()))
        };
        let executor = executor(folder.path(), (), &handler(read));
        let ask = |id| told(&executor, id, Value::Object(Map::new()));
        for done in changes {
            change(&folder, done);
            let right = ask("alike.disabled");
            prop_assert_eq!(ask("alike.checkout"), right.clone());
            prop_assert_eq!(ask("alike.checkout"), right);
        }
    }
}
