//! Bounds on the values in a stage, and the noise of its roundings.
//!
//! Every node is a linear form in the stage's inputs, with rounded coefficients. A component of an input is in an
//! interval, and a complex input is in a disc. Rotations preserve the disc, whereas intervals alone would take half a
//! bit more for each rotation. Both bounds are exact for linear forms; the errors of roundings are added.

use crate::kernel::{Coefficient, Node};
use crate::pipeline::arithmetic::QuantizedCoefficients;
use crate::pipeline::Stage;
use std::collections::HashSet;

/// Bounds on complex numbers, in units of the last place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Range {
    /// Minimum of a component.
    pub low: f64,
    /// Maximum of a component.
    pub high: f64,
    /// Maximum magnitude of a complex number.
    pub radius: f64,
}

impl Range {
    /// Bounds on zero.
    pub const ZERO: Range = Range { low: 0.0, high: 0.0, radius: 0.0 };

    /// Returns the bounds of words of `bits` bits.
    pub fn word(bits: u32) -> Self {
        let end = 2f64.powi(bits as i32 - 1);
        Range { low: -end, high: end - 1.0, radius: end * std::f64::consts::SQRT_2 }
    }

    /// Returns the bounds after a quarter turn, where the minimum of a component may become the maximum.
    pub fn rotated(self) -> Self {
        let end = self.high.max(-self.low);
        Range { low: -end, high: end, ..self }
    }

    /// Returns the intersection of two bounds.
    pub fn within(self, other: Range) -> Self {
        let (low, high) = (self.low.max(other.low), self.high.min(other.high));
        Range { low, high, radius: self.radius.min(other.radius) }
    }

    /// Returns the union of two bounds.
    pub fn joined(self, other: Range) -> Self {
        let (low, high) = (self.low.min(other.low), self.high.max(other.high));
        Range { low, high, radius: self.radius.max(other.radius) }
    }

    /// Returns the bits of a word that holds every component.
    pub fn bits(self) -> u32 {
        (1..=200).find(|&bits| self.fits(bits)).unwrap_or(200)
    }

    /// Whether every component fits words of `bits` bits.
    fn fits(self, bits: u32) -> bool {
        let end = 2f64.powi(bits as i32 - 1);
        // Error of double precision. Integers that exceed an end by less than one do not exceed it.
        let error = end * 1e-13;
        let low_fits = if error < 0.25 { -self.low <= end + error } else { -self.low + error <= end };
        low_fits && self.high + error < end
    }

    /// Extends the bounds by an interval of components.
    fn join(&mut self, low: f64, high: f64) {
        (self.low, self.high) = (self.low.min(low), self.high.max(high));
    }
}

/// Bounds on the complex inputs of a stage's graph.
pub(super) struct Inputs {
    range: Range,
    /// `rotated[point]`: whether some batch has the point with a quarter turn.
    rotated: Vec<bool>,
}

impl Inputs {
    /// Returns the bounds of a stage whose input words are in a range.
    pub fn new(stage: &Stage, range: Range) -> Self {
        let turns =
            |element: &Option<u32>| element.is_some_and(|e| stage.rotations.get(e as usize).is_some_and(|t| *t != 0));
        let points = stage.placement.elements.first().map_or(0, Vec::len);
        let rotated = (0..points).map(|point| stage.placement.elements.iter().any(|batch| turns(&batch[point])));
        Inputs { range, rotated: rotated.collect() }
    }

    /// Returns the bounds on a complex input.
    fn range(&self, point: usize) -> Range {
        match self.rotated.get(point) {
            Some(true) => self.range.rotated(),
            _ => self.range,
        }
    }
}

/// Bounds on the values in a stage before the rounding of its outputs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    /// Bounds on all nodes except inputs, without the errors of roundings, in units of the input's last place.
    pub nodes: Range,
    /// Bounds on the outputs, without the errors of roundings, in units of the input's last place.
    pub outputs: Range,
    /// Maximum error at a node by the roundings of products, in units of the inner word's last place.
    pub node_error: f64,
    /// Maximum error at an output by the roundings of products, in units of the inner word's last place.
    pub error: f64,
    /// Variance of the error at an output for independent roundings, in squared units of the inner word's last place.
    pub variance: f64,
}

impl Bounds {
    /// Computes the bounds over all batches of a stage.
    pub fn new(stage: &Stage, coefficients: &QuantizedCoefficients, inputs: &Inputs) -> Self {
        let mut bounds =
            Bounds { nodes: Range::ZERO, outputs: Range::ZERO, node_error: 0.0, error: 0.0, variance: 0.0 };
        let constant = stage.kernel.tables.is_empty() && stage.kernel.choices.is_empty();
        let batches = if constant { 1 } else { stage.placement.elements.len() };
        let mut forms = Forms::default();
        // Batches with equal factors have equal bounds.
        let mut seen = HashSet::new();
        let factors = |batch: usize| -> (Vec<i64>, Vec<bool>) {
            let tables = coefficients.tables.iter().map(|table| table[batch]);
            (tables.collect(), stage.kernel.choices.iter().map(|choices| choices[batch]).collect())
        };
        for batch in (0..batches).filter(|&batch| seen.insert(factors(batch))) {
            forms.evaluate(stage, coefficients, batch);
            bounds.extend(stage, &forms, inputs);
        }
        bounds
    }

    /// Extends the bounds by the forms of one batch.
    fn extend(&mut self, stage: &Stage, forms: &Forms, inputs: &Inputs) {
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

/// A term of a linear form: number of the input, and its factor.
pub(super) type Term = (usize, f64);

/// The linear forms of all nodes with their errors.
#[derive(Default)]
pub(super) struct Forms {
    /// Terms of all nodes one after the other.
    terms: Vec<Term>,
    /// `ends[node]`: end of the node's terms.
    ends: Vec<usize>,
    /// `errors[node]`: maximum and variance of the error.
    errors: Vec<(f64, f64)>,
}

/// Variance of a number rounded to an integer.
const ROUNDED: f64 = 1.0 / 12.0;

impl Forms {
    /// Returns the terms of a node, sorted by input.
    pub fn form(&self, node: usize) -> &[Term] {
        let start = node.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.terms[start..self.ends[node]]
    }

    /// Returns the variance of the error of a node by roundings, in squared units of the inner word's last place.
    pub fn variance(&self, node: usize) -> f64 {
        self.errors[node].1
    }

    /// Computes the forms of a batch.
    pub fn evaluate(&mut self, stage: &Stage, coefficients: &QuantizedCoefficients, batch: usize) {
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
                Node::Neg(a) => self.multiply(a.index(), -1.0, 0.0),
                Node::Choose(a, b, choice) => {
                    self.multiply(if stage.kernel.choices[choice][batch] { b } else { a }.index(), 1.0, 0.0)
                }
                Node::Scale(a, k) => self.multiply(a.index(), 2f64.powi(k), if k < 0 { 1.0 } else { 0.0 }),
                Node::Mul(a, coefficient) => {
                    let factor = match coefficient {
                        Coefficient::Constant(index) => coefficients.constants[index],
                        Coefficient::Table(index) => coefficients.tables[index][batch],
                    };
                    self.multiply(a.index(), factor as f64 * 0.5f64.powi(coefficients.point as i32), 1.0)
                }
            };
            self.ends.push(self.terms.len());
            self.errors.push(error);
        }
    }

    /// Appends the form of a node times a factor, with `roundings` roundings. Returns maximum and variance of the
    /// error.
    fn multiply(&mut self, node: usize, factor: f64, roundings: f64) -> (f64, f64) {
        let terms: Vec<Term> = self.form(node).iter().map(|&(input, by)| (input, by * factor)).collect();
        self.terms.extend(terms);
        let (error, variance) = self.errors[node];
        // A product with a whole number needs no rounding.
        let noise = if factor.fract() == 0.0 { 0.0 } else { ROUNDED * roundings };
        (error * factor.abs() + 0.5 * roundings, variance * factor * factor + noise)
    }

    /// Appends the form of node `a` plus `times` times node `b`. Returns maximum and variance of the error.
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

/// Returns minimum and maximum of a form, by the narrower of the bounds from intervals and from discs.
fn component(form: &[Term], inputs: &Inputs) -> (f64, f64) {
    let (mut low, mut high, mut disc) = (0.0, 0.0, 0.0);
    let mut at = 0;
    while let Some(&(i, x)) = form.get(at) {
        // Both parts of a complex input are neighbours.
        let y = form.get(at + 1).filter(|&&(j, _)| j / 2 == i / 2).map_or(0.0, |&(_, y)| y);
        let input = inputs.range(i / 2);
        for by in [x, y] {
            low += (by * input.low).min(by * input.high);
            high += (by * input.low).max(by * input.high);
        }
        disc += x.hypot(y) * input.radius;
        at += if form.get(at + 1).is_some_and(|&(j, _)| j / 2 == i / 2) { 2 } else { 1 };
    }
    (f64::max(low, -disc), f64::min(high, disc))
}

/// Returns the maximum ratio of the magnitudes of a complex output and its complex inputs: the sum of the norms of the
/// factors of all inputs.
pub(super) fn norm(re: &[Term], im: &[Term]) -> f64 {
    let mut blocks: std::collections::BTreeMap<usize, [f64; 4]> = std::collections::BTreeMap::new();
    for (row, form) in [re, im].into_iter().enumerate() {
        for &(input, by) in form {
            blocks.entry(input / 2).or_default()[2 * row + input % 2] += by;
        }
    }
    // Largest singular value of a real 2×2 matrix.
    blocks.values().map(|&[a, b, c, d]| ((a + d).hypot(b - c) + (a - d).hypot(b + c)) / 2.0).sum()
}
