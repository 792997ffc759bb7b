//! The core: engines between the read and the write channels of an AXI4 master, and the run that takes them through the passes.

use super::memory_port::{address_outputs, filled, MemoryInputs};
use super::plan::Plan;
use super::registers::{registers, RegisterInputs, RegisterOutputs};
use super::run::{Events, Run, Settings};
use super::transfers::{Builder, Channel};
use super::write_data::WriteData;
use crate::design::{Config, Design};
use crate::rtl::{Module, Net};
use std::sync::Arc;

/// Builds the top module.
pub(super) fn core(name: &str, title: &str, config: &Config, plan: &Plan, engines: &[Design]) -> Module {
    let mut m = Module::new(name, title);
    let part = |suffix: &str| format!("{name}_{suffix}");
    let reset = config.reset.port(&mut m);
    let control = RegisterInputs::new(&mut m);
    let memory = MemoryInputs::new(&mut m, plan, config.format.bits());

    let (control_at, outputs) = m.place("registers", &Arc::new(registers(&part("registers"))));
    let RegisterOutputs { port, start, frames, source, destination } = RegisterOutputs::new(&outputs);
    let run = Run::new(&mut m, plan, &Settings { start, frames, source, destination });
    let engine_reset = m.or(reset, run.clear);
    m.name(engine_reset, "engine_rst");

    let builder = Builder { plan, run: &run, reset: engine_reset };
    let reads = builder.add(&mut m, &part("read"), "read", |pass| &pass.read);
    let writes = builder.add(&mut m, &part("write"), "write", |pass| &pass.write);
    let engines = Engines::place(&mut m, plan, &run, engines);
    let read_ready = m.or(run.aborting, engines.ready);
    m.name(read_ready, "read_ready");
    let data =
        WriteData::new(&mut m, &part("lengths"), (&writes, &memory), [engine_reset, run.aborting, engines.valid]);
    engines.connect(&mut m, (&run, &memory), engine_reset, data.takes);

    let always = m.constant(1, 1);
    let read_passes = m.and(memory.read_valid, read_ready);
    let burst_read = m.and(read_passes, memory.read_last);
    let errors = [m.and(read_passes, memory.read_error), m.and(memory.response_valid, memory.response_error)];
    let (pass_ends, drained) = (m.and(reads.done, writes.done), m.and(reads.idle, writes.idle));
    let begin = run.connect(&mut m, plan, &Events { pass_ends, drained, errors, overflow: engines.overflow });
    let base = run.read_base(&mut m, plan);
    let (ready, retired) = (memory.read_address_ready, burst_read);
    builder.connect(&mut m, &reads, &Channel { begin, base, ready, retired, allowed: always });
    let (base, ready, retired) = (run.destination, memory.write_address_ready, memory.response_valid);
    builder.connect(&mut m, &writes, &Channel { begin, base, ready, retired, allowed: data.room });

    let state = [run.busy, run.done, run.overflow, run.fault];
    m.connect(control_at, [reset].into_iter().chain(control.nets()).chain(state).map(|net| vec![net]).collect());

    for (name, net) in port {
        m.output(format!("s_axi_{name}"), net);
    }
    address_outputs(&mut m, plan, &reads, &writes);
    m.output("m_axi_rready", read_ready);
    let words = engines.words(&mut m, plan);
    m.output_bus("m_axi_wdata", &words);
    let keeps = m.not(data.is_dropped);
    let strobes = m.repeat(keeps, plan.bus_bytes as u32);
    m.output("m_axi_wstrb", strobes);
    m.output("m_axi_wlast", data.last);
    m.output("m_axi_wvalid", data.valid);
    m.output("m_axi_bready", always);
    m.output("irq", run.done);
    m
}

/// The cores that transform columns or rows, of which one works in a pass.
struct Engines<'a> {
    designs: &'a [Design],
    instances: Vec<(usize, Vec<Vec<Net>>)>,
    /// Whether each one works in the pass under way.
    active: Vec<Net>,
    /// Whether the active one takes a beat.
    ready: Net,
    /// Whether the active one has a beat.
    valid: Net,
    /// Whether a value of the active one is too large for its word.
    overflow: Net,
}

impl<'a> Engines<'a> {
    /// Places the engines.
    fn place(m: &mut Module, plan: &Plan, run: &Run, designs: &'a [Design]) -> Self {
        let active: Vec<Net> = (0..designs.len()).map(|engine| run.is_engine(m, plan, engine)).collect();
        let place =
            |m: &mut Module, (number, design): (usize, &Design)| m.place(format!("engine_{number}"), &design.top);
        let instances: Vec<_> = designs.iter().enumerate().map(|engine| place(m, engine)).collect();
        let mut any = |port: &str, name: &str| {
            let of_all = designs.iter().zip(&instances).zip(&active);
            let found =
                of_all.filter_map(|((d, (_, outputs)), &active)| Some((*output(d, outputs, port).first()?, active)));
            let nets: Vec<Net> = found.map(|(net, active)| m.and(net, active)).collect();
            let never = m.constant(1, 0);
            let any = nets.into_iter().reduce(|any, one| m.or(any, one)).unwrap_or(never);
            m.name(any, name)
        };
        let ready = any("s_axis_tready", "engine_ready");
        let valid = any("m_axis_tvalid", "engine_valid");
        let overflow = any("event_overflow", "engine_overflow");
        Engines { designs, instances, active, ready, valid, overflow }
    }

    /// Connects the engines to the data that is read, which goes nowhere behind a fault, and to the channel that takes their results.
    fn connect(&self, m: &mut Module, (run, memory): (&Run, &MemoryInputs), reset: Net, takes: Net) {
        let running = m.not(run.aborting);
        let reads = m.and(memory.read_valid, running);
        for ((design, (instance, _)), &active) in self.designs.iter().zip(&self.instances).zip(&self.active) {
            let offered = m.and(reads, active);
            let taken = m.and(takes, active);
            let no_last = m.constant(1, 0);
            let input = |m: &mut Module, name: &str| match name {
                "rst" => vec![reset],
                "s_axis_tvalid" => vec![offered],
                "s_axis_tlast" => vec![no_last],
                "m_axis_tready" => vec![taken],
                _ => memory.engine_data(m, design),
            };
            let inputs = design.top.inputs.iter().map(|port| input(m, &port.name)).collect();
            m.connect(*instance, inputs);
        }
    }

    /// Returns the components of a beat of the active engine, as they lie in memory.
    fn words(&self, m: &mut Module, plan: &Plan) -> Vec<Net> {
        let mut beats = Vec::new();
        for (design, (_, outputs)) in self.designs.iter().zip(&self.instances) {
            let fields = output(design, outputs, "m_axis_tdata");
            let step = fields.len() / (plan.bus_bytes / plan.component_bytes);
            let components: Vec<Net> = fields.iter().copied().step_by(step).collect();
            beats.push(
                components.into_iter().map(|word| filled(m, plan, design.config.format, word)).collect::<Vec<_>>(),
            );
        }
        let others = beats.split_off(1);
        let all = others.iter().zip(&self.active[1..]);
        all.fold(beats.concat(), |first, (other, &active)| {
            first.iter().zip(other).map(|(&first, &other)| m.mux(active, other, first)).collect()
        })
    }
}

/// Returns the fields of an output port of a placed engine.
fn output<'a>(design: &Design, outputs: &'a [Vec<Net>], name: &str) -> &'a [Net] {
    let number = design.top.outputs.iter().position(|port| port.name == name);
    number.map_or(&[], |number| &outputs[number])
}
