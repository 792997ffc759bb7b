//! The frames that pass a shell.

use super::half_rate::Halves;
use crate::arch::multi_size::FrameGap;
use crate::lower::Reset;
use crate::rtl::{Module, Net};

/// The frames that pass a shell.
pub struct Frames {
    /// Beats of a frame in the core, of the longest where there are several sizes.
    pub beats: usize,
    /// Initiation interval in core cycles; at least `beats`.
    pub interval: usize,
    /// Where points pass by halves.
    pub halves: Option<Halves>,
    /// Bits of a configuration word; none where there are none.
    pub config: u32,
    /// The word of a frame before there was one.
    pub standard: u64,
    pub sizes: Option<Sizes>,
    pub reset: Reset,
    /// `tlast` says which frames count.
    pub resync: bool,
    /// Where the ports say which bytes of a beat hold points: the spare lanes of a frame's last beat.
    pub spare: Option<usize>,
}

impl Frames {
    /// Whether a frame may not follow the one before at once.
    pub(super) fn is_spaced(&self) -> bool {
        self.interval > self.beats
    }

    /// Frames that wait in a core of such a latency for their results, behind their last beat.
    pub(super) fn most_waiting(&self, latency: usize) -> usize {
        match &self.sizes {
            None => (latency + 1).saturating_sub(self.beats).div_ceil(self.interval),
            Some(sizes) => latency.div_ceil(sizes.beats.iter().copied().min().unwrap_or(1)),
        }
    }
}

/// What depends on the size of a frame, by its number.
pub struct Sizes {
    /// Bits of the number.
    pub bits: u32,
    pub beats: Vec<usize>,
    pub waits: Vec<FrameGap>,
}

impl Sizes {
    pub fn longest(&self) -> usize {
        self.beats.iter().copied().max().unwrap_or(1)
    }

    /// The beats of a frame but the first.
    pub fn beats_less(&self, m: &mut Module, number: Net, width: u32) -> Net {
        let words: Vec<u128> = self.beats.iter().map(|beats| *beats as u128 - 1).collect();
        m.rom(number, width, words)
    }
}
