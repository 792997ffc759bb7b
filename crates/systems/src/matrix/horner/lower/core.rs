//! The netlist of a core.

use super::backwards::backwards;
use super::element::element;
use super::operators::StepOperators;
use crate::format::Format;
use crate::lower::control::{delay_pulse, frame_fifo};
use crate::lower::{Ports, Reset};
use crate::matrix::core_plan::CorePlan;
use crate::matrix::horner::plan::HornerPlan;
use crate::matrix::lower::load::Loads;
use crate::matrix::lower::passed::Passed;
use crate::matrix::lower::rounding::{outputs, Earlier, Leaving};
use crate::rtl::Module;

/// Builds the core with the native interface. `prefix`: what the names of its modules begin with. `alone`: the reset of a core without
/// ports around it.
pub fn core(name: &str, prefix: &str, plan: &HornerPlan, format: Format, alone: Option<Reset>) -> Module {
    let mut m = Module::new(name, plan.doc());
    let ports = Ports::inputs_with(&mut m, 1, format.bits(), alone.unwrap_or_default());
    let operators = StepOperators::new(prefix, plan);
    let (product, timing) = (&plan.product, plan.timing());
    let count = product.elements.count();
    let wait = plan.first_slot(count - 1) + 1;
    let loads = Loads::new(&mut m, product, &operators.products, (ports.start, wait));
    let bits = m.width(ports.data[0]);
    let (start, point) = backwards(&mut m, plan, ports.start, [ports.data[0], ports.data[1]]);
    let bank = frame_fifo(&mut m, [ports.start, loads.bank], start, plan.first_slot(0), timing.interval);
    let load = loads.word.ports().into_iter().chain([vec![bank]]).collect();
    let passed = Passed { start: vec![start], point: point.to_vec(), load };
    let sums = passed.along_line(&mut m, &ports, count, |number| {
        element(&format!("{prefix}_element{number}"), plan, &operators, number, bits)
    });
    let latency = timing.latency - plan.round_cycles();
    let late = delay_pulse(&mut m, ports.start, latency, timing.interval);
    let sums = loads.masked(&mut m, [ports.start, late], [latency, timing.interval], sums);
    let (sums, flag) = operators.without_flags(&mut m, &sums);
    let leaving = Leaving { start: late, sums, beats: plan.nodes(), earlier: flag.map(Earlier::Sum) };
    outputs(&mut m, prefix, product, leaving);
    m.output("load_ready", loads.ready);
    m
}
