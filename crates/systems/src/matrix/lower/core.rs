//! The netlist of a core.

use super::element::line_element;
use super::head::head;
use super::load::Loads;
use super::operators::Operators;
use super::passed::{chain_end, Passed};
use super::ports::Ports;
use super::ring::ring_element;
use super::rounding::{outputs, Leaving};
use crate::format::Format;
use crate::matrix::core_plan::CorePlan;
use crate::matrix::plan::ProductPlan;
use crate::parts::Reset;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::Module;

/// Builds the core with the native interface. `prefix`: what the names of its modules begin with. `alone`: the reset of
/// a core without ports around it.
#[hdl]
pub fn core(name: &str, prefix: &str, plan: &ProductPlan, format: Format, alone: Option<Reset>) -> Module {
    let m = Builder::new(name, plan.doc());
    let (bits, count) = (format.bits(), plan.elements.count());
    let Ports { start, points } = Ports::new(&m, 1, bits, alone);
    let point = points[0];
    let operators = Operators::new(prefix, plan);
    let wait = plan.first_slot(count - 1) + plan.factor_cycles() + 1;
    let loads = plan.coefficients.is_loaded.then(|| Loads::new(plan, &operators, start, wait));
    // The bank of a frame is that of its points, by which they are delayed.
    let load = |cycles: usize| loads.as_ref().map(|loads| (loads.word, loads.bank.later(cycles as u32)));
    let line = if plan.elements.is_ring() {
        let passed = Passed { start, point, load: load(0) };
        let ring = passed.along_line(&m, count, |number| {
            ring_element(&format!("{prefix}_element{number}"), plan, &operators, number, bits)
        });
        for (number, element) in ring.iter().enumerate() {
            element.set_bus("in_link", ring[(number + 1) % count].bus("out_link"));
        }
        ring
    } else {
        let (start, point) = head(plan, start, point);
        let passed = Passed { start, point, load: load(plan.first_slot(0)) };
        passed.along_line(&m, count, |number| {
            line_element(&format!("{prefix}_element{number}"), plan, &operators, number, bits)
        })
    };
    let timing = plan.timing();
    let latency = timing.latency - plan.round_cycles();
    let late = Pulse::new(start, timing.interval).later(latency).now();
    let chain = chain_end(&line);
    let sums = match &loads {
        Some(loads) => loads.masked([start, late], [latency, timing.interval], chain),
        None => chain,
    };
    outputs(prefix, plan, Leaving { start: late, sums: vec![sums], beats: plan.rows(), earlier: None });
    if let Some(loads) = loads {
        m.output("load_ready", loads.ready);
    }
    m.finish()
}
