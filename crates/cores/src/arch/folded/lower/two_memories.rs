//! Two memories of a frame each: a frame is computed in one of them while bins of the frame before it leave the other
//! one, or samples of the frame after it come.

use super::super::core::FoldedCore;
use super::addresses::Addresses;
use super::memory::{found_in, Found, FrameMemory, MEMORY_CYCLES};
use super::processor::Results;
use super::program::{FrameMemories, Program};
use super::several_banks::{bank_of, lane_of, switched, with_own, BANK_CYCLES};
use super::transform::FrameParts;
use fftgen_hdl::dsl::*;

/// Addresses of the places that are read, in each bank.
struct Reads<'m> {
    /// `elements[bank]`: address of an element of a transform.
    elements: Vec<Sig<'m>>,
    /// `results[bank]`: address of the result of the element that is read.
    results: Vec<Sig<'m>>,
    /// Bank of the first lane. `None` if there is one bank.
    first: Option<Sig<'m>>,
    /// Address of a bin, in all banks.
    bin: Sig<'m>,
    /// Bank of the bin. `None` if there is one bank.
    bin_bank: Option<Sig<'m>>,
}

/// Builds the memories and the processor. The word that is found was read `core.read_cycles()` cycles ago.
#[hdl]
pub fn two_memories<'m>(m: &'m Builder, parts: &FrameParts<'_, 'm>) -> Found<'m> {
    let FrameParts { core, program, addresses, samples, .. } = *parts;
    let FoldedCore { plan, processor, .. } = core;
    let Some((FrameMemories { computed, left }, loaded)) = program.memories.zip(samples.memory) else {
        unreachable!("frames have two memories")
    };
    let reads = Reads::new(m, core, (program, addresses));
    let late = if reads.first.is_some() { BANK_CYCLES } else { 0 };
    let [computes_in, leaves_from] = [computed, left].map(|number| number.before(late));
    let pair = |&element: &Sig<'m>| {
        [0, 1].map(|number| {
            let address = computes_in.is(number).mux(element, reads.bin);
            FrameMemory::new(m, addresses.words(), 2 * processor.memory, address)
        })
    };
    let pairs: Vec<[FrameMemory; 2]> = reads.elements.iter().map(pair).collect();
    let found = |number: Sig<'m>, address: &dyn Fn(usize) -> Sig<'m>| {
        let banks = pairs.iter().enumerate();
        banks.map(|(bank, [one, two])| found_in(&[one, two], [number, address(bank)])).collect::<Vec<Sig>>()
    };
    let elements = found(computes_in, &|bank| reads.elements[bank]);
    let bins = found(leaves_from, &|_| reads.bin);
    let (elements, bin) = match reads.first.zip(reads.bin_bank) {
        None => (elements, bins[0]),
        Some((first, bin_bank)) => {
            let [first, bin_bank] = [first, bin_bank].map(|bank| bank.before(MEMORY_CYCLES as u32));
            let elements = switched(&elements, first).into_iter().map(|word| word.later_as_it_is(1));
            (elements.collect(), m.select(bin_bank, &bins).later_as_it_is(1))
        }
    };
    let Results { words: results, overflow } = parts.transform(m, &elements);

    let cycles = (core.read_cycles() + processor.cycles()) as u32;
    let is_result = program.computes.later_with_reset(cycles);
    let result_memory = computes_in.before(cycles - late);
    let words = match reads.first {
        None => results,
        Some(first) => switched(&results, first.before(cycles - late)),
    };
    let sample_address = addresses.of_place(&samples.digits, 0);
    let sample_bank = reads.first.map(|_| bank_of(m, plan, &samples.digits));
    for (bank, pair) in pairs.iter().enumerate() {
        let result_address = reads.results[bank].later_as_it_is(cycles - late);
        let is_own = sample_bank.map_or(samples.active, |own| samples.active & own.is(bank));
        for (number, memory) in pair.iter().enumerate() {
            let is_sample = is_own & loaded.is(number);
            let enable = is_sample | is_result & result_memory.is(number);
            let address = is_sample.mux(sample_address, result_address);
            memory.write([enable, address, is_sample.mux(samples.words[0], words[bank])]);
        }
    }
    let overflow = overflow.map(|overflow| overflow & is_result);
    Found { words: vec![bin], overflow, ..Found::default() }
}

impl<'m> Reads<'m> {
    fn new(m: &'m Builder, core: &FoldedCore, (program, addresses): (&Program<'m>, &Addresses<'m>)) -> Self {
        let plan = &core.plan;
        if plan.banks().count() == 1 {
            let [element, result, bin] = [&program.digits, &program.result_digits, &program.bin_digits]
                .map(|digits| addresses.of_place(digits, 0));
            return Reads { elements: vec![element], results: vec![result], first: None, bin, bin_bank: None };
        }
        let [first, bin_bank] =
            [&program.digits, &program.bin_digits].map(|digits| bank_of(m, plan, digits).before(BANK_CYCLES));
        let late = |signals: &[Sig<'m>]| -> Vec<Sig<'m>> {
            signals.iter().map(|signal| signal.later_as_it_is(BANK_CYCLES)).collect()
        };
        let (digits, own, bin_digits) = (late(&program.digits), late(&program.steps), late(&program.bin_digits));
        let element = |bank: usize| addresses.of_place(&with_own(&digits, &own, lane_of(bank, first)), BANK_CYCLES);
        let elements: Vec<Sig> = (0..plan.banks().count()).map(element).collect();
        let bin = addresses.of_place(&bin_digits, BANK_CYCLES);
        Reads { results: elements.clone(), elements, first: Some(first), bin, bin_bank: Some(bin_bank) }
    }
}
