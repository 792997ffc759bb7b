//! Passes over a frame in external memory.
//!
//! A frame is an array in row-major order whose rows begin at whole bursts. Each dimension but the last one takes a pass over columns: T
//! neighbouring columns are one burst, and a core of T interleaved channels transforms them by delay feedback, without a reordering memory.
//! Its results leave with the digits of the row reversed, and the addresses of the writes put them into order. The last dimension takes a
//! pass over rows. A transform gives no result before it has read all its points, so that a pass may write where it has read.

use super::walk::{Loop, Walk};
use crate::arch::ports::TlastMark;
use crate::design::Config;
use crate::error::Error;
use crate::format::Format;
use crate::formula::{FrameShape, Kind, Order};
use crate::number::Scale;
use crate::pipeline::Padding;

/// Length of a burst in bytes.
pub const BURST_BYTES: usize = 512;

/// Widest data bus of AXI4 in bytes.
const MAX_BUS_BYTES: usize = 128;

/// Narrowest data bus that is built, in bytes.
const MIN_BUS_BYTES: usize = 4;

/// Largest frame with the gaps behind its rows, in bytes.
const MAX_FRAME_BYTES: usize = 1 << 40;

/// A pass over the whole frame.
#[derive(Clone, PartialEq, Debug)]
pub struct Pass {
    /// Number of the engine in [`Plan::engines`].
    pub engine: usize,
    /// The dimension that is transformed.
    pub dimension: usize,
    /// Bursts that are read.
    pub read: Walk,
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
                "width {width} and frames in external memory: a beat of {width} points of {point_bytes} bytes is no data bus of {} to {} bits; try a power of \
                 two from {least} to {most}",
                8 * MIN_BUS_BYTES,
                8 * MAX_BUS_BYTES
            )));
        }
        let row_pitch = (shape.row() * point_bytes).next_multiple_of(BURST_BYTES);
        let rows = shape.with_row(1).samples();
        if rows.saturating_mul(row_pitch) > MAX_FRAME_BYTES {
            return Err(Error::Unsupported(format!(
                "size {shape} and frames in external memory: a frame has at most 2^40 bytes"
            )));
        }
        let mut plan = Plan { shape, component_bytes, bus_bytes, row_pitch, engines: vec![], passes: vec![] };
        for dimension in 0..shape.dimensions().len() {
            let (engine, read, write) = match dimension + 1 == shape.dimensions().len() {
                false => plan.columns(config, dimension),
                true => plan.rows(config),
            };
            if shape.dimensions()[dimension] > 1 || plan.passes.is_empty() && dimension + 1 == shape.dimensions().len()
            {
                engine.check()?;
                let number = plan.engines.iter().position(|other| *other == engine).unwrap_or(plan.engines.len());
                if number == plan.engines.len() {
                    plan.engines.push(engine);
                }
                plan.passes.push(Pass { engine: number, dimension, read, write });
            }
        }
        Ok(plan)
    }

    /// Returns the length of a frame in bytes, with the gaps behind its rows.
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

    /// Returns the core and the walks of a pass over columns.
    fn columns(&self, config: &Config, dimension: usize) -> (Config, Walk, Walk) {
        let lengths = self.shape.dimensions();
        let length = lengths[dimension];
        let inner = lengths[dimension + 1..lengths.len() - 1].iter().product::<usize>() * self.row_pitch;
        let channels = BURST_BYTES / (2 * self.component_bytes);
        let engine = Config {
            shape: FrameShape::from(length).with_channels(channels),
            orders: [Order::Natural, Order::Reversed],
            name: None,
            ..config.clone()
        };
        let outer = Loop { count: lengths[..dimension].iter().product(), stride: length * inner };
        let blocks = Loop { count: inner / BURST_BYTES, stride: BURST_BYTES };
        let read = Walk::new(vec![outer, blocks, Loop { count: length, stride: inner }], BURST_BYTES);
        // The slowest digit of a position is the fastest digit of its row.
        let radices: Vec<usize> = Order::Reversed.digits(length.into()).concat();
        let digits = radices.iter().scan(1, |weight, &radix| {
            let stride = *weight * inner;
            *weight *= radix;
            Some(Loop { count: radix, stride })
        });
        let write = Walk::new([outer, blocks].into_iter().chain(digits).collect(), BURST_BYTES);
        (engine, read, write)
    }

    /// Returns the core and the walks of the pass over rows.
    fn rows(&self, config: &Config) -> (Config, Walk, Walk) {
        let row = self.shape.row();
        let engine = Config { shape: row.into(), name: None, ..config.clone() };
        let rows = Loop { count: self.shape.with_row(1).samples(), stride: self.row_pitch };
        let beats = row.div_ceil(config.width);
        let walk = Walk::over_rows(rows, beats * self.bus_bytes, BURST_BYTES);
        (engine, walk.clone(), walk)
    }
}

/// Refuses what frames in external memory do not have.
fn check(config: &Config) -> Result<(), Error> {
    let Config { kind, ref runtime, orders, resync, tkeep, ref kernels, .. } = *config;
    let lengths = config.shape.dimensions();
    if lengths.contains(&0) {
        return Err(Error::Usage(format!("size {}: a transform has at least 1 point; try --size 64x64", config.shape)));
    }
    let has_stream = config.tlast != TlastMark::Frame || config.padding != Padding::Frame;
    let has_exponents = config.has_block_exponents();
    let grows = matches!(config.format, Format::Fixed(_)) && config.arithmetic.scale == Some(Scale::None);
    let excluded = [
        (lengths.len() < 2, "size", "a frame has two dimensions or more; try --size 1024x1024"),
        (config.shape.channels() > 1, "channels", "passes have channels of their own; leave --channels out"),
        (config.support.is_some(), "support", "passes take all points; leave --support out"),
        (kind != Kind::Complex, "kind", "frames are complex; leave --kind out"),
        (
            runtime.direction || !runtime.sizes.is_empty(),
            "runtime",
            "all frames are alike; leave --runtime and --sizes out",
        ),
        (orders != [Order::Natural; 2], "order", "frames are row by row; leave --order out"),
        (resync || tkeep, "resync or tkeep", "there is no stream; leave --resync and --tkeep out"),
        (has_stream, "last or pad", "there is no stream; leave --last and --pad out"),
        (kernels.is_some(), "radix", "each pass has a plan of its own; leave --radix out"),
        (has_exponents, "scale bfp", "blocks of a pass have different exponents; try another --scale"),
        (grows, "scale none", "words keep their length in memory; try another --scale"),
        (
            config.arithmetic.scale == Some(Scale::Chosen),
            "scale run-time",
            "there is no word for a pass; try another --scale",
        ),
        (
            matches!(config.arithmetic.scale, Some(Scale::Shifts(_))),
            "scale",
            "shifts are those of one pass; try --scale stage",
        ),
    ];
    match excluded.iter().find(|(asked, ..)| *asked) {
        Some((_, what, why)) => Err(Error::Unsupported(format!("{what} and frames in external memory: {why}"))),
        None => Ok(()),
    }
}
