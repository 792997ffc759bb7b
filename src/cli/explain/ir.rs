//! `fftgen explain --ir`: the intermediate forms of a core, one by one.

use clap::ValueEnum;
use fftgen::pipeline::Pipeline;
use fftgen::rtl::Module;
use fftgen::Design;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Intermediate form. The forms are in the order in which a core is made from them.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ir {
    /// The transform as algebra
    Formula,
    /// Kernels in a row, with the elements that each transform takes
    Steps,
    /// Real operations of the kernels
    Graph,
    /// Blocks with their latencies
    Pipeline,
    /// Nets of all modules
    Netlist,
}

/// Prints a form of a design. If the design has several sizes, it is the form of the largest size; the netlist is that
/// of all.
pub fn print(ir: Ir, design: &Design) -> String {
    let pipeline = design.pipeline();
    match ir {
        Ir::Formula => format!("{}\n", pipeline.spec.formula),
        Ir::Steps => steps(pipeline),
        Ir::Graph => {
            let stages = pipeline.stages().enumerate();
            stages.map(|(number, stage)| format!("stage {number}: {}\n{}", stage.name(), stage.kernel.graph)).collect()
        }
        Ir::Pipeline => pipeline.to_string(),
        Ir::Netlist => {
            let mut text = String::new();
            modules(&design.top, &mut BTreeSet::new(), &mut text);
            text
        }
    }
}

fn steps(pipeline: &Pipeline) -> String {
    let steps = pipeline.spec.steps();
    let mut text = String::new();
    for (number, step) in steps.steps.iter().enumerate() {
        let name = step.split.map_or_else(|| step.kernel.to_string(), |split| split.to_string());
        let factors = |factors: &Option<Vec<_>>| factors.as_ref().map_or(0, |list| list.iter().filter(turns).count());
        let (before, after) = (factors(&step.before), factors(&step.after));
        let _ = writeln!(
            text,
            "step {number}: {name}, twiddle factors of {before} elements before it and {after} after it"
        );
        for group in &step.groups {
            let _ = writeln!(text, "  {group:?}");
        }
    }
    text
}

/// Returns whether a factor is not one.
fn turns(factor: &&fftgen::formula::Factor) -> bool {
    !factor.is_one()
}

/// Prints each module once, after the modules that it instantiates.
fn modules(module: &Module, known: &mut BTreeSet<String>, text: &mut String) {
    if known.insert(module.name.clone()) {
        module.instances.iter().for_each(|instance| modules(&instance.module, known, text));
        let _ = write!(text, "{module}");
    }
}
