//! Files of users that the documents name and do not show.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

/// Library of standard cells that `make tools` installs.
const OSU018: &str = "/usr/share/qflow/tech/osu018/osu018_stdcells.lib";

/// Writes all of them into a folder.
pub fn write(folder: &Path) {
    let point = |n: usize| (0.9 * (0.7 * n as f64).sin(), 0.4 * (0.3 * n as f64).cos());
    let lines = |count: usize, line: &dyn Fn(usize) -> String| (0..count).map(line).collect::<String>();
    let rows = |count: usize| lines(count, &|n| format!("{:.4},{:.4}\n", point(n).0, point(n).1));
    let node = |n: usize| {
        let turns = std::f64::consts::TAU * (n as f64 + 0.5).powi(2) / 4225.0;
        format!("{:.6}{:+.6}j\n", turns.cos(), turns.sin())
    };
    let files = [
        ("in.csv", rows(40)),
        ("loud.csv", format!("1.5,0\n-2,0\n{}", rows(2))),
        (
            "table.csv",
            format!("# a recording\nt;i;q\n{}", lines(8, &|n| format!("{n};{};{}\n", point(n).0, point(n).1))),
        ),
        ("nodes.csv", lines(64, &node)),
        ("points.csv", "x,y,z\n0,0,0\n0,0,1\n31,0,2   # index -1 along the first dimension\n".into()),
        ("fft.yaml", "size: 20\nwidth: 4\nprecision: fp32\n".into()),
    ];
    for (name, text) in files {
        fs::write(folder.join(name), text).expect("an input");
    }
    // A user has a library of cells at hand, which is large: this one is a link to that of the package.
    symlink(OSU018, folder.join("osu018_stdcells.lib")).expect("a link");
    fs::write(folder.join("matrix.npy"), array("64, 64", 64 * 64, &|n| point(n).0)).expect("a matrix");
    fs::write(folder.join("x.npy"), array("4, 64, 2", 4 * 64 * 2, &|n| point(n).1)).expect("an array");
}

/// Array of so many doubles as NumPy writes it.
fn array(shape: &str, count: usize, value: &dyn Fn(usize) -> f64) -> Vec<u8> {
    let header = format!("{{'descr': '<f8', 'fortran_order': False, 'shape': ({shape}), }}");
    let header = format!("{header:<117}\n");
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend(u16::try_from(header.len()).expect("a short header").to_le_bytes());
    bytes.extend(header.bytes());
    bytes.extend((0..count).flat_map(|n| value(n).to_le_bytes()));
    bytes
}
