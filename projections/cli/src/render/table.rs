//! A JSON value as a table: a list of objects has columns, one object has lines, a scalar is itself.

use comfy_table::{ContentArrangement, Table, TableStyle};
use serde_json::{Map, Value};

use super::visible::{visible, visible_lines};

/// A list has no column for a field that holds more characters than this: a table of paragraphs can't be read.
const LONGEST: usize = 60;

/// Stands where there is nothing to list.
const NOTHING: &str = "(none)";

pub(super) fn table(value: &Value, width: Option<u16>) -> String {
    match value {
        Value::Array(items) => list(items, width),
        Value::Object(object) => record(object, width),
        Value::String(text) => visible_lines(text),
        Value::Null | Value::Bool(_) | Value::Number(_) => value.to_string(),
    }
}

/// An object with one list of objects is that list, and what else it holds stands below.
fn record(object: &Map<String, Value>, width: Option<u16>) -> String {
    let mut lists = object
        .iter()
        .filter_map(|(name, value)| Some((name, objects(value.as_array()?)?)));
    let (Some((name, rows)), None) = (lists.next(), lists.next()) else {
        return pairs(object.iter(), width);
    };
    let rest = object.iter().filter(|(other, _)| *other != name);
    match object.len() {
        1 => columns(&rows, width),
        _ => format!("{}\n\n{}", columns(&rows, width), pairs(rest, width)),
    }
}

fn list(items: &[Value], width: Option<u16>) -> String {
    match objects(items) {
        Some(rows) => columns(&rows, width),
        None if items.is_empty() => NOTHING.to_owned(),
        None => items.iter().map(line).collect::<Vec<_>>().join("\n"),
    }
}

/// The items, where there are some and all are objects.
fn objects(items: &[Value]) -> Option<Vec<&Map<String, Value>>> {
    if items.is_empty() {
        return None;
    }
    items.iter().map(Value::as_object).collect()
}

/// A line for each object, a column for each field that any of them has, in the order in which they come up. What makes
/// no column, since it is nested or long, is named below.
fn columns(rows: &[&Map<String, Value>], width: Option<u16>) -> String {
    let mut names: Vec<&str> = Vec::new();
    for name in rows.iter().flat_map(|row| row.keys()) {
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    let makes_a_column = |name: &&str| {
        let mut values = rows.iter().filter_map(|row| row.get(*name));
        values.all(|value| !value.is_object() && line(value).chars().count() <= LONGEST)
    };
    let (mut names, mut left_out): (Vec<&str>, Vec<&str>) =
        names.into_iter().partition(makes_a_column);
    if names.is_empty() {
        // Better a wide table than none.
        std::mem::swap(&mut names, &mut left_out);
    }
    let mut table = plain(width);
    table.set_header(names.iter().map(|name| visible(name).to_uppercase()));
    table.add_rows(rows.iter().map(|row| {
        let cells = names
            .iter()
            .map(|name| row.get(*name).map(cell).unwrap_or_default());
        cells.collect::<Vec<_>>()
    }));
    if left_out.is_empty() {
        return finished(table);
    }
    let left_out: Vec<String> = left_out.into_iter().map(visible).collect();
    format!(
        "{}\n\nalso: {} (`--format json` shows all)",
        finished(table),
        left_out.join(", ")
    )
}

/// A line for each field.
fn pairs<'a>(fields: impl Iterator<Item = (&'a String, &'a Value)>, width: Option<u16>) -> String {
    let mut table = plain(width);
    table.add_rows(fields.map(|(name, value)| [visible(name), cell(value)]));
    if table.is_empty() {
        NOTHING.to_owned()
    } else {
        finished(table)
    }
}

/// A value in a column; what is null is as empty as what is absent.
fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        value => line(value),
    }
}

/// A value on one line; what is nested is compact JSON.
fn line(value: &Value) -> String {
    match value {
        Value::String(text) => visible(text),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => {
            visible(&value.to_string())
        }
    }
}

/// Columns and nothing drawn between them, so that other programs can take the lines apart.
fn plain(width: Option<u16>) -> Table {
    let mut table = Table::new();
    table.load_style(TableStyle::new());
    match width {
        Some(width) => table
            .set_content_arrangement(ContentArrangement::Dynamic)
            .set_width(width),
        None => table.set_content_arrangement(ContentArrangement::Disabled),
    };
    table
}

fn finished(mut table: Table) -> String {
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
    }
    table.trim_fmt()
}
