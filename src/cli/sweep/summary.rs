//! Summary of a sweep: how many designs there are, what failed, and the Pareto fronts.

use super::super::counts::{counted, figure};
use super::definition::Definition;
use super::designs::Design;
use super::files::Files;
use super::row::Row;
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::{Display, Formatter, Result};
use std::path::PathBuf;

/// Designs of the fronts, and failures, that people are shown.
const SHOWN: [usize; 2] = [24, 3];

/// Summary for programs.
#[derive(Serialize, JsonSchema)]
pub struct SweepFacts<'a> {
    /// Name and version of the fields.
    schema: &'static str,
    /// Number of designs, of those whose rows this run has added, and of those that are refused or failed.
    designs: usize,
    new: usize,
    failed: usize,
    /// Files of the rows, as they came, and in the order of the designs.
    lines: PathBuf,
    table: PathBuf,
    /// Rows on a Pareto front, by points of a frame and price.
    front: Vec<&'a Row>,
}

pub struct Summary<'a> {
    /// Number of rows that this run has added.
    pub new: usize,
    pub definition: &'a Definition,
    pub designs: &'a [Design],
    pub rows: &'a [Row],
    /// Whether each row is on a front.
    pub front: &'a [bool],
    pub files: &'a Files,
}

impl Summary<'_> {
    /// Returns the summary for programs.
    pub fn facts(&self) -> SweepFacts<'_> {
        SweepFacts {
            schema: "fftgen-sweep/1",
            designs: self.designs.len(),
            new: self.new,
            failed: self.failures().count(),
            lines: self.files.lines(),
            table: self.files.table(),
            front: self.front().into_iter().map(|(_, row)| row).collect(),
        }
    }

    fn failures(&self) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(|row| row.error.is_some())
    }

    /// Lists the rows on a front by points and price, with their designs.
    fn front(&self) -> Vec<(&Design, &Row)> {
        let on_front = self.priced().filter(|(_, _, on_front)| *on_front);
        let mut front: Vec<(&Design, &Row)> = on_front.map(|(design, row, _)| (design, row)).collect();
        front.sort_by_key(|(_, row)| (row.points, row.price));
        front
    }

    /// Lists the rows that have a price and a throughput, with their designs and whether they are on a front.
    pub fn priced(&self) -> impl Iterator<Item = (&Design, &Row, bool)> {
        let all = self.designs.iter().zip(self.rows).zip(self.front);
        all.map(|((design, row), on_front)| (design, row, *on_front)).filter(|(_, row, _)| row.position().is_some())
    }

    /// Returns the heads of the cells of a row.
    pub fn heads(&self) -> Vec<&str> {
        let axes = self.definition.axes.iter().map(|axis| axis.key.as_str());
        axes.chain(["price", "LUT", "DSP", "BRAM", "Msamples/s", "dB", "latency"]).collect()
    }

    /// Returns the cells of a row.
    pub fn cells(&self, design: &Design, row: &Row) -> Vec<String> {
        let or = |cell: Option<String>| cell.unwrap_or_else(|| "-".into());
        let values = self.definition.values(design.index);
        let settings = self.definition.axes.iter().zip(values).map(|(_, value)| value.text.clone());
        let figures = [
            or(row.price.map(figure)),
            or(row.synth_lut.or(row.lut).map(figure)),
            or(row.synth_dsp.or(row.dsp).map(figure)),
            or(row.synth_bram.or(row.bram).map(|bram| bram.to_string())),
            or(row.samples_per_second.map(|samples| format!("{:.1}", samples / 1e6))),
            or(row.snr_db.map(|snr_db| format!("{snr_db:.1}"))),
            or(row.latency_cycles.map(figure)),
        ];
        settings.chain(figures).collect()
    }
}

impl Display for Summary<'_> {
    fn fmt(&self, f: &mut Formatter) -> Result {
        let [most_rows, most_failures] = SHOWN;
        let (all, failed) = (self.designs.len(), self.failures().count());
        writeln!(f, "{}: {} new, {} failed", counted(all, "design"), figure(self.new), figure(failed))?;
        for row in self.failures().take(most_failures) {
            writeln!(f, "  {}: {}", row.command, row.error.as_deref().unwrap_or_default())?;
        }
        if failed > most_failures {
            writeln!(f, "  and {} more", figure(failed - most_failures))?;
        }
        writeln!(f, "rows: {} and {}", self.files.table().display(), self.files.lines().display())?;
        let front = self.front();
        if front.is_empty() {
            return Ok(());
        }
        writeln!(f, "\nPareto front of {}, for each number of points:", counted(front.len(), "design"))?;
        let mut lines = vec![self.heads().into_iter().map(String::from).collect::<Vec<_>>()];
        lines.extend(front.iter().take(most_rows).map(|(design, row)| self.cells(design, row)));
        let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..lines[0].len()).map(width).collect();
        for line in &lines {
            let cells = line.iter().zip(&widths).map(|(cell, width)| format!("{cell:>width$}"));
            writeln!(f, "  {}", cells.collect::<Vec<_>>().join("  "))?;
        }
        match front.len().saturating_sub(most_rows) {
            0 => Ok(()),
            rest => writeln!(f, "  and {} more, whose column pareto of the table is true", figure(rest)),
        }
    }
}
