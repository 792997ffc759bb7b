//! The engine of each element: a streaming core, or a folded one.

use super::Round;
use crate::arch::folded::Folded;
use crate::arch::Architecture;
use crate::design::{Config, Design, Interface};
use crate::error::Error;
use crate::formula::{is_smooth, Kind, Order};
use crate::lower::Reset;
use crate::pipeline::Pipeline;
use crate::schedule::Goal;

/// When an engine takes pencils and gives results.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EngineTiming {
    /// Clock cycles from the first point of a pencil to the first result.
    pub latency: usize,
    /// Clock cycles from a pencil to the next.
    pub interval: usize,
}

/// Plan of an engine, which is not built.
pub struct Engine {
    /// Arithmetic of a pencil.
    pub pipeline: Pipeline,
    /// Pencils in time.
    pub timing: EngineTiming,
    /// Formula, and how its steps are computed.
    pub plan: String,
    /// Memory in complex words.
    pub memory_words: usize,
}

impl EngineTiming {
    /// Returns the timing of an engine that is built.
    pub fn of_design(design: &Design) -> Self {
        EngineTiming { latency: design.core_latency(), interval: design.interval() }
    }
}

impl Engine {
    /// Plans an engine without building it.
    pub(super) fn planned(config: &Config) -> Result<Self, Error> {
        if let Some(choice) = Design::folded(config)? {
            let timing = choice.core.timing();
            let folded = Folded::new(choice.core);
            return Ok(Engine {
                timing: EngineTiming { latency: timing.latency, interval: timing.interval },
                plan: folded.plan(),
                memory_words: folded.memory_words(),
                pipeline: folded.pipeline().clone(),
            });
        }
        let best = Design::plans(config)?.into_iter().next();
        let pipeline = best.map(|plan| plan.pipeline);
        let pipeline =
            pipeline.ok_or_else(|| Error::Unsupported(format!("no engine has {} points", config.points())))?;
        Ok(Engine {
            timing: EngineTiming { latency: pipeline.latency(), interval: config.points() },
            plan: pipeline.plan(),
            memory_words: pipeline.memory_words(),
            pipeline,
        })
    }

    /// Returns the timings of engines.
    pub fn timings(engines: &[Engine]) -> Vec<EngineTiming> {
        engines.iter().map(|engine| engine.timing).collect()
    }

    /// Describes the engine of an array that is built.
    pub fn of_design(design: &Design) -> Self {
        Engine {
            pipeline: design.pipeline().clone(),
            timing: EngineTiming::of_design(design),
            plan: design.plan(),
            memory_words: design.memory_words(),
        }
    }
}

/// Returns the configurations of engines, one for each length of the rounds and one for the rows of real samples, and notes in each round which is
/// its own.
pub(super) fn engines(config: &Config, rounds: &mut [Round]) -> Result<Vec<Config>, Error> {
    let mut pencils: Vec<(Kind, usize)> = Vec::new();
    for round in rounds {
        let is_row = round.stride == 1;
        let pencil = (if is_row { config.kind } else { Kind::Complex }, round.length);
        let known = pencils.iter().position(|other| *other == pencil);
        round.engine = known.unwrap_or(pencils.len());
        if known.is_none() {
            pencils.push(pencil);
        }
    }
    pencils.into_iter().map(|(kind, length)| engine(config, kind, length)).collect()
}

/// Returns the configuration of an engine for pencils of `length` points. It is a folded core if one is asked for and takes a pencil in the clock cycles. A
/// streaming core gives its results in the order in which its latency is the shortest.
pub(super) fn engine(config: &Config, kind: Kind, length: usize) -> Result<Config, Error> {
    let natural = Config {
        kind,
        width: kind.share(),
        shape: (length * kind.share()).into(),
        orders: [Order::Natural; 2],
        interface: Interface::Native,
        reset: Reset::Rst,
        name: None,
        ..config.clone()
    };
    if Design::folded(&natural)?.is_some() {
        return Ok(natural);
    }
    let is_of_samples = kind == Kind::Real && config.inverse;
    let orders = match length.is_power_of_two() && !is_of_samples {
        true => [Order::Natural, Order::Reversed],
        false => [Order::Natural; 2],
    };
    // The smallest core of a length with a large prime factor would be a folded one, which has other arithmetic than a pipeline.
    let goal = if is_smooth(length) { natural.goal } else { Goal::Balanced };
    Ok(Config { orders, cycles: None, goal, ..natural })
}
