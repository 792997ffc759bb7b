//! The passes that complete the draft of a pipeline, by name and in order.

use super::request::Request;
use crate::blocks::{constant_multipliers, shared_operators};
use crate::error::Error;
use crate::pipeline::{passes, Pipeline};
use crate::schedule::{ScheduleCache, ScheduleModel};
use std::sync::OnceLock;

/// Inputs of passes beside the pipeline.
struct Context<'a> {
    request: &'a Request<'a>,
    schedules: &'a ScheduleCache,
}

/// A pass over a pipeline.
struct Pass {
    name: &'static str,
    run: fn(Pipeline, &Context) -> Result<Pipeline, Error>,
}

/// All passes. Each depends on the passes before it: widths depend on the delays of permuters, and blocks are fused
/// only after their widths are assigned.
const PASSES: [Pass; 6] = [
    Pass { name: "insert-permuters", run: |pipeline, cx| Ok(pipeline.permuted(cx.schedules)) },
    Pass { name: "assign-numbers", run: assign_numbers },
    Pass {
        name: "fuse-butterflies",
        run: |mut pipeline, _| {
            passes::fuse_butterflies(&mut pipeline);
            Ok(pipeline)
        },
    },
    Pass {
        name: "swap-outputs",
        run: |mut pipeline, cx| {
            passes::swap_outputs(&mut pipeline, cx.schedules);
            Ok(pipeline)
        },
    },
    Pass { name: "constant-multipliers", run: constant_multipliers },
    Pass {
        name: "share-operators",
        run: |mut pipeline, cx| {
            share_operators(&mut pipeline, cx.request.pace, &cx.request.schedule_model);
            Ok(pipeline)
        },
    },
];

/// Environment variable with the name of the pass after which pipelines are printed on standard error, or `all`.
const DUMP_VARIABLE: &str = "FFTGEN_DUMP";

/// Runs all passes over a draft. In debug builds, verifies the pipeline after each pass.
pub(super) fn run(draft: Pipeline, request: &Request, schedules: &ScheduleCache) -> Result<Pipeline, Error> {
    static DUMPED: OnceLock<Option<String>> = OnceLock::new();
    let dumped = DUMPED.get_or_init(|| std::env::var(DUMP_VARIABLE).ok());
    let context = Context { request, schedules };
    let mut pipeline = draft;
    for pass in &PASSES {
        pipeline = (pass.run)(pipeline, &context)?;
        debug_assert_eq!(pipeline.verify(), Ok(()), "after {} of {}", pass.name, pipeline.plan());
        if dumped.as_ref().is_some_and(|dumped| dumped == "all" || dumped == pass.name) {
            eprintln!("{}:\n{pipeline}", pass.name);
        }
    }
    Ok(pipeline)
}

/// Assigns the arithmetic of blocks, and inserts the blocks that the number system needs.
fn assign_numbers(mut pipeline: Pipeline, cx: &Context) -> Result<Pipeline, Error> {
    cx.request.number.assign(&mut pipeline)?;
    Ok(pipeline)
}

/// Replaces multipliers by one constant with sums of shifted words, where these are cheaper.
fn constant_multipliers(mut pipeline: Pipeline, cx: &Context) -> Result<Pipeline, Error> {
    let costs = &cx.request.schedule_model.costs;
    pipeline.stages_mut().for_each(|stage| constant_multipliers::assign(stage, costs, constant_multipliers::SHARE));
    Ok(pipeline)
}

/// Shares operators among the units of each stage, where a beat has several clock cycles.
pub(super) fn share_operators(pipeline: &mut Pipeline, pace: usize, model: &ScheduleModel) {
    pipeline.pace = pace;
    if pace > 1 {
        let share = |stage| shared_operators::assign(stage, &model.costs, &model.latencies, pace);
        pipeline.stages_mut().for_each(share);
    }
}
