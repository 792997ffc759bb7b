//! A design: a size, a width and a format, and everything that follows from them.

mod check;
mod config;

pub use config::{Config, Interface};

use crate::error::Error;
use crate::format::Format;
use crate::lower::halves::Halves;
use crate::lower::shell::{self, shell, Frames, Sizes};
use crate::lower::{core, row, Operators};
use crate::planner::{self, Ranked, Request};
use crate::reference::{Reference, Sample, Transformed};
use crate::rtl::Module;
use crate::runtime::Mode;
use crate::stream::row::Path;
use crate::stream::schedule::{Goal, Schedules, Terms};
use crate::stream::{Outline, Program, Row, Units};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Most points a clock cycle.
pub const WIDEST: usize = 64;

/// What passes one side of a core.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stream {
    /// Components of a beat: real and imaginary part of each point, or a real sample.
    pub components: usize,
    /// Beats of a frame, of the largest size where there are several.
    pub beats: usize,
}

impl Stream {
    /// Points of a beat, or real samples that come one by one.
    pub fn lanes(&self) -> usize {
        self.components.div_ceil(2)
    }
}

/// A core, from its formula to its netlist.
pub struct Design {
    pub config: Config,
    pub name: String,
    /// The chosen plan first, then the runners-up.
    pub plans: Vec<Ranked>,
    /// Where there are several sizes: the places that they share. The one plan is that of the largest size.
    pub row: Option<Row>,
    pub core: Arc<Module>,
    pub top: Arc<Module>,
}

impl Design {
    /// Plans, schedules and builds.
    ///
    /// ```
    /// use fftgen::{format::Format, Config, Design};
    /// let format = Format::parse("fp16", false)?;
    /// let design = Design::new(Config::new(20, 4, format))?;
    /// assert_eq!(design.name, "dft20_w4_fp16");
    /// assert_eq!(design.program().interval, 5);
    /// # Ok::<(), fftgen::Error>(())
    /// ```
    pub fn new(config: Config) -> Result<Self, Error> {
        if !config.runtime.sizes.is_empty() {
            return Self::of_sizes(config);
        }
        let plans = Self::plans(&config)?;
        let (name, program) = (config.top_name(), &plans[0].program);
        let config = config.chosen(program);
        let operators = Operators::new(&name, config.format, config.depths(), config.product, program);
        let width = program.outline.width;
        let frames = Frames {
            config: config.runtime.bits() + program.shift_bits(),
            standard: program.standard_shifts(),
            ..config.framing()
        };
        let bits = [config.format, program.output_format(config.format)].map(|format| format.bits());
        let (core, top) = match config.interface {
            Interface::Axis => {
                let core = Arc::new(core(&format!("{name}_core"), &name, program, &operators, None));
                let top = Arc::new(shell(&name, &core, width, bits, &frames, program.latency()));
                (core, top)
            }
            Interface::Native => {
                let core = Arc::new(core(&name, &name, program, &operators, Some(config.reset)));
                (core.clone(), core)
            }
        };
        let (core, top) = config.with_reset(core, top);
        Ok(Design { config, name, plans, row: None, core, top })
    }

    /// The row of stages of a configuration of several sizes, without building it.
    pub fn row(config: &Config) -> Result<Row, Error> {
        config.check()?;
        let terms = config.terms();
        let rows = planner::row::assign(&config.runtime.sizes, config.width, &terms.prices)?;
        let schedules = Schedules::new(Terms { given: true, ..terms });
        let (direction, format) = (config.direction(), (config.format, &config.arithmetic));
        let mut row = Row::new(&rows, config.width, direction, format, &schedules)?;
        planner::budget::row(&mut row, &config.format, &terms.prices, config.max_dsp)?;
        Ok(row)
    }

    /// One row for several sizes.
    fn of_sizes(config: Config) -> Result<Self, Error> {
        let (name, runtime, direction) = (config.top_name(), &config.runtime, config.direction());
        let shared = Self::row(&config)?;
        let operators = Operators::of_stages(&name, config.format, config.depths(), config.product, shared.stages());
        let core = Arc::new(row(&format!("{name}_core"), &name, &shared, direction, runtime, &operators));
        let beats: Vec<usize> = shared.paths.iter().map(Path::beats).collect();
        let sizes = Sizes { bits: runtime.size_bits(), beats, waits: shared.waits() };
        let (beats, config_bits) = (sizes.longest(), runtime.bits());
        let sized = Frames { beats, config: config_bits, sizes: Some(sizes), ..config.framing() };
        let largest = shared.paths.last().unwrap_or_else(|| unreachable!("there are several sizes"));
        let latency = shared.latency(largest);
        let bits = [config.format.bits(), shared.bits(config.format.bits())];
        let top = Arc::new(shell(&name, &core, config.width, bits, &sized, latency));
        let (core, top) = config.with_reset(core, top);
        let plans = vec![Ranked::new(largest.program.clone(), &config.format, &config.terms())];
        Ok(Design { config, name, plans, row: Some(shared), core, top })
    }

    /// The plans for a configuration, the best first, without building one.
    pub fn plans(config: &Config) -> Result<Vec<Ranked>, Error> {
        config.check()?;
        if !config.runtime.sizes.is_empty() {
            return Err(Error::Unsupported(
                "plans are chosen for one size, and several share a row of stages; ask for one by --size".into(),
            ));
        }
        let Some(Ok(shared)) = config.shared().map(|shared| Self::ranked(&shared)) else {
            return Self::ranked(config);
        };
        match config.goal {
            // Operator by operator a small transform may be quicker, or take less area, but its errors are greater.
            Goal::Area | Goal::Balanced => Ok(shared),
            Goal::Latency => Ok(planner::joined([Self::ranked(config).unwrap_or_default(), shared], &config.terms())),
        }
    }

    /// The plans in one datapath.
    fn ranked(config: &Config) -> Result<Vec<Ranked>, Error> {
        let (format, arithmetic) = config.inner();
        let float = match config.format {
            Format::Float(float) => (format != config.format).then_some(float),
            Format::Fixed(_) => None,
        };
        let request = Request {
            kind: config.kind,
            size: config.points(),
            width: config.lanes(),
            format,
            float,
            arithmetic: &arithmetic,
            terms: config.terms(),
            direction: config.direction(),
            orders: config.orders,
            max_dsp: config.max_dsp,
        };
        planner::rank(request, config.kernels.as_deref().and_then(crate::plan::forced))
    }

    /// The chosen plan as a stream.
    pub fn program(&self) -> &Program {
        &self.plans[0].program
    }

    /// What the core computes, in words.
    pub fn title(&self) -> String {
        self.row.as_ref().map_or_else(|| self.program().title(), |row| row.title(self.config.direction()))
    }

    /// The formula, and which of its steps have delayed feedback; of several sizes, which radices their stages have.
    pub fn plan(&self) -> String {
        self.row.as_ref().map_or_else(|| self.program().plan(), Row::plan)
    }

    /// The format of what comes out: in fixed point words may have grown.
    pub fn output_format(&self) -> Format {
        self.program().output_format(self.config.format)
    }

    /// What the sum is multiplied by, as a ratio; of the largest size where there are several.
    pub fn scale(&self) -> String {
        self.config.scale_of(self.program())
    }

    /// The bit-accurate model; where frames choose what they are, of the first kind.
    pub fn reference(&self) -> Reference<'_> {
        Reference::new(self.program(), self.config.format)
    }

    /// Bits of a configuration word; none where frames choose nothing.
    pub fn config_bits(&self) -> u32 {
        self.config.runtime.bits() + self.program().shift_bits()
    }

    /// All kinds of frames, the first one that of a frame before there was a configuration word. Where frames choose
    /// their shifts these are as in that frame.
    pub fn modes(&self) -> Vec<Mode> {
        let standard = self.program().standard_shifts();
        let modes = self.config.runtime.modes(self.config.points(), self.config.inverse).into_iter();
        modes.map(|mode| Mode { word: mode.word | standard, ..mode }).collect()
    }

    /// The bit-accurate model of frames of a kind.
    pub fn reference_of(&self, mode: &Mode) -> Reference<'_> {
        let path = self.row.as_ref().and_then(|row| row.paths.iter().find(|path| path.size == mode.size));
        let program = path.map_or(self.program(), |path| &path.program);
        Reference::new(program, self.config.format).asked(mode)
    }

    /// Transforms frames, each of the kind that it asks for.
    pub fn transform_modes(&self, modes: &[Mode], samples: &[Sample]) -> Transformed {
        let mut references: BTreeMap<usize, Reference> = BTreeMap::new();
        let (mut rest, mut all) = (samples, Transformed::default());
        for mode in modes {
            let (frame, further) = rest.split_at(mode.size);
            let known = references.entry(mode.size).or_insert_with(|| self.reference_of(mode));
            all.append(known.clone().asked(mode).transform(frame));
            rest = further;
        }
        all
    }

    /// Transforms whole frames of N samples with the bit-accurate model.
    pub fn transform(&self, samples: &[Sample]) -> Vec<Sample> {
        self.reference().run(samples)
    }

    /// Cycles from the first input beat's transfer to the first output beat's, at the top module; of the largest size where
    /// there are several.
    pub fn latency(&self) -> usize {
        match self.config.interface {
            Interface::Axis => shell::latency(self.core_latency(), self.config.halves()),
            Interface::Native => self.core_latency(),
        }
    }

    /// The same for frames of a kind that begin when none is under way.
    pub fn latency_of(&self, mode: &Mode) -> usize {
        let path = self.row.as_ref().and_then(|row| row.paths.iter().find(|path| path.size == mode.size));
        path.zip(self.row.as_ref())
            .map_or_else(|| self.latency(), |(path, row)| shell::latency(row.latency(path), None))
    }

    /// Clock cycles from frame to frame at full rate.
    pub fn interval(&self) -> usize {
        self.program().interval * self.config.pace()
    }

    /// What goes in, and what comes out.
    pub fn streams(&self) -> [Stream; 2] {
        let Program { outline: Outline { width, .. }, interval, .. } = *self.program();
        let whole = Stream { components: 2 * width, beats: interval };
        let half = Stream { components: width, beats: 2 * interval };
        match self.config.halves() {
            None => [whole; 2],
            Some(Halves::In) => [half, whole],
            Some(Halves::Out) => [whole, half],
        }
    }

    /// Of the core alone, in its own cycles: as many clock cycles as its pace says.
    pub fn core_latency(&self) -> usize {
        let largest = self.row.as_ref().and_then(|row| Some(row.latency(row.paths.last()?)));
        largest.unwrap_or_else(|| self.program().latency())
    }

    /// Its operators.
    pub fn units(&self) -> Units {
        self.row.as_ref().map_or_else(|| self.program().units(), Row::units)
    }

    /// Complex words of memory.
    pub fn memory_words(&self) -> usize {
        self.row.as_ref().map_or_else(|| self.program().memory_words(), Row::words)
    }
}
