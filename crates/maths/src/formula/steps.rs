//! A formula as a list of in-place steps, in which permutations are absorbed by the numbers of the elements.

use super::{Diag, Factor, Formula, FrameShape, Kernel, Order, RealSplit};

/// The computation of a streaming core, without its timing.
///
/// An element is the identity of a value through in-place steps: a kernel's output k replaces its input k. Permutations
/// rename positions only, and therefore all of them become part of `source`, `sink` and the order of the groups.
///
/// ```
/// use fftgen_maths::formula::{rules::cooley_tukey, Factor, Kernel, Steps};
/// let steps = Steps::new(&cooley_tukey(Kernel::direct(2), Kernel::direct(4)));
/// assert_eq!(steps.sink, [0, 4, 1, 5, 2, 6, 3, 7]);
/// assert_eq!(steps.steps[0].groups, [[0, 4], [1, 5], [2, 6], [3, 7]]);
/// assert_eq!(steps.steps[0].after.as_ref().unwrap()[5], Factor::root(1, 8));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Steps {
    /// Number of elements. An element without an input begins as zero.
    pub elements: usize,
    /// The element of each input, in input order.
    pub source: Vec<usize>,
    /// The element of each output, in output order.
    pub sink: Vec<usize>,
    /// A factor for each element, where there is no step to attach it to.
    pub scale: Option<Vec<Factor>>,
    /// The steps, the first of them first.
    pub steps: Vec<Step>,
}

/// One kernel, applied to disjoint groups of elements. Elements in no group do not change.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// The kernel.
    pub kernel: Kernel,
    /// The real-data step that is computed in place of the kernel, which then only states the number of elements in a
    /// group.
    pub split: Option<RealSplit>,
    /// The elements of each application of the kernel, in the order of its inputs and of its outputs.
    pub groups: Vec<Vec<usize>>,
    /// The elements of applications that are not computed, because their inputs are zero or their outputs are not used.
    pub left_out: Vec<Vec<usize>>,
    /// A factor for each element before the kernel. Only the first step of the formula has them.
    pub before: Option<Vec<Factor>>,
    /// A factor for each element after the kernel.
    pub after: Option<Vec<Factor>>,
}

impl Steps {
    /// Derives the steps of a formula.
    pub fn new(formula: &Formula) -> Steps {
        let n = formula.size_in();
        let mut steps = Steps { elements: n, source: (0..n).collect(), sink: vec![], scale: None, steps: vec![] };
        let output = steps.lower(formula, vec![(0..n).collect()]);
        steps.sink = output.concat();
        steps.complete_factors();
        steps
    }

    /// Adds the step of real data after the others, or in an inverse transform before them.
    pub fn split(mut self, split: RealSplit) -> Steps {
        let ends = if split.inverse { &mut self.source } else { &mut self.sink };
        let pairs = split.pairs();
        // Points of pairs that are not those of the transform.
        let missing = 2 * pairs.len() - split.shape.samples();
        // What mirrors itself alone goes with an element that is no input's.
        let inner: Vec<usize> = ends.iter().copied().chain(self.elements..self.elements + missing).collect();
        let mut outer = inner.clone();
        let crossed = pairs.iter().filter(|pair| split.is_crossed(pair));
        crossed.for_each(|pair| outer.swap(pair.points[0], pair.points[1]));
        let count = ends.len();
        ends.copy_from_slice(&outer[..count]);
        self.elements += missing;
        let (ahead, behind) = if split.inverse { (&outer, &inner) } else { (&inner, &outer) };
        let groups = pairs.iter().map(|pair| pair.points.map(|point| behind[point]).to_vec()).collect();
        let elements = self.elements;
        let scale = self.scale.take().map(|factors| {
            let mut renumbered = vec![Factor::ONE; elements];
            inner[..count].iter().zip(ahead).for_each(|(&from, &to)| renumbered[to] = factors[from].clone());
            renumbered
        });
        let step = Step { split: Some(split), before: scale, ..Step::new(Kernel::direct(2), groups) };
        self.steps.insert(if split.inverse { 0 } else { self.steps.len() }, step);
        self
    }

    /// Returns the steps with the points of a frame of this shape coming and going in these orders.
    pub fn in_order(self, [input, output]: [Order; 2], shape: FrameShape) -> Steps {
        let arranged = |elements: &[usize], order: Order| order.points(shape).iter().map(|&i| elements[i]).collect();
        Steps { source: arranged(&self.source, input), sink: arranged(&self.sink, output), ..self }
    }

    /// Applies a formula to all vectors of a batch. A vector is a list of its elements by position.
    fn lower(&mut self, formula: &Formula, batch: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
        match formula {
            Formula::Identity(_) => batch,
            Formula::Kernel(kernel) => {
                self.steps.push(Step::new(*kernel, batch.clone()));
                batch
            }
            Formula::Tensor(a, b) => {
                let columns = split_columns(&batch, b.size_in());
                let columns = self.lower(a, columns);
                let rows = join_columns(&columns, b.size_in(), a.size_out());
                let rows = self.lower(b, rows);
                rows.chunks(a.size_out().max(1)).map(<[_]>::concat).collect()
            }
            Formula::Compose(factors) => factors.iter().rev().fold(batch, |batch, factor| self.lower(factor, batch)),
            Formula::Perm(perm) => {
                let sources = perm.sources();
                batch.iter().map(|x| sources.iter().map(|&i| x[i]).collect()).collect()
            }
            Formula::Diag(diag) => {
                self.multiply(*diag, &batch);
                batch
            }
            Formula::Pad { to, .. } => batch.into_iter().map(|x| self.pad(x, *to)).collect(),
            Formula::Take { to, .. } => batch.into_iter().map(|x| x[..*to].to_vec()).collect(),
        }
    }

    /// Appends new elements to a vector up to the length `to`.
    fn pad(&mut self, mut x: Vec<usize>, to: usize) -> Vec<usize> {
        let added = to.saturating_sub(x.len());
        x.extend(self.elements..self.elements + added);
        self.elements += added;
        x
    }

    /// Multiplies the factors after the last step by a diagonal, or those before the first step if there is none.
    fn multiply(&mut self, diag: Diag, batch: &[Vec<usize>]) {
        let elements = self.elements;
        let factors = diag.factors();
        let products = match self.steps.last_mut() {
            Some(step) => &mut step.after,
            None => &mut self.scale,
        };
        let products = products.get_or_insert_default();
        products.resize(elements, Factor::ONE);
        for (&element, factor) in batch.iter().flat_map(|x| x.iter().zip(&*factors)) {
            products[element] = &products[element] * factor;
        }
    }

    /// Extends every list of factors to all elements, drops lists of ones, and moves the factors of `scale` to the
    /// first step.
    fn complete_factors(&mut self) {
        if let Some(first) = self.steps.first_mut() {
            first.before = self.scale.take();
        }
        let lists = self.steps.iter_mut().flat_map(|step| [&mut step.before, &mut step.after]);
        for list in lists.chain([&mut self.scale]) {
            if let Some(factors) = list {
                factors.resize(self.elements, Factor::ONE);
            }
            list.take_if(|factors| factors.iter().all(Factor::is_one));
        }
    }
}

impl Step {
    /// Applies a kernel to groups of elements, without factors.
    fn new(kernel: Kernel, groups: Vec<Vec<usize>>) -> Self {
        Step { kernel, split: None, groups, left_out: vec![], before: None, after: None }
    }

    /// Returns the power of two by which the factors after the kernel can be multiplied, so that the largest of them is
    /// near 1. It is 0 where a result has none, or a root of unity, which is as large.
    pub fn spare_exponent(&self) -> u32 {
        let of = |element: &usize| match self.after.as_deref()?.get(*element)? {
            Factor::Root(_) => None,
            Factor::Value(value) => Some(value.re.to_f64().abs().max(value.im.to_f64().abs())),
        };
        let largest = self.groups.iter().flatten().try_fold(0f64, |largest, element| Some(largest.max(of(element)?)));
        largest.filter(|largest| *largest > 0.0).map_or(0, |largest| (-largest.log2().ceil()).max(0.0) as u32)
    }

    /// Returns whether there are factors after the kernel, all of them multiples of an eighth of a turn.
    pub fn has_only_eighth_turns(&self) -> bool {
        self.after.as_deref().is_some_and(Factor::are_eighth_turns)
    }
}

/// Returns the columns of each vector of a batch, where a vector is written in rows of `width`.
fn split_columns(batch: &[Vec<usize>], width: usize) -> Vec<Vec<usize>> {
    let column = |x: &[usize], c: usize| x.iter().skip(c).step_by(width).copied().collect();
    batch.iter().flat_map(|x| (0..width).map(move |c| column(x, c))).collect()
}

/// Returns the rows of columns: `height` rows from every `width` columns.
fn join_columns(columns: &[Vec<usize>], width: usize, height: usize) -> Vec<Vec<usize>> {
    let row = |block: &[Vec<usize>], r: usize| block.iter().map(|column| column[r]).collect();
    columns.chunks(width.max(1)).flat_map(|block| (0..height).map(move |r| row(block, r))).collect()
}
