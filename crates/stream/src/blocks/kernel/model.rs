//! The model of a stage: its graph evaluated over batches and frames.

use super::aligned::Aligned;
use super::headroom::ByHeadroom;
use super::residues::Residues;
use super::semantics::{Narrow, Semantics, Wide};
use super::slots::Slots;
use crate::blocks::frames::{rotated_part, BlockModel, FrameChoices, Frames};
use crate::format::Numbers;
use crate::kernel::{Coefficient, Node, NodeId};
use crate::pipeline::arithmetic::{InputEncoding, SharedExponent};
use crate::pipeline::{Stage, StageArithmetic};
use crate::vectors::in_vectors;
use std::ops::Range;
use std::sync::Arc;

/// Values to which an operation is applied in one loop: enough to vectorize it, and few enough for the cache.
pub const VECTOR: usize = 256;

/// Returns the model of a stage in its arithmetic.
pub fn stage_model<'a>(stage: &'a Stage, numbers: Numbers<'a>) -> Arc<dyn BlockModel + 'a> {
    if let Numbers::Residues(field) = numbers {
        return Arc::new(Encoded::new(stage, Residues::new(field, stage)));
    }
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
    /// Encoding of the words, where they share exponents.
    shared: Option<SharedExponent>,
    constants: Vec<S::Word>,
    tables: Vec<Vec<S::Word>>,
    slots: Slots,
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
        if let Some(shared) = self.shared.filter(|_| self.stage.input_encoding() == InputEncoding::Float) {
            frames.each_word(|word| shared.join(shared.encode(word)));
        }
        let Frames { count: frames, ref mut values, ref mut overflow, .. } = *frames;
        let semantics = choices.shift.map_or(self.semantics, |shift| self.semantics.shifted(shift));
        let elements = &self.stage.placement.elements;
        let together = (VECTOR / frames).clamp(1, elements.len());
        let mut aligned = self.shared.map(|shared| Aligned::new(self.stage, shared, together, frames));
        let mut vectors: Vec<Vec<S::Word>> = vec![vec![S::Word::default(); together * frames]; self.slots.count];
        for first in (0..elements.len()).step_by(together) {
            let batches = first..elements.len().min(first + together);
            let length = batches.len() * frames;
            vectors.iter_mut().for_each(|vector| vector.truncate(length));
            match &mut aligned {
                Some(aligned) => aligned.fill(semantics, batches.clone(), values, &mut vectors),
                None => self.read_inputs(frames, batches.clone(), values, &mut vectors),
            }
            self.evaluate(frames, batches.clone(), &mut vectors);
            for (output, node) in self.stage.kernel.graph.outputs.iter().enumerate() {
                let vector = &vectors[self.slots.of[node.index()]];
                for (batch, new) in batches.clone().zip(vector.chunks(frames)) {
                    let Some(element) = elements[batch][output / 2] else { continue };
                    let at = (2 * element as usize + output % 2) * frames;
                    let parts = &mut values[at..at + frames];
                    let above =
                        aligned.as_ref().map(|aligned| aligned.fields(output, (batch - batches.start) * frames));
                    semantics.round_outputs(new, above, (parts, overflow));
                }
            }
        }
    }

    /// Encodes the coefficients of a stage.
    fn new(stage: &'a Stage, semantics: S) -> Self {
        let (constants, tables) = semantics.coefficients(stage);
        let shared = stage.shared().filter(|_| S::HAS_ENCODING);
        Encoded { stage, shared, constants, tables, slots: Slots::new(&stage.kernel.graph), semantics }
    }

    /// Reads the inputs of some batches of `frames` frames into the vectors of their numbers.
    #[inline(always)]
    fn read_inputs(&self, frames: usize, batches: Range<usize>, values: &[u64], vectors: &mut [Vec<S::Word>]) {
        for (input, vector) in vectors[..self.stage.kernel.graph.inputs].iter_mut().enumerate() {
            for (batch, to) in batches.clone().zip(vector.chunks_mut(frames)) {
                let Some(element) = self.stage.placement.elements[batch][input / 2] else {
                    to.fill(S::Word::default());
                    continue;
                };
                let (part, negative) = rotated_part(input % 2, self.stage.rotations.get(element as usize));
                self.semantics.read_inputs(&values[(2 * element as usize + part) * frames..][..frames], to);
                if negative {
                    self.semantics.negate(to);
                }
            }
        }
    }

    /// Evaluates the graph for some batches of `frames` frames, whose inputs are in the vectors of their numbers.
    /// Leaves the values of each output in the vector of its node.
    #[inline(always)]
    fn evaluate(&self, frames: usize, batches: Range<usize>, vectors: &mut [Vec<S::Word>]) {
        let (semantics, slots) = (&self.semantics, &self.slots.of);
        for (index, node) in self.stage.kernel.graph.nodes.iter().enumerate() {
            if let Node::Input(_) = node {
                continue;
            }
            // No operand is in this vector.
            let mut out = std::mem::take(&mut vectors[slots[index]]);
            let operand = |node: NodeId| &vectors[slots[node.index()]];
            match *node {
                Node::Input(_) => {}
                Node::Add(a, b) => semantics.add(operand(a), operand(b), &mut out),
                Node::Sub(a, b) => semantics.sub(operand(a), operand(b), &mut out),
                Node::Neg(a) => {
                    out.copy_from_slice(operand(a));
                    semantics.negate(&mut out);
                }
                Node::Choose(a, b, choice) => {
                    let chosen = self.stage.kernel.choices[choice][batches.clone()].iter().enumerate();
                    for (number, (to, &second)) in out.chunks_mut(frames).zip(chosen).map(|(to, c)| (c.0, (to, c.1))) {
                        let from = if second { b } else { a };
                        to.copy_from_slice(&operand(from)[number * frames..][..frames]);
                    }
                }
                Node::Scale(a, k) => semantics.scale(operand(a), k, &mut out),
                Node::Mul(a, Coefficient::Constant(c)) => semantics.mul(operand(a), self.constants[c], &mut out),
                Node::Mul(a, Coefficient::Table(t)) => {
                    let rows = operand(a).chunks(frames).zip(out.chunks_mut(frames));
                    let words = &self.tables[t][batches.clone()];
                    // As a closure it would not be compiled for the processor of the caller.
                    for ((from, to), word) in rows.zip(words) {
                        semantics.mul(from, *word, to);
                    }
                }
            }
            vectors[slots[index]] = out;
        }
    }
}
