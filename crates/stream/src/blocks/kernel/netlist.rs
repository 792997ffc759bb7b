//! Scheduled kernels as hardware.

use super::body::{self, apply_rotations, output_words};
use crate::parts::align::AlignedTransforms;
use crate::parts::coefficients::EarlyTables;
use crate::parts::output_rounding::{frame_overflow, pre_shift};
use crate::parts::{OperatorLibrary, Ports};
use crate::pipeline::{Placement, ScheduledKernel, Stage};
use crate::rtl::Module;
use fftgen_hdl::dsl::*;

/// Builds the netlist of a scheduled kernel.
pub fn kernel(name: &str, stage: &Stage, all: &OperatorLibrary, interval: usize) -> Module {
    let Stage { placement: Placement { shape, .. }, kernel: ScheduledKernel { schedule, .. }, .. } = stage;
    let beats = if shape.period == 1 { "in each beat".to_string() } else { format!("every {} beats", shape.period) };
    let doc = format!(
        "{}: {} of them {beats}, {} lanes, on {}; latency {} cycles.",
        stage.name(),
        shape.copies,
        shape.lanes,
        stage.units(),
        stage.cycles(),
    );
    let m = Builder::new(name, doc);
    let ports = Ports::inputs(&m, shape.lanes, stage.arithmetic.input_bits());
    let frame = Pulse::new(ports.start, interval);
    let lead = stage.lead_cycles();
    let cycles = stage.align_cycles() + lead;
    let mut counters = body::Counters::new(stage, frame.later(cycles).now());
    counters.tables = Some(EarlyTables { start: ports.start, cycles, memories: &all.memories });
    let aligned = AlignedTransforms::new(stage, all, &ports.data, ports.start);
    let data = aligned.as_ref().map_or(&ports.data, |aligned| &aligned.data);
    let data: Vec<Sig> = data.iter().map(|word| word.later_as_it_is(lead as u32)).collect();
    let data = match stage.rotations.is_empty() {
        true => data,
        false => apply_rotations(stage, &data, counters.of_frame(), 0),
    };
    let pre_shift = pre_shift(&m, stage, (frame, 0), schedule.latency + lead);
    let inputs = body::KernelInputs { data: &data, words: body::ExternalWords::None, pre_shift };
    let rounded = body::body(&m, stage, all.of_stage(stage), &mut counters, &inputs);
    let out_start = frame.later(stage.cycles()).now();
    Ports::outputs(&m, out_start, output_words(stage, aligned.as_ref(), &rounded));
    let early = (counters.count == stage.layout.beats).then_some((counters.batch.active, stage.cycles() - lead));
    if let Some(overflow) = frame_overflow(&stage.layout, (out_start, early), &rounded) {
        m.output("overflow", overflow);
    }
    m.finish()
}
