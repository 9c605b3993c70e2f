//! The macros and the registry hold texts to the same grammars: both are tested with one table, `grammars.json`.

use serde_json::Value;

use crate::model::grammar::{
    ALIAS, CAPABILITY_ID, DESCRIPTION, MODULE_ID, ROUTE, TITLE, TOOL, VERSION, WORD,
};

#[test]
fn literals_are_held_to_the_grammars_of_the_registry() {
    let table: Value = serde_json::from_str(include_str!("../../grammars.json")).expect("JSON");
    let table = table.as_object().expect("an object");
    let grammars = [
        CAPABILITY_ID,
        MODULE_ID,
        VERSION,
        TITLE,
        TOOL,
        ALIAS,
        WORD,
        ROUTE,
    ];
    assert_eq!(table.len(), grammars.len());
    for grammar in grammars {
        for (list, right) in [("holds", true), ("breaks", false)] {
            for text in table[grammar.what][list].as_array().expect("a list") {
                let text = text.as_str().expect("a text");
                assert_eq!((grammar.holds)(text), right, "{}: {text:?}", grammar.what);
            }
        }
    }
}

#[test]
fn prose_is_measured_in_utf_16() {
    for (grammar, most) in [(TITLE, 128), (DESCRIPTION, 4096)] {
        for (unit, each) in [("a", 1), ("ä", 1), ("𝒳", 2)] {
            let text = unit.repeat(most / each);
            assert!((grammar.holds)(&text), "{}: {unit}", grammar.what);
            assert!(!(grammar.holds)(&(text + "a")), "{}: {unit}", grammar.what);
        }
    }
}
