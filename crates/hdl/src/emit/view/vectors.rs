//! Vectors of registers: registers with numbered names, and shift registers.

use super::value::Value;
use super::{ModuleView, Signal, Source};
use crate::rtl::{Net, Op};
use std::collections::{BTreeMap, BTreeSet};

/// Registers of the shortest shift register that is one vector.
const MIN_SHIFT_REGISTERS: usize = 3;

/// Common properties of the registers of a vector: name without the number, width, enable, and whether they are reset.
type Key<'a> = (&'a str, u32, Option<Net>, bool);

impl<'a> ModuleView<'a> {
    /// Joins the registers `name_0`, `name_1` and so on to one signal, the first at the low end.
    pub(super) fn join_numbered_registers(&mut self) {
        let mut families: BTreeMap<Key, Vec<(usize, usize)>> = BTreeMap::new();
        for (id, signal) in self.signals.iter().enumerate() {
            if let Some((key, number)) = self.numbered_register(signal) {
                families.entry(key).or_default().push((number, id));
            }
        }
        for ((name, width, ..), mut members) in families {
            members.sort_unstable();
            let counted = members.iter().enumerate().all(|(index, (number, _))| index == *number);
            if counted && members.len() > 1 {
                self.join(Some(name), width, members.into_iter().map(|(_, id)| id).collect());
            }
        }
    }

    /// Joins registers without a name to one signal, if each takes the value of the one before it.
    pub(super) fn join_shift_registers(&mut self) {
        let mut behind: BTreeMap<usize, usize> = BTreeMap::new();
        for id in 0..self.signals.len() {
            if let Some(before) = self.register_before(id) {
                behind.entry(before).or_insert(id);
            }
        }
        let followers: BTreeSet<usize> = behind.values().copied().collect();
        let heads: Vec<usize> = behind.keys().copied().filter(|head| !followers.contains(head)).collect();
        for head in heads {
            let row: Vec<usize> = std::iter::successors(Some(head), |id| behind.get(id).copied()).collect();
            if row.len() >= MIN_SHIFT_REGISTERS {
                self.join(None, self.signals[head].width, row);
            }
        }
    }

    /// Returns the register whose whole value a register takes. `None` if one of them has a name or an enable, or if
    /// only one of them is reset.
    fn register_before(&self, id: usize) -> Option<usize> {
        let (d, reset) = self.plain_register(id)?;
        let Value::Bits { signal, low: 0 } = self.value(d) else { return None };
        let (_, before) = self.plain_register(signal)?;
        (before == reset && self.signals[signal].width == self.signals[id].width && signal != id).then_some(signal)
    }

    /// Returns the input of a register that can be part of a shift register, and whether it is reset.
    fn plain_register(&self, id: usize) -> Option<(Net, bool)> {
        let Signal { source: Source::Net(net), live: true, name: None, .. } = self.signals[id] else { return None };
        match self.module.nets[net.index()].op {
            Op::Reg { reset: Some(_), .. } if self.module.reset.is_none() => None,
            Op::Reg { d: Some(d), reset, enable: None } => Some((d, reset.is_some())),
            Op::Delay { of, depth: 1 } => Some((of, false)),
            _ => None,
        }
    }

    /// Returns the key and the number of a register with a numbered name.
    fn numbered_register(&self, signal: &Signal<'a>) -> Option<(Key<'a>, usize)> {
        let Signal { source: Source::Net(net), live: true, name: Some(name), .. } = *signal else { return None };
        let (base, digits) = name.rsplit_once('_')?;
        let number: usize = digits.parse().ok()?;
        match self.module.nets[net.index()].op {
            // A register without reset has an initial value in its declaration.
            Op::Reg { reset: Some(_), .. } if self.module.reset.is_none() => None,
            Op::Reg { d: Some(d), .. } if self.clears(d) => None,
            Op::Reg { reset, enable, .. } if number.to_string() == digits => {
                Some(((base, signal.width, enable, reset.is_some()), number))
            }
            _ => None,
        }
    }

    /// Whether a register with this input is cleared or set by a bit. Synthesis makes that the reset of its flip-flops,
    /// and does not find it in a vector.
    fn clears(&self, d: Net) -> bool {
        let is_constant = |net: Net| self.module.constant_value(net).is_some();
        matches!(self.module.nets[d.index()].op, Op::Mux { then, other, .. } if is_constant(then) || is_constant(other))
    }

    /// Joins signals to a vector, which takes the place of the first one.
    fn join(&mut self, name: Option<&'a str>, width: u32, members: Vec<usize>) {
        let vector = members[0];
        for (&member, low) in members.iter().zip((0..).step_by(width as usize)) {
            let Source::Net(net) = self.signals[member].source else { unreachable!("a register is a net") };
            self.signals[vector].parts.push(net);
            if member != vector {
                (self.signals[member].live, self.signals[member].vector) = (false, Some((vector, low)));
            }
        }
        self.signals[vector].width = width * members.len() as u32;
        self.signals[vector].name = name;
    }
}
