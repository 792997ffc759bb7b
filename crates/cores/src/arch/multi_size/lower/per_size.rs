//! Values that the size of a frame selects, from tables with a word for each size.

use super::super::chain::SharedChain;
use super::super::route::SizeRoute;
use crate::pipeline::Stage;
use crate::rtl::{address_bits, Module, Net};
use crate::runtime::Runtime;

/// Tables by the size of a frame.
pub struct PerSize<'a> {
    pub chain: &'a SharedChain,
    /// The number of the size.
    pub index: Net,
    /// Pulse that loads the values. They hold from the next cycle to the next pulse.
    pub pulse: Net,
}

impl PerSize<'_> {
    /// Returns a number for each size, in as many bits as the largest one needs.
    pub fn number(&self, m: &mut Module, number: impl Fn(&SizeRoute) -> usize) -> Net {
        let max = self.chain.routes.iter().map(&number).max().unwrap_or(1);
        self.word(m, address_bits(max + 1), |route| number(route) as u64)
    }

    /// Returns a word of `bits` bits for each size.
    pub fn word(&self, m: &mut Module, bits: u32, word: impl Fn(&SizeRoute) -> u64) -> Net {
        let words: Vec<u128> = self.chain.routes.iter().map(|route| word(route).into()).collect();
        let word = m.rom(self.index, bits, words);
        if m.constant_value(word).is_some() {
            return word;
        }
        let held = m.state(bits, None);
        m.drive_enabled(held, word, self.pulse);
        held
    }

    /// Returns the bits by which words move up before the roundings of a stage whose shift depends on the size. `delay`:
    /// clock cycles until its operators begin; `block`: index of each size's block.
    pub fn pre_shift(
        &self,
        m: &mut Module,
        stage: &Stage,
        delay: u32,
        block: impl Fn(&SizeRoute) -> Option<usize>,
    ) -> Option<Net> {
        let fixed = stage.arithmetic.fixed().filter(|fixed| fixed.shift_field_bits > 0)?;
        let shift = self.word(m, fixed.shift_field_bits, |route| route.pre_shift(block(route), fixed.max_shift()));
        Some(m.delay(shift, delay + stage.kernel.schedule.latency as u32))
    }
}

/// Returns the number of the size in a configuration word.
pub fn size_number(m: &mut Module, runtime: &Runtime, config: Net) -> Net {
    m.slice(config, 0, runtime.size_bits())
}
