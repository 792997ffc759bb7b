//! The banks of a shared stage: elements until their transform is complete, results until they leave.
//!
//! A transform of r elements has a bank for each element but the last, and one for each result but the first. All have
//! one address, the number of the transform in its block. No word moves from bank to bank, so that a frame of another
//! size may follow while results of the frame before still leave. Where delays are long enough, a bank holds the
//! element and the result of one number: the element has left by then, and the result leaves before the next one comes.

use super::super::chain::SharedChain;
use super::bank::{Bank, BankWrite, READ_CYCLES};
use super::transform_counter::TransformCounter;
use fftgen_hdl::dsl::*;

/// The banks of a stage on each lane.
pub struct StageBanks<'a> {
    chain: &'a SharedChain,
    /// Number of the stage.
    place: usize,
    /// Bits of an element's component.
    element_bits: u32,
    /// Bits of a component of a kernel's result.
    result_bits: u32,
    /// Whether a bank holds elements and results.
    is_shared: bool,
}

/// The element bank of one number, on any lane.
pub struct ElementBank<'m> {
    label: &'static str,
    /// Complex words.
    depth: usize,
    /// Bits of a component.
    bits: u32,
    /// Enable and address of the write port, and address of the read port.
    write: Sig<'m>,
    write_address: Sig<'m>,
    read_address: Sig<'m>,
}

impl<'a> StageBanks<'a> {
    /// The banks of a stage, whose kernels give components of `result_bits` bits.
    pub fn new(chain: &'a SharedChain, place: usize, result_bits: u32) -> Self {
        let [element_bits, _] = chain.stages[place].bits;
        StageBanks { chain, place, element_bits, result_bits, is_shared: chain.shares_banks(place) }
    }

    /// Returns the banks of all elements but the last. `elements`: counts the elements that come; `is_complete`: high
    /// with the last element of a transform; `result_address`: address of the results that leave.
    #[hdl]
    pub fn elements<'m>(
        &self,
        elements: &TransformCounter<'m>,
        is_complete: Sig<'m>,
        result_address: Sig<'m>,
    ) -> Vec<ElementBank<'m>> {
        let &TransformCounter { runs, address, digit, digit_ends, .. } = elements;
        let is_incomplete = !digit_ends;
        let banks = (0..self.chain.stages[self.place].max_radix() - 1).map(|bank| {
            let write = runs & digit.is(bank) & is_incomplete;
            // The first bank holds no results, because the first result leaves at once.
            let (label, depth, bits, read_address) = match self.is_shared && bank > 0 {
                false => ("element", self.chain.bank_depth(self.place, bank + 1), self.element_bits, address),
                true => {
                    let is_read = digit.gt(bank) & is_complete;
                    let bits = self.element_bits.max(self.result_bits);
                    ("waiting", self.chain.bank_depth(self.place, bank), bits, is_read.mux(address, result_address))
                }
            };
            ElementBank { label, depth, bits, write, write_address: address, read_address }
        });
        banks.collect()
    }

    /// Writes the results of a lane to banks, and returns each as it leaves, `READ_CYCLES` clock cycles later: the
    /// first result at once, the others out of banks. `write` and `address`: write port of the results.
    pub fn results<'m>(
        &self,
        banks: &mut Vec<Bank<'m>>,
        results: &[Sig<'m>],
        [enable, address]: [Sig<'m>; 2],
    ) -> Vec<Sig<'m>> {
        let mut leaving = vec![results[0].later(READ_CYCLES)];
        for (bank, &word) in results.iter().enumerate().skip(1) {
            if self.is_shared && bank + 1 < results.len() {
                let shared = &mut banks[bank];
                let word = extend_parts(word, shared.found.width() / 2);
                shared.writes.push(BankWrite { enable, address, word });
                leaving.push(joined(split_parts(shared.found, self.result_bits)));
            } else {
                let depth = self.chain.bank_depth(self.place, bank);
                let mut own = Bank::new("result", depth, 2 * self.result_bits, address);
                own.writes.push(BankWrite { enable, address, word });
                leaving.push(own.found);
                banks.push(own);
            }
        }
        leaving
    }
}

impl<'m> ElementBank<'m> {
    /// Adds the bank of a lane. `element`: the complex word that comes.
    pub fn on_lane(&self, element: Sig<'m>) -> Bank<'m> {
        let mut bank = Bank::new(self.label, self.depth, 2 * self.bits, self.read_address);
        let word = extend_parts(element, self.bits);
        bank.writes.push(BankWrite { enable: self.write, address: self.write_address, word });
        bank
    }
}

/// Extends both parts of a complex word to `bits` bits each.
fn extend_parts(word: Sig, bits: u32) -> Sig {
    joined(split_parts(word, word.width() / 2).map(|part| part.sign_extend(bits)))
}

/// Returns the low `bits` bits of both parts of a complex word.
pub fn split_parts(word: Sig, bits: u32) -> [Sig; 2] {
    [word.bits(0, bits), word.bits(word.width() / 2, bits)]
}

/// A complex word of its parts.
fn joined<'m>(parts: [Sig<'m>; 2]) -> Sig<'m> {
    parts[0].builder().cat(parts)
}
