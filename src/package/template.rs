//! Filling of templates. A hole without a value is an error, and there are no HTML escapes.

use crate::error::figure;
use handlebars::{handlebars_helper, no_escape, Handlebars};
use serde::Serialize;

/// Checks that the testbenches of all kinds of cores have in common.
const MEMORY_EVENTS: &str = include_str!("../../templates/verilog/memory_events.v.hbs");

handlebars_helper!(written: |count: usize| figure(count));

/// Fills a template. `{{figure count}}` is a figure for people. A failure is a bug of this program, because templates
/// are part of it and each has its own struct.
pub(super) fn fill(source: &str, holes: &impl Serialize) -> String {
    let mut registry = Handlebars::new();
    registry.set_strict_mode(true);
    registry.register_escape_fn(no_escape);
    registry.register_helper("figure", Box::new(written));
    registry.register_partial("memory_events", MEMORY_EVENTS).expect("a template of this program");
    registry.render_template(source, holes).expect("a template names only the fields of its struct")
}
