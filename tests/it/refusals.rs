//! Two modules that claim the same names: assembly tells every conflict with file and line, and nothing starts.

use crate::harness::Product;

const CODES: [&str; 5] = [
    "module_duplicate",
    "id_duplicate",
    "tool_duplicate",
    "route_duplicate",
    "command_duplicate",
];

#[test]
fn every_conflict_is_told_with_file_and_line() {
    let run = Product::Conflicting.run(&["validate"]);
    assert_eq!((run.code, run.stdout.as_str()), (10, ""), "{run:?}");
    for code in CODES {
        assert!(run.stderr.contains(code), "{code}: {run:?}");
    }
    assert!(run.stderr.contains("examples/conflicting.rs:"), "{run:?}");

    for words in [
        &["--format", "json", "validate"][..],
        &["--format=json", "validate"],
    ] {
        assert_eq!(Product::Conflicting.run(words).code, 10, "{words:?}");
    }
    let run = Product::Conflicting.run(&["validate", "--format", "json"]);
    let report = run.json();
    assert_eq!((run.code, &report["valid"]), (10, &false.into()), "{run:?}");
    let refusals = report["refusals"].as_array().unwrap();
    let codes: Vec<&str> = refusals
        .iter()
        .map(|refusal| refusal["code"].as_str().unwrap())
        .collect();
    assert_eq!(codes, CODES);
    for refusal in refusals {
        let parties = refusal["parties"].as_array().unwrap();
        assert_eq!(parties.len(), 2, "{refusal}");
        let lines: Vec<u64> = parties
            .iter()
            .map(|party| party["line"].as_u64().unwrap())
            .collect();
        assert!(lines[0] > 0 && lines[0] != lines[1], "{refusal}");
    }
}

#[test]
fn nothing_starts() {
    for words in [
        &["serve"][..],
        &["mcp"],
        &["a", "list"],
        &["capabilities", "list"],
    ] {
        let run = Product::Conflicting.run(words);
        assert_eq!((run.code, run.stdout.as_str()), (70, ""), "{run:?}");
        assert!(run.stderr.contains("id_duplicate"), "{run:?}");
    }
}

#[test]
fn what_is_right_is_valid() {
    for product in [Product::Onefold, Product::Notes] {
        let run = product.run(&["validate", "--format", "json"]);
        assert_eq!(
            (run.code, &run.json()["valid"]),
            (0, &true.into()),
            "{run:?}"
        );
    }
}
