//! What all files of a core are about.

use super::ports::{ports, Port};
use crate::design::Design;
use crate::emit::{Banner, Emitter};
use crate::formula::Kind;

/// What the files say about where they come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// The command that gives the same files again.
    pub command: String,
    /// SPDX expression of the licence of the files.
    pub license: String,
}

/// What all templates are about.
pub(super) struct Subject<'a> {
    pub design: &'a Design,
    /// The language of the core and its testbench.
    pub emitter: &'a dyn Emitter,
    /// As asked, each on one line: they end up in comments of five languages.
    pub request: Request,
    pub ports: Vec<Port>,
}

impl<'a> Subject<'a> {
    pub fn new(design: &'a Design, request: &Request, emitter: &'a dyn Emitter) -> Self {
        let line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let request = Request { command: line(&request.command), license: line(&request.license) };
        Subject { design, emitter, request, ports: ports(design) }
    }

    /// Name of a source file: that of the core with a suffix.
    pub fn source(&self, suffix: &str) -> String {
        format!("{}{suffix}.{}", self.design.name, self.emitter.extension())
    }

    /// What the core is, in a line.
    pub fn title(&self) -> String {
        let config = &self.design.config;
        let (title, format) = (self.design.title(), config.format.name());
        let what = if config.kind == Kind::Real { "sample" } else { "point" };
        let plural = if config.width == 1 { "" } else { "s" };
        format!("{title}, {} {what}{plural} a clock cycle, {format}", config.width)
    }

    pub fn banner(&self, summary: &str) -> String {
        let Request { command, license } = self.request.clone();
        let version = env!("CARGO_PKG_VERSION").to_string();
        Banner { command, license, version, summary: format!("{}: {}{summary}", self.design.name, self.title()) }
            .render(self.emitter)
    }
}
