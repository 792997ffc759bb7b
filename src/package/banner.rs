//! The comment at the top of every generated file.

use crate::emit::Emitter;
use handlebars::{no_escape, Handlebars};
use serde::Serialize;

/// Contents of the banner. It has no date and no host, so that a command gives equal files on every machine.
#[derive(Clone, Debug, Serialize)]
pub struct Banner {
    /// Command that generates the file.
    pub command: String,
    /// SPDX expression of the generated file's licence.
    pub license: String,
    /// Version of fftgen.
    pub version: String,
    /// Description of the design, in one or more lines.
    pub summary: String,
}

impl Banner {
    /// Returns the banner as comment lines of a language.
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
