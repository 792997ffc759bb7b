//! The banks of a shared stage: elements until their transform is complete, results until they leave.
//!
//! A transform of r elements has a bank for each element but the last, and one for each result but the first. All have one
//! address, the number of the transform in its block. No word moves from bank to bank, so that a frame of another size may
//! follow while results of the frame before still leave. Where delays are long enough, a bank holds the element and the result
//! of one number: the element has left by then, and the result leaves before the next element comes.

use super::super::chain::SharedChain;
use super::bank::{Bank, READ_CYCLES};
use super::transform_counter::TransformCounter;
use crate::rtl::{Module, Net};

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
pub struct ElementBank {
    label: &'static str,
    /// Complex words.
    depth: usize,
    /// Bits of a component.
    bits: u32,
    /// Enable and address of the write port, and address of the read port.
    write: Net,
    write_address: Net,
    read_address: Net,
}

impl<'a> StageBanks<'a> {
    /// The banks of a stage, whose kernels give components of `result_bits` bits.
    pub fn new(chain: &'a SharedChain, place: usize, result_bits: u32) -> Self {
        let [element_bits, _] = chain.stages[place].bits;
        StageBanks { chain, place, element_bits, result_bits, is_shared: chain.shares_banks(place) }
    }

    /// Returns the banks of all elements but the last. `elements`: counts the elements that come; `is_complete`: high with the
    /// last element of a transform; `result_address`: address of the results that leave.
    pub fn elements(
        &self,
        m: &mut Module,
        elements: &TransformCounter,
        is_complete: Net,
        result_address: Net,
    ) -> Vec<ElementBank> {
        let TransformCounter { address, .. } = *elements;
        let incomplete = m.not(elements.digit_ends);
        let banks = (0..self.chain.stages[self.place].max_radix() - 1).map(|bank| {
            let write = m.eq_const(elements.digit, bank as u128);
            let write = m.and(elements.runs, write);
            let write = m.and(write, incomplete);
            // The first bank holds no results, because the first result leaves at once.
            let (label, depth, bits, read_address) = match self.is_shared && bank > 0 {
                false => ("element", self.chain.bank_depth(self.place, bank + 1), self.element_bits, address),
                true => {
                    let number = m.constant(m.width(elements.digit), bank as u128);
                    let is_read = m.lt(number, elements.digit);
                    let is_read = m.and(is_read, is_complete);
                    let read_address = m.mux(is_read, address, result_address);
                    let bits = self.element_bits.max(self.result_bits);
                    ("waiting", self.chain.bank_depth(self.place, bank), bits, read_address)
                }
            };
            ElementBank { label, depth, bits, write, write_address: address, read_address }
        });
        banks.collect()
    }

    /// Writes the results of a lane to banks, and returns each as it leaves, `READ_CYCLES` clock cycles later: the first
    /// result at once, the others out of banks. `write` and `address`: write port of the results.
    pub fn results(
        &self,
        m: &mut Module,
        banks: &mut Vec<Bank>,
        results: &[Net],
        [write, address]: [Net; 2],
    ) -> Vec<Net> {
        let mut leaving = vec![m.delay(results[0], READ_CYCLES)];
        for (bank, &result) in results.iter().enumerate().skip(1) {
            if self.is_shared && bank + 1 < results.len() {
                let width = m.width(banks[bank].found) / 2;
                let word = extend_parts(m, result, width);
                banks[bank].writes.push([write, address, word]);
                let parts = split_parts(m, banks[bank].found, self.result_bits);
                leaving.push(m.concat(&parts));
            } else {
                let depth = self.chain.bank_depth(self.place, bank);
                let mut own = Bank::new(m, "result", depth, 2 * self.result_bits, address);
                own.writes.push([write, address, result]);
                leaving.push(own.found);
                banks.push(own);
            }
        }
        leaving
    }
}

impl ElementBank {
    /// Adds the bank of a lane. `element`: the complex word that comes.
    pub fn on_lane(&self, m: &mut Module, element: Net) -> Bank {
        let mut bank = Bank::new(m, self.label, self.depth, 2 * self.bits, self.read_address);
        let word = extend_parts(m, element, self.bits);
        bank.writes.push([self.write, self.write_address, word]);
        bank
    }
}

/// Extends both parts of a complex word to `bits` bits each.
fn extend_parts(m: &mut Module, word: Net, bits: u32) -> Net {
    let half = m.width(word) / 2;
    let parts = split_parts(m, word, half).map(|part| m.sign_extend(part, bits));
    m.concat(&parts)
}

/// Returns the low `bits` bits of both parts of a complex word.
pub fn split_parts(m: &mut Module, word: Net, bits: u32) -> [Net; 2] {
    let half = m.width(word) / 2;
    [m.slice(word, 0, bits), m.slice(word, half, bits)]
}
