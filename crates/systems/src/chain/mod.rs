//! Chains: operations around transforms, as one core.
//!
//! ```text
//! text ─► operation ─► plan ─► architecture     operations: a file each, with its netlist and its model
//!         stream: what two operations agree on  arithmetic, conversion, coefficients, ports: what they are built of
//!         settings: what registers change
//! ```
//!
//! A chain has the native interface of a core: a frame's start passes from each operation to the next, all latencies
//! are constant, and one clock enable stops everything. What stands around any core stands around a chain too.

mod architecture;
mod arithmetic;
mod coefficients;
mod conversion;
mod format;
mod in_place;
mod marks;
mod netlist;
mod operation;
mod operations;
mod orders;
mod pairs;
mod plan;
mod ports;
mod read;
mod settings;
mod stream;
mod text;

pub use operation::Operation;
pub use plan::Chain;
pub use stream::{Element, Stream};
pub use text::{is_file, Files, Usage, REAL};

use crate::error::Error;

/// Writes a chain in one form for all texts of the same operations.
///
/// # Errors
///
/// A text that is none, and those of `files`, which reads the numbers of a file.
pub fn canonical(text: &str, files: &Files) -> Result<String, Error> {
    let (is_real, operations) = read::chain(text, files)?;
    Ok(text::written(is_real, &operations))
}

/// How each operation is written.
pub fn usages() -> impl Iterator<Item = Usage> {
    operations::OPERATIONS.iter().map(|row| row.usage)
}
