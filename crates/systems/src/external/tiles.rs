//! The transposition of square tiles on their way to an engine.

use crate::arch::ports::{self, axis_wrapper, FrameFormat, Stall, WrappedCore};
use crate::blocks::permuter;
use crate::design::Config;
use crate::parts::Reset;
use crate::permute::PermuterRequest;
use crate::pipeline::{Layout, Permuter};
use crate::rtl::memories::Memories;
use crate::rtl::Module;
use crate::schedule::Goal;
use std::sync::Arc;

/// The transposition of tiles of `tile` rows of `tile` points.
pub struct Transposer {
    /// Length of a tile along both sides, in points.
    pub tile: usize,
    /// Words of memory.
    pub memory_words: usize,
    /// Clock cycles from the first input beat to the first output beat.
    pub latency: usize,
    /// Netlist with the ports of a stream.
    pub(super) top: Arc<Module>,
}

impl Transposer {
    /// Builds the transposition for the streaming width and the format of a configuration.
    pub(super) fn new(name: &str, tile: usize, config: &Config) -> Self {
        let (width, bits) = (config.width, config.format.bits());
        let points = tile * tile;
        let from = Layout::packed(width, 0..points as u32);
        let to = Layout::packed(width, transposed(tile).map(|point| point as u32));
        let interval = points / width;
        let request = PermuterRequest {
            interval,
            clear: false,
            least_memory: config.least_memory,
            whole_frames: false,
            spare_cycles: config.goal != Goal::Latency,
            registered_above: config.target.technology.registered_above(),
        };
        let memories = Memories::new(name, config.target.technology);
        let transposition = Permuter::new(&from, &to, request);
        let core =
            Arc::new(permuter(&format!("{name}_core"), &transposition, [bits as usize, interval], false, &memories));
        let format = FrameFormat {
            beats: [interval; 2],
            interval,
            half_rate: None,
            pace: 1,
            stall: Stall::Any,
            config_bits: 0,
            default_config: 0,
            sizes: None,
            set_coefficients: None,
            reset: Reset::Rst,
            has_resync: false,
            has_buffer: false,
            spare_lanes: None,
            tlast_row_beats: None,
            padded_row_beats: None,
            codings: Default::default(),
        };
        let latency = transposition.latency;
        let wrapped =
            WrappedCore { name, core: &core, components: [2 * width; 2], bits: [bits; 2], format: &format, latency };
        let top = Arc::new(axis_wrapper(&wrapped));
        Transposer { tile, memory_words: transposition.words(), latency: ports::latency(latency, 1), top }
    }
}

/// Returns the point of a tile at each position of the transposed tile.
pub(super) fn transposed(tile: usize) -> impl Iterator<Item = usize> {
    (0..tile).flat_map(move |column| (0..tile).map(move |row| row * tile + column))
}
