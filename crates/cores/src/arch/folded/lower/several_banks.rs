//! Several banks: the elements of a transform are read in one cycle, each from a bank of its own.
//!
//! The bank of a place is the exclusive disjunction of its digits, or of all their lowest bits that count by powers of
//! two where there are two banks. The address in the bank is that of the place without the first digit, or its lowest
//! bit. In a step the banks have the elements of a transform in an order that depends on the other digits, and switches
//! bring them into the order of the lanes and back.

use super::super::core::FoldedCore;
use super::super::plan::FoldedPlan;
use super::memory::{Found, FrameMemory};
use super::processor::Results;
use super::transform::FrameParts;
use fftgen_hdl::dsl::*;

/// Cycles from the digits to the bank of the first lane.
pub const BANK_CYCLES: u32 = 1;

/// Builds the banks and the processor. The words that are found are those of the lanes that the output takes, and were
/// read
/// `core.read_cycles()` cycles ago.
#[hdl]
pub fn several_banks<'m>(m: &'m Builder, parts: &FrameParts<'_, 'm>) -> Found<'m> {
    let FrameParts { core, program, addresses, samples, .. } = *parts;
    let FoldedCore { plan, processor, .. } = core;
    let (count, read_cycles) = (plan.banks().count(), core.read_cycles() as u32);
    let digits = match plan.alternates() {
        true => program.digits.clone(),
        false => Vec::choose(program.leaves, program.bin_digits.clone(), program.digits.clone()),
    };
    let first_bank = bank_of(m, plan, &digits).before(BANK_CYCLES);
    // The output reads one place in a cycle, or those of a beat of the last step.
    let reads_lanes = if plan.width() > 1 { m.constant(1, 1) } else { program.computes };
    let own = program.steps.iter().map(|&step| (step & reads_lanes).later_as_it_is(BANK_CYCLES));
    let own: Vec<Sig> = own.collect();
    let digits: Vec<Sig> = digits.into_iter().map(|digit| digit.later_as_it_is(BANK_CYCLES)).collect();
    let read = |bank: usize| addresses.of_place(&with_own(&digits, &own, lane_of(bank, first_bank)), BANK_CYCLES);
    let reads: Vec<Sig> = (0..count).map(read).collect();
    let memory = |&read: &Sig<'m>| FrameMemory::new(m, addresses.words(), 2 * processor.memory, read);
    let memories: Vec<FrameMemory> = reads.iter().map(memory).collect();
    let found: Vec<Sig> = memories.iter().zip(&reads).map(|(memory, &read)| memory.found(read)).collect();
    let elements = switched(&found, first_bank.before(read_cycles - BANK_CYCLES - 1));
    let elements: Vec<Sig> = elements.into_iter().map(|word| word.later_as_it_is(1)).collect();
    let Results { words: results, overflow } = parts.transform(m, &elements);

    let cycles = read_cycles + processor.cycles() as u32;
    let is_result = program.computes.later_with_reset(cycles);
    let result_bank = first_bank.before(cycles - BANK_CYCLES);
    let sample_bank = bank_of(m, plan, &samples.digits);
    // Samples pass on the first lanes.
    let lane = |(lane, &result): (usize, &Sig<'m>)| match samples.words.get(lane) {
        Some(&sample) => samples.active.mux(sample, result),
        None => result,
    };
    let lanes: Vec<Sig> = results.iter().enumerate().map(lane).collect();
    let words = switched(&lanes, samples.active.mux(sample_bank, result_bank));
    let writes = memories.iter().zip(words).enumerate().map(|(bank, (memory, word))| {
        let is_own = if plan.width() == 1 { sample_bank.is(bank) } else { m.constant(1, 1) };
        let sample_digits = of_bank(plan, &samples.digits, (bank, sample_bank));
        let sample_address = addresses.of_place(&sample_digits, 0);
        let enable = samples.active & is_own | is_result;
        let result_address = reads[bank].before(cycles - BANK_CYCLES);
        memory.write([enable, samples.active.mux(sample_address, result_address), word]);
        [enable, word]
    });
    let writes: Vec<[Sig; 2]> = writes.collect();
    let overflow = overflow.map(|overflow| overflow & is_result);
    Found { words: elements[..plan.width()].to_vec(), overflow, writes, ..Found::default() }
}

/// Returns the digits of the sample that goes to a bank. `first`: bank of the first sample of a beat.
fn of_bank<'m>(plan: &FoldedPlan, digits: &[Sig<'m>], (bank, first): (usize, Sig<'m>)) -> Vec<Sig<'m>> {
    let mut digits = digits.to_vec();
    if let Some(last) = digits.last_mut().filter(|_| plan.width() > 1) {
        *last = *last | lane_of(bank, first).extend(last.width());
    }
    digits
}

/// Returns the bank of a place.
pub fn bank_of<'m>(m: &'m Builder, plan: &FoldedPlan, digits: &[Sig<'m>]) -> Sig<'m> {
    let bits = plan.banks().count().ilog2();
    // Bits of the digits that count by powers of two.
    let parts = digits
        .iter()
        .zip(plan.radices())
        .flat_map(|(digit, radix)| (0..radix.trailing_zeros()).step_by(bits as usize).map(|low| digit.bits(low, bits)));
    parts.reduce(|bank, part| bank ^ part).unwrap_or_else(|| m.constant(bits, 0))
}

/// Returns the lane that a bank has where `first` is the bank of the first lane.
pub fn lane_of(bank: usize, first: Sig) -> Sig {
    first ^ bank
}

/// Returns digits with the low part of that of the step replaced, which is zero. `own`: high for the digit of the step.
pub fn with_own<'m>(digits: &[Sig<'m>], own: &[Sig<'m>], digit: Sig<'m>) -> Vec<Sig<'m>> {
    let pairs = digits.iter().zip(own);
    pairs.map(|(&other, &is_own)| other | digit.masked(is_own).extend(other.width())).collect()
}

/// Returns words in another order: word i is that of the number i exclusively or `by`.
pub fn switched<'m>(words: &[Sig<'m>], by: Sig<'m>) -> Vec<Sig<'m>> {
    let word = |word: usize| {
        let cases: Vec<Sig> = (0..words.len()).map(|by| words[word ^ by]).collect();
        by.builder().select(by, &cases)
    };
    (0..words.len()).map(word).collect()
}
