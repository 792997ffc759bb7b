//! The widths of stages: by how much each shifts, and how many bits that leaves its words.

use super::bounds::{Bounds, Inputs, Range};
use crate::error::Error;
use crate::format::{Fixed, WORDS};
use crate::kernel::Node;
use crate::number::options::{FixedOptions, Scale};
use crate::number::sizes::{bits_of_root, bits_of_size};
use crate::pipeline::arithmetic::{Coefficients, FixedStage};
use crate::pipeline::{Block, Stage};

/// Most bits of a product: what nets and the reference model hold, less what rounding and sums of rows take.
const MOST_PRODUCT: u32 = 124;

/// Share of the noise of an output's rounding that the roundings within its stage may make.
const SHARE: f64 = 1.0 / 16.0;

/// What logarithms are lowered by before they are rounded up: coefficients that were rounded gain a little more or less
/// than they should.
const SLACK: f64 = 0.01;

/// Whether a stage leaves its shift to the next one: of two steps of two with feedback one rounds for both, since a bit
/// more costs less than to round.
pub fn defers(stages: &[&Block], index: usize) -> bool {
    let feeds_back =
        |block: &&&Block| block.has_feedback() && block.stage().is_some_and(|stage| stage.transform.radix() == 2);
    let before = stages[..=index].iter().rev().take_while(feeds_back).count();
    before % 2 == 1 && stages.get(index + 1).as_ref().is_some_and(feeds_back)
}

/// What is known between two stages.
#[derive(Clone)]
pub struct Widths<'a> {
    size: usize,
    fixed: Fixed,
    options: &'a FixedOptions,
    scale: Scale,
    limits: Limits,
    stages: usize,
    /// Bits of a word, and what is known of it.
    pub bits: u32,
    range: Range,
    /// The same of frames that say nothing, where frames choose their shifts.
    standard: Option<Range>,
    /// What the stages so far gain, were they not scaled, and the shifts that are meant to come up for it.
    gain: f64,
    wanted: i32,
    /// The shifts so far.
    shifted: i32,
}

/// Bits that words may have behind stages, where no scale keeps them short.
#[derive(Clone, Copy, Default)]
pub struct Limits {
    /// Most bits of a word of an unscaled transform; stages shift where words would become longer.
    pub most: Option<u32>,
    /// Bits of every word, where these are the same behind each stage.
    pub exact: Option<u32>,
}

/// What a stage does to words before it shifts them.
#[derive(Clone, Copy)]
pub struct Measured {
    bounds: Bounds,
    /// The same of frames that say nothing, where frames choose their shifts.
    standard: Bounds,
    /// Places of the coefficients.
    point: u32,
}

/// By how much a stage shifts.
#[derive(Clone, Copy)]
pub struct Scaled {
    measured: Measured,
    shift: i32,
    choice: u32,
    pub guard: u32,
    /// Whether what can be shifted later is.
    defers: bool,
}

impl<'a> Widths<'a> {
    pub fn new(size: usize, fixed: Fixed, options: &'a FixedOptions, stages: usize) -> Result<Self, Error> {
        let limits = Limits { most: options.max_growth.map(|growth| fixed.bits() + growth), exact: None };
        let scale = options.scale();
        match &scale {
            Scale::Shifts(shifts) if shifts.len() != stages => {
                return Err(Error::Usage(format!(
                    "scale {}: {} for the {stages} of this plan; give one for each, or ask for another plan by --radix",
                    shifts.iter().map(u32::to_string).collect::<Vec<_>>().join(","),
                    if shifts.len() == 1 { "1 stage".into() } else { format!("{} stages", shifts.len()) },
                )));
            }
            _ => {}
        }
        let (bits, range) = (fixed.bits(), Range::word(fixed.bits()));
        let standard = (scale == Scale::Chosen).then_some(range);
        Ok(Widths {
            size,
            fixed,
            options,
            scale,
            limits,
            stages,
            bits,
            range,
            standard,
            gain: 1.0,
            wanted: 0,
            shifted: 0,
        })
    }

    /// Returns the widths with other limits than the options say.
    pub fn limited(self, limits: Limits) -> Self {
        Widths { limits, ..self }
    }

    /// Returns the widths behind a normalizer, which fills words of `bits` bits.
    pub fn normalized(&self, bits: u32) -> Self {
        Widths { bits, range: Range::word(bits), ..self.clone() }
    }

    /// Bits that the transform has yet to grow by, on the whole, from here on.
    pub fn growth_left(&self, samples: usize) -> f64 {
        f64::from(bits_of_size(samples)) - self.gain.log2()
    }

    /// Whether words are no longer than those of the format.
    pub fn is_short(&self) -> bool {
        self.bits <= self.fixed.bits()
    }

    /// `defers`: what can be shifted later is.
    pub fn stage(&mut self, index: usize, stage: &Stage, defers: bool) -> Result<FixedStage, Error> {
        let point = Coefficients::point(stage, self.coefficient());
        let last = index + 1 == self.stages;
        let measured = self.measured(stage, point);
        let scaled = self.scaled(index, stage, measured, (defers, last));
        self.settle(stage, &scaled, last)
    }

    /// Bits of a coefficient.
    pub fn coefficient(&self) -> u32 {
        self.options.twiddle_bits(self.fixed.bits())
    }

    /// What a stage does to words, whose coefficients have so many places.
    pub fn measured(&self, stage: &Stage, point: u32) -> Measured {
        let coefficients = Coefficients::quantized(stage, self.coefficient(), point);
        let of = |range: Range| Bounds::new(stage, &coefficients, &Inputs::new(stage, range));
        let bounds = of(self.range);
        Measured { bounds, standard: self.standard.map_or(bounds, of), point }
    }

    /// By how much it shifts them.
    pub fn scaled(&mut self, index: usize, stage: &Stage, measured: Measured, (defers, last): (bool, bool)) -> Scaled {
        let Measured { bounds, standard, .. } = measured;
        let gain = standard.outputs.radius / self.standard.unwrap_or(self.range).radius;
        self.gain *= gain;
        let most = self.most(last);
        // What a word has to be shifted by at the least so that it has no more bits than it may.
        let least = |bounds: &Bounds| {
            let fits = |shift: &i32| outputs(bounds, 0, *shift).bits() <= most.unwrap_or(u32::MAX);
            (0..=256).find(fits).unwrap_or(256)
        };
        // What frames choose has to be shifted somewhere: it waits only in words that hold all of it.
        let defers = defers && !last && (self.standard.is_none() || least(&bounds) == 0);
        let least = least(&standard);
        let step = self.step(index, gain, stage.transform.split().map(|split| split.doublings()), last);
        self.wanted += step;
        let shift = match (&self.scale, last) {
            (Scale::Shifts(shifts), _) => shifts[index] as i32,
            (Scale::None, _) => least,
            (_, false) if defers => least,
            (_, true) => self.wanted - self.shifted,
            (_, false) => (self.wanted - self.shifted).max(least),
        };
        // A field holds no less than nothing, though words were shifted more before than they had grown.
        let shift = if self.standard.is_some() { shift.max(0) } else { shift };
        let choice = if self.standard.is_none() || defers { 0 } else { bits_of_shift(shift.max(step)) };
        // Enough for the frames that keep most.
        let guard = self.guard(&bounds, if choice > 0 { 0 } else { shift });
        Scaled { measured, shift, choice, guard, defers }
    }

    /// The arithmetic of a stage that shifts so, and what is known behind it.
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
            (Scale::Chosen, false) if defers => after.bits().max(2),
            (Scale::Shifts(_) | Scale::Chosen, false) => {
                let standard = self.standard.map_or(0, |_| outputs(&standard, guard, shift).bits());
                after.bits().clamp(2, standard.max(self.fixed.bits().saturating_add(1)).min(*WORDS.end()))
            }
            (_, false) => after.bits().max(2),
            (_, true) => self.fixed.bits(),
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
        // A bit of the sign at the least must stay when the others are dropped.
        let inner =
            nodes.bits().max(stage.bits_after_rotation(self.bits) + guard).max(guard.saturating_add_signed(shift) + 1);
        if inner + width > MOST_PRODUCT {
            return Err(Error::Unsupported(format!(
                "words of {inner} bits within a stage times coefficients of {width} bits are {} bits, where {MOST_PRODUCT} \
                 are the most; try fewer --twiddle-bits or --guard-bits",
                inner + width
            )));
        }
        let fits = after.bits() <= output;
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
            output_bits: output,
            rounding: self.options.rounding.unwrap_or_default(),
            overflow: self.options.overflow.unwrap_or_default(),
            never_overflows: fits,
            round_cycles: usize::from(rounds),
        };
        self.shifted += shift;
        self.bits = output;
        self.range = after.within(Range::word(output));
        self.standard = self.standard.map(|_| outputs(&standard, guard, shift).within(Range::word(output)));
        Ok(fixed)
    }

    /// Most bits of a word behind a stage; none where there is no need for one.
    fn most(&self, last: bool) -> Option<u32> {
        match &self.scale {
            Scale::None => self.limits.most,
            Scale::Shifts(_) => None,
            _ => (!last).then_some(*WORDS.end()),
        }
    }

    /// By how much more the shifts so far should be, behind this stage. `doublings`: of the size, by the step of real data.
    fn step(&self, index: usize, gain: f64, doublings: Option<i32>, last: bool) -> i32 {
        let whole = |ratio: f64| (ratio.log2() - SLACK).ceil().max(0.0) as i32;
        let target = |ratio: f64, end: i32| {
            let sum = if last { end } else { whole(ratio).min(end) };
            sum - self.wanted
        };
        match &self.scale {
            Scale::None => 0,
            Scale::Stage | Scale::Chosen => doublings.unwrap_or_else(|| whole(gain)),
            Scale::Spare => doublings.unwrap_or_else(|| whole(gain)) + i32::from(last),
            Scale::Size => target(self.gain, bits_of_size(self.size)),
            Scale::Root => target(self.gain.sqrt(), bits_of_root(self.size)),
            Scale::Shifts(shifts) => shifts[index] as i32,
        }
    }

    /// Guard bits of a stage.
    fn guard(&self, bounds: &Bounds, shift: i32) -> u32 {
        let least = (-shift).max(0) as u32;
        let enough = |guard: &u32| bounds.variance * 12.0 <= SHARE * 4f64.powi(*guard as i32 + shift);
        let chosen = (0..=16).find(enough).unwrap_or(16);
        self.options.guard_bits.unwrap_or(chosen).max(least)
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

/// What goes out of a stage with so many guard bits, shifted by so many bits and rounded.
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

/// Bits of a number that holds a shift; none where there is nothing to shift.
pub fn bits_of_shift(shift: i32) -> u32 {
    32 - shift.max(0).leading_zeros()
}
