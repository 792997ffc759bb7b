//! Arrays measured in Verilator by their testbenches.

use anyhow::{bail, Context, Result};
use fftgen::array::{Array, Delivery, Links, Steps, Topology};
use fftgen::emit::Verilog;
use fftgen::format::Format;
use fftgen::formula::{FrameShape, Kind};
use fftgen::matrix::{axes_design, Matrix};
use fftgen::package::{self, Request};
use fftgen::Config;
use std::fmt::Write;
use std::fs;
use std::process::Command;

/// What becomes of the pencils of a frame.
#[derive(Clone, Copy)]
enum Transform {
    /// Discrete Fourier transform of complex points.
    Complex,
    /// Discrete Fourier transform of real samples.
    Real,
    /// Inverse transform to real samples.
    ToReal,
    /// Product with the matrix of a cosine transform, by multiply-adds of an element.
    Cosine(usize),
}

/// Array for frames of some lengths.
struct Case {
    topology: Topology,
    lengths: Vec<usize>,
    precision: &'static str,
    links: Links,
    transform: Transform,
}

impl Transform {
    /// Describes the transform in a column of the table.
    fn words(self) -> String {
        match self {
            Transform::Complex => "complex".into(),
            Transform::Real => "real".into(),
            Transform::ToReal => "inverse, real".into(),
            Transform::Cosine(macs) => format!("dct2, M = {macs}"),
        }
    }
}

impl Case {
    /// Builds the array.
    fn array(&self) -> Result<Array> {
        let shape = FrameShape::new(&self.lengths).context("lengths")?;
        let config = Config::new(shape, 1, Format::parse(self.precision, false)?);
        let (topology, links) = (self.topology, self.links);
        Ok(match self.transform {
            Transform::Complex => Array::new(config, topology, links)?,
            Transform::Real => Array::new(Config { kind: Kind::Real, ..config }, topology, links)?,
            Transform::ToReal => Array::new(Config { kind: Kind::Real, inverse: true, ..config }, topology, links)?,
            Transform::Cosine(macs) => {
                let matrices: Vec<Matrix> = self.lengths.iter().map(|length| Matrix::Dct2(*length)).collect();
                axes_design(config, &matrices, macs, topology, links)?
            }
        })
    }
}

fn cases() -> Vec<Case> {
    let links = |bits, hop| Links { bits, hop, ..Links::default() };
    let broadcast = |bits, hop| Links { delivery: Delivery::Broadcast, ..links(bits, hop) };
    let overlapped = |bits, hop| Links { steps: Steps::Overlapped, ..links(bits, hop) };
    let mesh = |places| Topology::Mesh(places, places);
    let torus = |places| Topology::Torus(places, places);
    let rows = [
        (mesh(2), 1, "fp32", links(32, 1)),
        (mesh(2), 3, "fp16", links(32, 3)),
        (mesh(3), 2, "fp32", links(64, 1)),
        (mesh(4), 1, "fp32", links(32, 1)),
        (mesh(4), 1, "fp32", broadcast(32, 1)),
        (mesh(4), 2, "fixed16", links(32, 3)),
        (mesh(4), 2, "fp32", links(32, 1)),
        (mesh(4), 2, "fp32", overlapped(32, 1)),
        (mesh(4), 3, "fp16", links(32, 1)),
        (mesh(4), 3, "fp16", overlapped(32, 1)),
        (mesh(5), 1, "fixed16", links(32, 1)),
        (mesh(5), 1, "fixed16", broadcast(32, 1)),
        (mesh(3), 2, "fixed16", overlapped(32, 3)),
        (mesh(8), 1, "fp32", links(32, 1)),
        (mesh(8), 1, "fp32", broadcast(32, 1)),
        (mesh(8), 2, "fixed16", overlapped(32, 1)),
        (mesh(16), 1, "fp16", links(32, 1)),
        (mesh(16), 1, "fp16", broadcast(32, 1)),
        (torus(2), 3, "fp32", links(32, 1)),
        (torus(3), 1, "fp32", links(64, 3)),
        (torus(4), 2, "fp16", links(32, 3)),
        (torus(4), 2, "fp16", overlapped(32, 1)),
        (torus(5), 1, "fixed16", links(32, 1)),
        (torus(5), 2, "fixed16", overlapped(16, 3)),
        (torus(8), 2, "fixed16", overlapped(32, 1)),
        (torus(8), 1, "fp32", links(32, 1)),
        (torus(16), 1, "fixed16", links(32, 1)),
        (Topology::Line(5), 2, "fixed16", broadcast(32, 3)),
        (Topology::Line(8), 3, "fp32", links(32, 1)),
        (Topology::Line(16), 1, "fp16", links(32, 3)),
        (Topology::Ring(5), 3, "fp16", links(32, 1)),
        (Topology::Ring(8), 2, "fp32", links(32, 3)),
        (Topology::Ring(16), 1, "fixed16", links(32, 1)),
    ];
    let cube = |(topology, block, precision, links): (Topology, usize, &'static str, Links)| {
        let axes = topology.axes();
        let lengths = vec![axes[0].length * block; axes.len() + 1];
        Case { topology, lengths, precision, links, transform: Transform::Complex }
    };
    let others = [
        (mesh(4), &[8, 16, 4][..], "fp32", links(64, 1)),
        (torus(3), &[12, 3, 9], "fp16", links(32, 3)),
        (mesh(4), &[32, 16], "fp32", links(32, 1)),
        (torus(4), &[16, 32], "fixed16", links(32, 1)),
        (torus(3), &[162], "fixed16", links(32, 1)),
        (Topology::Line(8), &[1024], "fp32", links(32, 1)),
        (Topology::Ring(16), &[1024], "fixed16", links(32, 1)),
    ];
    let other = |(topology, lengths, precision, links): (Topology, &[usize], &'static str, Links)| Case {
        topology,
        lengths: lengths.to_vec(),
        precision,
        links,
        transform: Transform::Complex,
    };
    let transformed = [
        (Transform::Real, mesh(4), &[8, 4, 16][..], "fp32", links(32, 1)),
        (Transform::Real, torus(3), &[6, 9, 12], "fixed16", links(32, 3)),
        (Transform::Real, torus(4), &[16, 32], "fp16", links(32, 1)),
        (Transform::Real, Topology::Line(8), &[64, 32], "fp16", broadcast(32, 1)),
        (Transform::ToReal, mesh(3), &[6, 12, 6], "fixed16", links(16, 1)),
        (Transform::ToReal, Topology::Ring(4), &[16, 64], "fp32", links(64, 1)),
        (Transform::Real, Topology::Ring(16), &[1024], "fixed16", links(32, 1)),
        (Transform::Real, mesh(4), &[4096], "fp32", links(32, 1)),
        (Transform::ToReal, Topology::Line(8), &[1024], "fp32", links(32, 1)),
        (Transform::ToReal, torus(3), &[648], "fp16", links(32, 3)),
        (Transform::Cosine(1), torus(4), &[8, 8, 8], "fp32", links(64, 1)),
        (Transform::Cosine(4), torus(4), &[16, 16, 16], "fixed16", overlapped(32, 1)),
        (Transform::Cosine(4), torus(8), &[64, 64], "fixed16", links(32, 1)),
        (Transform::Cosine(4), Topology::Ring(8), &[32, 64], "fp32", links(64, 1)),
    ];
    let transformed = transformed.into_iter().map(|(transform, topology, lengths, precision, links)| Case {
        transform,
        ..other((topology, lengths, precision, links))
    });
    rows.into_iter().map(cube).chain(others.into_iter().map(other)).chain(transformed).collect()
}

/// Writes the table of the arrays whose names have all words.
pub fn table(words: &str) -> Result<String> {
    let mut text = String::from(
        "Measured in Verilator, by the emitted testbench, which found no wrong bit:\n\n\
         | Transform | Frame | Array | Format | Link | Hop | Exchange | Steps | Cycle model | Measured |\n\
         |---|---|---|---|---|---|---|---|---|---|\n",
    );
    for case in cases() {
        let array = case.array()?;
        if !words.split_whitespace().all(|word| array.name.contains(word)) {
            continue;
        }
        let (model, measured) = (array.cycles(), measure(&array)?);
        if model != measured {
            bail!("{}: {measured} clock cycles, and {model} by the cycle model", array.name);
        }
        eprintln!("{}: {measured} clock cycles", array.name);
        let Links { bits, hop, delivery, steps, .. } = case.links;
        let [delivery, steps] = [fftgen::Choice::word(&delivery), fftgen::Choice::word(&steps)];
        let Case { topology, precision, transform, .. } = case;
        let (transform, shape) = (transform.words(), array.config.shape);
        write!(text, "| {transform} | {shape} | {topology} | {precision} | {bits} | {hop} | {delivery} | {steps} |")?;
        writeln!(text, " {model} | {measured} |")?;
    }
    Ok(text)
}

/// Runs the testbench of an array in Verilator. Returns the clock cycles of the transform.
fn measure(array: &Array) -> Result<usize> {
    let folder = tempfile::tempdir()?;
    let request = Request { command: "fftgen".into(), license: "0BSD".into(), library: None };
    for file in package::array::files(array, &request, &Verilog) {
        fs::write(folder.path().join(&file.name), &file.contents)?;
    }
    let output = Command::new("make")
        .args(["-f", &format!("{}.mk", array.name), "verilator"])
        .current_dir(folder.path())
        .env_remove("MAKEFLAGS")
        .output()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let pass = text.lines().find(|line| line.contains("PASS: "));
    let pass = pass.with_context(|| format!("{}: {text}{}", array.name, String::from_utf8_lossy(&output.stderr)))?;
    let number = pass.split("transform ").nth(1).and_then(|rest| rest.split(' ').next());
    Ok(number.context("a verdict with clock cycles")?.parse()?)
}
