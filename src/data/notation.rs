//! The notations, and the endings of file names that say which.

use std::path::Path;

/// How samples are written down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation {
    /// Decimals in columns.
    Csv,
    /// Beats as `$readmemh` reads them.
    Hex,
    /// Beats as Xilinx's memories are initialized.
    Coe,
    /// Beats as Intel's memories are initialized.
    Mif,
    /// Arrays of NumPy.
    Npy,
}

const ENDINGS: [(&str, Notation); 9] = [
    ("csv", Notation::Csv),
    ("tsv", Notation::Csv),
    ("txt", Notation::Csv),
    ("asc", Notation::Csv),
    ("hex", Notation::Hex),
    ("mem", Notation::Hex),
    ("coe", Notation::Coe),
    ("mif", Notation::Mif),
    ("npy", Notation::Npy),
];

impl Notation {
    /// The notation that a file's ending says.
    ///
    /// ```
    /// use fftgen::data::Notation;
    /// assert_eq!(Notation::of("runs/IN.TXT".as_ref()), Some(Notation::Csv));
    /// assert_eq!(Notation::of("in.dat".as_ref()), None);
    /// ```
    pub fn of(path: &Path) -> Option<Notation> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        ENDINGS.iter().find(|(known, _)| *known == ending).map(|(_, notation)| *notation)
    }

    /// All endings that say something, separated by commas.
    pub fn endings() -> String {
        ENDINGS.map(|(ending, _)| ending).join(", ")
    }
}
