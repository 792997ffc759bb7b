//! One bank: an element or a bin is read in each cycle, and a sample or a result is written.

use super::super::core::FoldedCore;
use super::memory::{Found, FrameMemory};
use super::transform::FrameParts;
use fftgen_hdl::dsl::*;

/// Builds the memory and the processor. The word that is found was read `core.read_cycles()` cycles ago.
#[hdl]
pub fn one_bank<'m>(m: &'m Builder, parts: &FrameParts<'_, 'm>) -> Found<'m> {
    let FrameParts { core, program, addresses, samples, .. } = *parts;
    let FoldedCore { plan, processor, .. } = core;
    let place = addresses.of_place(&program.digits, 0);
    let read = match plan.alternates() {
        true => place,
        false => program.leaves.mux(addresses.of_place(&program.bin_digits, 0), place),
    };
    let memory = FrameMemory::new(m, addresses.words(), 2 * processor.memory, read);
    let found = memory.found(read);
    let results = parts.transform(m, &[found]);
    let cycles = (core.read_cycles() + processor.cycles()) as u32;
    let is_result = program.computes.later_with_reset(cycles);
    let result_address = addresses.of_place(&program.result_digits, 0).before(cycles);
    let sample_address = addresses.of_place(&samples.digits, 0);
    let enable = samples.active | is_result;
    let address = samples.active.mux(sample_address, result_address);
    let word = samples.active.mux(samples.words[0], results.words[0]);
    memory.write([enable, address, word]);
    let overflow = results.overflow.map(|overflow| overflow & is_result);
    Found { words: vec![found], overflow, writes: vec![[enable, word]], ..Found::default() }
}
