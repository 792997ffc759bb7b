//! What is to be built, and what follows from that before anything is planned.

use crate::arch::ports::{Stall, TlastMark};
use crate::choice::Choice;
use crate::format::Format;
use crate::formula::{Direction, Formula, FrameShape, Kernel, Kind, Order, Support};
use crate::number::{system, Datapath, FixedOptions, NumberSystem, ProductRule, Scale, StageTarget};
use crate::operators::MultiplierStyle;
use crate::operators::{Depths, PipelineDepths};
use crate::parts::{latencies, Reset};
use crate::pipeline::{InputCoding, IqOrder, Padding};
use crate::rtl::retime::Profile;
use crate::rtl::MemoryStyle;
use crate::runtime::Runtime;
use crate::schedule::{Goal, ScheduleModel};
use crate::target::{Target, TARGETS};
use fftgen_hdl::protect::Protection;

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
    /// What numbers are computed in, where that is not the format. Where nothing is asked for, the planner chooses for
    /// floating point. Of fixed point, [`Datapath::Block`] has the bits of the format.
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
    /// A frame enters the core once its last beat has come, so that a pause of the source stops no frame before it.
    pub buffer: bool,
    /// Both sides say which bytes of a beat hold points.
    pub tkeep: bool,
    /// Whether a bit of `m_axis_tuser` tells whether a value of the frame was too large for its word; by default where
    /// `tlast` ends rows.
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
    /// Frequency of the clock in MHz, by which constraints and figures go; by default that of the family.
    pub clock_mhz: Option<f64>,
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
    /// How the words of memories are protected.
    pub protection: Protection,
    /// Most clock cycles from frame to frame, where a frame may take more of them than it has beats: one processor then
    /// computes all steps of a frame. None if frames come without a gap.
    pub cycles: Option<usize>,
    /// Clock cycles to each beat of a streaming core whose operators serve several units in these; the planner chooses
    /// them.
    pub pace: usize,
    /// Kernels to use, in order; by default the planner chooses.
    pub kernels: Option<Vec<Kernel>>,
    /// A plan of the complex points of a frame of one dimension, built by hand of kernels, twiddle factors and
    /// permutations; by default the planner chooses. A formula that is not the DFT is refused.
    pub formula: Option<Formula>,
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
            buffer: false,
            tkeep: false,
            overflow_mark: None,
            tlast: TlastMark::default(),
            padding: Padding::default(),
            input_coding: InputCoding::default(),
            iq_order: IqOrder::default(),
            target: &TARGETS[0],
            clock_mhz: None,
            pipeline: Profile::Mid.into(),
            goal: Goal::Balanced,
            multiplier: MultiplierStyle::Dsp,
            support: None,
            max_dsp: None,
            least_memory: false,
            memory_style: MemoryStyle::default(),
            protection: Protection::default(),
            cycles: None,
            pace: 1,
            kernels: None,
            formula: None,
        }
    }

    /// Returns the configuration with an exponent for each frame of fixed-point words: block floating point.
    ///
    /// ```
    /// use fftgen_maths::format::Format;
    /// use fftgen_cores::{Config, Design};
    /// let words = Config::new(64, 4, Format::parse("fixed16", false)?).with_block_exponents();
    /// assert_eq!(Design::new(words)?.scale(), "1/2^exponent");
    /// # Ok::<(), fftgen_maths::Error>(())
    /// ```
    pub fn with_block_exponents(self) -> Self {
        Config { datapath: Some(Datapath::Block(self.format.bits())), ..self }
    }

    /// Returns the frequency of the clock in MHz.
    pub fn clock(&self) -> f64 {
        self.clock_mhz.unwrap_or(self.target.clock_mhz.into())
    }

    /// Returns the configuration for a family. The profile of pipelines has to be set before.
    ///
    /// ```
    /// use fftgen_maths::format::Format;
    /// use fftgen_hdl::target::Target;
    /// use fftgen_cores::{Config, Design};
    /// let words = Config::new(64, 1, Format::parse("fixed16", false)?).on(Target::parse("ecp5").unwrap());
    /// let design = Design::new(words)?;
    /// assert!(design.config.target.name == "ecp5");
    /// # Ok::<(), fftgen_maths::Error>(())
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

    /// The number system between the ports.
    pub fn number(&self) -> Box<dyn NumberSystem> {
        system(self.format, self.datapath, &self.fitted())
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
