//! How large the numbers in a stage can become, and how much noise its roundings make.
//!
//! Every node is a linear form in the stage's inputs, with the coefficients as they are after rounding. What is known
//! of the inputs are two things: a component is in an interval, and a complex number is in a disc. The disc is what
//! rotations keep: by intervals alone each of them would take half a bit more. The bounds of both are exact for linear
//! forms; roundings on the way are added.

use crate::kernel::{Coefficient, Node};
use crate::pipeline::arithmetic::Coefficients;
use crate::pipeline::Stage;
use std::collections::HashSet;

/// What is known of numbers, in units of the last place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Range {
    /// Least and greatest component.
    pub low: f64,
    pub high: f64,
    /// Greatest magnitude of a complex number.
    pub radius: f64,
}

impl Range {
    /// Of words of so many bits.
    pub fn word(bits: u32) -> Self {
        let end = 2f64.powi(bits as i32 - 1);
        Range { low: -end, high: end - 1.0, radius: end * std::f64::consts::SQRT_2 }
    }

    /// The same with quarter turns: the least component may become the greatest.
    pub fn turned(self) -> Self {
        let end = self.high.max(-self.low);
        Range { low: -end, high: end, ..self }
    }

    /// What both are.
    pub fn within(self, other: Range) -> Self {
        let (low, high) = (self.low.max(other.low), self.high.min(other.high));
        Range { low, high, radius: self.radius.min(other.radius) }
    }

    /// What either is.
    pub fn joined(self, other: Range) -> Self {
        let (low, high) = (self.low.min(other.low), self.high.max(other.high));
        Range { low, high, radius: self.radius.max(other.radius) }
    }

    /// Bits of a word that holds every component.
    pub fn bits(self) -> u32 {
        (1..=200).find(|&bits| self.fits(bits)).unwrap_or(200)
    }

    fn fits(self, bits: u32) -> bool {
        let end = 2f64.powi(bits as i32 - 1);
        // What double precision may have got wrong. Integers that exceed an end by less than one do not exceed it.
        let doubt = end * 1e-13;
        let low_fits = if doubt < 0.25 { -self.low <= end + doubt } else { -self.low + doubt <= end };
        low_fits && self.high + doubt < end
    }

    fn join(&mut self, low: f64, high: f64) {
        (self.low, self.high) = (self.low.min(low), self.high.max(high));
    }
}

/// What is known of the complex inputs of a stage's graph.
pub(super) struct Inputs {
    range: Range,
    /// Those that some batch has with a quarter turn.
    turned: Vec<bool>,
}

impl Inputs {
    /// Of words in a range.
    pub fn new(stage: &Stage, range: Range) -> Self {
        let turns =
            |element: &Option<u32>| element.is_some_and(|e| stage.rotations.get(e as usize).is_some_and(|t| *t != 0));
        let points = stage.placement.elements.first().map_or(0, Vec::len);
        let turned = (0..points).map(|point| stage.placement.elements.iter().any(|batch| turns(&batch[point])));
        Inputs { range, turned: turned.collect() }
    }

    /// Of the parts of a complex input.
    fn of(&self, point: usize) -> Range {
        match self.turned.get(point) {
            Some(true) => self.range.turned(),
            _ => self.range,
        }
    }
}

/// What happens in a stage before its outputs are rounded.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    /// Of all nodes but inputs, roundings aside, in units of the input.
    pub nodes: Range,
    /// Of the outputs, the same way.
    pub outputs: Range,
    /// Most that the roundings of products can add up to, in units of the inner word: at a node, and at an output.
    pub node_error: f64,
    pub error: f64,
    /// Variance of these at an output, in such units squared, for roundings that have nothing to do with each other.
    pub variance: f64,
}

const NOTHING: Range = Range { low: 0.0, high: 0.0, radius: 0.0 };

impl Bounds {
    pub fn new(stage: &Stage, coefficients: &Coefficients, inputs: &Inputs) -> Self {
        let mut bounds = Bounds { nodes: NOTHING, outputs: NOTHING, node_error: 0.0, error: 0.0, variance: 0.0 };
        let constant = stage.kernel.tables.is_empty() && stage.kernel.choices.is_empty();
        let batches = if constant { 1 } else { stage.placement.elements.len() };
        let mut forms = Forms::default();
        // Batches that are multiplied by the same come to the same.
        let mut known = HashSet::new();
        let words = |batch: usize| -> (Vec<i64>, Vec<bool>) {
            let tables = coefficients.tables.iter().map(|table| table[batch]);
            (tables.collect(), stage.kernel.choices.iter().map(|choices| choices[batch]).collect())
        };
        for batch in (0..batches).filter(|&batch| known.insert(words(batch))) {
            forms.evaluate(stage, coefficients, batch);
            bounds.take(stage, &forms, inputs);
        }
        bounds
    }

    /// Takes in the forms of one batch.
    fn take(&mut self, stage: &Stage, forms: &Forms, inputs: &Inputs) {
        for (index, node) in stage.kernel.graph.nodes.iter().enumerate() {
            if !matches!(node, Node::Input(_) | Node::Neg(_)) {
                let (low, high) = component(forms.form(index), inputs);
                self.nodes.join(low, high);
                self.node_error = self.node_error.max(forms.errors[index].0);
            }
        }
        for pair in stage.kernel.graph.outputs.chunks(2) {
            let ends: Vec<(f64, f64)> = pair.iter().map(|o| component(forms.form(o.index()), inputs)).collect();
            ends.iter().for_each(|&(low, high)| self.outputs.join(low, high));
            let corner = ends.iter().map(|(low, high)| low.abs().max(high.abs())).fold(0.0, f64::hypot);
            let disc = match pair {
                [re, im] => inputs.range.radius * norm(forms.form(re.index()), forms.form(im.index())),
                _ => corner,
            };
            self.outputs.radius = self.outputs.radius.max(disc.min(corner));
            for output in pair {
                let (error, variance) = forms.errors[output.index()];
                (self.error, self.variance) = (self.error.max(error), self.variance.max(variance));
            }
        }
    }
}

/// A term of a linear form: an input, and what it is multiplied by.
pub(super) type Term = (usize, f64);

/// The linear forms of all nodes, end to end, and for each its greatest error and its variance.
#[derive(Default)]
pub(super) struct Forms {
    terms: Vec<Term>,
    ends: Vec<usize>,
    errors: Vec<(f64, f64)>,
}

/// Variance of a number rounded to an integer.
const ROUNDED: f64 = 1.0 / 12.0;

impl Forms {
    /// Of a node, sorted by input.
    pub fn form(&self, node: usize) -> &[Term] {
        let start = node.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.terms[start..self.ends[node]]
    }

    /// What the roundings ahead of a node and in it make of noise, in units of the inner word squared.
    pub fn variance(&self, node: usize) -> f64 {
        self.errors[node].1
    }

    /// The forms of a batch.
    pub fn evaluate(&mut self, stage: &Stage, coefficients: &Coefficients, batch: usize) {
        self.terms.clear();
        self.ends.clear();
        self.errors.clear();
        for node in &stage.kernel.graph.nodes {
            let error = match *node {
                Node::Input(input) => {
                    self.terms.push((input, 1.0));
                    (0.0, 0.0)
                }
                Node::Add(a, b) => self.sum(a.index(), b.index(), 1.0),
                Node::Sub(a, b) => self.sum(a.index(), b.index(), -1.0),
                Node::Neg(a) => self.times(a.index(), -1.0, 0.0),
                Node::Choose(a, b, choice) => {
                    self.times(if stage.kernel.choices[choice][batch] { b } else { a }.index(), 1.0, 0.0)
                }
                Node::Scale(a, k) => self.times(a.index(), 2f64.powi(k), if k < 0 { 1.0 } else { 0.0 }),
                Node::Mul(a, coefficient) => {
                    let factor = match coefficient {
                        Coefficient::Constant(index) => coefficients.constants[index],
                        Coefficient::Table(index) => coefficients.tables[index][batch],
                    };
                    self.times(a.index(), factor as f64 * 0.5f64.powi(coefficients.point as i32), 1.0)
                }
            };
            self.ends.push(self.terms.len());
            self.errors.push(error);
        }
    }

    /// A node times a factor, rounded so many times.
    fn times(&mut self, node: usize, factor: f64, roundings: f64) -> (f64, f64) {
        let terms: Vec<Term> = self.form(node).iter().map(|&(input, by)| (input, by * factor)).collect();
        self.terms.extend(terms);
        let (error, variance) = self.errors[node];
        // A product with a whole number needs no rounding.
        let noise = if factor.fract() == 0.0 { 0.0 } else { ROUNDED * roundings };
        (error * factor.abs() + 0.5 * roundings, variance * factor * factor + noise)
    }

    /// The first node plus so many times the second: both are sorted by input.
    fn sum(&mut self, a: usize, b: usize, times: f64) -> (f64, f64) {
        let (mut left, mut right) = (self.form(a).to_vec().into_iter().peekable(), self.form(b).to_vec().into_iter());
        let mut next = right.next();
        loop {
            match (left.peek().copied(), next) {
                (Some((i, x)), Some((j, y))) if i == j => {
                    self.terms.push((i, x + times * y));
                    (_, next) = (left.next(), right.next());
                }
                (Some((i, x)), Some((j, _))) if i < j => {
                    self.terms.push((i, x));
                    left.next();
                }
                (_, Some((j, y))) => {
                    self.terms.push((j, times * y));
                    next = right.next();
                }
                (Some(term), None) => {
                    self.terms.push(term);
                    left.next();
                }
                (None, None) => break,
            }
        }
        let ((error, variance), (other, noise)) = (self.errors[a], self.errors[b]);
        (error + other, variance + noise)
    }
}

/// Least and greatest value of a form: by intervals or by discs, whichever is narrower.
fn component(form: &[Term], inputs: &Inputs) -> (f64, f64) {
    let (mut low, mut high, mut disc) = (0.0, 0.0, 0.0);
    let mut at = 0;
    while let Some(&(i, x)) = form.get(at) {
        // Both parts of a complex input stand side by side.
        let y = form.get(at + 1).filter(|&&(j, _)| j / 2 == i / 2).map_or(0.0, |&(_, y)| y);
        let input = inputs.of(i / 2);
        for by in [x, y] {
            low += (by * input.low).min(by * input.high);
            high += (by * input.low).max(by * input.high);
        }
        disc += x.hypot(y) * input.radius;
        at += if form.get(at + 1).is_some_and(|&(j, _)| j / 2 == i / 2) { 2 } else { 1 };
    }
    (f64::max(low, -disc), f64::min(high, disc))
}

/// How much longer than its complex inputs a complex output can be: the norms of what multiplies each, added up.
pub(super) fn norm(re: &[Term], im: &[Term]) -> f64 {
    let mut blocks: std::collections::BTreeMap<usize, [f64; 4]> = std::collections::BTreeMap::new();
    for (row, form) in [re, im].into_iter().enumerate() {
        for &(input, by) in form {
            blocks.entry(input / 2).or_default()[2 * row + input % 2] += by;
        }
    }
    // The greatest singular value of a real matrix of two rows and columns.
    blocks.values().map(|&[a, b, c, d]| ((a + d).hypot(b - c) + (a - d).hypot(b + c)) / 2.0).sum()
}
