//! What is to be built, and what follows from that before anything is planned.

use crate::arch::ports::{FrameFormat, HalfRate, Stall, TlastMark, CLOCKS_PER_BEAT};
use crate::choice::Choice;
use crate::format::Format;
use crate::formula::{is_smooth, prime_factors, Direction, FrameShape, Kernel, Kind, Order, Support};
use crate::lower::{latencies, Reset};
use crate::number::{system, Datapath, FixedOptions, NumberSystem, ProductRule, Scale, StageTarget, SHARED};
use crate::pipeline::{BeatPacking, InputCoding, IqOrder, Padding, Pipeline, SampleCoding};
use crate::rtl::memories::Memories;
use crate::rtl::operators::MultiplierStyle;
use crate::rtl::retime::{Depths, PipelineDepths, Profile};
use crate::rtl::{
    with_memory_modules, with_memory_style, without_enable, without_reset, without_resets_apart, MemoryStyle, Module,
};
use crate::runtime::Runtime;
use crate::schedule::{Goal, ScheduleModel};
use crate::target::{Target, TARGETS};
use std::sync::Arc;

/// Bits of an aligned part beside the fraction of the format: a sign, a leading bit, and three for what lies between two powers of
/// four and what is rounded. With these errors stay below 0.5 u √log2 N.
const CFP_EXTRA_BITS: u32 = 5;

/// Bits that words of a streaming convolution with a chirp have beyond those, whose results pass two transforms.
const CONVOLUTION_EXTRA_BITS: u32 = 1;

/// Bits that words of a convolution over a folded core have beyond those.
const CONVOLVED_EXTRA_BITS: u32 = 3;

/// Points of the largest transform in which operators of the format round each component once: nothing has less error.
const ROUNDED_ONCE: usize = 2;

/// Largest prime factor of a size that is computed so unless something else is asked for.
const LARGEST_SHARED: usize = 19;

/// How the core meets the world.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Interface {
    /// AXI4-Stream on both sides.
    #[default]
    Axis,
    /// The bare core: start pulses, clock enable, fixed latency.
    Native,
}

impl Choice for Interface {
    const WORDS: &'static [(&'static str, Self)] = &[("axis", Interface::Axis), ("native", Interface::Native)];
}

/// What is to be built.
#[derive(Clone, PartialEq, Debug)]
pub struct Config {
    /// What a frame holds.
    pub kind: Kind,
    /// Lengths of the transform along its dimensions; of real data, in samples.
    pub shape: FrameShape,
    /// Points a clock cycle; of real data, samples.
    pub width: usize,
    /// Number format at the ports.
    pub format: Format,
    /// The inverse transform, in floating point scaled by 1/N; else the forward one, there unscaled.
    pub inverse: bool,
    /// What each frame chooses.
    pub runtime: Runtime,
    /// Of the points that come, and of those that go.
    pub orders: [Order; 2],
    /// How fixed point is computed with; nothing is chosen for floating point.
    pub arithmetic: FixedOptions,
    /// What numbers are computed in, where that is not the format. Where nothing is asked for, the planner chooses for floating
    /// point. Of fixed point, [`Datapath::Block`] has the bits of the format.
    pub datapath: Option<Datapath>,
    /// How real products of a matrix product are computed.
    pub products: ProductRule,
    /// Name of the top module, and what all other names begin with; by default `dft20_w4_fp32`.
    pub name: Option<String>,
    /// Ports of the core.
    pub interface: Interface,
    /// Reset of the top module.
    pub reset: Reset,
    /// Pauses that the core bears.
    pub stall: Stall,
    /// Frames that `tlast` ends too early are dropped; else frames are counted by their beats.
    pub resync: bool,
    /// Both sides say which bytes of a beat hold points.
    pub tkeep: bool,
    /// Whether a bit of `m_axis_tuser` tells whether a value of the frame was too large for its word; by default where `tlast` ends rows.
    pub overflow_mark: Option<bool>,
    /// What `tlast` marks the last beat of. Where that is a row, `tuser[0]` marks the first beat of a frame.
    pub tlast: TlastMark,
    /// What begins with a beat of its own.
    pub padding: Padding,
    /// Words of the components that come in.
    pub input_coding: InputCoding,
    /// Order of the parts of complex samples, on both sides.
    pub iq_order: IqOrder,
    /// Family that the core is built for.
    pub target: &'static Target,
    /// Pipeline depths of the operators.
    pub pipeline: PipelineDepths,
    /// What the plan is chosen for.
    pub goal: Goal,
    /// What multipliers are made of.
    pub multiplier: MultiplierStyle,
    /// The points that may differ from zero, of the frames that come in, or with the inverse transform the points that
    /// are wanted of those that go out; none if these are all points. Only they pass the ports.
    pub support: Option<Support>,
    /// Most DSP blocks, as on UltraScale+.
    pub max_dsp: Option<usize>,
    /// As few words of memory as elements wait.
    pub least_memory: bool,
    /// What synthesis makes memories of.
    pub memory_style: MemoryStyle,
    /// Most clock cycles from frame to frame, where a frame may take more of them than it has beats: one processor then computes all steps
    /// of a frame. None if frames come without a gap.
    pub cycles: Option<usize>,
    /// Clock cycles to each beat of a streaming core whose operators serve several units in these; the planner chooses them.
    pub pace: usize,
    /// Kernels to use, in order; by default the planner chooses.
    pub kernels: Option<Vec<Kernel>>,
}

impl Config {
    /// The defaults for a size, a width and a format.
    pub fn new(shape: impl Into<FrameShape>, width: usize, format: Format) -> Self {
        Config {
            kind: Kind::Complex,
            shape: shape.into(),
            width,
            format,
            inverse: false,
            runtime: Runtime::default(),
            orders: [Order::Natural; 2],
            arithmetic: FixedOptions::default(),
            datapath: None,
            products: ProductRule::Whole,
            name: None,
            interface: Interface::Axis,
            reset: Reset::default(),
            stall: Stall::default(),
            resync: false,
            tkeep: false,
            overflow_mark: None,
            tlast: TlastMark::default(),
            padding: Padding::default(),
            input_coding: InputCoding::default(),
            iq_order: IqOrder::default(),
            target: &TARGETS[0],
            pipeline: Profile::Mid.into(),
            goal: Goal::Balanced,
            multiplier: MultiplierStyle::Dsp,
            support: None,
            max_dsp: None,
            least_memory: false,
            memory_style: MemoryStyle::default(),
            cycles: None,
            pace: 1,
            kernels: None,
        }
    }

    /// Returns the configuration with an exponent for each frame of fixed-point words: block floating point.
    ///
    /// ```
    /// use fftgen::{format::Format, Config, Design};
    /// let words = Config::new(64, 4, Format::parse("fixed16", false)?).with_block_exponents();
    /// assert_eq!(Design::new(words)?.scale(), "1/2^exponent");
    /// # Ok::<(), fftgen::Error>(())
    /// ```
    pub fn with_block_exponents(self) -> Self {
        Config { datapath: Some(Datapath::Block(self.format.bits())), ..self }
    }

    /// Returns the configuration for a family. The profile of pipelines has to be set before.
    ///
    /// ```
    /// use fftgen::{format::Format, synth::Target, Config, Design};
    /// let words = Config::new(64, 1, Format::parse("fixed16", false)?).on(Target::parse("ecp5").unwrap());
    /// let design = Design::new(words)?;
    /// assert!(design.config.target.name == "ecp5");
    /// # Ok::<(), fftgen::Error>(())
    /// ```
    pub fn on(self, target: &'static Target) -> Self {
        let cycles = self.pipeline.profile.cycles(target.technology);
        let (rounding, halves) = cycles.map_or((1, 2), |cycles| (cycles.rounding as usize, cycles.halves as usize));
        let registers_memories = target.technology.registers_memories && self.streams_one_size();
        // Gates have no resets of registers beside their logic, for which flags would have to come early.
        let registers_flags = registers_memories && target.technology.has_luts;
        // A sum of several cycles has no time for a multiplexer before it either.
        let registers_turns = registers_flags && cycles.is_some_and(|cycles| cycles.sum > 1);
        let stage = StageTarget {
            rounding,
            halves,
            registers_memories,
            registers_flags,
            registers_turns,
            technology: target.technology,
        };
        let multiplier = match (self.multiplier, target.technology.has_luts) {
            (MultiplierStyle::Dsp, false) => MultiplierStyle::Gates,
            (style, _) => style,
        };
        Config { target, multiplier, arithmetic: FixedOptions { stage, ..self.arithmetic.clone() }, ..self }
    }

    /// Whether frames of one size stream without gaps.
    fn streams_one_size(&self) -> bool {
        self.cycles.is_none() && self.runtime.sizes.is_empty()
    }

    /// Whether fixed-point words have an exponent for each frame.
    pub fn has_block_exponents(&self) -> bool {
        matches!((self.format, self.datapath), (Format::Fixed(_), Some(Datapath::Block(_))))
    }

    /// Points of the transform; of real data, samples of a frame.
    pub fn size(&self) -> usize {
        self.shape.samples()
    }

    /// Complex points of a frame.
    pub fn points(&self) -> usize {
        self.kind.points(self.size())
    }

    /// Returns the lengths of the complex transform along its dimensions, in points.
    pub fn point_shape(&self) -> FrameShape {
        self.kind.point_shape(self.shape)
    }

    /// Complex points of a beat of the core.
    pub fn lanes(&self) -> usize {
        self.width.div_ceil(self.kind.share())
    }

    /// Returns the packing of a frame's points into beats of the core, on a side that `points` of them pass.
    pub fn packing(&self, points: usize) -> BeatPacking {
        BeatPacking { beat: self.lanes(), run: self.padding.run(self.point_shape()).min(points) }
    }

    /// Returns the number of beats of a frame in the core, on the input and on the output.
    pub fn frame_beats(&self) -> [usize; 2] {
        self.frame_points().map(|points| self.packing(points).beats(points))
    }

    /// Returns the number of lanes that hold no point, in the last beat of a frame or, where rows are padded, of a row, on the
    /// input and on the output.
    pub fn spare_lanes(&self) -> [usize; 2] {
        self.frame_points().map(|points| self.packing(points).spare())
    }

    /// Says why no value is too large for its word, if so.
    pub(crate) fn has_no_overflow(&self) -> Option<&'static str> {
        match self.format {
            Format::Float(_) => Some("too large a number becomes infinite"),
            Format::Fixed(_) => {
                self.has_block_exponents().then_some("no value of block floating point is too large for its word")
            }
        }
    }

    /// Whether frames are marked that have a value too large for its word.
    pub(super) fn marks_overflow(&self) -> bool {
        self.has_no_overflow().is_none() && self.overflow_mark.unwrap_or(self.tlast == TlastMark::Row)
    }

    /// Returns the number of beats of a row in the core.
    pub fn row_beats(&self) -> usize {
        self.point_shape().row_samples().div_ceil(self.lanes())
    }

    /// The side on which a real sample passes in each clock cycle, if there is one. The core has a beat in every second cycle.
    pub fn half_rate(&self) -> Option<HalfRate> {
        let side = if self.inverse { HalfRate::Out } else { HalfRate::In };
        (self.width < self.kind.share()).then_some(side)
    }

    /// Codings of the samples on the input and on the output. Real samples have no parts.
    pub fn codings(&self) -> [SampleCoding; 2] {
        [false, true].map(|is_output| SampleCoding {
            is_offset: !is_output && self.input_coding == InputCoding::Offset,
            is_swapped: self.iq_order == IqOrder::Qi && (self.kind != Kind::Real || self.inverse != is_output),
        })
    }

    /// Clock cycles to each beat of the core.
    pub fn clocks_per_beat(&self) -> usize {
        self.pace.max(self.least_pace())
    }

    /// Clock cycles to each beat of the core that the ports take, whatever the planner chooses.
    pub(super) fn least_pace(&self) -> usize {
        self.half_rate().map_or(1, |_| CLOCKS_PER_BEAT)
    }

    /// The frames at the ports, as far as the configuration says. Those of one size without configuration words.
    pub(super) fn frame_format(&self) -> FrameFormat {
        let beats = self.frame_beats();
        let row_beats = Some(self.row_beats());
        FrameFormat {
            beats,
            interval: beats[0].max(beats[1]),
            half_rate: self.half_rate(),
            pace: self.clocks_per_beat(),
            stall: self.stall,
            config_bits: 0,
            default_config: 0,
            sizes: None,
            set_coefficients: None,
            reset: self.reset,
            has_resync: self.resync,
            spare_lanes: self.tkeep.then_some(self.spare_lanes()),
            tlast_row_beats: row_beats.filter(|_| self.tlast == TlastMark::Row),
            padded_row_beats: row_beats.filter(|_| self.padding == Padding::Rows),
            codings: self.codings(),
        }
    }

    /// Returns the core and the top module with memories of the style that was asked for.
    pub(super) fn with_memories(&self, core: Arc<Module>, top: Arc<Module>) -> (Arc<Module>, Arc<Module>) {
        let (core, top) = match self.memory_style {
            MemoryStyle::Auto => (core, top),
            style => with_core(&core, with_memory_style(&top, style)),
        };
        with_core(&core, self.with_memory_modules(top))
    }

    /// Returns a top module whose memories are modules of their own, if those of the target are macros.
    pub(crate) fn with_memory_modules(&self, top: Arc<Module>) -> Arc<Module> {
        let technology = self.target.technology;
        match technology.has_luts {
            true => top,
            false => with_memory_modules(&without_resets_apart(&top), &Memories::new(&top.name, technology)),
        }
    }

    /// Returns core and top module without a clock enable, if neither side pauses.
    pub(super) fn with_stalls(&self, core: Arc<Module>, top: Arc<Module>) -> (Arc<Module>, Arc<Module>) {
        match self.stall {
            Stall::Any => (core, top),
            Stall::None => with_core(&core, without_enable(&top)),
        }
    }

    /// Core and top module with the reset that was asked for.
    pub(super) fn with_reset(&self, core: Arc<Module>, top: Arc<Module>) -> (Arc<Module>, Arc<Module>) {
        if self.reset != Reset::None {
            return (core, top);
        }
        with_core(&core, without_reset(&top))
    }

    /// The number system between the ports.
    pub fn number(&self) -> Box<dyn NumberSystem> {
        system(self.format, self.datapath, &self.fitted())
    }

    /// Whether floating point is to be computed in something else.
    pub(super) fn computes_otherwise(&self) -> bool {
        let is_float = matches!(self.format, Format::Float(_));
        is_float && self.datapath.is_some_and(|datapath| !datapath.is_in_format())
    }

    /// The same in words whose parts share an exponent, where nothing is asked for that they do not do.
    pub(super) fn shared(&self) -> Option<Self> {
        let convolution = || self.in_shared_words(CONVOLUTION_EXTRA_BITS).filter(|_| !is_smooth(self.points()));
        self.shared_for_folding().or_else(convolution).filter(|_| self.runtime == Runtime::default())
    }

    /// Returns the configuration in words whose parts share an exponent, for a folded core, whose decoder has the scale of each frame.
    pub(super) fn shared_for_folding(&self) -> Option<Self> {
        // Convolutions take longer words, and kernels of large primes grow words by more bits than they keep.
        let is_served = |size: usize| {
            size > ROUNDED_ONCE && prime_factors(size).last().is_none_or(|prime| *prime <= LARGEST_SHARED)
        };
        let sizes_are_served = match &self.runtime.sizes[..] {
            [] => is_served(self.shape.transform_samples()),
            sizes => sizes.iter().all(|size| is_served(*size)),
        };
        self.in_shared_words(0).filter(|_| sizes_are_served)
    }

    /// Returns the configuration in words whose parts share an exponent, for a core of mirrored pairs, which keeps all bits of its sums.
    pub(super) fn shared_for_pairs(&self) -> Option<Self> {
        self.in_shared_words(0)
    }

    /// Returns the configuration in words whose parts share an exponent, for a convolution over a folded core. Its words have more bits,
    /// because a result is the sum of two transforms.
    pub(super) fn shared_for_convolution(&self) -> Option<Self> {
        self.in_shared_words(CONVOLVED_EXTRA_BITS)
    }

    /// Returns the configuration in words whose parts share an exponent, with some bits more than the fewest. `None` where something else is asked
    /// for.
    fn in_shared_words(&self, extra: u32) -> Option<Self> {
        let Format::Float(float) = self.format else { return None };
        let least = float.fraction + CFP_EXTRA_BITS;
        let bits = (least + extra).min(*SHARED.end());
        let served = self.datapath.is_none() && !float.subnormals && SHARED.contains(&least);
        served.then(|| Config { datapath: Some(Datapath::Shared(bits)), ..self.clone() })
    }

    /// Returns the configuration with the datapath and the pace of the pipeline that was chosen for it.
    pub fn chosen(self, pipeline: &Pipeline) -> Self {
        let datapath = pipeline.shared().map(|shared| Datapath::Shared(shared.aligned));
        Config { datapath: datapath.or(self.datapath), pace: pipeline.pace, ..self }
    }

    /// Which way frames go.
    pub fn direction(&self) -> Direction {
        match (self.runtime.direction, self.inverse, self.format) {
            // In fixed point both are scaled alike.
            (true, _, Format::Fixed(_)) => Direction::Chosen { by: 1 },
            (true, _, Format::Float(_)) => Direction::Chosen { by: self.shape.transform_samples() },
            (false, true, _) => Direction::Inverse,
            (false, false, _) => Direction::Forward,
        }
    }

    /// How long operators take, what they cost, and what is sought.
    pub fn schedule_model(&self) -> ScheduleModel {
        let number = self.number();
        ScheduleModel {
            format: number.format(),
            latencies: latencies(self.depths()),
            costs: number.costs(self.multiplier),
            goal: self.goal,
            rotation: number.rotation(),
            least_memory: self.least_memory,
            external_twiddles: false,
            scales_as_twiddles: false,
            fills_coefficients: matches!(number.format(), Format::Fixed(_)) && self.arithmetic.scale() != Scale::Chosen,
            multiplies_all: false,
            registered_above: self.target.technology.registered_above().filter(|_| self.streams_one_size()),
        }
    }

    /// How deep the operators are.
    pub(super) fn depths(&self) -> Depths {
        self.number().depths(self.size(), self.pipeline, self.multiplier, self.target.technology)
    }
}

/// Returns a changed top module after the core inside it, which has the name of the original core.
fn with_core(core: &Module, top: Arc<Module>) -> (Arc<Module>, Arc<Module>) {
    let inside = top.instances.iter().find(|instance| instance.module.name == core.name);
    (inside.map_or(top.clone(), |instance| instance.module.clone()), top)
}
