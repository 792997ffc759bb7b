//! The core: engines between the read and the write channels of an AXI4 master, and the run that takes them through the
//! passes.

use super::memory_port::{address_outputs, filled, MemoryInputs};
use super::plan::Plan;
use super::registers::{register_map, Control};
use super::run::{Events, Run};
use super::sections::{Beats, Section};
use super::transfers::{Channel, Directions};
use super::write_data::WriteData;
use crate::design::Config;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::Module;
use std::sync::Arc;

/// Modules with the ports of a stream between the channels.
pub(super) struct Streams {
    /// The transposition of tiles before the engines, if there is one.
    pub transposer: Option<Arc<Module>>,
    /// The cores that transform columns or rows.
    pub engines: Vec<Arc<Module>>,
    /// The multiplication by twiddle factors after the engines, if there is one.
    pub twiddles: Option<Arc<Module>>,
}

impl Streams {
    /// Places the modules, in the order in which beats go through them.
    fn place<'m>(&self, m: &'m Builder, plan: &Plan, run: &Run<'m>) -> Vec<Section<'m>> {
        let mut sections = Vec::new();
        if let Some(transposer) = &self.transposer {
            let active = run.is_in(plan, |pass| pass.tile.is_some());
            sections.push(Section::place(m, vec![("transposer".into(), transposer.clone(), active)], true));
        }
        let engine = |(number, engine): (usize, &Arc<Module>)| {
            (format!("engine_{number}"), engine.clone(), run.is_in(plan, |pass| pass.engine == number))
        };
        let engines = self.engines.iter().enumerate().map(engine).collect();
        sections.push(Section::place(m, engines, false));
        if let Some(twiddles) = &self.twiddles {
            let active = run.is_in(plan, |pass| pass.twiddles.is_some());
            sections.push(Section::place(m, vec![("twiddles".into(), twiddles.clone(), active)], true));
        }
        sections
    }
}

/// Builds the top module.
#[hdl]
pub(super) fn core(name: &str, title: &str, config: &Config, plan: &Plan, streams: &Streams) -> Module {
    let m = Builder::new(name, title);
    let part = |suffix: &str| format!("{name}_{suffix}");
    let reset = m.sig(m.with(|m| config.reset.port(m)));
    let inputs = Control::inputs(&m);
    let memory = MemoryInputs::new(&m, plan, config.format.bits());
    let control = Control::new(&m, &part("registers"), &register_map(plan.has_scratch()), inputs);
    let run = Run::new(&m, plan, control.settings());
    let engine_rst = reset | run.clear;

    let directions = Directions { m: &m, plan, run: &run, reset: engine_rst };
    let reads = directions.add(&part("read"), "read", |pass| &pass.read);
    let writes = directions.add(&part("write"), "write", |pass| &pass.write);
    let sections = streams.place(&m, plan, &run);
    // After a fault what is read goes nowhere.
    let valid = memory.read_valid & !run.aborting;
    let mut beats = vec![Beats { valid, components: memory.components.clone() }];
    for section in &sections {
        beats.push(section.beats(&beats[beats.len() - 1]));
    }
    let written = &beats[sections.len()];
    let queue = (engine_rst, run.aborting, written.valid);
    let data = WriteData::new(&m, &part("lengths"), (&writes, &memory), queue);
    let ways = sections.iter().zip(&beats).rev();
    let taken = ways.fold(data.takes, |takes, (section, before)| section.connect(before, engine_rst, takes));
    let read_ready = run.aborting | taken;

    let always = m.constant(1, 1);
    let read_passes = memory.read_valid & read_ready;
    let faults = [read_passes & memory.read_error, memory.response_valid & memory.response_error, control.abort()];
    let begin = run.connect(
        plan,
        &Events {
            pass_ends: reads.done & writes.done,
            drained: reads.idle & writes.idle,
            faults,
            overflow: m.any_of(sections.iter().map(Section::overflow)),
        },
    );
    let burst_read = read_passes & memory.read_last;
    let base = run.base(plan, |pass| pass.from);
    let (ready, retired) = (memory.read_address_ready, burst_read);
    directions.connect(&reads, &Channel { begin, base, ready, retired, allowed: always });
    let base = run.base(plan, |pass| pass.to);
    let (ready, retired) = (memory.write_address_ready, memory.response_valid);
    directions.connect(&writes, &Channel { begin, base, ready, retired, allowed: data.room });

    control.connect(reset, [run.busy, run.done, run.overflow, run.fault]);
    address_outputs(&m, plan, &reads, &writes);
    m.output("m_axi_rready", read_ready);
    // Without data of an engine, which may change at any time, a beat stays as it is until it is taken.
    let keeps = !data.is_dropped;
    m.output_bus("m_axi_wdata", written.components.iter().map(|word| filled(plan, config.format, word.masked(keeps))));
    m.output("m_axi_wstrb", keeps.repeat(plan.bus_bytes as u32));
    m.output("m_axi_wlast", data.last);
    m.output("m_axi_wvalid", data.valid);
    m.output("m_axi_bready", always);
    m.output("irq", run.done);
    m.finish()
}
