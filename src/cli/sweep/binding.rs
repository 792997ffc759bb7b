//! Sweeps for other languages, whose own workers do the designs.

use super::definition::Definition;
use super::designs::{chosen, key, Design};
use super::files::Files;
use super::programs::Programs;
use super::row;
use super::session::{Finished, Session};
use crate::Error;
use std::path::Path;

/// Sweep that a text describes, with results in files of one name.
///
/// ```
/// use fftgen::program::DescribedSweep;
/// let folder = tempfile::tempdir()?;
/// let text = "sweep: {size: [4, 8]}\nwidth: 1\nprecision: fixed8";
/// let sweep = DescribedSweep::open(text, &folder.path().join("small"))?;
/// for design in sweep.pending(false) {
///     sweep.append(&DescribedSweep::row(text, design)?)?;
/// }
/// assert_eq!(sweep.finish()?.len(), 2);
/// # Ok::<(), anyhow::Error>(())
/// ```
pub struct DescribedSweep(Session);

impl DescribedSweep {
    /// Reads a text in YAML and opens the results. `out`: their name without endings.
    pub fn open(text: &str, out: &Path) -> anyhow::Result<Self> {
        let definition = Definition::of_text(text)?;
        let designs = chosen(&definition)?;
        Ok(DescribedSweep(Session::open(definition, designs, Files::named(out))?))
    }

    /// Lists the numbers of the designs that have no row, or with `retry` one with an error.
    pub fn pending(&self, retry: bool) -> Vec<u64> {
        self.0.pending(retry).iter().map(|design| design.index).collect()
    }

    /// Does all stages of the design of a number, in any process. Returns its row as JSON.
    pub fn row(text: &str, number: u64) -> anyhow::Result<String> {
        let definition = Definition::of_text(text)?;
        let programs = Programs::find(&definition.stages)?;
        let design = Design { index: number, key: key(&definition, number) };
        Ok(serde_json::to_string(&row::of(&design, &definition, &programs))?)
    }

    /// Adds the row of a design, as [`DescribedSweep::row`] returns it.
    pub fn append(&self, row: &str) -> anyhow::Result<()> {
        let row = serde_json::from_str(row).map_err(|error| Error::Data(format!("row of a sweep: {error}")))?;
        self.0.append(&row)
    }

    /// Writes the table. Returns the rows in the order of the designs as JSON, each with whether it is on a Pareto front.
    pub fn finish(&self) -> anyhow::Result<Vec<(String, bool)>> {
        let Finished { rows, front } = self.0.finish()?;
        rows.iter().zip(front).map(|(row, is_on_front)| Ok((serde_json::to_string(row)?, is_on_front))).collect()
    }
}
