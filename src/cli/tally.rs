//! Count of the results that were too large for their words.

use super::counts::counted;
use fftgen::format::Format;
use fftgen::model::Transformed;

/// What has become of the frames of a model so far.
#[derive(Default)]
pub struct Tally {
    pub frames: usize,
    /// Frames in which a word of fixed point, of a result or on the way to it, was too large.
    pub overflowing: usize,
    /// Number of the first of these frames, counted from 0.
    first: usize,
    /// Components of results, and those that are infinite or no number.
    pub components: usize,
    pub infinite: usize,
}

impl Tally {
    /// Counts further frames, of `points` points in a format.
    pub fn add(&mut self, transformed: &Transformed, points: usize, format: Format) {
        let Transformed { samples, overflow, .. } = transformed;
        for (place, _) in overflow.iter().enumerate().filter(|(_, flag)| **flag) {
            if self.overflowing == 0 {
                self.first = self.frames + place;
            }
            self.overflowing += 1;
        }
        if let Format::Float(float) = format {
            let is_infinite = |word: &&u64| **word & !float.sign_mask() >= float.infinity();
            self.infinite += samples.as_flattened().iter().filter(is_infinite).count();
        }
        self.components += 2 * samples.len();
        self.frames += samples.len() / points;
    }

    /// Says how many results were too large, if there are any.
    pub fn warning(&self, wraps: bool) -> Option<String> {
        let Tally { frames, overflowing, first, components, infinite } = *self;
        if overflowing > 0 {
            let became = if wraps { "wrapped" } else { "saturated" };
            return Some(format!(
                "{overflowing} of {} had values too large for their words, which {became}; the first is frame {first} \
                 (frames count from 0)",
                counted(frames, "frame")
            ));
        }
        (infinite > 0).then(|| format!("{infinite} of {} are infinite or no number", counted(components, "component")))
    }
}
