//! What the compiler knows while it places values and translates operations.

use super::flatten::Flat;
use super::program::{words, Record, Run, Slot, WideOp};
use crate::rtl::{Net, Op};
use std::collections::{BTreeMap, HashMap};

/// Word of a net that has no place yet.
const NOWHERE: u32 = u32::MAX;

/// A program in the making.
pub(super) struct Compiler<'a> {
    pub flat: &'a Flat,
    pub live: Vec<Net>,
    pub slots: Vec<Slot>,
    pub words: Vec<u64>,
    pub runs: Vec<Run>,
    pub records: Vec<Record>,
    pub wide: Vec<WideOp>,
    pub lists: Vec<(u32, u32)>,
    pub tables: Vec<u64>,
    /// Where a table lies in `tables`; instances of one module share theirs.
    pub table_starts: HashMap<*const u128, u32>,
    /// Position in the state of each live memory.
    pub memories: BTreeMap<u32, u32>,
}

impl<'a> Compiler<'a> {
    pub fn new(flat: &'a Flat, live: &[bool]) -> Self {
        let slots = flat.nets.iter().map(|net| Slot { word: NOWHERE, width: net.width }).collect();
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

    pub fn op(&self, net: Net) -> &'a Op {
        &self.flat.nets[net.index()].op
    }

    pub fn width(&self, net: Net) -> u32 {
        self.flat.nets[net.index()].width
    }

    pub fn word(&self, net: Net) -> u32 {
        let word = self.slots[net.index()].word;
        assert_ne!(word, NOWHERE, "{} has no place", self.flat.describe(net));
        word
    }

    /// Words of a net, lowest first.
    pub fn words_of(&self, net: Net) -> impl Iterator<Item = u32> {
        let word = self.word(net);
        word..word + words(self.width(net))
    }

    pub fn place(&mut self, net: Net) {
        self.slots[net.index()].word = self.words.len() as u32;
        self.words.resize(self.words.len() + words(self.width(net)) as usize, 0);
    }
}
