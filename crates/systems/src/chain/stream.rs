//! The type of the stream between two operations: everything that both sides have to agree on.

use crate::arch::StreamFacts;
use crate::error::Error;
use crate::format::{number, Fixed, Format};
use crate::formula::{FrameShape, Order};

/// What is streamed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Element {
    /// Whether an element has an imaginary part.
    pub is_complex: bool,
    /// Format of each part.
    pub format: Format,
}

impl Element {
    /// Components: real and imaginary part, or a real number.
    pub fn parts(self) -> usize {
        1 + usize::from(self.is_complex)
    }

    /// Bits of all components.
    pub fn bits(self) -> u32 {
        self.parts() as u32 * self.format.bits()
    }

    /// The component of an element in the model, for its word.
    pub fn component(self, word: u64) -> i64 {
        match self.format {
            Format::Fixed(format) => number(word, format.bits()),
            Format::Float(_) => word as i64,
        }
    }
}

/// The type of a stream.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stream {
    /// What is streamed.
    pub element: Element,
    /// Elements of a beat.
    pub lanes: usize,
    /// Elements of a frame. `None` for samples, which belong to no frame yet.
    pub frame: Option<usize>,
    /// Rows of a frame, one after another. Samples and most frames have one.
    pub rows: usize,
    /// Order of the elements of a frame; of several rows, the order in which they come, each with its elements in
    /// natural order.
    pub order: Order,
    /// Bin that shares the first element of a packed spectrum of real samples, of 2 · `packed` of them: it is the
    /// imaginary part, and bin 0 the real one. Both bins are real numbers. `None` where each element is one number.
    pub packed: Option<usize>,
    /// Bits of an element that it has for sums on the way, beyond those of the samples: the precision is that of words
    /// without them.
    pub headroom: u32,
}

impl Stream {
    /// Elements of a frame; of samples, those of a beat.
    pub fn elements(&self) -> usize {
        self.frame.unwrap_or(self.lanes)
    }

    /// Elements of a row.
    pub fn row(&self) -> usize {
        self.elements() / self.rows
    }

    /// The shape whose transforms have the order of the stream: that of the columns where there are several rows.
    pub fn shape(&self) -> FrameShape {
        match self.rows {
            1 => self.elements().into(),
            rows => FrameShape::from(rows).with_channels(self.row()),
        }
    }

    /// Beats of a frame.
    pub fn beats(&self) -> usize {
        self.elements() / self.lanes
    }

    /// Widths of the components of a beat in bits.
    pub fn widths(&self) -> Vec<u32> {
        vec![self.element.format.bits(); self.components()]
    }

    /// Components of a beat.
    pub fn components(&self) -> usize {
        self.lanes * self.element.parts()
    }

    /// Components of a beat, and bits of a component.
    pub fn word(&self) -> [usize; 2] {
        [self.components(), self.element.format.bits() as usize]
    }

    /// Bits of a beat.
    pub fn beat_bits(&self) -> usize {
        self.element.bits() as usize * self.lanes
    }

    /// The stream as documents describe it.
    pub fn facts(&self) -> StreamFacts {
        StreamFacts {
            elements: self.elements(),
            rows: self.rows,
            is_complex: self.element.is_complex,
            format: self.element.format.name(),
            component_bits: self.element.format.bits(),
            lanes: self.lanes,
            order: self.order.name(self.shape()),
            packed_bin: self.packed,
        }
    }

    /// The same stream with elements of another format.
    pub fn with_format(&self, format: Format) -> Self {
        Stream { element: Element { format, ..self.element }, headroom: 0, ..self.clone() }
    }

    /// The stream with one real number, of a format, in place of each element.
    pub fn with_real_numbers(&self, format: Format) -> Self {
        Stream { element: Element { is_complex: false, format }, packed: None, headroom: 0, ..self.clone() }
    }

    /// The format of words without headroom, whose precision factors have.
    pub fn precise_format(&self) -> Format {
        match self.element.format {
            Format::Fixed(Fixed { integer, fraction }) => {
                Format::Fixed(Fixed { integer: integer.saturating_sub(self.headroom).max(1), fraction })
            }
            float => float,
        }
    }

    /// Whether an element of a frame holds two bins.
    pub fn is_shared(&self, element: usize) -> bool {
        self.packed.is_some() && element == 0
    }

    /// The parts of the bin that an element stands for: of two bins in one element it is bin 0.
    pub fn bin(&self, number: usize, element: &[i64]) -> [i64; 2] {
        [element[0], if self.is_shared(number) { 0 } else { element[1] }]
    }
}

/// What operations need of the stream that enters them.
impl Stream {
    /// Elements of a frame, if there are frames.
    pub fn in_frames(&self) -> Result<usize, Error> {
        self.frame.ok_or_else(|| {
            Error::Unsupported("it takes frames, and these are samples; add 'frame N' or a transform before it".into())
        })
    }

    /// Elements of a frame, if there are frames of one row in natural order.
    pub fn in_natural_frames(&self) -> Result<usize, Error> {
        match self.rows {
            1 => self.in_natural_rows(),
            rows => Err(Error::Unsupported(format!(
                "it takes frames of one row, and these have {rows}; write it before 'stack'"
            ))),
        }
    }

    /// Elements of a row, if there are frames whose rows are in natural order.
    pub fn in_natural_rows(&self) -> Result<usize, Error> {
        match self.order {
            Order::Reversed if self.rows == 1 => {
                Err(Error::Unsupported("it takes natural order; leave 'order' of the transform before it out".into()))
            }
            _ => self.in_frames().map(|elements| elements / self.rows),
        }
    }

    /// Elements of a column, if there are frames of several rows in natural order.
    pub fn in_columns(&self) -> Result<usize, Error> {
        match self.rows {
            1 => Err(Error::Unsupported("it takes frames of several rows; write 'stack K' before it".into())),
            rows if self.order == Order::Natural => Ok(rows),
            _ => Err(Error::Unsupported(
                "it takes rows in natural order; leave 'order' of the transform before it out".into(),
            )),
        }
    }

    /// Refuses elements that hold two bins.
    pub fn is_unpacked(&self) -> Result<(), Error> {
        match self.packed {
            None => Ok(()),
            Some(bin) => Err(Error::Unsupported(format!(
                "it takes one number an element, and the first one holds the bins 0 and {bin} of real samples; take \
                 'irfft', which makes samples of them, or 'power' of bin 0"
            ))),
        }
    }

    /// Refuses real elements.
    pub fn is_complex(&self) -> Result<(), Error> {
        match self.element.is_complex {
            true => Ok(()),
            false => Err(Error::Unsupported("it takes complex elements, and these are real".into())),
        }
    }

    /// Refuses complex elements.
    pub fn is_real(&self) -> Result<(), Error> {
        match self.element.is_complex {
            false => Ok(()),
            true => Err(Error::Unsupported(
                "it takes real elements, and these are complex; add 'power' or 'magnitude' before it".into(),
            )),
        }
    }
}
