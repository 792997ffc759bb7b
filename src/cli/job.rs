//! The task of the program, which follows from the settings.

use super::args::{Described, Files, Settings};
use super::command::canonical;
use super::kinds::{self, CoreKind};
use super::operations::as_chain;
use super::requirements::{settled, Findings};
use super::settings_config::config;
use super::values::{Deferred, Family};
use fftgen::array::Links;
use fftgen::package::Companions;
use fftgen::package::Language;
use fftgen::synth::TARGETS;
use fftgen::{Config, Error};
use std::path::{Path, PathBuf};

/// Core to be built, with its files.
pub struct Job {
    pub config: Config,
    /// Kind of core that the configuration describes.
    pub kind: Box<dyn CoreKind>,
    /// Name of the top module.
    pub name: String,
    /// Folder to write.
    pub out: PathBuf,
    /// SPDX expression.
    pub license: String,
    /// What the names of modules begin with that cores share.
    pub library: Option<String>,
    pub verify: bool,
    /// Files that accompany the Verilog.
    pub companions: Companions,
    /// Output language.
    pub emitter: &'static dyn Language,
    /// Canonical command line of the core, without the folder.
    pub command: String,
    /// What requirements led to, if there were some.
    pub findings: Option<Findings>,
}

/// Cores to be built.
pub struct Jobs {
    pub list: Vec<Job>,
    /// Whether a configuration file lists them.
    pub is_listed: bool,
}

impl Job {
    /// Reads the configuration file if there is one. A core that cannot be built is an error, and so are several cores.
    pub fn new(flags: impl Into<Described>) -> anyhow::Result<Job> {
        let mut jobs = Job::all(flags)?;
        match jobs.list.len() {
            1 => Ok(jobs.list.remove(0)),
            cores => Err(Error::Usage(format!(
                "the configuration lists {cores} cores, and this command takes one: {}; give a file with one of them",
                jobs.list.iter().map(|job| job.name.as_str()).collect::<Vec<_>>().join(", ")
            ))
            .into()),
        }
    }

    /// Reads the configuration file if there is one, which may list several cores. A core that cannot be built is an
    /// error.
    pub fn all(flags: impl Into<Described>) -> anyhow::Result<Jobs> {
        let flags = flags.into();
        let Some(file) = flags.settings.config.as_deref().map(super::config::read).transpose()? else {
            return Ok(Jobs { list: vec![Job::resolve(flags)?], is_listed: false });
        };
        if !file.is_list {
            let list =
                file.cores.into_iter().map(|core| Job::resolve(flags.clone().or(core))).collect::<Result<_, _>>()?;
            return Ok(Jobs { list, is_listed: false });
        }
        let parent = flags.files.out.clone().or(file.parent);
        let flags = Described { files: Files { out: None, ..flags.files }, ..flags };
        let mut list: Vec<Job> = Vec::new();
        for core in file.cores {
            let own = core.files.out.is_some();
            let mut job = Job::resolve(flags.clone().or(core))?;
            if let Some(parent) = parent.as_ref().filter(|_| !own) {
                job.out = parent.join(&job.name);
            }
            if list.iter().any(|before| before.out == job.out && before.name == job.name) {
                return Err(Error::Usage(format!(
                    "two cores have the name {} and the folder {}; give one of them another name or out",
                    job.name,
                    job.out.display()
                ))
                .into());
            }
            list.push(job);
        }
        Ok(Jobs { list, is_listed: true })
    }

    fn resolve(mut described: Described) -> Result<Job, Error> {
        let (settings, findings) = settled(as_chain(described.settings)?)?;
        described.settings = settings;
        let config = config(&described.settings)?;
        let kind = kinds::find(&described.settings)?;
        kind.check(&config)?;
        let asked: Companions = Deferred::optional(&described.files.emit)?.unwrap_or_default();
        let emitter = described.files.language.unwrap_or_default().0;
        let companions = asked.fitting(kind.port_style(&config), &config, emitter);
        let served = companions.check(kind.port_style(&config), &config, emitter);
        served.map_err(|error| on_another_target(error, &described, &*kind, (&companions, emitter)))?;
        let license = Deferred::optional(&described.files.license)?.unwrap_or_default().0;
        // A rate is another way to write clock cycles.
        (described.settings.cycles, described.settings.rate) = (config.cycles, None);
        let is_usual = config.clock() == f64::from(config.target.clock_mhz);
        described.settings.clock =
            described.settings.clock.filter(|_| !is_usual && companions.have_clock(config.target));
        without_usual_links(&mut described.settings);
        let default_name = kind.top_name(&Config { name: None, ..config.clone() });
        let (command, name) = (canonical(&described, &default_name), kind.top_name(&config));
        if !emitter.has_identifier(&name) {
            let title = emitter.title();
            return Err(Error::Usage(format!("name {name} is no identifier of {title}; choose another --name")));
        }
        let Files { out, no_verify, library, .. } = described.files;
        library.as_deref().map_or(Ok(()), |library| check_library(library, emitter))?;
        let out = out.unwrap_or_else(|| Path::new("generated").join(&name));
        let verify = !no_verify.unwrap_or(false);
        Ok(Job { config, kind, name, out, license, library, verify, companions, emitter, command, findings })
    }
}

/// Refuses a name that modules of a library cannot begin with.
fn check_library(library: &str, emitter: &dyn Language) -> Result<(), Error> {
    let is_name = library.starts_with(|first: char| first.is_ascii_alphabetic())
        && library.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
        && emitter.has_identifier(&format!("{library}_words"));
    is_name.then_some(()).ok_or_else(|| {
        let title = emitter.title();
        let rule = "choose a letter, and then letters, digits and single underscores";
        Error::Usage(format!("library {library}: names of modules in {title} begin with it; {rule}"))
    })
}

/// Adds to an error about companions a command for the first target that has them all, if there is one.
fn on_another_target(
    error: Error,
    described: &Described,
    kind: &dyn CoreKind,
    (companions, emitter): (&Companions, &'static dyn Language),
) -> Error {
    let command = |target| {
        let mut described = described.clone();
        described.settings.target = Some(Family(target));
        let config = config(&described.settings).ok()?;
        kind.check(&config).and_then(|()| companions.check(kind.port_style(&config), &config, emitter)).ok()?;
        Some(canonical(&described, &kind.top_name(&Config { name: None, ..config })))
    };
    match TARGETS.iter().find_map(command) {
        Some(command) => Error::Unsupported(format!("{error}; or try: {command}")),
        None => error,
    }
}

/// Removes what says of links and elements that they are the usual ones.
fn without_usual_links(settings: &mut Settings) {
    let usual = Links::default();
    settings.link_bits = settings.link_bits.filter(|bits| *bits != usual.bits as usize);
    settings.hop = settings.hop.filter(|hop| *hop != usual.hop);
    settings.macs = settings.macs.filter(|macs| *macs != 1);
}
