//! The comment at the top of every generated file.

use super::emitter::Emitter;
use handlebars::{no_escape, Handlebars};
use serde::Serialize;

/// What the banner says. No date and no host: the same command gives the same bytes anywhere.
#[derive(Clone, Debug, Serialize)]
pub struct Banner {
    /// The command that gives this file again.
    pub command: String,
    /// SPDX expression of the generated file's licence.
    pub license: String,
    /// Version of the tool.
    pub version: String,
    /// What the design is, in a line or a few.
    pub summary: String,
}

impl Banner {
    /// The banner as comment lines of a language.
    pub fn render(&self, emitter: &dyn Emitter) -> String {
        let mut registry = Handlebars::new();
        registry.set_strict_mode(true);
        registry.register_escape_fn(no_escape);
        let source = include_str!("../../templates/banner.hbs");
        let filled =
            registry.render_template(source, self).expect("the banner template names only the banner's fields");
        emitter.comment(&filled)
    }
}
