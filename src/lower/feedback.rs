//! Delayed feedback as hardware: transforms that run when the last of their elements comes, and delay lines that hold
//! first the elements of each and then its results.

use super::beats::Beats;
use super::control::{choose, delay_pulse, Pulse};
use super::ends::places;
use super::kernel::{body, line, turned, Coming, Counters};
use super::line::Line;
use super::{Operators, Ports};
use crate::rtl::{Module, Net};
use crate::stream::Stage;

/// The netlist of a stage with delayed feedback, whose transforms' elements come `distance` beats apart.
pub fn feedback(name: &str, stage: &Stage, distance: usize, operators: &Operators, interval: usize) -> Module {
    let (radix, lanes, cycles) = (stage.kernel.radix, stage.layout.lanes, stage.cycles());
    let doc = format!(
        "{} with delayed feedback: elements {distance} beats apart, {lanes} lanes, {} words, on {} adders and {} \
         multipliers; latency {} cycles.",
        stage.kernel,
        stage.words(),
        stage.schedule.adders(),
        stage.schedule.multipliers(),
        stage.latency(),
    );
    let mut m = Module::new(name, doc);
    let sizes = stage.numeric.map_or([operators.bits; 3], |n| [n.input, stage.entering(n.input), n.output]);
    let [input, entering, output] = sizes;
    // What shares a line has one width.
    let bits = if stage.shares_memory() { entering.max(output) } else { entering };
    let ports = Ports::inputs(&mut m, lanes, input);
    let mut beats = Beats::new(&mut m, "", ports.start, interval);
    let data = turned(&mut m, stage, &ports.data, &mut beats);
    let words: Vec<Net> = data.chunks(2).map(|parts| joined(&mut m, [parts[0], parts[1]], bits)).collect();
    // For each lane the elements of a transform, first to last, as they stand when the last one comes.
    let lines: Vec<Lines> = match stage.shares_memory() {
        true => {
            let pointer = &mut None;
            words.iter().map(|_| Lines::open(&mut m, pointer, 2 * bits, radix, distance - cycles)).collect()
        }
        false => words.iter().map(|&word| Lines::ahead(&mut m, word, radix, distance)).collect(),
    };
    let elements: Vec<Net> =
        lines.iter().zip(&words).flat_map(|(lines, word)| lines.outputs.iter().rev().chain([word])).copied().collect();
    let parts = elements.into_iter().flat_map(|word| halves(&mut m, word, entering)).collect::<Vec<_>>();
    let places = places(&mut m, stage, &mut Pulse::new(ports.start, interval), stage.schedule.latency);
    let coming = Coming { data: &parts, enable: ports.enable, words: &[], places };
    let mut counters = Counters::new(&mut m, stage, ports.start);
    let ends = body(&mut m, stage, operators.of(stage), &mut counters, &coming);
    let bits = if stage.shares_memory() { bits } else { output };
    let results: Vec<Net> = ends.chunks(2).map(|ends| joined(&mut m, [ends[0].word, ends[1].word], bits)).collect();

    // Which digit passes in each beat, counted from its input.
    let digits: Vec<Option<usize>> = (0..interval).map(|beat| Some(beat / distance % radix)).collect();
    let last: Vec<_> = digits.iter().map(|digit| digit.map(|digit| digit == radix - 1)).collect();
    let complete = choose(&mut m, &mut beats, cycles, &last, |m, last| m.constant(1, u128::from(*last)));
    let complete = complete.unwrap_or_else(|| unreachable!("each beat has a digit"));
    let mut out = Vec::new();
    for ((lines, results), &word) in lines.into_iter().zip(results.chunks(radix)).zip(&words) {
        let leaving = match stage.shares_memory() {
            true => lines.close(&mut m, word, results, complete, cycles),
            false => {
                let late = |m: &mut Module, digit: &usize| line(m, results[*digit], (digit * distance) as u32);
                let leaving = choose(&mut m, &mut beats, stage.latency(), &digits, late);
                leaving.unwrap_or_else(|| unreachable!("each beat has a digit"))
            }
        };
        out.extend(halves(&mut m, leaving, output));
    }
    let out_start = delay_pulse(&mut m, ports.start, stage.latency(), interval);
    Ports::outputs(&mut m, out_start, &out);
    let over: Vec<Net> = ends.iter().filter_map(|end| end.over).collect();
    if let Some(over) = over.into_iter().reduce(|a, b| m.or(a, b)) {
        let over = m.and(over, complete);
        let over = m.register(over, Some(0));
        m.output("overflow", over);
    }
    m
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

/// The delay lines of a lane, one for each element but the last; the first one is next to the input.
struct Lines {
    outputs: Vec<Net>,
    /// What is still to be connected.
    inputs: Vec<Line>,
}

impl Lines {
    /// Lines of so many cycles, whose inputs are not known yet. `pointer`: what counts through the memories.
    fn open(m: &mut Module, pointer: &mut Option<Net>, width: u32, radix: usize, cycles: usize) -> Self {
        let (inputs, outputs) = (1..radix).map(|_| Line::open(m, pointer, width, cycles)).unzip();
        Lines { outputs, inputs }
    }

    /// Lines of so many cycles each in a row, from a lane's word.
    fn ahead(m: &mut Module, word: Net, radix: usize, cycles: usize) -> Self {
        let mut outputs = vec![];
        let mut at = word;
        for _ in 1..radix {
            at = line(m, at, cycles as u32);
            outputs.push(at);
        }
        Lines { outputs, inputs: vec![] }
    }

    /// Connects the lines: each takes the result of its place when a transform is complete, and else what the one
    /// before gives. Elements enter as late as results come, `cycles` after the last element. Returns what leaves.
    fn close(self, m: &mut Module, word: Net, results: &[Net], complete: Net, cycles: usize) -> Net {
        let mut at = line(m, word, cycles as u32);
        for ((input, output), &result) in self.inputs.into_iter().zip(self.outputs).zip(results.iter().skip(1).rev()) {
            let taken = m.mux(complete, result, at);
            input.close(m, taken);
            at = line(m, output, cycles as u32);
        }
        m.mux(complete, results[0], at)
    }
}
