//! The core that all files of a package are about.

use super::ports::{ports, Port};
use crate::design::Design;
use crate::emit::{Banner, Emitter};
use crate::formula::Kind;

/// Origin of the files, which they state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// Command that writes these files.
    pub command: String,
    /// SPDX expression of the licence of the files.
    pub license: String,
}

/// Core and request that all templates take their values from.
pub(super) struct Subject<'a> {
    pub design: &'a Design,
    /// Language of the core and its testbench.
    pub emitter: &'a dyn Emitter,
    /// Request with each text on one line, because it stands in comments of five languages.
    pub request: Request,
    pub ports: Vec<Port>,
}

impl<'a> Subject<'a> {
    pub fn new(design: &'a Design, request: &Request, emitter: &'a dyn Emitter) -> Self {
        let line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let request = Request { command: line(&request.command), license: line(&request.license) };
        Subject { design, emitter, request, ports: ports(design) }
    }

    /// Returns the name of a source file, which is that of the core with a suffix.
    pub fn source(&self, suffix: &str) -> String {
        format!("{}{suffix}.{}", self.design.name, self.emitter.extension())
    }

    /// Describes the core in a line.
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
