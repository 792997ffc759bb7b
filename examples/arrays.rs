//! Clock cycles of arrays, simulated beside the cycle model, and those of arrays too large to be simulated. With a folder as argument it
//! writes the Verilog of the simulated arrays there.

use fftgen::array::{Array, Links, Plan, Simulation, Topology};
use fftgen::emit::{self, Verilog};
use fftgen::format::Format;
use fftgen::verify::stimulus;
use fftgen::Config;

/// Arrays that are simulated: elements of an axis, points of a block, format, bits of a link, cycles of a hop.
const SIMULATED: [(usize, usize, &str, u32, usize); 8] = [
    (2, 1, "fp16", 32, 1),
    (3, 1, "fp16", 32, 1),
    (4, 1, "fp32", 32, 1),
    (4, 2, "fp32", 32, 1),
    (4, 2, "fixed16", 32, 1),
    (4, 2, "fp16", 32, 3),
    (5, 1, "fp32", 64, 1),
    (8, 1, "fp32", 32, 1),
];

/// Points of a side of frames of which each element has one pencil.
const MODELLED: [usize; 5] = [32, 64, 128, 256, 512];

fn config(length: usize, precision: &str) -> Result<Config, fftgen::Error> {
    Ok(Config::new([length; 3], 1, Format::parse(precision, false)?))
}

fn main() -> anyhow::Result<()> {
    let folder = std::env::args().nth(1);
    println!(
        "| Frame | Array | Format | Link | Hop | Cycle model | Simulated | Bits |\n|---|---|---|---|---|---|---|---|"
    );
    for (places, block, precision, bits, hop) in SIMULATED {
        for topology in [Topology::Mesh(places, places), Topology::Torus(places, places)] {
            let array =
                Array::new(config(places * block, precision)?, topology, Links { bits, hop, ..Links::default() })?;
            let frame = stimulus(&array.config.format, array.config.size(), 1, 1);
            let outcome = Simulation::new(&array).run(&frame)?;
            let equal = if outcome.results == array.transform(&frame) { "equal" } else { "DIFFERENT" };
            let (shape, cycles) = (array.config.shape, array.cycles());
            println!(
                "| {shape} | {topology} | {precision} | {bits} | {hop} | {cycles} | {} | {equal} |",
                outcome.computing
            );
            if let Some(folder) = &folder {
                let path = format!("{folder}/{}_link{bits}_hop{hop}.v", array.name);
                std::fs::write(path, emit::print(&Verilog, &array.top, ""))?;
            }
        }
    }
    println!("\n| Frame | Format | Link | Mesh | Torus |\n|---|---|---|---|---|");
    for length in MODELLED {
        for (precision, bits) in [("fp32", 32), ("fp32", 64), ("fp16", 32)] {
            let cycles = [Topology::Mesh(length, length), Topology::Torus(length, length)].map(|topology| {
                let plan = Plan::new(&config(length, precision)?, topology, Links { bits, ..Links::default() })?;
                anyhow::Ok(plan.cycles())
            });
            let [mesh, torus] = cycles;
            println!("| {length}x{length}x{length} | {precision} | {bits} | {} | {} |", mesh?, torus?);
        }
    }
    Ok(())
}
