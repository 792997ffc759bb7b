//! `fftgen model` on the files that people have: what it reads, writes, counts and refuses.

use assert_cmd::Command;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// What a run has left behind.
struct Run {
    code: i32,
    stdout: Vec<u8>,
    stderr: String,
}

/// Runs `fftgen model` with words separated by spaces.
fn model(folder: &Path, line: &str) -> Run {
    let output = Command::new(env!("CARGO_BIN_EXE_fftgen"))
        .env("FFTGEN_PROGRESS", "off")
        .current_dir(folder)
        .arg("model")
        .args(line.split_whitespace())
        .output()
        .unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    Run { code: output.status.code().unwrap(), stdout: output.stdout, stderr }
}

/// A folder with files.
fn folder(files: &[(&str, &[u8])]) -> TempDir {
    let here = TempDir::new().unwrap();
    files.iter().for_each(|(name, bytes)| fs::write(here.path().join(name), bytes).unwrap());
    here
}

/// `sin` and `cos` of growing angles, some decimals of each.
fn table(points: usize) -> String {
    (1..=points).map(|i| (i * i) as f64 * 0.7).map(|angle| format!("{:.6},{:.6}\n", angle.sin(), angle.cos())).collect()
}

/// The numbers of a table, read in double precision.
fn doubles(text: &[u8]) -> Vec<f64> {
    let text = std::str::from_utf8(text).unwrap();
    text.split([',', '\n']).filter(|text| !text.is_empty()).map(|text| text.parse().unwrap()).collect()
}

/// Components of lines of hex, a point each.
fn words(text: &[u8], digits: usize) -> Vec<u64> {
    let text = std::str::from_utf8(text).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with("//"));
    lines
        .flat_map(|line| [&line[digits..], &line[..digits]].map(|word| u64::from_str_radix(word, 16).unwrap()))
        .collect()
}

#[test]
fn a_table_has_the_values_that_the_core_computes() {
    let here = folder(&[("in.csv", table(1024).as_bytes())]);
    let both = |core: &str| {
        let line = format!("{core} --size 1024 --width 1 --input in.csv --output - --output-format");
        ["csv", "hex"].map(|format| {
            let run = model(here.path(), &format!("{line} {format}"));
            assert_eq!((run.code, run.stderr.as_str()), (0, ""));
            run.stdout
        })
    };
    let [csv, hex] = both("--precision q2.14");
    let values: Vec<f64> = words(&hex, 4).iter().map(|word| f64::from(*word as u16 as i16) / 16384.0).collect();
    assert_eq!(doubles(&csv), values);
    let [csv, hex] = both("--precision fp32");
    let values: Vec<f64> = words(&hex, 8).iter().map(|word| f32::from_bits(*word as u32).into()).collect();
    assert_eq!(doubles(&csv), values);
    let [csv, hex] = both("--precision q2.14 --scale bfp");
    let exponent: i32 = std::str::from_utf8(&hex).unwrap().split([' ', '\n']).nth(2).unwrap().parse().unwrap();
    let unit = 2f64.powi(exponent - 14);
    let values: Vec<f64> = words(&hex, 4).iter().map(|word| f64::from(*word as u16 as i16) * unit).collect();
    assert_eq!(doubles(&csv), values);
}

#[test]
fn numbers_without_a_place_in_the_format_are_told() {
    let files: [(&str, &[u8]); 3] = [
        ("in.csv", b"re,im\n0.5,-1\n1,1023\n0,inf\n0,0\n"),
        ("nan.csv", b"0,0\n0,nan\n0,0\n0,0\n"),
        ("fp.csv", b"0,0\n0,0\n0,-1e5\n0,0\n"),
    ];
    let here = folder(&files);
    let fixed = "--size 4 --width 1 --precision fixed16 --output out.csv --input";
    let run = model(here.path(), &format!("{fixed} in.csv"));
    assert_eq!(run.code, 0);
    insta::assert_snapshot!(run.stderr, @"in.csv: 3 of 8 numbers were beyond the format's range and are at full scale; the first on line 3");
    fs::remove_file(here.path().join("out.csv")).unwrap();
    let run = model(here.path(), &format!("{fixed} in.csv --strict"));
    assert_eq!((run.code, here.path().join("out.csv").exists()), (2, false));
    insta::assert_snapshot!(run.stderr, @r#"error: in.csv: line 3: "1" is beyond the range of fixed16, which ends at 0.999969482421875; scale the data, or leave --strict out"#);
    let run = model(here.path(), &format!("{fixed} nan.csv"));
    assert_eq!((run.code, here.path().join("out.csv").exists()), (2, false));
    insta::assert_snapshot!(run.stderr, @"error: nan.csv: line 2: nan is not in fixed16, where every word is a number; replace it by one");
    let run = model(here.path(), "--size 4 --width 1 --precision fp16 --input fp.csv --output out.csv");
    assert_eq!(run.code, 0);
    insta::assert_snapshot!(run.stderr, @r"
    fp.csv: 1 of 8 numbers was beyond the format's range and is infinite; the first on line 3
    out.csv: 8 of 8 components are infinite or no number
    ");
}

#[test]
fn results_too_large_for_their_words_are_counted() {
    let points = ["0.9,0\n", "0,0\n"].map(|point| point.repeat(16)).concat();
    let here = folder(&[("in.csv", points.as_bytes())]);
    let core = "--size 16 --width 1 --precision fixed16 --scale runtime --input in.csv --output out.csv";
    let told = |flags: &str| {
        let run = model(here.path(), &format!("{core} --json {flags}"));
        let json: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap();
        (run.code, json["overflowing_frames"].as_u64(), run.stderr)
    };
    assert_eq!(told(""), (0, Some(0), String::new()));
    let (code, frames, told) = told("--config-word 0");
    assert_eq!((code, frames), (0, Some(1)));
    insta::assert_snapshot!(told, @"out.csv: 1 of 2 frames had values too large for their words, which saturated; the first is frame 0 (frames count from 0)");
}

#[test]
fn what_holds_no_frame_is_an_error() {
    let empty_array = b"\x93NUMPY\x01\x00\x3a\x00{'descr': '<c16', 'fortran_order': False, 'shape': (0, 2)}";
    let files: [(&str, &[u8]); 7] = [
        ("empty.csv", b""),
        ("header.csv", b"re,im\n"),
        ("comment.hex", b"// nothing\n"),
        ("empty.npy", empty_array),
        ("missing.csv", b"NA,NA\n0,0\n0,0\n"),
        ("latin.csv", b"0,0\n0,0\xb5\n"),
        ("latin.hex", b"00000000\n\xb5\n"),
    ];
    let here = folder(&files);
    let mut shown = String::new();
    for (name, _) in files {
        let run =
            model(here.path(), &format!("--size 2 --width 1 --precision fixed16 --input {name} --output out.csv"));
        assert_eq!((run.code, here.path().join("out.csv").exists()), (2, false), "{name}");
        shown += &run.stderr;
    }
    insta::assert_snapshot!(shown);
}

#[test]
fn every_notation_carries_the_same_frames() {
    let here = folder(&[("in.csv", table(24).as_bytes())]);
    let go = |input: &str, output: &str| {
        let run =
            model(here.path(), &format!("--size 12 --width 3 --precision fixed16 --input {input} --output {output}"));
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{input} {output}");
        fs::read(here.path().join(output)).unwrap()
    };
    let first = ["csv", "hex", "coe", "mif", "npy", "txt", "mem"].map(|ending| go("in.csv", &format!("out.{ending}")));
    assert_eq!((&first[0], &first[1]), (&first[5], &first[6]));
    let again = go("out.csv", "again.hex");
    for ending in ["hex", "coe", "mif", "npy", "txt", "mem"] {
        assert_eq!(go(&format!("out.{ending}"), "again.hex"), again, "{ending}");
    }
    // What the ending does not say, and columns with names of their own.
    let columns: String = table(12)
        .lines()
        .enumerate()
        .map(|(i, line)| format!("{}\t{}\n", i as f64 / 8.0, line.replace(',', "\t")))
        .collect();
    fs::write(here.path().join("scope.dat"), format!("% a scope\nt\ti\tq\n{columns}")).unwrap();
    fs::write(here.path().join("one.csv"), table(12)).unwrap();
    let core = "--size 12 --width 3 --precision fp32 --output -";
    let refused = model(here.path(), &format!("{core} --input scope.dat"));
    assert_eq!(refused.code, 2);
    insta::assert_snapshot!(refused.stderr, @"error: scope.dat: the ending is none of csv, tsv, txt, asc, hex, mem, coe, mif, npy, cs8, cu8, cs16, cf32, fc32, wav, sigmf-data; say --input-format, one of csv, hex, coe, mif, npy, cs8, cu8, cs16, cf32, wav");
    let found = model(here.path(), &format!("{core} --input scope.dat --input-format csv --columns i,q"));
    let wanted = model(here.path(), &format!("{core} --input one.csv"));
    assert_eq!((found.code, found.stdout), (0, wanted.stdout));
    let refused = model(here.path(), &format!("{core} --input out.hex --columns 1,2"));
    assert_eq!(refused.code, 2);
    insta::assert_snapshot!(refused.stderr, @"error: --columns are those of csv; leave them out");
    let block = "--size 12 --width 3 --precision fixed16 --scale bfp --input in.csv --output";
    let refused = model(here.path(), &format!("{block} block.coe"));
    assert_eq!(refused.code, 2);
    insta::assert_snapshot!(refused.stderr, @"error: block floating point has an exponent for each frame, for which coe has no place; write csv, hex, mif or npy");
    let memory = model(here.path(), &format!("{block} - --output-format mif")).stdout;
    assert!(String::from_utf8(memory).unwrap().contains("CONTENT BEGIN\n-- exponent "));
}

#[test]
fn recordings_in_sigmf_are_described_beside_them() {
    let meta = br#"{"global": {"core:datatype": "ci8"}, "captures": [{"core:sample_start": 0}]}"#;
    let bytes: &[u8] = &[0x40, 0, 0x20, 0xf0, 0, 0, 0, 0, 1, 1];
    let here =
        folder(&[("in.sigmf-data", bytes), ("in.sigmf-meta", meta), ("in.cs8", bytes), ("lone.sigmf-data", bytes)]);
    let core = "--size 4 --width 1 --precision fixed16 --output - --input";
    let [described, plain] = ["in.sigmf-data", "in.cs8"].map(|file| model(here.path(), &format!("{core} {file}")));
    assert_eq!((described.code, described.stdout), (0, plain.stdout));
    insta::assert_snapshot!(described.stderr, @"in.sigmf-data: 1 sample after the last whole frame is left out");
    let lone = model(here.path(), &format!("{core} lone.sigmf-data"));
    assert_eq!(lone.code, 2);
    assert!(lone.stderr.contains("lone.sigmf-meta: "), "{}", lone.stderr);
}

/// Offset binary has an inverted sign bit, and with qi the imaginary part is low; both are of the words on the bus alone.
#[test]
fn words_are_coded_as_on_the_ports() {
    let parts: Vec<u16> = (0..32u16).map(|k| k.wrapping_mul(0x3a5) & 0xfff).collect();
    let lines = |flip: u16, low: usize| -> String {
        parts.chunks(2).map(|point| format!("{:04x}{:04x}\n", point[1 - low] ^ flip, point[low] ^ flip)).collect()
    };
    let here = folder(&[("plain.hex", lines(0, 0).as_bytes()), ("coded.hex", lines(0x800, 1).as_bytes())]);
    for core in ["--size 16 --width 1 --precision fixed12", "--size 16 --precision fixed12 --transform dct2"] {
        let [plain, coded] = ["plain.hex", "coded.hex --input-coding offset --iq-order qi"].map(|input| {
            let run = model(here.path(), &format!("{core} --output - --output-format hex --input {input}"));
            assert_eq!((run.code, run.stderr.as_str()), (0, ""));
            String::from_utf8(run.stdout).unwrap()
        });
        let swapped: String = plain.lines().map(|line| format!("{}{}\n", &line[4..], &line[..4])).collect();
        assert_eq!(coded, swapped, "{core}");
    }
    for core in
        ["--size 12 --width 5", "--size 8 --width 1 --kind rfft", "--size 8 --width 2 --kind irfft --resync tlast"]
    {
        let run = Command::new(env!("CARGO_BIN_EXE_fftgen"))
            .env("FFTGEN_PROGRESS", "off")
            .args(format!("verify {core} --precision fixed8 --input-coding offset --iq-order qi").split(' '))
            .output();
        assert!(run.unwrap().status.success(), "{core}");
    }
}

#[test]
fn a_line_without_an_end_is_an_error() {
    let here = folder(&[]);
    fs::write(here.path().join("zeros"), vec![0; 2 << 20]).unwrap();
    for format in ["csv", "hex", "coe", "mif", "npy"] {
        let start = Instant::now();
        let line =
            format!("--size 4 --width 1 --precision fp16 --input zeros --input-format {format} --output out.csv");
        let run = model(here.path(), &line);
        assert_eq!(run.code, 2, "{}", run.stderr);
        // A second, and what a busy machine adds.
        assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
        let wanted = if format == "npy" { "no array of NumPy" } else { "line 1: more than 1048576 bytes" };
        assert!(run.stderr.contains(wanted), "{}", run.stderr);
    }
}
