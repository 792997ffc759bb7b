//! Delay feedback as hardware: transforms that are computed when the last of their elements comes, and delay lines that
//! hold first the elements of each transform and then its results.

use crate::blocks::kernel::body::{apply_rotations, body, output_words, Counters, ExternalWords, KernelInputs};
use crate::parts::align::AlignedTransforms;
use crate::parts::beat_counter::BeatCounter;
use crate::parts::delay_lines::DelayLines;
use crate::parts::output_rounding::pre_shift;
use crate::parts::{OperatorLibrary, Ports};
use crate::pipeline::{Feedback, Stage};
use crate::rtl::Module;
use fftgen_hdl::dsl::*;

/// Builds the netlist of transforms with delay feedback.
#[hdl]
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
    let m = Builder::new(name, doc);
    let [input, output] = [stage.arithmetic.input_bits(), stage.arithmetic.output_bits()];
    // Shared-exponent words are rotated after the alignment.
    let rotates_inputs = stage.arithmetic.fixed().is_some() && stage.shared().is_none();
    let rotated_bits = if rotates_inputs { stage.bits_after_rotation(input) } else { input };
    // Elements and results in one delay line have one width.
    let bits = if feedback.shares_memory() { rotated_bits.max(output) } else { rotated_bits };
    let ports = Ports::inputs(&m, lanes, input);
    let frame = Pulse::new(ports.start, interval);
    let mut beats = BeatCounter::new("", ports.start, interval);
    let data = match stage.shared() {
        None => apply_rotations(stage, &ports.data, &mut beats, lead),
        Some(_) => ports.data.clone(),
    };
    let word = joined(&data, bits);
    // For each lane, the delayed elements of a transform when its last element comes, latest first.
    let (lines, delayed): (Option<DelayLines>, Vec<Vec<Sig>>) = match feedback.shares_memory() {
        true => {
            let (lines, outputs) =
                DelayLines::open(&m, &operators.memories, 2 * bits, lanes * (radix - 1), distance + lead - cycles);
            (Some(lines), outputs.chunks(radix - 1).map(<[Sig]>::to_vec).collect())
        }
        false => (None, word.iter().map(|&word| delay_chain(word, radix, distance)).collect()),
    };
    let elements = delayed.iter().zip(&word).flat_map(|(delayed, word)| delayed.iter().rev().chain([word]));
    let parts: Vec<Sig> = elements.flat_map(|&word| parts_of(word, rotated_bits)).collect();
    let pre_shift = pre_shift(&m, stage, (frame, 0), lead + stage.kernel.schedule.latency);
    let start = frame.later(stage.align_cycles() + lead).now();
    let aligned = AlignedTransforms::new(stage, operators, &parts, ports.start);
    let data = aligned.as_ref().map_or(parts, |aligned| rotate_last(stage, &aligned.data, start));
    let inputs = KernelInputs { data: &data, words: ExternalWords::None, pre_shift };
    let mut counters = Counters::new(stage, start);
    let outputs = body(&m, stage, operators.of_stage(stage), &mut counters, &inputs);
    let bits = if feedback.shares_memory() { bits } else { output };
    let results = joined(&output_words(stage, aligned.as_ref(), &outputs), bits);

    // Digit of the element in each beat of a frame.
    let digits: Vec<Option<usize>> = (0..interval).map(|beat| Some(beat / distance % radix)).collect();
    let last: Vec<_> = digits.iter().map(|digit| digit.map(|digit| digit == radix - 1)).collect();
    let complete = beats.flag(cycles, &last).expect("each beat has a digit");
    let (mut out, mut line_inputs) = (Vec::new(), Vec::new());
    for ((delayed, results), &word) in delayed.iter().zip(results.chunks(radix)).zip(&word) {
        let output_word = match lines {
            Some(_) => feed_lines(word, delayed, results, (complete, cycles - lead), &mut line_inputs),
            None => {
                let result = |digit: &usize| results[*digit].later_sparing_luts((digit * distance) as u32);
                beats.choose(feedback.latency(), &digits, result).expect("each beat has a digit")
            }
        };
        out.extend(parts_of(output_word, output));
    }
    if let Some(lines) = lines {
        lines.close(&line_inputs);
    }
    Ports::outputs(&m, frame.later(feedback.latency()).now(), out);
    let overflows = outputs.chunks(2 * radix).enumerate().flat_map(|(lane, outputs)| {
        let filled = filled(&mut beats, stage, lane, cycles);
        let overflows = outputs.iter().filter_map(|output| output.overflow);
        overflows.map(move |overflow| filled.map_or(overflow, |filled| overflow & filled)).collect::<Vec<_>>()
    });
    if let Some(overflow) = overflows.reduce(|any, overflow| any | overflow) {
        m.output("overflow", (overflow & complete).later_with_reset(1));
    }
    m.finish()
}

/// Whether the beat of `cycles` cycles ago has an element on a lane; nothing where each beat has one.
fn filled<'m>(beats: &mut BeatCounter<'m>, stage: &Stage, lane: usize, cycles: usize) -> Option<Sig<'m>> {
    let slots = stage.layout.slots.iter().skip(lane).step_by(stage.layout.lanes);
    let row: Vec<Option<bool>> = slots.map(|slot| Some(slot.is_some())).collect();
    let is_full = row.iter().all(|filled| *filled == Some(true));
    if is_full {
        None
    } else {
        beats.flag(cycles, &row)
    }
}

/// Applies the rotations of a stage to the last element of each lane's transform.
fn rotate_last<'m>(stage: &Stage, data: &[Sig<'m>], start: Sig<'m>) -> Vec<Sig<'m>> {
    if stage.rotations.is_empty() {
        return data.to_vec();
    }
    let all = 2 * stage.transform.radix();
    let lasts: Vec<Sig> = data.chunks(all).flat_map(|parts| &parts[all - 2..]).copied().collect();
    let mut beats = BeatCounter::new("aligned_", start, stage.layout.beats);
    let lasts = apply_rotations(stage, &lasts, &mut beats, 0);
    let lanes = data.chunks(all).zip(lasts.chunks(2));
    lanes.flat_map(|(parts, last)| parts[..all - 2].iter().chain(last)).copied().collect()
}

/// Joins parts, sign-extended to `bits` bits each, to words.
fn joined<'m>(parts: &[Sig<'m>], bits: u32) -> Vec<Sig<'m>> {
    let joined = |word: &[Sig<'m>]| word[0].builder().cat(word.iter().map(|part| part.sign_extend(bits)));
    parts.chunks(2).map(joined).collect()
}

/// The real and the imaginary part of a word, of which the low `bits` bits are kept.
fn parts_of(word: Sig, bits: u32) -> [Sig; 2] {
    [0, word.width() / 2].map(|low| word.bits(low, bits))
}

/// Builds `radix - 1` delay lines of `cycles` clock cycles in series, and returns their outputs.
fn delay_chain(word: Sig, radix: usize, cycles: usize) -> Vec<Sig> {
    let mut at = word;
    let late = |_| {
        at = at.later_sparing_luts(cycles as u32);
        at
    };
    (1..radix).map(late).collect()
}

/// Adds the inputs of a lane's delay lines to `line_inputs`, and returns the lane's output. The first line is next to
/// the input. When a transform is complete, each line stores one of its results. Otherwise it stores the output of the
/// line before it. Elements are delayed by `cycles`, the latency of the transforms, so that they arrive with the
/// results.
fn feed_lines<'m>(
    word: Sig<'m>,
    delayed: &[Sig<'m>],
    results: &[Sig<'m>],
    (complete, cycles): (Sig<'m>, usize),
    line_inputs: &mut Vec<Sig<'m>>,
) -> Sig<'m> {
    let mut at = word.later_sparing_luts(cycles as u32);
    for (&output, &result) in delayed.iter().zip(results.iter().skip(1).rev()) {
        line_inputs.push(complete.mux(result, at));
        at = output.later_sparing_luts(cycles as u32);
    }
    complete.mux(results[0], at)
}
