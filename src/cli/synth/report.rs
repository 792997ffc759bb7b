//! What was found, for people and for programs.

use super::routing::Routing;
use crate::cli::counts::figure;
use fftgen::synth::{Estimate, Path, PathCounts, Resource, Resources, Target};
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt;

pub struct Report {
    pub top: String,
    pub family: &'static Target,
    pub yosys: String,
    /// Of a whole core only.
    pub estimated: Option<Estimate>,
    pub measured: Resources,
    pub path: Option<Path>,
    /// Result of place and route, if it is asked for.
    pub routing: Option<Routing>,
}

/// Parts of the slowest path.
#[derive(Serialize, JsonSchema)]
struct ModelFacts {
    #[schemars(with = "[String; 2]")]
    path_ends: [Resource; 2],
    path_counts: PathCounts,
}

/// The same, flat.
#[derive(Serialize, JsonSchema)]
pub struct Facts<'a> {
    top: &'a str,
    target: &'static str,
    yosys: &'a str,
    estimated: Option<Estimate>,
    measured: &'a Resources,
    path_ns: Option<f64>,
    fmax_mhz: Option<f64>,
    slowest: Option<String>,
    /// Ends of the slowest path and the delays between them.
    #[serde(flatten)]
    model: Option<ModelFacts>,
    routing: Option<&'a Routing>,
}

impl Report {
    pub fn facts(&self) -> Facts<'_> {
        let path = self.path.as_ref();
        Facts {
            top: &self.top,
            target: self.family.name,
            yosys: &self.yosys,
            estimated: self.estimated,
            measured: &self.measured,
            path_ns: path.map(Path::nanoseconds),
            fmax_mhz: path.map(|path| (path.megahertz() * 10.0).round() / 10.0),
            slowest: path.map(Path::to_string),
            model: path.map(|path| ModelFacts { path_ends: path.ends, path_counts: path.counts }),
            routing: self.routing.as_ref(),
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Resources { lut, lutram, srl, carry, ff, dsp, bram, uram, other } = &self.measured;
        writeln!(f, "{}: {}, {}\n\n{:23}estimated  measured", self.top, self.family.title, self.yosys, "")?;
        let mut row = |label: &str, estimated: Option<String>, measured: String| {
            let estimated = estimated.unwrap_or_else(|| "-".into());
            writeln!(f, "  {label:<20}{estimated:>10}{measured:>10}")
        };
        let estimated = self.estimated;
        row("LUT", estimated.and_then(|e| e.lut).map(figure), figure(*lut))?;
        row("  of them memory", None, figure(*lutram))?;
        row("  of them delays", None, figure(*srl))?;
        row("FF", None, figure(*ff))?;
        row("DSP", estimated.map(|e| figure(e.dsp)), figure(*dsp))?;
        row(self.family.block_ram, estimated.and_then(|e| e.bram).map(|bram| bram.to_string()), bram.to_string())?;
        row("carry", None, figure(*carry))?;
        if *uram > 0 {
            row("UltraRAM", None, figure(*uram))?;
        }
        for (kind, count) in other {
            row(kind, None, figure(*count))?;
        }
        if let Some(path) = &self.path {
            row("path_ns", None, format!("{:.2}", path.nanoseconds()))?;
            writeln!(f, "\n  {:<12}{path}\n  {:<12}{:.1} MHz by the model", "slowest", "clock", path.megahertz())?;
        }
        self.routing.as_ref().map_or(Ok(()), |routing| routing.fmt(f))
    }
}
