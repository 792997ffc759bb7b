//! The simulator against Icarus Verilog: many random designs in one run, every output bit of every cycle.

use crate::generate::{design, Random};
use crate::support::tools::has_tool;
use fftgen::emit::{self, Emitter, SystemVerilog, Verilog};
use fftgen::rtl::{mask, Module, Port};
use fftgen::sim::Simulator;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

const CYCLES: usize = 200;

fn port_width(module: &Module, port: &Port) -> u32 {
    port.fields.iter().map(|&field| module.width(field)).sum()
}

/// Fields as binary digits, the way `%b` prints the bus.
fn digits(fields: &[(u128, u32)]) -> String {
    fields.iter().rev().map(|&(value, width)| format!("{value:0width$b}", width = width as usize)).collect()
}

/// One design's stimulus (a line of binary digits per cycle, ports from the last to the first) and the
/// outputs the simulator gives for it.
fn simulate(module: &Module, random: &mut Random) -> (Vec<String>, Vec<String>) {
    let mut sim = Simulator::new(module);
    let (mut stimulus, mut expected) = (Vec::new(), Vec::new());
    for cycle in 0..CYCLES {
        let mut line = String::new();
        for port in module.inputs.iter().rev() {
            let mut fields = Vec::new();
            for slot in sim.input(&port.name).expect("a port of the module") {
                let value = match port.name.as_str() {
                    "ce" => !random.once_in(4) as u128,
                    "rst" => (random.once_in(20) || cycle == 0) as u128,
                    _ => random.value(slot.width()) & mask(slot.width()),
                };
                sim.set(slot, value);
                fields.push((value, slot.width()));
            }
            line += &digits(&fields);
        }
        stimulus.push(line);
        sim.settle();
        for port in &module.outputs {
            let slots = sim.output(&port.name).expect("a port of the module");
            let fields: Vec<(u128, u32)> = slots.iter().map(|&slot| (sim.get(slot), slot.width())).collect();
            expected.push(format!("{} {cycle} {} {}", module.name, port.name, digits(&fields)));
        }
        sim.step();
    }
    (stimulus, expected)
}

/// Gives clocked registers and memories the simulator's initial zero, as an event that wakes `always @*`. The printer does not: hardware
/// resets what needs a reset, and nothing else.
fn start_at_zero(verilog: &str) -> String {
    let mut out = String::new();
    let mut clocked: BTreeSet<&str> = BTreeSet::new();
    for line in verilog.lines().rev() {
        if line.starts_with("endmodule") {
            clocked = verilog_targets(verilog, line);
        }
        let variable = line.strip_prefix("  reg ").or(line.strip_prefix("  logic "));
        let initial = match variable.and_then(|rest| rest.strip_suffix(';')) {
            Some(rest) if rest.ends_with(']') => {
                let (name, range) = rest.split_once(" [0:").expect("a memory's range");
                let name = name.rsplit(' ').next().unwrap_or(name);
                let last = range.trim_end_matches(']');
                format!("\n  integer {name}_i;\n  initial #1 for ({name}_i = 0; {name}_i <= {last}; {name}_i = {name}_i + 1) {name}[{name}_i] = 0;")
            }
            Some(rest) if clocked.contains(rest.rsplit(' ').next().unwrap_or(rest)) => {
                format!("\n  initial #1 {} = 0;", rest.rsplit(' ').next().unwrap_or(rest))
            }
            _ => String::new(),
        };
        out.insert_str(0, &format!("{line}{initial}\n"));
    }
    out
}

/// Names on the left of `<=` in the module that ends at `end`, a line of `text`.
fn verilog_targets<'a>(text: &'a str, end: &str) -> BTreeSet<&'a str> {
    let stop = end.as_ptr() as usize - text.as_ptr() as usize;
    let start = text[..stop].rfind("\nmodule ").unwrap_or(0);
    text[start..stop].lines().filter_map(|line| line.trim_start().split_once(" <= ")?.0.split('[').next()).collect()
}

/// A testbench that plays every design's stimulus and prints its outputs.
fn testbench(designs: &[Module]) -> String {
    let mut body = String::new();
    let mut show = String::new();
    for module in designs {
        let name = &module.name;
        let bits: u32 = module.inputs.iter().map(|port| port_width(module, port)).sum();
        let _ = writeln!(body, "  reg [{}:0] {name}_in [0:{}];", bits - 1, CYCLES - 1);
        let _ = writeln!(body, "  wire [{}:0] {name}_now = {name}_in[cycle];", bits - 1);
        let _ = writeln!(body, "  initial $readmemb(\"{name}.txt\", {name}_in);");
        let mut connections = if module.is_clocked() { vec![".clk(clk)".to_string()] } else { vec![] };
        let mut low = 0;
        for port in &module.inputs {
            let width = port_width(module, port);
            connections.push(format!(".{}({name}_now[{}:{low}])", port.name, low + width - 1));
            low += width;
        }
        for port in &module.outputs {
            let _ = writeln!(body, "  wire [{}:0] {name}_{};", port_width(module, port) - 1, port.name);
            connections.push(format!(".{0}({name}_{0})", port.name));
            let _ = writeln!(show, "      $display(\"{name} %0d {0} %b\", cycle, {name}_{0});", port.name);
        }
        let _ = writeln!(body, "  {name} {name}_dut ({});", connections.join(", "));
    }
    format!(
        "module bench;\n  reg clk = 0;\n  integer cycle = 0;\n{body}  initial begin\n    \
         for (cycle = 0; cycle < {CYCLES}; cycle = cycle + 1) begin\n      #5;\n{show}      \
         clk = 1;\n      #5 clk = 0;\n    end\n    $finish;\n  end\nendmodule\n"
    )
}

fn run(emitter: &dyn Emitter, designs: &[Module], random: &mut Random, folder: &Path) {
    let mut sources = testbench(designs);
    let mut expected = Vec::new();
    for module in designs {
        let (stimulus, outputs) = simulate(module, random);
        std::fs::write(folder.join(format!("{}.txt", module.name)), stimulus.join("\n")).unwrap();
        sources += &start_at_zero(&emit::print(emitter, module, ""));
        expected.extend(outputs);
    }
    std::fs::write(folder.join("bench.v"), sources).unwrap();
    let flag = if emitter.extension() == "v" { "-g2005" } else { "-g2012" };
    let compile = Command::new("iverilog").args([flag, "-o", "bench", "bench.v"]).current_dir(folder).output().unwrap();
    assert!(compile.status.success(), "{}", String::from_utf8_lossy(&compile.stderr));
    let output = Command::new("vvp").arg("bench").current_dir(folder).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let got: BTreeSet<&str> = text.lines().collect();
    assert!(got.len() >= expected.len(), "{} lines instead of {}:\n{text:.1000}", got.len(), expected.len());
    for line in &expected {
        if !got.contains(line.as_str()) {
            let key = line.rsplit_once(' ').unwrap().0;
            let theirs = text.lines().find(|other| other.starts_with(&format!("{key} "))).unwrap_or("nothing");
            panic!("simulator: {line}\nIcarus:    {theirs}\nfiles: {}", folder.display());
        }
    }
}

#[test]
fn random_designs_match_icarus() {
    if !has_tool("iverilog") {
        return;
    }
    for (seed, emitter) in (0..).zip([&Verilog as &dyn Emitter, &Verilog, &SystemVerilog, &SystemVerilog]) {
        let mut random = Random(seed);
        let designs: Vec<Module> =
            (0..40).map(|index| design(&mut random, &format!("r{seed}_{index}"), index % 3)).collect();
        let folder = tempfile::tempdir().unwrap();
        // Kept on failure, to look at.
        let folder = folder.keep();
        run(emitter, &designs, &mut random, &folder);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
