//! One bank: an element or a bin is read in each cycle, and a sample or a result is written.

use super::super::core::FoldedCore;
use super::net_memory::{Found, FrameMemory};
use super::transform::FrameParts;
use crate::rtl::Module;

/// Builds the memory and the processor. The word that is found was read `core.read_cycles()` cycles ago.
pub fn one_bank(m: &mut Module, parts: &FrameParts) -> Found {
    let FrameParts { core, program, addresses, samples, .. } = *parts;
    let FoldedCore { plan, processor, .. } = core;
    let place = addresses.of_place(m, &program.digits, 0);
    let read = match plan.alternates() {
        true => place,
        false => {
            let bin = addresses.of_place(m, &program.bin_digits, 0);
            m.mux(program.leaves, bin, place)
        }
    };
    let memory = FrameMemory::new(m, addresses.words(), 2 * processor.memory, read);
    let found = memory.found(m, read);
    let results = parts.transform(m, &[found]);
    let result = results.words[0];
    let cycles = core.read_cycles() + processor.cycles();
    let is_result = (0..cycles).fold(program.computes, |net, _| m.register(net, Some(0)));
    let result_place = addresses.of_place(m, &program.result_digits, 0);
    let result_address = m.delay(result_place, cycles as u32);
    let sample_address = addresses.of_place(m, &samples.digits, 0);
    let enable = m.or(samples.active, is_result);
    let [address, word] = [[sample_address, result_address], [samples.words[0], result]]
        .map(|[sample, result]| m.mux(samples.active, sample, result));
    memory.write(m, [enable, address, word]);
    let overflow = results.overflow.map(|overflow| m.and(overflow, is_result));
    Found {
        words: vec![found],
        overflow,
        told: None,
        bin_shift: None,
        decoder_offset: None,
        writes: vec![[enable, word]],
    }
}
