//! The netlist of a folded core.

use super::super::engine::{FoldedEngine, OUTPUT_CYCLES, READ_CYCLES};
use super::addresses::Addresses;
use super::memory::FrameMemory;
use super::program::Program;
use super::sample_counter::count_digits;
use super::unit::{parts, transform};
use crate::formula::Direction;
use crate::lower::control::delay_pulse;
use crate::lower::swap::swapped;
use crate::lower::{OperatorLibrary, Ports, Reset};
use crate::rtl::operators::fixed::OutputRounding;
use crate::rtl::{Module, Net};
use std::sync::Arc;

/// Builds the core with the native interface. `alone`: the reset of a core without ports around it.
pub fn folded_core(name: &str, engine: &FoldedEngine, operators: &OperatorLibrary, alone: Option<Reset>) -> Module {
    let FoldedEngine { plan, unit, .. } = engine;
    let mut m = Module::new(name, title(engine));
    let ports = Ports::inputs_with(&mut m, 1, operators.bits, alone.unwrap_or_default());
    let inverse = engine.pipeline.spec.direction == Direction::Inverse;
    let inverse = m.constant(1, u128::from(inverse));

    let loads = loading(&mut m, ports.start);
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
    let memory = FrameMemory::new(&mut m, addresses.words(), 2 * unit.widths.memory, read);
    let result = transform(&mut m, (plan, unit), &program, operators, [ports.enable, memory.found]);

    let cycles = READ_CYCLES + unit.cycles();
    let is_result = (0..cycles).fold(program.computes, |net, _| m.register(net, Some(0)));
    let result_address = m.delay(place, cycles as u32);
    let sample = swapped(&mut m, &ports.data, inverse);
    let sample: Vec<Net> = sample.into_iter().map(|part| m.sign_extend(part, unit.widths.memory)).collect();
    let sample = m.concat(&sample);
    let sample_address = addresses.of_place(&mut m, &sample_digits);
    memory.write(&mut m, [loads.active, sample_address, sample], [is_result, result_address, result]);

    let start = delay_pulse(&mut m, program.ends, 1 + plan.last_wait() + OUTPUT_CYCLES, engine.interval());
    let leaves = (0..READ_CYCLES).fold(program.leaves, |net, _| m.register(net, Some(0)));
    let (bin, overflow) = cut(&mut m, engine, name, memory.found);
    let bin: Vec<Net> = bin.into_iter().map(|part| m.delay(part, 1)).collect();
    let bin = swapped(&mut m, &bin, inverse);
    Ports::outputs(&mut m, start, &bin);
    let overflow = m.and(overflow, leaves);
    let overflow = m.register(overflow, Some(0));
    m.output("overflow", overflow);
    m
}

/// A net that is high with each sample of a frame.
struct Loading {
    active: Net,
    running: Net,
}

fn loading(m: &mut Module, start: Net) -> Loading {
    let running = m.state(1, Some(0));
    m.name(running, "loading");
    Loading { active: m.or(start, running), running }
}

impl Loading {
    /// Ends the loading with the last sample.
    fn end(&self, m: &mut Module, loaded: Net) {
        let more = m.not(loaded);
        let next = m.and(self.active, more);
        m.drive(self.running, next);
    }
}

/// Cuts the parts of a bin to the length of the output. Returns whether one does not fit.
fn cut(m: &mut Module, engine: &FoldedEngine, name: &str, bin: Net) -> (Vec<Net>, Net) {
    let widths = engine.unit.widths;
    let never = m.constant(1, 0);
    let bin = parts(m, bin);
    if widths.output >= widths.memory {
        return (bin.into_iter().map(|part| m.sign_extend(part, widths.output)).collect(), never);
    }
    let rounding = OutputRounding {
        internal_bits: widths.memory,
        shift_field_bits: 0,
        dropped_bits: 0,
        output: widths.output,
        rounding: widths.rotator.rounding,
        overflow: Some(widths.rotator.overflow),
        signed: false,
    };
    let module = Arc::new(rounding.module(&format!("{name}_cut")));
    let cut = ["re", "im"].into_iter().zip(bin).map(|(part, word)| {
        let outputs = m.instance(format!("cut_{part}"), &module, vec![vec![word]]);
        (outputs[0][0], outputs[1][0])
    });
    let (words, overflows): (Vec<Net>, Vec<Net>) = cut.unzip();
    (words, m.or(overflows[0], overflows[1]))
}

/// The comment of the core's module.
fn title(engine: &FoldedEngine) -> String {
    let timing = engine.timing();
    format!(
        "{}: frames of {} beats of a point, natural order, computed in place in {} steps by one unit; latency {} cycles. \
         in_start marks a frame's first beat; frames start at least {} cycles apart.",
        engine.pipeline.title(),
        timing.beats[0],
        engine.plan.radices().len(),
        timing.latency,
        timing.interval
    )
}
