//! What `capabilities.describe` publishes has the shape of the contract: its names, types, enums and required sets.
//! Additions are optional.

use serde_json::Value;

use crate::harness::Product;

fn described() -> Value {
    let run = Product::Onefold.run(&[
        "capabilities",
        "describe",
        "capabilities.describe",
        "--format",
        "json",
    ]);
    assert_eq!(run.code, 0, "{run:?}");
    run.json()
}

fn contract(file: &str) -> Value {
    let path = format!("{}/contract/{file}", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

#[test]
fn the_input_has_the_shape_of_the_contract() {
    let ours = &described()["input"]["schema"];
    check_shape("input", &contract("describe.input.schema.json"), ours);
}

#[test]
fn the_output_has_the_shape_of_the_contract() {
    let described = described();
    assert_eq!(described["output"]["name"], "Capability");
    check_shape(
        "output",
        &contract("describe.output.schema.json"),
        &described["output"]["schema"],
    );
}

#[test]
fn the_answer_is_valid_under_its_own_schema() {
    let described = described();
    let validator = jsonschema::validator_for(&described["output"]["schema"]).unwrap();
    let errors: Vec<String> = validator
        .iter_errors(&described)
        .map(|error| error.to_string())
        .collect();
    assert_eq!(errors, [""; 0]);

    let mut mutilated = described;
    mutilated["kind"] = "verb".into();
    assert!(
        !validator.is_valid(&mutilated),
        "a schema that accepts everything proves nothing"
    );
}

/// Everything the contract says stands in ours, at the same place; ours may add optional properties, definitions and
/// annotations.
#[track_caller]
fn check_shape(at: &str, contract: &Value, ours: &Value) {
    match contract {
        Value::Object(keywords) => {
            for (keyword, right) in keywords {
                let inside = format!("{at}/{keyword}");
                let found = ours
                    .get(keyword)
                    .unwrap_or_else(|| panic!("{inside} is missing"));
                match (keyword.as_str(), right, found) {
                    ("required" | "enum", Value::Array(right), Value::Array(found)) => {
                        assert_eq!(sorted(right), sorted(found), "{inside}");
                    }
                    _ => check_shape(&inside, right, found),
                }
            }
            // What the contract leaves open stays open, and nothing more is demanded.
            for keyword in [
                "required",
                "enum",
                "const",
                "additionalProperties",
                "minimum",
                "pattern",
            ] {
                let added = !keywords.contains_key(keyword) && ours.get(keyword).is_some();
                assert!(!added, "{at}/{keyword} is added");
            }
        }
        Value::Array(right) => {
            let found = ours.as_array().unwrap_or_else(|| panic!("{at} is no list"));
            assert_eq!(right.len(), found.len(), "{at}");
            for (index, (right, found)) in right.iter().zip(found).enumerate() {
                check_shape(&format!("{at}/{index}"), right, found);
            }
        }
        _ => assert_eq!(contract, ours, "{at}"),
    }
}

fn sorted(values: &[Value]) -> Vec<String> {
    let mut texts: Vec<String> = values.iter().map(Value::to_string).collect();
    texts.sort();
    texts
}
