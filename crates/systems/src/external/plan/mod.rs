//! Passes over a frame in external memory.
//!
//! A frame is an array in row-major order whose rows begin at whole bursts. Each dimension but the last one takes a
//! pass over columns: T neighbouring columns are one burst, and a core of T interleaved channels transforms them by
//! delay feedback, without a reordering memory. Its results leave with the digits of the row reversed, and the
//! addresses of the writes put them into order. The last dimension takes a pass over rows. A transform gives no result
//! before it has read all its points, so that a pass may write where it has read.
//!
//! A frame of one dimension, of N = N1·N2 points, is an array of N1 rows of N2 points that takes four steps: columns,
//! twiddle factors, rows, and the transposition into natural order. The first pass takes columns, and multiplies their
//! results by the twiddle factors. The second pass takes T neighbouring rows at once. Its bursts come in tiles of T·T
//! points, which are transposed on the chip, so that T rows are T interleaved channels. T results are neighbours in
//! natural order and one burst. This pass does not write where it reads, so that the frame between both passes has an
//! area of its own. Bursts have 256 or 128 bytes where no N1 and N2 are multiples of longer ones.

mod checks;
mod passes;
mod split;

pub use split::MAX_LONG_FRAME;

use super::twiddles::Twiddles;
use super::walk::Walk;
use crate::design::Config;
use crate::error::Error;
use crate::formula::FrameShape;
use checks::check;

/// Length of a burst in bytes.
pub const BURST_BYTES: usize = 512;

/// Widest data bus of AXI4 in bytes.
const MAX_BUS_BYTES: usize = 128;

/// Narrowest data bus that is built, in bytes.
const MIN_BUS_BYTES: usize = 4;

/// Largest frame with the gaps after its rows, in bytes. Browsers count in 32 bits.
const MAX_FRAME_BYTES: u64 = 1 << 40;

/// An area of the memory that holds a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Area {
    /// The frame that comes in.
    Source,
    /// The frame between two passes, of one dimension.
    Scratch,
    /// The result.
    Destination,
}

/// A pass over the whole frame. Points come from an area through an engine to an area.
#[derive(Clone, PartialEq, Debug)]
pub struct Pass {
    /// Number of the engine in [`Plan::engines`].
    pub engine: usize,
    /// The dimension that is transformed.
    pub dimension: usize,
    /// Area that is read.
    pub from: Area,
    /// Bursts that are read.
    pub read: Walk,
    /// Length in points of square tiles that are transposed before the engine, if there are any.
    pub tile: Option<usize>,
    /// Twiddle factors after the engine, if there are any.
    pub twiddles: Option<Twiddles>,
    /// Area that is written.
    pub to: Area,
    /// Bursts that are written.
    pub write: Walk,
}

/// How a frame lies in memory, and the passes that transform it.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// Lengths of a frame along its dimensions, in points.
    pub shape: FrameShape,
    /// Bytes of a component in memory, a power of two.
    pub component_bytes: usize,
    /// Bytes of a beat of the data bus.
    pub bus_bytes: usize,
    /// Distance of two rows in bytes, whole bursts.
    pub row_pitch: usize,
    /// The cores that transform columns or rows.
    pub engines: Vec<Config>,
    /// The passes in order.
    pub passes: Vec<Pass>,
}

impl Plan {
    /// Plans the passes of a configuration, or says what does not work.
    pub fn new(config: &Config) -> Result<Self, Error> {
        check(config)?;
        let (shape, width) = (config.shape, config.width);
        let component_bytes = (config.format.bits().div_ceil(8) as usize).next_power_of_two();
        let point_bytes = 2 * component_bytes;
        let bus_bytes = width * point_bytes;
        if !width.is_power_of_two() || !(MIN_BUS_BYTES..=MAX_BUS_BYTES).contains(&bus_bytes) {
            let [least, most] = [MIN_BUS_BYTES, MAX_BUS_BYTES].map(|bytes| (bytes / point_bytes).max(1));
            return Err(Error::Usage(format!(
                "width {width} and frames in external memory: a beat of {width} points of {point_bytes} bytes is no \
                 data bus of {} to {} bits; try a power of \
                 two from {least} to {most}",
                8 * MIN_BUS_BYTES,
                8 * MAX_BUS_BYTES
            )));
        }
        let row_pitch =
            shape.row().saturating_mul(point_bytes).checked_next_multiple_of(BURST_BYTES).unwrap_or(usize::MAX);
        let rows = shape.with_row(1).samples();
        if (rows as u64).saturating_mul(row_pitch as u64) > MAX_FRAME_BYTES {
            return Err(Error::Unsupported(format!(
                "size {shape} and frames in external memory: a frame has at most 2^40 bytes"
            )));
        }
        let mut plan = Plan { shape, component_bytes, bus_bytes, row_pitch, engines: vec![], passes: vec![] };
        match shape.dimensions().len() {
            1 => plan.add_four_steps(config)?,
            _ => plan.add_dimensions(config)?,
        }
        Ok(plan)
    }

    /// Returns the bytes of a point in memory.
    pub fn point_bytes(&self) -> usize {
        2 * self.component_bytes
    }

    /// Whether the frame between two passes has an area of its own.
    pub fn has_scratch(&self) -> bool {
        self.passes.iter().any(|pass| pass.to == Area::Scratch)
    }

    /// Returns the length in points of the tiles that are transposed, if there are any.
    pub fn tile(&self) -> Option<usize> {
        self.passes.iter().find_map(|pass| pass.tile)
    }

    /// Returns the twiddle factors between passes, if there are any.
    pub fn twiddles(&self) -> Option<Twiddles> {
        self.passes.iter().find_map(|pass| pass.twiddles)
    }

    /// Returns the length of a frame in bytes, with the gaps after its rows.
    pub fn frame_bytes(&self) -> usize {
        self.shape.with_row(1).samples() * self.row_pitch
    }

    /// Returns the bytes that pass the data bus for a frame, those that are read and those that are written.
    pub fn traffic_bytes(&self) -> [usize; 2] {
        let bytes = |walk: &Walk| walk.spans().map(|(_, length)| length).sum::<usize>();
        [
            self.passes.iter().map(|pass| bytes(&pass.read)).sum(),
            self.passes.iter().map(|pass| bytes(&pass.write)).sum(),
        ]
    }
}
