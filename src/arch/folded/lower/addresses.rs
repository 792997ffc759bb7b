//! Addresses of the memory: the digits of a place side by side, in the order of the frame.

use super::super::plan::FoldedPlan;
use crate::rtl::{address_bits, Module, Net};

/// Makes addresses of digits.
pub struct Addresses<'a> {
    plan: &'a FoldedPlan,
    /// High while frames take the digits in reversed order. `None` if they never do.
    reversed: Option<Net>,
}

impl<'a> Addresses<'a> {
    /// `ends`: high when the last step of a frame reads its last place. From then on the order is that of the next frame.
    pub fn new(m: &mut Module, plan: &'a FoldedPlan, ends: Net) -> Self {
        let reversed = plan.alternates().then(|| {
            let reversed = m.state(1, Some(0));
            m.name(reversed, "reversed");
            let next = m.xor(reversed, ends);
            m.drive(reversed, next);
            reversed
        });
        Addresses { plan, reversed }
    }

    /// Words of the memory. A digit has address bits of its own.
    pub fn words(&self) -> usize {
        1 << self.plan.radices().iter().map(|radix| address_bits(*radix)).sum::<u32>()
    }

    /// Returns the address of a place.
    pub fn of_place(&self, m: &mut Module, digits: &[Net]) -> Net {
        let backward: Vec<Net> = digits.iter().rev().copied().collect();
        let forward = m.concat(&backward);
        match self.reversed {
            None => forward,
            Some(reversed) => {
                let backward = m.concat(digits);
                m.mux(reversed, backward, forward)
            }
        }
    }
}
