//! Cores described by flags, for other languages.

use super::args::Described;
use super::explain::Form;
use super::figures::Figures;
use super::folder::write_all;
use super::folder::Folder;
use super::job::Job;
use super::kinds::{Core, Reference};
use super::make::{files, files_in, page};
use super::requirements::{memory_bits, price, Findings};
use super::simulators::{external, Tool};
use super::synonyms::{self, Line, Meant};
use super::temporary::Temporary;
use crate::format::Format;
use crate::model::{Sample, Transformed};
use crate::package::{Companions, File};
use crate::rtl::Module;
use crate::{Choice, Error};
use anyhow::Context;
use clap::{Args, FromArgMatches};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;

/// Core that flags describe.
///
/// ```
/// use fftgen::program::DescribedCore;
/// let flags = [("size", "20"), ("width", "4"), ("precision", "fp32")];
/// let core = DescribedCore::new(flags.map(|(flag, value)| (flag.into(), value.into())))?;
/// assert_eq!(core.name(), "dft20_w4_fp32");
/// # Ok::<(), anyhow::Error>(())
/// ```
pub struct DescribedCore {
    job: Job,
    core: Box<dyn Core>,
}

/// Other languages pass cores between threads: the Python package is built only where this is so.
const _: () = {
    const fn passes_between_threads<T: Send + Sync>() {}
    passes_between_threads::<DescribedCore>();
};

/// Frames of one side of a core.
#[derive(Clone, Debug)]
pub struct FrameForm {
    /// Lengths of a frame along its dimensions, in points, or in real samples.
    pub lengths: Vec<usize>,
    /// Points of a frame.
    pub points: usize,
    /// Number format of a component.
    pub format: Format,
    /// Whether a point is two real samples.
    pub is_real: bool,
}

impl FrameForm {
    /// Returns full scale in fixed point, and else the largest number.
    pub fn range(&self) -> f64 {
        match self.format {
            Format::Fixed(fixed) => 2f64.powi(fixed.integer as i32 - 1),
            Format::Float(float) => self.format.to_f64(float.infinity() - 1),
        }
    }

    /// Whether a value does not fit: one beyond full scale, or NaN, in fixed point, and one that becomes infinite else.
    pub fn is_beyond(&self, value: f64) -> bool {
        let is_large = value.abs() > self.range();
        match self.format {
            Format::Fixed(_) => is_large || value.is_nan(),
            Format::Float(_) => is_large && value.is_finite(),
        }
    }
}

/// What is known of a core at once.
#[derive(Serialize)]
struct Description<'a> {
    name: &'a str,
    title: String,
    command: &'a str,
    #[serde(flatten)]
    figures: Figures,
    /// Bits of all memories and tables.
    memory_bits: usize,
    /// LUTs of the estimate, including the worth of DSP blocks and memories.
    price: usize,
    /// Forecast of the signal-to-noise ratio, where there is one.
    snr_db: Option<f64>,
    /// Rows of the summary.
    properties: BTreeMap<&'static str, String>,
    /// What requirements led to, if there were some.
    requirements: Option<&'a Findings>,
}

impl DescribedCore {
    /// Builds the core that flags describe, which have the names and values of the command line without dashes.
    pub fn new(flags: impl IntoIterator<Item = (String, String)>) -> anyhow::Result<Self> {
        let command = Described::augment_args(clap::Command::new("core")).no_binary_name(true);
        let words = flags.into_iter().map(|(flag, value)| format!("--{flag}={value}"));
        let line = Line::new(&[String::new()].into_iter().chain(words).collect::<Vec<_>>(), |_| false);
        if !line.complaints.is_empty() {
            return Err(Error::Usage(line.complaints.join("; ")).into());
        }
        let found =
            command.try_get_matches_from(&line.words[1..]).and_then(|matches| Described::from_arg_matches(&matches));
        let message = |error: clap::Error| {
            let text = error.to_string();
            let line = text.lines().next().unwrap_or_default();
            Error::Usage(line.trim_start_matches("error: ").into())
        };
        let job = Job::new(found.map_err(message)?)?;
        let core = job.kind.build(&job.config)?;
        Ok(DescribedCore { job, core })
    }

    /// Returns the name of the top module.
    pub fn name(&self) -> &str {
        self.core.name()
    }

    /// Returns the rows of the summary: names and texts.
    pub fn rows(&self) -> Vec<(&'static str, String)> {
        self.core.rows()
    }

    /// Returns the command that writes the core.
    pub fn command(&self) -> &str {
        &self.job.command
    }

    /// Returns the netlist of the top module.
    pub fn netlist(&self) -> &Module {
        self.core.modules()[0]
    }

    /// Describes the plan and those it was chosen from, for people or as JSON.
    pub fn explain(&self, json: bool) -> anyhow::Result<String> {
        self.job.kind.explain(&self.job.config, if json { Form::Json } else { Form::AllText })
    }

    /// Describes the core as JSON by what is known without planning again: names, figures and the rows of the summary.
    pub fn describe(&self) -> anyhow::Result<String> {
        let figures = Figures::new(&self.job, &*self.core);
        let (estimated, memory_bits) = (&figures.estimated, memory_bits(self.netlist()));
        let description = Description {
            name: self.name(),
            title: self.core.title(),
            command: self.command(),
            price: price(&self.job.config, estimated.lut.unwrap_or(0), estimated.dsp, memory_bits),
            figures,
            memory_bits,
            snr_db: self.core.forecast(),
            properties: self.core.rows().into_iter().collect(),
            requirements: self.job.findings.as_ref(),
        };
        Ok(serde_json::to_string(&description)?)
    }

    /// Draws the parts of the core, and two frames in time, as SVG.
    pub fn picture(&self) -> anyhow::Result<String> {
        self.job.kind.explain(&self.job.config, Form::Svg)
    }

    /// Writes the page about the core in HTML, without a result of synthesis.
    pub fn report(&self) -> File {
        page(&*self.core, &self.job, None)
    }

    /// Writes the files of the core in memory.
    pub fn files(&self) -> Vec<File> {
        files(&*self.core, &self.job, &self.job.companions)
    }

    /// Checks the core and writes its files into a folder. Returns the names of the files that have changed.
    pub fn generate(&self, folder: &Path, force: bool) -> anyhow::Result<Vec<String>> {
        let folder = Folder::new(folder, &self.job.name, &self.job.command, force)?;
        if self.job.verify {
            self.core.self_check(1)?;
        }
        Ok(folder.write(&self.files())?.0.written)
    }

    /// Simulates the core by `netlist`, `verilator` or `icarus`, and returns the verdict.
    pub fn verify(&self, simulator: &str) -> anyhow::Result<String> {
        let Meant { text, .. } = synonyms::of_value("with", simulator);
        let tool = text
            .and_then(|word| Tool::from_word(&word))
            .ok_or_else(|| Error::Usage(format!("simulator {simulator:?}: it is one of {}", Tool::words())))?;
        let Some(simulator) = external(&tool) else { return Ok(self.core.self_check(1)?) };
        simulator.check_installed()?;
        let workshop = Temporary::workshop().context("cannot create a temporary folder")?;
        write_all(workshop.path(), &files_in(&*self.core, &self.job, &Companions::default(), simulator.language))?;
        simulator.run(workshop.path(), self.core.name(), &self.core.promises(), None)
    }

    /// Returns the forms of the frames that go in and of those that come out.
    pub fn frames(&self, config_word: Option<u64>) -> anyhow::Result<[FrameForm; 2]> {
        let mut forms = None;
        self.with_model(config_word, |model| {
            forms = Some(model.frames.map(|frame| FrameForm {
                lengths: frame.lengths(),
                points: frame.size(),
                format: frame.format,
                is_real: frame.real,
            }));
        })?;
        forms.context("a model has frames")
    }

    /// Transforms whole frames by the bit-accurate model.
    pub fn transform(&self, config_word: Option<u64>, samples: &[Sample]) -> anyhow::Result<Transformed> {
        let mut transformed = Transformed::default();
        self.with_model(config_word, |model| transformed = (model.transform)(samples))?;
        Ok(transformed)
    }

    fn with_model(&self, config_word: Option<u64>, run: impl FnOnce(&Reference)) -> anyhow::Result<()> {
        let done = move |model: &Reference| {
            run(model);
            Ok(())
        };
        self.core.with_model(config_word, Box::new(done))
    }
}
