//! Netlists against the reference, and the plans behind them.

use super::config;
use crate::support::cases::cases;
use crate::support::full::is_full;
use crate::support::verify::verify;
use fftgen::formula::{Kind, Order};
use fftgen::number::{FixedOptions, Scale};
use fftgen::pipeline::{Block, Pipeline};
use fftgen::schedule::Goal;
use fftgen::{Config, Design, Interface};

fn at_every_width(kind: Kind, inverse: bool) {
    for (size, width, precision) in
        [(2, 2, "fixed8"), (4, 4, "e4m3"), (14, 2, "e5m4"), (16, 2, "fixed12"), (20, 6, "e4m3"), (22, 4, "q4.8")]
    {
        verify(config(kind, inverse, size, width, precision), 7);
    }
}

cases! {
    netlist_equals_reference_at_every_size_and_width(at_every_width) {
        real: (Kind::Real, false),
        real_inverse: (Kind::Real, true),
        pair: (Kind::RealPair, false),
        pair_inverse: (Kind::RealPair, true),
    }
}

fn with_settings(kind: Kind, inverse: bool) {
    let orders = if inverse { [Order::Reversed, Order::Natural] } else { [Order::Natural, Order::Reversed] };
    let base = config(kind, inverse, 32, 4, "e4m3");
    verify(Config { interface: Interface::Native, least_memory: true, orders, ..base }, 7);
    for scale in [Scale::None, Scale::Root] {
        let arithmetic = FixedOptions { scale: Some(scale), ..FixedOptions::default() };
        verify(Config { arithmetic, ..config(kind, inverse, 24, 2, "fixed9") }, 7);
    }
}

cases! {
    /// The native interface with the spectrum in reversed order, and scales of fixed point.
    netlist_equals_reference_with_every_setting(with_settings) {
        real: (Kind::Real, false),
        real_inverse: (Kind::Real, true),
        pair: (Kind::RealPair, false),
        pair_inverse: (Kind::RealPair, true),
    }
}

#[test]
fn pairs_of_odd_size_equal_the_reference() {
    let pairs = [(false, 1, 1), (true, 3, 1), (false, 5, 1), (true, 9, 2), (false, 15, 4)];
    for ((inverse, size, width), precision) in pairs.into_iter().zip(["e4m3", "fixed8"].into_iter().cycle()) {
        verify(config(Kind::RealPair, inverse, size, width, precision), 7);
    }
}

/// As many steps with feedback as the beats of a frame have factors. All steps but the first pass elements on in the order of the
/// outputs.
fn ends_in_feedback(size: usize, width: usize, steps: usize) {
    for kind in [Kind::Real, Kind::RealPair] {
        let config = config(kind, true, size / 2 * kind.share(), width / 2 * kind.share(), "fixed10");
        let plans = Design::plans(&config).unwrap().into_iter().map(|plan| plan.pipeline);
        let pipelines: Vec<Pipeline> = plans.filter(|pipeline| pipeline.spec.feedback > 0).collect();
        let count = |pipeline: &Pipeline| pipeline.blocks.iter().filter(|block| block.has_feedback()).count();
        assert_eq!(pipelines.iter().map(count).max(), Some(steps), "{}", config.top_name());
        for pipeline in &pipelines {
            let first = pipeline.blocks.iter().find(|block| block.stage().is_some());
            assert!(!first.is_some_and(Block::has_feedback), "{}", pipeline.plan());
            let fed_back = pipeline.blocks.iter().filter(|block| block.has_feedback()).filter_map(Block::stage);
            fed_back.for_each(|stage| assert_eq!(stage.layout, pipeline.output, "{}", pipeline.plan()));
        }
    }
}

cases! {
    last_steps_of_the_inverse_have_feedback(ends_in_feedback) {
        n32_w2: (32, 2, 4),
        n48_w4: (48, 4, 3),
        n72_w2: (72, 2, 4),
        n120_w4: (120, 4, 3),
    }
}

fn for_every_goal(kind: Kind, inverse: bool) {
    if is_full() {
        for (size, width, precision) in [
            (48, 8, "fixed10"),
            (134, 2, "e5m6"),
            (120, 1, "fixed12"),
            (256, 2, "fixed16"),
            (1000, 4, "fixed12"),
            (90, 6, "e5m4"),
        ] {
            for goal in [Goal::Balanced, Goal::Latency, Goal::Area] {
                verify(Config { goal, ..config(kind, inverse, size, width, precision) }, 7);
            }
        }
    }
}

cases! {
    /// With `FFTGEN_GRID=full` alone.
    more_netlists_equal_the_reference(for_every_goal) {
        real: (Kind::Real, false),
        real_inverse: (Kind::Real, true),
        pair: (Kind::RealPair, false),
        pair_inverse: (Kind::RealPair, true),
    }
}
