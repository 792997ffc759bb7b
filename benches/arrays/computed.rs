//! Tables of the cycle model.

use anyhow::{Context, Result};
use fftgen::array::{Links, Plan, Steps, Topology};
use fftgen::format::Format;
use fftgen::formula::{FrameShape, Kind};
use fftgen::matrix::{axes_plan, Matrix};
use fftgen::schedule::Goal;
use fftgen::{Choice, Config};
use std::fmt::Write;

/// Frames of n x n x n points on n x n elements: published clock cycles and targets, in fp32 and in fp16.
const SINGLE: [(usize, [usize; 2], [usize; 2]); 5] = [
    (32, [13_633, 10_953], [1_360, 820]),
    (64, [32_176, 24_000], [4_640, 2_570]),
    (128, [82_405, 56_741], [17_360, 9_120]),
    (256, [236_329, 147_247], [67_300, 34_500]),
    (512, [815_371, 471_064], [265_500, 134_400]),
];

/// Targets of overlapped steps on a mesh for links of 32 and 64 bits, and on a torus for links of 64 bits.
type Targets = [Option<usize>; 3];

/// Frames and elements of an axis, for several pencils an element.
const SEVERAL: [(usize, usize, Targets); 8] = [
    (32, 8, [None, Some(2_100), Some(1_650)]),
    (32, 16, [None, Some(1_100), Some(700)]),
    (64, 16, [None, Some(5_800), Some(4_000)]),
    (64, 32, [None; 3]),
    (128, 64, [None; 3]),
    (256, 128, [None; 3]),
    (512, 256, [Some(370_000), None, None]),
    (512, 128, [None; 3]),
];

/// Lengths of frames of two equal dimensions, and elements of an axis.
const PLANES: [(usize, usize); 6] = [(256, 8), (256, 16), (1_024, 16), (1_024, 32), (4_096, 32), (4_096, 64)];

/// Frames of one dimension, and arrays for them.
const LONG: [(usize, Topology); 9] = [
    (64, Topology::Ring(8)),
    (256, Topology::Ring(16)),
    (1_024, Topology::Ring(32)),
    (4_096, Topology::Ring(64)),
    (1_024, Topology::Line(8)),
    (3_600, Topology::Line(12)),
    (32_768, Topology::Mesh(32, 32)),
    (32_768, Topology::Torus(8, 8)),
    (1 << 27, Topology::Mesh(512, 512)),
];

/// Frames with folded engines on an element a pencil: clock cycles of a pencil that are asked for, goals, and targets.
const FOLDED: [(usize, usize, Goal, usize); 3] =
    [(32, 140, Goal::Balanced, 1_480), (32, 70, Goal::Latency, 1_480), (512, 1_300, Goal::Balanced, 269_500)];

/// Lengths of frames of three equal dimensions for products with matrices, elements of an axis, multiply-adds of an element, and whether steps overlap too.
const PRODUCTS: [(usize, usize, usize, bool); 7] = [
    (32, 8, 1, true),
    (32, 8, 4, true),
    (32, 16, 1, true),
    (32, 16, 2, true),
    (32, 32, 1, false),
    (64, 16, 1, true),
    (64, 16, 4, true),
];

/// Frames of real samples, and arrays for them.
const REAL: [(&[usize], Topology); 7] = [
    (&[32, 32, 64], Topology::Mesh(8, 8)),
    (&[32, 32, 64], Topology::Mesh(32, 32)),
    (&[32, 32, 64], Topology::Torus(8, 8)),
    (&[512, 512], Topology::Ring(16)),
    (&[65_536], Topology::Mesh(8, 8)),
    (&[65_536], Topology::Torus(8, 8)),
    (&[65_536], Topology::Ring(16)),
];

/// Clock rate of times in MHz.
const MEGAHERTZ: f64 = 300.0;

fn cycles(length: usize, topology: Topology, precision: &str, links: Links) -> Result<usize> {
    let config = Config::new([length; 3], 1, Format::parse(precision, false)?);
    Ok(Plan::new(&config, topology, links)?.cycles())
}

fn mesh(places: usize) -> Topology {
    Topology::Mesh(places, places)
}

fn torus(places: usize) -> Topology {
    Topology::Torus(places, places)
}

fn links(bits: u32) -> Links {
    Links { bits, ..Links::default() }
}

/// Writes all tables of the cycle model.
pub fn tables() -> Result<String> {
    Ok([single()?, times()?, several()?, planes()?, long()?, real()?, products()?, folded()?].join("\n"))
}

fn single() -> Result<String> {
    let mut text = String::from(
        "n x n x n points on n x n elements, computed:\n\n\
         | n, format | Published | Target | Mesh, 32 bits | Ratio | Mesh, 64 bits | Torus, 32 bits | Torus, 64 bits |\n\
         |---|---|---|---|---|---|---|---|\n",
    );
    for (format, precision) in ["fp32", "fp16"].into_iter().enumerate() {
        for (length, published, target) in SINGLE {
            let published = published[format];
            let of = |topology, bits| cycles(length, topology, precision, links(bits));
            let first = of(mesh(length), 32)?;
            let rest = [of(mesh(length), 64)?, of(torus(length), 32)?, of(torus(length), 64)?];
            let ratio = published as f64 / first as f64;
            let target = target[format];
            write!(text, "| {length}, {precision} | {published} | {target} | {first} | {ratio:.1}x |")?;
            writeln!(text, " {} | {} | {} |", rest[0], rest[1], rest[2])?;
        }
    }
    Ok(text)
}

/// Writes the times of 32x32x32 points beside published ones.
fn times() -> Result<String> {
    let time = |topology, bits| {
        let cycles = cycles(32, topology, "fp32", links(bits))?;
        anyhow::Ok(format!("{:.1} µs", cycles as f64 / MEGAHERTZ))
    };
    let [narrow, wide, turned] = [time(mesh(32), 32)?, time(mesh(32), 64)?, time(torus(32), 64)?];
    Ok(format!(
        "At {MEGAHERTZ} MHz, for which no array has been placed, 32x32x32 points of fp32 take {narrow} on the mesh, {wide} with links of 64 bits, and\n\
         {turned} on a torus with such links. Published: 3.7 µs on 512 nodes of Anton, 4.4 µs on one FPGA, 5.5 µs on a torus of FPGAs (modelled).\n"
    ))
}

fn several() -> Result<String> {
    let mut text = String::from(
        "Several pencils an element, fp32, computed. Overlapped: engine, row links and column links work at once (`--steps overlapped`).\n\n\
         | n, p | Links | Mesh, phased | Mesh, overlapped | Target | Torus, phased | Torus, overlapped | Target |\n|---|---|---|---|---|---|---|---|\n",
    );
    for (length, places, targets) in SEVERAL {
        let [narrow, wide, torus_wide] =
            targets.map(|target| target.map_or(String::new(), |target| target.to_string()));
        for (bits, targets) in [(32, [narrow, String::new()]), (64, [wide, torus_wide])] {
            let of = |topology| {
                let phased = cycles(length, topology, "fp32", links(bits))?;
                let steps = Links { steps: Steps::Overlapped, ..links(bits) };
                anyhow::Ok([phased, cycles(length, topology, "fp32", steps)?])
            };
            let ([phased, overlapped], [turned, both]) = (of(mesh(places))?, of(torus(places))?);
            let [target, torus_target] = targets;
            write!(text, "| {length}, {places} | {bits} bits | {phased} | {overlapped} | {target} |")?;
            writeln!(text, " {turned} | {both} | {torus_target} |")?;
        }
    }
    Ok(text)
}

/// Writes frames of two dimensions on two axes, beside those on a ring of as many elements as an axis has.
fn planes() -> Result<String> {
    let mut text = String::from(
        "Frames of n x n points on p x p elements, fp32, computed; beside them a ring of p elements:\n\n\
         | n, p | Mesh, 32 bits | Mesh, 64 bits | Torus, 32 bits | Torus, 64 bits | Ring, 64 bits |\n|---|---|---|---|---|---|\n",
    );
    for (length, places) in PLANES {
        let config = Config::new([length; 2], 1, Format::parse("fp32", false)?);
        let of = |(topology, bits)| Plan::new(&config, topology, links(bits)).map(|plan| plan.cycles().to_string());
        let arrays = [
            (mesh(places), 32),
            (mesh(places), 64),
            (torus(places), 32),
            (torus(places), 64),
            (Topology::Ring(places), 64),
        ];
        let cycles = arrays.into_iter().map(of).collect::<Result<Vec<_>, _>>()?;
        writeln!(text, "| {length}, {places} | {} |", cycles.join(" | "))?;
    }
    Ok(text)
}

/// Writes the ways to transform frames of one dimension.
fn long() -> Result<String> {
    let mut text = String::from(
        "Frames of one dimension, fp32, links of 64 bits, computed. Rounds with twiddle factors between them; beside them one shuffle on a ring, as published (gather, local \
         transform, sums of products by one multiply-adder), and four steps between blocks of neighbouring points as one shuffle has them:\n\n\
         | Points | Array | Pencils | Transform | Neighbouring points | One shuffle |\n|---|---|---|---|---|---|\n",
    );
    for (size, topology) in LONG {
        let config = Config::new(size, 1, Format::parse("fp32", false)?);
        let plan = Plan::new(&config, topology, links(64))?;
        let lengths: Vec<String> = plan.rounds.iter().map(|round| round.length.to_string()).collect();
        let ways = plan.ways()?;
        let way = |number: usize| ways.get(number).map_or(String::new(), |way| way.cycles.to_string());
        let (lengths, transform) = (lengths.join(", "), plan.cycles());
        writeln!(text, "| {size} | {topology} | {lengths} | {transform} | {} | {} |", way(1), way(2))?;
    }
    Ok(text)
}

/// Writes frames of real samples beside complex ones of the same lengths.
fn real() -> Result<String> {
    let mut text = String::from(
        "Frames of real samples beside complex frames of the same lengths, fp32, links of 32 bits, computed:\n\n\
         | Frame | Array | Words of an element | Transform | A frame every | Complex: words | Transform | A frame every |\n\
         |---|---|---|---|---|---|---|---|\n",
    );
    for (lengths, topology) in REAL {
        let shape = FrameShape::new(lengths).context("lengths")?;
        let figures = [Kind::Real, Kind::Complex].map(|kind| {
            let config = Config { kind, ..Config::new(shape, 1, Format::parse("fp32", false)?) };
            let plan = Plan::new(&config, topology, links(32))?;
            anyhow::Ok(format!("{} | {} | {}", plan.memory_words(), plan.cycles(), plan.interval()))
        });
        let [real, complex] = figures;
        writeln!(text, "| {shape} | {topology} | {} | {} |", real?, complex?)?;
    }
    Ok(text)
}

/// Writes products with a matrix along each dimension.
fn products() -> Result<String> {
    let mut text = String::from(
        "Products with a matrix along each dimension of n x n x n points on p x p elements with M multiply-adds each, fp32, links of 64 bits, computed: clock cycles of the transform, and the \
         share of them in which all multiply-adds work. Their bound is 3·n⁴/(p²·M):\n\n\
         | n, p | M | Bound | Torus | Busy | Overlapped | Busy | Mesh | Busy | Overlapped | Busy |\n|---|---|---|---|---|---|---|---|---|---|---|\n",
    );
    for (length, places, macs, overlaps) in PRODUCTS {
        let bound = 3 * length.pow(4) / (places.pow(2) * macs);
        write!(text, "| {length}, {places} | {macs} | {bound} |")?;
        for topology in [torus(places), mesh(places)] {
            for steps in [Steps::Phased, Steps::Overlapped] {
                if steps == Steps::Overlapped && !overlaps {
                    write!(text, "  |  |")?;
                    continue;
                }
                let config = Config::new([length; 3], 1, Format::parse("fp32", false)?);
                let matrices = [0; 3].map(|_| Matrix::Dct2(length));
                let cycles = axes_plan(&config, &matrices, macs, topology, Links { steps, ..links(64) })?.cycles();
                write!(text, " {cycles} | {:.0} % |", 100.0 * bound as f64 / cycles as f64)?;
            }
        }
        text.push('\n');
    }
    Ok(text)
}

fn folded() -> Result<String> {
    let mut text = String::from(
        "Folded engines, n x n x n points of fp32 on a mesh of n x n elements, links of 32 bits, computed:\n\n\
         | n | `--cycles` | `--optimize` | A pencil every | Latency | Transform | Target |\n|---|---|---|---|---|---|---|\n",
    );
    for (length, asked, goal, target) in FOLDED {
        let config = Config { cycles: Some(asked), goal, ..Config::new([length; 3], 1, Format::parse("fp32", false)?) };
        let plan = Plan::new(&config, mesh(length), links(32))?;
        let (interval, latency, all) = (plan.engines[0].interval, plan.engines[0].latency, plan.cycles());
        writeln!(text, "| {length} | {asked} | {} | {interval} | {latency} | {all} | {target} |", goal.word())?;
    }
    Ok(text)
}
