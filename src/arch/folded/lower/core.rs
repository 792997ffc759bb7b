//! The netlist of a folded core.

use super::super::engine::{FoldedEngine, READ_CYCLES};
use super::addresses::Addresses;
use super::ends::Ends;
use super::memory::FrameMemory;
use super::processor::transform;
use super::program::Program;
use super::sample_counter::count_digits;
use crate::formula::Direction;
use crate::lower::control::delay_pulse;
use crate::lower::swap::swapped;
use crate::lower::{OperatorLibrary, Ports, Reset};
use crate::rtl::{Module, Net};

/// Builds the core with the native interface. `prefix`: what the names of its modules begin with. `alone`: the reset of a core without
/// ports around it.
pub fn folded_core(
    name: &str,
    prefix: &str,
    engine: &FoldedEngine,
    operators: &OperatorLibrary,
    alone: Option<Reset>,
) -> Module {
    let FoldedEngine { plan, processor, .. } = engine;
    let mut m = Module::new(name, title(engine));
    let ports = Ports::inputs_with(&mut m, 1, operators.bits, alone.unwrap_or_default());
    let inverse = engine.pipeline.spec.direction == Direction::Inverse;
    let inverse = m.constant(1, u128::from(inverse));
    let ends = Ends { engine, prefix, operators, enable: ports.enable, reset: ports.reset };
    let data = swapped(&mut m, &ports.data, inverse);
    let (start, sample) = ends.samples(&mut m, ports.start, &data);

    let loads = Loading::new(&mut m, start);
    let (sample_digits, loaded) = count_digits(&mut m, "sample", loads.active, plan.radices());
    loads.end(&mut m, loaded);
    let program = Program::new(&mut m, plan, loaded);
    let addresses = Addresses::new(&mut m, plan, program.ends);
    let place = addresses.of_place(&mut m, &program.digits);
    let read = match plan.alternates() {
        true => place,
        false => {
            let bin = addresses.of_place(&mut m, &program.bin_digits);
            m.mux(program.leaves, bin, place)
        }
    };
    let memory = FrameMemory::new(&mut m, addresses.words(), 2 * processor.memory, read);
    let result = transform(&mut m, (plan, processor), &program, operators, [ports.enable, memory.found]);

    let cycles = READ_CYCLES + processor.cycles();
    let is_result = (0..cycles).fold(program.computes, |net, _| m.register(net, Some(0)));
    let result_address = m.delay(place, cycles as u32);
    let sample_address = addresses.of_place(&mut m, &sample_digits);
    memory.write(&mut m, [loads.active, sample_address, sample], [is_result, result_address, result]);

    let start = delay_pulse(&mut m, program.ends, 1 + plan.last_wait() + READ_CYCLES, engine.interval());
    let leaves = (0..READ_CYCLES).fold(program.leaves, |net, _| m.register(net, Some(0)));
    let (start, bin, overflow) = ends.bins(&mut m, start, memory.found, leaves);
    let bin = swapped(&mut m, &bin, inverse);
    Ports::outputs(&mut m, start, &bin);
    if let Some(overflow) = overflow {
        m.output("overflow", overflow);
    }
    m
}

/// A net that is high with each sample of a frame.
struct Loading {
    active: Net,
    running: Net,
}

impl Loading {
    fn new(m: &mut Module, start: Net) -> Self {
        let running = m.state(1, Some(0));
        m.name(running, "loading");
        Loading { active: m.or(start, running), running }
    }

    /// Ends the loading with the last sample.
    fn end(&self, m: &mut Module, loaded: Net) {
        let more = m.not(loaded);
        let next = m.and(self.active, more);
        m.drive(self.running, next);
    }
}

/// The comment of the core's module.
fn title(engine: &FoldedEngine) -> String {
    let timing = engine.timing();
    format!(
        "{}: frames of {} beats of a point, natural order, computed in place in {} steps by one processor; latency {} cycles. \
         in_start marks a frame's first beat; frames start at least {} cycles apart.",
        engine.pipeline.title(),
        timing.beats[0],
        engine.plan.radices().len(),
        timing.latency,
        timing.interval
    )
}
