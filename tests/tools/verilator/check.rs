//! What is to be found out about one core.

use super::driver::Workshop;
use crate::support::case::Entry;
use crate::support::tools::{make, run, write};
use fftgen::package::Vectors;
use fftgen::Design;
use std::path::Path;
use std::time::Instant;

/// Icarus interprets: larger cores take it minutes.
const ICARUS_SIZE: usize = 64;

impl Entry {
    /// Builds the core and passes frames through it.
    pub fn check(&self, folder: &Path, workshop: &Workshop) -> Result<String, String> {
        let start = Instant::now();
        let design = Design::new(self.config()?).map_err(|e| e.to_string())?;
        write(&design, folder).map_err(|e| e.to_string())?;
        quiet("slang", &strictly(&design.name, folder)?)?;
        let vectors = Vectors::new(&design, if design.pipeline().size > 8192 { 2 } else { 12 }, 3);
        // The driver knows no configuration words and no other ports than the usual ones; the testbench does.
        let chosen = design.config_bits() > 0 || self.has_other_ports();
        if self.make || chosen {
            quiet("lint", &make(folder, &["--silent", "lint"])?)?;
        }
        let driven = chosen.then(|| make(folder, &["--silent", "verilator"])).transpose()?;
        if driven.is_none() {
            workshop.build(&design, &vectors, folder)?;
        }
        let built = start.elapsed();
        let said = match driven {
            Some(said) => said.lines().filter(|line| line.starts_with("PASS")).collect(),
            None => run(folder, "obj_driver/driver", &["vectors.txt"])?,
        };
        passed(&design, &said)?;
        let ran = start.elapsed();
        if self.make || (self.size <= ICARUS_SIZE) {
            passed(&design, &make(folder, &["--silent", "icarus"])?)?;
        }
        if self.make {
            passed(&design, &make(folder, &["--silent", "verilator"])?)?;
        }
        let times = format!("built {built:.1?}, run {:.1?}, all {:.1?}", ran - built, start.elapsed());
        let overflows = if vectors.overflow.contains(&true) { ", overflow" } else { "" };
        Ok(format!("{}{overflows}; {times}", said.trim()))
    }
}

/// What slang says of the core and its testbench with all that it can warn of: names used before their declaration, which
/// Vivado, VCS and newer versions of Icarus refuse, and signs and widths of conversions.
fn strictly(name: &str, folder: &Path) -> Result<String, String> {
    let files = [format!("{name}.v"), format!("{name}_tb.v")];
    run(folder, "slang", &["--std", "1364-2005", "-Weverything", &files[0], &files[1]])
}

/// No warning; newer versions end with statistics, in lines that begin with a dash.
pub fn quiet(what: &str, said: &str) -> Result<(), String> {
    match said.lines().all(|line| line.starts_with("- ")) {
        true => Ok(()),
        false => Err(format!("{what} is not quiet:\n{said}")),
    }
}

/// One PASS line, with the latency and the interval that the design promises.
fn passed(design: &Design, said: &str) -> Result<(), String> {
    let lines: Vec<&str> = said.lines().filter(|line| line.starts_with("PASS: ")).collect();
    let promise = format!("frames, latency {} cycles, interval {} cycles", design.latency(), design.interval());
    match lines[..] {
        [line] if line.ends_with(&promise) => Ok(()),
        _ => Err(format!("no PASS with \"{promise}\":\n{said}")),
    }
}
