//! How samples stand on ports: which of their parts is lower, and where zero is.

use crate::choice::Choice;

/// Words of the components that come in.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum InputCoding {
    /// As numbers are computed with: two's complement in fixed point.
    #[default]
    Signed,
    /// Offset binary, as of many converters: the sign bit is inverted, so that all zeros are the least number.
    Offset,
}

impl Choice for InputCoding {
    const WORDS: &'static [(&'static str, Self)] = &[("signed", InputCoding::Signed), ("offset", InputCoding::Offset)];
}

/// Order of the parts of a complex sample, the lower one first.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum IqOrder {
    /// The real part is low.
    #[default]
    Iq,
    /// The imaginary part is low.
    Qi,
}

impl Choice for IqOrder {
    const WORDS: &'static [(&'static str, Self)] = &[("iq", IqOrder::Iq), ("qi", IqOrder::Qi)];
}

/// Coding of the samples on one side of a core.
///
/// ```
/// use fftgen_stream::pipeline::SampleCoding;
/// let coding = SampleCoding { is_offset: true, is_swapped: true };
/// assert_eq!([0, 1, 2, 3].map(|place| coding.place(place)), [1, 0, 3, 2]);
/// assert_eq!(coding.word(0x7fff, 16), 0xffff);
/// assert_eq!(SampleCoding::default().word(0x7fff, 16), 0x7fff);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct SampleCoding {
    /// Whether words are offset binary.
    pub is_offset: bool,
    /// Whether the imaginary part of a point is low.
    pub is_swapped: bool,
}

impl SampleCoding {
    /// Returns the place in a beat of the component that another order has at `place`, in either direction.
    pub fn place(self, place: usize) -> usize {
        place ^ usize::from(self.is_swapped)
    }

    /// Returns a word of `bits` bits as it is on the port, or one of the port as it is computed with.
    pub fn word(self, word: u64, bits: u32) -> u64 {
        word ^ u64::from(self.is_offset) << (bits - 1)
    }
}
