//! Arrays of NumPy.

mod header;

use super::error::{DataError, Place};
use super::numbers::Numbers;
use super::Frame;
use crate::format::{number, Float, Format};
use crate::model::Sample;
use header::{Element, Header, Kind};
use num_complex::Complex64;
use std::io::{BufRead, Read};

/// Number of elements that are read together.
const TOGETHER: u64 = 4096;

/// NumPy's real numbers of 16 bits.
const HALF: Format = Format::Float(Float::with_subnormals(5, 10));

/// Reader of the elements of an array, in the order of the file.
pub(super) struct Array<R> {
    source: R,
    element: Option<Element>,
    /// Number of elements of the array.
    count: u64,
    /// Number of the next element.
    next: u64,
    /// Number of bytes read so far.
    pub bytes: u64,
}

impl<R: BufRead> Array<R> {
    pub fn new(source: R) -> Self {
        Array { source, element: None, count: 0, next: 0, bytes: 0 }
    }

    /// Reads some numbers. Returns false at the end.
    pub fn fetch(&mut self, numbers: &mut Numbers) -> Result<bool, DataError> {
        let element = match self.element {
            Some(element) => element,
            None => self.begin(&numbers.frame)?,
        };
        let elements = (self.count - self.next).min(TOGETHER);
        if elements == 0 {
            return match self.source.fill_buf()?.is_empty() {
                true => Ok(false),
                false => {
                    Err(DataError::Array(format!("there are bytes behind the {} elements of the array", self.count)))
                }
            };
        }
        let mut bytes = Vec::new();
        self.bytes += (&mut self.source).take(elements * element.bytes as u64).read_to_end(&mut bytes)? as u64;
        for bytes in bytes.chunks_exact(element.bytes) {
            numbers.place = Place::Element(self.next);
            take(element, bytes, numbers).map_err(|what| DataError::At { place: numbers.place, what })?;
            self.next += 1;
        }
        match bytes.len() as u64 == elements * element.bytes as u64 {
            true => Ok(true),
            false => Err(DataError::Array(format!("the array is cut: {} of {} elements", self.next, self.count))),
        }
    }

    /// Reads the head. Shapes that are no frames are errors.
    fn begin(&mut self, frame: &Frame) -> Result<Element, DataError> {
        let (header, bytes) = Header::read(&mut self.source)?.map_err(DataError::Array)?;
        self.count = elements(&header, frame).map_err(DataError::Array)?;
        self.bytes = bytes;
        self.element = Some(header.element);
        Ok(header.element)
    }
}

/// Counts the elements of an array. A frame has the last axes, or the last one with its points row by row, or the array
/// is frames one after the other.
fn elements(header: &Header, frame: &Frame) -> Result<u64, String> {
    let Header { element, fortran_order, shape } = header;
    let shown = format!("shape ({})", shape.iter().map(u64::to_string).collect::<Vec<_>>().join(", "));
    if *fortran_order && shape.iter().filter(|length| **length > 1).count() > 1 {
        return Err("the array is in Fortran's order; save numpy.ascontiguousarray of it".into());
    }
    let axes = match (frame.real, element.kind, shape.as_slice()) {
        (true, Kind::Complex, _) => {
            return Err("the array is complex, where samples are real; save its real part".into())
        }
        (true, ..) | (false, Kind::Complex, _) => shape,
        (false, _, [axes @ .., 2]) => axes,
        (false, ..) => {
            return Err(format!(
                "{shown} of real numbers, where points are complex; make it complex, or have a last axis of two parts"
            ))
        }
    };
    let lengths = frame.lengths();
    let is_frame = |axes: &[u64]| axes.iter().copied().eq(lengths.iter().map(|length| *length as u64));
    let samples: usize = lengths.iter().product();
    let is_row = axes.last() == Some(&(samples as u64));
    if axes.len() > 1 && !is_row && !axes.len().checked_sub(lengths.len()).is_some_and(|first| is_frame(&axes[first..]))
    {
        return Err(match lengths.len() {
            1 => format!("{shown}, where a frame is {samples} long; reshape it so that each frame is a row"),
            _ => format!("{shown}, where a frame is {}; reshape it so that these are its last axes", frame.title()),
        });
    }
    let count = shape.iter().try_fold(1u64, |count, length| count.checked_mul(*length));
    let bytes = count.and_then(|count| count.checked_mul(element.bytes as u64));
    count.filter(|_| bytes.is_some()).ok_or_else(|| format!("{shown} is longer than any file"))
}

/// Reads the numbers of an element.
fn take(element: Element, bytes: &[u8], numbers: &mut Numbers) -> Result<(), String> {
    match element.kind {
        Kind::Complex => bytes.chunks_exact(element.bytes / 2).try_for_each(|part| numbers.value(float(element, part))),
        Kind::Float => numbers.value(float(element, bytes)),
        Kind::Integer => numbers.integer(number(bits(element, bytes), 8 * element.bytes as u32)),
    }
}

/// Returns the bits of an element.
fn bits(element: Element, bytes: &[u8]) -> u64 {
    let shifted = |bits, byte: &u8| bits << 8 | u64::from(*byte);
    if element.big_endian {
        bytes.iter().fold(0, shifted)
    } else {
        bytes.iter().rev().fold(0, shifted)
    }
}

/// Returns the value of a floating-point number, or of a part of one.
fn float(element: Element, bytes: &[u8]) -> f64 {
    let bits = bits(element, bytes);
    match bytes.len() {
        2 => HALF.to_f64(bits),
        4 => f32::from_bits(bits as u32).into(),
        _ => f64::from_bits(bits),
    }
}

/// Reads the shape of an array, and its elements as complex numbers.
pub(super) fn values(mut source: &[u8]) -> Result<(Vec<usize>, Vec<Complex64>), DataError> {
    let (header, _) = Header::read(&mut source)?.map_err(DataError::Array)?;
    let Header { element, fortran_order, shape } = header;
    if fortran_order && shape.len() > 1 {
        return Err(DataError::Array("the array is in Fortran's order; save numpy.ascontiguousarray of it".into()));
    }
    let count = shape.iter().try_fold(element.bytes as u64, |bytes, length| bytes.checked_mul(*length));
    if count != Some(source.len() as u64) {
        return Err(DataError::Array(format!(
            "the array has {} bytes behind its head, where its shape has others",
            source.len()
        )));
    }
    let value = |bytes: &[u8]| match element.kind {
        Kind::Complex => {
            let (re, im) = bytes.split_at(element.bytes / 2);
            Complex64::new(float(element, re), float(element, im))
        }
        Kind::Float => Complex64::from(float(element, bytes)),
        Kind::Integer => Complex64::from(number(bits(element, bytes), 8 * element.bytes as u32) as f64),
    };
    Ok((shape.iter().map(|length| *length as usize).collect(), source.chunks_exact(element.bytes).map(value).collect()))
}

/// Type of the elements that are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Written {
    /// Points of two singles, which represent all values of the format.
    Singles,
    /// Points of two doubles, or real samples of one.
    Doubles,
    /// Words of a format that doubles do not represent.
    Words,
}

impl Written {
    /// Chooses the type. `exponents` states whether each frame has an exponent, by which its words are multiplied.
    fn for_frame(frame: &Frame, exponents: bool) -> Written {
        match frame.format {
            Format::Float(Float { exponent: ..=8, fraction: ..=23, .. }) if !frame.real => Written::Singles,
            Format::Fixed(fixed) if fixed.bits() > f64::MANTISSA_DIGITS && !exponents => Written::Words,
            _ => Written::Doubles,
        }
    }
}

/// Writes the head of an array of a number of frames.
pub(super) fn head(frame: &Frame, frames: usize, exponents: bool) -> Vec<u8> {
    let shape = [vec![frames], frame.lengths()].concat();
    match (Written::for_frame(frame, exponents), frame.real) {
        (Written::Singles, _) => Header::bytes("<c8", &shape),
        (Written::Doubles, false) => Header::bytes("<c16", &shape),
        (Written::Doubles, true) => Header::bytes("<f8", &shape),
        (Written::Words, false) => Header::bytes("<i8", &[shape, vec![2]].concat()),
        (Written::Words, true) => Header::bytes("<i8", &shape),
    }
}

/// Appends a sample. It is multiplied by 2^exponent if there is an exponent.
pub(super) fn encode(frame: &Frame, sample: Sample, exponent: Option<i32>, bytes: &mut Vec<u8>) {
    let written = Written::for_frame(frame, exponent.is_some());
    for word in sample {
        let value = || frame.format.to_f64(word) * 2f64.powi(exponent.unwrap_or(0));
        match written {
            Written::Singles => bytes.extend((value() as f32).to_le_bytes()),
            Written::Doubles => bytes.extend(value().to_le_bytes()),
            Written::Words => bytes.extend(number(word, frame.format.bits()).to_le_bytes()),
        }
    }
}
