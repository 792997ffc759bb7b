//! The choice among all cores of a configuration, for drawn configurations. Nothing is lowered to a netlist. `FFTGEN_DRAWS=3000` draws so many, half of
//! which have up to 16 points; so does `FFTGEN_GRID=full`.

use crate::support::full::is_full;
use fftgen::format::Format;
use fftgen::formula::{FrameShape, Kind};
use fftgen::number::{FixedOptions, Scale};
use fftgen::planner::Cost;
use fftgen::rng::Rng;
use fftgen::runtime::Runtime;
use fftgen::schedule::Goal;
use fftgen::synth::Target;
use fftgen::{Choice, Config, Design, Error, Offer};
use rayon::prelude::*;
use std::collections::BTreeSet;

/// Configurations that are drawn, and of how many one has up to 16 points. Up to seven points planning takes milliseconds.
fn drawn_to() -> (u64, u64) {
    let count = |name: &str| std::env::var(name).ok();
    match count("FFTGEN_DRAWS").and_then(|draws| draws.parse().ok()) {
        Some(draws) => (draws, 2),
        None if is_full() => (10_000, 2),
        None => (180, 20),
    }
}

/// One of some values.
fn one<T: Clone>(noise: &mut Rng, of: &[T]) -> T {
    of[noise.below(of.len() as u64) as usize].clone()
}

/// Sizes, widths, formats, data, scales, directions and families. One of `larger` has up to 16 points, in words that are planned quickly.
fn drawn(noise: &mut Rng, larger: u64) -> Config {
    let fixed = ["fixed8", "fixed16", "fixed16", "fixed18", "q2.14", "fixed24"];
    let (precision, size) = match noise.below(larger) {
        0 => (one(noise, &fixed), 8 + noise.below(9) as usize),
        _ => (one(noise, &[&fixed[..], &["fp16", "fp32", "e5m6"]].concat()), 2 + noise.below(6) as usize),
    };
    let format = Format::parse(precision, false).unwrap();
    let width = one(noise, &[1, 1, 1, 2, 2, 4]);
    let two = |points: usize| FrameShape::new(&[2, 2 + points / 4 % 5]).unwrap();
    let shape = if noise.below(8) == 0 { two(size) } else { size.into() };
    let scale = match format {
        Format::Fixed(_) => one(noise, &[None, None, Some(Scale::None), Some(Scale::Size)]),
        Format::Float(_) => None,
    };
    let kind = match shape.dimensions().len() {
        1 if size % 2 == 0 && noise.below(4) == 0 => one(noise, &[Kind::Real, Kind::Real, Kind::RealPair]),
        _ => Kind::Complex,
    };
    let several = kind == Kind::Complex && shape.dimensions().len() == 1 && noise.below(5) == 0;
    let sizes: BTreeSet<usize> =
        (0..if several { 2 } else { 0 }).map(|_| 2 + noise.below(size as u64) as usize).collect();
    // Twice the same one is no choice.
    let sizes = if sizes.len() == 2 { sizes } else { BTreeSet::new() };
    let runtime = Runtime { direction: noise.below(8) == 0, sizes: sizes.iter().copied().collect() };
    let shape = sizes.last().map_or(shape, |size| (*size).into());
    let drawn = Config {
        kind,
        runtime,
        inverse: noise.below(4) == 0,
        arithmetic: FixedOptions { scale, ..FixedOptions::default() },
        ..Config::new(shape, width.min(shape.samples()), format)
    };
    if noise.below(4) == 0 {
        drawn.on(Target::parse(one(noise, &["ecp5", "ice40up"])).unwrap())
    } else {
        drawn
    }
}

/// Whether a plan takes as much of all that goals weigh as another one, and more of something.
fn is_dominated(plan: &Cost, by: &Cost) -> bool {
    let [plan, by] = [plan, by].map(|cost| [cost.luts, cost.blocks, cost.latency]);
    plan != by && plan.iter().zip(by).all(|(own, other)| *own >= other)
}

/// Operator by operator floating point has other errors than in words that share exponents.
fn no_goal_has_the_core_of_another_one(config: &Config) {
    let plans: Vec<(Goal, Cost, bool)> = Goal::WORDS
        .iter()
        .map(|(_, goal)| {
            let best = Design::plans(&Config { goal: *goal, ..config.clone() }).unwrap().swap_remove(0);
            (*goal, best.cost, best.pipeline.shared().is_some())
        })
        .collect();
    for (goal, cost, is_shared) in &plans {
        for (other, by, _) in plans.iter().filter(|(.., shared)| shared == is_shared) {
            assert!(!is_dominated(cost, by), "{goal:?} of {}: {cost:?}; {other:?}: {by:?}", config.top_name());
        }
    }
}

type Found = Result<Vec<Offer>, Error>;

fn chosen(found: &Found) -> Option<[usize; 3]> {
    found.as_ref().ok().map(|cores| [cores[0].area, cores[0].luts, cores[0].blocks])
}

/// Area of a choice; of none, more than that of any.
fn area(found: &Found) -> usize {
    chosen(found).map_or(usize::MAX, |[area, ..]| area)
}

/// The core that is chosen is the smallest of those that `explain` shows, of which slower ones are smaller.
fn more_cycles_cost_no_more(config: &Config, noise: &mut Rng) {
    let beats = config.frame_beats().into_iter().max().unwrap() * config.clocks_per_beat();
    let cycles = beats + noise.below(20 * beats as u64 + 200) as usize;
    let name = format!("{} in {cycles} clock cycles", config.top_name());
    // A core that may be folded has no registers at its memories, which some families' streaming cores have.
    let config = &Config { cycles: Some(cycles), ..config.clone() };
    let all = Design::front(config, usize::MAX).unwrap();
    let interval = |core: &Offer| core.timing.interval;
    assert!(all.windows(2).all(|two| two[0].area < two[1].area && interval(&two[0]) > interval(&two[1])), "{name}");
    let explained = all.iter().find(|core| interval(core) <= cycles).unwrap();
    let found = Design::front(config, cycles);
    assert_eq!(chosen(&found), Some([explained.area, explained.luts, explained.blocks]), "{name}");
}

/// More DSP blocks never cost more, no core has more than there may be, and an error names a number that serves.
fn more_blocks_cost_no_more(config: &Config, noise: &mut Rng) {
    let beats = config.frame_beats().into_iter().max().unwrap() * config.clocks_per_beat();
    let cycles = beats * (1 + noise.below(12) as usize);
    let with = |max_dsp: usize| {
        let config = Config { max_dsp: Some(max_dsp), cycles: Some(cycles), ..config.clone() };
        let found = Design::front(&config, cycles);
        assert!(found.iter().flatten().all(|core| core.blocks <= max_dsp), "{}", config.top_name());
        found
    };
    let few = noise.below(6) as usize;
    let more = few + noise.below(12) as usize;
    let (of_few, of_more) = (with(few), with(more));
    let name = format!("{}, cycles {cycles}, {few} and {more} DSP blocks", config.top_name());
    assert!(area(&of_more) <= area(&of_few), "{name}: {} LUTs, {} of fewer", area(&of_more), area(&of_few));
    if let Err(error) = of_few {
        let Error::TooFewBlocks { fewest, .. } = error else { panic!("{name}: {error}") };
        assert!(fewest > few && with(fewest).is_ok(), "{name}: {error}");
    }
}

/// Where frames choose their size, more clock cycles and more DSP blocks never cost more, and an error names a number that serves.
fn sizes_cost_no_more_with_more(config: &Config, noise: &mut Rng) {
    let points = config.points();
    let cycles = points + noise.below(12 * points as u64 + 100) as usize;
    let later = cycles + noise.below(20 * points as u64) as usize;
    let few = noise.below(6) as usize;
    let more = few + noise.below(8) as usize;
    let with = |cycles: usize, max_dsp: Option<usize>| Config { cycles: Some(cycles), max_dsp, ..config.clone() };
    let name = format!(
        "{:?} of {}, cycles {cycles} and {later}, {few} and {more} DSP blocks",
        config.runtime,
        config.top_name()
    );
    // A chain of stages has no estimate, and serves where no other core is fast enough.
    let area = |config: &Config| match Design::of_sizes(config) {
        Ok(Some(core)) => {
            assert!(config.max_dsp.is_none_or(|max| core.blocks <= max), "{name}");
            core.area
        }
        Ok(None) | Err(_) => usize::MAX,
    };
    assert!(area(&with(later, None)) <= area(&with(cycles, None)), "{name}");
    assert!(area(&with(later, Some(more))) <= area(&with(later, Some(few))), "{name}");
    if let Err(Error::TooFewBlocks { fewest, .. }) = Design::architecture(&with(cycles, Some(few))) {
        let serves = Design::architecture(&with(cycles, Some(fewest)));
        assert!(fewest > few && serves.is_ok(), "{name}: {fewest}, {:?}", serves.err());
    }
}

#[test]
fn choices_are_consistent() {
    let (count, larger) = drawn_to();
    (0..count).into_par_iter().for_each(|number| {
        let mut noise = Rng::new(number);
        let config = drawn(&mut noise, larger);
        if config.check().is_err() {
            return;
        }
        match number % 3 {
            _ if !config.runtime.sizes.is_empty() => sizes_cost_no_more_with_more(&config, &mut noise),
            0 => no_goal_has_the_core_of_another_one(&config),
            1 => more_cycles_cost_no_more(&config, &mut noise),
            _ => more_blocks_cost_no_more(&config, &mut noise),
        }
    });
}

/// Each of these had a worse core than the one that another goal, or fewer DSP blocks, led to.
#[test]
fn short_frames_have_the_best_plan_of_all_goals_and_limits() {
    let config = |shape: &[usize], width: usize, precision: &str| {
        let format = Format::parse(precision, false).unwrap();
        Config::new(FrameShape::new(shape).unwrap(), width, format)
    };
    let ecp5 = Target::parse("ecp5").unwrap();
    let unscaled = FixedOptions { scale: Some(Scale::None), ..FixedOptions::default() };
    let real = Config { kind: Kind::Real, arithmetic: unscaled, ..config(&[6], 1, "fixed18") };
    let either = Runtime { direction: true, sizes: vec![] };
    let direction = Config { runtime: either, ..config(&[7], 1, "fp16") };
    for config in [real, direction] {
        no_goal_has_the_core_of_another_one(&config.on(ecp5));
    }
    for (config, cycles, few, more) in [(config(&[7], 2, "fp16"), 4, 5, 10), (config(&[2, 5], 2, "fixed18"), 5, 0, 12)]
    {
        let with = |max_dsp: usize| {
            let config = Config { max_dsp: Some(max_dsp), cycles: Some(cycles), ..config.clone() };
            area(&Design::front(&config, cycles))
        };
        let least = (few..=more).map(with).collect::<Vec<usize>>();
        assert!(least.is_sorted_by(|fewer, more| more <= fewer), "{}: {least:?}", config.top_name());
    }
}

/// Frames of 100 points every 1,030 clock cycles had a larger core than those every 921.
#[test]
fn the_core_that_is_built_is_the_one_that_is_explained() {
    for cycles in [90, 200, 220] {
        let config = Config { cycles: Some(cycles), ..Config::new(20, 1, Format::parse("fp32", false).unwrap()) };
        let all = Design::front(&config, usize::MAX).unwrap();
        let explained = all.iter().map(|core| core.timing).find(|timing| timing.interval <= cycles).unwrap();
        let built = Design::architecture(&config).unwrap();
        let (timing, clocks) = (built.slowest(), config.clone().chosen(built.pipeline()).clocks_per_beat());
        let found = [timing.interval, timing.latency].map(|cycles| clocks * cycles);
        assert_eq!(found, [explained.interval, explained.latency], "{cycles}: {}", built.plan());
    }
}

/// Without `--cycles` frames come at full rate.
#[test]
fn least_area_keeps_the_rate_and_takes_delay_feedback() {
    for width in [1, 2] {
        let config = Config { goal: Goal::Area, ..Config::new(64, width, Format::parse("fixed16", false).unwrap()) };
        let least = Design::architecture(&config).unwrap();
        assert_eq!(least.slowest().interval, 64 / width);
        assert!(least.pipeline().plan().contains("delayed feedback"), "{}", least.pipeline().plan());
    }
}
