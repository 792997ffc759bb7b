//! Combines the transforms of several lanes: twiddle factors on all lanes but the first, and a kernel across the lanes.

use super::super::chain::SharedChain;
use super::super::combiner::{LaneCombiner, CYCLES_BEFORE_ROTATOR};
use super::super::route::SizeRoute;
use super::beat_counter::BeatCounter;
use super::digit_counter::DigitCounter;
use super::root_request::RootRequest;
use super::roots::root_words;
use super::stage_inputs::{frame_outputs, FrameTags, StageInputs};
use crate::blocks::kernel::body::{body, Counters, ExternalWords, KernelInputs};
use crate::parts::frame_overflow::pass_on;
use crate::parts::output_rounding::report_overflow;
use crate::parts::OperatorLibrary;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::Module;

/// Clock cycles from the registered input to the products with the twiddle factors.
const FACTOR_CYCLES: u32 = CYCLES_BEFORE_ROTATOR as u32 - 1;

/// Builds the combiner of a chain's lanes.
#[hdl]
pub fn lane_combiner(
    name: &str,
    chain: &SharedChain,
    combiner: &LaneCombiner,
    tags: FrameTags,
    operators: &OperatorLibrary,
) -> Module {
    let doc = format!(
        "Factors for the points of each lane but the first, and transforms of {} points, a beat each; latency {} \
         cycles.",
        chain.width,
        combiner.cycles()
    );
    let m = Builder::new(name, doc);
    let inputs = StageInputs::new(&m, chain, tags, combiner.bits[0]);
    let runs = BeatCounter::new("in", inputs.start, &inputs.sizes).runs;
    let rotated = rotate_lanes(combiner, &inputs, &DigitCounter::new(inputs.sizes, runs), operators);
    let StageInputs { start, config, sizes, told, .. } = inputs;
    let kernel = &combiner.kernel;
    let delay = FACTOR_CYCLES + combiner.rotator.cycles() as u32;
    let pre_shift = sizes.pre_shift(kernel, delay, |route| route.kernel_block(route.radices.len()));
    let kernel_inputs = KernelInputs { data: &rotated, words: ExternalWords::None, pre_shift };
    let outputs = body(&m, kernel, operators.of_stage(kernel), &mut Counters::new(kernel, start), &kernel_inputs);
    let cycles = combiner.cycles() - 1;
    let out_start = Pulse::new(start, chain.min_beats()).later(cycles).now();
    frame_outputs(&m, out_start, outputs.iter().map(|output| output.word), config.later(cycles as u32));
    report_overflow(&m, &outputs, cycles, || runs);
    pass_on(&m, told, cycles);
    m.finish()
}

/// Multiplies the points of each lane but the first by their twiddle factors: the number of the lane times that of the
/// point is the exponent of a root of unity.
fn rotate_lanes<'m>(
    combiner: &LaneCombiner,
    inputs: &StageInputs<'m>,
    digits: &DigitCounter<'m>,
    operators: &OperatorLibrary,
) -> Vec<Sig<'m>> {
    let StageInputs { start, ref data, sizes, .. } = *inputs;
    let lanes = data.chunks(2).enumerate().flat_map(|(lane, point)| {
        let stage = if lane == 0 { &combiner.unit } else { &combiner.rotator };
        let exponents = |unit: &dyn Fn(&SizeRoute) -> usize, bits: u32| {
            digits.follow(&format!("exponent{lane}"), bits, |route, step| step * (unit(route) * lane) as isize)
        };
        let (order, set) = (|route: &SizeRoute| route.size, operators.of_stage(stage));
        let request = RootRequest { sizes, order: &order, exponents: &exponents, set, delay: FACTOR_CYCLES };
        let factors = if lane == 0 { vec![] } else { root_words(request, stage.has_triples()) };
        let data: Vec<Sig> = point.iter().map(|part| part.later(FACTOR_CYCLES)).collect();
        let pre_shift = sizes.pre_shift(stage, FACTOR_CYCLES, |route| route.rotator_block(route.radices.len() - 1));
        let inputs = KernelInputs { data: &data, words: ExternalWords::Tables(&factors), pre_shift };
        let rest = (combiner.rotator.cycles() - stage.cycles()) as u32;
        let outputs = body(start.builder(), stage, set, &mut Counters::new(stage, start), &inputs);
        outputs.into_iter().map(move |output| output.word.later(rest))
    });
    lanes.collect()
}
