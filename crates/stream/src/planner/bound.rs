//! Lower bounds on the cores of a plan.

use crate::kernel::{Coefficient, Node};
use crate::pipeline::{Pipeline, Stage};
use crate::schedule::{Latencies, OperatorCosts};

/// Lower bounds on all cores that compute a plan's formula at its width, with any schedules and permuters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bound {
    /// Cycles from the first input beat to the first output beat, if each operation starts as soon as its operands are
    /// ready, on an unlimited number of operators.
    pub latency: usize,
    /// Number of adders, if each is busy in every cycle.
    pub adders: usize,
    /// Number of multipliers, including constant multipliers, if each is busy in every cycle.
    pub multipliers: usize,
    /// LUTs of these operators only. An operator with sum and difference counts as two adders.
    pub luts: usize,
}

impl Bound {
    /// Computes the bounds of a pipeline.
    pub fn new(pipeline: &Pipeline, latencies: &Latencies, costs: &OperatorCosts) -> Self {
        let (adds, muls) = pipeline.stages().map(work).fold((0, 0), |sum, work| (sum.0 + work.0, sum.1 + work.1));
        let cycles = pipeline.interval * pipeline.pace;
        let busy = |operations: usize| operations.div_ceil(cycles);
        let add = costs.add.min(costs.add_sub / 2);
        // The LUTs of a constant multiplier depend on the constant.
        let has_constant_multipliers = pipeline.stages().any(|stage| !stage.kernel.constant_multipliers.is_empty());
        let mul = if has_constant_multipliers { 0 } else { costs.mul };
        let luts = (adds * add + muls * mul) / cycles;
        Bound { latency: latency(pipeline, latencies), adders: busy(adds), multipliers: busy(muls), luts }
    }
}

/// Whether a factor is 0, 1 or -1 and needs no multiplier.
fn is_trivial(stage: &Stage, by: Coefficient, batch: usize) -> bool {
    match by {
        Coefficient::Constant(_) => false,
        Coefficient::Table(table) => {
            let factor = &stage.kernel.tables[table][batch];
            factor.is_zero() || factor.is_unit()
        }
    }
}

/// Counts the real additions and multiplications of a frame in a stage on which an output depends. An output depends on
/// the selected operand of a choice only. Batches may have fewer transforms at the end of a frame.
fn work(stage: &Stage) -> (usize, usize) {
    let nodes = &stage.kernel.graph.nodes;
    let (mut adds, mut muls) = (0, 0);
    for (batch, members) in stage.placement.elements.iter().enumerate() {
        let mut needed = vec![false; nodes.len()];
        let present = stage.kernel.graph.outputs.iter().enumerate().filter(|(output, _)| members[output / 2].is_some());
        present.for_each(|(_, node)| needed[node.index()] = true);
        for (index, &node) in nodes.iter().enumerate().rev() {
            if !needed[index] {
                continue;
            }
            let unneeded = match node {
                Node::Choose(straight, rotated, choice) => {
                    Some(if stage.kernel.choices[choice][batch] { straight } else { rotated })
                }
                _ => None,
            };
            let operands = node.operands().filter(|operand| Some(*operand) != unneeded);
            operands.for_each(|operand| needed[operand.index()] = true);
            adds += usize::from(matches!(node, Node::Add(..) | Node::Sub(..)));
            muls += usize::from(matches!(node, Node::Mul(_, by) if !is_trivial(stage, by, batch)));
        }
    }
    (adds, muls)
}

/// Returns the minimum latency of a pipeline in cycles.
fn latency(pipeline: &Pipeline, latencies: &Latencies) -> usize {
    let mut ready = vec![0; pipeline.elements];
    for (element, position) in pipeline.input.positions(pipeline.elements).into_iter().enumerate() {
        ready[element] = position.map_or(0, |position| position.beat);
    }
    pipeline.stages().for_each(|stage| pass(stage, latencies, &mut ready));
    let positions = pipeline.output.positions(pipeline.elements).into_iter().enumerate();
    positions.filter_map(|(element, position)| Some(ready[element].saturating_sub(position?.beat))).max().unwrap_or(0)
}

/// Advances `ready[element]`, the earliest cycle of an element, past a stage.
fn pass(stage: &Stage, latencies: &Latencies, ready: &mut [usize]) {
    for batch in &stage.placement.elements {
        let mut at: Vec<usize> = Vec::with_capacity(stage.kernel.graph.nodes.len());
        for &node in &stage.kernel.graph.nodes {
            let operands = node.operands().map(|operand| at[operand.index()]).max().unwrap_or(0);
            at.push(match node {
                Node::Input(input) => batch[input / 2].map_or(0, |element| ready[element as usize]),
                Node::Neg(_) | Node::Choose(..) => operands,
                Node::Add(..) | Node::Sub(..) => operands + latencies.add,
                Node::Scale(..) => operands + latencies.scale,
                Node::Mul(..) => operands + latencies.mul,
            });
        }
        for (point, element) in batch.iter().enumerate() {
            let Some(element) = element else { continue };
            let parts = [2 * point, 2 * point + 1].map(|output| at[stage.kernel.graph.outputs[output].index()]);
            ready[*element as usize] = parts[0].max(parts[1]);
        }
    }
}
