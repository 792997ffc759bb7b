//! Wrappers in Scala and in Haskell, and interfaces of SystemVerilog.

use crate::support::full::is_full;
use crate::support::tools::{has_tool, run};
use std::path::Path;

/// Flags of cores whose wrappers differ: points of two parts and of one, swapped parts, marks, words, resets.
const CORES: [&str; 9] = [
    "--size 2 --width 1 --precision fixed4",
    "--size 16 --width 2 --precision fixed10",
    "--size 12 --width 4 --precision e5m6 --reset aresetn",
    "--size 16 --width 2 --precision fixed10 --input-coding offset --iq-order qi --reset none",
    "--sizes 8,16 --width 1 --precision fixed10 --runtime direction",
    "--size 16 --width 1 --precision fixed10 --scale bfp",
    "--kind rfft --size 16 --width 1 --precision fixed10",
    "--size 4x6 --width 4 --precision fixed10 --last row --pad rows --tkeep",
    "--size 8 --precision fixed10 --transform dct2",
];

/// Runs a tool and returns what it has printed.
fn ran(folder: &Path, program: &str, arguments: &[&str]) -> String {
    run(folder, program, arguments).unwrap_or_else(|failed| panic!("{failed}"))
}

/// Writes a core with files beside it.
fn written(flags: &str, rest: &str) -> tempfile::TempDir {
    let here = tempfile::tempdir().expect("a folder");
    let words: Vec<&str> =
        flags.split(' ').chain("--no-verify --out . --name dft".split(' ')).chain(rest.split(' ')).collect();
    ran(here.path(), env!("CARGO_BIN_EXE_fftgen"), &words);
    here
}

#[test]
fn wrappers_in_scala_and_haskell_are_in_their_grammars() {
    if !has_tool("parsed") {
        return;
    }
    for flags in CORES {
        let here = written(flags, "--emit spinal,chisel,clash");
        ran(here.path(), "parsed", &["dft_spinal.scala", "dft_chisel.scala", "Dft.hs"]);
        let text = std::fs::read_to_string(here.path().join("dft_chisel.scala")).expect("a wrapper");
        std::fs::write(here.path().join("faulty.scala"), text.replacen("new Bundle {", "new Bundle", 1))
            .expect("a file");
        let said = run(here.path(), "parsed", &["faulty.scala"]).expect_err("a fault is found");
        assert!(said.contains("is not in the grammar"), "{said}");
    }
}

/// A module of the name and the ports of the core, with its interfaces between.
fn shim(here: &Path) -> String {
    let text = std::fs::read_to_string(here.join("dft.json")).expect("a manifest");
    let manifest: serde_json::Value = serde_json::from_str(&text).expect("a manifest");
    let ports = manifest["ports"].as_array().expect("ports");
    let buses = ["s_axis_config", "s_axis", "m_axis"];
    let (mut declared, mut driven, mut connected) = (vec![], vec![], vec![]);
    for port in ports {
        let name = port["name"].as_str().expect("a name");
        let (direction, width) =
            (port["direction"].as_str().expect("a direction"), port["width"].as_u64().expect("bits"));
        declared.push(format!("{direction} logic [{}:0] {name}", width - 1));
        match buses.iter().find_map(|bus| Some((bus, name.strip_prefix(bus)?.strip_prefix('_')?))) {
            Some((bus, role)) if direction == "input" => driven.push(format!("assign i_{bus}.{role} = {name};")),
            Some((bus, role)) => driven.push(format!("assign {name} = i_{bus}.{role};")),
            None => connected.push(format!(".{name}({name})")),
        }
        for bus in buses.iter().filter(|bus| name == format!("{bus}_tdata")) {
            driven.insert(0, format!("inner_{bus}_if i_{bus}();"));
            connected.push(format!(".{bus}(i_{bus})"));
        }
    }
    let (declared, driven, connected) = (declared.join(", "), driven.join("\n"), connected.join(", "));
    format!("module dft ({declared});\n{driven}\ninner_interface wrapped ({connected});\nendmodule\n")
}

/// The testbench of a core passes its frames through the interfaces.
#[test]
fn testbenches_pass_through_interfaces() {
    if !["slang", "verilator"].into_iter().all(has_tool) {
        return;
    }
    for flags in CORES.into_iter().take(if is_full() { CORES.len() } else { 1 }) {
        let here = written(flags, "--language systemverilog --emit interface,testbench");
        let shim = shim(here.path());
        std::fs::write(here.path().join("shim.sv"), shim).expect("a file");
        for name in ["dft.sv", "dft_interface.sv"] {
            let text = std::fs::read_to_string(here.path().join(name)).expect("a file");
            let inner = text
                .replace("dft_pkg", "inner_pkg")
                .replace("module dft (", "module inner (")
                .replace("  dft core", "  inner core");
            let inner = inner
                .replace("dft_interface", "inner_interface")
                .replace("interface dft_", "interface inner_")
                .replace("    dft_", "    inner_");
            std::fs::write(here.path().join(name), inner).expect("a file");
        }
        let sources = ["dft.sv", "dft_interface.sv", "shim.sv", "dft_tb.sv"];
        ran(here.path(), "slang", &[&["--std", "1800-2017"], &sources[..]].concat());
        let flags = ["--binary", "--timing", "-Wno-fatal", "-MAKEFLAGS", "OPT_FAST=-O0", "--top-module", "dft_tb"];
        ran(here.path(), "verilator", &[&flags[..], &sources[..]].concat());
        let said = ran(here.path(), "obj_dir/Vdft_tb", &[]);
        assert!(said.contains("PASS: "), "{said}");
    }
}
