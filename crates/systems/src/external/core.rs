//! The core: engines between the read and the write channels of an AXI4 master, and the run that takes them through the passes.

use super::memory_port::{address_outputs, filled, MemoryInputs};
use super::plan::Plan;
use super::registers::{register_map, registers, RegisterInputs, RegisterOutputs};
use super::run::{Events, Run, Settings};
use super::sections::{Beats, Section};
use super::transfers::{Builder, Channel};
use super::write_data::WriteData;
use crate::design::Config;
use crate::rtl::{Module, Net};
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
    fn place(&self, m: &mut Module, plan: &Plan, run: &Run) -> Vec<Section> {
        let mut sections = Vec::new();
        if let Some(transposer) = &self.transposer {
            let active = run.is_in(m, plan, |pass| pass.tile.is_some());
            sections.push(Section::place(m, vec![("transposer".into(), transposer.clone(), active)], true));
        }
        let engine = |(number, engine): (usize, &Arc<Module>)| {
            (format!("engine_{number}"), engine.clone(), run.is_in(m, plan, |pass| pass.engine == number))
        };
        let engines = self.engines.iter().enumerate().map(engine).collect();
        sections.push(Section::place(m, engines, false));
        if let Some(twiddles) = &self.twiddles {
            let active = run.is_in(m, plan, |pass| pass.twiddles.is_some());
            sections.push(Section::place(m, vec![("twiddles".into(), twiddles.clone(), active)], true));
        }
        sections
    }
}

/// Builds the top module.
pub(super) fn core(name: &str, title: &str, config: &Config, plan: &Plan, streams: &Streams) -> Module {
    let mut m = Module::new(name, title);
    let part = |suffix: &str| format!("{name}_{suffix}");
    let reset = config.reset.port(&mut m);
    let control = RegisterInputs::new(&mut m);
    let memory = MemoryInputs::new(&mut m, plan, config.format.bits());

    let map = register_map(plan.has_scratch());
    let (control_at, outputs) = m.place("registers", &Arc::new(registers(&part("registers"), &map)));
    let RegisterOutputs { port, start, abort, frames, areas } = RegisterOutputs::new(&outputs);
    let run = Run::new(&mut m, plan, &Settings { start, frames, areas });
    let engine_reset = m.or(reset, run.clear);
    m.name(engine_reset, "engine_rst");

    let builder = Builder { plan, run: &run, reset: engine_reset };
    let reads = builder.add(&mut m, &part("read"), "read", |pass| &pass.read);
    let writes = builder.add(&mut m, &part("write"), "write", |pass| &pass.write);
    let sections = streams.place(&mut m, plan, &run);
    let running = m.not(run.aborting);
    // After a fault what is read goes nowhere.
    let valid = m.and(memory.read_valid, running);
    let mut beats = vec![Beats { valid, components: memory.components() }];
    for section in &sections {
        let next = section.beats(&mut m, &beats[beats.len() - 1]);
        beats.push(next);
    }
    let written = &beats[sections.len()];
    let data =
        WriteData::new(&mut m, &part("lengths"), (&writes, &memory), [engine_reset, run.aborting, written.valid]);
    let ways = sections.iter().zip(&beats).rev();
    let ready = ways.fold(data.takes, |takes, (section, before)| section.connect(&mut m, before, engine_reset, takes));
    let read_ready = m.or(run.aborting, ready);
    m.name(read_ready, "read_ready");
    let never = m.constant(1, 0);
    let overflow = sections.iter().fold(never, |any, section| {
        let one = section.overflow(&mut m);
        m.or(any, one)
    });

    let always = m.constant(1, 1);
    let read_passes = m.and(memory.read_valid, read_ready);
    let burst_read = m.and(read_passes, memory.read_last);
    let faults = [m.and(read_passes, memory.read_error), m.and(memory.response_valid, memory.response_error), abort];
    let (pass_ends, drained) = (m.and(reads.done, writes.done), m.and(reads.idle, writes.idle));
    let begin = run.connect(&mut m, plan, &Events { pass_ends, drained, faults, overflow });
    let base = run.base(&mut m, plan, |pass| pass.from);
    let (ready, retired) = (memory.read_address_ready, burst_read);
    builder.connect(&mut m, &reads, &Channel { begin, base, ready, retired, allowed: always });
    let base = run.base(&mut m, plan, |pass| pass.to);
    let (ready, retired) = (memory.write_address_ready, memory.response_valid);
    builder.connect(&mut m, &writes, &Channel { begin, base, ready, retired, allowed: data.room });

    let state = [run.busy, run.done, run.overflow, run.fault];
    m.connect(control_at, [reset].into_iter().chain(control.nets()).chain(state).map(|net| vec![net]).collect());

    for (name, net) in port {
        m.output(format!("s_axi_{name}"), net);
    }
    address_outputs(&mut m, plan, &reads, &writes);
    m.output("m_axi_rready", read_ready);
    let keeps = m.not(data.is_dropped);
    // Without data of an engine, which may change at any time, a beat stays as it is until it is taken.
    let words = written.components.iter().map(|&word| {
        let kept = m.repeat(keeps, m.width(word));
        let word = m.and(word, kept);
        filled(&mut m, plan, config.format, word)
    });
    let words: Vec<Net> = words.collect();
    m.output_bus("m_axi_wdata", &words);
    let strobes = m.repeat(keeps, plan.bus_bytes as u32);
    m.output("m_axi_wstrb", strobes);
    m.output("m_axi_wlast", data.last);
    m.output("m_axi_wvalid", data.valid);
    m.output("m_axi_bready", always);
    m.output("irq", run.done);
    m
}
