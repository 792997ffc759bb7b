//! A design: a size, a width and a format, and everything that follows from them.

mod check;
mod check_ports;
mod check_sizes;
mod choice;
mod config;
mod convolved;
mod fitted;
mod folded;
mod folded_search;
mod folded_sizes;
mod frames;
mod front;
mod mac;
mod name;
mod of_sizes;
mod offer;
mod pace;
mod paired;
mod proved;
mod rate;
mod restyled;
mod shared_words;
mod support;

pub use config::{Config, Interface};
pub use convolved::ConvolvedChoice;
pub use folded::FoldedChoice;
pub use mac::MacChoice;
pub use name::digest;
pub use of_sizes::SizesCore;
pub use offer::{Offer, Way};
pub use paired::PairedChoice;

use crate::arch::ports::{
    self, axis_wrapper, FrameFormat, HalfRate, SizeTable, TlastMark, WrappedCore, CLOCKS_PER_BEAT,
};
use crate::arch::{Architecture, FrameTiming, OperatorSettings};
use crate::error::Error;
use crate::format::Format;
use crate::model::{Model, Sample, Transformed};
use crate::parts::frame_overflow::{with_marks, OUT_OVERFLOW};
use crate::parts::Reset;
use crate::pipeline::{BeatPacking, Pipeline, Units};
use crate::proof::Verdict;
use crate::rtl::Module;
use crate::runtime::Mode;
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
    /// Components that follow each other without an empty place: those of a frame, or of a padded row.
    pub run: usize,
    /// Beats of a row, if `tlast` marks rows.
    pub tlast_row_beats: Option<usize>,
}

impl Stream {
    /// Returns the packing of the components of a frame into beats.
    pub fn packing(&self) -> BeatPacking {
        BeatPacking { beat: self.components, run: self.run }
    }

    /// Whether a beat of a frame of `beats` beats has `tlast`.
    pub fn has_tlast(&self, beat: usize, beats: usize) -> bool {
        (beat + 1) % self.tlast_row_beats.unwrap_or(beats) == 0
    }

    /// Points of a beat, or real samples that come one by one.
    pub fn lanes(&self) -> usize {
        self.components.div_ceil(2)
    }
}

/// A core, from its formula to its netlist.
pub struct Design {
    /// What was asked for, with the chosen datapath.
    pub config: Config,
    /// Name of the top module.
    pub name: String,
    /// Way in which the transform became a core.
    pub architecture: Arc<dyn Architecture>,
    /// Netlist without the AXI4-Stream ports.
    pub core: Arc<Module>,
    /// Netlist of the top module.
    pub top: Arc<Module>,
    /// LUTs of the core without its ports, by the estimate of the planner. `None` if it has none.
    pub luts: Option<usize>,
}

impl Design {
    /// Plans, schedules and builds.
    ///
    /// ```
    /// use fftgen_maths::format::Format;
    /// use fftgen_cores::{Config, Design};
    /// let format = Format::parse("fp16", false)?;
    /// let design = Design::new(Config::new(20, 4, format))?;
    /// assert_eq!(design.name, "dft20_w4_fp16");
    /// assert_eq!(design.timing().interval, 5);
    /// # Ok::<(), fftgen_maths::Error>(())
    /// ```
    pub fn new(config: Config) -> Result<Self, Error> {
        let choice = Self::choice(&config)?;
        Design { luts: choice.luts, ..Self::of(config, choice.architecture) }.checked()
    }

    /// Refuses marks of frames where no value is ever too large for its word.
    ///
    /// # Errors
    ///
    /// The configuration asks for marks, and the core has none.
    pub fn checked(self) -> Result<Self, Error> {
        match self.config.overflow_mark == Some(true) && !self.marks_overflow() {
            true => Err(Error::Usage(
                "mark-overflow: no value of this core is too large for its word; leave --mark-overflow out".into(),
            )),
            false => Ok(self),
        }
    }

    /// Builds a core of an architecture, and the ports around it that the configuration asks for.
    pub fn of(config: Config, architecture: Box<dyn Architecture>) -> Self {
        Self::around(config, architecture.into())
    }

    /// Builds a core of an architecture that others have too, and the ports around it that the configuration asks for.
    pub fn around(config: Config, architecture: Arc<dyn Architecture>) -> Self {
        let (name, pipeline) = (config.top_name(), architecture.pipeline());
        let config = config.chosen(pipeline);
        let settings = OperatorSettings {
            format: config.format,
            depths: config.depths(),
            multiplier: config.multiplier,
            tells_overflow: config.marks_overflow(),
        };
        let lower = |name: &str, prefix: &str, alone: Option<Reset>| {
            let core = architecture.lower(name, prefix, &settings, alone);
            match settings.tells_overflow {
                true => with_marks(core, architecture.overflow_of_beats()),
                false => core,
            }
        };
        let (core, top) = match config.interface {
            Interface::Axis => {
                let core = Arc::new(lower(&format!("{name}_core"), &name, None));
                let sizes = architecture.sizes();
                let timing = architecture.slowest();
                let first = sizes.first().map_or(pipeline, |size| size.pipeline);
                let sizes = (!sizes.is_empty()).then(|| SizeTable {
                    number_bits: config.runtime.size_bits(),
                    beats: sizes.iter().map(|size| architecture.timing(size.points).beats[0]).collect(),
                    latencies: sizes.iter().map(|size| architecture.timing(size.points).latency).collect(),
                    gaps: sizes.iter().map(|size| size.gap).collect(),
                });
                let format = FrameFormat {
                    beats: timing.beats,
                    interval: timing.interval,
                    config_bits: config.runtime.bits() + architecture.shifts().shift_bits(),
                    default_config: first.standard_shifts() << config.runtime.bits(),
                    sizes,
                    set_coefficients: Some(architecture.preload().len()).filter(|count| *count > 0),
                    ..config.frame_format()
                };
                let top = axis_wrapper(&WrappedCore {
                    name: &name,
                    core: &core,
                    components: components(&*architecture),
                    bits: [config.format, architecture.output_format(config.format)].map(|format| format.bits()),
                    format: &format,
                    latency: timing.latency,
                });
                let top = Arc::new(top);
                (core, top)
            }
            Interface::Native => {
                let core = lower(&name, &name, Some(config.reset));
                let core = Arc::new(Module { has_clock: true, ..core });
                (core.clone(), core)
            }
        };
        let (core, top) = config.with_reset(core, top);
        let (core, top) = config.with_memories(core, top);
        let (core, top) = config.with_stalls(core, top);
        let luts = architecture.candidates().first().map(|plan| plan.cost.luts);
        Design { config, name, architecture, core, top, luts }
    }

    /// The pipeline whose arithmetic the ports follow; of several sizes that of the largest.
    pub fn pipeline(&self) -> &Pipeline {
        self.architecture.pipeline()
    }

    /// Proves that the model of each kind of frames is its transform, without a tolerance. `seed`: of primes and data.
    /// See [`crate::proof`].
    ///
    /// ```
    /// use fftgen_maths::format::Format;
    /// use fftgen_cores::{proof::Verdict, Config, Design};
    /// let design = Design::new(Config::new(20, 4, Format::parse("fp16", false)?))?;
    /// assert!(matches!(design.prove(1), Verdict::Exact(_)));
    /// # Ok::<(), fftgen_maths::Error>(())
    /// ```
    pub fn prove(&self, seed: u64) -> Verdict {
        self.config.prove(&*self.architecture, seed)
    }

    /// Beats, initiation interval and latency of the core, in its own cycles; of the largest size.
    pub fn timing(&self) -> FrameTiming {
        self.architecture.timing(self.pipeline().size)
    }

    /// Whether frames choose among several sizes.
    pub fn has_sizes(&self) -> bool {
        !self.config.runtime.sizes.is_empty()
    }

    /// Whether an output marks frames that have a value too large for its word.
    pub fn marks_overflow(&self) -> bool {
        self.core.outputs.iter().any(|port| port.name == OUT_OVERFLOW)
    }

    /// What the core computes, in words, and how often where frames do not follow each other without a gap.
    pub fn title(&self) -> String {
        let beats = self.streams().map(|stream| stream.beats);
        let interval = self.interval();
        match beats.into_iter().any(|beats| beats >= interval) || self.has_sizes() {
            true => self.architecture.title(),
            false => format!("{}, a frame every {interval} cycles", self.architecture.title()),
        }
    }

    /// The plan in words where that says it, and else as [`Self::plan`].
    pub fn plan_in_words(&self) -> String {
        let (plan, pipeline) = (self.plan(), self.pipeline());
        match (plan.strip_prefix(&pipeline.plan()), pipeline.in_words()) {
            (Some(rest), words) if !words.is_empty() => {
                let datapath = pipeline.shared().map_or(String::new(), |word| format!("; {}", word.name()));
                format!("{words}{datapath}{rest}")
            }
            _ => plan,
        }
    }

    /// The formula, and which of its steps have delayed feedback; of several sizes, which radices their stages have.
    pub fn plan(&self) -> String {
        self.architecture.plan()
    }

    /// The format of what comes out: in fixed point words may have grown.
    pub fn output_format(&self) -> Format {
        self.architecture.output_format(self.config.format)
    }

    /// What the sum is multiplied by, as a ratio; of the largest size where there are several.
    pub fn scale(&self) -> String {
        self.architecture.scale().unwrap_or_else(|| self.config.number().scale(self.pipeline()))
    }

    /// The bit-accurate model; where frames choose what they are, of the first kind.
    pub fn model(&self) -> Model<'_> {
        self.architecture.model(self.config.format.into(), None)
    }

    /// Bits of a configuration word; none where frames choose nothing.
    pub fn config_bits(&self) -> u32 {
        self.config.runtime.bits() + self.architecture.shifts().shift_bits()
    }

    /// All kinds of frames, the first one that of a frame before there was a configuration word. Where frames choose
    /// their shifts these are as in that frame.
    pub fn modes(&self) -> Vec<Mode> {
        self.config.modes(&*self.architecture)
    }

    /// The bit-accurate model of frames of a kind.
    pub fn model_of(&self, mode: &Mode) -> Model<'_> {
        self.architecture.model(self.config.format.into(), Some(mode))
    }

    /// Transforms frames that come one after another from a reset on, each of the kind that it asks for.
    pub fn transform_modes(&self, modes: &[Mode], samples: &[Sample]) -> Transformed {
        let mut models: BTreeMap<(usize, bool), Model> = BTreeMap::new();
        let (mut rest, mut all) = (samples, Transformed::default());
        for alike in modes.chunk_by(|one, next| one == next) {
            let mode = &alike[0];
            let (frames, further) = rest.split_at(alike.len() * mode.points[0]);
            let known = models.entry((mode.size, mode.inverse)).or_insert_with(|| self.model_of(mode));
            all.append(known.clone().asked(mode).transform(frames));
            rest = further;
        }
        all
    }

    /// Transforms whole frames with the bit-accurate model.
    pub fn transform(&self, samples: &[Sample]) -> Vec<Sample> {
        self.model().run(samples)
    }

    /// Cycles from the first input beat's transfer to the first output beat's, at the top module; of the largest size
    /// where there are several.
    pub fn latency(&self) -> usize {
        self.latency_at_ports(self.core_latency())
    }

    /// The same for frames of a kind that begin when none is under way.
    pub fn latency_of(&self, mode: &Mode) -> usize {
        self.latency_at_ports(self.architecture.timing(mode.size).latency)
    }

    /// Clock cycles from frame to frame at full folding.
    pub fn interval(&self) -> usize {
        self.timing().interval * self.config.clocks_per_beat()
    }

    /// The most clock cycles from frame to frame at full folding, and the most from the first input beat to the first
    /// output beat, of frames of any size.
    pub fn most_cycles(&self) -> [usize; 2] {
        let FrameTiming { interval, latency, .. } = self.architecture.slowest();
        [interval * self.config.clocks_per_beat(), self.latency_at_ports(latency)]
    }

    /// What goes in, and what comes out.
    pub fn streams(&self) -> [Stream; 2] {
        let beats = self.timing().beats;
        let components = components(&*self.architecture);
        let runs = match self.architecture.sides() {
            None => self.architecture.points().map(|points| 2 * self.config.packing(points).run),
            Some(sides) => sides.map(|side| side.frame),
        };
        let row_beats = (self.config.tlast == TlastMark::Row).then(|| self.config.row_beats());
        let stream = |side: usize, components: usize, clocks: usize| Stream {
            components,
            beats: clocks * beats[side],
            run: runs[side],
            tlast_row_beats: row_beats.map(|beats| clocks * beats),
        };
        let whole = |side: usize| stream(side, components[side], 1);
        let half = |side: usize| stream(side, components[side] / 2, CLOCKS_PER_BEAT);
        match self.config.half_rate() {
            None => [whole(0), whole(1)],
            Some(HalfRate::In) => [half(0), whole(1)],
            Some(HalfRate::Out) => [whole(0), half(1)],
        }
    }

    fn latency_at_ports(&self, core: usize) -> usize {
        let pace = self.config.clocks_per_beat();
        let held = ports::held_cycles(self.config.buffer, self.timing().beats[0], pace);
        match self.config.interface {
            Interface::Axis => ports::latency(core, pace) + held,
            Interface::Native => core,
        }
    }

    /// Core cycles from the first input beat to the first output beat, without the ports.
    pub fn core_latency(&self) -> usize {
        self.timing().latency
    }

    /// Its operators.
    pub fn units(&self) -> Units {
        self.architecture.units()
    }

    /// Complex words of memory.
    pub fn memory_words(&self) -> usize {
        let [entering, _] = self.streams();
        let buffer = if self.config.buffer { (entering.beats * entering.components).div_ceil(2) } else { 0 };
        self.architecture.memory_words() + buffer
    }
}

/// Components of a beat on the input and on the output.
fn components(architecture: &dyn Architecture) -> [usize; 2] {
    let points = architecture.pipeline().spec.width;
    architecture.sides().map_or([2 * points; 2], |sides| sides.map(|side| side.components))
}
