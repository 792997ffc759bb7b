//! The program as its user meets it: help, errors with their exit codes, and files that are whole or not there.

use assert_cmd::Command;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

const CORE: [&str; 6] = ["--size", "20", "--width", "4", "--precision", "fp32"];

/// What a run has left behind.
struct Run {
    code: i32,
    stdout: String,
    stderr: String,
}

fn program(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fftgen"));
    command.env("FFTGEN_PROGRESS", "off");
    command.current_dir(folder).env_remove("YOSYS");
    command
}

fn finish(command: &mut Command) -> Run {
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run { code: output.status.code().unwrap(), stdout: text(output.stdout), stderr: text(output.stderr) }
}

/// Runs the program with words separated by spaces.
fn run(folder: &Path, line: &str) -> Run {
    finish(program(folder).args(line.split_whitespace()))
}

/// Every path under a folder, with its contents.
fn tree(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = vec![];
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        found.push((path.display().to_string(), fs::read(&path).unwrap_or_default()));
        if path.is_dir() {
            found.extend(tree(&path));
        }
    }
    found.sort();
    found
}

#[test]
fn help_is_short_and_has_examples() {
    let here = TempDir::new().unwrap();
    let commands =
        ["generate", "verify", "model", "explain", "report", "synth", "sweep"].map(|name| format!("{name} --help"));
    for line in ["--help".to_string()].iter().chain(&commands) {
        let Run { code, stdout, stderr } = run(here.path(), line);
        assert_eq!((code, stderr.as_str()), (0, ""));
        insta::assert_snapshot!(line.replace(" --", "-").replace("--", ""), stdout);
    }
    assert_eq!(run(here.path(), "--version").stdout, format!("fftgen {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn errors_name_the_value_the_reason_and_the_fix() {
    let lines = "--inverse
--size 20
--size 20 --width 4 --precision fp32 --emit vivdo
--size 20 --width 4 --precision fp32 --interface native --emit default,litex
--size abc --width 1 --precision fp32
1024
explain 1k --width 2
--size 99999999999999999999 --width 1 --precision fp32
--size 1M --width 1 --precision fp32
--length 20 --bits 16 --width 4
--size -4 --width 1 --precision fp32
--size 20 --widht 4
--size 0 --width 1 --precision fp32
--size 262145 --width 4 --precision fp32
--size 4294967296 --width 4 --precision fp32
--size 4 --channels 262144 --width 1 --precision fp32
--size 262144 --channels 2 --width 1 --precision fp32
--size 33554432 --width 4 --precision fp32
--size 100000000x8 --array systolic:8x8 --precision fp32
--size 8194x2 --width 2 --precision fixed16 --memory axi
--size 4489 --width 4 --precision fp32
--size 20 --width 0 --precision fp32
--size 20 --width 21 --precision fp32
--size 128 --width 65 --precision fp32
--size 20 --width 4 --precision fp31
--size 20 --width 4 --precision float
--size 20 --width 4 --precision e12m3
--size 20 --width 4 --precision e5m1
--size 20 --width 4 --precision fp32 --runtime size,direction
--size 20 --width 4 --precision fixed16 --runtime scale
--size 20 --width 4 --precision fp32 --runtime direction --inverse
--size 20 --width 4 --precision fp32 --runtime direction --kind rfft
--size 20 --width 4 --precision fp32 --runtime direction --kind irfft-pair
--size 20 --width 4 --precision fp32 --runtime direction --datapath bfp27
--size 21 --width 2 --precision fp32 --kind rfft
--size 21 --width 2 --precision fp32 --kind irfft
--size 20 --width 3 --precision fp32 --kind rfft
--size 20 --width 22 --precision fp32 --kind rfft
--size 256 --width 130 --precision fp32 --kind irfft
--size 524290 --width 2 --precision fp32 --kind rfft
--size 8978 --width 2 --precision fp32 --kind rfft
--size 20 --width 1 --precision fp32 --kind rfft --interface native
--size 20 --width 2 --precision fp32 --kind rfft --order bit-reversed,natural
--size 20 --width 2 --precision fp32 --kind irfft --order bit-reversed
--size 20 --width 2 --precision fp32 --kind rfft --radix 4,5
--size 20 --width 2 --precision fp32 --kind rfft --max-dsp 1
--size 20 --width 2 --precision fp32 --kind rfft --inverse
--size 20 --width 2 --precision fp32 --kind dct
--size 20 --width 2 --precision fp32 --kind ifft
--size 20 --width 2 --precision fp32 --kind=real
--size 21 --width 2 --precision fp32 --kind real
--sizes 12,24 --size 20 --width 1 --precision fixed16
--sizes 12 --width 1 --precision fixed16
--sizes 12,x --width 1 --precision fixed16
--sizes 65..100 --width 1 --precision fixed16
--sizes 1,12 --width 1 --precision fixed16
--sizes 12,300000 --width 1 --precision fixed16
--sizes 12,34 --width 1 --precision fixed16
--sizes 12,35 --width 2 --precision fixed16
--sizes 4,24 --width 2 --precision fixed16
--sizes 12,34 --width 2 --precision fixed16
--sizes 12,34 --width 1 --precision fixed16 --cycles 60
--sizes 12,67 --width 1 --precision fixed16 --cycles 900
--sizes 2,34 --width 1 --precision fp32 --cycles 900
--sizes 12,2003 --width 1 --precision fixed16 --cycles 100000000
--sizes 60,67 --width 1 --precision fixed16 --cycles 40000 --max-dsp 0
--sizes 60,67 --width 1 --precision fixed16 --cycles 40000 --scale bfp
--sizes 12,24 --width 1 --precision fp32 --scale none
--sizes 32,64,128 --width 1 --precision e4m3 --inverse
--sizes 32,64,128 --width 1 --precision e4m3 --runtime direction
--sizes 12,24 --width 1 --precision fixed16 --scale 1,2
--sizes 12,240 --width 1 --precision fixed64 --scale 1/sqrt(n)
--sizes 12,24 --width 1 --precision fixed60 --scale none
--sizes 12,24 --width 1 --precision fixed16 --scale bfp
--sizes 12,24 --width 1 --precision fixed16 --scale run-time
--sizes 12,24 --width 1 --precision fixed16 --scale run-time --cycles 25
--sizes 2..8 --width 1 --precision fixed8 --scale run-time --cycles 1000000
--sizes 12,24 --width 2 --precision fixed16 --scale run-time --cycles 1000
--sizes 12,24 --width 1 --precision fixed16 --max-dsp 2
--sizes 12,24 --width 2 --precision fp32 --max-dsp 20
--sizes 12,24 --width 1 --precision fp32 --datapath bfp27
--sizes 12,24 --width 1 --precision fixed16 --kind rfft-pair
--sizes 12,24 --width 1 --precision fixed16 --interface native
--sizes 12,24 --width 1 --precision fixed16 --last row
--size 20 --width 1 --precision fp32 --last row
--size 20 --width 1 --precision fp32 --pad rows
--size 5x7 --width 3 --precision fp32 --last row
--size 5x6 --width 2 --precision fp32 --last row --interface native
--size 5x6 --width 2 --precision fp32 --last row --resync tlast
--size 5x6 --width 2 --precision fp32 --resync tuser
--size 5x6 --width 2 --precision fp32 --last rows
--sizes 12,24 --width 1 --precision fixed16 --radix 4,3
--size 20 --width 4 --precision fp32 --radix 4,7
--size 36 --width 4 --precision fp32 --radix 6,6
--size 34 --width 4 --precision fp32 --radix 2,w17
--size 20 --width 4 --precision fp32 --radix 4,five
--size 20 --width 4 --precision fp32 --optimize speed
--size 20 --width 4 --precision fp32 --max-dsp few
--size 20 --width 4 --precision fp32 --datapath float --max-dsp 1
--size 20 --width 4 --precision fp32 --order reverse
--size 20 --width 4 --precision fp32 --input-coding offset
--size 20 --width 4 --precision fp32 --iq-order qi --interface native
--size 8x8 --width 4 --precision fp32 --iq-order qi --memory axi
--size 20 --width 4 --precision fp32 --order natural,natural,natural
--size 20 --width 4 --precision fp32 --pipeline deep
--size 20 --width 4 --precision fp32 --pipeline mid,div=3
--size 20 --width 4 --precision fp32 --pipeline mid,add=five
--size 20 --width 4 --precision fp32 --pipeline add=0
--size 20 --width 4 --precision fp32 --pipeline high,mul=17
--size 20 --width 4 --precision fp32 --pipeline add=4,add=5
--size 134 --width 4 --precision fp32 --radix f134
--size 20 --width 4 --precision fp32 --name 20dft
--size 20 --width 4 --precision fp32 --interface avalon
--size 20 --width 4 --precision fp32 --license 'mine'
--size 20 --width 4 --precision fp32 --out file
--size 20 --width 4 --precision fp32 --out file/core
--size 20 --width 4 --precision fp32 --out mine
--size 20 --width 4 --precision fp32 --out .
--size 20 --width 4 --precision fixed3
--size 20 --width 4 --precision q0.16
--size 20 --width 4 --precision q9.99
--size 20 --width 4 --precision fp32 --scale stage
--size 20 --width 4 --precision fp32 --overflow saturate
--size 20 --width 4 --precision fixed16 --subnormals full
--size 20 --width 4 --precision fixed16 --scale half
--size 20 --width 4 --precision fp32 --scale run-time
--size 20 --width 4 --precision fixed16 --scale run-time --max-growth 4
--size 20 --width 4 --precision fp32 --datapath bfp27 --scale run-time
--sizes 12,24 --width 1 --precision fixed16 --scale run-time
model --size 16 --width 2 --precision fixed16 --radix 4,4 --scale run-time --runtime direction --config-word 32 --input one.csv --output out.csv
model --size 16 --width 2 --precision fixed16 --scale run-time --config-word 0xg --input one.csv --output out.csv
--size 20 --width 4 --precision fixed16 --scale 1,2,1
--size 20 --width 4 --precision fixed16 --scale 1,99
--size 20 --width 4 --precision fixed16 --rounding up
--size 20 --width 4 --precision fixed16 --overflow flip
--size 20 --width 4 --precision fixed16 --max-growth 4
--size 20 --width 4 --precision fixed16 --scale bfp --overflow wrap
--size 20 --width 4 --precision fixed16 --datapath bfp27
--size 20 --width 4 --precision fp32 --datapath bfp17
--size 20 --width 4 --precision fp32 --datapath blocks
--size 20 --width 4 --precision fp32 --datapath cfp7
--size 20 --width 4 --precision fp32 --datapath cfp27 --rounding half-up
--size 20 --width 4 --precision fp32 --datapath cfp27 --kind rfft
--size 61 --width 4 --precision fp32 --datapath cfp27
--size 20 --width 4 --precision fp32 --datapath cfp27 --subnormals full
--size 20 --width 4 --precision fp32 --datapath bfp27 --scale stage
--size 20 --width 4 --precision fp32 --datapath bfp27 --subnormals full
--size 20 --width 4 --precision fixed16 --scale none --max-growth lots
--size 20 --width 4 --precision fixed16 --scale none --max-growth 61
--size 20 --width 4 --precision fixed16 --twiddle-bits 7
--size 20 --width 4 --precision fixed16 --guard-bits 17
--size 20 --width 4 --precision fixed62 --scale none
--size 20 --width 4 --precision fixed64 --guard-bits 16
--size 6x6 --width 1 --precision fp32 --support sphere:-1
--size 6x6 --width 1 --precision fp32 --support box:ax
--size 6x6 --width 1 --precision fp32 --support box:2
--size 6x6 --width 1 --precision fp32 --support box:9x1
--size 6x6 --width 1 --precision fp32 --support cube:3
--size 6x6 --width 1 --precision fp32 --support mine
--size 6x6 --width 1 --precision fp32 --support twice.csv
--size 6x6 --width 1 --precision fp32 --support outside.csv
--size 6x6 --width 1 --precision fp32 --support deep.csv
--size 6x6 --width 1 --precision fp32 --support far.csv
--size 6x6 --width 1 --precision fp32 --support mixed.csv
--size 6x6 --width 1 --precision fp32 --support words.csv
--size 6x6 --width 1 --precision fp32 --support none.csv
--size 6x6 --width 2 --precision fp32 --support sphere:0
--size 6x6 --width 1 --precision fp32 --support sphere:1 --kind rfft
--size 6x6 --width 1 --precision fp32 --support sphere:1 --runtime direction
--size 6x6 --width 1 --precision fp32 --support sphere:1 --order bit-reversed,natural
--size 6 --channels 2 --width 1 --precision fp32 --support sphere:1
--sizes 12,24 --width 1 --precision fp32 --support sphere:1
--size 6x6 --width 1 --precision fp32 --support sphere:1 --last row
--size 6x6 --width 1 --precision fp32 --support sphere:1 --pad rows
--size 64 --precision fixed16 --prefix 4
--size 64 --precision fixed16 --window hann --array ring:4
--size 64 --precision fixed16 --window hann --memory axi
--sizes 8,16 --precision fixed16 --output power
--precision fixed16 --window hann --chain fft
--precision fixed16 --output power
--size 8x8 --precision fixed16 --hop 4
--size 64 --precision fixed16 --kind irfft --output power
--size 64 --precision fixed16 --kind rfft-pair --average 4
--size 64 --precision fixed16 --order bit-reversed,shifted
--size 64 --precision fixed16 --average 3
--size 64 --precision fixed16 --bins 60..70
--size 64 --precision fixed16 --window none.npy
--config operations.yaml
--size 64x --width 1 --precision fp32
--size 0x4 --width 1 --precision fp32
--size 3x3x3x3x3 --width 1 --precision fp32
--size 1024x1024 --width 1 --precision fp32
--size 64 --width 1 --precision fixed16 --cycles 63
--size 64 --width 1 --precision fixed16 --cycles 0
--size 64 --width 1 --precision fixed16 --cycles -1
--size 64 --width 1 --precision fixed16 --rate 1/0
--size 64 --width 1 --precision fixed16 --rate 2
--size 64 --width 1 --precision fixed16 --rate 100MSPS
--size 64 --width 1 --precision fixed16 --rate 100MSPS --clock 250
--size 64 --width 1 --precision fixed16 --rate 1/8 --cycles 400
--size 20 --width 4 --precision fp32 --memory axi
--size 8x8 --width 4 --precision fp32 --memory axi --cycles 1000
--size 65537 --width 4 --precision fixed16 --memory axi
--size 33554432 --width 4 --precision fixed16 --memory axi
--size 8x8 --width 3 --precision fp32 --memory axi
--size 4096x4096 --width 4 --precision fixed16 --memory axi
--size 8x0 --width 4 --precision fp32 --memory axi
--size 8x8 --width 4 --precision fp32 --memory axi --channels 2
--size 8x8 --width 4 --precision fp32 --memory axi --kind rfft
--size 8x8 --width 4 --precision fp32 --memory axi --interface native
--size 8x8 --width 4 --precision fixed16 --memory axi --scale bfp
--size 8x8 --width 4 --precision fp32 --memory axi --last row
--sizes 12,24 --width 1 --precision fixed16 --memory axi
--size 8x8 --width 4 --precision fp32 --memory bus
explain --size 8x8 --width 4 --precision fp32 --memory axi --ir graph
model --size 8x8 --width 4 --precision fp32 --memory axi --config-word 1 --input one.csv --output out.csv
--config nowhere.yaml
--config malformed.yaml
--config unknown.yaml
--config type.yaml
--config twice.yaml
--config list.yaml
--config radix.yaml
--config depth.yaml
--config goal.yaml
--config kind.yaml
--config scale.yaml
--config few.json
--config alias.yaml
--config nested.yaml
--config value.yaml
--config mine
--config /dev/zero
model --size 20 --width 4 --precision fp32 --input in.csv
model --size 20 --width 4 --precision fp32 --input nowhere.csv --output out.csv
model --size 20 --width 4 --precision fp32 --input file --output out.csv
model --size 4 --width 2 --precision fp16 --input short.csv --output out.csv
model --size 4 --width 2 --precision fp16 --input junk.csv --output out.csv
model --size 4 --width 2 --precision fp16 --input fields.csv --output out.csv
model --size 4 --width 2 --precision fp16 --input short.hex --output out.hex
model --size 4 --width 2 --precision fp16 --input length.hex --output out.hex
model --size 4 --width 2 --precision fp16 --input junk.hex --output out.hex
model --size 1 --width 1 --precision fp16 --input one.csv --output file/out.csv
model --size 1 --width 1 --precision fp16 --input one.csv --output nowhere/out.csv
model --size 1 --width 1 --precision fp16 --input one.csv --output mine --output-format csv
model --config - --input - --output -
model --size 4 --width 2 --precision fp16 --input one.csv --output out.csv --license MIT
verify --size 20 --width 4 --precision fp32 --no-verify
verify --size 20 --width 4 --precision fp32 --out=core
explain --size 20 --width 4 --precision fp32 --no-verify=false
synth --size 20 --width 4 --precision fp32 --force
verify --size 20 --width 4 --precision fp32 --with modelsim
verify --size 20 --width 4 --precision fp32 --with verilator
verify --size 20 --width 4 --precision fp32 --with netlist,icarus
synth --size 20 --width 4 --precision fp32
synth --size 20 --width 4 --precision fp32 --target virtex
synth --size 20 --width 4 --precision fp32 --timeout 0
verify --size 20 --width 4 --precision fp32 --timeout -1
";
    let files = [
        ("file", ""),
        ("mine/thesis.tex", "years of work"),
        ("malformed.yaml", "size: [20\nwidth: 4\n"),
        ("unknown.yaml", "size: 20\nwidht: 4\n"),
        ("type.yaml", "size: twenty\n"),
        ("twice.yaml", "size: 20\nsize: 21\n"),
        ("list.yaml", "- 20\n- 4\n"),
        ("radix.yaml", "size: 20\nwidth: 4\nprecision: fp32\nradix: {a: 4}\n"),
        ("depth.yaml", "size: 20\nwidth: 4\nprecision: fp32\npipeline: mid,add=99\n"),
        ("kind.yaml", "size: 20\nkind: ifft\n"),
        ("goal.yaml", "size: 20\noptimize: speed\n"),
        ("scale.yaml", "size: 20\nwidth: 4\nprecision: fixed16\nscale: [1, 2, x]\n"),
        (
            "few.json",
            "{\"size\": 20, \"width\": 4, \"precision\": \"fp32\", \"datapath\": \"float\", \"max-dsp\": 0}\n",
        ),
        ("alias.yaml", "size: &size 20\nwidth: *size\n"),
        ("nested.yaml", "size: 20\nradix: [[[[[[[[[[[[[[[[4]]]]]]]]]]]]]]]]\n"),
        ("value.yaml", "size: 20\nwidth: 4\nprecision: \"\\e[2J and words, more than a message has room for, so that the last of them are left out\"\n"),
        ("operations.yaml", "precision: fixed16\nchain:\n- fft 64\n- window: hann\n"),
        ("twice.csv", "0\n1\n0\n"),
        ("outside.csv", "36\n"),
        ("deep.csv", "1,2,3\n"),
        ("far.csv", "1,6\n"),
        ("mixed.csv", "1,2\n3\n"),
        ("words.csv", "row,column\n1,two\n"),
        ("none.csv", "# none\n"),
        ("one.csv", "1,0\n"),
        ("short.csv", "re,im\n1,0\n2,0\n3,0\n"),
        ("junk.csv", "1,0\n2,zero\n"),
        ("fields.csv", "1 0 0 0\n"),
        ("short.hex", "// half\n3c00000000000000\n"),
        ("length.hex", "3c000000\n"),
        ("junk.hex", "3c0000000000000g\n"),
    ];
    let here = TempDir::new().unwrap();
    fs::create_dir(here.path().join("mine")).unwrap();
    files.iter().for_each(|(name, text)| fs::write(here.path().join(name), text).unwrap());
    let before = tree(here.path());
    let mut shown = String::new();
    for line in lines.lines() {
        let Run { code, stdout, stderr } = finish(program(here.path()).env("PATH", "").args(line.split_whitespace()));
        assert_eq!(stdout, "", "{line}");
        assert!(code != 0 && code != 101, "{line}");
        assert_eq!(tree(here.path()), before, "{line}");
        let path = here.path().canonicalize().unwrap().display().to_string();
        shown += &format!("$ fftgen {line}\n{}[{code}]\n\n", stderr.replace(&path, "<here>"));
    }
    insta::assert_snapshot!("errors", shown);
}

#[test]
fn a_core_is_written_with_its_summary() {
    let here = TempDir::new().unwrap();
    let Run { code, stdout, stderr } = run(here.path(), &CORE.join(" "));
    assert_eq!((code, stderr.as_str()), (0, ""));
    for fact in ["DFT4", "5 cycles", "of real numbers", "complex words", "in generated/dft20_w4_fp32", "PASS: "] {
        assert!(stdout.contains(fact), "{fact} in {stdout}");
    }
    assert!(here.path().join("generated/dft20_w4_fp32/dft20_w4_fp32.v").is_file());
    // Nothing is left beside it.
    assert_eq!(fs::read_dir(here.path().join("generated")).unwrap().count(), 1);
    let skipped = run(here.path(), "generate --size 20 --width 4 --precision fp32 --no-verify");
    assert!(skipped.stdout.contains("skipped"), "{}", skipped.stdout);
}

/// The samples are what the command in their own manifest writes; `make generated` brings them up to date.
#[test]
fn samples_are_up_to_date() {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("generated");
    let mut compared = 0;
    for sample in fs::read_dir(samples).unwrap() {
        let sample = sample.unwrap().path();
        let name = sample.file_name().unwrap().to_str().unwrap();
        let manifest = fs::read(sample.join(format!("{name}.json"))).unwrap();
        let manifest: serde_json::Value = serde_json::from_slice(&manifest).unwrap();
        let command = manifest["command"].as_str().unwrap().strip_prefix("fftgen ").unwrap();
        let here = TempDir::new().unwrap();
        assert_eq!(run(here.path(), &format!("{command} --out {name}")).code, 0, "{command}");
        let files = |folder: &Path| {
            let within = |path: String| Path::new(&path).strip_prefix(folder).unwrap().to_owned();
            tree(folder).into_iter().map(|(path, text)| (within(path), text)).collect::<Vec<_>>()
        };
        let (committed, written) = (files(&sample), files(&here.path().join(name)));
        let names = |files: &[(_, _)]| files.iter().map(|(name, _)| name).cloned().collect::<Vec<std::path::PathBuf>>();
        assert_eq!(names(&committed), names(&written), "{name}");
        for ((file, committed), (_, written)) in committed.iter().zip(&written) {
            assert!(committed == written, "{name}: {file:?} is not as it was committed");
            compared += 1;
        }
    }
    assert!(compared > 20);
}

#[test]
fn flags_override_the_file() {
    let here = TempDir::new().unwrap();
    let config = "size: 20\nwidth: 2\nprecision: fp32\ninverse: true\nradix: [4, w5]\nno-verify: true\nout: cores/a\n";
    fs::create_dir(here.path().join("project")).unwrap();
    fs::write(here.path().join("project/c.yaml"), config).unwrap();
    let flags = "--width 4 --precision fp16 --inverse=false";
    let Run { code, stdout, .. } = run(here.path(), &format!("--config project/c.yaml {flags}"));
    assert_eq!(code, 0);
    // The folder is relative to that of the file.
    assert!(stdout.starts_with("dft20_w4_fp16_r4_5: ") && stdout.contains("in project/cores/a"), "{stdout}");
    let piped = finish(program(here.path()).args(["--config", "-"]).args(flags.split(' ')).write_stdin(config));
    assert!(piped.code == 0 && piped.stdout.contains("in cores/a"), "{}", piped.stderr);
    // The other commands have no use for some of its keys.
    let explained = run(here.path(), &format!("explain --config project/c.yaml {flags}"));
    assert_eq!((explained.code, explained.stderr.as_str()), (0, ""));
    let manifest = fs::read_to_string(here.path().join("project/cores/a/dft20_w4_fp16_r4_5.json")).unwrap();
    assert!(manifest.contains("fftgen --size 20 --width 4 --precision fp16 --radix 4,5"), "{manifest}");
}

#[test]
fn kernels_are_read_as_plans_print_them() {
    let here = TempDir::new().unwrap();
    let explained = |kernels: &str| {
        let run = run(here.path(), &format!("explain --size 35 --width 1 --precision fp32 --radix {kernels}"));
        assert_eq!(run.code, 0, "{}", run.stderr);
        run.stdout
    };
    assert!(explained("s7,r5").contains("S7") && explained("s7,r5").contains("R5"));
    assert_eq!(explained("S7,R5"), explained("s7,r5"));
}

#[test]
fn goals_budgets_and_depths_come_from_flags_and_files() {
    let here = TempDir::new().unwrap();
    let json = r#"{"size": 20, "width": 2, "precision": "fp16", "optimize": "latency", "max-dsp": 12,
        "pipeline": "high,add=5", "no-verify": true}"#;
    fs::write(here.path().join("c.json"), json).unwrap();
    assert_eq!(run(here.path(), "--config c.json --out core").code, 0);
    let command = |folder: &str, choices: &str| {
        let text = fs::read_to_string(here.path().join(folder).join(format!("dft20_w2_fp16_{choices}.json"))).unwrap();
        let manifest: serde_json::Value = serde_json::from_str(&text).unwrap();
        manifest["command"].as_str().unwrap_or_else(|| panic!("{manifest}")).to_string()
    };
    let wanted = "fftgen --size 20 --width 2 --precision fp16 --optimize latency --max-dsp 12 --pipeline high,add=5";
    assert_eq!(command("core", "high_add5_latency_dsp12"), wanted);
    // The command in the manifest makes the same core.
    assert_eq!(run(here.path(), &format!("{} --no-verify --out again", &wanted["fftgen ".len()..])).code, 0);
    let core =
        |folder: &str| fs::read(here.path().join(folder).join("dft20_w2_fp16_high_add5_latency_dsp12.v")).unwrap();
    assert!(core("core") == core("again"));
    assert_eq!(
        run(here.path(), "--config c.json --optimize balanced --nodsp --least-memory --pipeline mid --out tables").code,
        0
    );
    let tables = command("tables", "dsp12_nodsp_leastmemory");
    assert_eq!(tables, "fftgen --size 20 --width 2 --precision fp16 --max-dsp 12 --nodsp --least-memory");
}

#[test]
fn fixed_point_comes_from_flags_and_files() {
    let here = TempDir::new().unwrap();
    let yaml = "size: 16\nwidth: 2\nprecision: q1.15\nscale: [1, 2]\nradix: [4, 4]\nrounding: half-up\n\
        overflow: wrap\ntwiddle-bits: 17\nguard-bits: 2\nno-verify: true\n";
    fs::write(here.path().join("c.yaml"), yaml).unwrap();
    let manifest = |line: &str, name: &str| -> serde_json::Value {
        let Run { code, stderr, .. } = run(here.path(), &format!("{line} --out core --force"));
        assert_eq!(code, 0, "{line}: {stderr}");
        let text = fs::read_to_string(here.path().join("core").join(format!("{name}.json"))).unwrap();
        serde_json::from_str(&text).unwrap()
    };
    let name = "dft16_w2_fixed16_shift1_2_halfup_wrap_tw17_guard2_r4_4";
    let listed = manifest("--config c.yaml", name);
    let wanted = "fftgen --size 16 --width 2 --precision fixed16 --scale 1,2 --rounding half-up --overflow wrap \
                  --twiddle-bits 17 --guard-bits 2 --radix 4,4";
    assert_eq!((listed["command"].as_str(), listed["scale"].as_str()), (Some(wanted), Some("1/8")));
    let again = manifest(&format!("{} --no-verify", &wanted["fftgen ".len()..]), name);
    assert_eq!(listed["files"], again["files"]);
    let root = manifest("--size 12 --width 2 --precision q4.12 --scale 1/SQRT(n) --no-verify", "dft12_w2_q4_12_byroot");
    assert_eq!(root["command"], "fftgen --size 12 --width 2 --precision q4.12 --scale '1/sqrt(n)'");
    assert_eq!((&root["scale"], &root["precision"]), (&"1/sqrt(12)".into(), &"q4.12".into()));
    let grown =
        manifest("--size 16 --width 2 --precision fixed8 --scale none --max-growth none", "dft16_w2_fixed8_unscaled");
    assert_eq!(grown["command"], "fftgen --size 16 --width 2 --precision fixed8 --scale none");
    assert_eq!(grown["output_component_bits"], 13);
    let flags = "--size 4 --width 1 --precision fixed8 --scale none";
    fs::write(here.path().join("in.csv"), "0.5,-0.25\n0.5,0\n0.5,0\n0.5,2\n").unwrap();
    let found = run(here.path(), &format!("model {flags} --input in.csv --output -"));
    assert_eq!(found.stdout, "2.0,0.7421875\n-0.9921875,-0.25\n0.0,-1.2421875\n0.9921875,-0.25\n");
    let flags = "--size 4 --width 1 --precision fixed8 --scale bfp";
    let found = run(here.path(), &format!("model {flags} --input in.csv --output -"));
    assert_eq!(found.stdout, "2.0,0.75\n-1.0,-0.25\n0.0,-1.25\n1.0,-0.25\n");
    let found = run(here.path(), &format!("model {flags} --input in.csv --output - --output-format hex"));
    assert_eq!(found.stdout, "// exponent 2\n1840\nf8e0\nd800\nf820\n");
    let block = manifest(&format!("{flags} --no-verify"), "dft4_w1_fixed8_bfp");
    assert_eq!(block["command"], format!("fftgen {flags}"));
    let flags = "--size 8 --width 2 --precision fp32 --datapath bfp27";
    let float = manifest(&format!("{flags} --no-verify"), "dft8_w2_fp32_bfp27");
    assert_eq!((&float["command"], &float["scale"]), (&format!("fftgen {flags}").into(), &"1".into()));
    assert_eq!((&float["format"]["datapath"]["bits"], &float["component_bits"]), (&27.into(), &32.into()));
    assert_eq!((&block["scale"], &block["format"]["block"]["exponent_bits"]), (&"1/2^exponent".into(), &5.into()));
}

#[test]
fn a_core_is_replaced_and_what_others_put_there_is_kept() {
    let here = TempDir::new().unwrap();
    let path = |name: &str| here.path().join("core").join(name);
    assert_eq!(run(here.path(), "--size 4 --width 1 --precision fp16 --out core").code, 0);
    fs::write(path("notes.txt"), "mine").unwrap();
    fs::write(path("dft4_w1_fp16.md"), "edited").unwrap();
    let other = "--size 8 --width 1 --precision fp16 --out core";
    let same_name = format!("{other} --name dft4_w1_fp16");
    let (before, refused) = (tree(here.path()), run(here.path(), &same_name));
    assert_eq!((refused.code, tree(here.path())), (1, before));
    insta::assert_snapshot!(refused.stderr, @"error: core holds the core of another command, fftgen --size 4 --width 1 --precision fp16; replace it with --force, or choose another folder with --out or another name with --name");
    let Run { code, stderr, .. } = run(here.path(), &format!("{same_name} --force"));
    assert_eq!(code, 0);
    insta::assert_snapshot!(stderr, @"note: dft4_w1_fp16.md was not as fftgen has written it; it is kept as dft4_w1_fp16.md.orig");
    assert_eq!(fs::read_to_string(path("dft4_w1_fp16.md.orig")).unwrap(), "edited");
    // The same command again is fine, and has nothing to change.
    let before = tree(here.path());
    assert_eq!(run(here.path(), &same_name).code, 0);
    assert_eq!(tree(here.path()), before);
    // A core of another name has its place beside it, with all kinds of files.
    assert_eq!(
        run(here.path(), &format!("{other} --emit default,vivado,quartus,yosys,cocotb,vhdl,c,litex,amaranth")).code,
        0
    );
    let after = tree(here.path());
    assert!(before.iter().all(|file| after.contains(file)));
    let new: Vec<&String> = after.iter().filter(|file| !before.contains(file)).map(|(name, _)| name).collect();
    assert!(new.len() > 20 && new.iter().all(|name| name.contains("/dft8_w1_fp16")), "{new:?}");
}

#[test]
fn an_interrupted_or_failed_run_leaves_the_old_core() {
    let here = TempDir::new().unwrap();
    assert_eq!(run(here.path(), "--size 4 --width 1 --precision fp16 --out core").code, 0);
    let before = tree(&here.path().join("core"));
    assert_eq!(run(here.path(), "--size 67 --width 68 --precision fp16 --out core").code, 2);
    assert_eq!(tree(&here.path().join("core")), before);
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_fftgen"))
        .args("--size 16384 --width 8 --precision fp32 --out core".split(' '))
        .current_dir(here.path())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(50));
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(tree(&here.path().join("core")), before);
}

#[test]
fn the_model_reads_and_writes_both_formats() {
    let here = TempDir::new().unwrap();
    let csv: String = (0..60).map(|i| format!("{},{}\n", i % 7, 0.5 - (i % 3) as f64)).collect();
    fs::write(here.path().join("in.csv"), &csv).unwrap();
    let model = format!("model {}", CORE.join(" "));
    let go = |rest: &str| assert_eq!(run(here.path(), &format!("{model} {rest}")).code, 0, "{rest}");
    go("--input in.csv --output out.hex");
    go("--input in.csv --output out.csv");
    go("--input out.hex --output back.hex --inverse");
    go("--input out.csv --output back.csv --inverse");
    let read = |name: &str| fs::read_to_string(here.path().join(name)).unwrap();
    assert_eq!(read("out.hex").lines().count(), 15);
    assert!(read("out.hex").lines().all(|line| line.len() == 64));
    // The two ways give the same bits: the inverse transform of either is the other's.
    let piped = finish(
        program(here.path())
            .args(model.split(' '))
            .args("--inverse --input - --output -".split(' '))
            .write_stdin(read("out.csv")),
    );
    assert_eq!(piped.stdout, read("back.csv"));
    let hex = "--inverse --input out.csv --output -  --output-format hex".split_whitespace();
    assert_eq!(finish(program(here.path()).args(model.split(' ')).args(hex)).stdout, read("back.hex"));
    let close = |a: &str, b: &str| (a.parse::<f64>().unwrap() - b.parse::<f64>().unwrap()).abs() < 1e-5;
    for (found, wanted) in read("back.csv").split([',', '\n']).zip(csv.split([',', '\n'])).take(120) {
        assert!(close(found, wanted), "{found} {wanted}");
    }
    let empty = finish(program(here.path()).args(model.split(' ')).args("--input - --output -".split(' ')));
    assert_eq!((empty.code, empty.stdout.as_str()), (2, ""));
}

#[test]
fn explain_tells_people_and_programs() {
    let here = TempDir::new().unwrap();
    let Run { code, stdout, .. } = run(here.path(), &format!("explain {}", CORE.join(" ")));
    assert_eq!(code, 0);
    assert!(stdout.contains("Chosen") && stdout.contains("permuter") && stdout.contains("L = "), "{stdout}");
    let json = run(here.path(), &format!("explain {} --json", CORE.join(" "))).stdout;
    let facts: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(facts["interval_cycles"], 5);
    let scores: Vec<u64> =
        facts["plans"].as_array().unwrap().iter().map(|p| p["cost"]["score"].as_u64().unwrap()).collect();
    assert!(scores.len() > 1 && scores.is_sorted());
    let latency: u64 = facts["stages"].as_array().unwrap().iter().map(|s| s["latency_cycles"].as_u64().unwrap()).sum();
    assert_eq!(facts["plans"][0]["cost"]["core_latency_cycles"], latency);
    let chosen = |goal: &str| {
        let json = run(here.path(), &format!("explain {} --json --optimize {goal}", CORE.join(" "))).stdout;
        let facts: serde_json::Value = serde_json::from_str(&json).unwrap();
        let cost = &facts["plans"][0]["cost"];
        let bound = &facts["bound"]["core_latency_cycles"];
        ["core_latency_cycles", "lut"]
            .map(|key| cost[key].as_u64().unwrap())
            .into_iter()
            .chain(bound.as_u64())
            .collect()
    };
    let [latency, balanced, area]: [Vec<u64>; 3] = ["latency", "balanced", "area"].map(chosen);
    assert!(latency[0] < balanced[0] && balanced[0] <= area[0], "{latency:?} {balanced:?} {area:?}");
    assert!(latency[1] > balanced[1] && balanced[1] >= area[1], "{latency:?} {balanced:?} {area:?}");
    // As one graph, whose words wait for no exponents, nothing waits.
    let one_graph = chosen("latency --datapath float");
    assert_eq!(one_graph[0], one_graph[2]);
    let fewest = run(here.path(), &format!("explain {} --json --max-dsp 14", CORE.join(" "))).stdout;
    let facts: serde_json::Value = serde_json::from_str(&fewest).unwrap();
    assert!(facts["plans"].as_array().unwrap().iter().all(|plan| plan["cost"]["dsp"].as_u64().unwrap() <= 14));
    let forced = run(here.path(), &format!("explain {} --radix 4,s5", CORE.join(" "))).stdout;
    assert!(forced.contains("S5") && forced.contains("no other"), "{forced}");
}

/// Folded cores, their sizes, the smallest core, and why a core is no folded one.
#[test]
fn explain_tells_of_rates() {
    let here = TempDir::new().unwrap();
    let facts = |line: &str| -> serde_json::Value {
        let Run { code, stdout, stderr } = run(here.path(), &format!("explain --precision fixed16 {line} --json"));
        assert_eq!((code, stderr.as_str()), (0, ""), "{line}");
        serde_json::from_str(&stdout).unwrap()
    };
    let folded = facts("--size 256 --width 1 --cycles 1400");
    let chosen = &folded["front"][folded["chosen"].as_u64().unwrap() as usize];
    assert!(chosen["interval_cycles"].as_u64().unwrap() <= 1400 && chosen["memory_words"] == 256, "{folded}");
    let smallest = facts("--size 256 --width 1 --cycles 1000000");
    assert!(smallest["asked_cycles"] == 1_000_000 && smallest["chosen"] == 0, "{smallest}");
    let sizes = facts("--sizes 12,24,60 --width 1 --cycles 500");
    let intervals: Vec<u64> =
        sizes["sizes"].as_array().unwrap().iter().map(|size| size["interval_cycles"].as_u64().unwrap()).collect();
    assert!(intervals.len() == 3 && intervals.is_sorted() && intervals[2] <= 500, "{sizes}");
    let sums = facts("--sizes 60,67 --width 1 --cycles 20000");
    assert!(sums["kernels"].as_array().unwrap().is_empty() && sums["sizes"][1]["radices"][0] == 67, "{sums}");
    let streaming = facts("--size 8x8 --width 1 --cycles 400");
    assert_eq!(streaming["streams_because"], "a folded core has one dimension and one channel");
    for line in [
        "--sizes 12,24,60 --width 1 --cycles 500",
        "--sizes 60,67 --width 1 --cycles 20000",
        "--size 8x8 --width 1 --cycles 400",
    ] {
        let text = run(here.path(), &format!("explain --precision fixed16 {line}")).stdout;
        assert!(text.contains("asked for") || text.contains("without a gap: a folded core has one"), "{text}");
    }
    // LUTs are counted with six inputs, which those of some families have not.
    for (line, title) in [("--cycles 400", "LUTs"), ("--cycles 400 --target ecp5", "LUT6"), ("--target ice40", "LUT6")]
    {
        let text = run(here.path(), &format!("explain --precision fixed16 --size 8 --width 1 {line}")).stdout;
        assert!(
            text.contains(&format!(" {title}  DSPs ")) && text.contains("UltraScale+") == (title == "LUT6"),
            "{text}"
        );
    }
}

#[test]
fn explain_tells_of_several_sizes() {
    for (width, format) in [(1, "fixed16"), (3, "fixed16"), (3, "fp16 --inverse"), (1, "fixed18 --scale 1/n")] {
        let here = TempDir::new().unwrap();
        let core = format!("--sizes 12,60,96,300 --width {width} --precision {format}");
        let Run { code, stdout, .. } = run(here.path(), &format!("explain {core}"));
        assert_eq!(code, 0);
        insta::assert_snapshot!(
            format!("explain-sizes-{width}-{}", format.replace(" --", "-").replace([' ', '/'], "-")),
            stdout
        );
        let json = run(here.path(), &format!("explain {core} --json")).stdout;
        let facts: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(run(here.path(), &format!("{core} --no-verify --out core")).code, 0);
        let name = facts["name"].as_str().unwrap();
        let manifest = fs::read(here.path().join(format!("core/{name}.json"))).unwrap();
        let manifest: serde_json::Value = serde_json::from_slice(&manifest).unwrap();
        let list = |of: &serde_json::Value| of.as_array().unwrap().clone();
        let number = |of: &serde_json::Value| of.as_u64().unwrap();
        let (stages, sizes) = (list(&facts["stages"]), list(&facts["sizes"]));
        assert_eq!(sizes.len(), 4);
        for (size, promised) in sizes.iter().zip(list(&manifest["sizes"])) {
            let radices: Vec<u64> = list(&size["radices"]).iter().map(number).collect();
            assert_eq!(radices.iter().product::<u64>(), number(&size["points"]));
            let served = |stage: &serde_json::Value, radix: u64| match stage["radices"].as_array() {
                Some(places) => radix == 1 || places.contains(&radix.into()),
                None => stage["lanes"] == radix,
            };
            assert!(radices.iter().zip(&stages).all(|(&radix, stage)| served(stage, radix)));
            assert_eq!(size["points"], promised["points"]);
            assert_eq!(size["interval_cycles"], number(&size["points"]) / width);
            // Its ports take the others.
            assert_eq!(number(&size["core_latency_cycles"]) + 2, number(&promised["latency_cycles"]));
        }
        let sum = |key: &str| stages.iter().filter_map(|stage| stage[key].as_u64()).sum::<u64>();
        assert_eq!(sum("memory_words"), number(&manifest["memory_words"]));
        assert_eq!(sum("real_adders"), number(&manifest["operators"]["real_adders"]));
        assert_eq!(sum("real_multipliers"), number(&manifest["operators"]["real_multipliers"]));
    }
}

/// Simulators that say what they are told to.
#[cfg(unix)]
mod simulators {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    /// Verifies with a `make` that runs this script.
    fn verify(script: &str) -> Run {
        let here = TempDir::new().unwrap();
        for (name, text) in [("make", script), ("iverilog", ""), ("vvp", "")] {
            let path = here.path().join(name);
            fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        }
        finish(program(here.path()).env("PATH", here.path()).args(["verify"]).args(CORE).args(["--with", "icarus"]))
    }

    /// The latency of the core.
    fn latency() -> usize {
        let here = TempDir::new().unwrap();
        let netlist = run(here.path(), &format!("verify {}", CORE.join(" "))).stdout;
        assert!(netlist.starts_with("netlist    PASS: "), "{netlist}");
        assert_eq!(tree(here.path()), []);
        netlist.split("latency ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap()
    }

    #[test]
    fn what_they_measure_is_held_against_what_was_computed() {
        let pass = format!("PASS: 8 frames, latency {} cycles, interval 5 cycles", latency());
        let fine = verify(&format!("echo '{pass}'"));
        assert_eq!((fine.code, fine.stdout), (0, format!("icarus     {pass}\n")));
        let slow = verify(&format!("echo '{}'", pass.replace("interval 5", "interval 6")));
        insta::assert_snapshot!(slow.stderr.replace(&latency().to_string(), "<L>"), @r#"error: dft20_w4_fp32: icarus: "PASS: 8 frames, latency <L> cycles, interval 6 cycles", but the interval computed is 5 cycles"#);
        assert_eq!(slow.code, 4);
    }

    #[test]
    fn failures_are_told_apart() {
        let wrong = verify("echo 'FAIL: frame 1, point 3: 00 instead of 01'; exit 2");
        insta::assert_snapshot!(wrong.stderr, @"error: dft20_w4_fp32: icarus: FAIL: frame 1, point 3: 00 instead of 01");
        assert_eq!(wrong.code, 4);
        let broken = verify("echo compiling; echo 'x.v:1: syntax error' >&2; exit 2");
        insta::assert_snapshot!(broken.stderr, @r"
        error: icarus failed (exit status: 2):
        compiling
        x.v:1: syntax error
        ");
        assert_eq!(broken.code, 5);
    }
}

/// Shifts that frames choose: by a key of the file, told by explain, and asked of the model by a word.
#[test]
fn shifts_come_with_a_word() {
    let here = TempDir::new().unwrap();
    fs::write(here.path().join("fft.yaml"), "size: 4\nwidth: 1\nprecision: fixed12\nscale: run-time\n").unwrap();
    fs::write(here.path().join("in.csv"), "0.25,0\n0.125,0\n0.125,0\n0.125,0\n").unwrap();
    let first = |word: &str| {
        let Run { code, stdout, .. } =
            run(here.path(), &format!("model --config fft.yaml --input in.csv --output - {word}"));
        assert_eq!(code, 0);
        stdout.lines().next().unwrap().to_string()
    };
    let words = ["", "--config-word 0", "--config-word 0x1", "--config-word 2", "--config-word 3"];
    assert_eq!(words.map(first), ["0.15625,0.0", "0.625,0.0", "0.3125,0.0", "0.15625,0.0", "0.078125,0.0"]);
    let told = run(here.path(), "explain --config fft.yaml").stdout;
    assert!(told.contains("shift 2, or as bits 1:0 of the frame's word say"), "{told}");
}

#[test]
fn words_of_other_tools_stand_for_the_same_core() {
    let here = TempDir::new().unwrap();
    fs::write(here.path().join("fft.yaml"), "size: 2^6\nprecision: Q1.15\nscale: run-time\nrun-time: direction\n")
        .unwrap();
    let core = |line: &str| run(here.path(), &format!("{line} --dry-run --no-verify --json")).stdout;
    let usual = core("--size 64 --width 1 --precision fixed16 --scale runtime --runtime direction --target ecp5");
    assert!(usual.contains("dft64"), "{usual}");
    for line in [
        "-n 2^6 -w1 -pint16 --scale run-time --run-time=dir --target LFE5U-25F",
        "--config fft.yaml --width 1 --target ecp5",
    ] {
        assert_eq!(core(line), usual, "{line}");
    }
    let paced = |rate: &str| core(&format!("--size 64 --width 1 --precision fixed16 --clock 250MHz {rate}"));
    for rate in ["--rate 1/8", "--rate 0.125", "--rate 31.25MSPS"] {
        assert_eq!(paced(rate), paced("--cycles 512"), "{rate}");
    }
}

/// The summary: one of a thing is singular, plans are in words, and slow frames are in the title.
#[test]
fn summaries_read_well() {
    let here = TempDir::new().unwrap();
    let lines = |line: &str, wanted: &[&str]| {
        let Run { stdout, .. } = run(here.path(), &format!("{line} --precision fixed16 --no-verify --dry-run"));
        wanted.iter().for_each(|text| assert!(stdout.contains(text), "{line}: {text}: {stdout}"));
    };
    lines(
        "--size 256 --width 1 --clock 250MHz",
        &[
            "plan        radix 2², 4 pairs of SDF steps\n",
            "throughput  1 sample a clock cycle; 250 Msamples/s, 976,563 frames/s at 250 MHz\n",
        ],
    );
    lines(
        "--size 16 --width 1 --cycles 2000",
        &[
            "16-point DFT, a frame every 544 cycles, ",
            " 1 adder and 1 multiplier,",
            " LUTs, 1 DSP block, 0 block RAMs of AMD UltraScale+",
        ],
    );
    lines(
        "--size 16 --width 2 --target ecp5",
        &[
            " block RAMs of Lattice ECP5, before",
            "clock       182 to 248 MHz, as other streaming",
            "throughput  2 samples a clock cycle; 360 Msamples/s, 22,500,000 frames/s at 180 MHz\n",
        ],
    );
    run(here.path(), "--size 16 --width 2 --precision fixed16 --scale runtime --no-verify --out core");
    let readme = fs::read_to_string(here.path().join("core/dft16_w2_fixed16_shifts.md")).unwrap();
    assert!(readme.contains("shift_1 | 0 to 3: results of a pair of stages, DFT2 and DFT2, are divided"), "{readme}");
}
