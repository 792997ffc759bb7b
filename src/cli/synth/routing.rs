//! Place and route of a core with several seeds.

use super::nextpnr::Nextpnr;
use super::yosys::{Yosys, NETLIST};
use crate::cli::args::{Settings, Synth};
use crate::cli::job::Job;
use crate::cli::temporary::Temporary;
use crate::cli::values::Deferred;
use anyhow::Context;
use fftgen::rtl::Module;
use fftgen::synth::{Part, Routed, Target, Wrapper, TARGETS};
use fftgen::Error;
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt;

/// Steps of the slowest path whose delays in ns the text shows.
const MIN_SHOWN_NS: f64 = 0.005;

/// Results of all seeds.
#[derive(Serialize, JsonSchema)]
pub struct Routing {
    pub device: &'static str,
    speed: Option<&'static str>,
    /// Minimum, median and maximum clock in MHz.
    min_mhz: Option<f64>,
    pub median_mhz: Option<f64>,
    max_mhz: Option<f64>,
    /// LUTs and registers of the wrapper, which the sites include.
    wrapper_lut: usize,
    wrapper_ff: usize,
    /// Results by seed, in the order of their clocks.
    seeds: Vec<Routed>,
}

/// Finds the program for what the flags ask for, or returns `None` if routing is not asked for.
pub fn router<'a>(args: &'a Synth, target: &Target) -> anyhow::Result<Option<Nextpnr<'a>>> {
    if !args.route {
        return Ok(None);
    }
    if args.seeds == 0 {
        return Err(Error::Usage("--seeds 0: at least one seed is placed and routed".into()).into());
    }
    let part = part(target, &args.settings, args.speed.as_deref())?;
    Nextpnr::find(part, args.bitstream.as_deref(), args.limits.timeout).map(Some)
}

/// Returns the part of a family that is placed and routed: the device of the settings, or the largest.
pub fn part(target: &Target, settings: &Settings, speed: Option<&str>) -> Result<Part, Error> {
    let router = target.router.ok_or_else(|| {
        let routed = TARGETS.iter().filter(|target| target.router.is_some()).map(|target| target.name);
        let routed: Vec<&str> = routed.collect();
        Error::Unsupported(format!("--route: no free router has {}; it routes {}", target.title, routed.join(", ")))
    })?;
    let device = Deferred::optional(&settings.device)?;
    let device = device.map(|device| device.chip.routed_as.unwrap_or(device.chip.name));
    router.part(device, speed).map_err(|what| Error::Usage(format!("--{what}")))
}

/// Synthesises a module between shift registers, places and routes it with every seed, and writes the bitstream of the
/// fastest one.
pub fn route(nextpnr: &Nextpnr, module: &Module, yosys: &Yosys, job: &Job, seeds: usize) -> anyhow::Result<Routing> {
    let folder = Temporary::workshop().context("cannot create a temporary folder")?;
    let Wrapper { module: top, luts, registers } = Wrapper::new(module);
    let script = |read: &str| job.config.target.script(read, &top.name, NETLIST);
    yosys.synthesise(&top, &top.name, script, folder.path())?;
    let seeds = (1..=seeds).map(|seed| nextpnr.route(folder.path(), seed));
    let mut seeds: Vec<Routed> = seeds.collect::<anyhow::Result<_>>()?;
    seeds.sort_by(|a, b| a.clock_mhz.unwrap_or(0.0).total_cmp(&b.clock_mhz.unwrap_or(0.0)));
    if let Some(fastest) = seeds.last() {
        nextpnr.pack(folder.path(), fastest.seed)?;
    }
    let clocks: Vec<f64> = seeds.iter().filter_map(|routed| routed.clock_mhz).map(rounded).collect();
    Ok(Routing {
        device: nextpnr.part.device.name,
        speed: nextpnr.part.speed,
        min_mhz: clocks.first().copied(),
        median_mhz: clocks.get(clocks.len() / 2).copied(),
        max_mhz: clocks.last().copied(),
        wrapper_lut: luts,
        wrapper_ff: registers,
        seeds,
    })
}

/// Rounds to a tenth.
fn rounded(clock: f64) -> f64 {
    (clock * 10.0).round() / 10.0
}

impl fmt::Display for Routing {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let speed = self.speed.map_or(String::new(), |speed| format!(", speed grade {speed}"));
        writeln!(f, "\nPlaced and routed in {}{speed}, with {} seeds", self.device, self.seeds.len())?;
        match (self.min_mhz, self.median_mhz, self.max_mhz) {
            (Some(min), Some(median), Some(max)) => {
                writeln!(f, "  {:<12}{median:.1} MHz ({min:.1} to {max:.1})", "clock")?;
            }
            _ => writeln!(f, "  {:<12}no path between registers", "clock")?,
        }
        let Some(middle) = self.seeds.get(self.seeds.len() / 2) else { return Ok(()) };
        let sites = middle.sites.iter().map(|(kind, sites)| format!("{} {kind}", sites.used));
        writeln!(f, "  {:<12}{}", "sites", sites.collect::<Vec<_>>().join(", "))?;
        writeln!(f, "  {:<12}{} LUTs and {} registers of them", "wrapper", self.wrapper_lut, self.wrapper_ff)?;
        for (index, step) in middle.path.iter().filter(|step| step.delay_ns >= MIN_SHOWN_NS).enumerate() {
            let label = if index == 0 { "slowest" } else { "" };
            writeln!(f, "  {label:<12}{:5.2} ns  {:<9}{}", step.delay_ns, step.kind, step.name)?;
        }
        Ok(())
    }
}
