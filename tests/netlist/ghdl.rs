//! The simulator against the printed VHDL under GHDL, on random designs: every output bit of every cycle.

use crate::generate::{design, Random};
use crate::support::tools::{has_tool, run};
use fftgen::emit::{self, Vhdl};
use fftgen::rtl::{mask, Module, Port};
use fftgen::sim::{Simulator, Slot};
use std::fmt::Write;
use std::path::Path;

const CYCLES: usize = 200;

fn width(module: &Module, port: &Port) -> u32 {
    port.fields.iter().map(|&field| module.width(field)).sum()
}

/// Binary digits of the fields of ports, the first field of the first port last.
fn digits(sim: &Simulator, ports: &[Port], slots: impl Fn(&str) -> Option<Vec<Slot>>) -> String {
    let fields = ports.iter().flat_map(|port| slots(&port.name).expect("a port of the module"));
    let texts: Vec<String> =
        fields.map(|slot| format!("{:0width$b}", sim.get(slot), width = slot.width() as usize)).collect();
    texts.into_iter().rev().collect()
}

/// Inputs and outputs of a design in each cycle.
fn rows(module: &Module, random: &mut Random) -> String {
    let mut sim = Simulator::new(module);
    let mut rows = String::new();
    for cycle in 0..CYCLES {
        for port in &module.inputs {
            for slot in sim.input(&port.name).expect("a port of the module") {
                let value = match port.name.as_str() {
                    "ce" => !random.once_in(4) as u128,
                    "rst" => (random.once_in(20) || cycle == 0) as u128,
                    _ => random.value(slot.width()) & mask(slot.width()),
                };
                sim.set(slot, value);
            }
        }
        sim.settle();
        let inputs = digits(&sim, &module.inputs, |name| sim.input(name));
        let outputs = digits(&sim, &module.outputs, |name| sim.output(name));
        let _ = writeln!(rows, "{inputs} {outputs}");
        sim.step();
    }
    rows
}

/// Gives signals the simulator's initial zero, where they have no first value. The type of a memory is in the line before it.
fn start_at_zero(text: &str) -> String {
    let before = std::iter::once("").chain(text.lines());
    let zero = |before: &str, line: &str| match line {
        _ if line.ends_with("_words") && before.ends_with("of std_logic;") => "(others => '0')",
        _ if line.ends_with("_words") => "(others => (others => '0'))",
        _ if line.ends_with("std_logic") => "'0'",
        _ => "(others => '0')",
    };
    let with_zero = |(before, line): (&str, &str)| match line.strip_suffix(';') {
        Some(signal) if signal.starts_with("  signal ") && !signal.contains(":=") => {
            format!("{signal} := {};\n", zero(before, signal))
        }
        _ => format!("{line}\n"),
    };
    before.zip(text.lines()).map(with_zero).collect()
}

/// A testbench that plays a design's rows and compares its outputs.
fn testbench(module: &Module) -> String {
    let name = &module.name;
    let place = |ports: &[Port], signal: &str| -> (Vec<String>, u32) {
        let mut low = 0;
        let one = |port: &Port| {
            let bits = width(module, port);
            let range = if bits == 1 { low.to_string() } else { format!("{} downto {low}", low + bits - 1) };
            low += bits;
            format!("{} => {signal}({range})", port.name)
        };
        (ports.iter().map(one).collect(), low)
    };
    let ((inputs, in_bits), (outputs, out_bits)) = (place(&module.inputs, "now"), place(&module.outputs, "found"));
    let clock = module.is_clocked().then(|| "clk => clk".to_string());
    let map: Vec<String> = clock.into_iter().chain(inputs).chain(outputs).collect();
    format!(
        "library ieee;\nuse ieee.std_logic_1164.all;\nuse std.textio.all;\nentity {name}_tb is\nend entity;\n\
         architecture test of {name}_tb is\n  signal clk : std_logic := '0';\n  signal now : std_logic_vector({} downto 0);\n  \
         signal found : std_logic_vector({} downto 0);\nbegin\n  device : entity work.{name} port map ({});\n  process\n    \
         file rows : text open read_mode is \"{name}.txt\";\n    variable row : line;\n    \
         variable inputs : std_logic_vector(now'range);\n    variable outputs : std_logic_vector(found'range);\n  begin\n    \
         while not endfile(rows) loop\n      readline(rows, row);\n      read(row, inputs);\n      read(row, outputs);\n      \
         now <= inputs;\n      wait for 5 ns;\n      assert found = outputs report to_string(found) & \" for \" & \
         to_string(outputs) severity failure;\n      clk <= '1';\n      wait for 5 ns;\n      clk <= '0';\n    end loop;\n    \
         wait;\n  end process;\nend architecture;\n",
        in_bits - 1,
        out_bits - 1,
        map.join(", ")
    )
}

fn check(module: &Module, random: &mut Random, folder: &Path) -> Result<(), String> {
    let name = &module.name;
    let write = |name: String, text: String| std::fs::write(folder.join(name), text).expect("a file is written");
    write(format!("{name}.txt"), rows(module, random));
    write(format!("{name}.vhd"), start_at_zero(&emit::print(&Vhdl, module, "")));
    write(format!("{name}_tb.vhd"), testbench(module));
    let said = run(folder, "ghdl", &["-a", "--std=08", &format!("{name}.vhd"), &format!("{name}_tb.vhd")])?;
    if !said.is_empty() {
        return Err(said);
    }
    run(folder, "ghdl", &["--elab-run", "--std=08", &format!("{name}_tb")]).map(drop)
}

#[test]
fn random_designs_match_ghdl() {
    if !has_tool("ghdl") {
        return;
    }
    // Kept on failure, to look at.
    let folder = tempfile::tempdir().unwrap().keep();
    for seed in 0..60 {
        let mut random = Random(seed);
        let module = design(&mut random, &format!("r{seed}"), seed as usize % 3);
        check(&module, &mut random, &folder).unwrap_or_else(|why| panic!("{}: {why}", folder.display()));
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
