//! The dictionaries for fuzzing have all flags of the program, and no others. `FFTGEN_BLESS=1` writes them anew.

use fftgen::program::trial::words;
use std::fs;

/// Writes a dictionary of words, which are quoted.
fn dictionary(words: impl Iterator<Item = String>) -> String {
    words.map(|word| format!("\"{word}\"\n")).collect()
}

/// Compares a file with the text that it has to have, or writes it.
fn check(name: &str, text: &str) {
    let path = format!("{}/fuzz/{name}.dict", env!("CARGO_MANIFEST_DIR"));
    if std::env::var("FFTGEN_BLESS").is_ok() {
        fs::write(&path, text).unwrap();
    }
    let found = fs::read_to_string(&path).unwrap();
    assert!(found == text, "{path} is not of this program; FFTGEN_BLESS=1 writes it anew");
}

#[test]
fn dictionaries_have_all_flags() {
    // A line has a word of a command, with the end of the word.
    check("command", &dictionary(words().into_iter().map(|word| format!("{word}\\x0a"))));
    let key = |word: &str| word.strip_prefix("--").map_or(word.to_string(), |flag| format!("{flag}: "));
    check("yaml", &dictionary(words().iter().map(|word| key(word))));
}
