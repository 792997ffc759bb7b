//! What an array is made of, and the steps of a transform.
//!
//! A frame of n1 x n2 x n3 points is on p x p elements, with blocks of m1 = n1/p, m2 = n2/p and m3 = n3/p points. All
//! pencils are along one dimension at a time. An engine transforms them point by point, which is a round, and an
//! exchange along an axis puts the pencils along the dimension of the next round: element I sends point K·m1 + c of its
//! pencil (u, v) to element K, where it is point I·m2 + u of pencil (c, v). A frame of two dimensions is on p elements
//! of one axis, or on p x p elements over which each dimension is spread by two digits, one an axis, so that two
//! exchanges follow each other. A frame of one dimension has rounds of its own (`long`), and some pencils of real
//! frames pass an engine twice (`real`, `spectrum`).

mod checks;
mod cycles;
mod engine;
mod fourier;
mod link_checks;
mod links;
mod long;
mod overlap;
mod real;
mod rounds;
mod separable;
mod shape;
mod spectrum;
mod timing;
mod twiddles;
mod ways;

pub use cycles::Step;
pub(crate) use cycles::TELLING;
pub use engine::Engine;
pub use links::{Edges, Links, Steps};
pub use long::LongFrame;
pub use overlap::{JobTimes, Overlap};
pub use rounds::{dimension, Round};
pub use separable::Separable;
pub(crate) use spectrum::Mirrors;
pub use ways::Way;

use super::schedule::{Delivery, Exchange};
use super::topology::Topology;
use crate::design::Config;
use crate::error::counted;
use crate::error::Error;
use crate::format::Format;
use crate::formula::Kind;
use checks::check;
use fourier::Fourier;
use rounds::rounds;

/// What an array is made of.
#[derive(Clone)]
pub struct Plan {
    /// How elements are linked.
    pub topology: Topology,
    /// Words of the links.
    pub links: Links,
    /// Transforms along each dimension, in their order.
    pub rounds: Vec<Round>,
    /// What a frame holds. Points of a row of real samples are two samples each.
    pub kind: Kind,
    /// Elements of an axis.
    pub places: usize,
    /// Bits of a real or imaginary part.
    pub component_bits: u32,
    /// The cores that transform pencils: one for all pencils that are transformed alike.
    pub engines: Vec<Engine>,
    /// What the results of rounds are multiplied by, if a frame has one dimension.
    pub long: Option<LongFrame>,
    /// The transform in words.
    transform: String,
    /// What the name begins with.
    name: String,
}

impl Plan {
    /// Plans an array for the discrete Fourier transform, or says what does not work.
    pub fn new(config: &Config, topology: Topology, links: Links) -> Result<Self, Error> {
        Self::of(config, topology, links, &Fourier(config))
    }

    /// Plans an array for a transform along each dimension, or says what does not work.
    pub fn of(config: &Config, topology: Topology, links: Links, transform: &dyn Separable) -> Result<Self, Error> {
        check(config)?;
        let (shape, lengths) = (config.shape, config.shape.dimensions());
        let axes = topology.axes();
        if matches!(topology, Topology::Systolic(..)) {
            return Err(Error::Unsupported(format!(
                "array {topology}: cells multiply by a matrix; add one, as in --transform dct2, or try --array mesh"
            )));
        }
        let refuse = |why: String| Error::Unsupported(format!("size {shape} and array {topology}: {why}"));
        let places = axes[0].length;
        if places < 2 || axes.iter().any(|axis| axis.length != places) {
            let equal = vec![places.max(2).to_string(); axes.len()].join("x");
            let word = topology.word();
            return Err(refuse(format!(
                "all axes have the same number of elements, at least 2; try --array {word}:{equal}"
            )));
        }
        let is_long = lengths.len() == 1 && transform.splits();
        let mut rounds = match is_long {
            true => long::rounds(&long::lengths(config, places, axes.len() + 1).map_err(refuse)?),
            false => rounds(config, transform.splits(), axes.len(), places).map_err(refuse)?,
        };
        let engines = transform.engines(&mut rounds)?;
        let long = is_long.then(|| LongFrame::new(&rounds, &engines, config));
        let (kind, component_bits) = (config.kind, config.format.bits());
        let (transform, name) = (transform.title(), transform.name());
        let plan = Plan { topology, links, rounds, kind, places, component_bits, engines, long, transform, name };
        plan.check_links()?;
        Ok(plan)
    }

    /// Describes the transform of a configuration in a line.
    pub fn title(&self, config: &Config) -> String {
        format!(
            "{}-point {} on an array {} of {}, links of {}, {}",
            config.shape,
            self.transform,
            self.topology,
            counted(self.topology.elements(), "element"),
            counted(self.links.bits as usize, "bit"),
            config.format.name()
        )
    }

    /// Returns the name of the top module of a configuration.
    pub fn top_name(&self, config: &Config) -> String {
        let place = self.topology.to_string().replace(':', "");
        config.name.clone().unwrap_or_else(|| format!("{}_{place}{}", self.name, self.links.suffix()))
    }

    /// Whether frames have the discrete Fourier transform of a configuration, and no product with matrices.
    pub fn is_fourier(&self, config: &Config) -> bool {
        self.transform == Fourier(config).title()
    }

    /// Bits of a point.
    pub fn point_bits(&self) -> u32 {
        2 * self.component_bits
    }

    /// Words of a link that make a point.
    pub fn link_words(&self) -> usize {
        self.point_bits().div_ceil(self.links.bits) as usize
    }

    /// Complex words of the memories of an element: two banks, of which elements that broadcast have a copy; if steps
    /// overlap three banks, and one for the blocks that stay; of real samples one more for the results of a first pass.
    pub fn memory_words(&self) -> usize {
        let waiting = if self.is_inverse() { self.waiting_results().div_ceil(2) } else { self.waiting_results() };
        let banks = match (self.links.steps, self.links.delivery) {
            (Steps::Overlapped, _) => 3 * self.words() + self.block_words(),
            (Steps::Phased, Delivery::Broadcast) => 4 * self.words(),
            (Steps::Phased, Delivery::Direct) => 2 * self.words(),
        };
        banks + waiting
    }

    /// Whether values may be too large for their words, which elements tell.
    pub fn has_overflow(&self) -> bool {
        matches!(self.engines[0].config.format, Format::Fixed(_))
    }

    /// Whether an element has points for the opposite element of a ring.
    pub(super) fn has_far_block(&self) -> bool {
        self.topology.is_closed() && self.places % 2 == 0
    }

    /// Returns the exchange along any axis.
    pub fn exchange(&self) -> Exchange {
        Exchange {
            axis: self.topology.axes()[0],
            repetitions: self.link_words() * self.block_words(),
            hop: self.links.hop,
            delivery: self.links.delivery,
        }
    }
}
