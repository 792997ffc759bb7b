//! Table of a sweep as CSV: a row a design, in the order of the designs.

use super::definition::Definition;
use super::designs::Design;
use super::row::Row;
use serde_json::Value;

/// How each table begins.
pub const FIRST: &str = "key,";

/// Columns after those of the stages.
const LAST: [&str; 4] = ["seconds", "error", "command", "pareto"];

/// Writes the table of designs that all have a row. `front`: whether each row is on a Pareto front.
pub fn csv(definition: &Definition, designs: &[Design], rows: &[Row], front: &[bool]) -> String {
    let axes: Vec<&str> = definition.axes.iter().map(|axis| axis.key.as_str()).collect();
    let figures = definition.stages.iter().flat_map(|stage| stage.columns()).chain(&LAST[..3]);
    let figures: Vec<&str> = figures.copied().filter(|column| !axes.contains(column)).collect();
    let head = ["key"].iter().chain(&axes).chain(&figures).chain(&LAST[3..]);
    let mut text = head.copied().collect::<Vec<_>>().join(",") + "\n";
    for ((design, row), is_on_front) in designs.iter().zip(rows).zip(front) {
        let facts = serde_json::to_value(row).unwrap_or_default();
        let values = definition.values(design.index).into_iter().map(|value| cell(&value.text));
        let figures = figures.iter().map(|column| shown(&facts[column]));
        let pareto = if *is_on_front { "true" } else { "false" };
        let cells = std::iter::once(row.key.clone()).chain(values).chain(figures).chain([pareto.into()]);
        text += &(cells.collect::<Vec<_>>().join(",") + "\n");
    }
    text
}

fn shown(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => cell(text),
        other => other.to_string(),
    }
}

/// Writes a text, in quotes where it has what parts cells.
fn cell(text: &str) -> String {
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.into(),
    }
}
