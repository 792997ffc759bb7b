//! Ways to transform a frame of one dimension on a ring, for comparison: four steps with one exchange, which is built,
//! and the published fast transform by one shuffle.
//!
//! One shuffle gathers the points whose numbers are equal modulo p in each element, which is an exchange, and
//! transforms these N/p points by one engine. It then adds, in each element, to each of its N/p results a product of
//! every element's result with a root of unity, as the results go once round the ring: N products by one multiplier.
//! Points and results are blocks of neighbouring ones. Four steps take two more exchanges for such blocks.

use super::cycles::READ;
use super::fourier::engine;
use super::{Engine, Plan, Step};
use crate::array::topology::Topology;
use crate::error::Error;
use crate::formula::Kind;

/// A way to transform a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Way {
    /// What is done.
    pub name: &'static str,
    /// Clock cycles of the transform of a frame that is in the elements. The latency of a multiply-adder is not
    /// counted.
    pub cycles: usize,
    /// Whether it is the way of the array.
    pub is_built: bool,
}

impl Plan {
    /// Returns the ways to transform the frame, if it has one dimension of complex points and the elements are on a
    /// ring.
    pub fn ways(&self) -> Result<Vec<Way>, Error> {
        let is_compared = matches!(self.topology, Topology::Ring(_)) && self.kind == Kind::Complex;
        let Some(long) = self.long.filter(|_| is_compared) else { return Ok(vec![]) };
        let (four, exchange) = (self.cycles(), self.step_cycles(Step::Exchange(0)));
        let way = |name, cycles, is_built| Way { name, cycles, is_built };
        let mut ways = vec![
            way("four steps, points and results spread by their remainders", four, true),
            way("four steps, blocks of neighbouring points and results", four + 2 * exchange, false),
        ];
        let pencil = engine(&self.engines[0].config, Kind::Complex, long.order / self.places)?;
        if pencil.check().is_ok() {
            let length = pencil.size();
            let transform = READ + Engine::planned(pencil)?.latency + length;
            ways.push(way(
                "one shuffle, blocks of neighbouring points and results, a multiply-adder",
                exchange + transform + long.order,
                false,
            ));
        }
        Ok(ways)
    }
}
