//! Arrays of NumPy.

mod header;

use super::element::{Element, Kind};
use super::error::{DataError, Place};
use super::limits::MAX_ARRAY_BYTES;
use super::numbers::Numbers;
use super::Frame;
use crate::format::{number, Float, Format};
use crate::model::Sample;
use header::Header;
use num_complex::Complex64;
use std::io::{BufRead, Cursor, Read};

/// Number of elements that are read together.
const TOGETHER: u64 = 4096;

/// Reader of the elements of an array, those along the last axis first.
pub(super) struct Array<R> {
    source: R,
    /// Elements of an array whose file has them in another order.
    reordered: Option<Cursor<Vec<u8>>>,
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
        Array { source, reordered: None, element: None, count: 0, next: 0, bytes: 0 }
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
                    Err(DataError::Array(format!("there are bytes after the {} elements of the array", self.count)))
                }
            };
        }
        let mut bytes = Vec::new();
        let length = elements * element.bytes as u64;
        match &mut self.reordered {
            Some(elements) => elements.take(length).read_to_end(&mut bytes)?,
            None => (&mut self.source).take(length).read_to_end(&mut bytes)?,
        };
        self.bytes += bytes.len() as u64;
        for bytes in bytes.chunks_exact(element.bytes) {
            numbers.place = Place::Element(self.next);
            take(element, bytes, numbers).map_err(|what| DataError::At { place: numbers.place, what })?;
            self.next += 1;
        }
        match bytes.len() as u64 == length {
            true => Ok(true),
            false => Err(DataError::Array(format!("the array is cut: {} of {} elements", self.next, self.count))),
        }
    }

    /// Reads the head. Shapes that are no frames are errors.
    fn begin(&mut self, frame: &Frame) -> Result<Element, DataError> {
        let (header, bytes) = Header::read(&mut self.source)?.map_err(DataError::Array)?;
        self.count = elements(&header, frame).map_err(DataError::Array)?;
        self.bytes = bytes;
        if header.is_in_fortran_order() {
            let length = self.count * header.element.bytes as u64;
            if length > MAX_ARRAY_BYTES {
                return Err(DataError::Array(format!(
                    "an array in Fortran's order is read as a whole and has at most {MAX_ARRAY_BYTES} bytes, and this \
                     one {length}; save numpy.ascontiguousarray of it"
                )));
            }
            let mut bytes = Vec::new();
            (&mut self.source).take(length).read_to_end(&mut bytes)?;
            // What is missing in a file that is cut is missed when its elements are counted.
            if bytes.len() as u64 == length {
                bytes = in_rows(&bytes, header.element.bytes, &header.shape);
            }
            self.reordered = Some(Cursor::new(bytes));
        }
        self.element = Some(header.element);
        Ok(header.element)
    }
}

/// Counts the elements of an array. A frame has the last axes, or the last one with its points row by row, or the array
/// is frames one after the other.
fn elements(header: &Header, frame: &Frame) -> Result<u64, String> {
    let Header { element, shape, .. } = header;
    let shown = format!("shape ({})", shape.iter().map(u64::to_string).collect::<Vec<_>>().join(", "));
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

/// Returns the elements of an array in Fortran's order, in which the first axis is that of neighbours, in an order in
/// which the last one is.
fn in_rows(elements: &[u8], bytes: usize, shape: &[u64]) -> Vec<u8> {
    let lengths: Vec<usize> = shape.iter().map(|length| *length as usize).collect();
    let mut index = vec![0; lengths.len()];
    let mut ordered = Vec::with_capacity(elements.len());
    for _ in 0..elements.len() / bytes {
        let place = index.iter().zip(&lengths).rev().fold(0, |place, (index, length)| place * length + index);
        ordered.extend(&elements[place * bytes..][..bytes]);
        for (index, length) in index.iter_mut().zip(&lengths).rev() {
            *index += 1;
            if *index < *length {
                break;
            }
            *index = 0;
        }
    }
    ordered
}

/// Reads the numbers of an element.
fn take(element: Element, bytes: &[u8], numbers: &mut Numbers) -> Result<(), String> {
    match element.kind {
        Kind::Complex => bytes.chunks_exact(element.bytes / 2).try_for_each(|part| numbers.value(element.float(part))),
        Kind::Float => numbers.value(element.float(bytes)),
        Kind::Integer => numbers.integer(element.integer(bytes)),
        Kind::Unsigned => numbers.unsigned(element.bits(bytes)),
    }
}

/// Reads the shape of an array, and its elements as complex numbers.
pub(super) fn values(mut source: &[u8]) -> Result<(Vec<usize>, Vec<Complex64>), DataError> {
    let (header, _) = Header::read(&mut source)?.map_err(DataError::Array)?;
    let is_in_fortran_order = header.is_in_fortran_order();
    let Header { element, shape, .. } = header;
    let count = shape.iter().try_fold(element.bytes as u64, |bytes, length| bytes.checked_mul(*length));
    if count != Some(source.len() as u64) {
        return Err(DataError::Array(format!(
            "the array has {} bytes after its head, where its shape has others",
            source.len()
        )));
    }
    let value = |bytes: &[u8]| match element.kind {
        Kind::Complex => {
            let (re, im) = bytes.split_at(element.bytes / 2);
            Complex64::new(element.float(re), element.float(im))
        }
        Kind::Float => Complex64::from(element.float(bytes)),
        Kind::Integer => Complex64::from(element.integer(bytes) as f64),
        Kind::Unsigned => Complex64::from(element.bits(bytes) as f64),
    };
    let ordered = is_in_fortran_order.then(|| in_rows(source, element.bytes, &shape));
    let elements = ordered.as_deref().unwrap_or(source).chunks_exact(element.bytes);
    Ok((shape.iter().map(|length| *length as usize).collect(), elements.map(value).collect()))
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
