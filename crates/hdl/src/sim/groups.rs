//! Groups of state with equal enables and reset. The words of a group are consecutive.

use super::compiler::Compiler;
use super::order::is_state;
use super::program::words;
use super::state::{DelayGroup, MemoryGroup, RegisterGroup, State};
use crate::rtl::{mask, Net, Op};
use std::collections::BTreeMap;

/// Nets of the state in their groups.
pub(super) struct Groups {
    /// Registers by their enables and their reset.
    registers: BTreeMap<(Vec<Net>, Option<Net>), Vec<Net>>,
    /// Delay lines by their enable and their depth in cycles.
    delays: BTreeMap<(Option<Net>, u32), Vec<Net>>,
    /// Reads of each memory.
    memories: BTreeMap<u32, Vec<Net>>,
    /// First word of the state.
    first: u32,
}

impl Compiler<'_> {
    /// Allocates the words of the state, in the order of groups.
    pub(super) fn allocate_state(&mut self) -> Groups {
        let first = self.words.len() as u32;
        let mut groups =
            Groups { registers: BTreeMap::new(), delays: BTreeMap::new(), memories: BTreeMap::new(), first };
        for &net in &self.live {
            let domain = self.flat.domains[self.flat.nets[net.index()].domain as usize];
            match self.op(net) {
                Op::Reg { reset, enable, .. } => {
                    let enables = domain.enable.iter().chain(enable).copied().collect();
                    let reset = reset.and(domain.reset);
                    groups.registers.entry((enables, reset)).or_default().push(net);
                }
                Op::Delay { depth: 1, .. } => {
                    let enables = domain.enable.into_iter().collect();
                    groups.registers.entry((enables, None)).or_default().push(net);
                }
                Op::Delay { depth, .. } => groups.delays.entry((domain.enable, *depth)).or_default().push(net),
                Op::Read { memory, .. } => groups.memories.entry(memory.0).or_default().push(net),
                Op::Peek { memory, .. } => groups.memories.entry(memory.0).or_default().push(net),
                _ => (),
            }
        }
        self.memories = groups.memories.keys().zip(0..).map(|(&memory, index)| (memory, index)).collect();
        let nets = groups.registers.values().chain(groups.delays.values()).chain(groups.memories.values());
        for &net in nets.flatten().filter(|&&net| is_state(&self.flat.nets[net.index()].op)) {
            self.allocate(net);
            if self.has_initial_value(net) {
                let at = self.word(net) as usize;
                let value = self.reset_words(net);
                self.words[at..at + value.len()].copy_from_slice(&value);
            }
        }
        groups
    }

    /// Builds the state. All nets must have their words.
    pub(super) fn state(&self, groups: Groups) -> State {
        let registers = groups.registers.iter().map(|((enables, reset), nets)| RegisterGroup {
            enables: enables.iter().map(|&net| self.word(net)).collect(),
            reset: reset.map(|net| self.word(net)),
            first: self.word(nets[0]),
            inputs: nets.iter().flat_map(|&net| self.words_of(self.next_of(net))).collect(),
            reset_values: match reset {
                Some(_) => nets.iter().flat_map(|&net| self.reset_words(net)).collect(),
                None => Vec::new(),
            },
        });
        let delays = groups.delays.iter().map(|(&(enable, depth), nets)| {
            let inputs: Vec<u32> = nets.iter().flat_map(|&net| self.words_of(self.next_of(net))).collect();
            let ring = vec![0; inputs.len() * (depth as usize - 1)];
            let enable = enable.map(|net| self.word(net));
            DelayGroup { enable, first: self.word(nets[0]), inputs, ring, position: 0 }
        });
        let memories = groups.memories.iter().map(|(&memory, nets)| {
            let info = &self.flat.memories[memory as usize];
            let stride = words(info.width) as usize;
            let enable = self.flat.domains[self.flat.nets[nets[0].index()].domain as usize].enable;
            MemoryGroup {
                enable: enable.map(|net| self.word(net)),
                words: info.words,
                bits: info.width,
                stride,
                data: vec![0; info.words * stride],
                write: info.write.map(|(en, addr, data)| (self.word(en), self.word(addr), self.word(data))),
                reads: nets
                    .iter()
                    .filter(|&&net| is_state(self.op(net)))
                    .map(|&net| (self.word(self.next_of(net)), self.word(net)))
                    .collect(),
            }
        });
        State {
            registers: registers.collect(),
            delays: delays.collect(),
            memories: memories.collect(),
            first: groups.first,
            next: vec![0; self.words.len() - groups.first as usize],
            ..State::default()
        }
    }

    /// Returns the net that a register or delay line samples at the clock edge. For a read, this is the address.
    fn next_of(&self, net: Net) -> Net {
        match self.op(net) {
            Op::Reg { d: Some(d), .. } => *d,
            Op::Delay { of, .. } => *of,
            Op::Read { addr, .. } => *addr,
            _ => panic!("{} was never driven", self.flat.describe(net)),
        }
    }

    /// Whether the initial value of a register is its reset value. This holds in modules without a reset.
    fn has_initial_value(&self, net: Net) -> bool {
        let domain = self.flat.domains[self.flat.nets[net.index()].domain as usize];
        domain.reset.is_none() && matches!(self.op(net), Op::Reg { reset: Some(_), .. })
    }

    /// Returns the words of a register's reset value, lowest first.
    fn reset_words(&self, net: Net) -> Vec<u64> {
        let Op::Reg { reset: Some(value), .. } = *self.op(net) else { unreachable!("grouped by reset") };
        let value = value & mask(self.width(net));
        [value as u64, (value >> 64) as u64][..words(self.width(net)) as usize].to_vec()
    }
}
