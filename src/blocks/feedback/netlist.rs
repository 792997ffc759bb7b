//! Delayed feedback as hardware: transforms that run when the last of their elements comes, and delay lines that hold
//! first the elements of each and then its results.

use crate::blocks::kernel::netlist::{body, leaving, turned, Counters, KernelInputs};
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
    let (radix, lanes, cycles) = (stage.transform.radix(), stage.layout.lanes, stage.cycles());
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
    // Words that share exponents are turned behind these.
    let turns_now = stage.arithmetic.fixed().is_some() && stage.shared().is_none();
    let entering = if turns_now { stage.entering(input) } else { input };
    // What shares a line has one width.
    let bits = if feedback.shares_memory() { entering.max(output) } else { entering };
    let ports = Ports::inputs(&mut m, lanes, input);
    let mut beats = BeatCounter::new(&mut m, "", ports.start, interval);
    let data = match stage.shared() {
        None => turned(&mut m, stage, &ports.data, &mut beats),
        Some(_) => ports.data.clone(),
    };
    let words: Vec<Net> = data.chunks(2).map(|parts| joined(&mut m, [parts[0], parts[1]], bits)).collect();
    // For each lane the elements of a transform, first to last, as they stand when the last one comes.
    let mut lines = None;
    let waiting: Vec<Vec<Net>> = match feedback.shares_memory() {
        true => {
            let (begin, outputs) = DelayLines::open(&mut m, 2 * bits, lanes * (radix - 1), distance - cycles);
            lines = Some(begin);
            outputs.chunks(radix - 1).map(<[Net]>::to_vec).collect()
        }
        false => words.iter().map(|&word| ahead(&mut m, word, radix, distance)).collect(),
    };
    let elements: Vec<Net> =
        waiting.iter().zip(&words).flat_map(|(waiting, word)| waiting.iter().rev().chain([word])).copied().collect();
    let parts = elements.into_iter().flat_map(|word| halves(&mut m, word, entering)).collect::<Vec<_>>();
    let pre_shift = pre_shift(&mut m, stage, &mut Pulse::new(ports.start, interval), stage.kernel.schedule.latency);
    let start = delay_pulse(&mut m, ports.start, stage.aligning(), interval);
    let aligned = AlignedTransforms::new(&mut m, stage, operators, &parts, [ports.start, ports.enable]);
    let data = match &aligned {
        Some(aligned) => last_turned(&mut m, stage, &aligned.data, start),
        None => parts,
    };
    let coming = KernelInputs { data: &data, enable: ports.enable, words: &[], pre_shift };
    let mut counters = Counters::new(&mut m, stage, start);
    let outputs = body(&mut m, stage, operators.of_stage(stage), &mut counters, &coming);
    let bits = if feedback.shares_memory() { bits } else { output };
    let results = leaving(&mut m, stage, aligned.as_ref(), &outputs);
    let results: Vec<Net> = results.chunks(2).map(|parts| joined(&mut m, [parts[0], parts[1]], bits)).collect();

    // Which digit passes in each beat, counted from its input.
    let digits: Vec<Option<usize>> = (0..interval).map(|beat| Some(beat / distance % radix)).collect();
    let last: Vec<_> = digits.iter().map(|digit| digit.map(|digit| digit == radix - 1)).collect();
    let complete = beat_mux(&mut m, &mut beats, cycles, &last, |m, last| m.constant(1, u128::from(*last)));
    let complete = complete.unwrap_or_else(|| unreachable!("each beat has a digit"));
    let (mut out, mut taken) = (Vec::new(), Vec::new());
    for ((waiting, results), &word) in waiting.iter().zip(results.chunks(radix)).zip(&words) {
        let leaving = match lines {
            Some(_) => fed(&mut m, word, waiting, results, (complete, cycles), &mut taken),
            None => {
                let late = |m: &mut Module, digit: &usize| delay_line(m, results[*digit], (digit * distance) as u32);
                let leaving = beat_mux(&mut m, &mut beats, feedback.latency(), &digits, late);
                leaving.unwrap_or_else(|| unreachable!("each beat has a digit"))
            }
        };
        out.extend(halves(&mut m, leaving, output));
    }
    if let Some(lines) = lines {
        lines.close(&mut m, &taken);
    }
    let out_start = delay_pulse(&mut m, ports.start, feedback.latency(), interval);
    Ports::outputs(&mut m, out_start, &out);
    let mut over: Vec<Net> = Vec::new();
    for (lane, outputs) in outputs.chunks(2 * radix).enumerate() {
        let filled = filled(&mut m, &mut beats, stage, lane, cycles);
        let lane = outputs.iter().filter_map(|output| output.over);
        over.extend(lane.map(|over| filled.map_or(over, |filled| m.and(over, filled))));
    }
    if let Some(over) = over.into_iter().reduce(|a, b| m.or(a, b)) {
        let over = m.and(over, complete);
        let over = m.register(over, Some(0));
        m.output("overflow", over);
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

/// The elements of each lane's transform, the last of which is the one that comes now, with its quarter turns.
fn last_turned(m: &mut Module, stage: &Stage, data: &[Net], start: Net) -> Vec<Net> {
    if stage.turns.is_empty() {
        return data.to_vec();
    }
    let all = 2 * stage.transform.radix();
    let lasts: Vec<Net> = data.chunks(all).flat_map(|parts| &parts[all - 2..]).copied().collect();
    let mut beats = BeatCounter::new(m, "aligned_", start, stage.layout.beats);
    let lasts = turned(m, stage, &lasts, &mut beats);
    let lanes = data.chunks(all).zip(lasts.chunks(2));
    lanes.flat_map(|(parts, last)| parts[..all - 2].iter().chain(last)).copied().collect()
}

/// A word of two parts of so many bits each.
fn joined(m: &mut Module, parts: [Net; 2], bits: u32) -> Net {
    let wide = parts.map(|part| m.sign_extend(part, bits));
    m.concat(&wide)
}

/// Real and imaginary part of a word, in so many bits.
fn halves(m: &mut Module, word: Net, bits: u32) -> [Net; 2] {
    let whole = m.width(word) / 2;
    [m.slice(word, 0, bits), m.slice(word, whole, bits)]
}

/// A lane's word after each of the delay lines in a row, one for each element but the last, of so many cycles each.
fn ahead(m: &mut Module, word: Net, radix: usize, cycles: usize) -> Vec<Net> {
    let next = |at: &mut Net, _| {
        *at = delay_line(m, *at, cycles as u32);
        Some(*at)
    };
    (1..radix).scan(word, next).collect()
}

/// What enters the delay lines of a lane, the first of which is next to the input, and what leaves the lane: each line
/// takes the result of its place when a transform is complete, and else what the one before gives. Elements enter as
/// late as results come, `cycles` after the last element.
fn fed(
    m: &mut Module,
    word: Net,
    waiting: &[Net],
    results: &[Net],
    (complete, cycles): (Net, usize),
    taken: &mut Vec<Net>,
) -> Net {
    let mut at = delay_line(m, word, cycles as u32);
    for (&output, &result) in waiting.iter().zip(results.iter().skip(1).rev()) {
        taken.push(m.mux(complete, result, at));
        at = delay_line(m, output, cycles as u32);
    }
    m.mux(complete, results[0], at)
}
