//! What an array is made of, and the steps of a transform.
//!
//! A frame of n x n x n points is on p x p elements, of which each has m x m pencils of n points, m = n/p. All pencils are along one
//! dimension at a time. An engine transforms them point by point, and an exchange along an axis puts the pencils along the next dimension:
//! element I sends point K·m + c of its pencil (u, v) to element K, where it is point I·m + u of pencil (c, v). A frame of n x n points is
//! on p elements of one axis, with m pencils each.

mod checks;
mod cycles;
mod engine;
mod link_checks;
mod links;
mod overlap;

pub use cycles::Step;
pub use engine::{Engine, EngineTiming};
pub use links::{Links, Steps};
pub(crate) use overlap::{JobTimes, Overlap};

use super::schedule::{Delivery, Exchange};
use super::topology::Topology;
use crate::design::{Config, Design, Interface};
use crate::error::Error;
use crate::format::Format;
use crate::formula::{is_smooth, Order};
use crate::lower::Reset;
use crate::schedule::Goal;
use checks::check;

/// What an array is made of.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// How elements are linked.
    pub topology: Topology,
    /// Words of the links.
    pub links: Links,
    /// Number of dimensions of a frame, 2 or 3.
    pub dimensions: usize,
    /// Points along each dimension.
    pub length: usize,
    /// Elements of an axis.
    pub places: usize,
    /// Bits of a real or imaginary part.
    pub component_bits: u32,
    /// The core that transforms pencils.
    pub engine: Config,
}

/// Returns the configuration of an engine. It is a folded core if one is asked for and takes a pencil in the clock cycles. A streaming core
/// gives its results in the order in which its latency is the shortest.
fn engine(config: &Config, length: usize) -> Result<Config, Error> {
    let natural = Config {
        shape: length.into(),
        orders: [Order::Natural; 2],
        interface: Interface::Native,
        reset: Reset::Rst,
        name: None,
        ..config.clone()
    };
    if Design::folded(&natural)?.is_some() {
        return Ok(natural);
    }
    let orders = match length.is_power_of_two() {
        true => [Order::Natural, Order::Reversed],
        false => [Order::Natural; 2],
    };
    // The smallest core of a length with a large prime factor would be a folded one, which has other arithmetic than a pipeline.
    let goal = if is_smooth(length) { natural.goal } else { Goal::Balanced };
    Ok(Config { orders, cycles: None, goal, ..natural })
}

impl Plan {
    /// Plans an array, or says what does not work.
    pub fn new(config: &Config, topology: Topology, links: Links) -> Result<Self, Error> {
        check(config)?;
        let (shape, lengths) = (config.shape, config.shape.dimensions());
        let (axes, length) = (topology.axes(), shape.row());
        if matches!(topology, Topology::Systolic(..)) {
            return Err(Error::Unsupported(format!(
                "array {topology}: cells multiply by a matrix; add one, as in --transform dct2, or try --array mesh"
            )));
        }
        let refuse = |why: String| Err(Error::Unsupported(format!("size {shape} and array {topology}: {why}")));
        let places = axes[0].length;
        if lengths.len() != axes.len() + 1 || lengths.iter().any(|other| *other != length) {
            let cube = vec![length.to_string(); axes.len() + 1].join("x");
            return refuse(format!("a frame has equal lengths in {} dimensions; try --size {cube}", axes.len() + 1));
        }
        if places < 2 || axes.iter().any(|axis| axis.length != places) {
            let equal = vec![places.max(2).to_string(); axes.len()].join("x");
            let word = topology.word();
            return refuse(format!(
                "all axes have the same number of elements, at least 2; try --array {word}:{equal}"
            ));
        }
        if length % places != 0 {
            let next = length.next_multiple_of(places);
            return refuse(format!(
                "each element has the same number of points; try --size {}",
                vec![next.to_string(); lengths.len()].join("x")
            ));
        }
        let engine = engine(config, length)?;
        let component_bits = config.format.bits();
        let plan = Plan { topology, links, dimensions: axes.len() + 1, length, places, component_bits, engine };
        plan.check_links()?;
        Ok(plan)
    }

    /// Describes the transform of a configuration in a line.
    pub fn title(&self, config: &Config) -> String {
        let direction = if config.inverse { "inverse DFT" } else { "DFT" };
        format!(
            "{}-point {direction} on an array {} of {} elements, links of {} bits, {}",
            config.shape,
            self.topology,
            self.topology.elements(),
            self.links.bits,
            config.format.name()
        )
    }

    /// Points of each dimension in an element.
    pub fn block(&self) -> usize {
        self.length / self.places
    }

    /// Bits of a point.
    pub fn point_bits(&self) -> u32 {
        2 * self.component_bits
    }

    /// Words of a link that make a point.
    pub fn link_words(&self) -> usize {
        self.point_bits().div_ceil(self.links.bits) as usize
    }

    /// Numbers of pencils of an element along the first and the second axis.
    pub fn pencils(&self) -> [usize; 2] {
        [self.block(), if self.dimensions == 3 { self.block() } else { 1 }]
    }

    /// Points of an element.
    pub fn words(&self) -> usize {
        let [first, second] = self.pencils();
        first * second * self.length
    }

    /// Complex words of the memories of an element: two banks, of which elements that broadcast have a copy; if steps overlap three banks, and
    /// one for the blocks that stay.
    pub fn memory_words(&self) -> usize {
        match (self.links.steps, self.links.delivery) {
            (Steps::Overlapped, _) => 3 * self.words() + self.words() / self.places,
            (Steps::Phased, Delivery::Broadcast) => 4 * self.words(),
            (Steps::Phased, Delivery::Direct) => 2 * self.words(),
        }
    }

    /// Whether values may be too large for their words, which elements tell.
    pub fn has_overflow(&self) -> bool {
        matches!(self.engine.format, Format::Fixed(_))
    }

    /// Whether an element has points for the opposite element of a ring.
    pub(super) fn has_far_block(&self) -> bool {
        self.topology.is_closed() && self.places % 2 == 0
    }

    /// Returns the exchange along an axis.
    pub fn exchange(&self) -> Exchange {
        let [first, second] = self.pencils();
        Exchange {
            axis: self.topology.axes()[0],
            repetitions: self.link_words() * self.block() * first * second,
            hop: self.links.hop,
            delivery: self.links.delivery,
        }
    }
}
