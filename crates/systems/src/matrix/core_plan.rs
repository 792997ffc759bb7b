//! What the plan of a core for frames or batches says of it.

use crate::arch::{FrameTiming, ProductFacts};
use crate::exact::Field;
use crate::format::Format;
use crate::parts::Reset;
use crate::pipeline::Units;
use crate::rtl::Module;

/// A plan of a core that transforms batches, of which a frame is one.
pub trait CorePlan: Send + Sync {
    /// What the core computes, in words.
    fn title(&self) -> String;

    /// How it computes, in a line.
    fn description(&self) -> String;

    /// The scale of the results as a ratio.
    fn scale(&self) -> String;

    /// Facts for the documents of the core.
    fn facts(&self) -> ProductFacts;

    /// Coefficients that come by a stream of their own before the frames of a test.
    fn preload(&self) -> &[[u64; 2]] {
        &[]
    }

    /// The plan with another set of coefficients for tests, where they come by a stream.
    fn with_preload(&self, _: Vec<[u64; 2]>) -> Option<Box<dyn CorePlan>> {
        None
    }

    /// Points that a beat has, and results.
    fn lanes(&self) -> usize {
        1
    }

    /// Points of a batch, and its results.
    fn points(&self) -> [usize; 2] {
        self.timing().beats.map(|beats| beats * self.lanes())
    }

    /// Beats of a batch, those of its results, initiation interval and latency.
    fn timing(&self) -> FrameTiming;

    /// Real operators.
    fn units(&self) -> Units;

    /// Complex words of memory.
    fn memory_words(&self) -> usize;

    /// The comment of the core's module.
    fn doc(&self) -> String {
        let FrameTiming { beats: [points, results], interval, latency } = self.timing();
        format!(
            "{}: {}. A frame has {points} beats of a point, and its results {results} beats; latency {latency} cycles. \
             in_start marks a frame's \
             first beat; frames start at least {interval} cycles apart.",
            self.title(),
            self.description()
        )
    }

    /// Builds the netlist with the native interface, with ports of a format. `prefix`: what the names of its modules
    /// begin with. `alone`: the reset of a core without ports around it.
    fn core(&self, name: &str, prefix: &str, format: Format, alone: Option<Reset>) -> Module;

    /// Returns the results of a batch, and whether a word was too large.
    fn transform(&self, points: &[[u64; 2]]) -> (Vec<[u64; 2]>, bool);

    /// Returns the results of a batch of residues.
    fn exact(&self, field: &Field, points: &[[u64; 2]]) -> Vec<[u64; 2]>;

    /// Returns what a point of a frame counts in a result, by the definition of the matrix and without a scale.
    fn defined(&self, field: &Field, result: usize, point: usize) -> [u64; 2];
}
