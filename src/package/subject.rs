//! The core that all files of a package are about.

use super::label::{Label, Request};
use super::language::Language;
use super::ports::{ports, Port};
use crate::design::Design;
use crate::formula::Kind;

/// Core that all templates take their values from.
pub(super) struct Subject<'a> {
    pub design: &'a Design,
    pub label: Label<'a>,
    pub ports: Vec<Port>,
}

impl<'a> Subject<'a> {
    pub fn new(design: &'a Design, request: &Request, emitter: &'a dyn Language) -> Self {
        Subject { design, label: Label::new(&design.name, title(design), request, emitter), ports: ports(design) }
    }
}

/// Describes a core in a line.
fn title(design: &Design) -> String {
    let config = &design.config;
    let what = if config.kind == Kind::Real { "sample" } else { "point" };
    let plural = if config.width == 1 { "" } else { "s" };
    format!("{}, {} {what}{plural} a clock cycle, {}", design.title(), config.width, config.format.name())
}
