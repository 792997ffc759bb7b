//! The frames that pass the ports of a core.

use super::half_rate::{HalfRate, CLOCKS_PER_BEAT};
use crate::arch::multi_size::FrameGap;
use crate::lower::Reset;
use crate::rtl::{Module, Net};

/// The frames that pass the ports of a core, and the signals that go with them.
pub struct FrameFormat {
    /// Beats of a frame in the core, on the input and on the output; of the longest where there are several sizes.
    pub beats: [usize; 2],
    /// Initiation interval in core cycles; at least the beats on either side.
    pub interval: usize,
    /// The side on which a beat has half a point, if there is one.
    pub half_rate: Option<HalfRate>,
    /// Bits of a configuration word; 0 where there are none.
    pub config_bits: u32,
    /// The configuration word of frames ahead of the first word.
    pub default_config: u64,
    /// What depends on the size of a frame, where frames choose it.
    pub sizes: Option<SizeTable>,
    pub reset: Reset,
    /// Whether frames that `tlast` ends too early are dropped.
    pub has_resync: bool,
    /// Lanes without a point in a frame's last beat on the input and on the output, where byte enables say which.
    pub spare_lanes: Option<[usize; 2]>,
}

impl FrameFormat {
    /// Whether a beat of the input port has half a point.
    pub(super) fn has_input_halves(&self) -> bool {
        self.half_rate == Some(HalfRate::In)
    }

    /// Beats of a frame at the input port; of the longest where there are several sizes.
    pub(super) fn input_beats(&self) -> usize {
        if self.has_input_halves() {
            CLOCKS_PER_BEAT * self.beats[0]
        } else {
            self.beats[0]
        }
    }

    /// Whether a frame has to wait behind the last beat of the frame before it.
    pub(super) fn is_spaced(&self) -> bool {
        self.interval > self.beats[0]
    }

    /// Most frames whose last beat is in the core, and whose first result is not out yet. `latency`: core cycles from the first
    /// input beat to the first output beat.
    pub(super) fn max_frames_inside(&self, latency: usize) -> usize {
        match &self.sizes {
            None => (latency + 1).saturating_sub(self.beats[0]).div_ceil(self.interval),
            Some(sizes) => latency.div_ceil(sizes.beats.iter().copied().min().unwrap_or(1)),
        }
    }
}

/// What depends on the size of a frame, by the number of the size.
pub struct SizeTable {
    /// Bits of the number.
    pub number_bits: u32,
    /// Beats of a frame.
    pub beats: Vec<usize>,
    /// Gap from a frame of this size to a frame of another size.
    pub gaps: Vec<FrameGap>,
}

impl SizeTable {
    /// Beats of the longest frame.
    pub fn max_beats(&self) -> usize {
        self.beats.iter().copied().max().unwrap_or(1)
    }

    /// Looks up the beats of a frame behind the first one, in `bits` bits.
    pub fn beats_behind_first(&self, m: &mut Module, number: Net, bits: u32) -> Net {
        let words: Vec<u128> = self.beats.iter().map(|beats| *beats as u128 - 1).collect();
        m.rom(number, bits, words)
    }
}
