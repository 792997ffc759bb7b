//! The cycle model: clock cycles of each step, exactly.

use super::{Plan, Steps};
use crate::array::schedule::Delivery;

/// Clock cycles from an address to the point.
pub(super) const READ: usize = 1;

/// Clock cycles after a transform in which engines may still tell that a value was too large.
pub(crate) const TELLING: usize = 3;

/// A step, which all elements begin and end in the same clock cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Points come along the rows.
    Load,
    /// An engine transforms all pencils, in a round counted from 0.
    Transform(usize),
    /// Pencils change places along an axis: 0 within a row, 1 within a column.
    Exchange(usize),
    /// Engine, row links and column links work at once, on different pencils.
    Overlapped,
    /// Results leave along the rows.
    Unload,
    /// Results leave along the rows, and the points of the next frame come. It is in place of [`Step::Unload`] and
    /// [`Step::Load`] where frames follow each other.
    Swap,
}

impl Plan {
    /// Returns the steps of a frame.
    pub fn steps(&self) -> Vec<Step> {
        if self.links.steps == Steps::Overlapped {
            return vec![Step::Load, Step::Overlapped, Step::Unload];
        }
        let rounds = (1..self.rounds.len())
            .flat_map(|round| self.axes_ahead(round).map(Step::Exchange).chain([Step::Transform(round)]));
        [Step::Load, Step::Transform(0)].into_iter().chain(rounds).chain([Step::Unload]).collect()
    }

    /// Whether elements read a word before and hold one that is to be written, which lines of three and more elements
    /// need.
    pub(crate) fn has_ports_to_share(&self) -> bool {
        !self.topology.is_closed() && self.links.delivery == Delivery::Direct && self.places > 2
    }

    /// Clock cycles of a step.
    ///
    /// Each step ends with its last write. A point is read a cycle after its address. In an exchange a word comes a hop
    /// later, and may be held for one more hop.
    pub fn step_cycles(&self, step: Step) -> usize {
        let hop = self.links.hop;
        match step {
            Step::Load => self.load_cycles(),
            Step::Transform(round) => {
                let interval = self.engine(round).interval;
                self.result_cycle(round) + (self.passes(round) - 1) * interval + self.rounds[round].length
            }
            Step::Exchange(_) => {
                let shared = if self.has_ports_to_share() { 2 * hop } else { 0 };
                shared + self.exchange().slots() + READ + hop
            }
            Step::Overlapped => self.overlap().end,
            Step::Unload => self.unload_latency() + self.row_words(),
            Step::Swap => self.swap_latency() + self.row_words(),
        }
    }

    /// Whether results leave while the points of the next frame come. There are two banks then.
    pub fn swaps(&self) -> bool {
        self.links.steps == Steps::Phased
    }

    /// Clock cycles from a frame to the next one, if each starts while the one before is transformed.
    pub fn interval(&self) -> usize {
        let between = if self.swaps() { vec![Step::Swap] } else { vec![Step::Unload, Step::Load] };
        self.cycles() + between.into_iter().map(|step| self.step_cycles(step)).sum::<usize>()
    }

    /// Clock cycles in which a frame comes.
    pub(crate) fn load_cycles(&self) -> usize {
        self.row_words().max((self.places - 1) * self.links.hop + self.element_words())
    }

    /// Words that come to an element along its row, and leave it.
    pub(crate) fn element_words(&self) -> usize {
        self.words() * self.link_words()
    }

    /// Words that each row takes of a frame, and gives.
    pub fn row_words(&self) -> usize {
        self.places * self.element_words()
    }

    /// Clock cycles until what the last element tells has come to the first one.
    pub fn settling_cycles(&self) -> usize {
        let [columns, rows] = self.topology.lengths();
        TELLING + 1 + (columns + rows) * self.links.hop
    }

    /// Clock cycles from the begin of [`Step::Unload`] to the first word. The words of a row leave one after the other,
    /// so that short ones of distant elements need time before.
    pub(crate) fn unload_latency(&self) -> usize {
        let ahead = (self.places - 1) * self.links.hop.saturating_sub(self.element_words());
        READ + self.links.hop + ahead
    }

    /// Clock cycles from the begin of [`Step::Swap`] to the first word. The words of an element leave after all words
    /// that it passes on to the elements before it, which takes the flight of a word along the row longer.
    pub(crate) fn swap_latency(&self) -> usize {
        self.unload_latency() + (self.places - 1) * self.links.hop.min(self.element_words())
    }

    /// Clock cycles of the transform of a frame that is in the elements.
    pub fn cycles(&self) -> usize {
        let is_computing = |step: &Step| !matches!(step, Step::Load | Step::Unload | Step::Swap);
        self.steps().into_iter().filter(is_computing).map(|step| self.step_cycles(step)).sum()
    }
}
