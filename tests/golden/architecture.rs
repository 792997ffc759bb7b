//! ARCHITECTURE.md shows one transform on every layer. What it shows is what the layers print.

use fftgen::emit::{self, Verilog};
use fftgen::format::Format;
use fftgen::formula::Steps;
use fftgen::{Config, Design};

/// The fenced block after a marker `<!-- printed: name -->`.
fn printed(name: &str) -> String {
    let text = include_str!("../../ARCHITECTURE.md");
    let after = text.split(&format!("<!-- printed: {name} -->")).nth(1).unwrap_or_else(|| panic!("no block {name}"));
    let block = after.split("```").nth(1).unwrap_or_default();
    block.split_once('\n').map(|(_, block)| block.to_string()).unwrap_or_default()
}

#[test]
fn every_printed_layer_is_true() {
    let design = Design::new(Config::new(20, 4, Format::parse("fp32", false).unwrap())).unwrap();
    let pipeline = design.pipeline();
    assert_eq!(printed("formula").trim(), pipeline.spec.formula.to_string());
    let steps = Steps::new(&pipeline.spec.formula);
    let group = |step: usize| format!("{} {:?}", steps.steps[step].kernel, steps.steps[step].groups[1]);
    assert_eq!(printed("steps").trim(), [group(0), group(1)].join("\n"));
    assert_eq!(printed("pipeline"), pipeline.to_string());
    let frames = design.top.instances.iter().find(|i| i.name == "frame_tracker").unwrap();
    let netlist = frames.module.to_string();
    let shown = printed("netlist");
    assert!(!shown.is_empty() && shown.lines().all(|line| netlist.contains(line)), "{netlist}");
    let verilog = emit::print(&Verilog, &design.top, "");
    let shown = printed("verilog");
    assert!(!shown.is_empty() && verilog.contains(&shown), "{shown}");
}
