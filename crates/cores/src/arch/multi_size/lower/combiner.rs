//! Combines the transforms of several lanes: twiddle factors on all lanes but the first, and a kernel across the lanes.

use super::super::chain::SharedChain;
use super::super::combiner::{LaneCombiner, CYCLES_BEFORE_ROTATOR};
use super::super::route::SizeRoute;
use super::beat_counter::BeatCounter;
use super::digit_counter::DigitCounter;
use super::root_request::RootRequest;
use super::roots::root_words;
use super::stage_inputs::{FrameTags, StageInputs};
use crate::blocks::kernel::netlist::{body, Counters, ExternalWords, KernelInputs};
use crate::lower::control::delay_pulse;
use crate::lower::frame_overflow::pass_on;
use crate::lower::output_rounding::report_overflow;
use crate::lower::{OperatorLibrary, Ports};
use crate::rtl::{Module, Net};

/// Clock cycles from the registered input to the products with the twiddle factors.
const FACTOR_CYCLES: u32 = CYCLES_BEFORE_ROTATOR as u32 - 1;

/// Builds the combiner of a chain's lanes.
pub fn lane_combiner(
    name: &str,
    chain: &SharedChain,
    combiner: &LaneCombiner,
    tags: FrameTags,
    operators: &OperatorLibrary,
) -> Module {
    let doc = format!(
        "Factors for the points of each lane but the first, and transforms of {} points, a beat each; latency {} cycles.",
        chain.width,
        combiner.cycles()
    );
    let mut m = Module::new(name, doc);
    let inputs = StageInputs::new(&mut m, chain, tags, combiner.bits[0]);
    let runs = BeatCounter::new(&mut m, "in", inputs.start, &inputs.sizes).runs;
    let digits = DigitCounter::new(&mut m, &inputs.sizes, runs);
    let rotated = rotate_lanes(&mut m, combiner, &inputs, &digits, operators);
    let StageInputs { enable, start, config, sizes, told, .. } = inputs;
    let kernel = &combiner.kernel;
    let delay = FACTOR_CYCLES + combiner.rotator.cycles() as u32;
    let pre_shift = sizes.pre_shift(&mut m, kernel, delay, |route| route.kernel_block(route.radices.len()));
    let coming = KernelInputs { data: &rotated, enable, words: ExternalWords::None, pre_shift };
    let mut counters = Counters::new(&mut m, kernel, start);
    let outputs = body(&mut m, kernel, operators.of_stage(kernel), &mut counters, &coming);
    let cycles = combiner.cycles() - 1;
    let out_start = delay_pulse(&mut m, start, cycles, chain.min_beats());
    let words: Vec<Net> = outputs.iter().map(|output| output.word).collect();
    Ports::outputs(&mut m, out_start, &words);
    let out_config = m.delay(config, cycles as u32);
    m.output("out_config", out_config);
    report_overflow(&mut m, &outputs, cycles, |_| runs);
    pass_on(&mut m, told, cycles);
    m
}

/// Multiplies the points of each lane but the first by their twiddle factors: the number of the lane times that of the point
/// is the exponent of a root of unity.
fn rotate_lanes(
    m: &mut Module,
    combiner: &LaneCombiner,
    inputs: &StageInputs,
    digits: &DigitCounter,
    operators: &OperatorLibrary,
) -> Vec<Net> {
    let StageInputs { enable, start, ref data, ref sizes, .. } = *inputs;
    let mut rotated: Vec<Net> = Vec::new();
    for (lane, point) in data.chunks(2).enumerate() {
        let stage = if lane == 0 { &combiner.unit } else { &combiner.rotator };
        let set = operators.of_stage(stage);
        let exponents = |m: &mut Module, unit: &dyn Fn(&SizeRoute) -> usize, bits: u32| {
            let exponent = digits.follow(m, sizes, bits, |route, step| step * (unit(route) * lane) as isize);
            m.name(exponent, format!("exponent{lane}"))
        };
        let order = |route: &SizeRoute| route.size;
        let words = match lane {
            0 => vec![],
            _ => {
                let request = RootRequest { sizes, order: &order, exponents: &exponents, set, delay: FACTOR_CYCLES };
                root_words(m, request, stage.has_triples())
            }
        };
        let data: Vec<Net> = point.iter().map(|&part| m.delay(part, FACTOR_CYCLES)).collect();
        let pre_shift = sizes.pre_shift(m, stage, FACTOR_CYCLES, |route| route.rotator_block(route.radices.len() - 1));
        let coming = KernelInputs { data: &data, enable, words: ExternalWords::Tables(&words), pre_shift };
        let mut counters = Counters::new(m, stage, start);
        let outputs = body(m, stage, set, &mut counters, &coming);
        let rest = (combiner.rotator.cycles() - stage.cycles()) as u32;
        rotated.extend(outputs.iter().map(|output| m.delay(output.word, rest)));
    }
    rotated
}
