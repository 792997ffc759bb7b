//! Commands about the program itself, several cores of one file, and what is said: `list`, `doctor`, `schema`, `completions`, `man`,
//! `--dry-run`, `--check`, `--json`, `--quiet`.

use crate::support::tools::{has_tool, run};
use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::TempDir;

const CORE: &str = "--size 8 --width 2 --precision fixed10";

/// Exit code, standard output and standard error.
fn fftgen(folder: &Path, line: &str) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fftgen"));
    command.env("FFTGEN_PROGRESS", "off");
    let output = command.current_dir(folder).args(line.split_whitespace()).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// Standard output of a command that succeeds and says nothing else.
fn said(folder: &Path, line: &str) -> String {
    let (code, stdout, stderr) = fftgen(folder, line);
    assert_eq!((code, stderr.as_str()), (0, ""), "{line}");
    stdout
}

fn json(folder: &Path, line: &str) -> Value {
    serde_json::from_str(&said(folder, line)).unwrap_or_else(|error| panic!("{line}: {error}"))
}

/// Times of all files below a folder.
fn times(folder: &Path) -> Vec<(String, std::time::SystemTime)> {
    let mut found = vec![];
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(times(&path));
        }
        found.push((path.display().to_string(), path.metadata().unwrap().modified().unwrap()));
    }
    found.sort();
    found
}

#[test]
fn lists_are_for_people_and_for_programs() {
    let here = TempDir::new().unwrap();
    let all = said(here.path(), "list");
    for topic in ["formats", "sizes", "kernels", "targets", "emit"] {
        let text = said(here.path(), &format!("list {topic}"));
        let lists = json(here.path(), &format!("list {topic} --json"));
        for item in lists[topic].as_array().unwrap() {
            let name = item["name"].as_str().unwrap();
            assert!(text.contains(name) && all.contains(name), "{name}");
        }
    }
    let (code, _, stderr) = fftgen(here.path(), "list formatz");
    assert!(code == 2 && stderr.contains("formatz"), "{stderr}");
}

#[test]
fn what_is_listed_is_accepted() {
    let here = TempDir::new().unwrap();
    for item in json(here.path(), "list emit --json")["emit"].as_array().unwrap() {
        let name = item["name"].as_str().unwrap();
        // No board of the example has the default target, and Vivado has none of the boards.
        let target = if name == "example" { "ecp5" } else { "xcup" };
        let language = if name == "interface" { "systemverilog" } else { "verilog" };
        // Registers change a window.
        let window = if name == "registers" { "--window load:sine " } else { "" };
        let flags = format!("{window}--no-verify --dry-run --emit {name} --target {target} --language {language}");
        said(here.path(), &format!("{CORE} {flags}"));
    }
    for item in json(here.path(), "list formats --json")["formats"].as_array().unwrap() {
        let name = item["name"]
            .as_str()
            .unwrap()
            .replace("<E>", "6")
            .replace("<F>", "9")
            .replace("<B>", "12")
            .replace("<I>", "3");
        said(here.path(), &format!("--size 4 --width 1 --no-verify --dry-run --precision {name}"));
    }
}

#[test]
fn the_doctor_knows_what_is_there() {
    if !has_tool("iverilog") {
        return;
    }
    let here = TempDir::new().unwrap();
    let tools = json(here.path(), "doctor --json")["tools"].clone();
    let tool = |name: &str| tools.as_array().unwrap().iter().find(|tool| tool["name"] == name).cloned().unwrap();
    let icarus = tool("Icarus Verilog");
    assert_eq!(icarus["found"], true);
    assert!(icarus["version"].as_str().unwrap().contains('.'), "{icarus}");
    let mut command = Command::new(env!("CARGO_BIN_EXE_fftgen"));
    command.env("FFTGEN_PROGRESS", "off");
    let output = command.arg("doctor").env("PATH", here.path()).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && text.matches("install: ").count() == 9, "{text}");
}

/// The configurations and manifests that there are follow their schemas, and wrong ones do not.
#[test]
fn schemas_hold() {
    if !has_tool("cocotb-python") {
        return;
    }
    let here = TempDir::new().unwrap();
    for document in ["config", "manifest", "explain", "generate", "synth"] {
        fs::write(here.path().join(format!("{document}.schema")), said(here.path(), &format!("schema {document}")))
            .unwrap();
    }
    said(here.path(), &format!("{CORE} --no-verify --out stream"));
    said(here.path(), "--size 8x8 --width 2 --precision fixed16 --memory axi --no-verify --out memory");
    said(here.path(), "--sizes 8,16 --width 1 --precision fixed12 --runtime direction --no-verify --out sizes");
    said(here.path(), "--size 12 --width 1 --precision fp32 --datapath cfp28 --no-verify --out float");
    let told = [
        ("explain", "explain --size 64 --width 1 --precision fixed16 --json"),
        ("explain", "explain --size 12 --width 1 --precision fixed16 --cycles 40 --json"),
        ("explain", "explain --size 8x8x8 --array mesh:2x2 --precision fixed16 --json"),
        ("explain", "explain --size 8x8x8 --array mesh:2..4 --precision fixed16 --json"),
        ("explain", "explain --sizes 12,24 --width 1 --precision fixed16 --json"),
        ("explain", "explain --size 8 --precision fixed16 --transform dct2 --json"),
        ("explain", "explain --size 8x8 --width 2 --precision fixed16 --memory axi --json"),
        ("generate", "--size 4 --width 1 --precision fixed16 --json --dry-run --no-verify"),
    ];
    fs::create_dir(here.path().join("told")).unwrap();
    for (number, (document, line)) in told.iter().enumerate() {
        fs::write(here.path().join(format!("told/{document}.{number}")), said(here.path(), line)).unwrap();
    }
    let script = r#"
import fastjsonschema, glob, json
manifest = fastjsonschema.compile(json.load(open("manifest.schema")))
found = glob.glob("*/*.json")
assert len(found) == 4, found
for path in found:
    manifest(json.load(open(path)))
config = fastjsonschema.compile(json.load(open("config.schema")))
config({"size": 8, "radix": [4, "w5"], "nodsp": True, "cores": [{"width": 2}], "name": None})
def refused(check, value):
    try:
        check(value)
    except fastjsonschema.JsonSchemaValueException:
        return True
for value in [{"widht": 2}, {"nodsp": "yes"}, {"optimize": "speed"}, {"cores": []}, {"cores": [{"cores": []}]}]:
    assert refused(config, value), value
def members(schema, path):
    """Schemas of all members, and of what lists and maps hold."""
    yield schema, path
    for name, member in schema.get("properties", {}).items():
        yield from members(member, path + "." + name)
    for word in ["items", "additionalProperties"]:
        if isinstance(schema.get(word), dict):
            yield from members(schema[word], path + ".*")
    for kind in schema.get("anyOf", []) + schema.get("oneOf", []):
        yield from members(kind, path)
UNITS = "cycles clocks points words bits bytes ns mhz db um2 per_second".split()
COUNTS = """* adders banks batches cells columns constants_by_sums elements files frames lanes macs multipliers pencils real_adders
    real_multipliers repeated_pencils roots rows scalers seeds slots min_slots transforms bursts bursts_in_flight count twiddle_order batch
    price lut dsp ff bram uram lutram srl carry flops latches nand2 wrapper_lut wrapper_ff max_dsp used available
    efficiency engine_share link_share wires doublings luts muxes lut_rams entries carries exits
    packed_bin size width points convolution shift coefficient_fraction utilisation score chosen code dimension engine seed cell_cycles_per_frame
    cycles_per_frame""".split()
def has_unit(name):
    return name in COUNTS or any(name.endswith("_" + unit) or name == unit for unit in UNITS)
for document in ["explain", "generate", "synth"]:
    check = fastjsonschema.compile(json.load(open(document + ".schema")))
    for path in glob.glob("told/" + document + ".*"):
        whole = json.load(open(path))
        check(whole)
        check({"cores": [whole]})
        assert "interval_cycles" in whole or "front" in whole or "array" in whole or "arrays" in whole or "min_cycles" in whole, whole
        del whole["title"]
        assert refused(check, whole), path
    assert refused(check, {})
    for schema, path in members(json.load(open(document + ".schema")), document):
        kinds = schema.get("type", [])
        kinds = kinds if isinstance(kinds, list) else [kinds]
        assert "object" not in kinds or schema.get("properties") or schema.get("additionalProperties"), "no members: " + path
        assert not {"integer", "number"} & set(kinds) or has_unit(path.split(".")[-1]), "no unit: " + path
broken = json.load(open(found[0]))
del broken["top"]
assert refused(manifest, broken)
"#;
    fs::write(here.path().join("validate.py"), script).unwrap();
    run(here.path(), "cocotb-python", &["validate.py"]).unwrap_or_else(|failed| panic!("{failed}"));
}

#[test]
fn shells_and_man_read_what_is_for_them() {
    let here = TempDir::new().unwrap();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = said(here.path(), &format!("completions {shell}"));
        assert!(script.contains("--precision") || script.contains("precision"), "{shell}");
    }
    fs::write(here.path().join("completions"), said(here.path(), "completions bash")).unwrap();
    run(here.path(), "bash", &["-n", "completions"]).unwrap_or_else(|failed| panic!("{failed}"));
    assert!(said(here.path(), "man").starts_with(".ie") && said(here.path(), "man synth").contains("FPGA family"));
    let (code, _, stderr) = fftgen(here.path(), "man syn");
    assert_eq!(code, 2);
    assert!(stderr.starts_with("error: man \"syn\": commands are generate, verify, "), "{stderr}");
}

/// One screen of a terminal, and no line wider than it.
#[test]
fn short_help_is_one_screen() {
    let here = TempDir::new().unwrap();
    let help = said(here.path(), "-h");
    assert!(help.lines().count() <= 64 && help.lines().all(|line| line.chars().count() <= 100), "{help}");
    assert!(said(here.path(), "help synth").contains("FPGA family"));
}

#[test]
fn a_dry_run_writes_nothing_and_a_check_finds_what_differs() {
    let here = TempDir::new().unwrap();
    let line = format!("{CORE} --out core");
    let text = said(here.path(), &format!("{line} --dry-run"));
    assert!(text.contains("10 in core, and nothing is written; 10 to write (dft8_w2_fixed10.v, "), "{text}");
    assert!(fs::read_dir(here.path()).unwrap().next().is_none());
    let (code, _, stderr) = fftgen(here.path(), &format!("{line} --check"));
    assert!(
        code == 1 && stderr.starts_with("error: core differs from what the command writes: 10 to write"),
        "{stderr}"
    );
    said(here.path(), &line);
    let before = times(here.path());
    assert!(said(here.path(), &line).contains("10 in core, all as they were: nothing is written"));
    assert!(said(here.path(), &format!("{line} --check")).contains("10 in core, as the command writes them"));
    assert!(said(here.path(), &format!("{line} --dry-run")).contains("nothing would be written"));
    assert_eq!(times(here.path()), before);
    fs::write(here.path().join("core/dft8_w2_fixed10.md"), "mine").unwrap();
    let (code, stdout, stderr) = fftgen(here.path(), &format!("{line} --check"));
    assert_eq!((code, stdout.as_str()), (1, ""));
    assert_eq!(
        stderr,
        "error: core differs from what the command writes: 1 to write (dft8_w2_fixed10.md); write the core again\n"
    );
    let (code, _, stderr) = fftgen(here.path(), &format!("{line} --check --dry-run"));
    assert!(code == 2 && stderr.contains("cannot be used with"), "{stderr}");
}

#[test]
fn quiet_commands_say_nothing_and_json_is_json() {
    let here = TempDir::new().unwrap();
    assert_eq!(said(here.path(), &format!("{CORE} --out core -q")), "");
    assert_eq!(said(here.path(), &format!("verify {CORE} -q")), "");
    let (code, _, stderr) = fftgen(here.path(), &format!("{CORE} --out core --verbose"));
    assert!(
        code == 0 && stderr.contains("core/dft8_w2_fixed10.v: ") && stderr.contains(" bytes, as it was"),
        "{stderr}"
    );
    let summary = json(here.path(), &format!("{CORE} --out other --json"));
    assert_eq!(
        (summary["name"].as_str(), summary["written"].as_array().map(Vec::len)),
        (Some("dft8_w2_fixed10"), Some(10))
    );
    assert!(summary["self_check"].as_str().unwrap().starts_with("PASS") && summary["properties"]["plan"].is_string());
    let results = json(here.path(), &format!("verify {CORE} --json"))["results"].clone();
    assert_eq!(results[0]["simulator"], "netlist");
    fs::write(here.path().join("in.csv"), "0.5,0\n".repeat(16)).unwrap();
    let count = json(here.path(), &format!("model {CORE} --input in.csv --output out.csv --json"));
    assert_eq!((&count["frames"], &count["input_points"]), (&2.into(), &8.into()));
    let (code, _, stderr) = fftgen(here.path(), &format!("model {CORE} --input in.csv --output - --json"));
    assert!(code == 2 && stderr.contains("--json and --output -"), "{stderr}");
    let (code, _, stderr) = fftgen(here.path(), &format!("{CORE} -q -v"));
    assert!(code == 2 && stderr.contains("cannot be used with"), "{stderr}");
}

/// With `--quiet` what was asked for is printed as without it, and with `--json` all of it is one document.
#[test]
fn every_command_can_be_quiet_and_print_json() {
    let here = TempDir::new().unwrap();
    fs::write(here.path().join("in.csv"), "0.5,0\n".repeat(16)).unwrap();
    for command in ["list", &format!("explain {CORE}"), "schema config", "man synth", "completions fish"] {
        assert_eq!(said(here.path(), &format!("{command} -q")), said(here.path(), command), "{command}");
    }
    let model = format!("model {CORE} --input in.csv --output");
    assert_eq!(said(here.path(), &format!("{model} - -q")), said(here.path(), &format!("{model} -")));
    let verify = format!("verify {CORE}");
    for command in ["list", &format!("explain {CORE}"), &verify, &format!("{model} out.csv"), CORE] {
        for quiet in ["", " -q"] {
            assert!(json(here.path(), &format!("{command} --json{quiet}")).is_object(), "{command}");
        }
    }
    assert!(said(here.path(), "help synth").contains("--json"));
}

/// On a terminal, that is, which `script` is.
#[test]
fn colours_are_for_terminals_where_no_color_is_not_set() {
    if !has_tool("script") {
        return;
    }
    let shown = |settings: &[(&str, &str)]| {
        let mut command = Command::new("script");
        command.args(["-qec", concat!(env!("CARGO_BIN_EXE_fftgen"), " --help"), "/dev/null"]).stdin(Stdio::null());
        let output =
            command.env("TERM", "xterm").env_remove("NO_COLOR").envs(settings.iter().copied()).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let here = TempDir::new().unwrap();
    assert!(!said(here.path(), "--help").contains('\x1b'));
    assert!(shown(&[]).contains('\x1b'));
    let plain = shown(&[("NO_COLOR", "1")]);
    assert!(plain.contains("--precision") && !plain.contains('\x1b'));
}

/// What reads the output has gone before it comes.
#[test]
fn a_closed_pipe_is_no_error() {
    let here = TempDir::new().unwrap();
    fs::write(here.path().join("in.csv"), "0.5,0\n".repeat(16)).unwrap();
    let lines = ["list", "schema manifest", "--help", "man", "completions zsh"].map(String::from);
    let cores = ["explain", "verify", "", "model --input in.csv --output -"].map(|command| format!("{command} {CORE}"));
    for line in lines.into_iter().chain(cores) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fftgen"));
        command.env("FFTGEN_PROGRESS", "off");
        command.current_dir(here.path()).args(line.split_whitespace());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""), "{line}");
    }
}

#[test]
fn runners_up_are_five_unless_all_are_asked_for() {
    let here = TempDir::new().unwrap();
    let ranks = |line: &str| {
        let text = said(here.path(), line);
        let rows = text.lines().skip_while(|line| !line.trim_start().starts_with("rank")).skip(1);
        rows.filter(|line| line.trim_start().starts_with(|c: char| c.is_ascii_digit())).count()
    };
    let line = "explain --size 240 --width 2 --precision fp16";
    let (few, all) = (ranks(line), ranks(&format!("{line} --all")));
    assert!(few == 6 && all > 6, "{few} {all}");
    assert!(said(here.path(), line).contains(&format!("and {} more by --all", all - few)));
}

/// Twelve cores of one file, twice.
#[test]
fn several_cores_come_from_one_file() {
    let here = TempDir::new().unwrap();
    let cores = ["8", "12", "16", "20"].map(|size| {
        ["fp16", "fixed10", "e5m6"].map(|format| format!("- {{size: {size}, precision: {format}}}\n")).concat()
    });
    fs::write(here.path().join("all.yaml"), format!("width: 2\nout: cores\ncores:\n{}", cores.concat())).unwrap();
    let text = said(here.path(), "--config all.yaml");
    assert_eq!(text.lines().filter(|line| line.starts_with("dft")).count(), 12, "{text}");
    assert!(text.ends_with("\n\n12 cores, 120 files written\n"), "{text}");
    let before = times(here.path());
    let text = said(here.path(), "--config all.yaml");
    assert!(text.ends_with("\n\n12 cores, all as they were: nothing is written\n"), "{text}");
    assert!(said(here.path(), "--config all.yaml --check").ends_with("12 cores are as the command writes them\n"));
    assert_eq!(times(here.path()), before);
    assert_eq!(json(here.path(), "--config all.yaml --json")["cores"].as_array().map(Vec::len), Some(12));
    assert_eq!(said(here.path(), "--config all.yaml -q"), "");
}

#[test]
fn a_core_that_fails_leaves_the_others_whole() {
    let here = TempDir::new().unwrap();
    let path = here.path().join("all.yaml");
    fs::write(&path, "width: 2\nprecision: fp16\nout: cores\ncores: [{size: 8}, {size: 12}, {size: 16, out: mine}]\n")
        .unwrap();
    fs::create_dir_all(here.path().join("cores/dft12_w2_fp16")).unwrap();
    fs::write(here.path().join("cores/dft12_w2_fp16/notes"), "").unwrap();
    let (code, stdout, stderr) = fftgen(here.path(), "--config all.yaml");
    assert_eq!(code, 1);
    assert!(stdout.contains("dft12_w2_fp16  ") && stdout.contains("none, see below"), "{stdout}");
    assert!(
        stderr.contains("holds no core of fftgen")
            && stderr.contains("error: 1 of 3 cores failed; the others are done"),
        "{stderr}"
    );
    for core in ["cores/dft8_w2_fp16/dft8_w2_fp16.json", "mine/dft16_w2_fp16.json"] {
        assert!(here.path().join(core).exists(), "{core}");
    }
    for (text, message) in [
        (
            "width: 2\nprecision: fp16\ncores: [{size: 8}, {size: 8}]\n",
            "two cores have the name dft8_w2_fp16 and the folder",
        ),
        ("width: 2\nprecision: fp16\ncores: [{size: 8}, {size: 4489}]\n", "4489"),
    ] {
        fs::write(&path, text).unwrap();
        let (code, stdout, stderr) = fftgen(here.path(), "--config all.yaml --out new");
        assert!(code > 1 && stdout.is_empty() && stderr.contains(message), "{stderr}");
        assert!(!here.path().join("new").exists());
    }
}

/// What describes and checks cores does so for each one; what takes data is about one.
#[test]
fn other_commands_take_each_core_of_a_file() {
    let here = TempDir::new().unwrap();
    let path = here.path().join("all.yaml");
    fs::write(&path, "width: 2\nprecision: fp16\ncores: [{size: 8}, {size: 12}]\n").unwrap();
    let text = said(here.path(), "verify --config all.yaml");
    let lines: Vec<&str> = text.lines().collect();
    assert!(matches!(lines[..], ["dft8_w2_fp16", _, "dft12_w2_fp16", _]), "{text}");
    assert_eq!(text.matches("netlist    PASS: ").count(), 2, "{text}");
    let one = said(here.path(), "explain --size 12 --width 2 --precision fp16");
    assert!(said(here.path(), "explain --config all.yaml").ends_with(&format!("\n\n{one}")));
    for command in ["verify", "explain"] {
        let cores = json(here.path(), &format!("{command} --config all.yaml --json"))["cores"].clone();
        let single = json(here.path(), &format!("{command} --size 12 --width 2 --precision fp16 --json"));
        assert_eq!((cores.as_array().map(Vec::len), &cores[1]), (Some(2), &single), "{command}");
    }
    fs::write(here.path().join("in.csv"), "0.5,0\n".repeat(24)).unwrap();
    for command in ["model --input in.csv --output out.csv", "explain --svg"] {
        let (code, stdout, stderr) = fftgen(here.path(), &format!("{command} --config all.yaml"));
        assert!(code == 2 && stdout.is_empty() && !here.path().join("out.csv").exists());
        let message =
            "lists 2 cores, and this command takes one: dft8_w2_fp16, dft12_w2_fp16; give a file with one of them";
        assert!(stderr.contains(message), "{stderr}");
    }
    fs::write(&path, "width: 2\nprecision: fp16\ncores: [{size: 8}, {size: 12}]\n").unwrap();
    let (code, _, stderr) = fftgen(here.path(), "synth --config all.yaml --top none");
    assert!(
        code != 0 && stderr.contains("error: dft8_w2_fp16: ") && stderr.contains("2 of 2 cores failed"),
        "{stderr}"
    );
}

/// The Python package is a crate of its own, with a version of its own.
#[test]
fn the_python_package_has_the_version_of_the_program() {
    let manifest = include_str!("../../python/Cargo.toml");
    assert!(manifest.contains(&format!("\nversion = \"{}\"\n", env!("CARGO_PKG_VERSION"))), "{manifest}");
}

/// A line after two seconds, where standard error is no terminal; none where the environment says so.
#[test]
fn progress_is_told_after_two_seconds() {
    let here = TempDir::new().unwrap();
    let line = "model --size 8 --width 1 --precision fp16 --input - --input-format csv --output out.csv";
    let started = |word: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fftgen"));
        command.current_dir(here.path()).args(line.split(' ')).env("FFTGEN_PROGRESS", word);
        command.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let (begin, mut told, silent) = (std::time::Instant::now(), started("on"), started("off"));
    let mut first = String::new();
    BufReader::new(told.stderr.take().unwrap()).read_line(&mut first).unwrap();
    assert!(begin.elapsed().as_secs() >= 2 && first.starts_with("model, ") && first.ends_with(" s\n"), "{first}");
    // Both wait for their input, whose end ends them.
    told.wait_with_output().unwrap();
    let silent = String::from_utf8(silent.wait_with_output().unwrap().stderr).unwrap();
    assert!(silent.starts_with("error: "), "{silent}");
}
