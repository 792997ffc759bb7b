//! `--emit`: the files that accompany the Verilog of a core.

use super::value::{Canonical, FromText};
use fftgen::package::{Companion, Companions};
use fftgen::{quoted, Choice, Error};

/// Word for the files that are written if nothing else is asked for.
const DEFAULT: &str = "default";

/// Word for the files of all kinds that the core can have.
const ALL: &str = "all";

/// Word for no files but the Verilog and its manifest.
const NONE: &str = "none";

impl FromText for Companions {
    /// Reads `none`, `vivado,cocotb` or `default,vivado`.
    fn from_text(text: &str) -> Result<Companions, Error> {
        let mut all = Vec::new();
        let words: Vec<&str> = text.split(',').map(str::trim).collect();
        for word in &words {
            match (*word, Companion::from_word(word)) {
                (DEFAULT, _) => all.extend(Companions::default().iter()),
                (ALL, _) if words.len() == 1 => return Ok(Companions::all()),
                (NONE, _) if words.len() == 1 => {}
                (_, Some(companion)) => all.push(companion),
                _ => {
                    return Err(Error::Usage(format!(
                    "emit {} is no kind of files; kinds: {}, and {DEFAULT} for those that are usual, or alone {ALL} \
                     for all that the core can have, or {NONE}",
                    quoted(word),
                    Companion::words()
                )))
                }
            }
        }
        Ok(Companions::new(all))
    }
}

impl Canonical for Companions {
    fn canonical(&self) -> Option<String> {
        let usual = Companions::default();
        if *self == usual {
            return None;
        }
        if *self == Companions::all() {
            return Some(ALL.into());
        }
        let has_usual = usual.iter().all(|companion| self.has(companion));
        let is_implied =
            |companion: &Companion| *companion == Companion::Manifest || has_usual && usual.has(*companion);
        let words = self.iter().filter(|companion| !is_implied(companion)).map(|companion| companion.word());
        let words: Vec<&str> = has_usual.then_some(DEFAULT).into_iter().chain(words).collect();
        Some(if words.is_empty() { NONE.into() } else { words.join(",") })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_written_as_they_are_read() {
        let written = |text: &str| Companions::from_text(text).map(|set| set.canonical().unwrap_or_default());
        for (text, canonical) in [
            ("default", ""),
            ("none", "none"),
            ("manifest", "none"),
            ("all", "all"),
            ("vivado, default", "default,vivado"),
            ("fusesoc", "testbench,fusesoc"),
            ("testbench,makefile,readme,fusesoc,filelist", ""),
        ] {
            assert_eq!(written(text), Ok(canonical.into()), "{text}");
        }
        for text in ["", "none,vivado", "all,vivado", "vivdo", "vivado,"] {
            assert!(written(text).is_err(), "{text}");
        }
    }
}
