//! The passes of a plan: their engines, and the order of their bursts.

use super::split::Split;
use super::{Area, Pass, Plan, BURST_BYTES};
use crate::design::Config;
use crate::error::Error;
use crate::external::twiddles::Twiddles;
use crate::external::walk::{reversed_digits, Loop, Walk};
use crate::formula::{FrameShape, Order, LARGEST};

/// A loop of one round.
const ONCE: Loop = Loop { count: 1, stride: 0 };

impl Plan {
    /// Adds the passes of a frame of several dimensions: over the columns along each dimension but the last one, and
    /// over the rows.
    pub(super) fn add_dimensions(&mut self, config: &Config) -> Result<(), Error> {
        let last = self.shape.dimensions().len() - 1;
        for dimension in 0..=last {
            self.check_length(dimension)?;
            let (engine, [read, write]) = match dimension == last {
                false => self.columns(config, dimension),
                true => self.rows(config),
            };
            if self.shape.dimensions()[dimension] > 1 || self.passes.is_empty() && dimension == last {
                let engine = self.engine(engine)?;
                let from = if self.passes.is_empty() { Area::Source } else { Area::Destination };
                self.passes.push(Pass {
                    engine,
                    dimension,
                    from,
                    read,
                    tile: None,
                    twiddles: None,
                    to: Area::Destination,
                    write,
                });
            }
        }
        Ok(())
    }

    /// Refuses lengths whose engines would hold too many points. A pass over columns holds all of those in one burst.
    fn check_length(&self, dimension: usize) -> Result<(), Error> {
        let (shape, point_bytes) = (self.shape, self.point_bytes());
        let (length, is_last) = (shape.dimensions()[dimension], dimension + 1 == shape.dimensions().len());
        let columns = BURST_BYTES / point_bytes;
        let most = if is_last { LARGEST } else { LARGEST / columns };
        if length <= most {
            return Ok(());
        }
        let why = match is_last {
            true => format!("rows have up to {most} points"),
            false => {
                format!("columns have up to {most} points of {point_bytes} bytes, because {columns} pass at a time")
            }
        };
        Err(Error::Unsupported(format!("size {shape} and frames in external memory: {why}, and not {length}")))
    }

    /// Adds the passes of a frame of one dimension: over the columns of an array of N1 rows of N2 points, and over its
    /// rows.
    pub(super) fn add_four_steps(&mut self, config: &Config) -> Result<(), Error> {
        let size = self.shape.row();
        let point_bytes = self.point_bytes();
        let Split { rows, row, block } = Split::new(size, point_bytes, self.bus_bytes)?;
        let burst = block * point_bytes;

        let engine = self.engine(interleaved(config, rows, block))?;
        let [read, write] = column_walks(ONCE, [rows, row * point_bytes], burst);
        let twiddles = Some(Twiddles { order: size, rows, row, block });
        let columns =
            Pass { engine, dimension: 0, from: Area::Source, read, tile: None, twiddles, to: Area::Scratch, write };

        let engine = self.engine(interleaved(config, row, block))?;
        let [_, write] = column_walks(ONCE, [row, rows * point_bytes], burst);
        let stride = row * point_bytes;
        let loops = [
            Loop { count: rows / block, stride: block * stride },
            Loop { count: row / block, stride: burst },
            Loop { count: block, stride },
        ];
        let read = Walk::new(loops.to_vec(), burst);
        let rows = Pass {
            engine,
            dimension: 0,
            from: Area::Scratch,
            read,
            tile: Some(block),
            twiddles: None,
            to: Area::Destination,
            write,
        };
        self.passes.extend([columns, rows]);
        Ok(())
    }

    /// Returns the number of an engine, which is added if there is no equal one.
    fn engine(&mut self, engine: Config) -> Result<usize, Error> {
        engine.check()?;
        let number = self.engines.iter().position(|other| *other == engine).unwrap_or(self.engines.len());
        if number == self.engines.len() {
            self.engines.push(engine);
        }
        Ok(number)
    }

    /// Returns the core and the walks of a pass over columns.
    fn columns(&self, config: &Config, dimension: usize) -> (Config, [Walk; 2]) {
        let lengths = self.shape.dimensions();
        let length = lengths[dimension];
        let inner = lengths[dimension + 1..lengths.len() - 1].iter().product::<usize>() * self.row_pitch;
        let outer = Loop { count: lengths[..dimension].iter().product(), stride: length * inner };
        let walks = column_walks(outer, [length, inner], BURST_BYTES);
        (interleaved(config, length, BURST_BYTES / self.point_bytes()), walks)
    }

    /// Returns the core and the walks of the pass over rows.
    fn rows(&self, config: &Config) -> (Config, [Walk; 2]) {
        let row = self.shape.row();
        let engine = Config { shape: row.into(), name: None, ..config.clone() };
        let rows = Loop { count: self.shape.with_row(1).samples(), stride: self.row_pitch };
        let beats = row.div_ceil(config.width);
        let walk = Walk::over_rows(rows, beats * self.bus_bytes, BURST_BYTES);
        (engine, [walk.clone(), walk])
    }
}

/// Returns the core for columns of `length` points, of which `channels` neighbouring ones are interleaved.
fn interleaved(config: &Config, length: usize, channels: usize) -> Config {
    Config {
        shape: FrameShape::from(length).with_channels(channels),
        orders: [Order::Natural, Order::Reversed],
        name: None,
        ..config.clone()
    }
}

/// Returns the bursts that a pass over columns of `length` points reads and writes. The points of a column are `stride`
/// bytes apart, so that there are `stride / burst` blocks of columns.
fn column_walks(outer: Loop, [length, stride]: [usize; 2], burst: usize) -> [Walk; 2] {
    let blocks = Loop { count: stride / burst, stride: burst };
    let read = Walk::new(vec![outer, blocks, Loop { count: length, stride }], burst);
    let digits = reversed_digits(length).into_iter().map(|digit| Loop { stride: digit.stride * stride, ..digit });
    [read, Walk::new([outer, blocks].into_iter().chain(digits).collect(), burst)]
}
