//! The netlist of a core.

use super::backwards::backwards;
use super::element::element;
use super::operators::StepOperators;
use crate::format::Format;
use crate::matrix::core_plan::CorePlan;
use crate::matrix::horner::plan::HornerPlan;
use crate::matrix::lower::load::Loads;
use crate::matrix::lower::passed::{chain_end, Passed};
use crate::matrix::lower::ports::Ports;
use crate::matrix::lower::rounding::{outputs, Earlier, Leaving};
use crate::parts::Reset;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::Module;

/// Builds the core with the native interface. `prefix`: what the names of its modules begin with. `alone`: the reset of
/// a core without ports around it.
#[hdl]
pub fn core(name: &str, prefix: &str, plan: &HornerPlan, format: Format, alone: Option<Reset>) -> Module {
    let m = Builder::new(name, plan.doc());
    let ports = Ports::new(&m, 1, format.bits(), alone);
    let operators = StepOperators::new(prefix, plan);
    let (product, timing) = (&plan.product, plan.timing());
    let count = product.elements.count();
    let loads = Loads::new(product, &operators.products, ports.start, plan.first_slot(count - 1) + 1);
    let (start, point) = backwards(plan, ports.start, ports.points[0]);
    let bank = loads.bank.queued(ports.start, start, plan.first_slot(0).div_ceil(timing.interval));
    let line = Passed { start, point, load: Some((loads.word, bank)) }.along_line(&m, count, |number| {
        element(&format!("{prefix}_element{number}"), plan, &operators, number, format.bits())
    });
    let latency = timing.latency - plan.round_cycles();
    let late = Pulse::new(ports.start, timing.interval).later(latency).now();
    let words = loads.masked([ports.start, late], [latency, timing.interval], chain_end(&line));
    let (sums, flag) = operators.without_flags(words);
    let leaving = Leaving { start: late, sums: vec![sums], beats: plan.nodes(), earlier: flag.map(Earlier::Sum) };
    outputs(prefix, product, leaving);
    m.output("load_ready", loads.ready);
    m.finish()
}
