//! Choices that the library has as truth values.

use fftgen::Choice;

/// What becomes of subnormal numbers.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub enum Subnormals {
    #[default]
    Flush,
    Full,
}

impl Choice for Subnormals {
    const WORDS: &'static [(&'static str, Self)] = &[("flush", Subnormals::Flush), ("full", Subnormals::Full)];
}

/// What states where frames begin.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub enum Resync {
    #[default]
    Beats,
    Tlast,
    Tuser,
}

impl Choice for Resync {
    const WORDS: &'static [(&'static str, Self)] =
        &[("beats", Resync::Beats), ("tlast", Resync::Tlast), ("tuser", Resync::Tuser)];
}

/// What leaves a core for each bin of a transform.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub enum Output {
    #[default]
    Complex,
    Power,
    Magnitude,
    Db,
}

impl Choice for Output {
    const WORDS: &'static [(&'static str, Self)] =
        &[("complex", Output::Complex), ("power", Output::Power), ("magnitude", Output::Magnitude), ("db", Output::Db)];
}

/// Memory that frames are in, if they do not stream.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub enum Memory {
    #[default]
    None,
    Axi,
}

impl Choice for Memory {
    const WORDS: &'static [(&'static str, Self)] = &[("none", Memory::None), ("axi", Memory::Axi)];
}
