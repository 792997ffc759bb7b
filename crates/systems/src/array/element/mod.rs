//! The netlist of an element: memory, engine, exchange and counters.
//!
//! All elements are one module, whose ports `x` and `y` are constants at each instance. All wires between elements
//! begin at registers.

mod control;
mod digits;
mod exchange;
mod frequency;
mod halves;
mod kept;
mod memory;
mod mirrored;
mod overlap;
mod pairs;
mod parts;
mod passes;
mod phased;
mod regions;
mod twiddles;
mod walk;
mod write;
mod writer;

use super::plan::{Plan, Steps};
use crate::design::Design;
use crate::error::counted;
use crate::rtl::Module;
use fftgen_hdl::dsl::Builder;

/// Builds the element of an array around its engines.
pub(super) fn element(name: &str, plan: &Plan, engines: &[Design]) -> Module {
    let m = Builder::new(name, title(plan));
    m.set_reset(m.input("rst", 1));
    match plan.links.steps {
        Steps::Phased => phased::element(&m, plan, engines),
        Steps::Overlapped => overlap::element(&m, plan, engines),
    }
    m.finish()
}

/// Describes an element.
fn title(plan: &Plan) -> String {
    format!(
        "Element of an array {}: {} of {}, links of {}, {} from start of a transform to its end.",
        plan.topology,
        counted(plan.pencils(0), "pencil"),
        counted(plan.rounds[0].length, "point"),
        counted(plan.links.bits as usize, "bit"),
        counted(plan.cycles(), "clock cycle")
    )
}
