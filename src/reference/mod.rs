//! The reference model: a program evaluated with the value semantics of its format.
//!
//! It knows stages and kernels but no clock, and shares no arithmetic with the netlist: what both
//! must agree on is every bit of every frame.

mod normal;
mod semantics;
mod shared;

use crate::dag::{Coefficient, Graph, Node};
use crate::format::Format;
use crate::plan::Direction;
use crate::runtime::Mode;
use crate::stream::{Program, Stage};
use normal::Blocks;
use rayon::prelude::*;
use semantics::{Narrow, Semantics, Wide};
use shared::Aligned;
use std::sync::Arc;

/// A complex value: the bits of its real and its imaginary part.
pub type Sample = [u64; 2];

/// Values an operation is applied to at once: long enough for the loop, short enough for the cache.
const VECTOR: usize = 256;

/// Frames that go through together at the least, where there are so many.
const FRAMES: usize = 16;

/// Frames that have been transformed.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Transformed {
    /// Frame after frame of N points, in the order of the core's outputs.
    pub samples: Vec<Sample>,
    /// For each frame, whether a value was too large for its word: saturated or wrapped.
    pub overflow: Vec<bool>,
    /// In block floating point, for each frame: a result is its word times 2^exponent.
    pub exponents: Option<Vec<i32>>,
}

impl Transformed {
    /// More frames.
    pub fn append(&mut self, more: Transformed) {
        self.samples.extend(more.samples);
        self.overflow.extend(more.overflow);
        if let Some(exponents) = more.exponents {
            self.exponents.get_or_insert_default().extend(exponents);
        }
    }
}

/// A program ready to run in a format.
#[derive(Clone)]
pub struct Reference<'a> {
    program: &'a Program,
    stages: Vec<Arc<dyn Model + 'a>>,
    /// Where a frame may choose.
    inverse: bool,
    /// What it asks the stages to shift by; none where it has nothing to say.
    shifts: Vec<Option<u32>>,
}

/// A stage that transforms frames.
trait Model: Sync + Send {
    /// `values[(2·element + part) · frames + frame]`. Sets the flag of each frame that has a value too large. `shift`:
    /// what the frames ask for, if that is not the stage's own.
    fn run(&self, frames: usize, values: &mut [u64], overflow: &mut [bool], shift: Option<u32>);
    /// Batches a frame.
    fn batches(&self) -> usize;
}

/// A stage with its arithmetic, and its constants in the words of that.
struct Encoded<'a, S: Semantics> {
    stage: &'a Stage,
    semantics: S,
    constants: Vec<S::Word>,
    tables: Vec<Vec<S::Word>>,
    /// `free[i]`: nodes whose values nobody needs after node i.
    free: Vec<Vec<usize>>,
}

impl<'a> Reference<'a> {
    /// `program` as the planner makes it for `format`: a stage of fixed point has its arithmetic already.
    pub fn new(program: &'a Program, format: Format) -> Self {
        let model = |stage: &'a Stage| -> Arc<dyn Model + 'a> {
            match (stage.numeric, format) {
                (Some(numeric), _) if Narrow::serves(&numeric) => Arc::new(Encoded::new(stage, Narrow(numeric))),
                (Some(numeric), _) => Arc::new(Encoded::new(stage, Wide(numeric))),
                (None, Format::Float(float)) => Arc::new(Encoded::new(stage, float)),
                (None, Format::Fixed(_)) => unreachable!("a fixed-point stage has its arithmetic"),
            }
        };
        let inverse = program.outline.direction == Direction::Inverse;
        let shifts = vec![None; program.stages.len()];
        Reference { program, stages: program.stages.iter().map(model).collect(), inverse, shifts }
    }

    /// The same for frames of a kind, of a program that leaves it to them.
    pub fn asked(self, mode: &Mode) -> Self {
        let fields = self.program.shift_fields();
        let shifts = fields.into_iter().map(|field| Some(mode.field(field?) as u32)).collect();
        Reference { inverse: mode.inverse, shifts, ..self }
    }

    /// Transforms whole frames: `samples` is frame after frame of N points in the order of the core's inputs, and so
    /// is the result. A rest that is no whole frame is left out.
    pub fn run(&self, samples: &[Sample]) -> Vec<Sample> {
        self.transform(samples).samples
    }

    /// The same, with all that is said of each frame.
    pub fn transform(&self, samples: &[Sample]) -> Transformed {
        let size = self.program.size;
        let frames = &samples[..samples.len() / size * size];
        // Several frames a task make the copies long, but each thread wants a task.
        let fewest = self.stages.iter().map(|stage| stage.batches()).min().unwrap_or(1);
        let share = (samples.len() / size).div_ceil(rayon::current_num_threads()).max(1);
        let together = VECTOR.div_ceil(fewest).clamp(FRAMES, VECTOR).min(share);
        let chunks: Vec<_> = frames.par_chunks(together * size).map(|chunk| self.chunk(chunk)).collect();
        let exponents = self.program.exponents().map(|_| vec![]);
        let mut all = Transformed { exponents, ..Transformed::default() };
        chunks.into_iter().for_each(|chunk| all.append(chunk));
        all
    }

    /// Several frames at once: element by element, frame by frame.
    fn chunk(&self, samples: &[Sample]) -> Transformed {
        let (size, frames) = (self.program.size, samples.len() / self.program.size);
        let turn = |s: Sample| if self.inverse { [s[1], s[0]] } else { s };
        let mut values = vec![0; 2 * self.program.elements * frames];
        let mut overflow = vec![false; frames];
        for (index, id) in self.program.input.slots.iter().flatten().enumerate() {
            for frame in 0..frames {
                let sample = turn(samples[frame * size + index]);
                for part in [0, 1] {
                    values[(2 * *id as usize + part) * frames + frame] = sample[part];
                }
            }
        }
        if let Some(shared) = &self.program.shared {
            each_word(&mut values, frames, |word| shared.join(shared.enter(word)));
        }
        let mut blocks = Blocks::new(frames, self.program.shifts());
        for number in 0..=self.stages.len() {
            if let Some(Some(normalizer)) = self.program.normalizers.get(number) {
                blocks.normalize(normalizer, &mut values);
            }
            let stage = self.stages.get(number).zip(self.program.stages.get(number));
            if let Some((model, _)) = stage.filter(|(_, stage)| self.inverse || !stage.inverse) {
                model.run(frames, &mut values, &mut overflow, self.shifts[number]);
            }
        }
        if let Some(converter) = &self.program.converter {
            blocks.convert(converter, &mut values);
        }
        if let Some(shared) = &self.program.shared {
            each_word(&mut values, frames, |word| shared.leave(shared.split(word)));
        }
        let exponents = self.program.exponents().map(|_| blocks.exponents);
        let mut points = vec![[0; 2]; samples.len()];
        for (index, id) in self.program.output.slots.iter().flatten().enumerate() {
            for frame in 0..frames {
                let at = |part| values[(2 * *id as usize + part) * frames + frame];
                points[frame * size + index] = turn([at(0), at(1)]);
            }
        }
        Transformed { samples: points, overflow, exponents }
    }
}

impl<S: Semantics> Model for Encoded<'_, S> {
    fn run(&self, frames: usize, values: &mut [u64], overflow: &mut [bool], shift: Option<u32>) {
        let semantics = shift.map_or(self.semantics, |shift| self.semantics.shifted(shift));
        let batches = self.stage.members.len();
        let together = (VECTOR / frames).clamp(1, batches);
        let mut vectors: Vec<Vec<S::Word>> = vec![vec![]; self.stage.graph.nodes.len()];
        for first in (0..batches).step_by(together) {
            let batches = first..batches.min(first + together);
            let shared = self.stage.shared();
            let aligned = shared.map(|shared| Aligned::new(&shared, self.stage, batches.clone(), frames, values));
            self.evaluate(frames, batches.clone(), (values, aligned.as_ref()), &mut vectors);
            for (output, node) in self.stage.graph.outputs.iter().enumerate() {
                let vector = &vectors[node.index()];
                for (batch, new) in batches.clone().zip(vector.chunks(frames)) {
                    if let Some(element) = self.stage.members[batch][output / 2] {
                        let at = (2 * element as usize + output % 2) * frames;
                        let parts = &mut values[at..at + frames];
                        semantics.leave(new, parts, overflow);
                        if let Some((shared, aligned)) = shared.as_ref().zip(aligned.as_ref()) {
                            aligned.join(shared, output, (batch - batches.start) * frames, parts);
                        }
                    }
                }
            }
        }
    }

    fn batches(&self) -> usize {
        self.stage.shape.batches
    }
}

impl<'a, S: Semantics> Encoded<'a, S> {
    fn new(stage: &'a Stage, semantics: S) -> Self {
        let (constants, tables) = semantics.coefficients(stage);
        Encoded { stage, constants, tables, free: last_uses(&stage.graph), semantics }
    }

    fn evaluate(
        &self,
        frames: usize,
        batches: std::ops::Range<usize>,
        (values, aligned): (&[u64], Option<&Aligned>),
        vectors: &mut [Vec<S::Word>],
    ) {
        let (length, zero, semantics) = (batches.len() * frames, S::Word::default(), &self.semantics);
        let mut spare: Vec<Vec<S::Word>> = Vec::new();
        let mut factors = vec![zero; length];
        for (index, node) in self.stage.graph.nodes.iter().enumerate() {
            let mut out = std::mem::take(&mut vectors[index]);
            if out.capacity() < length {
                out = spare.pop().unwrap_or_default();
            }
            out.resize(length, zero);
            match *node {
                Node::Input(input) => {
                    for (number, (batch, to)) in batches.clone().zip(out.chunks_mut(frames)).enumerate() {
                        let Some(element) = self.stage.members[batch][input / 2] else {
                            to.fill(zero);
                            continue;
                        };
                        let (part, negative) = turned(input % 2, self.stage.turns.get(element as usize));
                        let from = match aligned {
                            Some(aligned) => &aligned.inputs[input - input % 2 + part][number * frames..][..frames],
                            None => &values[(2 * element as usize + part) * frames..][..frames],
                        };
                        semantics.enter(from, to);
                        if negative {
                            let plain = to.to_vec();
                            semantics.neg(&plain, to);
                        }
                    }
                }
                Node::Add(a, b) => semantics.add(&vectors[a.index()], &vectors[b.index()], &mut out),
                Node::Sub(a, b) => semantics.sub(&vectors[a.index()], &vectors[b.index()], &mut out),
                Node::Neg(a) => semantics.neg(&vectors[a.index()], &mut out),
                Node::Choose(a, b, choice) => {
                    let chosen = self.stage.choices[choice][batches.clone()].iter().enumerate();
                    for (number, (to, &second)) in out.chunks_mut(frames).zip(chosen).map(|(to, c)| (c.0, (to, c.1))) {
                        let from = if second { b } else { a };
                        to.copy_from_slice(&vectors[from.index()][number * frames..][..frames]);
                    }
                }
                Node::Scale(a, k) => semantics.scale(&vectors[a.index()], k, &mut out),
                Node::Mul(a, coefficient) => {
                    match coefficient {
                        Coefficient::Constant(c) => factors.fill(self.constants[c]),
                        Coefficient::Table(t) => {
                            let words = &self.tables[t][batches.clone()];
                            words.iter().zip(factors.chunks_mut(frames)).for_each(|(word, to)| to.fill(*word));
                        }
                    }
                    semantics.mul(&vectors[a.index()], &factors, &mut out);
                }
            }
            vectors[index] = out;
            spare.extend(self.free[index].iter().map(|&dead| std::mem::take(&mut vectors[dead])));
        }
    }
}

/// Changes the words of all elements in `values[(2·element + part) · frames + frame]`.
fn each_word(values: &mut [u64], frames: usize, change: impl Fn([u64; 2]) -> [u64; 2]) {
    for parts in values.chunks_mut(2 * frames) {
        let (re, im) = parts.split_at_mut(frames);
        re.iter_mut().zip(im).for_each(|(re, im)| [*re, *im] = change([*re, *im]));
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
