//! Values that the size of a frame selects, from tables with a word for each size.

use super::super::chain::SharedChain;
use super::super::route::SizeRoute;
use crate::pipeline::Stage;
use crate::runtime::Runtime;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::address_bits;

/// Tables by the size of a frame.
#[derive(Clone, Copy)]
pub struct PerSize<'m> {
    pub chain: &'m SharedChain,
    /// The number of the size.
    pub index: Sig<'m>,
    /// Pulse that loads the values. They hold from the next cycle to the next pulse.
    pub pulse: Sig<'m>,
}

impl<'m> PerSize<'m> {
    /// Returns a number for each size, in as many bits as the largest one needs.
    pub fn number(&self, number: impl Fn(&SizeRoute) -> usize) -> Sig<'m> {
        let max = self.chain.routes.iter().map(&number).max().unwrap_or(1);
        self.word(address_bits(max + 1), |route| number(route) as u64)
    }

    /// Returns a word of `bits` bits for each size.
    pub fn word(&self, bits: u32, word: impl Fn(&SizeRoute) -> u64) -> Sig<'m> {
        let m = self.index.builder();
        let words: Vec<u128> = self.chain.routes.iter().map(|route| word(route).into()).collect();
        let word = m.rom(self.index, bits, words);
        match word.constant_value() {
            Some(_) => word,
            None => m.reg(bits).next_if(self.pulse, word),
        }
    }

    /// Returns the bits by which words move up before the roundings of a stage whose shift depends on the size.
    /// `delay`: clock cycles until its operators begin; `block`: index of each size's block.
    pub fn pre_shift(&self, stage: &Stage, delay: u32, block: impl Fn(&SizeRoute) -> Option<usize>) -> Option<Sig<'m>> {
        let fixed = stage.arithmetic.fixed().filter(|fixed| fixed.shift_field_bits > 0)?;
        let shift = self.word(fixed.shift_field_bits, |route| route.pre_shift(block(route), fixed.max_shift()));
        Some(shift.later(delay + stage.kernel.schedule.latency as u32))
    }
}

/// Returns the number of the size in a configuration word.
pub fn size_number<'m>(runtime: &Runtime, config: Sig<'m>) -> Sig<'m> {
    config.bits(0, runtime.size_bits())
}
