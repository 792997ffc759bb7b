//! Notations of samples, and the endings of file names that stand for them.

use super::recording::Layout;
use crate::choice::Choice;
use std::iter::once;
use std::path::Path;

/// Notation of samples in a file.
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
    /// Samples without a head.
    Raw(Layout),
    /// Samples in WAV files.
    Wav,
}

impl Choice for Notation {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("csv", Notation::Csv),
        ("hex", Notation::Hex),
        ("coe", Notation::Coe),
        ("mif", Notation::Mif),
        ("npy", Notation::Npy),
        ("cs8", Notation::Raw(Layout::CS8)),
        ("cu8", Notation::Raw(Layout::CU8)),
        ("cs16", Notation::Raw(Layout::CS16)),
        ("cf32", Notation::Raw(Layout::CF32)),
        ("wav", Notation::Wav),
    ];
}

impl Notation {
    /// Finds the notation of a file by the ending of its name.
    ///
    /// ```
    /// use fftgen_files::data::Notation;
    /// assert_eq!(Notation::for_path("runs/IN.TXT".as_ref()), Some(Notation::Csv));
    /// assert_eq!(Notation::for_path("in.dat".as_ref()), None);
    /// ```
    pub fn for_path(path: &Path) -> Option<Notation> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        Notation::all_endings().find(|(known, _)| *known == ending).map(|(_, notation)| notation)
    }

    /// Lists the endings of all notations, with commas between them.
    pub fn endings() -> String {
        Notation::all_endings().map(|(ending, _)| ending).collect::<Vec<_>>().join(", ")
    }

    /// Pairs each ending with its notation. The word of a notation is an ending too.
    fn all_endings() -> impl Iterator<Item = (&'static str, Notation)> {
        Notation::WORDS.iter().flat_map(|(word, notation)| {
            once(word).chain(notation.other_endings()).map(move |ending| (*ending, *notation))
        })
    }

    fn other_endings(self) -> &'static [&'static str] {
        match self {
            Notation::Csv => &["tsv", "txt", "asc"],
            Notation::Hex => &["mem"],
            Notation::Raw(Layout::CF32) => &["fc32"],
            Notation::Coe | Notation::Mif | Notation::Npy | Notation::Raw(_) | Notation::Wav => &[],
        }
    }
}
