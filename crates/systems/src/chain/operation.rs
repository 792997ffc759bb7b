//! An operation of a chain: how it is said, and what it becomes for the stream that enters it.

use super::settings::Setting;
use super::stream::Stream;
use crate::design::Config;
use crate::error::Error;
use crate::format::Format;
use crate::formula::Order;
use crate::pipeline::Units;
use crate::rtl::Module;
use std::fmt::Debug;
use std::sync::Arc;

/// Operation of a chain.
pub trait Operation: Send + Sync + Debug {
    /// The operation as it is written in a chain: `window hann`.
    fn text(&self) -> String;

    /// A word for the name of a core with the operation, which no other settings of it have: `windowhann`.
    fn tag(&self) -> String {
        let letters = self.text().replace("..", "to").replace('.', "p");
        letters.chars().filter(char::is_ascii_alphanumeric).collect()
    }

    /// Samples that the operation makes a frame of. `None` if it takes frames as they come.
    fn block(&self) -> Option<usize> {
        None
    }

    /// Whether the ports of the core do it.
    fn is_at_the_ports(&self) -> bool {
        false
    }

    /// Whether elements may come in any order, and leave in the same one.
    fn takes_any_order(&self) -> bool {
        false
    }

    /// Whether it changes no more than signs.
    fn changes_signs(&self) -> bool {
        false
    }

    /// Whether frames of a size may come in reversed order, and leave in natural order.
    fn takes_reversed_order(&self, _size: usize, _lanes: usize) -> bool {
        false
    }

    /// What does the same after a transform in reversed order, which the entering stream would then enter. `None` if
    /// nothing does that costs less.
    fn after_transform(&self, _entering: &Stream) -> Option<Box<dyn Operation>> {
        None
    }

    /// Whether it is said in which format elements leave.
    fn has_format(&self) -> bool {
        false
    }

    /// Whether frames become one without a gap, so that they have to come so.
    fn joins_frames(&self) -> bool {
        false
    }

    /// The operation with at most so many frames for each one that leaves. `None` if it takes no more.
    fn with_frames(&self, _most: usize) -> Option<Box<dyn Operation>> {
        None
    }

    /// The operation as an end of a pair of transforms. `None` for any other one.
    fn end_of_pair(&self) -> Option<&dyn PairEnd> {
        None
    }

    /// Plans the operation for a stream. `config`: what holds for the whole chain.
    ///
    /// # Errors
    ///
    /// The stream does not fit. The message is the reason and the mend, without the names of both sides.
    fn plan(&self, entering: &Stream, config: &Config) -> Result<Planned, Error>;
}

/// End of a pair of transforms, into the other domain and back.
pub trait PairEnd {
    /// Whether it is the transform back.
    fn is_last(&self) -> bool;

    /// Whether it is a transform of real samples.
    fn is_real(&self) -> bool;

    /// Whether it is said in which order its results leave.
    fn has_own_order(&self) -> bool;

    /// Whether it is said how it is scaled.
    fn has_own_scale(&self) -> bool;

    /// The transform with an order of what leaves it, where none is said.
    fn with_order(&self, order: Order) -> Box<dyn Operation>;

    /// The transform, scaled by the root of its size.
    fn scaled_by_root(&self) -> Box<dyn Operation>;

    /// The transform with results in longer words, which have a further bit after the binary point and are never too
    /// large. The same transform where it is said how it is scaled, or for very short or long words.
    fn with_longer_results(&self, elements: Format, config: &Config) -> Box<dyn Operation>;
}

/// An operation, planned for the stream that enters it.
#[derive(Clone)]
pub struct Planned {
    /// Stream that leaves.
    pub leaving: Stream,
    /// Clock cycles from the start of a frame to the start of its result.
    pub latency: usize,
    /// Least clock cycles from frame to frame, on the input.
    pub interval: usize,
    /// Frames that enter for each one that leaves.
    pub frames: usize,
    /// What it computes, and with what.
    pub body: Arc<dyn Body>,
}

/// What an operation computes: its netlist and its model.
///
/// The module has the ports `ce`, `rst`, `in_start`, `in_data`, `out_start`, `out_data`, and `overflow` where a value
/// may be too large for its word.
pub trait Body: Send + Sync {
    /// Builds the module. `name`: what its name and those of its parts begin with.
    fn module(&self, name: &str) -> Module;

    /// Builds the module for a chain whose frames are marked: where it has no output `overflow` in the beats of the
    /// results, it has the output `out_overflow` in their last one.
    fn marking_module(&self, name: &str) -> Module {
        self.module(name)
    }

    /// Computes the frames that leave for all frames that enter from a reset on.
    fn run(&self, frames: Vec<Frame>) -> Vec<Frame>;

    /// Words that registers change while the core runs. The module then has the inputs of [`Scalar`], or of
    /// a table that is [`chosen`].
    ///
    /// [`Scalar`]: super::settings::Scalar
    /// [`chosen`]: super::settings::chosen
    fn setting(&self) -> Option<&Setting> {
        None
    }

    /// This operation with other words of its setting. `None` if it has no setting.
    fn with_words(&self, _words: &[i64]) -> Option<Arc<dyn Body>> {
        None
    }

    /// Whether a frame that leaves depends on frames before those that it is made of. One with a setting has no such.
    fn has_history(&self) -> bool {
        false
    }

    /// Operators on real numbers.
    fn units(&self) -> Units;

    /// Bits of memory, tables apart but for those that registers change.
    fn memory_bits(&self) -> usize {
        self.setting().map_or(0, Setting::memory_bits)
    }

    /// How it computes, where the operation does not say it.
    fn summary(&self) -> Option<String> {
        None
    }
}

/// Frame in the model.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Frame {
    /// Components of its elements, each a number of fixed point in units of its last place, or the word of a
    /// floating-point number.
    pub components: Vec<i64>,
    /// Whether a value was too large for its word.
    pub overflow: bool,
}

impl Frame {
    /// Changes each element, which has `parts` components. `change` gets the number of the element and its components,
    /// and returns those of the result, and whether one was too large.
    pub fn each(self, parts: usize, mut change: impl FnMut(usize, &[i64]) -> (Vec<i64>, bool)) -> Frame {
        let mut overflow = self.overflow;
        let elements = self.components.chunks(parts).enumerate();
        let changed = elements.flat_map(|(number, element)| {
            let (element, is_too_large) = change(number, element);
            overflow |= is_too_large;
            element
        });
        let components = changed.collect();
        Frame { components, overflow }
    }

    /// Keeps the elements, each a real number, that a predicate of their row and their place there accepts. Others become
    /// zero.
    pub fn kept(self, row: usize, is_kept: impl Fn(&[i64], usize) -> bool) -> Frame {
        let of_row = |row: &[i64]| {
            let element = |place: usize| if is_kept(row, place) { row[place] } else { 0 };
            (0..row.len()).map(element).collect::<Vec<_>>()
        };
        Frame { components: self.components.chunks(row).flat_map(of_row).collect(), ..self }
    }
}
