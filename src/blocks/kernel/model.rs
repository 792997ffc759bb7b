//! The model of a stage: its graph evaluated over batches and frames.

use super::aligned::Aligned;
use super::headroom::ByHeadroom;
use super::semantics::{Narrow, Semantics, Wide};
use crate::blocks::frames::{rotated_part, BlockModel, FrameChoices, Frames};
use crate::blocks::vectors::in_vectors;
use crate::kernel::{Coefficient, Graph, Node};
use crate::pipeline::arithmetic::InputEncoding;
use crate::pipeline::{Stage, StageArithmetic};
use std::sync::Arc;

/// Values to which an operation is applied in one loop: enough to vectorize it, and few enough for the cache.
pub const VECTOR: usize = 256;

/// Returns the model of a stage in its arithmetic.
pub fn stage_model(stage: &Stage) -> Arc<dyn BlockModel + '_> {
    match stage.arithmetic {
        StageArithmetic::Float(float) => Arc::new(Encoded::new(stage, float)),
        StageArithmetic::Fixed(fixed) | StageArithmetic::SharedExponent { fixed, .. } => {
            let encoded: Arc<dyn BlockModel + '_> = match Narrow::fits(&fixed) {
                true => Arc::new(Encoded::new(stage, Narrow(fixed))),
                false => Arc::new(Encoded::new(stage, Wide(fixed))),
            };
            match fixed.pre_shift_bits {
                0 => encoded,
                _ => Arc::new(ByHeadroom { fixed, stage: encoded }),
            }
        }
    }
}

/// A stage with its arithmetic, and with its coefficients as words.
struct Encoded<'a, S: Semantics> {
    stage: &'a Stage,
    semantics: S,
    constants: Vec<S::Word>,
    tables: Vec<Vec<S::Word>>,
    /// `free[i]`: nodes whose values are not read after node i.
    free: Vec<Vec<usize>>,
}

impl<S: Semantics> BlockModel for Encoded<'_, S> {
    fn run(&self, frames: &mut Frames, choices: FrameChoices) {
        compute(self, frames, choices);
    }

    fn batches(&self) -> Option<usize> {
        Some(self.stage.placement.shape.batches)
    }
}

in_vectors! {
    /// Computes a stage.
    fn compute<S: Semantics>(stage: &Encoded<'_, S>, frames: &mut Frames, choices: FrameChoices) {
        stage.compute(frames, choices);
    }
}

impl<'a, S: Semantics> Encoded<'a, S> {
    /// Computes the stage. Its loops are inlined, so that they are compiled for the processor of the caller.
    #[inline(always)]
    fn compute(&self, frames: &mut Frames, choices: FrameChoices) {
        let mut aligned = Aligned::of(self.stage);
        if let Some(shared) = self.stage.shared().filter(|_| self.stage.input_encoding() == InputEncoding::Float) {
            frames.each_word(|word| shared.join(shared.encode(word)));
        }
        let Frames { count: frames, ref mut values, ref mut overflow, .. } = *frames;
        let semantics = choices.shift.map_or(self.semantics, |shift| self.semantics.shifted(shift));
        let elements = &self.stage.placement.elements;
        let together = (VECTOR / frames).clamp(1, elements.len());
        let mut vectors: Vec<Vec<S::Word>> = vec![vec![]; self.stage.kernel.graph.nodes.len()];
        for first in (0..elements.len()).step_by(together) {
            let batches = first..elements.len().min(first + together);
            if let Some(aligned) = &mut aligned {
                aligned.fill(batches.clone(), frames, values);
            }
            self.evaluate(frames, batches.clone(), (values, aligned.as_ref()), &mut vectors);
            for (output, node) in self.stage.kernel.graph.outputs.iter().enumerate() {
                let vector = &vectors[node.index()];
                for (batch, new) in batches.clone().zip(vector.chunks(frames)) {
                    let Some(element) = elements[batch][output / 2] else { continue };
                    let at = (2 * element as usize + output % 2) * frames;
                    let parts = &mut values[at..at + frames];
                    semantics.round_outputs(new, parts, overflow);
                    if let Some(aligned) = &aligned {
                        aligned.join(output, (batch - batches.start) * frames, parts);
                    }
                }
            }
        }
    }

    /// Encodes the coefficients of a stage.
    fn new(stage: &'a Stage, semantics: S) -> Self {
        let (constants, tables) = semantics.coefficients(stage);
        Encoded { stage, constants, tables, free: last_uses(&stage.kernel.graph), semantics }
    }

    /// Evaluates the graph for some batches of `frames` frames. Leaves the values of node i in `vectors[i]`, unless they are not read
    /// any more.
    #[inline(always)]
    fn evaluate(
        &self,
        frames: usize,
        batches: std::ops::Range<usize>,
        (values, aligned): (&[u64], Option<&Aligned>),
        vectors: &mut [Vec<S::Word>],
    ) {
        let (length, zero, semantics) = (batches.len() * frames, S::Word::default(), &self.semantics);
        let mut spare: Vec<Vec<S::Word>> = Vec::new();
        for (index, node) in self.stage.kernel.graph.nodes.iter().enumerate() {
            let mut out = std::mem::take(&mut vectors[index]);
            if out.capacity() < length {
                out = spare.pop().unwrap_or_default();
            }
            out.resize(length, zero);
            match *node {
                Node::Input(input) => {
                    for (number, (batch, to)) in batches.clone().zip(out.chunks_mut(frames)).enumerate() {
                        let Some(element) = self.stage.placement.elements[batch][input / 2] else {
                            to.fill(zero);
                            continue;
                        };
                        let (part, negative) = rotated_part(input % 2, self.stage.rotations.get(element as usize));
                        let from = match aligned {
                            Some(aligned) => &aligned.inputs[input - input % 2 + part][number * frames..][..frames],
                            None => &values[(2 * element as usize + part) * frames..][..frames],
                        };
                        semantics.read_inputs(from, to);
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
                    let chosen = self.stage.kernel.choices[choice][batches.clone()].iter().enumerate();
                    for (number, (to, &second)) in out.chunks_mut(frames).zip(chosen).map(|(to, c)| (c.0, (to, c.1))) {
                        let from = if second { b } else { a };
                        to.copy_from_slice(&vectors[from.index()][number * frames..][..frames]);
                    }
                }
                Node::Scale(a, k) => semantics.scale(&vectors[a.index()], k, &mut out),
                Node::Mul(a, Coefficient::Constant(c)) => {
                    semantics.mul(&vectors[a.index()], self.constants[c], &mut out);
                }
                Node::Mul(a, Coefficient::Table(t)) => {
                    let rows = vectors[a.index()].chunks(frames).zip(out.chunks_mut(frames));
                    let words = &self.tables[t][batches.clone()];
                    rows.zip(words).for_each(|((from, to), word)| semantics.mul(from, *word, to));
                }
            }
            vectors[index] = out;
            spare.extend(self.free[index].iter().map(|&dead| std::mem::take(&mut vectors[dead])));
        }
    }
}

/// Returns, for each node, the nodes that it reads last. Outputs are read after all nodes.
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
