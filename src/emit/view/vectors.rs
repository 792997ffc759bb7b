//! Registers with numbered names as one vector.

use super::{ModuleView, Signal, Source};
use crate::rtl::{Net, Op};
use std::collections::BTreeMap;

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
                self.join(name, width, members.into_iter().map(|(_, id)| id));
            }
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
    fn join(&mut self, name: &'a str, width: u32, members: impl Iterator<Item = usize>) {
        let members: Vec<usize> = members.collect();
        let vector = members[0];
        for (&member, low) in members.iter().zip((0..).step_by(width as usize)) {
            let Source::Net(net) = self.signals[member].source else { unreachable!("a register is a net") };
            self.signals[vector].parts.push(net);
            if member != vector {
                (self.signals[member].live, self.signals[member].vector) = (false, Some((vector, low)));
            }
        }
        self.signals[vector].width = width * members.len() as u32;
        self.signals[vector].name = Some(name);
    }
}
