//! The commands with `--array`.

use crate::support::finished::program;
use fftgen::array::{Array, Links, Topology};
use fftgen::format::Format;
use fftgen::model::Sample;
use fftgen::{data, Config};
use std::fs;

const CORE: &str = "--size 6x6x6 --precision fixed16 --array mesh:2x2 --link-bits 16 --hop 2";

#[test]
fn an_array_is_written_with_its_summary_and_manifest() {
    let here = tempfile::tempdir().unwrap();
    let (code, stdout, stderr) = program(here.path(), CORE);
    assert_eq!((code, stderr.as_str()), (0, ""));
    let name = "dft6x6x6_w1_fixed16_mesh2x2_link16_hop2";
    for fact in ["mesh:2x2, 4 elements", "PASS: 2 frames", &format!("in generated/{name}")] {
        assert!(stdout.contains(fact), "{fact} in {stdout}");
    }
    let folder = here.path().join("generated").join(name);
    let manifest = fs::read(folder.join(format!("{name}.json"))).unwrap();
    let manifest: serde_json::Value = serde_json::from_slice(&manifest).unwrap();
    assert_eq!(manifest["command"], format!("fftgen {CORE}"));
    assert_eq!((&manifest["interface"], &manifest["shape"]), (&"links".into(), &serde_json::json!([6, 6, 6])));
    assert_eq!((&manifest["array"]["topology"], &manifest["array"]["link_words"]), (&"mesh:2x2".into(), &2.into()));
    assert_eq!(manifest["files"].as_array().unwrap().len(), fs::read_dir(&folder).unwrap().count() - 1);
    for port in manifest["ports"].as_array().unwrap() {
        assert_ne!(port["meaning"], "", "{port}");
    }
    // The command in the manifest makes this array, and no array of another command is replaced.
    assert_eq!(program(here.path(), CORE).0, 0);
    assert_eq!(program(here.path(), &format!("{CORE} --license MIT")).0, 1);
    assert_eq!(fs::read_dir(here.path().join("generated")).unwrap().count(), 1);
}

#[test]
fn configuration_files_describe_arrays() {
    let here = tempfile::tempdir().unwrap();
    let text = "size: 4x4\nprecision: fp16\narray: ring:4\nlink-bits: 32\nhop: 1\nexchange: direct\n";
    fs::write(here.path().join("array.yaml"), text).unwrap();
    let (code, stdout, stderr) = program(here.path(), "--config array.yaml --no-verify");
    assert_eq!((code, stderr.as_str()), (0, ""));
    assert!(stdout.contains("in generated/dft4x4_w1_fp16_ring4"), "{stdout}");
    // Links that are the usual ones are no other array.
    assert_eq!(program(here.path(), "--size 4x4 --precision fp16 --array ring:4 --no-verify").0, 0);
}

#[test]
fn models_transform_arrays_of_numpy() {
    let here = tempfile::tempdir().unwrap();
    let text: String = (0..216).map(|point| format!("{},{}\n", f64::from(point % 17) / 64.0, -0.25)).collect();
    fs::write(here.path().join("in.csv"), text).unwrap();
    let (code, _, stderr) = program(here.path(), &format!("model {CORE} --input in.csv --output out.npy"));
    assert_eq!((code, stderr.as_str()), (0, ""));
    let config = Config::new([6, 6, 6], 1, Format::parse("fixed16", false).unwrap());
    let array = Array::new(config, Topology::Mesh(2, 2), Links::default()).unwrap();
    let part = |value: f64| array.config.format.from_f64(value);
    let samples: Vec<Sample> = (0..216).map(|point| [part(f64::from(point % 17) / 64.0), part(-0.25)]).collect();
    let frame = data::Frame {
        shape: array.config.shape,
        width: 1,
        format: array.config.format,
        real: false,
        half_rate: false,
        padding: array.config.padding,
        coding: Default::default(),
    };
    let mut writer = data::Writer::new(data::Notation::Npy, frame, false).unwrap();
    let mut wanted = writer.write(&array.transform(&samples), None);
    wanted.extend(writer.finish());
    assert!(fs::read(here.path().join("out.npy")).unwrap() == wanted);
}

/// Real samples become spectra of half as many points, and these the samples again.
#[test]
fn models_transform_real_samples_and_back() {
    let here = tempfile::tempdir().unwrap();
    let samples: Vec<f64> = (0..192).map(|sample| f64::from(sample * sample % 37) / 64.0 - 0.25).collect();
    fs::write(here.path().join("in.csv"), samples.iter().map(|sample| format!("{sample}\n")).collect::<String>())
        .unwrap();
    let model = |kind: &str, files: &str| {
        let core = "--size 4x6x8 --precision fp32 --array torus:2x2";
        let (code, _, stderr) = program(here.path(), &format!("model --kind {kind} {core} {files}"));
        assert_eq!((code, stderr.as_str()), (0, ""));
    };
    model("rfft", "--input in.csv --output spectrum.npy");
    let spectrum = fs::read(here.path().join("spectrum.npy")).unwrap();
    assert!(String::from_utf8_lossy(&spectrum[..128]).contains("(1, 4, 6, 4)"));
    model("irfft", "--input spectrum.npy --output out.csv");
    let found = fs::read_to_string(here.path().join("out.csv")).unwrap();
    let found: Vec<f64> = found.lines().filter_map(|line| line.parse().ok()).collect();
    assert_eq!(found.len(), samples.len());
    for (found, sample) in found.iter().zip(&samples) {
        assert!((found - sample).abs() < 1e-6, "{found} for {sample}");
    }
}

#[test]
fn explain_computes_arrays_of_any_size() {
    let here = tempfile::tempdir().unwrap();
    let shown = |line: &str| {
        let (code, stdout, stderr) = program(here.path(), &format!("explain {line}"));
        assert_eq!((code, stderr.as_str()), (0, ""));
        stdout
    };
    let large = "--size 512x512x512 --precision fp32 --array mesh:512x512";
    insta::assert_snapshot!("explain-array", shown(large));
    let facts: serde_json::Value = serde_json::from_str(&shown(&format!("{large} --json"))).unwrap();
    assert_eq!(facts["array"]["elements"], 512 * 512);
    assert_eq!(facts["steps"].as_array().unwrap().len(), 7);
    assert!(facts["basis"].as_str().unwrap().contains("nothing was simulated"));
    insta::assert_snapshot!("explain-array-plane", shown("--size 64x48 --precision fp32 --array torus:4x4"));
    insta::assert_snapshot!("explain-array-long", shown("--size 1024 --precision fp32 --array ring:8"));
    insta::assert_snapshot!(
        "explain-array-real",
        shown("--kind rfft --size 32x32x64 --precision fp32 --array torus:8x8")
    );
    insta::assert_snapshot!("explain-array-picture", shown("--size 4x4 --precision fp16 --array ring:4 --svg"));
    let svg = shown(&format!("{large} --svg"));
    assert!(svg.starts_with("<svg ") && svg.len() < 100_000, "{} bytes", svg.len());
    assert_eq!(fs::read_dir(here.path()).unwrap().count(), 0);
}

/// Arrays of several numbers of elements have the clock cycles that each of them has, and wider links where the efficiency falls.
#[test]
fn explain_compares_arrays_of_several_numbers_of_elements() {
    let here = tempfile::tempdir().unwrap();
    let shown = |line: &str| {
        let (code, stdout, stderr) = program(here.path(), &format!("explain {line}"));
        assert_eq!((code, stderr.as_str()), (0, ""), "{line}");
        stdout
    };
    let fast = "--size 64x64x64 --precision fp32";
    let dense = "--size 2048x2048 --precision fp32 --transform dft --macs 16";
    insta::assert_snapshot!("explain-scaling", shown(&format!("{fast} --array torus:2..16")));
    for (frame, arrays, singles) in
        [(fast, "torus:2..16", ["torus:4x4", "torus:16x16"]), (dense, "ring:4..64", ["ring:8", "ring:64"])]
    {
        let facts: serde_json::Value =
            serde_json::from_str(&shown(&format!("{frame} --array {arrays} --steps phased --json"))).unwrap();
        let rows = facts["arrays"].as_array().unwrap();
        for single in singles {
            let own: serde_json::Value =
                serde_json::from_str(&shown(&format!("{frame} --array {single} --json"))).unwrap();
            let row = rows.iter().find(|row| row["array"] == single).unwrap();
            assert_eq!(row["transform_cycles"], own["transform_cycles"], "{single}");
        }
        let efficiency = |row: &serde_json::Value| row["efficiency"].as_f64().unwrap();
        assert!(rows.windows(2).all(|two| efficiency(&two[0]) >= efficiency(&two[1])), "{frame}");
        for row in rows.iter().filter(|row| !row["with_wider_links"].is_null()) {
            assert!(efficiency(row) < 0.9 && efficiency(&row["with_wider_links"]) > efficiency(row), "{row}");
        }
    }
}

#[test]
fn what_does_not_work_is_refused_and_nothing_is_written() {
    let here = tempfile::tempdir().unwrap();
    let refused = |line: &str| {
        let (code, stdout, stderr) = program(here.path(), line);
        assert!(code == 2 || code == 3, "{line}: {code} {stdout}");
        assert_eq!(stdout, "", "{line}");
        assert_eq!(fs::read_dir(here.path()).unwrap().count(), 0, "{line}");
        format!("{line}\n  {stderr}")
    };
    let messages: String = [
        "--size 8x8x8 --precision fp16 --array grid:2x2",
        "--size 8x8x8 --precision fp16 --array mesh:4",
        "--size 8x8x8 --precision fp16 --array mesh:2..4",
        "explain --size 8x8x8 --precision fp16 --array mesh:4..2",
        "explain --size 8x8x8 --precision fp16 --array mesh:4..7",
        "--size 8x8 --precision fp16 --array ring:2 --name a-b",
        "explain --size 8x8x8 --precision fp16 --array mesh:2..4 --svg",
        "explain --size 9x8x8 --precision fp16 --array mesh:2..4",
        "explain --size 8 --precision fp16 --transform dft --array ring:2..4",
        "--size 8x8x8 --precision fp16 --array mesh:3x3",
        "--size 8x8x8 --precision fp16 --array mesh:4x2",
        "--size 8x8 --precision fp16 --array mesh:4x4",
        "--size 12x18 --precision fp16 --array torus:3x3 --kind rfft",
        "--size 8x8x8x8 --precision fp16 --array mesh:2x2",
        "--size 16x16 --precision fp16 --array torus:2x2 --steps overlapped",
        "--size 54 --precision fp16 --array ring:3 --kind rfft",
        "--size 8x8x8 --precision fp16 --array mesh:1x1",
        "--size 8x8x8 --precision fp16 --array mesh:2x2 --link-bits 0",
        "--size 8x8x8 --precision fp16 --array mesh:2x2 --hop 17",
        "--size 8x8x8 --precision fp16 --array torus:2x2 --exchange broadcast",
        "--size 64 --precision fp16 --array torus:2x2 --steps overlapped",
        "--size 8x4x8 --precision fp16 --array torus:2x2 --steps overlapped",
        "--size 8x8 --precision fp16 --array ring:2 --steps overlapped",
        "--size 100 --precision fp16 --array mesh:4x4",
        "--size 300000000 --precision fp16 --array ring:4",
        "--size 8x6x9 --precision fp16 --array mesh:2x2",
        "--size 8x8x8 --precision fp16 --array mesh:8x8 --steps overlapped",
        "--size 8x8x8 --precision fp16 --array mesh:2x2 --kind rfft --steps overlapped",
        "--size 8x8x10 --precision fp16 --array mesh:2x2 --kind rfft",
        "--size 65 --precision fp16 --array ring:2 --kind irfft",
        "--size 8x8 --precision fp16 --array ring:2 --kind rfft-pair",
        "--size 8x8 --precision fp32 --array ring:2 --kind rfft --datapath cfp28",
        "--size 8x8x8 --precision fp16 --array mesh:2x2 --width 2",
        "--size 8x8x8 --precision fp16 --array mesh:2x2 --memory axi",
        "--size 8x8x8 --precision fp16 --width 1 --hop 2",
        "--size 8x8x8 --precision fixed16 --array mesh:2x2 --scale bfp",
        "--size 128x128x128 --precision fp16 --array mesh:128x128",
    ]
    .map(refused)
    .concat();
    insta::assert_snapshot!("array-errors", messages);
    fs::write(here.path().join("in.csv"), "0,0\n").unwrap();
    let model = "model --size 1024x1024x1024 --precision fp16 --array mesh:2x2 --input in.csv --output out.csv";
    let (code, _, stderr) = program(here.path(), model);
    assert_eq!((code, stderr.contains("at most")), (3, true), "{stderr}");
    assert_eq!(fs::read_dir(here.path()).unwrap().count(), 1);
}
