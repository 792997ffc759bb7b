//! How the points of a frame fill beats.

use crate::choice::Choice;
use crate::formula::FrameShape;
use std::ops::Range;

/// What begins with a beat of its own. Lanes before that beat may hold no point.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Padding {
    /// Each frame: lanes of its last beat may hold no point.
    #[default]
    Frame,
    /// Each row of a frame: lanes of a row's last beat may hold no point.
    Rows,
}

impl Choice for Padding {
    const WORDS: &'static [(&'static str, Self)] = &[("frame", Padding::Frame), ("rows", Padding::Rows)];
}

impl Padding {
    /// Returns the number of items that follow each other without an empty lane, in a frame of `shape` items.
    pub fn run(self, shape: FrameShape) -> usize {
        match self {
            Padding::Frame => shape.samples(),
            Padding::Rows => shape.row_samples(),
        }
    }
}

/// The packing of a frame's items, points or components, into beats.
///
/// ```
/// use fftgen_stream::pipeline::BeatPacking;
/// let rows_of_seven = BeatPacking { beat: 3, run: 7 };
/// assert_eq!(rows_of_seven.beats(14), 6);
/// assert_eq!([2, 3].map(|beat| rows_of_seven.range(beat)), [6..7, 7..10]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BeatPacking {
    /// Items of a full beat.
    pub beat: usize,
    /// Items that follow each other without an empty place.
    pub run: usize,
}

impl BeatPacking {
    /// Returns the number of beats of `items` items.
    pub fn beats(&self, items: usize) -> usize {
        items / self.run * self.run_beats() + (items % self.run).div_ceil(self.beat)
    }

    /// Returns the number of beats of a run.
    pub fn run_beats(&self) -> usize {
        self.run.div_ceil(self.beat)
    }

    /// Returns the number of places of a run's last beat that hold no item.
    pub fn spare(&self) -> usize {
        self.run_beats() * self.beat - self.run
    }

    /// Returns the numbers of the items of a beat of a frame.
    pub fn range(&self, beat: usize) -> Range<usize> {
        let (run, place) = (beat / self.run_beats(), beat % self.run_beats() * self.beat);
        let end = self.run.min(place + self.beat);
        run * self.run + place..run * self.run + end
    }
}
