//! What is told of each change, in both directions, and the laws that hold for all of them.

mod capabilities;
mod hostile;
mod laws;
mod saved;
mod schemas;
mod versions;

use serde_json::Value;

use super::schema;
use super::{Change, Side};

/// A change as `step code place`, with the place in the schema.
fn told(changes: &[Change]) -> Vec<String> {
    let told = changes.iter().map(|change| {
        let place = change
            .at
            .split_once("/schema")
            .map_or(change.at.as_str(), |(_, at)| at);
        let code = serde_json::to_value(change.code).unwrap();
        let line = format!(
            "{} {} {place}",
            change.step.as_str(),
            code.as_str().unwrap()
        );
        line.trim_end().to_owned()
    });
    told.collect()
}

fn changes(old: &Value, new: &Value, side: Side) -> Vec<String> {
    told(&schema::changes(old, new, side))
}
