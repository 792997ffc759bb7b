//! Frames in files, as the `model` command reads and writes them. In all notations frames follow each other.
//!
//! - `csv`: decimals, `re,im` a line, or a complex number as one word, `re+imj`; of real samples, two of which make a
//!   point, one a line. Fields are separated by commas, semicolons, tabulators or blanks; an index before them, a first
//!   line of names, blank lines and comments after `#` or `%` are skipped. Or a row of a frame a line, complex numbers
//!   as one word. A number is rounded once into the format. A fixed-point number is written with all of its digits, a
//!   floating-point one with the fewest that give it back in double precision. `inf` and `nan` are numbers of floating
//!   point.
//! - `hex`: one beat of `tdata` a word, most significant digit first, exactly as on the bus, as `$readmemh` reads it.
//!   Lane 0 is lowest; a sample is its real part low and its imaginary part high, each padded to whole bytes. Padding,
//!   and the spare lanes of the last beat of a frame or of a padded row, are ignored in input; in output padding
//!   repeats the sign and spare lanes are zero. Real samples that come one a cycle are beats of their own.
//! - `coe` and `mif`: beats as in `hex`, in the notations of Xilinx and Intel for initial contents of memories.
//! - `npy`: arrays of NumPy, each frame a row. Complex and real numbers are values; integers are words in fixed point
//!   and values in floating point, of complex points with a last axis of two parts. Unsigned integers are offset binary
//!   in fixed point.
//! - `cs8`, `cu8`, `cs16`, `cf32`, `wav`: recordings of samples, in which full scale of integers is 1. What is left of
//!   them after the last whole frame is left out.
//!
//! Frames of block floating point have exponents. In `csv` and `npy` numbers are multiplied by 2^exponent; in `hex` and
//! `mif` words are as on the bus, and a comment before each frame, as in `exponent -3`, has the value of
//! `m_axis_tuser`.

mod beat;
mod coe;
mod columns;
mod csv;
mod decimal;
mod element;
mod error;
mod hex;
mod limits;
mod lines;
mod mif;
mod notation;
mod npy;
mod numbers;
mod read;
mod recording;
mod table;
mod write;

pub use error::{DataError, Place};
pub use notation::Notation;
pub use numbers::Beyond;
pub use read::Frames;
pub use recording::Layout;
pub use table::Table;
pub use write::Writer;

use crate::format::Format;
use crate::formula::FrameShape;
use crate::pipeline::{BeatPacking, Padding, SampleCoding};

/// Shape of the frames of a stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Frame {
    /// Lengths of a frame along its dimensions, in points.
    pub shape: FrameShape,
    /// Number of points of a beat.
    pub width: usize,
    /// Format of a component.
    pub format: Format,
    /// Whether a point is two real samples, of which the first is the real part.
    pub real: bool,
    /// Whether each real sample has a beat of its own.
    pub half_rate: bool,
    /// What begins with a beat of its own.
    pub padding: Padding,
    /// Coding of the samples in beats.
    pub coding: SampleCoding,
}

impl Frame {
    /// Returns the number of points of a frame.
    pub fn size(&self) -> usize {
        self.shape.samples()
    }

    /// Returns the lengths of a frame as a text.
    fn title(&self) -> String {
        self.lengths().iter().map(usize::to_string).collect::<Vec<_>>().join("x")
    }

    /// Returns the lengths of a frame along its dimensions, in points or real samples.
    pub fn lengths(&self) -> Vec<usize> {
        let row = self.shape.row() * if self.real { 2 } else { 1 };
        self.shape.with_row(row).axes()
    }

    /// Returns the number of hexadecimal digits of a component on the bus.
    fn component_digits(&self) -> usize {
        2 * self.format.bits().div_ceil(8) as usize
    }

    /// Returns the number of hexadecimal digits of a beat.
    fn beat_digits(&self) -> usize {
        self.beat_components() * self.component_digits()
    }

    /// Returns the number of components of a beat.
    fn beat_components(&self) -> usize {
        if self.half_rate {
            self.width
        } else {
            2 * self.width
        }
    }

    /// Returns the number of beats of a frame.
    fn beats(&self) -> usize {
        self.packing().beats(2 * self.size())
    }

    /// Returns the packing of the components of a frame into beats.
    fn packing(&self) -> BeatPacking {
        BeatPacking { beat: self.beat_components(), run: 2 * self.padding.run(self.shape) }
    }
}
