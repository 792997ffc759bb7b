//! The types of values: a module under construction, and handles to what is in it.

use crate::rtl::{MemoryId, Module, Net};
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};

/// A module under construction. Its signals borrow it until [`Builder::finish`].
#[derive(Default)]
pub struct Builder {
    pub(super) module: RefCell<Module>,
    /// Delays that are built, each once: net and clock cycles.
    pub(super) delays: RefCell<HashMap<(Net, u32), Net>>,
    /// Copies of each pulse, by their delay in clock cycles.
    pub(super) pulses: RefCell<HashMap<Net, BTreeMap<usize, Net>>>,
    /// Prefix of names.
    pub(super) prefix: RefCell<String>,
}

/// A signal: a net of a module under construction, and the clock cycle after its beat in which it has the beat's value.
#[derive(Clone, Copy)]
pub struct Sig<'m> {
    pub(super) m: &'m Builder,
    pub(super) net: Net,
    pub(super) width: u32,
    pub(super) cycle: Option<i32>,
}

/// A register, read as the value that it has before it is driven.
#[derive(Clone, Copy)]
pub struct Reg<'m>(pub(super) Sig<'m>);

/// A memory of words.
#[derive(Clone, Copy)]
pub struct Store<'m> {
    pub(super) m: &'m Builder,
    pub(super) id: MemoryId,
}
