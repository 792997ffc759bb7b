//! Several banks: the elements of a transform are read in one cycle, each from a bank of its own.
//!
//! The bank of a place is the exclusive disjunction of its digits, or of all their lowest bits that count by powers of two where there are
//! two banks. The address in the bank is that of the place without the first digit, or its lowest bit.
//! In a step the banks have the elements of a transform in an order that depends on the other digits, and switches bring them into the
//! order of the lanes and back.

use super::super::core::FoldedCore;
use super::super::plan::FoldedPlan;
use super::net_memory::{Found, FrameMemory};
use super::processor::Results;
use super::transform::FrameParts;
use crate::rtl::{Module, Net};

/// Cycles from the digits to the bank of the first lane.
pub const BANK_CYCLES: u32 = 1;

/// Builds the banks and the processor. The words that are found are those of the lanes that the output takes, and were read
/// `core.read_cycles()` cycles ago.
pub fn several_banks(m: &mut Module, parts: &FrameParts) -> Found {
    let FrameParts { core, program, addresses, samples, .. } = *parts;
    let FoldedCore { plan, processor, .. } = core;
    let (count, read_cycles) = (plan.banks().count(), core.read_cycles() as u32);
    let digits: Vec<Net> = match plan.alternates() {
        true => program.digits.clone(),
        false => {
            let digits = program.digits.iter().zip(&program.bin_digits);
            digits.map(|(&digit, &bin)| m.mux(program.leaves, bin, digit)).collect()
        }
    };
    let first = bank_of(m, plan, &digits);
    let first = m.delay(first, BANK_CYCLES);
    // The output reads one place in a cycle, or those of a beat of the last step.
    let reads_lanes = if plan.width() > 1 { m.constant(1, 1) } else { program.computes };
    let own: Vec<Net> = program.steps.iter().map(|&step| m.and(step, reads_lanes)).collect();
    let [digits, own] =
        [&digits, &own].map(|nets| nets.iter().map(|&net| m.delay(net, BANK_CYCLES)).collect::<Vec<Net>>());
    let reads: Vec<Net> = (0..count)
        .map(|bank| {
            let lane = lane_of(m, bank, first);
            let digits = with_own(m, &digits, &own, lane);
            addresses.of_place(m, &digits, BANK_CYCLES)
        })
        .collect();
    let memories: Vec<FrameMemory> =
        reads.iter().map(|&read| FrameMemory::new(m, addresses.words(), 2 * processor.memory, read)).collect();
    let found: Vec<Net> = memories.iter().zip(&reads).map(|(memory, &read)| memory.found(m, read)).collect();
    let switched_by = m.delay(first, read_cycles - BANK_CYCLES - 1);
    let elements: Vec<Net> = switched(m, &found, switched_by).into_iter().map(|word| m.delay(word, 1)).collect();
    let Results { words: mut results, overflow } = parts.transform(m, &elements);

    let cycles = read_cycles + processor.cycles() as u32;
    let is_result = (0..cycles).fold(program.computes, |net, _| m.register(net, Some(0)));
    let result_bank = m.delay(first, cycles - BANK_CYCLES);
    let sample_bank = bank_of(m, plan, &samples.digits);
    // Samples pass on the first lanes.
    for (result, &sample) in results.iter_mut().zip(&samples.words) {
        *result = m.mux(samples.active, sample, *result);
    }
    let switched_by = m.mux(samples.active, sample_bank, result_bank);
    let words = switched(m, &results, switched_by);
    let mut writes = vec![];
    for (bank, (memory, word)) in memories.iter().zip(words).enumerate() {
        let is_own = match plan.width() {
            1 => m.eq_const(sample_bank, bank as u128),
            _ => m.constant(1, 1),
        };
        let is_sample = m.and(samples.active, is_own);
        let sample_digits = of_bank(m, plan, &samples.digits, (bank, sample_bank));
        let sample_address = addresses.of_place(m, &sample_digits, 0);
        let enable = m.or(is_sample, is_result);
        let result_address = m.delay(reads[bank], cycles - BANK_CYCLES);
        let address = m.mux(samples.active, sample_address, result_address);
        memory.write(m, [enable, address, word]);
        writes.push([enable, word]);
    }
    let overflow = overflow.map(|overflow| m.and(overflow, is_result));
    Found {
        words: elements[..plan.width()].to_vec(),
        overflow,
        told: None,
        bin_shift: None,
        decoder_offset: None,
        writes,
    }
}

/// Returns the digits of the sample that goes to a bank. `first`: bank of the first sample of a beat.
fn of_bank(m: &mut Module, plan: &FoldedPlan, digits: &[Net], (bank, first): (usize, Net)) -> Vec<Net> {
    let mut digits = digits.to_vec();
    if plan.width() > 1 {
        let last = digits.len() - 1;
        let lane = lane_of(m, bank, first);
        let lane = m.extend(lane, m.width(digits[last]));
        digits[last] = m.or(digits[last], lane);
    }
    digits
}

/// Returns the bank of a place.
pub fn bank_of(m: &mut Module, plan: &FoldedPlan, digits: &[Net]) -> Net {
    let bits = plan.banks().count().ilog2();
    let zero = m.constant(bits, 0);
    let mut bank = zero;
    for (&digit, radix) in digits.iter().zip(plan.radices()) {
        // Bits of the digit that count by powers of two.
        for low in (0..radix.trailing_zeros()).step_by(bits as usize) {
            let part = m.slice(digit, low, bits);
            bank = m.xor(bank, part);
        }
    }
    bank
}

/// Returns the lane that a bank has where `first` is the bank of the first lane.
pub fn lane_of(m: &mut Module, bank: usize, first: Net) -> Net {
    let bank = m.constant(m.width(first), bank as u128);
    m.xor(bank, first)
}

/// Returns digits with the low part of that of the step replaced, which is zero. `own`: high for the digit of the step.
pub fn with_own(m: &mut Module, digits: &[Net], own: &[Net], digit: Net) -> Vec<Net> {
    let bits = m.width(digit);
    let digits = digits.iter().zip(own).map(|(&other, &is_own)| {
        let mask = m.repeat(is_own, bits);
        let own = m.and(digit, mask);
        let own = m.extend(own, m.width(other));
        m.or(other, own)
    });
    digits.collect()
}

/// Returns words in another order: word i is that of the number i exclusively or `by`.
pub fn switched(m: &mut Module, words: &[Net], by: Net) -> Vec<Net> {
    (0..words.len())
        .map(|word| {
            let cases: Vec<Net> = (0..words.len()).map(|by| words[word ^ by]).collect();
            m.select(by, &cases)
        })
        .collect()
}
