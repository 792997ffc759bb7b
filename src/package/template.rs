//! Filling templates: strict, so that a hole without a value is an error, and without HTML escapes.

use handlebars::{no_escape, Handlebars};
use serde::Serialize;

/// Fills `source`. Templates are part of the program and each has its own struct, so that a failure
/// here is a bug that the first test finds.
pub(super) fn fill(source: &str, holes: &impl Serialize) -> String {
    let mut registry = Handlebars::new();
    registry.set_strict_mode(true);
    registry.register_escape_fn(no_escape);
    registry.render_template(source, holes).expect("a template names only the fields of its struct")
}
