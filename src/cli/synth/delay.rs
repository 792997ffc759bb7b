//! Delay of the slowest path of a netlist of standard cells: by OpenSTA where it is installed, otherwise by ABC.

use crate::cli::failure::ToolError;
use crate::cli::programs::{is_in_path, output, tail, text_of};
use crate::cli::progress::Progress;
use crate::cli::verbosity::detail;
use anyhow::Context;
use schemars::JsonSchema;
use serde::Serialize;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// Names of files in the temporary folder.
pub const LIBRARY: &str = "cells.lib";
pub const VERILOG: &str = "mapped.v";
pub const ABC_LOG: &str = "abc.log";
const SCRIPT: &str = "timing.tcl";

/// Program of OpenSTA.
const PROGRAM: &str = "sta";

/// Clock period in ns that paths are compared with.
const PERIOD_NS: f64 = 1000.0;

/// Slowest path.
#[derive(Serialize, JsonSchema)]
pub struct Delay {
    /// Delay in ns.
    pub path_ns: f64,
    /// Clock in MHz that the delay allows.
    pub fmax_mhz: f64,
    /// Program that computed it, with what it leaves out.
    pub delay_by: &'static str,
}

impl Delay {
    fn new(path_ns: f64, delay_by: &'static str) -> Option<Self> {
        let path_ns = (path_ns * 1000.0).round() / 1000.0;
        let fmax_mhz = (10_000.0 / path_ns).round() / 10.0;
        (path_ns > 0.0 && fmax_mhz.is_finite()).then_some(Delay { path_ns, fmax_mhz, delay_by })
    }
}

/// Computes the delay of the netlist of `top` in a folder. `None` if no path begins and ends at registers.
pub fn slowest(folder: &Path, top: &str, timeout: Option<Duration>) -> anyhow::Result<Option<Delay>> {
    match is_in_path(PROGRAM) {
        true => by_sta(folder, top, timeout),
        false => Ok(by_abc(&std::fs::read_to_string(folder.join(ABC_LOG)).unwrap_or_default())),
    }
}

/// Runs OpenSTA, which knows delays of registers, their setup times and the loads of pins, but no wires.
fn by_sta(folder: &Path, top: &str, timeout: Option<Duration>) -> anyhow::Result<Option<Delay>> {
    let script = format!(
        "read_liberty {LIBRARY}\nread_verilog {VERILOG}\nlink_design {top}\nset_cmd_units -time ns\n\
         create_clock -name clk -period {PERIOD_NS} [get_ports clk]\n\
         report_checks -path_delay max -from [all_registers -clock_pins] -to [all_registers -data_pins]\nexit\n"
    );
    std::fs::write(folder.join(SCRIPT), script).context("cannot write the script of OpenSTA")?;
    let output = {
        let _progress = Progress::spinner(PROGRAM);
        output(PROGRAM, Command::new(PROGRAM).args(["-no_splash", "-exit", SCRIPT]).current_dir(folder), timeout)?
    };
    let text = text_of(&output);
    detail(&text);
    if !output.status.success() || text.contains("Error:") {
        return Err(ToolError(format!("{PROGRAM} failed ({}):\n{}", output.status, tail(&text))).into());
    }
    Ok(slack(&text).and_then(|slack| Delay::new(PERIOD_NS - slack, "OpenSTA, without wires")))
}

/// Finds the slack of a path in a report of OpenSTA.
fn slack(report: &str) -> Option<f64> {
    let line = report.lines().find(|line| line.trim_start().contains("slack ("))?;
    line.split_whitespace().find_map(|word| word.parse().ok())
}

/// Finds the largest delay that ABC printed, in ps.
fn by_abc(log: &str) -> Option<Delay> {
    let delays = log.lines().filter_map(|line| {
        let (_, rest) = line.split_once("Delay =")?;
        rest.split_whitespace().next()?.parse::<f64>().ok()
    });
    let longest = delays.filter(|delay| delay.is_finite()).reduce(f64::max)?;
    Delay::new(longest / 1000.0, "abc, without registers and wires")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slacks_and_delays_are_found() {
        assert_eq!(slack("  1000.00   data required\n------\n   995.25   slack (MET)\n"), Some(995.25));
        assert_eq!(slack("No paths found."), None);
        let log =
            "ABC: x Gates = 5 ( 0.0 %) Cap = 1.0 ff Area = 7.0 ( 0.0 %) Delay =  812.50 ps  ( 1.0 %)\nDelay = 90.0 ps";
        let found = by_abc(log).unwrap();
        assert_eq!((found.path_ns, found.fmax_mhz), (0.813, 1230.0));
        assert!(by_abc("").is_none() && by_abc("Delay = 0.0 ps").is_none());
    }
}
