//! What writes the files of each kind of companions, and what refuses them.

use super::kind::Companion::{self, *};
use super::outline::{Outline, PortStyle};
use super::set::Companions;
use super::{
    checks, cocotb, example, formal, fusesoc, header, interface, quartus, registers, vhdl, vivado, wrapper, yosys,
};
use crate::choice::Choice;
use crate::design::Config;
use crate::error::Error;
use crate::package::file::File;
use crate::package::language::Language;

/// Writes files. Files that also depend on the kind of the core are written with the core.
type Write = fn(&Outline) -> Vec<File>;

/// Returns why a core cannot have files, if it cannot.
type Refuse = fn(PortStyle, &Config) -> Option<String>;

/// Suits every core.
const ANY: Refuse = |_, _| None;

/// Returns what refuses the files of a kind and what writes them.
fn writer(companion: Companion) -> (Refuse, Write) {
    match companion {
        Manifest | Readme | Report => (ANY, |_| vec![]),
        Testbench => (ANY, checks::files),
        Makefile => (ANY, |outline| vec![outline.build.makefile(outline.emitter())]),
        Fusesoc => (ANY, fusesoc::files),
        Filelist => (ANY, yosys::filelist),
        Vivado => (vivado::refuse, vivado::files),
        Quartus => (quartus::refuse, quartus::files),
        Yosys => (ANY, yosys::files),
        Cocotb => (cocotb::refuse, cocotb::files),
        Vhdl => (vhdl::refuse, vhdl::files),
        C => (header::refuse, header::files),
        Interface => (interface::refuse, interface::files),
        Litex => (wrapper::refuse, wrapper::litex),
        Amaranth => (wrapper::refuse, wrapper::amaranth),
        Spinal => (wrapper::refuse, wrapper::spinal),
        Chisel => (wrapper::refuse, wrapper::chisel),
        Clash => (wrapper::refuse, wrapper::clash),
        Example => (example::refuse, example::files),
        Formal => (formal::refuse, formal::files),
        Registers => (registers::refuse, registers::files),
    }
}

impl Companion {
    /// Returns why a core cannot have the files of this kind, if it cannot.
    pub(super) fn refusal(self, style: PortStyle, config: &Config, language: &dyn Language) -> Option<String> {
        let elsewhere = self.language().filter(|wanted| !language.includes(*wanted));
        let refused = elsewhere
            .map(|wanted| format!("goes with a core in {}, and this one is in {}", wanted.title(), language.title()));
        refused.or_else(|| writer(self).0(style, config))
    }
}

impl Companions {
    /// Keeps what a core can have of a set of all kinds. Any other set is as it was asked for.
    pub fn fitting(self, style: PortStyle, config: &Config, language: &dyn Language) -> Self {
        match self == Companions::all() {
            true => Companions::new(Companion::all().filter(|kind| kind.refusal(style, config, language).is_none())),
            false => self,
        }
    }

    /// Refuses companions that a core cannot have.
    pub fn check(&self, style: PortStyle, config: &Config, language: &dyn Language) -> Result<(), Error> {
        let refusal = self.iter().find_map(|companion| Some((companion, companion.refusal(style, config, language)?)));
        match refusal {
            None => Ok(()),
            Some((companion, why)) => {
                Err(Error::Unsupported(format!("emit {}: {why}; leave it out of --emit", companion.word())))
            }
        }
    }

    /// Writes the files of all kinds but those that are written with the core.
    pub(crate) fn files(&self, outline: &Outline) -> Vec<File> {
        self.iter().flat_map(|companion| writer(companion).1(outline)).collect()
    }
}
