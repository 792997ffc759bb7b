//! Architectures: ways to turn a transform into a core with the native interface.

pub mod convolved;
mod direction_ports;
mod estimated;
pub mod folded;
pub mod mac;
pub mod multi_size;
mod operation;
pub mod paired;
pub mod ports;
mod product;
pub mod registers;
mod streaming;
mod timing;
mod title;

pub use convolved::Convolved;
pub use estimated::Estimated;
pub use folded::{Folded, FoldedSizes};
pub use mac::Mac;
pub use multi_size::MultiSize;
pub use operation::{ChainFacts, OperationFacts, StreamFacts};
pub use paired::Paired;
pub use product::ProductFacts;
pub use streaming::Streaming;
pub use timing::{every, FrameTiming};

use self::multi_size::FrameGap;
use self::registers::Settings;
use crate::exact::Field;
use crate::format::{Format, Numbers};
use crate::model::Model;
use crate::number::fixed::Forecast;
use crate::operators::Depths;
use crate::operators::MultiplierStyle;
use crate::parts::frame_overflow::OUT_OVERFLOW;
use crate::parts::Reset;
use crate::pipeline::{Block, Pipeline, Stage, Units};
use crate::planner::Ranked;
use crate::rtl::Module;
use crate::runtime::Mode;

/// A way to turn a transform into a core with the native interface. All cycles are those of the core's clock enable.
pub trait Architecture: Send + Sync {
    /// What the core computes, in words.
    fn title(&self) -> String;

    /// The formula and how its steps are computed, in a line.
    fn plan(&self) -> String;

    /// How the core computes, in a few words.
    fn summary(&self) -> String {
        self.plan()
    }

    /// The pipeline of the largest transform: the ports and the manifest follow its arithmetic.
    fn pipeline(&self) -> &Pipeline;

    /// Points of a frame that come in, and points that go out; of the largest transform.
    fn points(&self) -> [usize; 2] {
        self.pipeline().points()
    }

    /// What passes the two sides, where that is not points of the frames of the pipeline.
    fn sides(&self) -> Option<[Side; 2]> {
        None
    }

    /// Whether a frame depends on those before it, from a reset on.
    fn has_history(&self) -> bool {
        false
    }

    /// The format of what comes out of a core for words of a format.
    fn output_format(&self, format: Format) -> Format {
        self.pipeline().output_format(format)
    }

    /// The operations, where the core is a chain of these.
    fn chain(&self) -> Option<&ChainFacts> {
        None
    }

    /// The scale of the results as a ratio, where the arithmetic of the pipeline does not say it.
    fn scale(&self) -> Option<String> {
        None
    }

    /// What holds of the numbers in the core beside what their system says, as a clause.
    fn numbers(&self) -> Option<&'static str> {
        None
    }

    /// The matrix that frames are multiplied by, where the core computes a matrix product.
    fn product(&self) -> Option<ProductFacts> {
        None
    }

    /// What a point of a frame counts in a result, without the scale, by the definition of the matrix; zeros where
    /// frames are no product with one.
    fn defined(&self, _: &Field, _result: usize, _point: usize) -> [u64; 2] {
        [0; 2]
    }

    /// What registers change while the core runs, where there is such.
    fn settings(&self) -> Option<&dyn Settings> {
        None
    }

    /// Coefficients that come by a stream of their own before the frames of a test, where the core takes such.
    fn preload(&self) -> &[[u64; 2]] {
        &[]
    }

    /// The same with another set of coefficients for tests, where the core takes such.
    fn with_preload(&self, _: Vec<[u64; 2]>) -> Option<Box<dyn Architecture>> {
        None
    }

    /// Beats, initiation interval and latency of frames of `size` points.
    fn timing(&self, size: usize) -> FrameTiming;

    /// The sizes that frames choose among, the smallest first; empty where all frames have one size.
    fn sizes(&self) -> Vec<FrameSize<'_>> {
        vec![]
    }

    /// Beats of the largest frames, and the greatest initiation interval and latency of frames of any size.
    fn slowest(&self) -> FrameTiming {
        let largest = self.timing(self.pipeline().size);
        self.sizes().iter().fold(largest, |slowest, size| {
            let FrameTiming { interval, latency, .. } = self.timing(size.points);
            FrameTiming {
                beats: slowest.beats,
                interval: slowest.interval.max(interval),
                latency: slowest.latency.max(latency),
            }
        })
    }

    /// The pipeline of frames of `size` points.
    fn pipeline_of(&self, size: usize) -> &Pipeline {
        let found = self.sizes().into_iter().find(|other| other.points == size);
        found.map_or(self.pipeline(), |found| found.pipeline)
    }

    /// The pipeline whose shifts are those of the configuration word: the one with the most, where frames have several
    /// sizes.
    fn shifts(&self) -> &Pipeline {
        let sizes = self.sizes().into_iter().map(|size| size.pipeline);
        sizes.max_by_key(|pipeline| pipeline.shift_bits()).unwrap_or(self.pipeline())
    }

    /// The plans that were weighed, the best first; empty where nothing was weighed.
    fn candidates(&self) -> &[Ranked] {
        &[]
    }

    /// The stages whose operators the core has, each with the number of its copies.
    fn stages(&self) -> Vec<(&Stage, usize)>;

    /// The way of a frame through the parts of the core.
    fn flow(&self) -> Flow<'_> {
        Flow::Steps
    }

    /// Real operators.
    fn units(&self) -> Units;

    /// Bits of both factors of the multipliers, where these belong to no stage.
    fn multiplier_bits(&self) -> Option<[u32; 2]> {
        None
    }

    /// Complex words of memory.
    fn memory_words(&self) -> usize;

    /// The noise of frames of `size` points of noise of full scale. `None` where there is no forecast.
    fn forecast(&self, size: usize, format: Format) -> Option<Forecast> {
        matches!(format, Format::Fixed(_)).then(|| Forecast::new(self.pipeline_of(size), format.bits())).flatten()
    }

    /// Output of the core that is high in some beat of the results of a frame that had a value too large for its word,
    /// and in no beat of another one, if [`OperatorSettings::tells_overflow`].
    fn overflow_of_beats(&self) -> &'static str {
        OUT_OVERFLOW
    }

    /// Builds the netlist of the core. `prefix`: what the names of its modules begin with. `alone`: the reset of a core
    /// without ports around it, whose first frame may begin in the first cycle after the reset.
    fn lower(&self, name: &str, prefix: &str, operators: &OperatorSettings, alone: Option<Reset>) -> Module;

    /// The model of frames of one kind, bit-accurate in words and exact in residues; without a kind, of the frames that
    /// ask for nothing.
    fn model<'a>(&'a self, numbers: Numbers<'a>, mode: Option<&Mode>) -> Model<'a> {
        let model = Model::new(self.pipeline(), numbers);
        mode.map_or(model.clone(), |mode| model.asked(mode))
    }
}

/// Way of a frame through the parts of a core.
pub enum Flow<'a> {
    /// Blocks one after another.
    Blocks(&'a [Block]),
    /// Stages one after another.
    Stages,
    /// Steps out of a memory and back into one.
    Steps,
}

/// What the operators of a core are made of.
#[derive(Clone, Copy, Debug)]
pub struct OperatorSettings {
    /// Of the ports.
    pub format: Format,
    /// Pipeline depths of the operators, in clock cycles.
    pub depths: Depths,
    /// What multipliers are built of.
    pub multiplier: MultiplierStyle,
    /// Whether the core has the output [`Architecture::overflow_of_beats`].
    pub tells_overflow: bool,
}

/// What passes a side of a core.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Side {
    /// Components of a beat: both parts of each point, or a real number.
    pub components: usize,
    /// Components of a frame.
    pub frame: usize,
}

/// A size that frames may choose.
pub struct FrameSize<'a> {
    /// Number of points of a frame.
    pub points: usize,
    /// What a frame of this size becomes.
    pub pipeline: &'a Pipeline,
    /// Radices of the stages that the frame takes, with that of the lanes.
    pub radices: Vec<usize>,
    /// The gap between a frame of this size and a frame of another size after it.
    pub gap: FrameGap,
}
