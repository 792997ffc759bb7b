//! The commands with `--memory axi`.

use crate::support::finished::program;
use fftgen::external::External;
use fftgen::format::Format;
use fftgen::model::Sample;
use fftgen::{data, Config};
use std::fs;

const CORE: &str = "--size 6x10 --width 2 --precision fixed16 --memory axi";

#[test]
fn a_core_is_written_with_its_summary_and_manifest() {
    let here = tempfile::tempdir().unwrap();
    let (code, stdout, stderr) = program(here.path(), CORE);
    assert_eq!((code, stderr.as_str()), (0, ""));
    for fact in ["frames in external memory", "passes      2", "PASS: 3 frames", "in generated/dft6x10_w2_fixed16_axi"]
    {
        assert!(stdout.contains(fact), "{fact} in {stdout}");
    }
    let folder = here.path().join("generated/dft6x10_w2_fixed16_axi");
    let manifest = fs::read(folder.join("dft6x10_w2_fixed16_axi.json")).unwrap();
    let manifest: serde_json::Value = serde_json::from_slice(&manifest).unwrap();
    assert_eq!(manifest["command"], format!("fftgen {CORE}"));
    assert_eq!((&manifest["interface"], &manifest["shape"]), (&"axi4".into(), &serde_json::json!([6, 10])));
    assert_eq!(manifest["layout"]["row_pitch_bytes"], 512);
    assert_eq!(manifest["files"].as_array().unwrap().len(), fs::read_dir(&folder).unwrap().count() - 1);
    for port in manifest["ports"].as_array().unwrap() {
        assert_ne!(port["meaning"], "", "{port}");
    }
    // The command in the manifest makes this core, and no core of another command is replaced.
    assert_eq!(program(here.path(), CORE).0, 0);
    assert_eq!(program(here.path(), &format!("{CORE} --license MIT")).0, 1);
}

#[test]
fn models_transform_files_of_frames() {
    let here = tempfile::tempdir().unwrap();
    let text: String = (0..120).map(|point| format!("{},{}\n", f64::from(point % 17) / 64.0, -0.25)).collect();
    fs::write(here.path().join("in.csv"), text).unwrap();
    let (code, _, stderr) = program(here.path(), &format!("model {CORE} --input in.csv --output out.hex"));
    assert_eq!((code, stderr.as_str()), (0, ""));
    let core = External::new(Config::new([6, 10], 2, Format::parse("fixed16", false).unwrap())).unwrap();
    let part = |value: f64| core.config.format.from_f64(value);
    let samples: Vec<Sample> = (0..120).map(|point| [part(f64::from(point % 17) / 64.0), part(-0.25)]).collect();
    let frame = data::Frame {
        shape: core.config.shape,
        width: 2,
        format: core.config.format,
        real: false,
        half_rate: false,
        padding: core.config.padding,
        coding: Default::default(),
    };
    let mut writer = data::Writer::new(data::Notation::Hex, frame, false).unwrap();
    let mut wanted = writer.write(&core.transform(&samples), None);
    wanted.extend(writer.finish());
    assert!(fs::read(here.path().join("out.hex")).unwrap() == wanted);
    let (code, _, stderr) = program(here.path(), &format!("model {CORE} --input out.hex --output out.npy"));
    assert_eq!((code, stderr.as_str()), (0, ""));
    let array = fs::read(here.path().join("out.npy")).unwrap();
    assert!(String::from_utf8_lossy(&array[..128]).contains("(2, 6, 10"), "the shape of frames");
}

/// The second of two frames has its first harmonic in all rows, which is larger than any component.
#[test]
fn models_tell_of_values_that_are_too_large() {
    let here = tempfile::tempdir().unwrap();
    let corners = ["1,1", "-1,1", "-1,-1", "1,-1"];
    let rows = |frame: usize| (0..256).map(move |n| if frame == 0 { "0,0" } else { corners[n / 2 % 4] });
    let text: Vec<&str> = (0..2).flat_map(rows).collect();
    fs::write(here.path().join("in.csv"), text.join("\n")).unwrap();
    let line = "model --size 16x16 --width 4 --precision fixed12 --memory axi --input in.csv --output out.npy";
    let (code, _, stderr) = program(here.path(), line);
    assert_eq!(code, 0);
    assert!(
        stderr.contains("1 of 2 frames had values too large for their words, which saturated; the first is frame 1"),
        "{stderr}"
    );
}

#[test]
fn explain_shows_passes_and_traffic() {
    let here = tempfile::tempdir().unwrap();
    let shown = |line: &str| {
        let (code, stdout, stderr) = program(here.path(), &format!("explain {line} --memory axi"));
        assert_eq!((code, stderr.as_str()), (0, ""));
        stdout
    };
    insta::assert_snapshot!("explain-memory", shown("--size 64x48 --width 4 --precision fixed16"));
    insta::assert_snapshot!("explain-memory-long", shown("--size 16384 --width 4 --precision fixed16"));
    let facts: serde_json::Value =
        serde_json::from_str(&shown("--size 64x48 --width 4 --precision fixed16 --json")).unwrap();
    assert_eq!(facts["passes"].as_array().unwrap().len(), 2);
}
