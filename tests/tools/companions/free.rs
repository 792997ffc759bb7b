//! Tools that are free: FuseSoC, simulators, Yosys, GHDL, a C compiler, nextpnr.

use super::cores::Core;
use crate::support::full::{is_full, share};
use crate::support::tools::{has_tool, run};
use fftgen::package::{Companion, Companions, File};
use fftgen::synth::{Target, TARGETS};
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
    for core in share([Core::memory(), Core::stream("--exponents"), Core::stream("--folded")], 3) {
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
fn yosys_runs_scripts_and_makefiles() {
    if !has_tool("yosys") {
        return;
    }
    let ecp5 = Target::parse("ecp5").expect("a target");
    for (core, cell) in [(Core::stream("--native"), "FDRE"), (Core::stream_on("--tiny", ecp5), "TRELLIS_FF")] {
        let here = core.written(&[Companion::Yosys]);
        let said = ran(here.path(), "yosys", &["-s", &format!("{}.ys", core.name())]);
        assert!(said.contains(cell) && here.path().join(format!("{}_netlist.json", core.name())).exists(), "{said}");
    }
    let asic = Target::parse("asic").expect("a target");
    let core = Core::stream_on("--tiny", asic);
    let (here, name) = (core.written(&[Companion::Makefile]), core.name());
    ran(here.path(), "make", &["-f", &format!("{name}.mk"), "synth"]);
    let counts = std::fs::read_to_string(here.path().join(format!("{name}_synth.log"))).expect("counts");
    assert!(counts.contains("$_DFF") || counts.contains("$_SDFF"), "{counts}");
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

/// Targets of which there is a board, and the words of cores for them.
fn boards() -> impl Iterator<Item = (&'static Target, Core)> {
    let words = ["--fixed10", "--float", "--folded", "--aresetn"];
    let routed = TARGETS.iter().filter(|target| target.router.is_some());
    routed.zip(words.into_iter().cycle()).map(|(target, word)| (target, Core::stream_on(word, target)))
}

/// The example of each board finds the tone.
#[test]
fn examples_find_their_tone() {
    if !has_tool("iverilog") {
        return;
    }
    for (target, core) in boards() {
        let (here, name, board) = (core.written(&[Companion::Example]), core.name(), &target.router.unwrap().board);
        let (leds, bin) = (board.leds.len(), core.points() / 4 + 1);
        let shown = if board.lights_low { "~led" } else { "led" };
        let (port, oscillator) = match board.clock.pin() {
            Some(_) => (".clk(clk), ", String::new()),
            // Its output is an internal clock of the device.
            None => ("", "module OSCA #(parameter HF_CLK_DIV = \"\", HF_OSC_EN = \"\") (input HFOUTEN, output reg HFCLKOUT);\n  \
                initial HFCLKOUT = 0;\n  always #1 HFCLKOUT = HFOUTEN & !HFCLKOUT;\nendmodule\n".into()),
        };
        let bench = format!(
            "module bench;\n  reg clk = 0;\n  wire [{}:0] led;\n  wire [{}:0] shown = {shown};\n  always #1 clk = !clk;\n  \
             {name}_example dut ({port}.led(led));\n  initial begin\n    #4000;\n    $display(\"led %0d\", shown);\n    \
             $finish;\n  end\nendmodule\n{oscillator}",
            leds - 1,
            leds - 1
        );
        std::fs::write(here.path().join("bench.v"), bench).expect("a bench");
        let sources = [format!("{name}_example.v"), format!("{name}.v")];
        ran(here.path(), "iverilog", &["-g2005", "-o", "bench.vvp", "bench.v", &sources[0], &sources[1]]);
        let said = ran(here.path(), "vvp", &["-n", "bench.vvp"]);
        assert!(said.contains(&format!("led {bin}\n")), "{}, {name}: {said}", target.name);
    }
}

/// The makefile of each board reads its pins and makes a bitstream. Without FFTGEN_GRID=full only one of them is routed, which takes
/// seconds.
#[test]
fn examples_become_bitstreams() {
    // PyPI has no packer of Nexus.
    for target in TARGETS.iter().filter(|target| if is_full() { target.name != "nexus" } else { target.name == "ecp5" })
    {
        let Some(router) = target.router else { continue };
        let tools = [Some(&"yosys"), router.programs.last(), router.packer.programs.last()];
        if !tools.into_iter().flatten().all(|tool| has_tool(tool)) {
            continue;
        }
        let core = Core::stream_on("--fixed10", target);
        let (here, packer) = (core.written(&[Companion::Example]), &router.packer);
        let said = ran(here.path(), "make", &["-f", &format!("{}_example.mk", core.name())]);
        let name = format!("{}_example.{}", core.name(), packer.bitstream);
        let bitstream = std::fs::read(here.path().join(name)).expect("a bitstream");
        assert!(bitstream.len() > 50_000 && said.contains("Max frequency for clock"), "{}: {said}", target.name);
    }
}

/// Constraints, and the makefile of standard cells, have the clock that is asked for, and else that of the target.
#[test]
fn constraints_have_the_clock() {
    for (asked, mhz, ns) in [(None, "150", "6.666"), (Some(300.0), "300", "3.333"), (Some(0.5), "0.5", "2000.000")] {
        for (target, companion, file, texts) in [
            ("xc7", Companion::Vivado, ".xdc", [format!("core alone, {mhz} MHz."), format!("-period {ns} ")]),
            ("xc7", Companion::Vivado, "_synth.tcl", [format!("alone at {mhz} MHz, "), "read_xdc".into()]),
            (
                "asic",
                Companion::Makefile,
                ".mk",
                [format!("at {mhz} MHz"), format!("PERIOD_PS = {}\n", ns.replace('.', ""))],
            ),
        ] {
            let core = Core::clocked(Target::parse(target).expect("a target"), asked);
            let files = core.files(&Companions::new([companion]));
            let file = files.iter().find(|other| other.name.ends_with(file)).expect("a file");
            let text = std::str::from_utf8(&file.contents).expect("text");
            assert!(texts.iter().all(|part| text.contains(part)), "{asked:?}, {}: {text}", file.name);
        }
    }
    let core = Core::clocked(Target::parse("generic").expect("a target"), Some(125.0));
    let files = core.files(&Companions::new([Companion::Quartus]));
    let has_period = |file: &File| String::from_utf8_lossy(&file.contents).contains("-period 8.000 ");
    assert!(files.iter().any(|file| file.name.ends_with(".sdc") && has_period(file)));
}

/// The files of a target name its family, its command and its part, and no others.
#[test]
fn files_are_for_their_target() {
    for target in TARGETS {
        let core = Core::stream_on("--tiny", target);
        let has_part = core.check(&Companions::new([Companion::Vivado])).is_ok();
        assert_eq!(has_part, target.vivado_part.is_some(), "{}", target.name);
        let kinds = [Companion::Makefile, Companion::Yosys, Companion::Fusesoc];
        let kinds = kinds.into_iter().chain(has_part.then_some(Companion::Vivado));
        let files = core.files(&Companions::new(kinds));
        let text = |ending: &str| {
            let file = files.iter().find(|file| file.name.ends_with(ending)).unwrap_or_else(|| panic!("{ending}"));
            std::str::from_utf8(&file.contents).expect("text")
        };
        let command = format!("{} -top", target.synthesis.command());
        for (file, begins) in [(".mk", "; "), (".ys", "\n")] {
            assert!(text(file).contains(&format!("{begins}{command}")), "{}: {}", target.name, text(file));
            assert!(text(file).contains(target.title), "{}: {}", target.name, text(file));
        }
        let named = |text: &str| -> Vec<&str> {
            let parts = TARGETS.iter().filter_map(|target| target.vivado_part);
            parts.filter(|part| text.contains(part)).collect()
        };
        let part: Vec<&str> = target.vivado_part.into_iter().collect();
        assert_eq!(named(text(".core")), part, "{}", target.name);
        let arch = target.synthesis.family.map(|family| format!("arch: {family}\n"));
        assert!(arch.is_none_or(|arch| text(".core").contains(&arch)), "{}: {}", target.name, text(".core"));
        assert_eq!(text(".core").contains("synth"), target.synthesis.family.is_some(), "{}", target.name);
        for script in ["_synth.tcl", "_package_ip.tcl"].into_iter().filter(|_| has_part) {
            assert_eq!(named(text(script)), part, "{}", target.name);
        }
    }
}
