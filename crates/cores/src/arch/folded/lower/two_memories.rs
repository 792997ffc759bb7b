//! Two memories of a frame each: a frame is computed in one of them while bins of the frame before it leave the other one, or samples of the
//! frame after it come.

use super::super::core::FoldedCore;
use super::addresses::Addresses;
use super::net_memory::{found_in, Found, FrameMemory, MEMORY_CYCLES};
use super::processor::Results;
use super::program::{FrameMemories, Program};
use super::several_banks::{bank_of, lane_of, switched, with_own, BANK_CYCLES};
use super::transform::FrameParts;
use crate::rtl::{Module, Net};

/// Addresses of the places that are read, in each bank.
struct Reads {
    /// `elements[bank]`: address of an element of a transform.
    elements: Vec<Net>,
    /// `results[bank]`: address of the result of the element that is read.
    results: Vec<Net>,
    /// Bank of the first lane. `None` if there is one bank.
    first: Option<Net>,
    /// Address of a bin, in all banks.
    bin: Net,
    /// Bank of the bin. `None` if there is one bank.
    bin_bank: Option<Net>,
}

/// Builds the memories and the processor. The word that is found was read `core.read_cycles()` cycles ago.
pub fn two_memories(m: &mut Module, parts: &FrameParts) -> Found {
    let FrameParts { core, program, addresses, samples, .. } = *parts;
    let FoldedCore { plan, processor, .. } = core;
    let Some((FrameMemories { computed, left }, loaded)) = program.memories.zip(samples.memory) else {
        unreachable!("frames have two memories")
    };
    let reads = Reads::new(m, core, (program, addresses));
    let late = if reads.first.is_some() { BANK_CYCLES } else { 0 };
    let [computes_in, leaves_from] = [computed, left].map(|number| m.delay(number, late));
    let pairs: Vec<[FrameMemory; 2]> = (reads.elements.iter())
        .map(|&element| {
            [0, 1].map(|number| {
                let is_computed = m.eq_const(computes_in, number);
                let address = m.mux(is_computed, element, reads.bin);
                FrameMemory::new(m, addresses.words(), 2 * processor.memory, address)
            })
        })
        .collect();
    let mut found = |number: Net, address: &dyn Fn(usize) -> Net| {
        let banks = pairs.iter().enumerate();
        banks.map(|(bank, [one, two])| found_in(m, &[one, two], [number, address(bank)])).collect::<Vec<Net>>()
    };
    let elements = found(computes_in, &|bank| reads.elements[bank]);
    let bins = found(leaves_from, &|_| reads.bin);
    let (elements, bin) = match reads.first.zip(reads.bin_bank) {
        None => (elements, bins[0]),
        Some((first, bin_bank)) => {
            let [first, bin_bank] = [first, bin_bank].map(|bank| m.delay(bank, MEMORY_CYCLES as u32));
            let elements = switched(m, &elements, first).into_iter().map(|word| m.delay(word, 1)).collect();
            let bin = m.select(bin_bank, &bins);
            (elements, m.delay(bin, 1))
        }
    };
    let Results { words: results, overflow } = parts.transform(m, &elements);

    let cycles = core.read_cycles() as u32 + processor.cycles() as u32;
    let is_result = (0..cycles).fold(program.computes, |net, _| m.register(net, Some(0)));
    let result_memory = m.delay(computes_in, cycles - late);
    let words = match reads.first {
        None => results,
        Some(first) => {
            let bank = m.delay(first, cycles - late);
            switched(m, &results, bank)
        }
    };
    let sample_address = addresses.of_place(m, &samples.digits, 0);
    let sample_bank = reads.first.map(|_| bank_of(m, plan, &samples.digits));
    for (bank, pair) in pairs.iter().enumerate() {
        let result_address = m.delay(reads.results[bank], cycles - late);
        let is_own = sample_bank.map_or(samples.active, |own| {
            let is_own = m.eq_const(own, bank as u128);
            m.and(samples.active, is_own)
        });
        for (number, memory) in pair.iter().enumerate() {
            let [is_loaded, is_computed] = [loaded, result_memory].map(|at| m.eq_const(at, number as u128));
            let [is_sample, is_result] = [m.and(is_own, is_loaded), m.and(is_result, is_computed)];
            let enable = m.or(is_sample, is_result);
            let [address, word] = [[sample_address, result_address], [samples.words[0], words[bank]]]
                .map(|[sample, result]| m.mux(is_sample, sample, result));
            memory.write(m, [enable, address, word]);
        }
    }
    let overflow = overflow.map(|overflow| m.and(overflow, is_result));
    Found { words: vec![bin], overflow, told: None, bin_shift: None, decoder_offset: None, writes: vec![] }
}

impl Reads {
    fn new(m: &mut Module, core: &FoldedCore, (program, addresses): (&Program, &Addresses)) -> Self {
        let plan = &core.plan;
        if plan.banks().count() == 1 {
            let [element, result, bin] = [&program.digits, &program.result_digits, &program.bin_digits]
                .map(|digits| addresses.of_place(m, digits, 0));
            return Reads { elements: vec![element], results: vec![result], first: None, bin, bin_bank: None };
        }
        let [first, bin_bank] = [&program.digits, &program.bin_digits].map(|digits| {
            let bank = bank_of(m, plan, digits);
            m.delay(bank, BANK_CYCLES)
        });
        let mut late = |nets: &[Net]| nets.iter().map(|&net| m.delay(net, BANK_CYCLES)).collect::<Vec<Net>>();
        let (digits, own, bin_digits) = (late(&program.digits), late(&program.steps), late(&program.bin_digits));
        let element = |m: &mut Module, bank: usize| {
            let lane = lane_of(m, bank, first);
            let digits = with_own(m, &digits, &own, lane);
            addresses.of_place(m, &digits, BANK_CYCLES)
        };
        let elements: Vec<Net> = (0..plan.banks().count()).map(|bank| element(m, bank)).collect();
        let bin = addresses.of_place(m, &bin_digits, BANK_CYCLES);
        Reads { results: elements.clone(), elements, first: Some(first), bin, bin_bank: Some(bin_bank) }
    }
}
