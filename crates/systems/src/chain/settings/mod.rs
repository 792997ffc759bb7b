//! Settings of operations that registers change while a chain runs.
//!
//! ```text
//! setting ─► map ─► registers     a setting: the words that an operation computes with
//!    ├─► table, scalar            where an operation holds them, in use and beside that
//!    └─► drawn                    other words, for tests
//! ```

mod drawn;
mod map;
mod registers;
mod scalar;
mod setting;
mod table;

pub use drawn::drawn;
pub use map::{Map, Mapped};
pub use registers::Switches;
pub use scalar::Scalar;
pub use setting::{Kind, Setting};
pub use table::chosen;

/// What a setting begins with that registers change: its value after a reset follows.
pub const LOAD: &str = "load:";

/// The value of a setting, and whether registers change it: `load:0.5` begins with 0.5.
pub fn loaded(word: &str) -> (&str, bool) {
    word.strip_prefix(LOAD).map_or((word, false), |value| (value, true))
}

/// A value as it is written in a chain.
pub fn written(value: impl std::fmt::Display, is_loaded: bool) -> String {
    format!("{}{value}", if is_loaded { LOAD } else { "" })
}
