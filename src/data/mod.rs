//! Frames as text: what goes through the `model` command.
//!
//! - `hex`: one beat of `tdata` a line, most significant digit first, exactly as on the bus. Lane 0 is
//!   lowest; a sample is its real part low and its imaginary part high, each padded to whole bytes.
//!   Padding, and the spare lanes of a frame's last beat, are ignored in input; in output padding
//!   repeats the sign and spare lanes are zero. Real samples that come one a cycle are beats of their own. Blank lines
//!   and `//` comments are skipped.
//! - `csv`: `re,im` a line, decimal. A number is read as a double and rounded into the format, and
//!   written with the fewest digits that give it back, as far as a double has them: of fixed-point numbers of more
//!   than 53 bits only `hex` keeps every bit; `inf` and `nan` are numbers. Blank lines are
//!   skipped, and so is a first line of column names. Real samples, two of which make a point, stand on a line each.
//!
//! Frames of block floating point have exponents. In `csv` numbers are multiplied by 2^exponent; in `hex` words are as
//! on the bus, and a comment ahead of each frame, as in `// exponent -3`, says what is on `m_axis_tuser`.
//!
//! In both, frames follow each other without a mark.

mod csv;
mod hex;
mod read;
mod write;

pub use read::{DataError, Frames};
pub use write::write;

use crate::format::Format;

/// How samples are written down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation {
    Hex,
    Csv,
}

/// Shape of the frames of a stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Frame {
    /// Points of a frame.
    pub size: usize,
    /// Points of a beat.
    pub width: usize,
    pub format: Format,
    /// A point is two real samples, the first its real part.
    pub real: bool,
    /// They are beats of their own.
    pub halves: bool,
}

impl Frame {
    /// Hexadecimal digits of a component on the bus.
    fn component_digits(&self) -> usize {
        2 * self.format.bits().div_ceil(8) as usize
    }

    /// Hexadecimal digits of a beat.
    fn beat_digits(&self) -> usize {
        self.beat_components() * self.component_digits()
    }

    /// Components of a beat.
    fn beat_components(&self) -> usize {
        if self.halves {
            self.width
        } else {
            2 * self.width
        }
    }

    /// What stands on a line of text.
    fn line(&self) -> csv::Line {
        if self.real {
            csv::REAL
        } else {
            csv::COMPLEX
        }
    }

    /// Components that the beat beginning with this component of a frame carries.
    fn components_from(&self, first: usize) -> usize {
        self.beat_components().min(2 * self.size - first)
    }
}
