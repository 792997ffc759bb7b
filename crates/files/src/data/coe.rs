//! Beats as Xilinx's memories are initialized: `memory_initialization_radix=16; memory_initialization_vector=00, ff;`.

use super::beat;
use super::lines::Decoder;
use super::numbers::Numbers;
use crate::error::quoted;

const RADIX: &str = "memory_initialization_radix";
const VECTOR: &str = "memory_initialization_vector";

#[derive(Default)]
pub(super) struct Coe {
    radix: Option<u32>,
    vector: Vector,
}

#[derive(Default, PartialEq)]
enum Vector {
    #[default]
    Ahead,
    Within,
    Ended,
}

impl Decoder for Coe {
    fn line(&mut self, text: &str, numbers: &mut Numbers) -> Result<(), String> {
        let mut rest = text.trim();
        while !rest.is_empty() {
            match self.vector {
                Vector::Ahead | Vector::Ended if rest.starts_with(';') => return Ok(()),
                Vector::Ahead => rest = self.statement(rest)?.trim_start(),
                Vector::Within => return self.words(rest, numbers),
                Vector::Ended => return Err("something stands after the ; that ends the vector".into()),
            }
        }
        Ok(())
    }

    fn end(&mut self) -> Result<(), String> {
        match self.vector {
            Vector::Ahead => Err(format!("there is no {VECTOR}=")),
            // Many programs write no ; at the end. A file that is cut ends within a frame.
            Vector::Within | Vector::Ended => Ok(()),
        }
    }
}

impl Coe {
    /// Reads the radix or the head of the vector, and returns the rest of the line.
    fn statement<'a>(&mut self, text: &'a str) -> Result<&'a str, String> {
        let (name, rest) = text.split_once('=').unwrap_or((text, ""));
        match (name.trim().to_ascii_lowercase().as_str(), self.radix) {
            (RADIX, _) => {
                let (radix, rest) = rest.split_once(';').ok_or("the radix has no ; at its end")?;
                // What follows on the line is a comment, or the vector.
                let rest = if rest.contains('=') { rest } else { "" };
                let known = [2, 10, 16].into_iter().find(|known| radix.trim().parse() == Ok(*known));
                self.radix =
                    Some(known.ok_or_else(|| format!("radix {}; there are 2, 10 and 16", quoted(radix.trim())))?);
                Ok(rest)
            }
            (VECTOR, Some(_)) if text.contains('=') => {
                self.vector = Vector::Within;
                Ok(rest)
            }
            _ => Err(format!("{} where {RADIX}=16; and then {VECTOR}= belong", quoted(text))),
        }
    }

    /// Reads the words up to the end of the line or of the vector. What follows the vector is a comment.
    fn words(&mut self, text: &str, numbers: &mut Numbers) -> Result<(), String> {
        let (words, ended) = text.split_once(';').map_or((text, false), |(words, _)| (words, true));
        if ended {
            self.vector = Vector::Ended;
        }
        let radix = self.radix.unwrap_or(16);
        for word in words.split([',', ' ', '\t']).filter(|word| !word.is_empty()) {
            beat::decode(&beat::digits(word, radix, &numbers.frame)?, numbers)?;
        }
        Ok(())
    }
}

/// Writes lines of one beat each as elements of a vector. `started` states whether the vector has elements already.
pub(super) fn encode(beats: &str, started: bool) -> String {
    let head = format!("{RADIX}=16;\n{VECTOR}=\n");
    let before = if started { ",\n" } else { &head };
    format!("{before}{}", beats.trim_end().replace('\n', ",\n"))
}

pub(super) const END: &str = ";\n";
