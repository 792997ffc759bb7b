//! The widths of stages: the shift of each stage, and the resulting bits of its words.

use super::bounds::{Bounds, Inputs, Range};
use super::frame::FrameBounds;
use super::schedule::{feeds_back, other_number};
use crate::error::Error;
use crate::format::{Fixed, WORDS};
use crate::kernel::Node;
use crate::number::options::{FixedOptions, Scale, GUARDS};
use crate::number::sizes::{bits_of_root, bits_of_size};
use crate::pipeline::arithmetic::{FixedStage, QuantizedCoefficients};
use crate::pipeline::{Block, Stage};

/// Maximum bits of a product: the length of nets and of words of the model, less the bits for rounding and sums of
/// partial products.
const MAX_PRODUCT_BITS: u32 = 124;

/// Bits that words within a convolution have beyond those of a sample: one for the rotation of a sample, whose parts
/// grow by √2, and guard bits for the roundings of two transforms.
const CONVOLUTION_BITS: u32 = 4;

/// Maximum noise of the roundings within a stage, as a share of the noise of the rounding at its output.
const MAX_INNER_NOISE: f64 = 1.0 / 16.0;

/// Amount by which a logarithm is lowered before it is rounded up, because rounded coefficients have a gain slightly
/// above or below the exact one.
const SLACK: f64 = 0.01;

/// Whether a stage defers its shift to the next one. The second of two stages of radix 2 with feedback rounds for both,
/// because a longer word costs less than another rounding.
pub fn defers(stages: &[&Block], index: usize) -> bool {
    let before = stages[..=index].iter().rev().take_while(|block| feeds_back(block)).count();
    before % 2 == 1 && stages.get(index + 1).is_some_and(|block| feeds_back(block))
}

/// Widths and bounds of words between two stages.
#[derive(Clone)]
pub struct Widths<'a> {
    size: usize,
    fixed: Fixed,
    options: &'a FixedOptions,
    scale: Scale,
    /// Most guard bits of a stage, if nothing is asked for.
    max_guard: u32,
    limits: Limits,
    /// Points of a frame, if the transform is a convolution with a chirp. Its steps shift by as little as short words
    /// take, and the last one by the rest.
    convolution: Option<usize>,
    /// Bounds on the words of a frame of a convolution. `None` from where words may overflow.
    frame: Option<FrameBounds>,
    /// Number of stages.
    stages: usize,
    /// Bits of a word.
    pub bits: u32,
    /// Bounds on a word.
    range: Range,
    /// Bounds on a word in frames with the standard shifts. `None` if frames do not choose their shifts.
    standard: Option<Range>,
    /// Gain of the stages so far without their shifts, as a ratio.
    gain: f64,
    /// Sum of the shifts that the scale requires of the stages so far, in bits.
    required_shift: i32,
    /// Sum of the shifts of the stages so far, in bits.
    total_shift: i32,
}

/// Limits on the words after stages that no scale keeps short.
#[derive(Clone, Copy, Default)]
pub struct Limits {
    /// Maximum bits of a word of an unscaled transform. A stage shifts words that would become longer.
    pub max: Option<u32>,
    /// Bits of a word, if they are equal after all stages.
    pub exact: Option<u32>,
}

/// Bounds on the words of a stage before its shift.
#[derive(Clone, Copy)]
pub struct Measured {
    /// Bounds in all frames.
    bounds: Bounds,
    /// Bounds in frames with the standard shifts.
    standard: Bounds,
    /// Fraction bits of the coefficients.
    point: u32,
}

/// The shift of a stage.
#[derive(Clone, Copy)]
pub struct Scaled {
    measured: Measured,
    /// Shift in bits; in frames with the standard shifts, if frames choose.
    shift: i32,
    /// Bits of the field with the shift that a frame chooses; 0 if the shift is fixed.
    choice: u32,
    /// Guard bits.
    pub guard: u32,
    /// Whether the stage defers its shift to the next one.
    defers: bool,
}

impl<'a> Widths<'a> {
    /// Returns the widths before the first of `stages` stages, for a transform of `size` samples. Fails if the
    /// options give shifts for another number of stages.
    pub fn new(size: usize, fixed: Fixed, options: &'a FixedOptions, stages: usize) -> Result<Self, Error> {
        let limits = Limits { max: options.max_growth.map(|growth| fixed.bits() + growth), exact: None };
        let scale = options.scale();
        match &scale {
            Scale::Shifts(shifts) if shifts.len() != stages => return Err(other_number(shifts, stages)),
            _ => {}
        }
        let (bits, range) = (fixed.bits(), Range::word(fixed.bits()));
        let standard = (scale == Scale::Chosen).then_some(range);
        Ok(Widths {
            size,
            fixed,
            options,
            scale,
            max_guard: *GUARDS.end(),
            limits,
            convolution: None,
            frame: None,
            stages,
            bits,
            range,
            standard,
            gain: 1.0,
            required_shift: 0,
            total_shift: 0,
        })
    }

    /// Returns the widths of a frame whose words have further bounds.
    pub fn for_frame(self, frame: Option<FrameBounds>) -> Self {
        Widths { convolution: frame.as_ref().map(|frame| frame.points), frame, ..self }
    }

    /// Replaces the limits that follow from the options.
    pub fn limited(self, limits: Limits) -> Self {
        Widths { limits, ..self }
    }

    /// Limits the guard bits of stages.
    pub fn with_guard_of(self, max_guard: u32) -> Self {
        Widths { max_guard, ..self }
    }

    /// Returns the widths after a normalizer, which fills words of `bits` bits.
    pub fn normalized(&self, bits: u32) -> Self {
        Widths { bits, range: Range::word(bits), frame: None, total_shift: 0, ..self.clone() }
    }

    /// Whether words have lost bits of the input, or of the last normalizer, to shifts.
    pub fn has_lost_bits(&self) -> bool {
        self.total_shift > 0
    }

    /// Returns the growth of all further stages together, in bits.
    pub fn growth_left(&self, samples: usize) -> f64 {
        f64::from(bits_of_size(samples)) - self.gain.log2()
    }

    /// Whether words are no longer than the words of the format.
    pub fn is_short(&self) -> bool {
        self.bits <= self.fixed.bits()
    }

    /// Returns the arithmetic of the next stage, and advances past it. `defers` tells whether it defers its shift.
    pub fn stage(&mut self, index: usize, stage: &Stage, defers: bool) -> Result<FixedStage, Error> {
        let point = QuantizedCoefficients::point(stage, self.coefficient());
        let last = index + 1 == self.stages;
        let measured = self.measured(stage, point);
        let measured = self.within_frame(stage, measured);
        let scaled = self.scaled(index, stage, measured, (defers, last));
        self.settle(stage, &scaled, last)
    }

    /// Returns the bits of a coefficient.
    pub fn coefficient(&self) -> u32 {
        self.options.twiddle_bits(self.fixed.bits())
    }

    /// Computes the bounds of a stage whose coefficients have `point` fraction bits.
    pub fn measured(&self, stage: &Stage, point: u32) -> Measured {
        let coefficients = QuantizedCoefficients::new(stage, self.coefficient(), point);
        let of = |range: Range| Bounds::new(stage, &coefficients, &Inputs::new(stage, range));
        let bounds = of(self.range);
        Measured { bounds, standard: self.standard.map_or(bounds, of), point }
    }

    /// Narrows the bounds of a stage to those of its frame.
    fn within_frame(&mut self, stage: &Stage, measured: Measured) -> Measured {
        let Some(frame) = &mut self.frame else { return measured };
        let Measured { bounds, standard, .. } = measured;
        let gain = standard.outputs.radius / self.standard.unwrap_or(self.range).radius;
        let largest = frame.pass(stage, gain, self.options.twiddle_bits(self.fixed.bits()));
        let word = Range { low: -largest, high: largest, radius: largest };
        let within = |bounds: Bounds| Bounds { outputs: bounds.outputs.within(word), ..bounds };
        // Frames with other shifts have words of other lengths.
        let bounds = if self.standard.is_some() { bounds } else { within(bounds) };
        Measured { bounds, standard: within(standard), ..measured }
    }

    /// Chooses the shift of a stage.
    pub fn scaled(&mut self, index: usize, stage: &Stage, measured: Measured, (defers, last): (bool, bool)) -> Scaled {
        let Measured { bounds, standard, .. } = measured;
        let gain = standard.outputs.radius / self.standard.unwrap_or(self.range).radius;
        self.gain *= gain;
        let max_bits = self.max_bits(last);
        // The factors between the transforms of a convolution are small: words keep their length by a shift to the
        // left.
        let least = self.convolution.map_or(0, |_| (gain.log2() - SLACK).ceil().min(0.0) as i32);
        // Returns the minimum shift that keeps words within the maximum length.
        let min_shift = |bounds: &Bounds| {
            let fits = |shift: &i32| outputs(bounds, 0, *shift).bits() <= max_bits.unwrap_or(u32::MAX);
            (least..=256).find(fits).unwrap_or(256)
        };
        // A shift that frames choose is deferred only if words hold all bits until then.
        let defers = defers && !last && (self.standard.is_none() || min_shift(&bounds) == 0);
        let min_shift = min_shift(&standard);
        let step = self.step(index, gain, stage.transform.split().map(|split| split.doublings()), last);
        self.required_shift += step;
        let rest = self.required_shift - self.total_shift - stage.net_shift(0);
        let shift = match (&self.scale, last) {
            (Scale::Shifts(shifts), _) => shifts[index] as i32 + stage.exponent as i32,
            (Scale::None, true) if self.convolution.is_some() => min_shift.max(rest),
            (Scale::None, _) => min_shift,
            (_, false) if defers || self.convolution.is_some() => min_shift,
            (_, true) => rest - self.options.result_bits[1] as i32,
            (_, false) => rest.max(min_shift),
        };
        // The field holds no negative shift, even if words have been shifted by more than their growth.
        let shift = if self.standard.is_some() { shift.max(0) } else { shift };
        let choice = if self.standard.is_none() || defers { 0 } else { bits_of_shift(shift.max(step)) };
        // Guard bits suffice for the frames with the smallest shift.
        let guard = self.guard(&bounds, if choice > 0 { 0 } else { shift });
        Scaled { measured, shift, choice, guard, defers }
    }

    /// Returns a shift of `shift` bits of a stage, with the guard bits that it needs.
    pub fn shifted(&self, measured: Measured, shift: i32) -> Scaled {
        let guard = self.guard(&measured.bounds, shift);
        Scaled { measured, shift, choice: 0, guard, defers: false }
    }

    /// Whether the results of a stage fit words of `bits` bits.
    pub fn fits(measured: &Measured, guard: u32, shift: i32, bits: u32) -> bool {
        outputs(&measured.bounds, guard, shift).bits() <= bits
    }

    /// Returns the arithmetic of a stage with this shift, and advances past the stage. Fails if words become too long.
    pub fn settle(&mut self, stage: &Stage, scaled: &Scaled, last: bool) -> Result<FixedStage, Error> {
        let Scaled { measured: Measured { bounds, standard, point }, shift, choice, guard, defers } = *scaled;
        let width = self.coefficient();
        let shifts = if choice > 0 { 0..=(1 << choice) - 1 } else { shift..=shift };
        let after = shifts.clone().map(|shift| outputs(&bounds, guard, shift)).reduce(Range::joined);
        let after = after.unwrap_or_else(|| unreachable!("there is a shift"));
        let output = match (&self.scale, last) {
            _ if self.limits.exact.is_some() => self.limits.exact.unwrap_or_default(),
            (Scale::None, true) => after.bits().max(self.fixed.bits()),
            (Scale::None, false) => after.bits().max(2),
            (Scale::Shifts(_) | Scale::Chosen, false) if defers => after.bits().max(2),
            (Scale::Shifts(_) | Scale::Chosen, false) => {
                let standard = self.standard.map_or(0, |_| outputs(&standard, guard, shift).bits());
                after.bits().clamp(2, standard.max(self.fixed.bits().saturating_add(1)).min(*WORDS.end()))
            }
            (_, false) => after.bits().max(2),
            (_, true) => self.fixed.bits() + self.options.result_bits.iter().sum::<u32>(),
        };
        if output > *WORDS.end() {
            return Err(self.too_long(output));
        }
        let unit = 2f64.powi(guard as i32);
        let nodes = Range {
            low: bounds.nodes.low * unit - bounds.node_error,
            high: bounds.nodes.high * unit + bounds.node_error,
            ..bounds.nodes
        };
        // At least the sign bit must remain when the other bits are dropped.
        let inner =
            nodes.bits().max(stage.bits_after_rotation(self.bits) + guard).max(guard.saturating_add_signed(shift) + 1);
        if inner + width > MAX_PRODUCT_BITS {
            return Err(Error::Unsupported(format!(
                "words of {inner} bits within a stage times coefficients of {width} bits are {} bits, where \
                 {MAX_PRODUCT_BITS} \
                 are the most; try fewer --twiddle-bits or --guard-bits",
                inner + width
            )));
        }
        let fits = after.bits() <= output;
        // The shifts that bounds on the frame hold for.
        let usual = outputs(if self.standard.is_some() { &standard } else { &bounds }, guard, shift);
        self.frame = self.frame.take().filter(|_| usual.bits() <= output).map(|frame| {
            let rounding = outputs(&Bounds { outputs: Range::ZERO, ..standard }, guard, shift).radius;
            frame.shifted(shift, rounding)
        });
        let negates =
            stage.kernel.graph.outputs.iter().any(|o| matches!(stage.kernel.graph.nodes[o.index()], Node::Neg(_)));
        let rounds = guard as i32 + shifts.end() > 0 || !fits || negates;
        let fixed = FixedStage {
            input_bits: self.bits,
            guard_bits: guard,
            internal_bits: inner,
            coefficient_bits: width,
            coefficient_fraction: point,
            shift,
            shift_field_bits: choice,
            pre_shift_bits: 0,
            output_bits: output,
            rounding: self.options.rounding.unwrap_or_default(),
            overflow: self.options.overflow.unwrap_or_default(),
            never_overflows: fits,
            round_cycles: usize::from(rounds) * self.options.stage.rounding,
            lead_cycles: None,
        };
        self.total_shift += stage.net_shift(shift);
        self.bits = output;
        self.range = after.within(Range::word(output));
        self.standard = self.standard.map(|_| outputs(&standard, guard, shift).within(Range::word(output)));
        Ok(fixed)
    }

    /// Returns the maximum bits of a word after a stage. `None` if they are not limited.
    fn max_bits(&self, last: bool) -> Option<u32> {
        match &self.scale {
            Scale::None => self.limits.max,
            Scale::Shifts(_) => None,
            _ if last => None,
            _ if self.convolution.is_some() => Some((self.fixed.bits() + CONVOLUTION_BITS).min(*WORDS.end())),
            _ => Some(*WORDS.end()),
        }
    }

    /// Returns the shift that the scale requires of this stage, in bits. `doublings` counts the doublings of the size
    /// by a stage of real data.
    fn step(&self, index: usize, gain: f64, doublings: Option<i32>, last: bool) -> i32 {
        let whole = |ratio: f64| (ratio.log2() - SLACK).ceil().max(0.0) as i32;
        let target = |ratio: f64, end: i32| {
            let sum = if last { end } else { whole(ratio).min(end) };
            sum - self.required_shift
        };
        let own = match self.convolution {
            Some(points) => doublings.unwrap_or(0) + if last { bits_of_size(points) } else { 0 },
            None => doublings.unwrap_or_else(|| whole(gain)),
        };
        match &self.scale {
            Scale::None => 0,
            Scale::Stage | Scale::Chosen => own,
            Scale::Spare => own + i32::from(last),
            Scale::Size => target(self.gain, bits_of_size(self.size)),
            Scale::Root => target(self.gain.sqrt(), bits_of_root(self.size)),
            Scale::Shifts(shifts) => shifts[index] as i32,
        }
    }

    /// Returns the guard bits of a stage.
    fn guard(&self, bounds: &Bounds, shift: i32) -> u32 {
        let min = (-shift).max(0) as u32;
        let suffices = |guard: &u32| bounds.variance * 12.0 <= MAX_INNER_NOISE * 4f64.powi(*guard as i32 + shift);
        let chosen = (0..self.max_guard).find(suffices).unwrap_or(self.max_guard);
        self.options.guard_bits.unwrap_or(chosen).max(min)
    }

    fn too_long(&self, bits: u32) -> Error {
        Error::Unsupported(format!(
            "words of {} grow to {bits} bits, where {} are the most; try --scale stage, or --max-growth {}",
            self.fixed.name(),
            WORDS.end(),
            WORDS.end() - self.fixed.bits(),
        ))
    }
}

/// Returns bounds on the outputs of a stage with `guard` guard bits, shifted by `shift` bits and rounded.
fn outputs(bounds: &Bounds, guard: u32, shift: i32) -> Range {
    let unit = 2f64.powi(guard as i32);
    let places = 2f64.powi(-(guard as i32) - shift);
    let whole = |value: f64| value * places;
    let rounded = if guard as i32 + shift > 0 { std::f64::consts::SQRT_2 } else { 0.0 };
    Range {
        low: whole(bounds.outputs.low * unit - bounds.error).floor(),
        high: whole(bounds.outputs.high * unit + bounds.error).ceil(),
        radius: whole(bounds.outputs.radius * unit + bounds.error * std::f64::consts::SQRT_2) + rounded,
    }
}

/// Returns the bits of a number that holds a shift; 0 if the shift is not positive.
pub fn bits_of_shift(shift: i32) -> u32 {
    32 - shift.max(0).leading_zeros()
}
