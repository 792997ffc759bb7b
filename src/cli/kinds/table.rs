//! The kinds of cores, by the flag that chooses among them.

use super::{external, stream, CoreKind};
use crate::cli::values::Memory;

/// Returns the kind of cores whose frames are in this memory.
pub fn find(memory: Memory) -> &'static dyn CoreKind {
    match memory {
        Memory::None => &stream::Stream,
        Memory::Axi => &external::External,
    }
}
