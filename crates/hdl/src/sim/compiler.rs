//! State of the compiler: the flat design, and the parts of the program compiled so far.

use super::flatten::Flat;
use super::program::{words, Record, Run, Slot, WideOp};
use crate::rtl::{Net, Op};
use std::collections::{BTreeMap, HashMap};

/// Address of a net that has no word yet.
const UNALLOCATED: u32 = u32::MAX;

/// Program that is not complete yet.
pub(super) struct Compiler<'a> {
    pub flat: &'a Flat,
    /// Nets that an output depends on.
    pub live: Vec<Net>,
    /// Slot of each flat net.
    pub slots: Vec<Slot>,
    /// Initial values of the words allocated so far.
    pub words: Vec<u64>,
    pub runs: Vec<Run>,
    pub records: Vec<Record>,
    pub wide: Vec<WideOp>,
    pub lists: Vec<(u32, u32)>,
    pub tables: Vec<u64>,
    /// First word of each table in `tables`. Instances of one module share their tables.
    pub table_starts: HashMap<*const u128, u32>,
    /// Index of each live memory in the state.
    pub memories: BTreeMap<u32, u32>,
}

impl<'a> Compiler<'a> {
    /// Returns a compiler without code. `live[net]` tells whether an output depends on a net.
    pub fn new(flat: &'a Flat, live: &[bool]) -> Self {
        let slots = flat.nets.iter().map(|net| Slot { word: UNALLOCATED, width: net.width }).collect();
        Compiler {
            flat,
            live: (0..flat.nets.len() as u32).map(Net).filter(|net| live[net.index()]).collect(),
            slots,
            words: Vec::new(),
            runs: Vec::new(),
            records: Vec::new(),
            wide: Vec::new(),
            lists: Vec::new(),
            tables: Vec::new(),
            table_starts: HashMap::new(),
            memories: BTreeMap::new(),
        }
    }

    /// Returns the operation of a net.
    pub fn op(&self, net: Net) -> &'a Op {
        &self.flat.nets[net.index()].op
    }

    /// Returns the width of a net in bits.
    pub fn width(&self, net: Net) -> u32 {
        self.flat.nets[net.index()].width
    }

    /// Returns the address of the lowest word of a net.
    pub fn word(&self, net: Net) -> u32 {
        let word = self.slots[net.index()].word;
        assert_ne!(word, UNALLOCATED, "{} has no place", self.flat.describe(net));
        word
    }

    /// Lists the addresses of the words of a net, lowest first.
    pub fn words_of(&self, net: Net) -> impl Iterator<Item = u32> {
        let word = self.word(net);
        word..word + words(self.width(net))
    }

    /// Allocates the words of a net.
    pub fn allocate(&mut self, net: Net) {
        self.slots[net.index()].word = self.words.len() as u32;
        self.words.resize(self.words.len() + words(self.width(net)) as usize, 0);
    }
}
