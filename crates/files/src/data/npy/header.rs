//! The head of an array: a dictionary of Python with the type of its elements, their order and its shape.

use crate::data::element::{Element, Kind};
use crate::error::quoted;
use std::io::{self, Read};

const MAGIC: &[u8] = b"\x93NUMPY";

/// Maximum length of the dictionary in bytes. NumPy itself refuses more than 10,000.
const MAX_BYTES: usize = 10_000;

/// Kinds and lengths in bytes that are read, by NumPy's letters.
const ELEMENTS: [(&str, Kind, usize); 13] = [
    ("c8", Kind::Complex, 8),
    ("c16", Kind::Complex, 16),
    ("f2", Kind::Float, 2),
    ("f4", Kind::Float, 4),
    ("f8", Kind::Float, 8),
    ("i1", Kind::Integer, 1),
    ("i2", Kind::Integer, 2),
    ("i4", Kind::Integer, 4),
    ("i8", Kind::Integer, 8),
    ("u1", Kind::Unsigned, 1),
    ("u2", Kind::Unsigned, 2),
    ("u4", Kind::Unsigned, 4),
    ("u8", Kind::Unsigned, 8),
];

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    pub element: Element,
    /// Whether the elements along the first axis, rather than the last, follow each other.
    pub fortran_order: bool,
    pub shape: Vec<u64>,
}

impl Header {
    /// Reads the head of a file. Returns its length in bytes too.
    pub fn read(source: &mut impl Read) -> io::Result<Result<(Header, u64), String>> {
        let start = up_to(source, MAGIC.len() + 2)?;
        if start.len() < MAGIC.len() + 2 || !start.starts_with(MAGIC) {
            return Ok(Err("this is no array of NumPy: it does not begin as one".into()));
        }
        let length_bytes = if start[MAGIC.len()] == 1 { 2 } else { 4 };
        let length = up_to(source, length_bytes)?;
        let length = length.iter().rev().fold(0, |length, byte| length << 8 | usize::from(*byte));
        if length > MAX_BYTES {
            return Ok(Err(format!("the array's head has {length} bytes, where {MAX_BYTES} are read")));
        }
        let text = up_to(source, length)?;
        let read = (MAGIC.len() + 2 + length_bytes + length) as u64;
        if text.len() < length {
            return Ok(Err("the array's head is cut".into()));
        }
        Ok(Header::parse(&String::from_utf8_lossy(&text)).map(|header| (header, read)))
    }

    fn parse(text: &str) -> Result<Header, String> {
        let mut words = Words(text);
        let (mut element, mut fortran_order, mut shape) = (None, None, None);
        words.expect("{")?;
        while !words.takes("}") {
            let key = words.string()?;
            words.expect(":")?;
            match key {
                "descr" => element = Some(parsed(words.string()?)?),
                "fortran_order" if words.takes("True") => fortran_order = Some(true),
                "fortran_order" if words.takes("False") => fortran_order = Some(false),
                "shape" => shape = Some(words.numbers()?),
                _ => return Err(words.wrong()),
            }
            if !words.takes(",") && !words.0.trim_start().starts_with('}') {
                return Err(words.wrong());
            }
        }
        let (element, fortran_order) = element.zip(fortran_order).ok_or_else(|| words.wrong())?;
        Ok(Header { element, fortran_order, shape: shape.ok_or_else(|| words.wrong())? })
    }

    /// Whether the elements are in an order of the file that differs from that of rows.
    pub fn is_in_fortran_order(&self) -> bool {
        self.fortran_order && self.shape.iter().filter(|length| **length > 1).count() > 1
    }

    /// Returns the bytes of a head, padded as NumPy does it. `element` has NumPy's letters, as in `<c16`. `shape` has
    /// two axes or more.
    pub fn bytes(element: &str, shape: &[usize]) -> Vec<u8> {
        const ALIGNED: usize = 64;
        let shape = shape.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
        let text = format!("{{'descr': '{element}', 'fortran_order': False, 'shape': ({shape}), }}");
        let before = MAGIC.len() + 4;
        let length = (before + text.len() + 1).next_multiple_of(ALIGNED) - before;
        let mut bytes = [MAGIC, &[1, 0], &(length as u16).to_le_bytes(), text.as_bytes()].concat();
        bytes.resize(before + length - 1, b' ');
        bytes.push(b'\n');
        bytes
    }
}

/// Reads the type of an element.
fn parsed(text: &str) -> Result<Element, String> {
    let known = ELEMENTS.iter().find(|(name, ..)| text.get(1..) == Some(name) && text.starts_with(['<', '>', '|']));
    let Some(&(_, kind, bytes)) = known else {
        let names = ELEMENTS.map(|(name, ..)| name).join(", ");
        return Err(format!("an array of {} is not read; there are {names}: convert it by astype", quoted(text)));
    };
    Ok(Element { kind, bytes, big_endian: text.starts_with('>') })
}

/// Reads a number of bytes, or fewer at the end of the source.
fn up_to(source: &mut impl Read, bytes: usize) -> io::Result<Vec<u8>> {
    let mut found = Vec::new();
    source.take(bytes as u64).read_to_end(&mut found)?;
    Ok(found)
}

/// Rest of a text that is read word by word.
struct Words<'a>(&'a str);

impl<'a> Words<'a> {
    fn takes(&mut self, word: &str) -> bool {
        let rest = self.0.trim_start().strip_prefix(word);
        self.0 = rest.unwrap_or(self.0);
        rest.is_some()
    }

    fn expect(&mut self, word: &str) -> Result<(), String> {
        match self.takes(word) {
            true => Ok(()),
            false => Err(self.wrong()),
        }
    }

    fn string(&mut self) -> Result<&'a str, String> {
        let quote = if self.takes("\"") { '"' } else { '\'' };
        if quote == '\'' {
            self.expect("'")?;
        }
        let (string, rest) = self.0.split_once(quote).ok_or_else(|| self.wrong())?;
        self.0 = rest;
        Ok(string)
    }

    fn numbers(&mut self) -> Result<Vec<u64>, String> {
        self.expect("(")?;
        let (numbers, rest) = self.0.split_once(')').ok_or_else(|| self.wrong())?;
        let lengths =
            numbers.trim_end().trim_end_matches(',').split(',').map(str::trim).filter(|text| !text.is_empty());
        let lengths =
            lengths.map(|length| length.parse().map_err(|_| format!("{} is no length of an axis", quoted(length))));
        self.0 = rest;
        lengths.collect()
    }

    fn wrong(&self) -> String {
        format!("the array's head is not understood at {}", quoted(self.0.trim()))
    }
}
