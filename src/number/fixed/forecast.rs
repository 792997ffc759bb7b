//! What becomes of white noise in fixed point: how much noise the roundings add to it, and how far words can grow.
//!
//! Roundings are taken as noise that has nothing to do with the signal nor with each other, as is usual (Welch 1969;
//! Oppenheim and Weinstein 1972); each has the variance that its rule has on the bits that it drops. Rounded
//! coefficients add noise in proportion to the signal.

use super::bounds::{norm, Forms, Term};
use crate::format::{Overflow, Rounding};
use crate::kernel::NodeId;
use crate::pipeline::arithmetic::Coefficients;
use crate::pipeline::{Block, Normalizer, Pipeline, Stage};
use std::f64::consts::PI;

/// A forecast for frames of noise that fills the input's words evenly.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Forecast {
    /// Signal to noise of the output, in dB.
    pub snr: f64,
    /// How much longer than the longest complex input a complex output can be, scaling aside, as a ratio.
    pub growth: f64,
}

/// Bits of coefficients that are as good as exact here.
const EXACT: u32 = 48;

/// What is known between two stages, in units of the input's last place squared.
struct Noise {
    signal: f64,
    noise: f64,
    /// Of the words' last place.
    unit: f64,
    /// What rounding in one direction adds up to, by component of each element: unlike noise, it keeps its sign.
    bias: Vec<f64>,
}

impl Forecast {
    /// Of a pipeline of fixed-point words of so many bits. `None` for floating point, outside or in all stages, and for
    /// convolutions, whose points depend on each other.
    pub fn new(pipeline: &Pipeline, bits: u32) -> Option<Self> {
        // Of words that share exponents each has another last place.
        if pipeline.elements > pipeline.size + pipeline.size % 2 || pipeline.shared().is_some() {
            return None;
        }
        let bias = vec![0.0; 2 * pipeline.elements];
        let mut state = Noise { signal: 4f64.powi(bits as i32 - 1) / 3.0, noise: 0.0, unit: 1.0, bias };
        let mut growth = 1.0;
        let components = 2 * pipeline.size;
        let mut first = true;
        for block in &pipeline.blocks {
            if let Block::Normalizer(normalizer) = block {
                state.normalize(normalizer, components, first)?;
            }
            if let Some(stage) = block.stage() {
                growth *= state.pass(stage)?;
                first = false;
            }
        }
        let bias = state.bias.iter().map(|x| x * x).sum::<f64>() / components as f64;
        Some(Forecast { snr: 10.0 * (state.signal / (state.noise + bias)).log10(), growth })
    }
}

impl Noise {
    /// Through a stage; returns how much longer its complex outputs can be than its inputs.
    fn pass(&mut self, stage: &Stage) -> Option<f64> {
        let fixed = stage.arithmetic.fixed()?;
        let rounded = Coefficients::quantized(stage, fixed.coefficient_bits, fixed.coefficient_fraction);
        let exact = Coefficients::quantized(stage, EXACT, Coefficients::point(stage, EXACT));
        let batches = if stage.kernel.tables.is_empty() { 1 } else { stage.placement.elements.len() };
        let (mut forms, mut ideals) = (Forms::default(), Forms::default());
        let (mut gain, mut wrong, mut inner, mut outer, mut max_lut_rom_words) = (0.0, 0.0, 0.0, 0.0, 0f64);
        let last_place = (self.unit * 4f64.powi(fixed.shift)).sqrt();
        // Guard bits of what no product was rounded for are zeros.
        let ends = |forms: &Forms, output: usize| {
            let whole = forms.form(output).iter().all(|(_, by)| by.fract() == 0.0) && forms.variance(output) == 0.0;
            error(fixed.rounding, if whole { fixed.shift.max(0).unsigned_abs() } else { fixed.dropped_bits() })
        };
        let before = self.bias.clone();
        for (batch, members) in stage.placement.elements.iter().enumerate() {
            if batch < batches {
                forms.evaluate(stage, &rounded, batch);
                ideals.evaluate(stage, &exact, batch);
            }
            self.carry(stage, members, &before, &forms, |output| last_place * ends(&forms, output).0);
            if batch >= batches {
                continue;
            }
            for output in &stage.kernel.graph.outputs {
                let ideal = ideals.form(output.index());
                gain += ideal.iter().map(|(_, by)| by * by).sum::<f64>();
                wrong += difference(ideal, forms.form(output.index()));
                inner += forms.variance(output.index());
                outer += ends(&forms, output.index()).1;
            }
            let length = |pair: &[NodeId]| match pair {
                [re, im] => norm(ideals.form(re.index()), ideals.form(im.index())),
                _ => 0.0,
            };
            max_lut_rom_words = stage.kernel.graph.outputs.chunks(2).map(length).fold(max_lut_rom_words, f64::max);
        }
        let outputs = (batches * stage.kernel.graph.outputs.len()) as f64;
        let (gain, wrong, inner, outer) = (gain / outputs, wrong / outputs, inner / outputs, outer / outputs);
        let guarded = self.unit * 0.25f64.powi(fixed.guard_bits as i32);
        self.noise = self.noise * gain + self.signal * wrong + guarded * inner;
        self.signal *= gain;
        self.unit *= 4f64.powi(fixed.shift);
        self.noise += self.unit * outer;
        if !fixed.never_overflows {
            let power = self.signal + self.noise;
            let end = 2f64.powi(fixed.output_bits as i32 - 1) * (self.unit / power).sqrt();
            self.noise += power * beyond(fixed.overflow, end);
        }
        Some(max_lut_rom_words)
    }

    /// What a batch makes of the bias, with what its outputs add to it.
    fn carry(
        &mut self,
        stage: &Stage,
        members: &[Option<u32>],
        before: &[f64],
        forms: &Forms,
        own: impl Fn(usize) -> f64,
    ) {
        let turned = |element: usize, part: usize| {
            let turns = stage.rotations.get(element).map_or(0, |turns| usize::from(*turns));
            // By -i: the imaginary part comes to stand in the real one's place, and the real one with its sign changed.
            let value = before[2 * element + (part + turns) % 2];
            if (turns + part) / 2 % 2 == 1 {
                -value
            } else {
                value
            }
        };
        for (output, node) in stage.kernel.graph.outputs.iter().enumerate() {
            let Some(element) = members[output / 2] else { continue };
            let term = |&(input, by): &Term| members[input / 2].map_or(0.0, |e| by * turned(e as usize, input % 2));
            self.bias[2 * element as usize + output % 2] =
                own(node.index()) + forms.form(node.index()).iter().map(term).sum::<f64>();
        }
    }

    /// Through a normalizer, whose shift depends on the largest of so many components.
    fn normalize(&mut self, normalizer: &Normalizer, components: usize, even: bool) -> Option<()> {
        let Normalizer { input, output, rounding, float: None, .. } = *normalizer else { return None };
        if even {
            // What fills its words has nothing to be shifted by.
            return Some(());
        }
        let deviation = ((self.signal + self.noise) / self.unit).sqrt();
        let below = |bits: i32| within(2f64.powi(bits - 1) / deviation).powf(components as f64);
        let (mut rounded, mut mean, mut unit) = (0.0, 0.0, 0.0);
        for shift in 1 - output as i32..=(input - output) as i32 {
            let bits = output as i32 + shift;
            let likely = below(bits) - if bits > 1 { below(bits - 1) } else { 0.0 };
            unit += likely * 4f64.powi(shift);
            let (bias, variance) = error(rounding, shift.max(0).unsigned_abs());
            rounded += likely * 4f64.powi(shift) * variance;
            mean += likely * 2f64.powi(shift) * bias;
        }
        self.noise += self.unit * rounded;
        self.bias.iter_mut().for_each(|bias| *bias += self.unit.sqrt() * mean);
        self.unit *= unit;
        Some(())
    }
}

/// How far two forms of the same inputs are apart, squared.
fn difference(a: &[Term], b: &[Term]) -> f64 {
    let by = |form: &[Term], input: usize| form.iter().find(|term| term.0 == input).map_or(0.0, |term| term.1);
    let common: f64 = a.iter().map(|&(input, x)| (x - by(b, input)).powi(2)).sum();
    common + b.iter().filter(|term| a.iter().all(|other| other.0 != term.0)).map(|(_, y)| y * y).sum::<f64>()
}

/// Mean and variance of what a rule is wrong by when it drops so many bits, in units of the last place that stays.
fn error(rounding: Rounding, dropped: u32) -> (f64, f64) {
    let step = 0.5f64.powi(dropped as i32);
    let even = (1.0 - step * step) / 12.0;
    match rounding {
        _ if dropped == 0 => (0.0, 0.0),
        // Ties go either way.
        Rounding::Convergent => (0.0, even + step * step / 4.0),
        Rounding::HalfUp => (step / 2.0, even),
        Rounding::Truncate => ((step - 1.0) / 2.0, even),
        Rounding::Odd => (0.0, (1.0 - step) * (2.0 - step) / 6.0),
    }
}

/// Mean square of what overflow does to a normal distribution of deviation 1 in words that end there.
fn beyond(overflow: Overflow, end: f64) -> f64 {
    let share = 1.0 - within(end);
    match overflow {
        Overflow::Saturate => (1.0 + end * end) * share - 2.0 * end * density(end),
        Overflow::Wrap => (2.0 * end).powi(2) * share,
    }
}

fn density(x: f64) -> f64 {
    (-0.5 * x * x).exp() / (2.0 * PI).sqrt()
}

/// The share of a normal distribution within so many standard deviations, by Simpson's rule.
fn within(deviations: f64) -> f64 {
    const STEPS: usize = 400;
    let end = deviations.min(12.0);
    let width = end / STEPS as f64;
    let weight = |step: usize| match step {
        0 | STEPS => 1.0,
        _ if step % 2 == 1 => 4.0,
        _ => 2.0,
    };
    let sum: f64 = (0..=STEPS).map(|step| weight(step) * density(step as f64 * width)).sum();
    (2.0 * sum * width / 3.0).min(1.0)
}
