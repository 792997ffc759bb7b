//! Memories, and instances of operators.

use super::align::aligned;
use super::{Builder, Sig, Store};
use crate::rtl::{MemoryId, Module};
use std::sync::Arc;

impl<'m> Store<'m> {
    /// A memory that was made with a module of nets.
    pub fn of(m: &'m Builder, id: MemoryId) -> Self {
        Store { m, id }
    }

    /// The memory, for a module of nets.
    pub fn id(self) -> MemoryId {
        self.id
    }

    /// Connects the write port.
    pub fn write(self, enable: impl Into<Sig<'m>>, address: impl Into<Sig<'m>>, word: impl Into<Sig<'m>>) {
        let (nets, _) = aligned(&[enable.into(), address.into(), word.into()]);
        self.m.with(|m| m.write(self.id, nets[0], nets[1], nets[2]));
    }

    /// The word, a cycle after its address.
    pub fn read(self, address: impl Into<Sig<'m>>) -> Sig<'m> {
        address.into().derive(|m, net| m.read(self.id, net)).after(1)
    }

    /// The word, in the cycle of its address.
    pub fn peek(self, address: impl Into<Sig<'m>>) -> Sig<'m> {
        address.into().derive(|m, net| m.peek(self.id, net))
    }
}

/// A pipelined operator: a module whose outputs are `cycles` clock cycles after its inputs.
#[derive(Clone)]
pub struct Operator {
    /// The module. It may have the clock enable and the reset of the module around it as its last ports.
    pub module: Arc<Module>,
    /// Latency in clock cycles.
    pub cycles: u32,
}

impl Builder {
    /// Applies an operator to signals, which are aligned: the fields of its first port, then those of the next one.
    /// Returns its outputs, one field each.
    pub fn apply<'m>(&'m self, label: &str, operator: &Operator, inputs: &[Sig<'m>]) -> Vec<Sig<'m>> {
        let cycle = inputs.iter().filter_map(|input| input.cycle).max();
        let results = self.operate(label, &operator.module, inputs.iter().copied());
        results.into_iter().map(|result| Sig { cycle, ..result }.after(operator.cycles)).collect()
    }
}
