//! A shared stage as a netlist: kernels with feedback on each lane, whose delay the size selects, and twiddle factors.

use super::super::chain::SharedChain;
use super::super::route::SizeRoute;
use super::super::stage::{SharedStage, CYCLES_BEHIND_KERNEL};
use super::bank::{Bank, READ_CYCLES};
use super::per_size::{size_number, PerSize};
use super::stage_banks::{split_parts, StageBanks};
use super::stage_inputs::{frame_outputs, FrameTags, StageInputs};
use super::stage_kernels::StageKernels;
use super::transform_counter::TransformCounter;
use super::twiddles::twiddle_words;
use crate::blocks::kernel::body::{body, Counters, ExternalWords, KernelInputs};
use crate::parts::frame_overflow::{told_from, OUT_OVERFLOW};
use crate::parts::OperatorLibrary;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::Module;

/// Builds a stage of a chain. `place`: number of the stage.
#[hdl]
pub fn shared_stage(
    name: &str,
    chain: &SharedChain,
    tags: FrameTags,
    place: usize,
    operators: &OperatorLibrary,
) -> Module {
    let stage = &chain.stages[place];
    let m = Builder::new(name, title(stage));
    let inputs = StageInputs::new(&m, chain, tags, stage.bits[0]);
    let StageInputs { start, config, .. } = inputs;
    let takes = inputs.sizes.number(|route| usize::from(route.radices[place] > 1)).bit(0);
    let begins = start & takes;
    let elements = TransformCounter::new("in_", begins, &inputs.sizes, place);
    let is_complete = elements.runs & elements.digit_ends;
    let leaves = first_complete(begins, is_complete, elements.address);
    let results = Results::new(chain, tags, place, (config, leaves));

    let (words, overflow) = results.transform(operators, &inputs, (&elements, is_complete));
    let parts: Vec<Sig> = words.into_iter().flat_map(|word| split_parts(word, word.width() / 2)).collect();
    let (data, cycles) = results.rotate(operators, parts, start);
    let out_config = m.reg(config.width()).next_if(leaves, config);
    let overflow = overflow & results.write;
    let told = inputs.told.map(|told| {
        let before = told_from([start, told], [leaves, elements.runs]);
        before.later(1 + cycles) | overflow.later(cycles - results.cycles)
    });
    let transformed = Frame {
        start: Pulse::new(results.start, chain.min_beats()).later(cycles as usize).now(),
        config: out_config.later(cycles),
        data,
        told,
    };
    let out = match chain.routes.iter().any(|route| route.radices[place] == 1) {
        false => transformed,
        true => {
            let bypassing = Frame { start: start & !takes, config, data: inputs.data, told: inputs.told };
            bypassing.or(&transformed, stage.bits[1])
        }
    };
    frame_outputs(&m, out.start, out.data, out.config);
    if overflow.constant_value().is_none() {
        m.output("overflow", overflow.later_with_reset(1));
    }
    if let Some(told) = out.told {
        m.output(OUT_OVERFLOW, told);
    }
    m.finish()
}

/// The comment of a stage's module.
fn title(stage: &SharedStage) -> String {
    let radices: Vec<String> = stage.radices().map(|radix| radix.to_string()).collect();
    format!(
        "Transforms of {} points with delayed feedback, for sizes that have such a factor here; latency {} cycles and \
         a distance for each element but one, 1 cycle for sizes that have none.",
        radices.join(", "),
        stage.fixed_cycles()
    )
}

/// The results of a stage, which are counted from the first complete transform of a frame on.
struct Results<'m> {
    chain: &'m SharedChain,
    /// Number of the stage.
    place: usize,
    /// The size of the frame whose results leave.
    sizes: PerSize<'m>,
    /// Pulse with the first beat of results, before the kernels have computed them.
    start: Sig<'m>,
    counter: TransformCounter<'m>,
    /// The number of the kernel, as its results come.
    which: Sig<'m>,
    /// High when the kernels give the results of a transform, and the address of this transform.
    write: Sig<'m>,
    address: Sig<'m>,
    /// Clock cycles from the counter to the results.
    cycles: u32,
}

impl<'m> Results<'m> {
    /// `leaves`: pulse with the last element of the first transform of a frame, which `config` describes.
    fn new(chain: &'m SharedChain, tags: FrameTags, place: usize, (config, leaves): (Sig<'m>, Sig<'m>)) -> Self {
        let stage = &chain.stages[place];
        let sizes = PerSize { chain, index: size_number(tags.runtime, config), pulse: leaves };
        let start = leaves.later_with_reset(1);
        let counter = TransformCounter::new("out_", start, &sizes, place);
        let kernel = |route: &SizeRoute| stage.radices().position(|radix| radix == route.radices[place]).unwrap_or(0);
        let cycles = stage.turnaround_cycles() as u32 - 1;
        let which = sizes.number(kernel).later(cycles);
        let write = (counter.runs & counter.digit.is(0)).later_with_reset(cycles);
        Results { chain, place, sizes, start, counter, which, write, address: counter.address.later(cycles), cycles }
    }

    /// The stage.
    fn stage(&self) -> &'m SharedStage {
        &self.chain.stages[self.place]
    }

    /// Transforms the words of all lanes. Returns the complex word that leaves each lane, and whether one does not fit.
    fn transform(
        &self,
        operators: &OperatorLibrary,
        inputs: &StageInputs<'m>,
        (elements, is_complete): (&TransformCounter<'m>, Sig<'m>),
    ) -> (Vec<Sig<'m>>, Sig<'m>) {
        let &Results { chain, place, sizes, which, write, address, .. } = self;
        let (stage, m) = (self.stage(), write.builder());
        let fixed = stage.kernels.first().and_then(|kernel| kernel.arithmetic.fixed());
        let result_bits = fixed.map_or(stage.bits[0], |fixed| fixed.output_bits);
        let banks = StageBanks::new(chain, place, result_bits);
        let element_banks = banks.elements(elements, is_complete, address);
        let digit = self.counter.digit.later(self.cycles + READ_CYCLES);
        let StageInputs { start, ref data, .. } = *inputs;
        let kernels = StageKernels { stage, place, operators, sizes, which, start };
        let mut overflows = m.constant(1, 0);
        let words = data.chunks(2).map(|point| {
            let element = m.cat(point.iter().copied());
            let mut lane: Vec<Bank> = element_banks.iter().map(|bank| bank.on_lane(element)).collect();
            // The last element is delayed like the others, which are read from banks when it comes.
            let found: Vec<Sig> = lane.iter().map(|bank| bank.found).chain([element.later(READ_CYCLES)]).collect();
            let (results, overflow) = kernels.transform(&found);
            overflows = overflows | overflow;
            let leaving = banks.results(&mut lane, &results, [write, address]);
            lane.into_iter().for_each(Bank::close);
            m.select_by_bits(digit, &leaving).register()
        });
        (words.collect(), overflows)
    }

    /// Multiplies the parts of all lanes by the twiddle factors, if there are any. Returns the parts, and the clock
    /// cycles from the counter to them.
    fn rotate(&self, operators: &OperatorLibrary, parts: Vec<Sig<'m>>, start: Sig<'m>) -> (Vec<Sig<'m>>, u32) {
        let &Results { place, sizes, ref counter, .. } = self;
        let cycles = self.cycles + CYCLES_BEHIND_KERNEL as u32;
        let Some(rotator) = &self.stage().rotator else { return (parts, cycles) };
        let set = operators.of_stage(rotator);
        let factors = twiddle_words(sizes, counter, place, (rotator, set), cycles);
        let pre_shift = sizes.pre_shift(rotator, cycles, |route| route.rotator_block(place));
        let rotated = parts.chunks(2).flat_map(|data| {
            let inputs = KernelInputs { data, words: ExternalWords::Tables(&factors), pre_shift };
            body(start.builder(), rotator, set, &mut Counters::new(rotator, start), &inputs)
        });
        (rotated.map(|output| output.word).collect(), cycles + rotator.cycles() as u32)
    }
}

/// A frame at the output: its start pulse, its configuration word, real and imaginary part of each lane, and its mark
/// of overflow, if frames are marked.
struct Frame<'m> {
    start: Sig<'m>,
    config: Sig<'m>,
    data: Vec<Sig<'m>>,
    told: Option<Sig<'m>>,
}

impl<'m> Frame<'m> {
    /// This frame from its own pulse on, the other one from its pulse on. Components have `bits` bits.
    #[hdl]
    fn or(self, other: &Self, bits: u32) -> Self {
        // High from a pulse of this frame on, and low from one of the other one on.
        let was_past = self.start.builder().state(1, 0);
        let is_past = self.start | was_past & !other.start;
        was_past.next(is_past);
        let parts = self.data.iter().zip(&other.data);
        Frame {
            start: self.start | other.start,
            config: is_past.mux(self.config, other.config),
            data: parts.map(|(own, other)| is_past.mux(own.sign_extend(bits), *other)).collect(),
            told: self.told.zip(other.told).map(|(own, other)| is_past.mux(own, other)),
        }
    }
}

/// High with the last element of a frame's first transform. `begins`: start of the frame; `is_complete`: a transform is
/// complete, at `address` in its block.
#[hdl]
fn first_complete<'m>(begins: Sig<'m>, is_complete: Sig<'m>, address: Sig<'m>) -> Sig<'m> {
    let fresh = begins.builder().state(1, 0);
    let leaves = !address.any() & is_complete & fresh;
    fresh.next(begins | fresh & !leaves);
    leaves
}
