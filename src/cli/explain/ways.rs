//! Ways to compute a transform on a systolic array, beside a streaming and a folded core.

use crate::accuracy::{Definition, Errors};
use crate::cli::counts::figure;
use fftgen::arch::Architecture;
use fftgen::matrix::{HornerPlan, Planned, ProductPlan};
use fftgen::number::ProductRule;
use fftgen::{Config, Design, Error};
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::{Display, Formatter, Result as Written};

/// Maximum number of points for which other cores are planned.
const MAX_PLANNED: usize = 1 << 14;

/// A way to compute a transform.
#[derive(Serialize, JsonSchema)]
pub struct Way {
    /// The matrix as a whole, the points of steps, or another core.
    way: String,
    /// Clock cycles of a frame, at full rate.
    cycles_per_frame: f64,
    /// Clock cycles of a frame at the cells alone, which may wait for points.
    #[serde(skip_serializing_if = "Option::is_none")]
    cell_cycles_per_frame: Option<f64>,
    latency_cycles: usize,
    /// Complex multiply-adds, which are cells of the array.
    #[serde(skip_serializing_if = "Option::is_none")]
    cells: Option<usize>,
    real_adders: usize,
    real_multipliers: usize,
    /// Share of the multiply-adds of cells that work, at full rate.
    #[serde(skip_serializing_if = "Option::is_none")]
    utilisation: Option<f64>,
    /// Error of the results of a frame of noise, relative to the results: in the mean of squares, and the largest
    /// beside the largest result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<[f64; 2]>,
}

/// Collects the ways, of which the plans are those on the array, and other cores of the same points and format.
pub fn ways(config: &Config, plans: &[Planned]) -> Result<Vec<Way>, Error> {
    let [batch, size] = config.shape.dimensions()[..] else { return Ok(vec![]) };
    let own = plans.iter().map(|plan| {
        let name = match plan {
            Planned::Steps(plan) => {
                let by = plan.convolution().map_or(String::new(), |length| format!("convolution of {length}, "));
                format!("{by}steps of {}", plan.word().replace('x', ", "))
            }
            Planned::Elements(_) | Planned::Cells(_) => "whole matrix".into(),
            Planned::Horner(_) => "Horner's rule".into(),
        };
        let architecture = plan.clone().architecture(config);
        let facts = architecture.product();
        let cells = match plan {
            Planned::Steps(plan) => plan.cells.rows * plan.cells.columns,
            Planned::Cells(plan) => plan.cells.rows * plan.cells.columns,
            Planned::Elements(ProductPlan { elements, .. })
            | Planned::Horner(HornerPlan { product: ProductPlan { elements, .. }, .. }) => {
                elements.count() * elements.macs
            }
        };
        let way = way(config, name, &*architecture, [batch, size]);
        let busy = facts.as_ref().map(|facts| facts.frame_cycles as f64 / batch as f64);
        Way {
            cells: Some(cells),
            cell_cycles_per_frame: busy,
            utilisation: facts.map(|facts| facts.utilisation),
            ..way
        }
    });
    let mut all: Vec<Way> = own.collect();
    let alone =
        Config { shape: size.into(), products: ProductRule::Whole, datapath: None, name: None, ..config.clone() };
    if size > MAX_PLANNED {
        return Ok(all);
    }
    if let Ok(streaming) = Design::architecture(&alone) {
        all.push(way(&alone, "streaming core".into(), &*streaming, [1, size]));
    }
    let front = Design::front(&alone, usize::MAX).unwrap_or_default();
    if let Some(folded) = front.into_iter().rev().find(|core| core.way == fftgen::Way::Folded) {
        all.push(way(&alone, "folded core".into(), &*folded.architecture, [1, size]));
    }
    Ok(all)
}

/// Returns the facts of a way that takes batches.
fn way(config: &Config, name: String, architecture: &dyn Architecture, [batch, size]: [usize; 2]) -> Way {
    let frame = Config { shape: size.into(), ..config.clone() };
    let errors = Errors::of_architecture(config, &Definition::Transform(&frame), architecture);
    let error = errors.map(|Errors { mean, largest, .. }| [mean, largest]);
    let (timing, units, pace) = (architecture.timing(batch * size), architecture.units(), architecture.pipeline().pace);
    Way {
        way: name,
        cycles_per_frame: (pace * timing.interval) as f64 / batch as f64,
        latency_cycles: pace * timing.latency,
        cell_cycles_per_frame: None,
        cells: None,
        real_adders: units.adders,
        real_multipliers: units.multipliers,
        utilisation: None,
        error,
    }
}

/// Table of ways.
pub struct Ways<'a>(pub &'a [Way]);

impl Display for Ways<'_> {
    fn fmt(&self, f: &mut Formatter) -> Written {
        writeln!(f, "Ways, the chosen one first; errors of a frame of noise by the model, relative to the results:\n")?;
        let width = self.0.iter().map(|way| way.way.len()).max().unwrap_or(0).max(22);
        writeln!(
            f,
            "  {:<width$} {:>12} {:>8} {:>9} {:>6} {:>12} {:>6} {:>10} {:>10}",
            "", "cycles/frame", "at cells", "latency", "cells", "multipliers", "busy", "error, L2", "largest"
        )?;
        for way in self.0 {
            let at_cells = way.cell_cycles_per_frame.map_or("-".into(), |cycles| format!("{cycles:.1}"));
            let cells = way.cells.map_or("-".into(), figure);
            let busy = way.utilisation.map_or("-".into(), |share| format!("{:.0} %", 100.0 * share));
            let [mean, largest] =
                way.error.map_or(["-".into(), "-".into()], |errors| errors.map(|error| format!("{error:.1e}")));
            writeln!(
                f,
                "  {:<width$} {:>12} {at_cells:>8} {:>9} {cells:>6} {:>12} {busy:>6} {mean:>10} {largest:>10}",
                way.way,
                format!("{:.1}", way.cycles_per_frame),
                figure(way.latency_cycles),
                figure(way.real_multipliers)
            )?;
        }
        Ok(())
    }
}
