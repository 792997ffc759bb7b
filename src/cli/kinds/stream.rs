//! Cores that frames stream through.

use super::{Core, CoreKind, Reference, Run};
use crate::accuracy::Definition;
use crate::cli::counts::{counted, cycles, short};
use crate::cli::explain::{ir, Facts, FoldedFacts, FoldedSizesFacts, Form, Noise, Size};
use crate::cli::progress::Progress;
use fftgen::arch::ports::HalfRate;
use fftgen::arch::{every, Architecture, MultiSize, Streaming};
use fftgen::data::Frame;
use fftgen::external::Plan;
use fftgen::formula::{Kind, Order, LARGEST};
use fftgen::model::Model;
use fftgen::package::Language;
use fftgen::package::{self, Companions, File, PageRequest, PortStyle, Request};
use fftgen::pipeline::{Pipeline, PipelineSpec};
use fftgen::proof::Verdict;
use fftgen::rtl::Module;
use fftgen::runtime::Mode;
use fftgen::synth::{routed_clocks, Estimate, Target};
use fftgen::verify::{check, frames_for, Measured};
use fftgen::{Config, Design, Error, Interface};
use serde::Serialize;
use std::fmt::Display;

/// Work of a self-check, in beats times operators.
const WORK: usize = 1_000_000;

/// Maximum number of frames of a self-check.
const FRAMES: usize = 64;

pub struct Stream;

impl CoreKind for Stream {
    fn top_name(&self, config: &Config) -> String {
        config.top_name()
    }

    fn check(&self, config: &Config) -> Result<(), Error> {
        config.check().map_err(|error| match error {
            // What is refused for its size may have room in external memory.
            Error::Unsupported(why) if config.size() > LARGEST && Plan::new(config).is_ok() => {
                Error::Unsupported(format!("{why}; for frames in external memory try --memory axi"))
            }
            other => other,
        })
    }

    fn port_style(&self, config: &Config) -> PortStyle {
        PortStyle::for_streams(config)
    }

    fn build(&self, config: &Config) -> Result<Box<dyn Core>, Error> {
        Ok(Box::new(Design::new(config.clone())?))
    }

    fn explain(&self, config: &Config, form: Form) -> anyhow::Result<String> {
        let facts = || {
            if config.runtime.sizes.is_empty() {
                let plans = Design::plans(config)?;
                let facts = Facts::new(config, &plans);
                let noise = Streaming::new(plans).and_then(|streaming| noises(config, &streaming).pop().flatten());
                return Ok::<_, Error>(Facts { noise, ..facts });
            }
            let chain = Design::shared_chain(config)?;
            let facts = Facts::for_chain(config, &chain);
            let shared = MultiSize::new(chain, config.direction(), config.runtime.clone());
            let noises = shared.map_or(vec![], |shared| noises(config, &shared));
            let sizes = facts.sizes.into_iter().zip(noises).map(|(size, noise)| Size { noise, ..size });
            Ok(Facts { sizes: sizes.collect(), ..facts })
        };
        if let Some(cycles) = config.cycles.filter(|_| !matches!(form, Form::Ir(_) | Form::Svg)) {
            if config.runtime.sizes.is_empty() {
                return printed(
                    &FoldedFacts::new(config, cycles, |chosen| noises(config, chosen).pop().flatten())?,
                    form,
                );
            }
            if let Some(choice) = Design::of_sizes(config)? {
                let noises = noises(config, &*choice.core.clone().architecture(config));
                return printed(&FoldedSizesFacts::new(config, &choice.core, cycles).with_noises(noises), form);
            }
        }
        Ok(match form {
            Form::Ir(ir) => ir::print(ir, &Design::new(config.clone())?),
            Form::Svg => package::picture(&config.top_name(), config, &*Design::architecture(config)?),
            Form::Json | Form::Text => printed(&facts()?, form)?,
            Form::AllText => printed(&Facts { shows_all: true, ..facts()? }, form)?,
        })
    }

    fn with_model(&self, config: &Config, word: Option<u64>, run: Run) -> anyhow::Result<()> {
        // No netlist is built, because the model takes nothing of it.
        with_architecture(config, &*Design::architecture(config)?, word, run)
    }
}

/// Returns the noise of frames of each size, or of the only one: by the forecast of an architecture, and where it has
/// none by its model.
fn noises(config: &Config, architecture: &dyn Architecture) -> Vec<Option<Noise>> {
    let sizes = &config.runtime.sizes;
    let noise = |mode: Mode| {
        let measured = || {
            let shape = if sizes.is_empty() { config.shape } else { (mode.size * config.kind.share()).into() };
            let frame = Config { shape, inverse: mode.inverse, ..config.clone() };
            let word = Some(standard_word(config, &mode, architecture));
            let with_model = |run: Run| with_architecture(config, architecture, word, run);
            Noise::measured(&Definition::Transform(&frame), config.format, with_model)
        };
        architecture.forecast(mode.size, config.format).map(Noise::from).or_else(measured)
    };
    let modes = config.runtime.modes(config.points(), config.inverse);
    modes.into_iter().take(sizes.len().max(1)).map(noise).collect()
}

/// Returns the configuration word of frames of a mode whose shifts are those of the plan.
fn standard_word(config: &Config, mode: &Mode, architecture: &dyn Architecture) -> u64 {
    mode.word | architecture.pipeline_of(mode.size).standard_shifts() << config.runtime.bits()
}

/// Hands on the model of an architecture, for the frames of a configuration word.
fn with_architecture(
    config: &Config,
    architecture: &dyn Architecture,
    word: Option<u64>,
    run: Run,
) -> anyhow::Result<()> {
    let mode = mode(config, word, architecture)?;
    hand_on(
        config,
        architecture.pipeline_of(mode.size),
        &architecture.model(config.format.into(), Some(&mode)).asked(&mode),
        run,
    )
}

/// Hands a model on with its frames.
fn hand_on(config: &Config, pipeline: &Pipeline, model: &Model, run: Run) -> anyhow::Result<()> {
    let frames = frames(config, pipeline);
    let frame_title = match frames[0].real {
        true => counted(2 * pipeline.size, "sample"),
        false => counted(frames[0].size(), "point"),
    };
    run(&Reference {
        frames,
        has_exponents: pipeline.exponents().is_some(),
        frame_title,
        transform: &|samples| model.transform(samples),
    })
}

/// Prints facts for programs or for people.
fn printed(facts: &(impl Serialize + Display), form: Form) -> anyhow::Result<String> {
    Ok(match form {
        Form::Json => serde_json::to_string_pretty(facts)? + "\n",
        Form::Text | Form::AllText | Form::Ir(_) | Form::Svg => facts.to_string(),
    })
}

/// Returns the frames that go in and those that come out.
fn frames(config: &Config, pipeline: &Pipeline) -> [Frame; 2] {
    let Pipeline { size, spec: PipelineSpec { width, .. }, .. } = *pipeline;
    let real = |side: bool| config.kind == Kind::Real && config.inverse == side;
    let half_rate = |side: HalfRate| config.half_rate() == Some(side);
    // Of a support the points are a list.
    let shapes = pipeline.points().map(|points| match points == size {
        true => pipeline.spec.point_shape(),
        false => points.into(),
    });
    let entering = Frame {
        shape: shapes[0],
        width,
        padding: config.padding,
        format: config.format,
        real: real(false),
        half_rate: half_rate(HalfRate::In),
        coding: config.codings()[0],
    };
    let format = pipeline.output_format(config.format);
    let half_rate = half_rate(HalfRate::Out);
    let coding = config.codings()[1];
    [entering, Frame { shape: shapes[1], format, real: real(true), half_rate, coding, ..entering }]
}

/// Finds the kind of frames of an architecture for a configuration word, or for frames without a word.
fn mode(config: &Config, word: Option<u64>, architecture: &dyn Architecture) -> Result<Mode, Error> {
    let (below, modes) = (config.runtime.bits(), config.runtime.modes(config.points(), config.inverse));
    let shift_bits = architecture.shifts().shift_bits();
    let word = word.unwrap_or_else(|| standard_word(config, &modes[0], architecture));
    let last = modes.last().map_or(0, |mode| mode.word) | ((1 << shift_bits) - 1) << below;
    let (shifts, rest) = (word >> below, word & ((1 << below) - 1));
    let mode = modes.into_iter().find(|mode| mode.word == rest && shifts >> shift_bits == 0);
    mode.map(|mode| Mode { word, ..mode }).ok_or_else(|| {
        Error::Usage(match last {
            0 => format!("config-word {word}: frames of this core choose nothing; leave --config-word out"),
            _ => format!("config-word {word} asks for nothing; there are words from 0 to {last}"),
        })
    })
}

impl Core for Design {
    fn name(&self) -> &str {
        &self.name
    }

    fn title(&self) -> String {
        format!("{}, {}", self.title(), self.config.number().title())
    }

    fn rows(&self) -> Vec<(&'static str, String)> {
        let config = &self.config;
        let most = if self.has_sizes() { "at most " } else { "" };
        let [interval, latency] = self.most_cycles();
        let core_latency = self.architecture.slowest().latency;
        let by_size = self.has_sizes() && self.scale() != "1" && !config.has_block_exponents();
        let latency = match config.interface {
            Interface::Axis if config.clocks_per_beat() > 1 => {
                let every = every(config.clocks_per_beat());
                format!("{} (core {}, in every {every} cycle)", cycles(latency), core_latency)
            }
            Interface::Axis => format!("{most}{} (core {core_latency})", cycles(latency)),
            Interface::Native => format!("{most}{}", cycles(latency)),
        };
        let support = config.support.is_some().then(|| ("support", support(self)));
        let first = [
            ("plan", self.plan_in_words()),
            ("points", format!("{most}{}", points(config))),
            ("order", Order::names(config.orders, config.point_shape())),
            ("scale", if by_size { "by size".into() } else { self.scale() }),
        ];
        let last = [
            ("samples", format!("{} per clock", config.width)),
            ("frame", format!("{most}{}", cycles(interval))),
            ("latency", latency),
            ("operators", format!("{}, of real numbers", self.units())),
            ("memory", counted(self.memory_words(), "complex word")),
        ];
        let estimate = ("estimate", Estimate::of(self, config.target).in_words(config.target));
        let clock = routed_clocks(self).map(|clock| ("clock", clock));
        first.into_iter().chain(support).chain(last).chain([estimate]).chain(clock).collect()
    }

    /// Frames are at least enough for each kind to pass at full rate and with stalls.
    fn self_check(&self, work: usize) -> Result<String, Error> {
        let (frames, beats) = (frames_for(self, work * WORK, work * FRAMES), self.streams()[1].beats);
        let nets = short(self.top.nets_in_all());
        let label = format!("self-check: {} of {}, {nets} nets", counted(frames, "frame"), counted(beats, "beat"));
        let progress = Progress::bar(&label, (frames * beats) as u64);
        let Measured { frames, latency, interval, .. } = check(self, frames, |beats| progress.advance(beats))?;
        Ok(format!("PASS: {frames} frames, latency {latency} cycles, interval {interval} cycles"))
    }

    fn prove(&self, seed: u64) -> Verdict {
        Design::prove(self, seed)
    }

    fn promises(&self) -> Vec<(&'static str, usize)> {
        vec![("latency", self.latency()), ("interval", self.interval())]
    }

    fn files(&self, request: &Request, emitter: &dyn Language, companions: &Companions) -> Vec<File> {
        package::files_with(self, request, emitter, companions)
    }

    fn report(&self, wanted: &PageRequest) -> File {
        package::report(self, wanted)
    }

    fn modules(&self) -> [&Module; 2] {
        [&self.top, &self.core]
    }

    fn with_model(&self, word: Option<u64>, run: Run) -> anyhow::Result<()> {
        with_architecture(&self.config, &*self.architecture, word, run)
    }

    fn estimate(&self, target: &Target, _: &Module) -> Estimate {
        Estimate::of(self, target)
    }

    fn forecast(&self) -> Option<f64> {
        self.architecture.forecast(self.config.points(), self.config.format).map(|forecast| forecast.snr)
    }
}

fn points(config: &Config) -> String {
    match config.kind {
        Kind::Real => format!("{} of {} real samples", config.points(), config.size()),
        Kind::Complex | Kind::RealPair => config.size().to_string(),
    }
}

/// Writes how many points pass which side, and in how many beats.
fn support(design: &Design) -> String {
    let (side, name) = if design.config.inverse { (1, "output") } else { (0, "input") };
    let (points, beats) = (design.config.frame_points()[side], design.streams()[side].beats);
    format!("{} on the {name}, {}", counted(points, "point"), counted(beats, "beat"))
}
