//! Forces the kernels of a plan, in order, and shows what becomes of operators, memory and latency.
//!
//! `cargo run --example custom_kernel`

use fftgen::formula::Kernel;
use fftgen::{format::Format, verify, Config, Design, Error};

fn main() -> Result<(), Error> {
    let config = Config::new(28, 2, Format::parse("fp32", false)?);
    let choices = [
        ("the planner's choice", None),
        ("7 by mirrored pairs, then 4", Some(vec![Kernel::symmetric(7), Kernel::direct(4)])),
        ("7 with all products shared, then 4", Some(vec![Kernel::shared_products(7), Kernel::direct(4)])),
        ("Winograd's 7, then 4", Some(vec![Kernel::winograd(7), Kernel::direct(4)])),
        ("4, then Winograd's 7", Some(vec![Kernel::direct(4), Kernel::winograd(7)])),
    ];
    for (name, kernels) in choices {
        let design = Design::new(Config { kernels, ..config.clone() })?;
        let cost = design.architecture.candidates()[0].cost;
        println!("{name}: {}", design.plan());
        println!("  {}, {} complex words of memory", design.units(), design.memory_words());
        println!(
            "  {} LUTs and {} DSP blocks estimated, latency {} clock cycles",
            cost.luts, cost.blocks, cost.latency
        );

        // The netlist against the model, bit for bit: one frame of each kind at full rate and one with stalls.
        let frames = verify::frames_for(&design, 0, 0);
        let measured = verify::check(&design, frames, |_| {})?;
        println!("  {} frames simulated, interval {} clock cycles\n", measured.frames, measured.interval);
    }
    Ok(())
}
