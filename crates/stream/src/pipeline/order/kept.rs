//! Orders that plans of many cores have in common.

use super::super::shape::Shape;
use super::super::Layout;
use super::octant_runs::octant_rotated;
use super::searched;
use crate::formula::{RealSplit, Step, Steps};
use crate::memo::Memo;
use std::ops::Range;
use std::sync::LazyLock;

/// Elements of the largest frame whose orders are kept.
const MAX_KEPT_ELEMENTS: usize = 4096;

/// Elements of all steps that are kept, of about twenty bytes each.
const ALL_ELEMENTS: usize = 1 << 22;

static ORDERS: LazyLock<Memo<Key, Vec<Vec<u32>>>> = LazyLock::new(|| Memo::new(ALL_ELEMENTS));

/// Everything that the orders depend on. They do not depend on a format.
#[derive(PartialEq, Eq, Hash)]
struct Key {
    steps: Vec<StepKey>,
    free: Range<usize>,
    shapes: Vec<Shape>,
    ends: [Layout; 2],
}

#[derive(PartialEq, Eq, Hash)]
struct StepKey {
    radix: usize,
    split: Option<RealSplit>,
    /// Elements of each transform that is computed, and of each that is left out.
    groups: [Vec<u32>; 2],
    /// Elements that are rotated by an odd number of octants, if that counts.
    rotated: Option<Vec<bool>>,
}

impl StepKey {
    fn new(step: &Step, shape: Shape) -> Self {
        let elements = |groups: &[Vec<usize>]| groups.iter().flatten().map(|element| *element as u32).collect();
        StepKey {
            radix: step.kernel.radix,
            split: step.split,
            groups: [elements(&step.groups), elements(&step.left_out)],
            rotated: octant_rotated(step, shape),
        }
    }
}

/// Returns the transforms of each step in the order in which they come.
///
/// Only the steps in `free` have a choice. The steps before them keep the order of the inputs, and those after them
/// have the order of the outputs. `ends`: layouts of the input and the output.
pub fn order_transforms(steps: &Steps, free: Range<usize>, shapes: &[Shape], ends: [&Layout; 2]) -> Vec<Vec<u32>> {
    if steps.elements > MAX_KEPT_ELEMENTS {
        return searched(steps, free, shapes, ends);
    }
    let key = Key {
        steps: steps.steps.iter().zip(shapes).map(|(step, shape)| StepKey::new(step, *shape)).collect(),
        free: free.clone(),
        shapes: shapes.to_vec(),
        ends: ends.map(Layout::clone),
    };
    ORDERS.get(key, steps.elements * (1 + shapes.len()), |_| searched(steps, free, shapes, ends))
}
