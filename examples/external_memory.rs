//! Writes the Verilog of a core for frames in external memory to standard output, and its register map and traffic to standard error.
//!
//! `cargo run --example external_memory > dft256x256.v`

use fftgen::emit::{print, Verilog};
use fftgen::external::{External, Fault, REGISTERS};
use fftgen::format::Format;
use fftgen::{Config, Error};

fn main() -> Result<(), Error> {
    let core = External::new(Config::new([256, 256], 4, Format::parse("fixed16", false)?))?;
    let plan = &core.plan;
    let [read, written] = plan.traffic_bytes();
    eprintln!("{}: {} bytes a frame in memory, rows {} bytes apart", core.name, plan.frame_bytes(), plan.row_pitch);
    eprintln!("{} passes; {read} bytes are read and {written} written for a frame", plan.passes.len());
    for engine in &core.engines {
        eprintln!("engine {}: {} words of memory", engine.title(), engine.memory_words());
    }
    for register in REGISTERS {
        let access = if register.is_writable() { "rw" } else { "r" };
        eprintln!("{:#04x} {:16} {access:2} {}", register.address, register.name, register.doc);
    }
    for (fault, what) in Fault::ALL {
        eprintln!("error {}: {what}", fault.code());
    }
    print!("{}", print(&Verilog, &core.top, "// Frames of 256x256 points in external memory.\n"));
    Ok(())
}
