//! Files that flags name: matrices, nodes, points, windows and taps. What is read as a table is planned as well.

#![no_main]

use fftgen::data::Table;
use fftgen::program::trial::{support, Trial};
use fftgen_fuzz::{choice, plan};
use libfuzzer_sys::fuzz_target;
use std::ffi::OsString;

/// Flags that name a file, with words between bars, where operations have semicolons.
const FLAGS: [&str; 8] = [
    "--size|4|--matrix|FILE",
    "--size|4|--points|FILE",
    "--size|4|--points|load:FILE",
    "--size|4|--support|FILE|--width|1",
    "--size|4|--width|1|--window|FILE",
    "--chain|frame 8 hop 4; fft; times taps:FILE; ifft; crop 4..8",
    "--chain|fft 4; times FILE",
    "--size|4x4|--matrix|FILE,FILE|--array|line:2",
];

/// Formats that coefficients are rounded to.
const PRECISIONS: [&str; 3] = ["fp32", "fixed16", "e3m2"];

fuzz_target!(|data: &[u8]| {
    let Some((choice, file)) = choice(data) else { return };
    let (ending, flags) = (["csv", "npy"][choice % 2], FLAGS[choice / 2 % FLAGS.len()]);
    let table = match std::str::from_utf8(file) {
        Ok(text) if ending == "csv" => {
            drop(support(text));
            Table::from_text(text)
        }
        _ => Table::from_npy(file),
    };
    if let Err(error) = table.map(|table| assert!(table.rows() * table.columns == table.values.len())) {
        assert!(!error.to_string().is_empty());
        return;
    }
    let path = std::env::temp_dir().join(format!("fftgen-fuzz-{}.{ending}", std::process::id()));
    std::fs::write(&path, file).expect("a temporary file");
    let words = line(flags, &path.display().to_string(), PRECISIONS[choice / 2 / FLAGS.len() % PRECISIONS.len()]);
    if let Ok(Some(trial)) = Trial::of_line(words) {
        drop(plan(&trial, true));
    }
});

/// Writes a command line about a file.
fn line(flags: &str, file: &str, precision: &str) -> Vec<OsString> {
    let flags = flags.split('|').map(|word| word.replace("FILE", file).replace(';', " |"));
    let words = ["fftgen", "explain", "--precision", precision].map(String::from).into_iter().chain(flags);
    words.map(OsString::from).collect()
}
