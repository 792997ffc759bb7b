//! Recordings: samples one after the other without a head, or after that of a WAV file. Full scale of integers is 1.

use super::element::{Element, Kind};
use super::error::{DataError, Place};
use super::numbers::Numbers;
use std::io::{self, BufRead, Read};

/// Number of samples that are read together.
const TOGETHER: u64 = 4096;

/// Longest description of the samples of a WAV file that is read, in bytes.
const MAX_FORMAT_BYTES: u64 = 64;

/// Types of samples in SigMF, without `r` or `c` before them and the order of their bytes after them.
const SIGMF: [(&str, Kind, usize); 8] = [
    ("f32", Kind::Float, 4),
    ("f64", Kind::Float, 8),
    ("i32", Kind::Integer, 4),
    ("i16", Kind::Integer, 2),
    ("i8", Kind::Integer, 1),
    ("u32", Kind::Unsigned, 4),
    ("u16", Kind::Unsigned, 2),
    ("u8", Kind::Unsigned, 1),
];

/// Samples of a recording.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    pub(super) number: Element,
    pub(super) is_complex: bool,
}

impl Layout {
    pub(super) const CS8: Self = Self::complex(Kind::Integer, 1);
    pub(super) const CU8: Self = Self::complex(Kind::Unsigned, 1);
    pub(super) const CS16: Self = Self::complex(Kind::Integer, 2);
    pub(super) const CF32: Self = Self::complex(Kind::Float, 4);

    const fn complex(kind: Kind, bytes: usize) -> Self {
        Layout { number: Element::little_endian(kind, bytes), is_complex: true }
    }

    /// Reads the description of a recording in the words of SigMF, the text of a `.sigmf-meta` file.
    ///
    /// ```
    /// use fftgen_files::data::Layout;
    /// assert!(Layout::from_sigmf(r#"{"global": {"core:datatype": "ci16_le"}, "captures": []}"#).is_ok());
    /// assert!(Layout::from_sigmf(r#"{"global": {"core:datatype": "cf16_le"}}"#).unwrap_err().contains("cf16_le"));
    /// ```
    pub fn from_sigmf(text: &str) -> Result<Self, String> {
        let meta: serde_json::Value = serde_json::from_str(text).map_err(|error| format!("it is no JSON ({error})"))?;
        let global = &meta["global"];
        let name = global["core:datatype"].as_str().ok_or("it has no core:datatype, as in cf32_le")?;
        if global["core:num_channels"].as_u64().is_some_and(|channels| channels != 1) {
            return Err("it has several channels, and one is read".into());
        }
        let heads = meta["captures"].as_array().into_iter().flatten();
        if heads
            .chain([global])
            .any(|part| ["core:header_bytes", "core:trailing_bytes"].iter().any(|key| part[key].as_u64() > Some(0)))
        {
            return Err(
                "it has bytes beside its samples (core:header_bytes, core:trailing_bytes), which are not read".into()
            );
        }
        let parsed = || {
            let is_complex = name.starts_with('c');
            let (kind, order) = name.strip_prefix(['c', 'r'])?.split_once('_').unwrap_or((&name[1..], ""));
            let &(_, kind, bytes) = SIGMF.iter().find(|(known, ..)| *known == kind)?;
            let is_known = matches!((order, bytes), ("le" | "be", _) | ("", 1));
            is_known.then_some(Layout { number: Element { kind, bytes, big_endian: order == "be" }, is_complex })
        };
        parsed().ok_or_else(|| {
            let kinds = SIGMF.map(|(name, ..)| name).join(", ");
            format!(
                "samples of {} are not read; there are {kinds} after c or r, and before _le or _be",
                crate::error::quoted(name)
            )
        })
    }

    /// Returns the bytes of a sample.
    fn bytes(self) -> usize {
        self.number.bytes * if self.is_complex { 2 } else { 1 }
    }
}

/// Reader of a recording.
pub(super) struct Recording<R> {
    source: R,
    /// Samples, which the head of a WAV file describes.
    layout: Option<Layout>,
    /// Bytes of samples that are left, if the head says that.
    left: Option<u64>,
    /// Number of the next sample.
    next: u64,
    /// Number of bytes read so far.
    pub bytes: u64,
}

impl<R: BufRead> Recording<R> {
    /// Reads samples, or a WAV file if no layout is given.
    pub fn new(source: R, layout: Option<Layout>) -> Self {
        Recording { source, layout, left: None, next: 0, bytes: 0 }
    }

    /// Reads some numbers. Returns false at the end.
    pub fn fetch(&mut self, numbers: &mut Numbers) -> Result<bool, DataError> {
        let layout = match self.layout {
            Some(layout) => layout,
            None => self.head()?.map_err(DataError::Array)?,
        };
        self.layout = Some(layout);
        if layout.is_complex && numbers.frame.real {
            return Err(DataError::Array(
                "samples have two parts or channels, where they are real; give one of them".into(),
            ));
        }
        let most = TOGETHER * layout.bytes() as u64;
        let wanted = self.left.map_or(most, |left| left.min(most));
        let mut bytes = Vec::new();
        let read = (&mut self.source).take(wanted).read_to_end(&mut bytes)? as u64;
        self.bytes += read;
        self.left = self.left.map(|left| left - read);
        for sample in bytes.chunks_exact(layout.bytes()) {
            numbers.place = Place::Element(self.next);
            let wrong = |what| DataError::At { place: Place::Element(self.next), what };
            for part in sample.chunks_exact(layout.number.bytes) {
                numbers.value(layout.number.sample(part)).map_err(wrong)?;
            }
            if !layout.is_complex && !numbers.frame.real {
                numbers.value(0.0).map_err(wrong)?;
            }
            self.next += 1;
        }
        Ok(read == wanted && read > 0)
    }

    /// Reads the head of a WAV file up to its samples.
    fn head(&mut self) -> io::Result<Result<Layout, String>> {
        let start = self.some(12)?;
        if start.len() < 12 || !start.starts_with(b"RIFF") || &start[8..] != b"WAVE" {
            return Ok(Err("this is no WAV file: it does not begin as one".into()));
        }
        let mut layout = None;
        loop {
            let chunk = self.some(8)?;
            let Some((name, length)) = chunk.split_at_checked(4).filter(|(_, length)| length.len() == 4) else {
                return Ok(Err("the WAV file has no samples: it ends in its head".into()));
            };
            let length = Element::little_endian(Kind::Unsigned, 4).bits(length);
            match (name, layout) {
                (b"fmt ", _) if length <= MAX_FORMAT_BYTES => match wav_layout(&self.some(length + length % 2)?) {
                    Ok(found) => layout = Some(found),
                    Err(what) => return Ok(Err(what)),
                },
                (b"data", Some(layout)) => {
                    // A program that does not know the length yet writes none, or all ones.
                    self.left = Some(length).filter(|length| ![0, u64::from(u32::MAX)].contains(length));
                    return Ok(Ok(layout));
                }
                (b"data", None) => {
                    return Ok(Err("the samples of the WAV file are not described (no fmt chunk)".into()))
                }
                _ => {
                    let skipped = length + length % 2;
                    self.bytes += io::copy(&mut (&mut self.source).take(skipped), &mut io::sink())?;
                }
            }
        }
    }

    fn some(&mut self, bytes: u64) -> io::Result<Vec<u8>> {
        let mut found = Vec::new();
        self.bytes += (&mut self.source).take(bytes).read_to_end(&mut found)? as u64;
        Ok(found)
    }
}

/// Reads the description of the samples of a WAV file.
fn wav_layout(chunk: &[u8]) -> Result<Layout, String> {
    let word = |at: usize| chunk.get(at..at + 2).map_or(0, |bytes| u16::from_le_bytes([bytes[0], bytes[1]]));
    // The format of an extensible description stands further on.
    let format = if word(0) == 0xfffe { word(24) } else { word(0) };
    let (channels, bits) = (word(2), word(14));
    let kind = match (format, bits) {
        (1, 8) => Kind::Unsigned,
        (1, 16 | 24 | 32) => Kind::Integer,
        (3, 32 | 64) => Kind::Float,
        _ => {
            return Err(format!(
                "samples of {bits} bits in format {format} are not read; there are PCM of 8, 16, 24 \
            and 32 bits and float of 32 and 64"
            ))
        }
    };
    match channels {
        1 | 2 => Ok(Layout { number: Element::little_endian(kind, usize::from(bits) / 8), is_complex: channels == 2 }),
        _ => Err(format!(
            "{channels} channels, where one has real samples, and two the real and the imaginary parts of points"
        )),
    }
}
