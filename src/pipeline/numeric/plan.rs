//! The widths of all stages: where words are scaled, and how many bits that leaves them.

use super::bounds::{Bounds, Inputs, Range};
use super::sizes::{bits_of_root, bits_of_size};
use super::{Arithmetic, Coefficients, Numeric, Scale, Shared, Source};
use crate::error::Error;
use crate::exact::Real;
use crate::format::{Fixed, Float, Rounding, WORDS};
use crate::formula::Direction;
use crate::kernel::Node;
use crate::pipeline::{Block, Codec, Converter, Layout, Normalizer, Pipeline, Stage};
use rayon::prelude::*;

/// Most bits of a product: what nets and the reference model hold, less what rounding and sums of rows take.
const MOST_PRODUCT: u32 = 124;

/// How often a stage may halve words that share exponents, where they are as long as they may be: errors grow with it.
const MOST_HALVED: i32 = 2;

/// Share of the noise of an output's rounding that the roundings within its stage may make.
const SHARE: f64 = 1.0 / 16.0;

/// What logarithms are lowered by before they are rounded up: coefficients that were rounded gain a little more or less
/// than they should.
const SLACK: f64 = 0.01;

/// Gives each stage of a pipeline its arithmetic, and in block floating point the pipeline its normalizers. An error says
/// which words become too long.
///
/// `float`: what comes in and goes out, where blocks are only computed with.
pub fn assign(
    pipeline: &mut Pipeline,
    fixed: Fixed,
    arithmetic: &Arithmetic,
    float: Option<Float>,
) -> Result<(), Error> {
    if let (Some(float), Scale::Shared) = (float, arithmetic.scale()) {
        return share(pipeline, float, fixed, arithmetic);
    }
    let block = arithmetic.scale() == Scale::Block;
    let bits = fixed.bits();
    let growth = arithmetic.growth().unwrap_or(0);
    let mut widths = Widths::new(pipeline.samples(), fixed, arithmetic, pipeline.stages().count())?;
    // Bits of the words that a normalizer takes, ahead of each stage and behind the last.
    let stages: Vec<&Block> = pipeline.blocks.iter().filter(|block| block.stage().is_some()).collect();
    let mut normalized = vec![None; stages.len() + 1];
    normalized[0] = block.then_some(bits);
    let (mut ahead, mut numerics): (Vec<Widths>, Vec<Numeric>) = (vec![], vec![]);
    while let Some(stage) = stages.get(ahead.len()).and_then(|block| block.stage()) {
        ahead.push(widths.clone());
        let numeric = widths.stage(numerics.len(), stage, defers(&stages, numerics.len()))?;
        let grown = block && (numeric.output > bits + growth || numeric.shift > 0);
        match grown.then(|| place(pipeline, &ahead, growth)).flatten() {
            // From there once more, with short words.
            Some(place) => {
                normalized[place] = Some(ahead[place].bits);
                widths = Widths { bits, range: Range::word(bits), ..ahead[place].clone() };
                ahead.truncate(place);
                numerics.truncate(place);
            }
            None => numerics.push(numeric),
        }
    }
    drop(ahead);
    let last = widths.bits;
    if block && float.is_none() {
        normalized[numerics.len()] = Some(last);
    }
    pipeline.stages_mut().zip(numerics).for_each(|(stage, numeric)| stage.numeric = Some(numeric));
    let rounding = arithmetic.rounding.unwrap_or_default();
    let normalizer = |hop: Hop, input: u32| match float.filter(|_| hop.stage == 0) {
        Some(float) => Normalizer::of_floats(&hop.from, hop.passing, float, bits, rounding),
        None => Normalizer::new(&hop.from, hop.passing, [input, bits], rounding),
    };
    let hops = hops(pipeline).into_iter().zip(normalized).rev();
    let found: Vec<(usize, Normalizer)> =
        hops.filter_map(|(hop, input)| Some((hop.block, normalizer(hop, input?)))).collect();
    found.into_iter().for_each(|(at, normalizer)| pipeline.blocks.insert(at, Block::Normalizer(normalizer)));
    if let Some(float) = float {
        let shift =
            if pipeline.outline.direction == Direction::Inverse { -bits_of_size(pipeline.samples()) } else { 0 };
        let converter = Converter { float, lanes: pipeline.outline.width, input: last, shift };
        pipeline.blocks.push(Block::Codec(Codec::Convert(converter)));
    }
    Ok(())
}

/// A way from one stage to the next, through a permuter if there is one.
struct Hop {
    /// Number of the stage that it leads to, and of the block.
    stage: usize,
    block: usize,
    /// Where elements come from.
    from: Layout,
    /// Cycles of the permuter, and lanes behind it.
    passing: [usize; 2],
}

/// The ways to all stages and to the output.
fn hops(pipeline: &Pipeline) -> Vec<Hop> {
    let stages = pipeline.blocks.iter().enumerate().filter(|(_, block)| block.stage().is_some());
    let ends = stages.map(|(number, _)| number).chain([pipeline.blocks.len()]);
    let hop = |(stage, block): (usize, usize)| {
        let passing = match block.checked_sub(1).map(|before| &pipeline.blocks[before]) {
            Some(Block::Permuter(permuter)) => [permuter.latency, permuter.outputs.len()],
            _ => [0, pipeline.layout_ahead(block).lanes],
        };
        Hop { stage, block, from: pipeline.layout_ahead(block), passing }
    };
    ends.enumerate().map(hop).collect()
}

/// The same with words whose parts share an exponent: every stage takes them aligned.
fn share(pipeline: &mut Pipeline, float: Float, fixed: Fixed, arithmetic: &Arithmetic) -> Result<(), Error> {
    let serves = |block: &Block| match block {
        Block::Feedback(feedback) => feedback.turns_last(),
        _ => block.stage().is_none_or(|stage| stage.transform.split().is_none()),
    };
    if !pipeline.blocks.iter().all(serves) {
        return Err(Error::Unsupported(format!(
            "datapath cfp{}: it serves no such plan; leave --datapath out",
            fixed.bits()
        )));
    }
    let shift = if pipeline.outline.direction == Direction::Inverse { -bits_of_size(pipeline.samples()) } else { 0 };
    let shared = Shared { float, aligned: fixed.bits(), growth: 0, lanes: pipeline.outline.width, shift };
    let stages: Vec<&Stage> = pipeline.stages().collect();
    let last = stages.len() == 1;
    // Words are aligned ahead of every stage: each begins as the first does.
    let begin = Widths::new(pipeline.size, fixed, arithmetic, stages.len())?;
    let measure = |stage: &&Stage| begin.measured(stage, Coefficients::point(stage, begin.coefficient()));
    let measured: Vec<Measured> = stages.par_iter().map(measure).collect();
    let numerics = |growth: u32| -> Result<Vec<Numeric>, Error> {
        let arithmetic = Arithmetic { max_growth: Some(growth), ..arithmetic.clone() };
        let whole = |(stage, measured): (&&Stage, &Measured)| {
            let mut widths = Widths { arithmetic: &arithmetic, ..begin.clone() };
            let scaled = widths.scaled(0, stage, *measured, (false, last));
            let numeric = widths.settle(stage, &scaled, last)?;
            Ok(Numeric { shared: Some(Shared { growth, ..shared }), ..numeric })
        };
        stages.iter().zip(&measured).map(whole).collect()
    };
    let mut halved = 0;
    for growth in Shared::GROWTHS {
        let numerics = numerics(growth)?;
        halved = numerics.iter().map(|numeric| numeric.shift).max().unwrap_or(0);
        if halved > if growth < *Shared::GROWTHS.end() { 0 } else { MOST_HALVED } {
            continue;
        }
        pipeline.stages_mut().zip(numerics).for_each(|(stage, numeric)| stage.numeric = Some(numeric));
        // What stages halve, the end doubles.
        let shared = Shared { growth, shift: shift + pipeline.shifts(), ..shared };
        // The first step takes numbers as they come in, unless it feeds words back.
        let feeds_back = pipeline.blocks.iter().find(|block| block.stage().is_some()).is_none_or(Block::has_feedback);
        let source = if feeds_back { Source::Fresh } else { Source::Numbers };
        pipeline.stages_mut().next().into_iter().for_each(|first| first.source = source);
        if feeds_back {
            pipeline.blocks.insert(0, Block::Codec(Codec::Enter(shared)));
        }
        pipeline.blocks.push(Block::Codec(Codec::Leave(shared)));
        return Ok(());
    }
    Err(Error::Unsupported(format!(
        "datapath cfp{}: a step would halve words {halved} times, which loses too much; leave --datapath out, or ask for smaller \
         kernels by --radix",
        fixed.bits()
    )))
}

/// Where the next normalizer stands best: ahead of one of the stages since the last, whose words have grown. One place
/// must not bring more normalizers with it than another, and then the less waits the better.
fn place(pipeline: &Pipeline, ahead: &[Widths], growth: u32) -> Option<usize> {
    let hops = hops(pipeline);
    let cost = |place: usize| {
        let left = f64::from(bits_of_size(pipeline.samples())) - ahead[place].gain.log2();
        let more = (left / f64::from(growth.max(1))).ceil().max(1.0) as usize;
        let hop = &hops[place];
        let waiting = Normalizer::new(&hop.from, hop.passing, [1; 2], Rounding::default()).words();
        (more, waiting, std::cmp::Reverse(place))
    };
    let short = ahead.iter().rposition(|widths| widths.bits <= widths.fixed.bits())?;
    (short + 1..ahead.len()).min_by_key(|&place| cost(place))
}

/// Whether a stage leaves its shift to the next one: of two steps of two with feedback one rounds for both, since a bit
/// more costs less than to round.
fn defers(stages: &[&Block], index: usize) -> bool {
    let feeds_back =
        |block: &&&Block| block.has_feedback() && block.stage().is_some_and(|stage| stage.transform.radix() == 2);
    let before = stages[..=index].iter().rev().take_while(feeds_back).count();
    before % 2 == 1 && stages.get(index + 1).as_ref().is_some_and(feeds_back)
}

/// What is known between two stages.
#[derive(Clone)]
pub(crate) struct Widths<'a> {
    size: usize,
    fixed: Fixed,
    arithmetic: &'a Arithmetic,
    scale: Scale,
    stages: usize,
    /// Bits of a word, and what is known of it.
    pub(crate) bits: u32,
    range: Range,
    /// The same of frames that say nothing, where frames choose their shifts.
    standard: Option<Range>,
    /// What the stages so far gain, were they not scaled, and the shifts that are meant to come up for it.
    gain: f64,
    wanted: i32,
    /// The shifts so far.
    shifted: i32,
}

/// What a stage does to words before it shifts them.
#[derive(Clone, Copy)]
pub(crate) struct Measured {
    bounds: Bounds,
    /// The same of frames that say nothing, where frames choose their shifts.
    standard: Bounds,
    /// Places of the coefficients.
    point: u32,
}

/// By how much a stage shifts.
#[derive(Clone, Copy)]
pub(crate) struct Scaled {
    measured: Measured,
    shift: i32,
    choice: u32,
    pub guard: u32,
    /// Whether what can be shifted later is.
    defers: bool,
}

impl<'a> Widths<'a> {
    pub(crate) fn new(size: usize, fixed: Fixed, arithmetic: &'a Arithmetic, stages: usize) -> Result<Self, Error> {
        let scale = arithmetic.scale();
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
        Ok(Widths { size, fixed, arithmetic, scale, stages, bits, range, standard, gain: 1.0, wanted: 0, shifted: 0 })
    }

    /// `defers`: what can be shifted later is.
    fn stage(&mut self, index: usize, stage: &Stage, defers: bool) -> Result<Numeric, Error> {
        let point = Coefficients::point(stage, self.coefficient());
        let last = index + 1 == self.stages;
        let measured = self.measured(stage, point);
        let scaled = self.scaled(index, stage, measured, (defers, last));
        self.settle(stage, &scaled, last)
    }

    /// Bits of a coefficient.
    pub(crate) fn coefficient(&self) -> u32 {
        self.arithmetic.twiddle_bits(self.fixed.bits())
    }

    /// What a stage does to words, whose coefficients have so many places.
    pub(crate) fn measured(&self, stage: &Stage, point: u32) -> Measured {
        let coefficients = Coefficients::of(stage, self.coefficient(), point);
        let of = |range: Range| Bounds::new(stage, &coefficients, &Inputs::new(stage, range));
        let bounds = of(self.range);
        Measured { bounds, standard: self.standard.map_or(bounds, of), point }
    }

    /// By how much it shifts them.
    pub(crate) fn scaled(
        &mut self,
        index: usize,
        stage: &Stage,
        measured: Measured,
        (defers, last): (bool, bool),
    ) -> Scaled {
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
            (Scale::None | Scale::Block | Scale::Shared, _) => least,
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
    pub(crate) fn settle(&mut self, stage: &Stage, scaled: &Scaled, last: bool) -> Result<Numeric, Error> {
        let Scaled { measured: Measured { bounds, standard, point }, shift, choice, guard, defers } = *scaled;
        let width = self.coefficient();
        let shifts = if choice > 0 { 0..=(1 << choice) - 1 } else { shift..=shift };
        let after = shifts.clone().map(|shift| outputs(&bounds, guard, shift)).reduce(Range::joined);
        let after = after.unwrap_or_else(|| unreachable!("there is a shift"));
        let output = match (&self.scale, last) {
            (Scale::Shared, _) => self.fixed.bits() + self.arithmetic.max_growth.unwrap_or(0),
            (Scale::None | Scale::Block, true) => after.bits().max(self.fixed.bits()),
            (Scale::None | Scale::Block, false) => after.bits().max(2),
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
        let inner = nodes.bits().max(stage.entering(self.bits) + guard).max(guard.saturating_add_signed(shift) + 1);
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
        let numeric = Numeric {
            input: self.bits,
            shared: None,
            guard,
            inner,
            coefficient: width,
            point,
            shift,
            choice,
            output,
            rounding: self.arithmetic.rounding.unwrap_or_default(),
            overflow: self.arithmetic.overflow.unwrap_or_default(),
            fits,
            cycles: usize::from(rounds),
        };
        self.shifted += shift;
        self.bits = output;
        self.range = after.within(Range::word(output));
        self.standard = self.standard.map(|_| outputs(&standard, guard, shift).within(Range::word(output)));
        Ok(numeric)
    }

    /// Most bits of a word behind a stage; none where there is no need for one.
    fn most(&self, last: bool) -> Option<u32> {
        match (&self.scale, self.arithmetic.max_growth) {
            (Scale::None, growth) => growth.map(|growth| self.fixed.bits() + growth),
            (Scale::Shifts(_), _) => None,
            (Scale::Block, _) => Some(*WORDS.end()),
            (Scale::Shared, growth) => Some(self.fixed.bits() + growth.unwrap_or(0)),
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
            Scale::None | Scale::Block | Scale::Shared => 0,
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
        self.arithmetic.guard_bits.unwrap_or(chosen).max(least)
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
pub(crate) fn bits_of_shift(shift: i32) -> u32 {
    32 - shift.max(0).leading_zeros()
}

impl Coefficients {
    /// As many places behind the binary point as the largest of a stage allows, in words of `width` bits.
    pub(crate) fn point(stage: &Stage, width: u32) -> u32 {
        let all = stage.kernel.graph.constants.iter().chain(stage.kernel.tables.iter().flatten());
        let (low, high) =
            all.map(Real::to_f64).fold((0.0, 0.0), |(low, high), c| (f64::min(low, c), f64::max(high, c)));
        let end = 2f64.powi(width as i32 - 1);
        let fits = |point: &u32| {
            let units = |end: f64| (end * 2f64.powi(*point as i32)).round_ties_even();
            units(low) >= -end && units(high) < end
        };
        // Smaller coefficients than an eighth are none the better for more places.
        (0..=width + 2).rev().find(fits).unwrap_or(0)
    }

    /// Those of a stage in words of `width` bits, `point` of them behind the binary point. For three products it is both
    /// parts of a factor that are rounded: sums of them are exact, and the products that cancel do.
    pub fn of(stage: &Stage, width: u32, point: u32) -> Coefficients {
        let units = |value: &Real| Numeric::coefficient(value, point, width);
        let constants = stage.kernel.graph.constants.iter().map(units).collect();
        let rounded = |table: &Vec<Real>| table.iter().map(units).collect();
        let mut tables: Vec<Vec<i64>> = stage.kernel.tables.iter().map(rounded).collect();
        for &first in &stage.kernel.triples {
            let [re, sum] = [0, 1].map(|table| &stage.kernel.tables[first + table]);
            for (batch, (re, sum)) in re.iter().zip(sum).enumerate() {
                let [re, im] = [units(re), units(&(sum - re))];
                [tables[first][batch], tables[first + 1][batch], tables[first + 2][batch]] = [re, re + im, im - re];
            }
        }
        Coefficients { point, constants, tables }
    }
}
