//! Delay feedback as hardware: transforms that are computed when the last of their elements comes, and delay lines that hold first
//! the elements of each transform and then its results.

use crate::blocks::kernel::netlist::{apply_rotations, body, output_words, Counters, ExternalWords, KernelInputs};
use crate::lower::align::AlignedTransforms;
use crate::lower::beat_counter::BeatCounter;
use crate::lower::control::{beat_mux, delay_pulse, Pulse};
use crate::lower::delay::delay_line;
use crate::lower::delay_lines::DelayLines;
use crate::lower::output_rounding::pre_shift;
use crate::lower::{OperatorLibrary, Ports};
use crate::pipeline::{Feedback, Stage};
use crate::rtl::{Module, Net};

/// Builds the netlist of transforms with delay feedback.
pub fn feedback(name: &str, feedback: &Feedback, operators: &OperatorLibrary, interval: usize) -> Module {
    let (stage, distance) = (&feedback.stage, feedback.distance);
    let (radix, lanes, cycles, lead) =
        (stage.transform.radix(), stage.layout.lanes, stage.cycles(), stage.lead_cycles());
    let doc = format!(
        "{} with delayed feedback: elements {distance} beats apart, {lanes} lanes, {} words, on {}; latency {} \
         cycles.",
        stage.name(),
        feedback.words(),
        stage.units(),
        feedback.latency(),
    );
    let mut m = Module::new(name, doc);
    let [input, output] = [stage.arithmetic.input_bits(), stage.arithmetic.output_bits()];
    // Shared-exponent words are rotated after the alignment.
    let rotates_inputs = stage.arithmetic.fixed().is_some() && stage.shared().is_none();
    let rotated_bits = if rotates_inputs { stage.bits_after_rotation(input) } else { input };
    // Elements and results in one delay line have one width.
    let bits = if feedback.shares_memory() { rotated_bits.max(output) } else { rotated_bits };
    let ports = Ports::inputs(&mut m, lanes, input);
    let mut beats = BeatCounter::new(&mut m, "", ports.start, interval);
    let data = match stage.shared() {
        None => apply_rotations(&mut m, stage, &ports.data, &mut beats, lead),
        Some(_) => ports.data.clone(),
    };
    let words: Vec<Net> = data.chunks(2).map(|parts| join_word(&mut m, [parts[0], parts[1]], bits)).collect();
    // For each lane, the delayed elements of a transform when its last element comes, latest first.
    let mut lines = None;
    let delayed: Vec<Vec<Net>> = match feedback.shares_memory() {
        true => {
            let (opened, outputs) =
                DelayLines::open(&mut m, &operators.memories, 2 * bits, lanes * (radix - 1), distance + lead - cycles);
            lines = Some(opened);
            outputs.chunks(radix - 1).map(<[Net]>::to_vec).collect()
        }
        false => words.iter().map(|&word| delay_chain(&mut m, word, radix, distance)).collect(),
    };
    let elements: Vec<Net> =
        delayed.iter().zip(&words).flat_map(|(delayed, word)| delayed.iter().rev().chain([word])).copied().collect();
    let parts = elements.into_iter().flat_map(|word| split_word(&mut m, word, rotated_bits)).collect::<Vec<_>>();
    let pre_shift =
        pre_shift(&mut m, stage, &mut Pulse::new(ports.start, interval), lead + stage.kernel.schedule.latency);
    let start = delay_pulse(&mut m, ports.start, stage.align_cycles() + lead, interval);
    let aligned = AlignedTransforms::new(&mut m, stage, operators, &parts, [ports.start, ports.enable]);
    let data = match &aligned {
        Some(aligned) => rotate_last(&mut m, stage, &aligned.data, start),
        None => parts,
    };
    let inputs = KernelInputs { data: &data, enable: ports.enable, words: ExternalWords::None, pre_shift };
    let mut counters = Counters::new(&mut m, stage, start);
    let outputs = body(&mut m, stage, operators.of_stage(stage), &mut counters, &inputs);
    let bits = if feedback.shares_memory() { bits } else { output };
    let results = output_words(&mut m, stage, aligned.as_ref(), &outputs);
    let results: Vec<Net> = results.chunks(2).map(|parts| join_word(&mut m, [parts[0], parts[1]], bits)).collect();

    // Digit of the element in each beat of a frame.
    let digits: Vec<Option<usize>> = (0..interval).map(|beat| Some(beat / distance % radix)).collect();
    let last: Vec<_> = digits.iter().map(|digit| digit.map(|digit| digit == radix - 1)).collect();
    let complete = beat_mux(&mut m, &mut beats, cycles, &last, |m, last| m.constant(1, u128::from(*last)));
    let complete = complete.unwrap_or_else(|| unreachable!("each beat has a digit"));
    let (mut out, mut line_inputs) = (Vec::new(), Vec::new());
    for ((delayed, results), &word) in delayed.iter().zip(results.chunks(radix)).zip(&words) {
        let output_word = match lines {
            Some(_) => feed_lines(&mut m, word, delayed, results, (complete, cycles - lead), &mut line_inputs),
            None => {
                let result = |m: &mut Module, digit: &usize| delay_line(m, results[*digit], (digit * distance) as u32);
                let output_word = beat_mux(&mut m, &mut beats, feedback.latency(), &digits, result);
                output_word.unwrap_or_else(|| unreachable!("each beat has a digit"))
            }
        };
        out.extend(split_word(&mut m, output_word, output));
    }
    if let Some(lines) = lines {
        lines.close(&mut m, &line_inputs);
    }
    let out_start = delay_pulse(&mut m, ports.start, feedback.latency(), interval);
    Ports::outputs(&mut m, out_start, &out);
    let mut overflows: Vec<Net> = Vec::new();
    for (lane, outputs) in outputs.chunks(2 * radix).enumerate() {
        let filled = filled(&mut m, &mut beats, stage, lane, cycles);
        let lane = outputs.iter().filter_map(|output| output.overflow);
        overflows.extend(lane.map(|overflow| filled.map_or(overflow, |filled| m.and(overflow, filled))));
    }
    if let Some(overflow) = overflows.into_iter().reduce(|a, b| m.or(a, b)) {
        let overflow = m.and(overflow, complete);
        let overflow = m.register(overflow, Some(0));
        m.output("overflow", overflow);
    }
    m
}

/// Returns whether the beat of `cycles` cycles ago has an element on a lane; nothing where each beat has one.
fn filled(m: &mut Module, beats: &mut BeatCounter, stage: &Stage, lane: usize, cycles: usize) -> Option<Net> {
    let slots = stage.layout.slots.iter().skip(lane).step_by(stage.layout.lanes);
    let row: Vec<Option<bool>> = slots.map(|slot| Some(slot.is_some())).collect();
    if row.iter().all(|filled| *filled == Some(true)) {
        return None;
    }
    beat_mux(m, beats, cycles, &row, |m, filled| m.constant(1, u128::from(*filled)))
}

/// Applies the rotations of a stage to the last element of each lane's transform.
fn rotate_last(m: &mut Module, stage: &Stage, data: &[Net], start: Net) -> Vec<Net> {
    if stage.rotations.is_empty() {
        return data.to_vec();
    }
    let all = 2 * stage.transform.radix();
    let lasts: Vec<Net> = data.chunks(all).flat_map(|parts| &parts[all - 2..]).copied().collect();
    let mut beats = BeatCounter::new(m, "aligned_", start, stage.layout.beats);
    let lasts = apply_rotations(m, stage, &lasts, &mut beats, 0);
    let lanes = data.chunks(all).zip(lasts.chunks(2));
    lanes.flat_map(|(parts, last)| parts[..all - 2].iter().chain(last)).copied().collect()
}

/// Joins two parts, sign-extended to `bits` bits each, to a word.
fn join_word(m: &mut Module, parts: [Net; 2], bits: u32) -> Net {
    let wide = parts.map(|part| m.sign_extend(part, bits));
    m.concat(&wide)
}

/// Splits a word into its real and its imaginary part, of which the low `bits` bits are kept.
fn split_word(m: &mut Module, word: Net, bits: u32) -> [Net; 2] {
    let whole = m.width(word) / 2;
    [m.slice(word, 0, bits), m.slice(word, whole, bits)]
}

/// Builds `radix - 1` delay lines of `cycles` clock cycles in series, and returns their outputs.
fn delay_chain(m: &mut Module, word: Net, radix: usize, cycles: usize) -> Vec<Net> {
    let next = |at: &mut Net, _| {
        *at = delay_line(m, *at, cycles as u32);
        Some(*at)
    };
    (1..radix).scan(word, next).collect()
}

/// Adds the inputs of a lane's delay lines to `line_inputs`, and returns the lane's output. The first line is next to the input. When
/// a transform is complete, each line stores one of its results. Otherwise it stores the output of the line before it. Elements
/// are delayed by `cycles`, the latency of the transforms, so that they arrive with the results.
fn feed_lines(
    m: &mut Module,
    word: Net,
    delayed: &[Net],
    results: &[Net],
    (complete, cycles): (Net, usize),
    line_inputs: &mut Vec<Net>,
) -> Net {
    let mut at = delay_line(m, word, cycles as u32);
    for (&output, &result) in delayed.iter().zip(results.iter().skip(1).rev()) {
        line_inputs.push(m.mux(complete, result, at));
        at = delay_line(m, output, cycles as u32);
    }
    m.mux(complete, results[0], at)
}
