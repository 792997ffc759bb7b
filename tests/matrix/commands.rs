//! The commands with a matrix.

use crate::support::finished::program;
use crate::support::tools::has_tool;
use std::fs;
use std::path::Path;

const CORE: &str = "--size 8 --precision fixed16 --matrix a.csv --array line:2 --macs 2";

/// Matrix of four rows, in text.
fn text(rows: usize, columns: usize) -> String {
    let entry = |row: usize, column: usize| format!("{:.3}{:+.3}j", 1.0 / (1 + row + column) as f64, row as f64 / 8.0);
    let row = |row: usize| (0..columns).map(|column| entry(row, column)).collect::<Vec<_>>().join(",") + "\n";
    (0..rows).map(row).collect()
}

fn folder() -> tempfile::TempDir {
    let here = tempfile::tempdir().unwrap();
    let write = |name: &str, contents: String| fs::write(here.path().join(name), contents).unwrap();
    write("a.csv", text(4, 8));
    write("short.csv", text(4, 7));
    write("ragged.csv", "1,2\n1\n".into());
    write("words.csv", "1,2\n1,x\n".into());
    write("empty.csv", "# nothing\n".into());
    write("large.csv", "1e300\n-1e300\n".into());
    write("nodes.csv", "1\n0.5+0.5j\n-1\n0.9\n".into());
    write("zero.csv", "1\n0\n".into());
    write("near.csv", "1\n1e-40\n".into());
    write("circle.csv", "1\n0.6+0.8j\n-1\n1.1\n".into());
    here
}

pub fn manifest(here: &Path, name: &str) -> serde_json::Value {
    let path = here.join("generated").join(name).join(format!("{name}.json"));
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

#[test]
fn a_product_is_written_with_its_summary_and_manifest() {
    let here = folder();
    let (code, stdout, stderr) = program(here.path(), CORE);
    assert_eq!((code, stderr.as_str()), (0, ""));
    let name = "matrix_7d07c186_4x8_fixed16_line2_m2";
    for fact in ["4 rows, 8 columns, complex", "line:2, 2 multiply-adds each", "8 cycles, in 100 %", "PASS: ", name] {
        assert!(stdout.contains(fact), "{fact} in {stdout}");
    }
    let manifest = manifest(here.path(), name);
    assert_eq!(
        manifest["command"],
        format!("fftgen {CORE}").replace("--matrix a.csv --array line:2", "--array line:2 --matrix a.csv")
    );
    let product = &manifest["product"];
    assert_eq!((&product["rows"], &product["columns"], &product["array"]), (&4.into(), &8.into(), &"line:2".into()));
    assert_eq!((&product["utilisation"], &manifest["interval_cycles"]), (&1.0.into(), &8.into()));
    assert_eq!(
        (&manifest["beats"], &manifest["input_beats"], &manifest["kind"]),
        (&4.into(), &8.into(), &"matrix".into())
    );
    for port in manifest["ports"].as_array().unwrap() {
        assert_ne!(port["meaning"], "", "{port}");
    }
}

#[test]
fn nodes_and_rules_make_products() {
    let here = folder();
    let cores = [
        ("--size 8 --precision fp16 --points nodes.csv", "nodes_9f9cdf11_4x8_fp16"),
        ("--size 8 --precision fp16 --transform dct4 --array ring:2 --macs 2", "dct4_8x8_fp16_ring2_m2"),
        ("--size 205 --precision fixed16 --transform goertzel:18,20 --macs 2", "goertzel_15f65361_2x205_fixed16_m2"),
        ("--size 6 --precision fixed16 --transform czt:-1/8,0.01,9 --macs 3", "czt_5c33c6d3_9x6_fixed16_m3"),
        ("--size 6 --precision fixed12 --matrix load:4 --array line:2", "loaded_4x6_fixed12_line2"),
        ("--size 4x8 --precision fp16 --transform dct2 --array systolic:4x2", "dct2_8x8_fp16_systolic4x2_b4"),
        (
            "--size 4x8 --precision fixed12 --transform idft --array systolic:4x4 --width 4",
            "idft_8x8_fixed12_systolic4x4_w4_b4",
        ),
        ("--size 4x8 --precision fixed12 --matrix load:8 --array systolic:4x2", "loaded_8x8_fixed12_systolic4x2_b4"),
        ("--size 4x16 --precision fp16 --array systolic:4x2 --inverse", "idft16_fp16_systolic4x2_b4"),
        (
            "--size 2x11 --precision fixed12 --array systolic:5x2 --scale 2,1,3",
            "dft11_fixed12_systolic5x2_b2_shift2_1_3",
        ),
        ("--size 8 --precision fp32 --products bf16x3 --transform dct2", "dct2_8x8_fp32_bf16x3"),
        ("--size 8 --precision fp32 --datapath e8m27 --transform dct2", "dct2_8x8_fp32_e8m27"),
        ("--size 6 --precision fixed12 --points load:8 --array line:2", "horner_8x6_fixed12_line2"),
        ("--size 6 --precision fixed12 --points load:circle.csv --macs 2", "horner_4x6_fixed12_m2"),
    ];
    for (line, name) in cores {
        let (code, stdout, stderr) = program(here.path(), line);
        assert_eq!((code, stderr.as_str()), (0, ""), "{line}");
        assert!(stdout.contains("PASS: "), "{stdout}");
        assert_eq!(manifest(here.path(), name)["top"], name);
    }
    for name in ["loaded_4x6_fixed12_line2", "horner_8x6_fixed12_line2"] {
        let channel = manifest(here.path(), name)["ports"].to_string();
        assert!(channel.contains("s_axis_matrix_tready"), "{channel}");
    }
    // Two bits before the binary point; three more than other coefficients for eight points.
    let product = manifest(here.path(), "horner_8x6_fixed12_line2")["product"].clone();
    assert_eq!((&product["coefficient_bits"], &product["coefficient_fraction"]), (&21.into(), &19.into()));
}

#[test]
fn models_multiply_arrays_of_numpy() {
    let here = folder();
    let frame: String = (0..8).map(|point| format!("{},{}\n", f64::from(point) / 16.0, -0.25)).collect();
    fs::write(here.path().join("in.csv"), frame).unwrap();
    let line = "model --size 8 --precision fp32 --matrix a.csv --input in.csv --output out.csv --json";
    let (code, stdout, stderr) = program(here.path(), line);
    assert_eq!((code, stderr.as_str()), (0, ""));
    assert!(stdout.contains("\"output_points\": 4"), "{stdout}");
    let found = fs::read_to_string(here.path().join("out.csv")).unwrap();
    let first: Vec<f64> = found.lines().next().unwrap().split(',').map(|part| part.parse().unwrap()).collect();
    // Row 0 is 1/(1+n), in three places.
    let wanted: f64 =
        (0..8).map(|n| format!("{:.3}", 1.0 / f64::from(1 + n)).parse::<f64>().unwrap() * f64::from(n) / 16.0).sum();
    assert!((first[0] - wanted).abs() < 1e-6, "{first:?}, {wanted}");
}

#[test]
fn explain_states_elements_and_cycles() {
    let here = folder();
    let shown = |line: &str| {
        let (code, stdout, stderr) = program(here.path(), &format!("explain {line}"));
        assert_eq!((code, stderr.as_str()), (0, ""), "{line}");
        stdout
    };
    let line = "--size 64 --precision fp32 --transform dct2 --array ring:8 --macs 4";
    let batches = "--size 16x64 --precision fixed16 --transform dct4 --array systolic:8x4";
    let steps = "--size 16x64 --precision fp32 --array systolic:8x4";
    let parts = "--size 4x60 --precision fp32 --products bf16x6 --array systolic:6x2 --inverse";
    let chirps = "--size 4x31 --precision fp32 --array systolic:8x8";
    let wide = "--size 64x128 --precision fixed16 --array systolic:128x128 --width 128";
    let horner = "--size 64 --precision fixed16 --points load:64 --array line:4";
    let waits = "--size 64 --precision fp32 --points load:8 --macs 2";
    let lines = [line, batches, wide, steps, parts, chirps, horner, waits];
    insta::assert_snapshot!("explain-product", lines.map(shown).join("\n"));
    let json: serde_json::Value = serde_json::from_str(&shown(&format!("{chirps} --json"))).unwrap();
    assert_eq!((&json["product"]["convolution"], &json["coefficient_words"]), (&64.into(), &1280.into()));
    let json: serde_json::Value = serde_json::from_str(&shown(&format!("{steps} --json"))).unwrap();
    assert_eq!((&json["product"]["radices"], &json["ways"][0]["cells"]), (&[8, 8].as_slice().into(), &32.into()));
    let json: serde_json::Value = serde_json::from_str(&shown(&format!("{CORE} --json"))).unwrap();
    assert_eq!((&json["schema"], &json["interval_cycles"]), (&"fftgen-explain-product/1".into(), &8.into()));
}

#[test]
fn what_cannot_be_built_is_refused() {
    let here = folder();
    let lines = [
        "--size 9 --precision fixed16 --matrix a.csv",
        "--size 8 --precision fixed16 --matrix none.csv",
        "--size 8 --precision fixed16 --matrix ragged.csv",
        "--size 8 --precision fixed16 --matrix words.csv",
        "--size 8 --precision fixed16 --matrix empty.csv",
        "--size 1 --precision fp16 --matrix large.csv",
        "--size 8 --precision fixed16 --matrix load",
        "--size 8 --precision fixed16 --points zero.csv",
        "--size 8 --precision fp16 --points near.csv",
        "--size 8 --precision fixed16 --points a.csv",
        "--size 8 --precision fixed16 --matrix a.csv --array line:3",
        "--size 8 --precision fixed16 --matrix a.csv --macs 3",
        "--size 4 --precision fixed16 --transform czt:0,1/8,16 --macs 8",
        "--size 8 --precision fixed16 --transform dct2 --array ring:8",
        "--size 7 --precision fixed16 --transform goertzel:1,2 --array ring:2",
        "--size 8 --precision fixed16 --transform dct2 --array mesh:2x2",
        "--size 8 --precision fp32 --transform dct2 --macs 8",
        "--size 8 --precision fixed16 --transform dct3",
        "--size 8 --precision fixed16 --transform goertzel:8",
        "--size 8 --precision fixed16 --transform czt:0,1/8",
        "--size 8 --precision fixed16 --transform czt:0,pi,4",
        "--size 8 --precision fixed16 --transform dct2 --matrix a.csv",
        "--size 8 --precision fixed16 --transform dct2 --width 2",
        "--size 8 --precision fixed16 --transform dct2 --scale 1/n",
        "--size 8 --precision fixed16 --transform dct2 --hop 2",
        "--size 8 --precision fixed16 --transform dct2 --array line:2 --link-bits 16",
        "--size 8 --precision fixed16 --transform dct2 --memory axi",
        "--size 8x8 --precision fixed16 --transform dct2",
        "--size 2048 --precision fixed16 --transform dct2",
        "--size 8 --width 1 --precision fixed16 --macs 2",
        "--size 8 --precision fixed16 --matrix load:4 --interface native",
        "model --size 8 --precision fixed16 --matrix load:4 --input nodes.csv --output out.csv",
        "--size 4x8 --precision fixed16 --transform dct2 --array systolic:3x2",
        "--size 8 --precision fixed16 --transform dct2 --array systolic:2x2",
        "--size 2x8 --precision fp32 --transform dct2 --array systolic:2x2",
        "--size 4x8 --precision fixed16 --transform dct2 --array systolic:4x4",
        "--size 4x8 --precision fixed16 --transform dct2 --array systolic:2x2 --macs 2",
        "--size 4x4x4 --precision fixed16 --array systolic:2x2",
        "--size 16 --precision fixed16 --array systolic:4x4",
        "--size 4x40961 --precision fixed16 --array systolic:8x8",
        "--size 4x17 --precision fixed16 --array systolic:1x4",
        "--size 4x17 --precision fixed16 --array systolic:6x4 --scale 1,2",
        "--size 4x16 --precision fixed16 --array systolic:256x256",
        "--size 4x16 --precision fixed16 --transform dct2 --array systolic:4x4 --width 3",
        "--size 4x16 --precision fixed16 --transform dct2 --array systolic:4x8",
        "--size 4x16 --precision fixed16 --transform dct2 --array systolic:4x4 --width 0",
        "--size 4x12 --precision fixed16 --transform dft --array systolic:4x4",
        "--size 4x2048 --precision fixed16 --points nodes.csv --array systolic:4x4",
        "--size 4x16 --precision fixed16 --array systolic:0x4",
        "--size 4x16 --precision fixed16 --array systolic:4x4 --scale 1,2,3,4,5",
        "--size 4x16 --precision fixed16 --array systolic:4x4 --width 2",
        "--size 8 --precision fp16 --transform dct2 --products bf16x3",
        "--size 8 --precision fp32 --subnormals full --transform dct2 --products bf16",
        "--size 8 --width 1 --precision fp32 --products bf16",
        "--size 4x4x4 --precision fp32 --array mesh:2x2 --products bf16",
        "--size 4x8 --precision fixed16 --matrix load:8 --array systolic:2x2 --interface native",
        "--size 8 --precision fixed16 --points load",
        "--size 8 --precision fixed16 --points load:",
        "--size 8 --precision fixed16 --points load:0",
        "--size 8 --precision fixed16 --points load:none.csv",
        "--size 8 --precision fixed16 --points load:a.csv",
        "--size 8 --precision fixed16 --points load:nodes.csv",
        "--size 8 --precision fixed16 --points load:zero.csv",
        "--size 8 --precision fp16 --points load:near.csv",
        "--size 8 --precision fixed16 --points load:4 --array line:3",
        "--size 8 --precision fixed16 --points load:4 --array ring:4",
        "--size 8 --precision fixed16 --points load:4 --array mesh:2x2",
        "--size 2x8 --precision fixed16 --points load:4 --array systolic:2x2",
        "--size 2x8 --precision fixed16 --points load:4",
        "--size 4096 --precision fixed16 --points load:512",
        "--size 1024 --precision fixed64 --points load:4",
        "--size 8 --precision fp32 --points load:4 --products bf16x3",
        "--size 8 --precision fixed16 --points load:4 --interface native",
        "--size 8 --precision fixed16 --points load:4 --scale 1/n",
        "model --size 8 --precision fixed16 --points load:4 --input nodes.csv --output out.csv",
    ];
    let said: Vec<String> = lines
        .iter()
        .map(|line| {
            let (code, stdout, stderr) = program(here.path(), line);
            assert!(code == 2 || code == 3, "{line}: {code} {stdout}{stderr}");
            format!("{line}\n{stderr}")
        })
        .collect();
    assert!(!here.path().join("generated").exists());
    insta::assert_snapshot!("product-errors", said.join("\n"));
}

/// Batches of frames that a systolic array transforms equal those of NumPy.
#[test]
fn transforms_of_batches_equal_numpy() {
    let script = "import numpy, sys\nrng = numpy.random.default_rng(1)\nx = rng.standard_normal((2, 4, 60)) + 1j * rng.standard_normal((2, 4, 60))\n\
                  p = x[:, :, :59]\nif sys.argv[1] == 'make':\n    numpy.save('x.npy', x)\n    numpy.save('p.npy', p)\nelse:\n    \
                  y, z, q = (numpy.load(name + '.npy') for name in 'yzq')\n    \
                  assert y.shape == z.shape == (2, 4, 60), y.shape\n    assert numpy.abs(y - numpy.fft.fft(x)).max() < 2e-5\n    \
                  assert numpy.abs(z - numpy.fft.ifft(x)).max() < 3e-3\n    assert numpy.abs(q - numpy.fft.ifft(p)).max() < 1e-6\n";
    let line = "model --size 4x60 --precision fp32 --array systolic:10x2 --input x.npy";
    let chirps = "model --size 4x59 --precision fp32 --array systolic:12x12 --inverse --input p.npy --output q.npy";
    let parts = format!("{line} --inverse --products bf16 --output z.npy");
    let lines = [format!("{line} --output y.npy"), parts, chirps.into()];
    equals_numpy(script, &lines.each_ref().map(String::as_str));
}

/// Results of the model equal those of NumPy.
#[test]
fn models_equal_numpy() {
    let script = "import numpy, sys\nrng = numpy.random.default_rng(1)\na = rng.standard_normal((12, 20)) + 1j * rng.standard_normal((12, 20))\n\
                  x = rng.standard_normal((3, 20)) + 1j * rng.standard_normal((3, 20))\nif sys.argv[1] == 'make':\n    numpy.save('a.npy', a)\n    \
                  numpy.save('x.npy', x)\nelse:\n    y = numpy.load('y.npy')\n    assert y.shape == (3, 12), y.shape\n    \
                  assert numpy.abs(y - x @ a.T).max() < 1e-5, numpy.abs(y - x @ a.T).max()\n";
    equals_numpy(
        script,
        &["model --size 20 --precision fp32 --matrix a.npy --array ring:4 --input x.npy --output y.npy"],
    );
}

/// Values at loaded nodes equal those of NumPy, on the unit circle and beyond it.
#[test]
fn values_at_loaded_nodes_equal_numpy() {
    let script = "import numpy, sys\nrng = numpy.random.default_rng(1)\nz = (1 + 0.1 * rng.random(12)) * numpy.exp(2j * numpy.pi * rng.random(12))\n\
                  z[:6] /= abs(z[:6])\nx = numpy.round((rng.random((3, 40)) + 1j * rng.random((3, 40)) - 0.5 - 0.5j) * 2**15) / 2**15\n\
                  powers = (z[:, None] ** -numpy.arange(40)).T\nif sys.argv[1] == 'make':\n    numpy.save('z.npy', z)\n    \
                  numpy.save('x.npy', x)\nelse:\n    y, q = (numpy.load(name + '.npy') for name in 'yq')\n    \
                  assert y.shape == q.shape == (3, 12), y.shape\n    \
                  assert (abs(y - x @ powers) <= (3.3 * 40 + 1.5) * 2**-24 * (abs(x) @ abs(powers))).all()\n    \
                  assert abs(64 * q - x @ powers).max() < 64 * 2**-15 * (0.71 + 0.18 + 0.18)\n";
    let line = "model --size 40 --points load:z.npy --input x.npy";
    equals_numpy(
        script,
        &[
            &format!("{line} --precision fp32 --array line:4 --output y.npy"),
            &format!("{line} --precision fixed16 --output q.npy"),
        ],
    );
}

/// Runs commands between two runs of a script, which makes files and checks those that the commands write.
pub fn equals_numpy(script: &str, lines: &[&str]) {
    if !has_tool("python3") {
        return;
    }
    let here = tempfile::tempdir().unwrap();
    fs::write(here.path().join("check.py"), script).unwrap();
    let python = |task: &str| {
        std::process::Command::new("python3").current_dir(here.path()).args(["check.py", task]).output().unwrap()
    };
    let made = python("make");
    if String::from_utf8_lossy(&made.stderr).contains("No module named 'numpy'") {
        return;
    }
    for line in lines {
        let (code, _, stderr) = program(here.path(), line);
        assert_eq!((code, stderr.as_str()), (0, ""), "{line}");
    }
    let checked = python("check");
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
}
