//! Designs of a sweep with their results.

use super::definition::Definition;
use super::designs::Design;
use super::files::Files;
use super::front;
use super::programs::Programs;
use super::row::{self, Row};
use super::store::Store;
use super::table;

/// Sweep whose results this process writes.
pub struct Session {
    pub definition: Definition,
    pub designs: Vec<Design>,
    pub files: Files,
    programs: Programs,
    store: Store,
}

/// Rows of all designs that have one, in their order.
pub struct Finished {
    pub rows: Vec<Row>,
    /// Whether each is on a Pareto front.
    pub front: Vec<bool>,
}

impl Session {
    /// Finds what the stages need, and opens the results.
    pub fn open(definition: Definition, designs: Vec<Design>, files: Files) -> anyhow::Result<Self> {
        let programs = Programs::find(&definition.stages)?;
        files.check_table()?;
        let store = Store::open(&files, &designs)?;
        Ok(Session { definition, designs, files, programs, store })
    }

    /// Lists the designs that have no row, or with `retry` one with an error.
    pub fn pending(&self, retry: bool) -> Vec<&Design> {
        self.store.pending(&self.designs, retry)
    }

    /// Does all stages of a design, and adds its row.
    pub fn add(&self, design: &Design) -> anyhow::Result<()> {
        self.append(&row::of(design, &self.definition, &self.programs))
    }

    /// Adds a row.
    pub fn append(&self, row: &Row) -> anyhow::Result<()> {
        self.store.append(row)
    }

    /// Writes the table of all rows.
    pub fn finish(&self) -> anyhow::Result<Finished> {
        let rows = self.store.rows(&self.designs);
        let front = front::of(&rows);
        self.files.write_table(&table::csv(&self.definition, &self.designs, &rows, &front))?;
        Ok(Finished { rows, front })
    }
}
