//! The reference model: a program evaluated with the value semantics of its format.
//!
//! It knows stages and kernels but no clock, and shares no arithmetic with the netlist: what both
//! must agree on is every bit of every frame.

use crate::dag::{Coefficient, Graph, Node};
use crate::exact::Real;
use crate::format::Format;
use crate::stream::{Program, Stage};
use rayon::prelude::*;

/// A complex value: the bits of its real and its imaginary part.
pub type Sample = [u64; 2];

/// Values an operation is applied to at once: long enough for the loop, short enough for the cache.
const VECTOR: usize = 256;

/// Frames that go through together at the least, where there are so many.
const FRAMES: usize = 16;

/// A program ready to run in a format.
pub struct Reference<'a> {
    program: &'a Program,
    format: Format,
    stages: Vec<Encoded<'a>>,
}

/// A stage with its constants rounded into the format.
struct Encoded<'a> {
    stage: &'a Stage,
    constants: Vec<u64>,
    tables: Vec<Vec<u64>>,
    /// `free[i]`: nodes whose values nobody needs after node i.
    free: Vec<Vec<usize>>,
}

impl<'a> Reference<'a> {
    pub fn new(program: &'a Program, format: Format) -> Self {
        let encode = |reals: &[Real]| reals.iter().map(|real| format.encode(real)).collect::<Vec<_>>();
        let stages = program.stages.iter().map(|stage| Encoded {
            stage,
            constants: encode(&stage.graph.constants),
            tables: stage.tables.par_iter().map(|table| encode(table)).collect(),
            free: last_uses(&stage.graph),
        });
        Reference { program, format, stages: stages.collect() }
    }

    /// Transforms whole frames: `samples` is frame after frame of N points in the order of the core's inputs, and so
    /// is the result. A rest that is no whole frame is left out.
    pub fn run(&self, samples: &[Sample]) -> Vec<Sample> {
        let size = self.program.size;
        let frames = &samples[..samples.len() / size * size];
        // Several frames a task make the copies long, but each thread wants a task.
        let fewest = self.stages.iter().map(|s| s.stage.shape.batches).min().unwrap_or(1);
        let share = (samples.len() / size).div_ceil(rayon::current_num_threads()).max(1);
        let together = VECTOR.div_ceil(fewest).clamp(FRAMES, VECTOR).min(share);
        frames.par_chunks(together * size).flat_map_iter(|chunk| self.chunk(chunk)).collect()
    }

    /// Several frames at once: element by element, frame by frame.
    fn chunk(&self, samples: &[Sample]) -> Vec<Sample> {
        let (size, frames) = (self.program.size, samples.len() / self.program.size);
        let turn = |s: Sample| if self.program.swap { [s[1], s[0]] } else { s };
        let mut values = vec![0; 2 * self.program.elements * frames];
        for (index, id) in self.program.input.slots.iter().flatten().enumerate() {
            for frame in 0..frames {
                let sample = turn(samples[frame * size + index]);
                for part in [0, 1] {
                    values[(2 * *id as usize + part) * frames + frame] = sample[part];
                }
            }
        }
        self.stages.iter().for_each(|stage| stage.run(&self.format, frames, &mut values));
        let mut result = vec![[0; 2]; samples.len()];
        for (index, id) in self.program.output.slots.iter().flatten().enumerate() {
            for frame in 0..frames {
                let at = |part| values[(2 * *id as usize + part) * frames + frame];
                result[frame * size + index] = turn([at(0), at(1)]);
            }
        }
        result
    }
}

impl Encoded<'_> {
    /// Applies the stage to `values[(2·element + part) · frames + frame]`.
    fn run(&self, format: &Format, frames: usize, values: &mut [u64]) {
        let batches = self.stage.members.len();
        let together = (VECTOR / frames).clamp(1, batches);
        let mut vectors: Vec<Vec<u64>> = vec![vec![]; self.stage.graph.nodes.len()];
        for first in (0..batches).step_by(together) {
            let batches = first..batches.min(first + together);
            self.evaluate(format, frames, batches.clone(), values, &mut vectors);
            for (output, node) in self.stage.graph.outputs.iter().enumerate() {
                let vector = &vectors[node.index()];
                for (batch, new) in batches.clone().zip(vector.chunks(frames)) {
                    if let Some(element) = self.stage.members[batch][output / 2] {
                        let at = (2 * element as usize + output % 2) * frames;
                        values[at..at + frames].copy_from_slice(new);
                    }
                }
            }
        }
    }

    fn evaluate(
        &self,
        format: &Format,
        frames: usize,
        batches: std::ops::Range<usize>,
        values: &[u64],
        vectors: &mut [Vec<u64>],
    ) {
        let length = batches.len() * frames;
        let mut spare: Vec<Vec<u64>> = Vec::new();
        let mut factors = vec![0; length];
        for (index, node) in self.stage.graph.nodes.iter().enumerate() {
            let mut out = std::mem::take(&mut vectors[index]);
            if out.capacity() < length {
                out = spare.pop().unwrap_or_default();
            }
            out.resize(length, 0);
            match *node {
                Node::Input(input) => {
                    for (batch, to) in batches.clone().zip(out.chunks_mut(frames)) {
                        let Some(element) = self.stage.members[batch][input / 2] else {
                            to.fill(0);
                            continue;
                        };
                        let (part, negative) = turned(input % 2, self.stage.turns.get(element as usize));
                        let at = (2 * element as usize + part) * frames;
                        to.copy_from_slice(&values[at..at + frames]);
                        if negative {
                            to.iter_mut().for_each(|value| *value = format.neg(*value));
                        }
                    }
                }
                Node::Add(a, b) => format.add_slice(&vectors[a.index()], &vectors[b.index()], &mut out),
                Node::Sub(a, b) => format.sub_slice(&vectors[a.index()], &vectors[b.index()], &mut out),
                Node::Neg(a) => out.iter_mut().zip(&vectors[a.index()]).for_each(|(y, &x)| *y = format.neg(x)),
                Node::Scale(a, k) => format.scale_slice(&vectors[a.index()], k, &mut out),
                Node::Mul(a, coefficient) => {
                    match coefficient {
                        Coefficient::Constant(c) => factors.fill(self.constants[c]),
                        Coefficient::Table(t) => {
                            let words = &self.tables[t][batches.clone()];
                            words.iter().zip(factors.chunks_mut(frames)).for_each(|(word, to)| to.fill(*word));
                        }
                    }
                    format.mul_slice(&vectors[a.index()], &factors, &mut out);
                }
            }
            vectors[index] = out;
            spare.extend(self.free[index].iter().map(|&dead| std::mem::take(&mut vectors[dead])));
        }
    }
}

/// The part of a number that so many quarter turns by -i make this part, and whether they change its sign.
fn turned(part: usize, turns: Option<&u8>) -> (usize, bool) {
    let turns = turns.map_or(0, |turns| usize::from(*turns));
    (part ^ (turns & 1), (turns + part) & 2 != 0)
}

/// For each node, the nodes that are read there for the last time. Outputs live on.
fn last_uses(graph: &Graph) -> Vec<Vec<usize>> {
    let mut free = vec![vec![]; graph.nodes.len()];
    let mut seen = vec![false; graph.nodes.len()];
    graph.outputs.iter().for_each(|output| seen[output.index()] = true);
    for (index, node) in graph.nodes.iter().enumerate().rev() {
        for operand in node.operands() {
            if !std::mem::replace(&mut seen[operand.index()], true) {
                free[index].push(operand.index());
            }
        }
    }
    free
}
