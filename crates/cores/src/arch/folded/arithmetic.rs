//! Arithmetic of a folded core: the steps share one processor, so that its words hold those of every step.
//!
//! A kernel gives all bits of its sums, and the multiplication by twiddle factors rounds. A step of few points has more
//! guard bits than one of many points, by which its shift is less, so that the multiplication drops equally many bits
//! in all steps.

use super::common_words::{halvings, root_point, Between, Common, Settled};
use super::processor_arithmetic::{is_exact, ProcessorArithmetic};
use super::steps::divides_inverse_only;
use super::{guards, headroom};
use crate::error::Error;
use crate::format::{Fixed, Float, Format};
use crate::number::fixed::widths::Widths;
use crate::number::{bits_of_size, FixedOptions, NumberSystem, Scale, GUARDS};
use crate::pipeline::arithmetic::{FixedStage, InputEncoding};
use crate::pipeline::{Block, Codec, Pipeline, Stage, StageArithmetic};
use std::collections::BTreeMap;
use std::f64::consts::PI;

/// Gives the blocks of the steps of each pipeline their arithmetic. Returns that of the parts of the processor which
/// all pipelines share. `multiplies`: whether all results are multiplied.
pub(super) fn assign(
    pipelines: &mut [Pipeline],
    number: &dyn NumberSystem,
    (format, options): (Format, &FixedOptions),
    multiplies: bool,
) -> Result<ProcessorArithmetic, Error> {
    let assign = |pipelines: &mut [Pipeline], max_guard: u32| {
        assign_with(pipelines, number, (format, options), (multiplies, max_guard))
    };
    match format {
        // Words with exponents have guard bits for their most quiet frames.
        Format::Fixed(fixed) if !number.has_frame_exponents() => {
            guards::fitted(pipelines, (fixed.bits(), options), assign)
        }
        Format::Fixed(_) | Format::Float(_) => assign(pipelines, *GUARDS.end()),
    }
}

/// Gives the blocks of the steps of each pipeline their arithmetic, with at most `max_guard` guard bits if nothing is
/// asked for.
fn assign_with(
    pipelines: &mut [Pipeline],
    number: &dyn NumberSystem,
    (format, options): (Format, &FixedOptions),
    (multiplies, max_guard): (bool, u32),
) -> Result<ProcessorArithmetic, Error> {
    if let (Format::Float(float), Format::Float(_)) = (format, number.format()) {
        check_halves(float, pipelines)?;
        return Ok(ProcessorArithmetic::of_operators(float, pipelines));
    }
    let mut settled: Vec<Vec<FixedStage>> = Vec::new();
    for pipeline in &mut *pipelines {
        settled.push(match format {
            Format::Fixed(fixed) if number.has_frame_exponents() => {
                headroom::settle(pipeline, fixed, options, multiplies)?
            }
            Format::Fixed(fixed) => settle(pipeline, fixed, options, (multiplies, max_guard))?,
            Format::Float(_) => {
                number.assign(pipeline)?;
                encode_samples(pipeline);
                pipeline.stages().filter_map(|stage| stage.arithmetic.fixed()).collect()
            }
        });
    }
    share_words(pipelines, &mut settled);
    share_shift_fields(&mut settled);
    let words = pipelines[0].shared().map(|shared| shared.bits());
    let memory = match format {
        Format::Fixed(fixed) if number.has_frame_exponents() => headroom::memory_bits(fixed, options),
        _ => settled.iter().map(|steps| memory_bits(steps, format.bits(), options)).max().unwrap_or(0),
    };
    let memory = words.unwrap_or(memory);
    let steps = pipelines.iter().zip(&settled).map(|(pipeline, settled)| Settled::of_steps(pipeline, settled));
    let steps: Vec<Vec<Settled>> = steps.collect();
    let element_bits = if words.is_some() { settled[0][0].input_bits } else { memory };
    let mut shared = Common::new(&steps, element_bits, options);
    // Lengths are those of forward frames, whose last results have the factor one. In inverse frames the sum of both
    // parts of a result is multiplied by another one, and may not wrap.
    if words.is_some() && divides_inverse_only(pipelines[0].spec.direction) {
        shared.internal_bits += 1;
    }
    let pre_shifts = |steps: &Vec<Settled>| steps.iter().map(|step| shared.pre_shift(step)).collect();
    let mut processor = ProcessorArithmetic {
        kernels: BTreeMap::new(),
        step: StageArithmetic::Fixed(settled[0][0]),
        rotator: StageArithmetic::Fixed(settled[0][0]),
        split: None,
        pre_shifts: steps.iter().map(pre_shifts).collect(),
        memory,
    };
    let between = match pipelines.iter().flat_map(Pipeline::stages).all(is_exact) {
        false => Between { guard_bits: 0, bits: shared.internal_bits },
        true => {
            let guard_bits = shared.min_guard();
            // Each part of a result of r points, two or four, is a sum of r parts of elements.
            let growth = |radix: &usize| bits_of_size(*radix).unsigned_abs() + shared.guard(*radix) - guard_bits;
            let bits = element_bits + shared.shifts.keys().map(growth).max().unwrap_or(0);
            Between { guard_bits, bits: bits.min(shared.internal_bits - guard_bits) }
        }
    };
    let last_bits = settled.iter().filter_map(|steps| steps.last()).map(|fixed| fixed.output_bits);
    let output = last_bits.max().unwrap_or(memory);
    for (pipeline, steps) in pipelines.iter_mut().zip(&steps) {
        let (mut input, last) = (format.bits(), steps.len() - 1);
        for (number, (stage, step)) in pipeline.stages_mut().zip(steps).enumerate() {
            let mut fixed = shared.of_step(step);
            match words {
                Some(_) => stage.arithmetic = with_fixed(stage, fixed),
                None => {
                    let output_bits = if number == last { output } else { memory };
                    fixed = FixedStage { input_bits: std::mem::replace(&mut input, output_bits), output_bits, ..fixed };
                    stage.arithmetic = StageArithmetic::Fixed(fixed);
                    fixed = FixedStage { input_bits: memory, output_bits: memory, ..fixed };
                }
            }
            if step.split.is_some() {
                processor.split = Some(with_fixed(stage, Common::of_split(&fixed)));
                continue;
            }
            let kernel = shared.of_kernel(&fixed, &between);
            if processor.kernels.is_empty() {
                processor.rotator = StageArithmetic::Fixed(shared.of_rotator(&fixed, &between));
                processor.step = with_fixed(stage, shared.rounded(&fixed));
            }
            processor.kernels.insert(step.radix, with_fixed(stage, kernel));
        }
    }
    if let Format::Fixed(fixed) = format {
        let floats = pipelines.iter_mut().filter(|_| number.has_frame_exponents());
        floats.for_each(|pipeline| headroom::normalize_bins(pipeline, memory, fixed, options));
    }
    Ok(processor)
}

/// Refuses real data whose factors are halves of roots, if the smallest part of one is no normal number.
fn check_halves(float: Float, pipelines: &[Pipeline]) -> Result<(), Error> {
    let is_normal = |stage: &Stage| match halvings(stage.transform.split()) {
        0 => true,
        halvings => {
            let order = pipelines[0].transform_samples();
            let smallest = (2.0 * PI / order as f64).sin().abs() * 0.5f64.powi(halvings as i32);
            smallest >= 2f64.powi(1 - float.bias())
        }
    };
    match pipelines.iter().flat_map(Pipeline::stages).all(is_normal) {
        true => Ok(()),
        false => Err(Error::Unsupported(
            "cycles: factors of real data are below the smallest normal number; ask for a --precision of more exponent \
             bits".into(),
        )),
    }
}

/// Gives the words with an exponent of all pipelines the length of the longest ones.
fn share_words(pipelines: &mut [Pipeline], settled: &mut [Vec<FixedStage>]) {
    let growths = pipelines.iter().filter_map(|pipeline| Some(pipeline.shared()?.growth));
    let Some(growth) = growths.max() else { return };
    for (pipeline, settled) in pipelines.iter_mut().zip(settled) {
        for block in &mut pipeline.blocks {
            match block {
                Block::Codec(Codec::Enter(shared) | Codec::Leave(shared)) => shared.growth = growth,
                block => block.stage_mut().into_iter().for_each(|stage| stage.arithmetic.set_growth(growth)),
            }
        }
        let fixed = pipeline.stages().filter_map(|stage| stage.arithmetic.fixed());
        settled.iter_mut().zip(fixed).for_each(|(settled, fixed)| settled.output_bits = fixed.output_bits);
    }
}

/// Gives the shifts that frames choose fields of one length. The largest shifts of all steps are then equal, so that
/// equally many bits are dropped.
fn share_shift_fields(settled: &mut [Vec<FixedStage>]) {
    let field = settled.iter().flatten().map(|fixed| fixed.shift_field_bits).max().unwrap_or(0);
    settled.iter_mut().flatten().for_each(|fixed| fixed.shift_field_bits = field);
}

/// Returns the arithmetic of a stage with other integers.
fn with_fixed(stage: &Stage, fixed: FixedStage) -> StageArithmetic {
    match stage.arithmetic {
        StageArithmetic::SharedExponent { word, .. } => {
            StageArithmetic::SharedExponent { fixed, word, input: InputEncoding::Word }
        }
        StageArithmetic::Fixed(_) | StageArithmetic::Float(_) => StageArithmetic::Fixed(fixed),
    }
}

/// Encodes floating-point numbers before the first step, because the memory holds words.
fn encode_samples(pipeline: &mut Pipeline) {
    if let Some(&ports) = pipeline.shared() {
        pipeline.blocks.insert(0, Block::Codec(Codec::Enter(ports)));
    }
}

/// Returns the bits of a component that hold the samples and the results of all steps. The last results are cut after
/// the memory.
fn memory_bits(settled: &[FixedStage], input: u32, options: &FixedOptions) -> u32 {
    let last = settled.len() - usize::from(options.scale() != Scale::None);
    settled[..last].iter().map(|fixed| fixed.output_bits).max().unwrap_or(0).max(input)
}

/// Returns the arithmetic of each step on its own, with coefficients of one length. `multiplies`: whether all results
/// are multiplied.
fn settle(
    pipeline: &Pipeline,
    fixed: Fixed,
    options: &FixedOptions,
    (multiplies, max_guard): (bool, u32),
) -> Result<Vec<FixedStage>, Error> {
    let steps: Vec<&Stage> = pipeline.stages().collect();
    let widths = Widths::new(pipeline.transform_samples(), fixed, options, steps.len())?;
    let mut widths = widths.with_guard_of(max_guard);
    let point = root_point(&steps, widths.coefficient(), multiplies);
    let of_step = |(number, step): (usize, &&Stage)| {
        let last = number + 1 == steps.len();
        let measured = widths.measured(step, point + halvings(step.transform.split()));
        let growth = step.transform.split().map(|split| split.doublings());
        let growth = growth.unwrap_or_else(|| bits_of_size(step.transform.radix()));
        let scaled = match options.scale() {
            Scale::Stage => widths.shifted(measured, growth),
            _ => widths.scaled(number, step, measured, (false, last)),
        };
        widths.settle(step, &scaled, last)
    };
    steps.iter().enumerate().map(of_step).collect()
}
