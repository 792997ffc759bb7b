//! The frames that pass the ports of a core.

use super::frame_buffer::held_cycles;
use super::half_rate::{HalfRate, CLOCKS_PER_BEAT};
use super::stall::Stall;
use crate::arch::multi_size::FrameGap;
use crate::choice::Choice;
use crate::parts::Reset;
use crate::pipeline::SampleCoding;
use fftgen_hdl::dsl::Sig;

/// What `tlast` marks the last beat of.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum TlastMark {
    /// A frame.
    #[default]
    Frame,
    /// A row, which is the last dimension of a frame. `tuser[0]` marks the first beat of a frame.
    Row,
}

impl Choice for TlastMark {
    const WORDS: &'static [(&'static str, Self)] = &[("frame", TlastMark::Frame), ("row", TlastMark::Row)];
}

/// The frames that pass the ports of a core, and the signals that go with them.
pub struct FrameFormat {
    /// Beats of a frame in the core, on the input and on the output; of the longest where there are several sizes.
    pub beats: [usize; 2],
    /// Initiation interval in core cycles; at least the beats on either side.
    pub interval: usize,
    /// The side on which a beat has half a point, if there is one.
    pub half_rate: Option<HalfRate>,
    /// Clock cycles to each beat of the core, at least.
    pub pace: usize,
    /// Pauses that the core bears.
    pub stall: Stall,
    /// Bits of a configuration word; 0 where there are none.
    pub config_bits: u32,
    /// The configuration word of frames before the first word.
    pub default_config: u64,
    /// What depends on the size of a frame, where frames choose it.
    pub sizes: Option<SizeTable>,
    /// Coefficients of a set, where these come by a stream of their own.
    pub set_coefficients: Option<usize>,
    /// Reset of the top module.
    pub reset: Reset,
    /// Whether frames that `tlast` ends too early are dropped.
    pub has_resync: bool,
    /// Whether a frame enters once its last beat has come.
    pub has_buffer: bool,
    /// Lanes without a point in the last beat of a frame or of a padded row, on the input and on the output, where byte
    /// enables say which.
    pub spare_lanes: Option<[usize; 2]>,
    /// Beats of a row in the core, if `tlast` marks rows and `tuser` the first beat of a frame.
    pub tlast_row_beats: Option<usize>,
    /// Beats of a row in the core, if lanes of its last beat may hold no point.
    pub padded_row_beats: Option<usize>,
    /// Coding of the samples on the input and on the output.
    pub codings: [SampleCoding; 2],
}

impl FrameFormat {
    /// Whether a beat of the input port has half a point.
    pub(super) fn has_input_halves(&self) -> bool {
        self.half_rate == Some(HalfRate::In)
    }

    /// Beats of a frame at the input port; of the longest where there are several sizes.
    pub(super) fn input_beats(&self) -> usize {
        self.clocks_per_input_beat() * self.beats[0]
    }

    /// Clock cycles by which frames are held back until they are whole.
    pub(super) fn held_cycles(&self) -> usize {
        held_cycles(self.has_buffer, self.beats[0], self.pace)
    }

    /// Beats of a row at the input port, if `tlast` marks rows.
    pub(super) fn input_row_beats(&self) -> Option<usize> {
        self.tlast_row_beats.map(|beats| self.clocks_per_input_beat() * beats)
    }

    /// Beats of the input port to each beat of the core.
    fn clocks_per_input_beat(&self) -> usize {
        if self.has_input_halves() {
            CLOCKS_PER_BEAT
        } else {
            1
        }
    }

    /// Whether `tuser` marks the first beat of a frame.
    pub(super) fn has_start(&self) -> bool {
        self.tlast_row_beats.is_some()
    }

    /// Whether the input buffer holds that mark, which a resynchronization before it does not need there.
    pub(super) fn has_buffered_start(&self) -> bool {
        self.has_start() && !self.has_resync
    }

    /// Beats of a row, if byte enables mark lanes without a point in its last beat.
    pub(super) fn enabled_row_beats(&self) -> Option<usize> {
        self.padded_row_beats.filter(|_| self.spare_lanes.is_some_and(|lanes| lanes != [0; 2]))
    }

    /// Whether the last beat of a row is known apart from the mark of `tlast`, because byte enables depend on it.
    pub(super) fn has_row_tag(&self) -> bool {
        self.enabled_row_beats().is_some() && self.tlast_row_beats.is_none()
    }

    /// Beats of a row in the core, if its last beat is marked at the output.
    pub(super) fn output_row_beats(&self) -> Option<usize> {
        self.tlast_row_beats.or(self.enabled_row_beats())
    }

    /// Whether a frame has to wait after the last beat of the frame before it.
    pub(super) fn is_spaced(&self) -> bool {
        self.interval > self.beats[0]
    }

    /// Most frames whose last beat is in the core, and whose first result is not out yet. `latency`: core cycles from
    /// the first input beat to the first output beat.
    pub(super) fn max_frames_inside(&self, latency: usize) -> usize {
        match &self.sizes {
            None => (latency + 1).saturating_sub(self.beats[0]).div_ceil(self.interval),
            Some(sizes) => sizes.max_frames_inside(),
        }
    }
}

/// What depends on the size of a frame, by the number of the size.
pub struct SizeTable {
    /// Bits of the number.
    pub number_bits: u32,
    /// Beats of a frame.
    pub beats: Vec<usize>,
    /// Core cycles from the first input beat of a frame to the first output beat.
    pub latencies: Vec<usize>,
    /// Gap from a frame of this size to a frame of another size.
    pub gaps: Vec<FrameGap>,
}

impl SizeTable {
    /// Most frames whose last beat is in the core, and whose first result is not out yet: the slowest one, and those
    /// that begin before its first result.
    fn max_frames_inside(&self) -> usize {
        let least = || self.beats.iter().zip(&self.gaps).map(|(beats, gap)| beats + gap.min);
        let shortest = least().min().unwrap_or(1);
        let behind = |(latency, least): (&usize, usize)| 1 + latency.saturating_sub(least).div_ceil(shortest);
        self.latencies.iter().zip(least()).map(behind).max().unwrap_or(1)
    }

    /// Beats of the longest frame.
    pub fn max_beats(&self) -> usize {
        self.beats.iter().copied().max().unwrap_or(1)
    }

    /// Looks up the beats of a frame after the first one, in `bits` bits.
    pub fn beats_after_first<'m>(&self, number: Sig<'m>, bits: u32) -> Sig<'m> {
        let words: Vec<u128> = self.beats.iter().map(|beats| *beats as u128 - 1).collect();
        number.builder().rom(number, bits, words)
    }
}
