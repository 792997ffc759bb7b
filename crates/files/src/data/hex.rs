//! Beats as `$readmemh` reads them.

use super::beat;
use super::lines::Decoder;
use super::numbers::Numbers;
use crate::error::quoted;
use std::borrow::Cow;

/// Reader of words between blanks.
#[derive(Default)]
pub(super) struct Words {
    /// Whether the text is within `/*` and `*/`.
    comment: bool,
    /// Address of the next word, if one has been given or counted.
    next: Option<u64>,
    /// Digits of the words so far, if they are all alike and whole components, but fewer than those of a beat.
    narrow: Narrow,
}

/// Whether all words so far could be beats of fewer lanes.
#[derive(Default)]
enum Narrow {
    #[default]
    Unknown,
    All(usize),
    No,
}

impl Decoder for Words {
    fn line(&mut self, text: &str, numbers: &mut Numbers) -> Result<(), String> {
        let mut rest = text;
        loop {
            let mark = if self.comment { rest.find("*/") } else { rest.find('/') };
            let (before, after) = rest.split_at(mark.unwrap_or(rest.len()));
            if !self.comment {
                before.split_whitespace().try_for_each(|word| self.word(word, numbers))?;
            }
            match (self.comment, after.get(..2)) {
                (_, None) if after.is_empty() => return Ok(()),
                (false, Some("//")) => return Ok(()),
                (false, Some("/*")) | (true, _) => self.comment = !self.comment,
                _ => return Err("'/' is no hexadecimal digit; a comment begins with // or /*".into()),
            }
            rest = &after[2..];
        }
    }

    fn end(&mut self) -> Result<(), String> {
        match (self.comment, &self.narrow) {
            (true, _) => Err("the comment has no */ at its end".into()),
            (false, Narrow::All(digits)) => Err(format!(
                "all words have {digits} hexadecimal digits, which are fewer than those of a beat; is the --width \
                 another one? Zeros before one word say that it is not"
            )),
            (false, _) => Ok(()),
        }
    }
}

impl Words {
    fn word(&mut self, word: &str, numbers: &mut Numbers) -> Result<(), String> {
        if let Some(address) = word.strip_prefix('@') {
            let address = u64::from_str_radix(address, 16)
                .map_err(|_| format!("{} is no address; one is as in @1f, hexadecimal", quoted(word)))?;
            return match self.next.replace(address) {
                Some(next) if next != address => {
                    Err(format!("address {address:x}, where {next:x} is next; words follow each other without a gap"))
                }
                _ => Ok(()),
            };
        }
        let word = word.strip_prefix("0x").or(word.strip_prefix("0X")).unwrap_or(word);
        let word = if word.contains('_') { word.replace('_', "").into() } else { Cow::from(word) };
        let (digits, component) = (numbers.frame.beat_digits(), numbers.frame.component_digits());
        let is_narrow = word.len() < digits && word.len() % component == 0;
        self.narrow = match self.narrow {
            Narrow::Unknown if is_narrow => Narrow::All(word.len()),
            Narrow::All(length) if length == word.len() => Narrow::All(length),
            _ => Narrow::No,
        };
        match word.len() < digits && !word.is_empty() {
            true => beat::decode(&format!("{word:0>digits$}"), numbers)?,
            false => beat::decode(&word, numbers)?,
        }
        self.next = Some(self.next.unwrap_or(0).wrapping_add(1));
        Ok(())
    }
}
