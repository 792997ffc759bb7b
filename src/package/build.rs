//! Fields that all templates have, the makefile, and what a README says of the language.

use super::companions::{Companion, Companions};
use super::file::File;
use super::flow::Flow;
use super::label::{Label, Request};
use super::language::{Language, ToolWords};
use super::ports::Port;
use super::template::fill;
use crate::choice::Choice;
use serde::Serialize;

/// Holes that every template has.
#[derive(Serialize)]
pub(crate) struct Build<'a> {
    name: &'a str,
    title: &'a str,
    license: &'a str,
    command: &'a str,
    version: &'static str,
    /// Names of the files that the testbench reads.
    data: Vec<String>,
    /// Files around the core.
    files: Vec<Accompanying>,
    has_makefile: bool,
    has_testbench: bool,
    has_fusesoc: bool,
    /// Whether a testbench of its own changes settings by registers.
    pub has_settings: bool,
    flow: Flow,
    source: Source,
}

/// The file of the core, as tools read it.
#[derive(Serialize)]
struct Source {
    /// Name of the file.
    file: String,
    /// Names of files of modules that cores share, and of all files, each after those that it uses.
    library: Vec<String>,
    files: Vec<String>,
    /// Extension of its name, without the dot.
    extension: &'static str,
    /// Names of files of assertions, which only simulators read.
    checks: Vec<String>,
    /// Command of Yosys, and the same in a makefile, where `TOP` is the name of the core.
    yosys: String,
    made_yosys: String,
    /// Words of other tools for the language.
    words: ToolWords,
}

/// Kind of files around a core.
#[derive(Serialize)]
struct Accompanying {
    word: &'static str,
    title: &'static str,
}

impl<'a> Build<'a> {
    /// `library`: files of shared modules. `data`: files that the testbench reads. `companions`: files around the core.
    pub fn new(label: &'a Label, library: &[File], data: &[File], companions: &Companions, flow: Flow) -> Self {
        let Request { command, license, .. } = &label.request;
        let library: Vec<String> = library.iter().map(|file| file.name.clone()).collect();
        let files = [&library[..], &[label.source("")]].concat();
        let made = [&library[..], &[format!("$(TOP).{}", label.emitter.extension())]].concat();
        Build {
            name: label.name,
            title: &label.title,
            license,
            command,
            version: env!("CARGO_PKG_VERSION"),
            data: data.iter().map(|file| file.name.clone()).collect(),
            files: companions.iter().map(Accompanying::new).collect(),
            has_makefile: companions.has(Companion::Makefile),
            has_testbench: companions.has(Companion::Testbench),
            has_fusesoc: companions.has(Companion::Fusesoc),
            has_settings: false,
            flow,
            source: Source {
                file: label.source(""),
                extension: label.emitter.extension(),
                checks: label.emitter.templates().checks.map(|_| label.source("_checks")).into_iter().collect(),
                made_yosys: label.emitter.read_command(&made.join(" "), "$(TOP)"),
                yosys: label.emitter.read_command(&files.join(" "), label.name),
                words: label.emitter.templates().words,
                library,
                files,
            },
        }
    }

    /// Returns the name of the top module, with which the names of all files begin.
    pub fn name(&self) -> &str {
        self.name
    }

    /// Writes the makefile.
    pub fn makefile(&self, emitter: &dyn Language) -> File {
        File::new(format!("{}.mk", self.name), fill(emitter.templates().makefile, self))
    }
}

impl Accompanying {
    fn new(companion: Companion) -> Self {
        Accompanying { word: companion.word(), title: companion.title() }
    }
}

/// Language of the core.
#[derive(Serialize)]
pub(super) struct LanguageFacts {
    name: &'static str,
    edition: &'static str,
    extension: &'static str,
    /// Text of an instance of the core.
    instance: String,
    /// Chapter about the testbench, if there is one.
    simulation: String,
}

impl LanguageFacts {
    /// `checks`: what the testbench of vectors does, after its name.
    pub fn new(label: &Label, ports: &[Port], build: &Build, checks: &str) -> Self {
        let emitter = label.emitter;
        let ports = ports.iter().map(|port| port.name.as_str()).collect();
        let instance = fill(emitter.templates().instance, &Instance { name: label.name, ports });
        let (name, edition, extension) = (emitter.name(), emitter.edition(), emitter.extension());
        let simulation = fill(emitter.templates().simulation, &Simulation { build, checks });
        LanguageFacts { name, edition, extension, instance, simulation }
    }
}

/// Holes of the template of an instance.
#[derive(Serialize)]
struct Instance<'a> {
    name: &'a str,
    ports: Vec<&'a str>,
}

/// Holes of the chapter about the testbench.
#[derive(Serialize)]
struct Simulation<'a> {
    build: &'a Build<'a>,
    checks: &'a str,
}
