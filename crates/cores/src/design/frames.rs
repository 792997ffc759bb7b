//! The frames of a configuration: their beats, and what passes the ports in these.

use super::Config;
use crate::arch::ports::{FrameFormat, HalfRate, TlastMark, CLOCKS_PER_BEAT};
use crate::format::Format;
use crate::formula::Kind;
use crate::pipeline::{BeatPacking, InputCoding, IqOrder, Padding, SampleCoding};

impl Config {
    /// Complex points of a beat of the core.
    pub fn lanes(&self) -> usize {
        self.width.div_ceil(self.kind.share())
    }

    /// Returns the packing of a frame's points into beats of the core, on a side that `points` of them pass.
    pub fn packing(&self, points: usize) -> BeatPacking {
        BeatPacking { beat: self.lanes(), run: self.padding.run(self.point_shape()).min(points) }
    }

    /// Returns the number of beats of a frame in the core, on the input and on the output.
    pub fn frame_beats(&self) -> [usize; 2] {
        self.frame_points().map(|points| self.packing(points).beats(points))
    }

    /// Returns the number of lanes that hold no point, in the last beat of a frame or, where rows are padded, of a row,
    /// on the input and on the output.
    pub fn spare_lanes(&self) -> [usize; 2] {
        self.frame_points().map(|points| self.packing(points).spare())
    }

    /// Says why no value is too large for its word, if so.
    pub fn has_no_overflow(&self) -> Option<&'static str> {
        match self.format {
            Format::Float(_) => Some("too large a number becomes infinite"),
            Format::Fixed(_) => {
                self.has_block_exponents().then_some("no value of block floating point is too large for its word")
            }
        }
    }

    /// Whether frames are marked that have a value too large for its word.
    pub(super) fn marks_overflow(&self) -> bool {
        self.has_no_overflow().is_none() && self.overflow_mark.unwrap_or(self.tlast == TlastMark::Row)
    }

    /// Returns the number of beats of a row in the core.
    pub fn row_beats(&self) -> usize {
        self.point_shape().row_samples().div_ceil(self.lanes())
    }

    /// The side on which a real sample passes in each clock cycle, if there is one. The core has a beat in every second
    /// cycle.
    pub fn half_rate(&self) -> Option<HalfRate> {
        let side = if self.inverse { HalfRate::Out } else { HalfRate::In };
        (self.width < self.kind.share()).then_some(side)
    }

    /// Codings of the samples on the input and on the output. Real samples have no parts.
    pub fn codings(&self) -> [SampleCoding; 2] {
        [false, true].map(|is_output| SampleCoding {
            is_offset: !is_output && self.input_coding == InputCoding::Offset,
            is_swapped: self.iq_order == IqOrder::Qi && (self.kind != Kind::Real || self.inverse != is_output),
        })
    }

    /// Clock cycles to each beat of the core.
    pub fn clocks_per_beat(&self) -> usize {
        self.pace.max(self.least_pace())
    }

    /// Clock cycles to each beat of the core that the ports take, whatever the planner chooses.
    pub(super) fn least_pace(&self) -> usize {
        self.half_rate().map_or(1, |_| CLOCKS_PER_BEAT)
    }

    /// The frames at the ports, as far as the configuration says. Those of one size without configuration words.
    pub(super) fn frame_format(&self) -> FrameFormat {
        let beats = self.frame_beats();
        let row_beats = Some(self.row_beats());
        FrameFormat {
            beats,
            interval: beats[0].max(beats[1]),
            half_rate: self.half_rate(),
            pace: self.clocks_per_beat(),
            stall: self.stall,
            config_bits: 0,
            default_config: 0,
            sizes: None,
            set_coefficients: None,
            reset: self.reset,
            has_resync: self.resync,
            has_buffer: self.buffer,
            spare_lanes: self.tkeep.then_some(self.spare_lanes()),
            tlast_row_beats: row_beats.filter(|_| self.tlast == TlastMark::Row),
            padded_row_beats: row_beats.filter(|_| self.padding == Padding::Rows),
            codings: self.codings(),
        }
    }
}
