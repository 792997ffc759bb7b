//! Modules that make check bits, and that test or correct a word. They have no state.

use super::code::Code;
use super::Protection;
use crate::choice::Choice;
use crate::dsl::*;
use crate::rtl::Module;
use std::sync::Arc;

/// Circuits of the words of one width.
#[derive(Clone)]
pub struct Circuits {
    /// Bits of a word.
    pub bits: u32,
    /// Check bits of a word.
    pub checks: u32,
    /// Input `word`; output `check`.
    pub encoder: Arc<Module>,
    /// Input `stored`, the word with its check bits above it; outputs `word`, `error`, and with a code that corrects
    /// `corrected`.
    pub decoder: Arc<Module>,
}

impl Circuits {
    /// Builds the circuits of a code. Names of modules begin with `prefix`.
    pub fn new(prefix: &str, protection: Protection, code: &Code) -> Self {
        let decoder = match protection {
            Protection::Ecc => corrector(prefix, code),
            _ => tester(prefix, code),
        };
        let (bits, checks) = (code.bits(), code.checks);
        let encoder = encoder(&format!("{prefix}_{}_of_{bits}", protection.word()), code);
        Circuits { bits, checks, encoder: Arc::new(encoder.finish()), decoder: Arc::new(decoder.finish()) }
    }
}

#[hdl]
fn encoder(name: &str, code: &Code) -> Builder {
    let m = Builder::new(name, format!("Check bits of a word of {} bits. Latency: 0 cycles.", code.bits()));
    let word = m.input("word", code.bits());
    let checks = (0..code.checks).map(|check| (word & code.covers(check)).odd());
    m.output("check", m.cat(checks));
    m
}

/// The bits of `stored` that do not fit the others: a bit for each check bit.
fn syndrome<'m>(m: &'m Builder, stored: Sig<'m>, code: &Code) -> Sig<'m> {
    let own = |check: u32| 1 << (code.bits() + check);
    m.cat((0..code.checks).map(|check| (stored & (code.covers(check) | own(check))).odd()))
}

#[hdl]
fn tester(prefix: &str, code: &Code) -> Builder {
    let name = format!("{prefix}_parity_test_{}", code.bits());
    let m = Builder::new(name, format!("Test of a word of {} bits. Latency: 0 cycles.", code.bits()));
    let stored = m.input("stored", code.bits() + code.checks);
    let wrong = syndrome(&m, stored, code);
    m.output("word", stored.bits(0, code.bits()));
    m.output("error", wrong.any());
    m
}

#[hdl]
fn corrector(prefix: &str, code: &Code) -> Builder {
    let name = format!("{prefix}_ecc_correct_{}", code.bits());
    let doc = format!(
        "A word of {} bits with an error corrected, and two errors found (Hsiao 1970). Latency: 0 cycles.",
        code.bits()
    );
    let m = Builder::new(name, doc);
    let stored = m.input("stored", code.bits() + code.checks);
    let syndrome = syndrome(&m, stored, code);
    let is_column = |column: u128| match code.is_told_by_ones() {
        true => (syndrome & column).is(column),
        false => syndrome.is(column),
    };
    let flips = m.cat(code.columns.iter().map(|column| is_column(*column)));
    let corrected = syndrome.odd();
    let error = syndrome.any() & !corrected;
    m.output("word", stored.bits(0, code.bits()) ^ flips);
    m.output("error", error);
    m.output("corrected", corrected);
    m
}
