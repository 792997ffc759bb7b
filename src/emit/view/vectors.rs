//! Registers as one vector: those with numbered names, and those in a row.

use super::value::Value;
use super::{ModuleView, Signal, Source};
use crate::rtl::{Net, Op};
use std::collections::{BTreeMap, BTreeSet};

/// Registers in a row that are a vector at the least.
const ROW: usize = 3;

/// What the registers of a vector have in common: their name without the number, width, enable, and whether they are reset.
type Key<'a> = (&'a str, u32, Option<Net>, bool);

impl<'a> ModuleView<'a> {
    /// Makes one signal of the registers `name_0`, `name_1` and so on, the first at the low end.
    pub(super) fn join_registers(&mut self) {
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

    /// Makes one signal of registers without a name each of which takes the value of the one before it.
    pub(super) fn join_rows(&mut self) {
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
            if row.len() >= ROW {
                self.join(None, self.signals[head].width, row);
            }
        }
    }

    /// The register whose whole value a register takes, if neither has a name or an enable, and both are reset or none.
    fn register_before(&self, id: usize) -> Option<usize> {
        let (d, reset) = self.plain_register(id)?;
        let Value::Bits { signal, low: 0 } = self.value(d) else { return None };
        let (_, before) = self.plain_register(signal)?;
        (before == reset && self.signals[signal].width == self.signals[id].width && signal != id).then_some(signal)
    }

    /// The input of a register that may be in a row, and whether it is reset.
    fn plain_register(&self, id: usize) -> Option<(Net, bool)> {
        let Signal { source: Source::Net(net), live: true, name: None, .. } = self.signals[id] else { return None };
        match self.module.nets[net.index()].op {
            Op::Reg { reset: Some(_), .. } if self.module.reset.is_none() => None,
            Op::Reg { d: Some(d), reset, enable: None } => Some((d, reset.is_some())),
            Op::Delay { of, depth: 1 } => Some((of, false)),
            _ => None,
        }
    }

    fn numbered_register(&self, signal: &Signal<'a>) -> Option<(Key<'a>, usize)> {
        let Signal { source: Source::Net(net), live: true, name: Some(name), .. } = *signal else { return None };
        let (base, digits) = name.rsplit_once('_')?;
        let number: usize = digits.parse().ok()?;
        match self.module.nets[net.index()].op {
            // What nothing resets has an initial value in its declaration.
            Op::Reg { reset: Some(_), .. } if self.module.reset.is_none() => None,
            Op::Reg { reset, enable, .. } if number.to_string() == digits => {
                Some(((base, signal.width, enable, reset.is_some()), number))
            }
            _ => None,
        }
    }

    /// The first of the signals becomes the vector.
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
