//! Builds a core of 20 points, 4 points a clock cycle, in fp32, and prints its size, latency and interval.
//!
//! `cargo run --example hello_core`

use fftgen::emit::{self, Verilog};
use fftgen::{format::Format, Config, Design, Error};

fn main() -> Result<(), Error> {
    let format = Format::parse("fp32", false)?;
    let design = Design::new(Config::new(20, 4, format))?;
    let text = emit::print(&Verilog, &design.top, "");
    println!("{}: {}", design.name, design.title());
    println!("plan      {}", design.plan());
    println!("Verilog   {} lines, {} modules", text.lines().count(), text.matches("\nendmodule").count());
    println!("operators {}", design.units());
    println!("memory    {} complex words", design.memory_words());
    println!("latency   {} clock cycles, {} of them in the core", design.latency(), design.core_latency());
    println!("interval  {} clock cycles from frame to frame", design.interval());
    Ok(())
}
