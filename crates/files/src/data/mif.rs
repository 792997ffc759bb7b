//! Beats as Intel's memories are initialized: `WIDTH=8; DEPTH=2; ... CONTENT BEGIN 0 : 00; 1 : ff; END;`.

use super::limits::MAX_LINE_BYTES;
use super::lines::Decoder;
use super::numbers::Numbers;
use super::{beat, Frame};
use crate::error::quoted;
use std::collections::VecDeque;

const RADICES: [(&str, u32); 5] = [("BIN", 2), ("OCT", 8), ("DEC", 10), ("UNS", 10), ("HEX", 16)];

/// Maximum number of words of a memory. No FPGA has as much, and a range of addresses ends in reasonable time.
const MAX_DEPTH: u64 = 1 << 24;

#[derive(Default)]
pub(super) struct Mif {
    /// Whether the text is within a comment between two `%`.
    comment: bool,
    /// Beginning of a statement whose end has not come yet.
    statement: String,
    depth: u64,
    address_radix: u32,
    data_radix: u32,
    content: Content,
    /// Next address.
    next: u64,
    /// Words that have been read from the text but not been returned.
    due: VecDeque<Due>,
}

#[derive(Default, PartialEq)]
enum Content {
    #[default]
    Ahead,
    Within,
    Ended,
}

/// Words of a range of addresses, which a list fills again and again.
struct Due {
    words: Vec<String>,
    taken: u64,
    count: u64,
}

impl Decoder for Mif {
    fn line(&mut self, text: &str, numbers: &mut Numbers) -> Result<(), String> {
        let text = text.split_once("--").map_or(text, |(text, _)| text);
        for (number, text) in text.split('%').enumerate() {
            self.comment ^= number > 0;
            let text = if self.comment { "" } else { text };
            for (number, text) in text.split(';').enumerate() {
                if number > 0 {
                    let statement = std::mem::take(&mut self.statement);
                    self.statement(statement.trim(), &numbers.frame)?;
                }
                self.statement.push_str(text);
            }
        }
        self.statement.push(' ');
        match self.statement.len() as u64 > MAX_LINE_BYTES {
            true => Err(format!("a statement of more than {MAX_LINE_BYTES} bytes; each ends with a ;")),
            false => Ok(()),
        }
    }

    fn rest(&mut self, numbers: &mut Numbers) -> Result<bool, String> {
        let Some(due) = self.due.front_mut() else { return Ok(false) };
        beat::decode(&due.words[(due.taken % due.words.len() as u64) as usize], numbers)?;
        due.taken += 1;
        if due.taken == due.count {
            self.due.pop_front();
        }
        Ok(true)
    }

    fn end(&mut self) -> Result<(), String> {
        match self.content {
            Content::Ended => Ok(()),
            _ => Err("there is no END; is the file whole?".into()),
        }
    }
}

impl Mif {
    fn statement(&mut self, text: &str, frame: &Frame) -> Result<(), String> {
        let mut text = text;
        if self.content == Content::Ahead {
            let Some(content) = strip_words(text, &["CONTENT", "BEGIN"]) else { return self.setting(text, frame) };
            if [self.depth, self.address_radix.into(), self.data_radix.into()].contains(&0) {
                return Err("CONTENT is before DEPTH, ADDRESS_RADIX or DATA_RADIX".into());
            }
            self.content = Content::Within;
            text = content;
        }
        match self.content {
            Content::Within if text.eq_ignore_ascii_case("END") => {
                self.content = Content::Ended;
                match self.next == self.depth {
                    true => Ok(()),
                    false => Err(format!("END after {} words, where DEPTH says {}", self.next, self.depth)),
                }
            }
            Content::Within => self.words(text, frame),
            _ if text.is_empty() => Ok(()),
            _ => Err(format!("{} after END", quoted(text))),
        }
    }

    /// Reads a statement before the content.
    fn setting(&mut self, text: &str, frame: &Frame) -> Result<(), String> {
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        let (name, value) = (name.trim().to_ascii_uppercase(), value.trim());
        let wrong = |reason: String| Err(format!("{name} = {}: {reason}", quoted(value)));
        let radix = RADICES.iter().find(|(radix, _)| radix.eq_ignore_ascii_case(value)).map(|(_, radix)| *radix);
        let bits = 4 * frame.beat_digits();
        match (name.as_str(), radix, value.parse::<u64>()) {
            ("ADDRESS_RADIX", Some(radix), _) => self.address_radix = radix,
            ("DATA_RADIX", Some(radix), _) => self.data_radix = radix,
            ("ADDRESS_RADIX" | "DATA_RADIX", ..) => {
                return wrong(format!("there are {}", RADICES.map(|(r, _)| r).join(", ")))
            }
            ("WIDTH", _, Ok(width)) if width == bits as u64 => {}
            ("WIDTH", ..) => {
                let format = frame.format.name();
                return wrong(format!("a beat of {} {format} samples has {bits} bits", frame.width));
            }
            ("DEPTH", _, Ok(depth @ 1..=MAX_DEPTH)) => self.depth = depth,
            ("DEPTH", ..) => return wrong(format!("1 to {MAX_DEPTH} words are read")),
            _ => return Err(format!("{} where WIDTH=, DEPTH=, a radix or CONTENT BEGIN belongs", quoted(text))),
        }
        Ok(())
    }

    /// Reads `address : words` or `[first..last] : words`.
    fn words(&mut self, text: &str, frame: &Frame) -> Result<(), String> {
        let (place, words) =
            text.split_once(':').ok_or_else(|| format!("{} where address : word belongs", quoted(text)))?;
        let words: Vec<String> = words
            .split_whitespace()
            .map(|word| beat::digits(word, self.data_radix, frame))
            .collect::<Result<_, _>>()?;
        let range = place.trim().strip_prefix('[').and_then(|range| range.strip_suffix(']'));
        let address = |text: &str| {
            let address =
                u64::from_str_radix(text.trim(), self.address_radix).ok().filter(|address| *address < self.depth);
            address.ok_or_else(|| format!("{} is no address below the depth of {}", quoted(text.trim()), self.depth))
        };
        let (first, count) = match range {
            None => (address(place)?, words.len() as u64),
            Some(range) => {
                let (first, last) =
                    range.split_once("..").ok_or_else(|| format!("{} is no range as in [0..f]", quoted(place)))?;
                let first = address(first)?;
                (first, (address(last)? + 1).saturating_sub(first))
            }
        };
        if words.is_empty() || count == 0 {
            return Err(format!("{} holds nothing", quoted(text)));
        }
        if first != self.next {
            return Err(format!("address {first}, where {} is next; words follow each other without a gap", self.next));
        }
        self.next += count;
        if self.next > self.depth {
            return Err(format!("{} words, where DEPTH says {}", self.next, self.depth));
        }
        self.due.push_back(Due { words, taken: 0, count });
        Ok(())
    }
}

/// Returns the rest of a text that begins with some words, in capitals or not.
fn strip_words<'a>(text: &'a str, words: &[&str]) -> Option<&'a str> {
    words.iter().try_fold(text, |text, word| {
        let start = text.get(..word.len())?;
        start.eq_ignore_ascii_case(word).then(|| text[word.len()..].trim_start())
    })
}

/// Writes the head of a memory, whose depth is a number of beats.
pub(super) fn head(frame: &Frame, beats: usize) -> String {
    let width = 4 * frame.beat_digits();
    format!("WIDTH={width};\nDEPTH={beats};\nADDRESS_RADIX=HEX;\nDATA_RADIX=HEX;\nCONTENT BEGIN\n")
}

/// Writes lines of beats and of comments as contents from an address on, and advances the address.
pub(super) fn encode(lines: &str, next: &mut usize) -> String {
    let content = lines.lines().map(|line| match line.strip_prefix("//") {
        Some(comment) => format!("--{comment}\n"),
        None => {
            *next += 1;
            format!("{:x} : {line};\n", *next - 1)
        }
    });
    content.collect()
}

pub(super) const END: &str = "END;\n";
