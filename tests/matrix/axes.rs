//! The commands with a matrix along each dimension of frames on an array.

use super::commands::{equals_numpy, manifest};
use crate::support::finished::program;
use std::fs;

const CORE: &str = "--size 4x6 --precision fixed16 --array ring:2 --link-bits 16 --matrix a.csv,b.csv --macs 2";

/// Square matrix, in text.
fn square(points: usize) -> String {
    let entry = |row: usize, column: usize| format!("{:.3}{:+.3}j", 1.0 / (1 + row + column) as f64, row as f64 / 8.0);
    let row = |row: usize| (0..points).map(|column| entry(row, column)).collect::<Vec<_>>().join(",") + "\n";
    (0..points).map(row).collect()
}

fn folder() -> tempfile::TempDir {
    let here = tempfile::tempdir().unwrap();
    let write = |name: &str, contents: String| fs::write(here.path().join(name), contents).unwrap();
    write("a.csv", square(4));
    write("b.csv", square(6));
    write("nodes.csv", "1\n0.5+0.5j\n-1\n0.9\n".into());
    here
}

#[test]
fn an_array_of_products_is_written_with_its_summary_and_manifest() {
    let here = folder();
    let (code, stdout, stderr) = program(here.path(), CORE);
    assert_eq!((code, stderr.as_str()), (0, ""));
    let name = "matrix_b17e621c_along_4x6_fixed16_m2_ring2_link16";
    for fact in ["ring:2, 2 elements", "product with matrices (matrix) along each dimension", "PASS: 2 frames", name] {
        assert!(stdout.contains(fact), "{fact} in {stdout}");
    }
    let manifest = manifest(here.path(), name);
    assert_eq!((&manifest["kind"], &manifest["shape"]), (&"matrix".into(), &serde_json::json!([4, 6])));
    let engine = |number: usize, fact: &str| &manifest["engines"][number][fact];
    assert_eq!((engine(0, "dimensions"), engine(0, "interval_cycles")), (&serde_json::json!([2]), &18.into()));
    assert_eq!((engine(1, "dimensions"), &engine(1, "product")["rows"]), (&serde_json::json!([1]), &4.into()));
    let readme = fs::read_to_string(here.path().join("generated").join(name).join(format!("{name}.md"))).unwrap();
    assert!(readme.contains("6 columns (matrix) along dimension 2 | one element, 2 multiply-adds each"), "{readme}");
    // The command of the manifest makes this array again, and so does a flag for each file.
    let command = manifest["command"].as_str().unwrap().strip_prefix("fftgen ").unwrap();
    assert!(command.contains("--matrix a.csv,b.csv"), "{command}");
    assert_eq!(program(here.path(), command).0, 0);
    assert_eq!(program(here.path(), &CORE.replace("a.csv,", "a.csv --matrix ")).0, 0);
    assert_eq!(program(here.path(), &CORE.replace("a.csv,b", "./a.csv,b")).0, 1);
    assert_eq!(fs::read_dir(here.path().join("generated")).unwrap().count(), 1);
}

/// A configuration lists files, which are relative to its folder.
#[test]
fn configurations_list_matrices() {
    let here = folder();
    let text = "size: 4x4\nprecision: fp16\narray: line:2\npoints: [nodes.csv, nodes.csv]\n";
    fs::create_dir(here.path().join("inner")).unwrap();
    fs::write(here.path().join("inner/array.yaml"), text).unwrap();
    fs::copy(here.path().join("nodes.csv"), here.path().join("inner/nodes.csv")).unwrap();
    let (code, stdout, stderr) = program(here.path(), "--config inner/array.yaml");
    assert_eq!((code, stderr.as_str()), (0, ""));
    assert!(stdout.contains("PASS: 2 frames") && stdout.contains("nodes_2cf0f4bc_along_4x4_fp16_line2"), "{stdout}");
}

#[test]
fn explain_states_the_products_of_an_array() {
    let here = folder();
    let shown = |line: &str| {
        let (code, stdout, stderr) = program(here.path(), &format!("explain {line}"));
        assert_eq!((code, stderr.as_str()), (0, ""), "{line}");
        stdout
    };
    let cosines = "--size 32x32x32 --precision fp32 --transform dct2 --array torus:8x8 --macs 4";
    insta::assert_snapshot!("explain-axes", [cosines, CORE].map(shown).join("\n"));
    let json: serde_json::Value = serde_json::from_str(&shown(&format!("{cosines} --json"))).unwrap();
    assert_eq!((&json["kind"], &json["engines"][0]["product"]["macs"]), (&"matrix".into(), &4.into()));
    assert!(json["utilisation"].as_f64().unwrap() > 0.8, "{}", json["utilisation"]);
    assert!(shown(&format!("{CORE} --svg")).starts_with("<svg "));
}

/// Cosine transforms of two dimensions and other nodes along each of three dimensions equal NumPy within (N + 4) u √2 of a dimension, relative to
/// the sums of magnitudes.
#[test]
fn models_of_arrays_equal_numpy() {
    let script = r"
import numpy, sys
rng = numpy.random.default_rng(1)
def frames(*shape):
    return rng.standard_normal(shape) + 1j * rng.standard_normal(shape)
def cosines(n):
    k = numpy.arange(n)
    return numpy.cos(numpy.pi * k[:, None] * (2 * k + 1) / (2 * n))
def product(data, matrices):
    for matrix in matrices:
        data = numpy.tensordot(data, matrix, ([1], [1]))
    return data
def compare(found, data, matrices):
    exact, size = product(data, matrices), product(abs(data), [abs(matrix) for matrix in matrices])
    bound = sum(len(matrix) + 4 for matrix in matrices) * 2.0 ** -24 * 2 ** 0.5 * size
    assert found.shape == exact.shape, found.shape
    assert (abs(found - exact) <= bound).all(), abs(found - exact).max()
    assert (found != exact).any()
x, v = frames(2, 16, 12), frames(2, 4, 6, 8)
nodes = [numpy.exp(2j * numpy.pi * (numpy.arange(n) + 0.4 * rng.random(n)) / n) for n in (4, 6, 8)]
# Points of the model have the precision of the format.
x, v = x.astype(numpy.complex64), v.astype(numpy.complex64)
if sys.argv[1] == 'make':
    for name, data in zip(('x', 'v', 'n4', 'n6', 'n8'), (x, v, *nodes)):
        numpy.save(name + '.npy', data)
else:
    compare(numpy.load('y.npy'), x.astype(complex), [cosines(16), cosines(12)])
    compare(numpy.load('w.npy'), v.astype(complex), [z[:, None] ** -numpy.arange(len(z)) for z in nodes])
";
    let lines = [
        "model --size 16x12 --precision fp32 --transform dct2 --array ring:4 --macs 2 --input x.npy --output y.npy",
        "model --size 4x6x8 --precision fp32 --points n4.npy,n6.npy --points n8.npy --array torus:2x2 --input v.npy --output w.npy",
    ];
    equals_numpy(script, &lines);
}

#[test]
fn what_cannot_be_built_is_refused() {
    let here = folder();
    let lines = [
        "--size 4x4 --precision fixed16 --array ring:2 --points nodes.csv",
        "--size 4x4x4 --precision fixed16 --array mesh:2x2 --matrix a.csv,a.csv",
        "--size 4 --precision fixed16 --array ring:2 --points nodes.csv,nodes.csv",
        "--size 4x4 --precision fixed16 --array ring:2 --matrix a.csv,none.csv",
        "--size 4x4 --precision fixed16 --array ring:2 --matrix a.csv,b.csv",
        "--size 6x4 --precision fixed16 --array ring:2 --points nodes.csv,nodes.csv",
        "--size 4x4 --precision fixed16 --array ring:2 --matrix a.csv,load:4",
        "--size 4x4 --precision fixed16 --array ring:2 --matrix a.csv,",
        "--size 4x4 --precision fixed16 --array ring:2 --transform goertzel:1,2",
        "--size 4x4 --precision fixed16 --array ring:2 --transform dct2 --points nodes.csv,nodes.csv",
        "--size 4x4 --precision fixed16 --array ring:2 --transform dct2 --macs 3",
        "--size 4x4 --precision fp32 --array ring:2 --transform dct2 --macs 4",
        "--size 4x6 --precision fixed16 --array torus:2x2 --transform dct2",
        "--size 4x5 --precision fixed16 --array ring:2 --transform dct2",
        "--size 4x4 --precision fixed16 --array ring:2 --transform dct2 --inverse",
        "--size 4x4 --precision fixed16 --array ring:2 --transform dct2 --kind rfft",
        "--size 4x4 --precision fixed16 --array ring:2 --transform dct2 --scale 1/n",
        "--size 4x4 --precision fixed16 --array ring:2 --transform dct2 --cycles 100",
        "--size 4x4 --precision fixed16 --array ring:2 --transform dct2 --memory axi",
        "--size 2048x2 --precision fixed16 --array ring:2 --transform dct2",
        "explain --size 4x4 --precision fixed16 --array ring:2 --transform dct2 --ir graph",
    ];
    let said = lines.map(|line| {
        let (code, stdout, stderr) = program(here.path(), line);
        assert!(code == 2 || code == 3, "{line}: {code} {stdout}{stderr}");
        format!("{line}\n{stderr}")
    });
    assert!(!here.path().join("generated").exists());
    insta::assert_snapshot!("axes-errors", said.join("\n"));
}
