//! The printed Verilog has no lint, and one module for all elements.

use crate::netlist::{config, shaped};
use crate::support::full::share;
use fftgen::array::{Array, Links, Steps, Topology};
use fftgen::emit::{self, Verilog};
use fftgen::formula::Kind;
use fftgen::Config;
use std::path::Path;
use std::process::Command;

/// What a tool has to say: nothing, if all is well. `None` if the tool is not there.
fn complaints(program: &str, arguments: &[&str], folder: &Path) -> Option<String> {
    let output = match Command::new(program).args(arguments).current_dir(folder).output() {
        Ok(output) => output,
        Err(error) => {
            assert!(std::env::var_os("FFTGEN_REQUIRE_TOOLS").is_none(), "{program}: {error}");
            return None;
        }
    };
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    Some(if output.status.success() { text } else { format!("{program} failed\n{text}") })
}

/// Lints an array by all tools.
fn lint(topology: Topology, config: Config, links: Links) {
    let array = Array::new(config, topology, links).unwrap();
    let text = emit::print(&Verilog, &array.top, "// SPDX-License-Identifier: 0BSD\n");
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("array.v"), &text).unwrap();
    assert_eq!(text.matches(&format!("module {} (", array.element.name)).count(), 1);
    let readers: [(&str, &[&str]); 3] = [
        ("verilator", &["--lint-only", "-Wall", "-Wno-DECLFILENAME", "--top-module"]),
        ("slang", &["--std", "1364-2005", "-Weverything", "--top"]),
        ("iverilog", &["-g2005", "-Wall", "-t", "null", "-s"]),
    ];
    for (program, flags) in readers {
        let arguments: Vec<&str> = flags.iter().copied().chain([array.name.as_str(), "array.v"]).collect();
        let found = complaints(program, &arguments, folder.path()).unwrap_or_default();
        assert!(found.is_empty(), "{}: {found}", array.name);
    }
}

#[test]
fn arrays_have_no_lint() {
    let links = |bits, hop| Links { bits, hop, ..Links::default() };
    let usual = [
        (Topology::Mesh(4, 4), 2, "fp16", links(32, 1)),
        (Topology::Mesh(2, 2), 1, "fixed16", links(32, 2)),
        (Topology::Mesh(3, 3), 2, "fixed16", links(11, 3)),
        (Topology::Torus(4, 4), 1, "fp16", links(32, 1)),
        (Topology::Torus(3, 3), 1, "fp32", links(32, 2)),
        (Topology::Torus(6, 6), 3, "fixed16", links(32, 2)),
        (Topology::Line(5), 1, "fp16", links(32, 1)),
        (Topology::Ring(8), 2, "fp16", links(16, 1)),
    ];
    for (topology, block, precision, links) in share(usual, 2) {
        lint(topology, config(topology, block, precision), links);
    }
    let overlapped = Links { steps: Steps::Overlapped, ..links(32, 1) };
    for (topology, lengths, precision, links) in [
        (Topology::Mesh(2, 2), &[4, 2, 6][..], "fixed16", links(32, 1)),
        (Topology::Torus(2, 2), &[4, 4, 4], "fixed16", overlapped),
        (Topology::Ring(2), &[16], "fp16", links(32, 2)),
    ] {
        lint(topology, shaped(lengths, precision), links);
    }
    let real = [
        (Topology::Torus(2, 2), &[4, 6, 8][..], "fp16", false),
        (Topology::Line(2), &[2, 8], "fp32", true),
        (Topology::Mesh(3, 3), &[6, 3, 6], "fixed16", true),
        (Topology::Ring(3), &[9, 12], "fixed12", false),
    ];
    for (topology, lengths, precision, inverse) in share(real, 2) {
        let config = Config { kind: Kind::Real, inverse, ..shaped(lengths, precision) };
        lint(topology, config, links(32, 1));
    }
}
