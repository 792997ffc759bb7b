//! Steps for frames of which only some points come in, or go out: groups of nothing but zeros are left out, and groups
//! without a result that is used.

use super::{Factor, FrameShape, Step, Steps};

impl Steps {
    /// Returns the steps for frames of which only these points come in, as positions among the inputs. The other inputs
    /// are zero, and groups of nothing but zeros are left out: their outputs are zero. With a shape of the frame, all
    /// groups of a line along a dimension are computed or none.
    pub fn with_inputs(mut self, points: &[usize], lines: Option<FrameShape>) -> Steps {
        self.source = points.iter().map(|&point| self.source[point]).collect();
        let live = Live::new(self.elements, &self.source, lines);
        live.restrict(self.steps.iter_mut());
        self
    }

    /// Returns the steps for frames of which only these points go out, as positions among the outputs. Groups without a
    /// result that is used are left out; with a shape of the frame, all groups of a line along a dimension are computed
    /// or none.
    pub fn with_outputs(mut self, points: &[usize], lines: Option<FrameShape>) -> Steps {
        self.sink = points.iter().map(|&point| self.sink[point]).collect();
        let live = Live::new(self.elements, &self.sink, lines);
        live.restrict(self.steps.iter_mut().rev());
        self
    }
}

/// The elements that are not zero after a step, or that are used before it.
struct Live {
    /// `marks[element]`.
    marks: Vec<bool>,
    lines: Option<FrameShape>,
}

impl Live {
    fn new(elements: usize, ends: &[usize], lines: Option<FrameShape>) -> Self {
        let mut marks = vec![false; elements];
        ends.iter().for_each(|&element| marks[element] = true);
        Live { marks, lines }
    }

    /// Leaves groups without a live element out, step by step. All elements of the other groups become live; elements
    /// that do not are not multiplied.
    fn restrict<'a>(mut self, steps: impl Iterator<Item = &'a mut Step>) {
        let mut along = None;
        for step in steps {
            if let Some(shape) = self.lines {
                let dimension = dimension(step, shape);
                if dimension != along {
                    dimension.into_iter().for_each(|dimension| self.complete(shape, dimension));
                }
                along = dimension;
            }
            let groups = std::mem::take(&mut step.groups);
            let is_live = |group: &Vec<usize>| group.iter().any(|&element| self.marks[element]);
            (step.groups, step.left_out) = groups.into_iter().partition(is_live);
            step.groups.iter().flatten().for_each(|&element| self.marks[element] = true);
            if let Some(factors) = &mut step.after {
                factors.iter_mut().zip(&self.marks).filter(|(_, live)| !**live).for_each(|(by, _)| *by = Factor::ONE);
            }
            step.after.take_if(|factors| factors.iter().all(Factor::is_one));
        }
    }

    /// Makes all elements of a line along a dimension live where one of them is.
    fn complete(&mut self, shape: FrameShape, dimension: usize) {
        let length = shape.dimensions()[dimension];
        let stride: usize = shape.dimensions()[dimension + 1..].iter().product();
        let starts = (0..shape.samples()).filter(|element| element / stride % length == 0);
        for start in starts {
            let line = || (0..length).map(|index| start + index * stride);
            if line().any(|element| self.marks[element]) {
                line().for_each(|element| self.marks[element] = true);
            }
        }
    }
}

/// Returns the dimension along which the groups of a step lie; none for elements that are no points.
fn dimension(step: &Step, shape: FrameShape) -> Option<usize> {
    let group = step.groups.first()?;
    let [first, second] = [*group.first()?, *group.get(1)?];
    let [a, b] = [first, second].map(|element| (element < shape.samples()).then(|| shape.indices(element)));
    a?.iter().zip(&b?).position(|(a, b)| a != b)
}
