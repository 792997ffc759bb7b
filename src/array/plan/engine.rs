//! The engine of each element: a streaming core, or a folded one.

use super::Plan;
use crate::arch::folded::Folded;
use crate::arch::Architecture;
use crate::design::Design;
use crate::error::Error;
use crate::pipeline::Pipeline;

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

impl Engine {
    /// Describes the engine of an array that is built.
    pub fn of_design(design: &Design) -> Self {
        Engine {
            pipeline: design.pipeline().clone(),
            timing: EngineTiming { latency: design.core_latency(), interval: design.interval() },
            plan: design.plan(),
            memory_words: design.memory_words(),
        }
    }
}

impl Plan {
    /// Plans the engine without building it.
    pub fn engine(&self) -> Result<Engine, Error> {
        if let Some(choice) = Design::folded(&self.engine)? {
            let timing = choice.core.timing();
            let folded = Folded::new(choice.core);
            return Ok(Engine {
                timing: EngineTiming { latency: timing.latency, interval: timing.interval },
                plan: folded.plan(),
                memory_words: folded.memory_words(),
                pipeline: folded.pipeline().clone(),
            });
        }
        let best = Design::plans(&self.engine)?.into_iter().next();
        let pipeline = best.map(|plan| plan.pipeline);
        let pipeline = pipeline.ok_or_else(|| Error::Unsupported(format!("no engine has {} points", self.length)))?;
        Ok(Engine {
            timing: EngineTiming { latency: pipeline.latency(), interval: self.length },
            plan: pipeline.plan(),
            memory_words: pipeline.memory_words(),
            pipeline,
        })
    }
}
