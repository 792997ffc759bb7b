//! Stages with delay feedback that frames of several sizes share.

use super::chain::Row;
use super::lower::chain::row;
use super::route::Path;
use crate::arch::{Architecture, FrameSize, FrameTiming, OperatorSettings};
use crate::format::Format;
use crate::formula::Direction;
use crate::lower::{Operators, Reset};
use crate::model::Reference;
use crate::pipeline::{Pipeline, Stage, Units};
use crate::rtl::Module;
use crate::runtime::{Mode, Runtime};

/// A row of stages, and what frames choose.
pub struct MultiSize {
    row: Row,
    direction: Direction,
    runtime: Runtime,
}

impl MultiSize {
    /// A core of the row; `None` where that has no size.
    pub fn new(row: Row, direction: Direction, runtime: Runtime) -> Option<Self> {
        (!row.paths.is_empty()).then_some(MultiSize { row, direction, runtime })
    }

    /// What a frame of a size becomes; of a size that is none of these, of the largest.
    fn path(&self, size: usize) -> &Path {
        self.row.paths.iter().find(|path| path.size == size).unwrap_or(&self.row.paths[self.row.paths.len() - 1])
    }
}

impl Architecture for MultiSize {
    fn title(&self) -> String {
        self.row.title(self.direction)
    }

    fn plan(&self) -> String {
        self.row.plan()
    }

    fn pipeline(&self) -> &Pipeline {
        &self.path(self.row.largest()).pipeline
    }

    fn timing(&self, size: usize) -> FrameTiming {
        let path = self.path(size);
        FrameTiming { beats: path.beats(), interval: path.beats(), latency: self.row.latency(path) }
    }

    fn sizes(&self) -> Vec<FrameSize<'_>> {
        let route = |(path, wait)| {
            let Path { size, pipeline, .. }: &Path = path;
            let radices = path.factors().filter(|radix| *radix > 1).collect();
            FrameSize { points: *size, pipeline, radices, wait }
        };
        self.row.paths.iter().zip(self.row.waits()).map(route).collect()
    }

    fn stages(&self) -> Vec<(&Stage, usize)> {
        self.row.instances().collect()
    }

    fn units(&self) -> Units {
        self.row.units()
    }

    fn memory_words(&self) -> usize {
        self.row.words()
    }

    fn lower(&self, name: &str, prefix: &str, settings: &OperatorSettings, _: Option<Reset>) -> Module {
        let OperatorSettings { format, depths, product } = *settings;
        let operators = Operators::of_stages(prefix, format, depths, product, self.row.stages());
        row(name, prefix, &self.row, self.direction, &self.runtime, &operators)
    }

    fn model(&self, format: Format, mode: Option<&Mode>) -> Reference<'_> {
        match mode {
            None => Reference::new(self.pipeline(), format),
            Some(mode) => Reference::new(&self.path(mode.size).pipeline, format).asked(mode),
        }
    }
}
