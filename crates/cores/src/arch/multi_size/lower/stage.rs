//! A shared stage as a netlist: kernels with delay feedback on each lane, whose delay the size selects, and twiddle factors.

use super::super::chain::SharedChain;
use super::super::route::SizeRoute;
use super::super::stage::{SharedStage, CYCLES_BEHIND_KERNEL};
use super::bank::{Bank, READ_CYCLES};
use super::per_size::{size_number, PerSize};
use super::stage_banks::{split_parts, StageBanks};
use super::stage_inputs::{FrameTags, StageInputs};
use super::stage_kernels::StageKernels;
use super::transform_counter::TransformCounter;
use super::twiddles::twiddle_words;
use crate::blocks::kernel::netlist::{body, Counters, ExternalWords, KernelInputs};
use crate::lower::control::{delay_pulse, select};
use crate::lower::frame_overflow::{told_from, OUT_OVERFLOW};
use crate::lower::{OperatorLibrary, Ports};
use crate::rtl::{Module, Net};

/// Builds a stage of a chain. `place`: number of the stage.
pub fn shared_stage(
    name: &str,
    chain: &SharedChain,
    tags: FrameTags,
    place: usize,
    operators: &OperatorLibrary,
) -> Module {
    let stage = &chain.stages[place];
    let mut m = Module::new(name, title(stage));
    let inputs = StageInputs::new(&mut m, chain, tags, stage.bits[0]);
    let StageInputs { enable, start, config, .. } = inputs;
    let takes = inputs.sizes.number(&mut m, |route| usize::from(route.radices[place] > 1));
    let takes = m.bit(takes, 0);
    let begins = m.and(start, takes);
    let elements = TransformCounter::new(&mut m, "in_", begins, &inputs.sizes, place);
    let is_complete = m.and(elements.runs, elements.digit_ends);
    let leaves = first_complete(&mut m, begins, is_complete, elements.address);
    let results = Results::new(&mut m, chain, tags, place, (config, leaves));

    let (words, overflow) = results.transform(&mut m, operators, &inputs, (&elements, is_complete));
    let half = m.width(words[0]) / 2;
    let parts: Vec<Net> = words.into_iter().flat_map(|word| split_parts(&mut m, word, half)).collect();
    let (parts, cycles) = results.rotate(&mut m, operators, parts, [start, enable]);
    let pulse = delay_pulse(&mut m, results.start, cycles as usize, chain.min_beats());
    let out_config = m.state(m.width(config), None);
    m.drive_enabled(out_config, config, leaves);
    let out_config = m.delay(out_config, cycles);
    let overflow = m.and(overflow, results.write);
    let told = inputs.told.map(|told| {
        let before = told_from(&mut m, [start, told], [leaves, elements.runs]);
        let (before, own) = (m.delay(before, 1 + cycles), m.delay(overflow, cycles - results.cycles));
        m.or(before, own)
    });

    let bypasses = m.not(takes);
    let bypass = m.and(start, bypasses);
    let transformed = Frame { start: pulse, config: out_config, data: parts, told };
    let out = match chain.routes.iter().any(|route| route.radices[place] == 1) {
        false => transformed,
        true => {
            let bypassing = Frame { start: bypass, config, data: inputs.data, told: inputs.told };
            bypassing.or(&mut m, &transformed, stage.bits[1])
        }
    };
    Ports::outputs(&mut m, out.start, &out.data);
    m.output("out_config", out.config);
    if m.constant_value(overflow).is_none() {
        let overflow = m.register(overflow, Some(0));
        m.output("overflow", overflow);
    }
    if let Some(told) = out.told {
        m.output(OUT_OVERFLOW, told);
    }
    m
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
struct Results<'a> {
    chain: &'a SharedChain,
    /// Number of the stage.
    place: usize,
    /// The size of the frame whose results leave.
    sizes: PerSize<'a>,
    /// Pulse with the first beat of results, before the kernels have computed them.
    start: Net,
    counter: TransformCounter,
    /// The number of the kernel, as its results come.
    which: Net,
    /// High when the kernels give the results of a transform, and the address of this transform.
    write: Net,
    address: Net,
    /// Clock cycles from the counter to the results.
    cycles: u32,
}

impl<'a> Results<'a> {
    /// `leaves`: pulse with the last element of the first transform of a frame, which `config` describes.
    fn new(
        m: &mut Module,
        chain: &'a SharedChain,
        tags: FrameTags,
        place: usize,
        (config, leaves): (Net, Net),
    ) -> Self {
        let stage = &chain.stages[place];
        let index = size_number(m, tags.runtime, config);
        let sizes = PerSize { chain, index, pulse: leaves };
        let start = m.register(leaves, Some(0));
        let counter = TransformCounter::new(m, "out_", start, &sizes, place);
        let kernel = |route: &SizeRoute| stage.radices().position(|radix| radix == route.radices[place]).unwrap_or(0);
        let which = sizes.number(m, kernel);
        let cycles = stage.turnaround_cycles() as u32 - 1;
        let which = m.delay(which, cycles);
        let is_first = m.eq_const(counter.digit, 0);
        let is_first = m.and(counter.runs, is_first);
        let write = (0..cycles).fold(is_first, |net, _| m.register(net, Some(0)));
        let address = m.delay(counter.address, cycles);
        Results { chain, place, sizes, start, counter, which, write, address, cycles }
    }

    /// The stage.
    fn stage(&self) -> &'a SharedStage {
        &self.chain.stages[self.place]
    }

    /// Transforms the words of all lanes. Returns the complex word that leaves each lane, and whether a result does not fit.
    fn transform(
        &self,
        m: &mut Module,
        operators: &OperatorLibrary,
        inputs: &StageInputs,
        (elements, is_complete): (&TransformCounter, Net),
    ) -> (Vec<Net>, Net) {
        let &Results { chain, place, ref sizes, which, write, address, .. } = self;
        let stage = self.stage();
        let fixed = stage.kernels.first().and_then(|kernel| kernel.arithmetic.fixed());
        let result_bits = fixed.map_or(stage.bits[0], |fixed| fixed.output_bits);
        let banks = StageBanks::new(chain, place, result_bits);
        let element_banks = banks.elements(m, elements, is_complete, address);
        let digit = m.delay(self.counter.digit, self.cycles + READ_CYCLES);
        let StageInputs { start, enable, ref data, .. } = *inputs;
        let kernels = StageKernels { stage, place, operators, sizes, which, start, enable };
        let mut overflows = m.constant(1, 0);
        let mut words = Vec::new();
        for point in data.chunks(2) {
            let element = m.concat(point);
            let mut lane: Vec<Bank> = element_banks.iter().map(|bank| bank.on_lane(m, element)).collect();
            // The last element is delayed like the others, which are read from banks when it comes.
            let found: Vec<Net> = lane.iter().map(|bank| bank.found).chain([m.delay(element, READ_CYCLES)]).collect();
            let (results, overflow) = kernels.transform(m, &found);
            overflows = m.or(overflows, overflow);
            let leaving = banks.results(m, &mut lane, &results, [write, address]);
            lane.into_iter().for_each(|bank| bank.close(m));
            let word = select(m, digit, &leaving);
            words.push(m.register(word, None));
        }
        (words, overflows)
    }

    /// Multiplies the parts of all lanes by the twiddle factors, if there are any. Returns the parts, and the clock cycles from
    /// the counter to them.
    fn rotate(
        &self,
        m: &mut Module,
        operators: &OperatorLibrary,
        parts: Vec<Net>,
        [start, enable]: [Net; 2],
    ) -> (Vec<Net>, u32) {
        let &Results { place, ref sizes, ref counter, .. } = self;
        let cycles = self.cycles + CYCLES_BEHIND_KERNEL as u32;
        let Some(rotator) = &self.stage().rotator else { return (parts, cycles) };
        let set = operators.of_stage(rotator);
        let words = twiddle_words(m, sizes, counter, place, (rotator, set), cycles);
        let pre_shift = sizes.pre_shift(m, rotator, cycles, |route| route.rotator_block(place));
        let rotated = parts.chunks(2).flat_map(|data| {
            let inputs = KernelInputs { data, enable, words: ExternalWords::Tables(&words), pre_shift };
            let mut counters = Counters::new(m, rotator, start);
            body(m, rotator, set, &mut counters, &inputs)
        });
        (rotated.map(|output| output.word).collect(), cycles + rotator.cycles() as u32)
    }
}

/// A frame at the output: its start pulse, its configuration word, real and imaginary part of each lane, and its mark of overflow, if frames are
/// marked.
struct Frame {
    start: Net,
    config: Net,
    data: Vec<Net>,
    told: Option<Net>,
}

impl Frame {
    /// This frame from its own pulse on, the other one from its pulse on. Components have `bits` bits.
    fn or(self, m: &mut Module, other: &Frame, bits: u32) -> Frame {
        let is_own = is_last_of(m, self.start, other.start);
        m.name(is_own, "is_past");
        let data = self.data.iter().zip(&other.data).map(|(&own, &other)| {
            let own = m.sign_extend(own, bits);
            m.mux(is_own, own, other)
        });
        let data = data.collect();
        let told = self.told.zip(other.told).map(|(own, other)| m.mux(is_own, own, other));
        Frame { start: m.or(self.start, other.start), config: m.mux(is_own, self.config, other.config), data, told }
    }
}

/// High from a pulse of the first kind on, and low from one of the other kind on.
fn is_last_of(m: &mut Module, first: Net, other: Net) -> Net {
    let was_first = m.state(1, Some(0));
    let still = m.not(other);
    let still = m.and(was_first, still);
    let is_first = m.or(first, still);
    m.drive(was_first, is_first);
    is_first
}

/// High with the last element of a frame's first transform. `begins`: start of the frame; `is_complete`: a transform is
/// complete, at `address` in its block.
fn first_complete(m: &mut Module, begins: Net, is_complete: Net, address: Net) -> Net {
    let fresh = m.state(1, Some(0));
    m.name(fresh, "fresh");
    let elsewhere = m.any(address);
    let first = m.not(elsewhere);
    let first = m.and(first, is_complete);
    let leaves = m.and(first, fresh);
    let gone = m.not(leaves);
    let stays = m.and(fresh, gone);
    let next = m.or(begins, stays);
    m.drive(fresh, next);
    m.name(leaves, "leaves")
}
