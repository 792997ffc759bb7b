//! Files for tools that build a core: FuseSoC's core file and the Makefile; and what a README says of the language.

use super::file::File;
use super::label::{Label, Request};
use super::ports::Port;
use super::template::fill;
use serde::Serialize;

/// Holes that every template has.
#[derive(Serialize)]
pub(super) struct Build<'a> {
    name: &'a str,
    title: &'a str,
    license: &'a str,
    command: &'a str,
    version: &'static str,
    /// Names of the files that the testbench reads.
    data: Vec<String>,
}

impl<'a> Build<'a> {
    /// `data`: files that the testbench reads.
    pub fn new(label: &'a Label, data: &[File]) -> Self {
        let Request { command, license } = &label.request;
        let data = data.iter().map(|file| file.name.clone()).collect();
        Build { name: label.name, title: &label.title, license, command, version: env!("CARGO_PKG_VERSION"), data }
    }

    /// Writes FuseSoC's core file and the Makefile.
    pub fn files(&self, label: &Label) -> Vec<File> {
        let templates = label.emitter.templates();
        vec![
            File::new(format!("{}.core", self.name), fill(templates.fusesoc, self)),
            File::new("Makefile", fill(templates.makefile, self)),
        ]
    }
}

/// Language of the core.
#[derive(Serialize)]
pub(super) struct Language {
    name: &'static str,
    edition: &'static str,
    extension: &'static str,
    /// Text of an instance of the core.
    instance: String,
}

impl Language {
    pub fn new(label: &Label, ports: &[Port]) -> Self {
        let emitter = label.emitter;
        let ports = ports.iter().map(|port| port.name.as_str()).collect();
        let instance = fill(emitter.templates().instance, &Instance { name: label.name, ports });
        let (name, edition, extension) = (emitter.name(), emitter.edition(), emitter.extension());
        Language { name, edition, extension, instance }
    }
}

/// Holes of the template of an instance.
#[derive(Serialize)]
struct Instance<'a> {
    name: &'a str,
    ports: Vec<&'a str>,
}
