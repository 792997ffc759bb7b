//! A forecast of noise and growth in fixed point for white noise as the input.
//!
//! As usual, roundings are modelled as noise that is independent of the signal and of other roundings (Welch 1969;
//! Oppenheim and Weinstein 1972). The variance of a rounding depends on its rule and on the number of dropped bits.
//! Rounded coefficients add noise in proportion to the signal.

use super::bounds::{norm, Forms, Term};
use super::tail::{Excess, Sum, Word, Words};
use crate::format::{Overflow, Rounding};
use crate::kernel::NodeId;
use crate::pipeline::arithmetic::{FixedStage, QuantizedCoefficients};
use crate::pipeline::{Block, Normalizer, Pipeline, Stage};
use std::f64::consts::{SQRT_2, TAU};

/// A forecast for frames of noise with a uniform distribution over the input's words.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Forecast {
    /// Signal-to-noise ratio of the output, in dB.
    pub snr: f64,
    /// Signal-to-noise ratio of frames in which no word is too long, in dB.
    pub quiet: f64,
    /// Share of the words that are too long, of all steps together.
    pub overflow: f64,
    /// Maximum ratio of the magnitudes of a complex output and the largest complex input, without the scale.
    pub growth: f64,
}

/// Mean square error of a complex coefficient whose parts are rounded, in squared last places.
const ROUNDED: f64 = 2.0 / 12.0;

/// Most coefficients that are rounded one by one. Of many few are exact.
const MAX_COEFFICIENTS: usize = 1 << 14;

/// Returns the mean square error of coefficients `factor`·w^e with w = e^(2πi/`points`) and e < `points`, which have `fraction` bits after
/// their binary points, in squared last places, and the share of sums with a coefficient that is not exact. There are
/// `sums` sums, and `exponents` has the coefficients of each after those of the one before.
pub fn rounded(
    exponents: impl Iterator<Item = usize>,
    [sums, products]: [usize; 2],
    [points, fraction]: [usize; 2],
    factor: f64,
) -> [f64; 2] {
    if sums * products > MAX_COEFFICIENTS {
        return [ROUNDED, 1.0];
    }
    let error = |exponent: usize| {
        let (sin, cos) = (TAU * exponent as f64 / points as f64).sin_cos();
        let units = [cos, sin].map(|part| factor * part * 2f64.powi(fraction as i32));
        units.into_iter().map(|part| (part - part.round_ties_even()).powi(2)).sum::<f64>()
    };
    let of_roots: Vec<f64> = (0..points).map(error).collect();
    let errors: Vec<f64> = exponents.map(|exponent| of_roots[exponent]).collect();
    let is_inexact = |sum: &&[f64]| sum.iter().any(|error| *error > f64::EPSILON);
    let inexact = errors.chunks(products).filter(is_inexact).count();
    [errors.iter().sum::<f64>() / errors.len() as f64, inexact as f64 / sums as f64]
}

/// Most batches of a stage whose coefficients count one by one, where roundings have no bias. Of more some stand for
/// all, spread evenly over all angles.
const MAX_BATCHES: usize = 1 << 12;

/// Bits of coefficients that stand for exact ones.
const EXACT_BITS: u32 = 48;

/// Powers between two stages, in squared units of the last place of the pipeline's input.
struct Noise {
    /// Power of the signal.
    signal: f64,
    /// Power of the noise of roundings.
    noise: f64,
    /// Power of the noise of words that were too long, and their share.
    excess: Excess,
    /// Terms of a component, as those of [`Sum`].
    terms: f64,
    /// Most terms of a component: the components of a frame, where their number is known.
    most_terms: f64,
    /// Largest magnitude of a complex word, and of a component.
    largest: [f64; 2],
    /// Square of a word's last place.
    unit: f64,
    /// `bias[2·element + part]`: mean error, in units of the input's last place. Unlike noise, it keeps its sign.
    bias: Vec<f64>,
}

/// What words pass between the ports of a core.
pub enum Part<'a> {
    /// Kernels or factors, with the shift of the frame.
    Stage(&'a Stage, i32),
    /// A normalizer, whose shift depends on the largest component of a frame of so many.
    Normalizer(&'a Normalizer, usize),
    /// Sums, each exact and rounded once, of a number of complex products with coefficients. These have a factor, and
    /// an error in the mean of squares, in squared last places of a coefficient; a share of the sums has some that are
    /// not exact.
    Sums(usize, [f64; 3], FixedStage),
    /// Zeros beside the words, which are a share of all words from then on.
    Padding(f64),
    /// A number of results of this power, relative to that of all words, are used. They are a transform of as many
    /// points.
    Selection(usize, f64),
}

impl Forecast {
    /// Computes the forecast of a pipeline with fixed-point inputs of `bits` bits. `None` for floating point at the
    /// ports or in the stages, and for supports, whose zeros have no noise.
    pub fn new<'a>(pipeline: &'a Pipeline, bits: u32) -> Option<Self> {
        let has_zeros = pipeline.spec.support.is_some();
        // Words with shared exponents have different last places.
        if pipeline.shared().is_some() || has_zeros {
            return None;
        }
        let components = 2 * pipeline.size;
        let part = |block: &'a Block| match block {
            Block::Normalizer(normalizer) => Some(Some(Part::Normalizer(normalizer, components))),
            block => block.stage().map(|stage| Some(Part::Stage(stage, stage.arithmetic.fixed()?.shift))),
        };
        let blocks = pipeline.blocks.iter().filter_map(part).collect::<Option<Vec<Part>>>()?;
        let ends = pipeline.is_convolution().then(|| convolution(pipeline.size, pipeline.elements));
        let (padding, selection) = ends.map(|[padding, selection]| (padding, selection)).unzip();
        let parts = padding.into_iter().chain(blocks).chain(selection);
        let used: Vec<u32> = pipeline.output.slots.iter().flatten().copied().collect();
        Self::of_parts(parts, &used, pipeline.elements, bits)
    }

    /// Computes the forecast of what frames of `elements` elements, or of 0 if their bias is left out, pass, of which
    /// those in `used` go out. `None` where a part has no fixed point.
    pub fn of_parts<'a>(
        parts: impl IntoIterator<Item = Part<'a>>,
        used: &[u32],
        elements: usize,
        bits: u32,
    ) -> Option<Self> {
        let bias = vec![0.0; 2 * elements];
        let end = 2f64.powi(bits as i32 - 1);
        let mut state = Noise {
            signal: end * end / 3.0,
            noise: 0.0,
            excess: Excess::default(),
            terms: 1.0,
            most_terms: if elements > 0 { 2.0 * elements as f64 } else { f64::INFINITY },
            largest: [SQRT_2 * end, end],
            unit: 1.0,
            bias,
        };
        let parts: Vec<Part> = parts.into_iter().collect();
        let mut needed = needed(&parts, used, elements);
        let mut selected = parts.iter().find_map(|part| match part {
            Part::Selection(_, power) => Some(*power),
            _ => None,
        });
        let (mut growth, mut first) = (1.0, true);
        for part in parts {
            match part {
                Part::Stage(stage, shift) => {
                    let needed = needed.pop().unwrap_or_default();
                    // From the stage on in which some go nowhere, the others alone count.
                    let all = stage.placement.elements.iter().flatten().flatten();
                    if let Some(power) = selected.take_if(|_| all.into_iter().any(|element| !needed[*element as usize]))
                    {
                        state.signal *= power;
                    }
                    growth *= state.pass(stage, stage.arithmetic.fixed()?.shifted(shift), &needed)?
                        * 0.5f64.powi(stage.exponent as i32);
                    first = false;
                }
                Part::Normalizer(normalizer, components) => state.normalize(normalizer, components, first)?,
                Part::Sums(products, coefficients @ [factor, ..], fixed) => {
                    state.sum(products as f64, coefficients, fixed);
                    growth *= products as f64 * factor;
                }
                Part::Padding(share) => state.multiply_power(share),
                Part::Selection(points, _) => growth = points as f64,
            }
        }
        let components = used.iter().flat_map(|element| [2 * element, 2 * element + 1]);
        let bias = components.map(|component| state.bias[component as usize].powi(2)).sum::<f64>();
        let bias = bias / (2 * used.len()).max(1) as f64;
        let ratio = |noise: f64| 10.0 * (state.signal / noise).log10();
        let quiet = state.noise + bias;
        let Excess { share: overflow, noise } = state.excess;
        Some(Forecast { snr: ratio(quiet + noise), quiet: ratio(quiet), overflow, growth })
    }
}

/// Returns for each stage, the last one first, which of `elements` elements after it something in `used` is made of.
fn needed(parts: &[Part], used: &[u32], elements: usize) -> Vec<Vec<bool>> {
    let mut needed = vec![false; elements];
    used.iter().for_each(|element| needed[*element as usize] = true);
    let mut all = Vec::new();
    for part in parts.iter().rev() {
        let Part::Stage(stage, _) = part else { continue };
        let mut before = vec![false; elements];
        for members in &stage.placement.elements {
            let members = members.iter().flatten().map(|element| *element as usize);
            if members.clone().any(|element| needed[element]) {
                members.for_each(|element| before[element] = true);
            }
        }
        all.push(std::mem::replace(&mut needed, before));
    }
    all
}

/// Returns both ends of a convolution of `elements` elements: samples beside zeros, and results of which `points` are
/// used. The factors of its spectrum have the energy of a chirp of 2·`points` - 1 points (Parseval).
pub fn convolution(points: usize, elements: usize) -> [Part<'static>; 2] {
    let [filled, all] = [points, elements].map(|count| count as f64);
    [Part::Padding(filled / all), Part::Selection(points, all / (2.0 * filled - 1.0))]
}

impl Noise {
    /// Advances past a stage, in whose means the elements count that something is made of. Returns the maximum ratio of
    /// the magnitudes of its complex outputs and inputs.
    fn pass(&mut self, stage: &Stage, fixed: FixedStage, needed: &[bool]) -> Option<f64> {
        let is_constant = stage.kernel.tables.is_empty() && stage.kernel.choices.is_empty();
        let batches = if is_constant { 1 } else { stage.placement.elements.len() };
        // The bias of each element follows from its own batch.
        let has_bias = error(fixed.rounding, 1).0 != 0.0 || self.bias.iter().any(|bias| *bias != 0.0);
        let nth = if has_bias { 1 } else { batches.div_ceil(MAX_BATCHES) | 1 };
        let coefficients = |bits, point| QuantizedCoefficients::of_every(nth, stage, [bits, point]);
        let rounded = coefficients(fixed.coefficient_bits, fixed.coefficient_fraction);
        let exact = coefficients(EXACT_BITS, QuantizedCoefficients::point(stage, EXACT_BITS));
        let (mut forms, mut ideals) = (Forms::default(), Forms::default());
        let (mut gain, mut deviation, mut inner, mut outer, mut growth) = (0.0, 0.0, 0.0, 0.0, 0f64);
        // Largest ratio of the magnitudes of a component at the output and at the input.
        let mut reach = 0f64;
        let last_place = (self.unit * 4f64.powi(fixed.shift)).sqrt();
        // Guard bits of an output without rounded products are zeros.
        let ends = |forms: &Forms, output: usize| {
            let whole = forms.form(output).iter().all(|(_, by)| by.fract() == 0.0) && forms.variance(output) == 0.0;
            error(fixed.rounding, if whole { fixed.shift.max(0).unsigned_abs() } else { fixed.dropped_bits() })
        };
        let before = self.bias.clone();
        let (mut words, mut outputs) = (Words::default(), 0.0);
        let counted = if has_bias { stage.placement.elements.len() } else { batches };
        for (batch, members) in stage.placement.elements.iter().enumerate().take(counted).step_by(nth) {
            if batch < batches {
                forms.evaluate(stage, &rounded, batch);
                ideals.evaluate(stage, &exact, batch);
            }
            if has_bias {
                self.transform_bias(stage, members, &before, &forms, |output| last_place * ends(&forms, output).0);
            }
            if batch >= batches {
                continue;
            }
            for (place, output) in stage.kernel.graph.outputs.iter().enumerate() {
                if !(is_constant || members[place / 2].is_some_and(|element| needed[element as usize])) {
                    continue;
                }
                outputs += 1.0;
                let ideal = ideals.form(output.index());
                let power = ideal.iter().map(|(_, by)| by * by).sum::<f64>();
                let most = ideal.iter().map(|(_, by)| by.abs()).sum();
                words.add(power, ideal.iter().map(|(_, by)| by.powi(4)).sum(), most);
                gain += power;
                reach = reach.max(most);
                deviation += difference(ideal, forms.form(output.index()));
                inner += forms.variance(output.index());
                outer += ends(&forms, output.index()).1;
            }
            let length = |pair: &[NodeId]| match pair {
                [re, im] => norm(ideals.form(re.index()), ideals.form(im.index())),
                _ => 0.0,
            };
            growth = stage.kernel.graph.outputs.chunks(2).map(length).fold(growth, f64::max);
        }
        let (gain, deviation, inner, outer) = (gain / outputs, deviation / outputs, inner / outputs, outer / outputs);
        let guarded = self.unit * 0.25f64.powi(fixed.guard_bits as i32);
        let largest = self.largest[1];
        let added = self.signal * deviation + guarded * inner;
        self.multiply_power(gain);
        self.noise += added;
        self.grow([growth, reach]);
        self.unit *= 4f64.powi(fixed.shift);
        self.noise += self.unit * outer;
        self.overflow(&fixed, &words, largest);
        Some(growth)
    }

    /// Advances past sums of `products` products each.
    fn sum(&mut self, products: f64, [factor, inexact, share]: [f64; 3], fixed: FixedStage) {
        let gain = products * factor * factor;
        let deviation = products * inexact * 0.25f64.powi(fixed.coefficient_fraction as i32);
        let (largest, added) = (self.largest[1], self.signal * deviation);
        let mut words = Words::default();
        // The factors of a point in such bins are powers of i; in others they are of all angles, and a point has both
        // parts in each part.
        let plain = [4.0, 2.0, 1.0].into_iter().find(|bins| products % bins == 0.0).unwrap_or(1.0);
        words.add_many(plain, gain, products * factor.powi(4), products * factor);
        words.add_many(products - plain, gain, 0.75 * products * factor.powi(4), SQRT_2 * products * factor);
        self.multiply_power(gain);
        self.noise += added;
        self.grow([products * factor, SQRT_2 * products * factor]);
        self.unit *= 4f64.powi(fixed.shift);
        let rounded = |dropped: u32| {
            let (mean, variance) = error(fixed.rounding, dropped);
            variance + mean * mean
        };
        // Exact products have no bits after the binary point, and lose those of the shift alone.
        let whole = rounded(fixed.shift.max(0).unsigned_abs());
        self.noise += self.unit * (share * rounded(fixed.dropped_bits()) + (1.0 - share) * whole);
        self.overflow(&fixed, &words, largest);
    }

    /// Multiplies the power of signal and noise.
    fn multiply_power(&mut self, by: f64) {
        self.signal *= by;
        self.noise *= by;
        self.excess.noise *= by;
    }

    /// Multiplies the largest magnitudes of a complex word and of a component.
    fn grow(&mut self, [complex, component]: [f64; 2]) {
        let largest = complex * self.largest[0];
        self.largest = [largest, largest.min(component * self.largest[1])];
    }

    /// Advances past words, and adds the noise of those that are too long. `largest`: largest magnitude of a component
    /// that words are made of.
    fn overflow(&mut self, fixed: &FixedStage, words: &Words, largest: f64) {
        let end = 2f64.powi(fixed.output_bits as i32 - 1) * self.unit.sqrt();
        let power = self.signal + self.noise + self.excess.noise;
        let means = words.means();
        let before = self.terms;
        let most = self.most_terms;
        let at_most = |terms: f64| terms.min(most).max(1.0);
        self.terms = at_most(before / means.fourth);
        if fixed.never_overflows || self.largest[1] <= end {
            return;
        }
        for Word { count, power: own, fourth, .. } in words.each().filter(|word| largest * word.reach > end) {
            let deviation = (power * own / means.power).sqrt();
            let terms = at_most(before * own * own / fourth);
            let beyond = Sum { terms }.beyond(fixed.overflow, end / deviation);
            let share = count / means.count;
            self.excess.share += share * beyond.share;
            self.excess.noise += share * beyond.noise * deviation * deviation;
        }
        self.largest = [SQRT_2 * end, end];
    }

    /// Computes the bias after a batch: the transformed bias before it, and the bias `own(node)` of its output
    /// roundings.
    fn transform_bias(
        &mut self,
        stage: &Stage,
        members: &[Option<u32>],
        before: &[f64],
        forms: &Forms,
        own: impl Fn(usize) -> f64,
    ) {
        let rotated = |element: usize, part: usize| {
            let turns = stage.rotations.get(element).map_or(0, |turns| usize::from(*turns));
            // A factor -i makes the imaginary part the real one, and the negated real part the imaginary one.
            let value = before[2 * element + (part + turns) % 2];
            if (turns + part) / 2 % 2 == 1 {
                -value
            } else {
                value
            }
        };
        for (output, node) in stage.kernel.graph.outputs.iter().enumerate() {
            let Some(element) = members[output / 2] else { continue };
            let term = |&(input, by): &Term| members[input / 2].map_or(0.0, |e| by * rotated(e as usize, input % 2));
            self.bias[2 * element as usize + output % 2] =
                own(node.index()) + forms.form(node.index()).iter().map(term).sum::<f64>();
        }
    }

    /// Advances past a normalizer, whose shift depends on the largest of `components` components. `is_first` tells
    /// whether it is before all stages.
    fn normalize(&mut self, normalizer: &Normalizer, components: usize, is_first: bool) -> Option<()> {
        let Normalizer { input, output, rounding, float: None, .. } = *normalizer else { return None };
        if is_first {
            // The input fills its words, so that it is not shifted.
            return Some(());
        }
        let deviation = ((self.signal + self.noise + self.excess.noise) / self.unit).sqrt();
        let beyond = |bits: i32| Sum::NORMAL.beyond(Overflow::Saturate, 2f64.powi(bits - 1) / deviation).share;
        let fits = |bits: i32| (1.0 - beyond(bits)).max(0.0).powf(components as f64);
        let (mut rounded, mut mean, mut unit) = (0.0, 0.0, 0.0);
        for shift in 1 - output as i32..=(input - output) as i32 {
            let bits = output as i32 + shift;
            let probability = fits(bits) - if bits > 1 { fits(bits - 1) } else { 0.0 };
            unit += probability * 4f64.powi(shift);
            let (bias, variance) = error(rounding, shift.max(0).unsigned_abs());
            rounded += probability * 4f64.powi(shift) * variance;
            mean += probability * 2f64.powi(shift) * bias;
        }
        self.noise += self.unit * rounded;
        self.bias.iter_mut().for_each(|bias| *bias += self.unit.sqrt() * mean);
        self.unit *= unit;
        Some(())
    }
}

/// Returns the squared distance of two forms in the same inputs.
fn difference(a: &[Term], b: &[Term]) -> f64 {
    let by = |form: &[Term], input: usize| form.iter().find(|term| term.0 == input).map_or(0.0, |term| term.1);
    let common: f64 = a.iter().map(|&(input, x)| (x - by(b, input)).powi(2)).sum();
    common + b.iter().filter(|term| a.iter().all(|other| other.0 != term.0)).map(|(_, y)| y * y).sum::<f64>()
}

/// Returns mean and variance of the error of a rounding that drops `dropped` bits, in units of the remaining last place
/// and their square.
fn error(rounding: Rounding, dropped: u32) -> (f64, f64) {
    let step = 0.5f64.powi(dropped as i32);
    let even = (1.0 - step * step) / 12.0;
    match rounding {
        _ if dropped == 0 => (0.0, 0.0),
        // Ties are rounded in both directions equally often.
        Rounding::Convergent => (0.0, even + step * step / 4.0),
        Rounding::HalfUp => (step / 2.0, even),
        Rounding::Truncate => ((step - 1.0) / 2.0, even),
        Rounding::Odd => (0.0, (1.0 - step) * (2.0 - step) / 6.0),
    }
}
