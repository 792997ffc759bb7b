//! Compilation of a flat netlist into a [`Program`]: opcode of each net, addresses of values, records.
//!
//! Words are laid out in the order of evaluation: constants, inputs, state, then levels, and within a level the groups
//! of one opcode. The results of a run are therefore consecutive and above its operands.

use super::combinational_loop::CombinationalLoop;
use super::compiler::Compiler;
use super::flatten::flatten;
use super::groups::Groups;
use super::order::{levels, live};
use super::program::{words, Opcode, Program, Run, Slot, WideOp};
use crate::rtl::{Module, Net, Op};
use std::collections::BTreeMap;

/// Compiles a design. `lower` translates single operations, and `groups` groups the state.
pub(super) fn compile(top: &Module) -> Result<Program, CombinationalLoop> {
    let flat = flatten(top)?;
    let live = live(&flat);
    let level = levels(&flat, &live)?;
    let mut compiler = Compiler::new(&flat, &live);
    compiler.allocate_sources();
    let state = compiler.allocate_state();
    compiler.allocate_logic(&level);
    Ok(compiler.finish(state))
}

impl Compiler<'_> {
    /// Allocates the words of constants and inputs. Equal constants share a word.
    fn allocate_sources(&mut self) {
        let mut word_of_constant: BTreeMap<(u128, u32), u32> = BTreeMap::new();
        for net in self.live.clone() {
            if let Op::Const(value) = *self.op(net) {
                let key = (value, words(self.width(net)));
                if let Some(&word) = word_of_constant.get(&key) {
                    self.slots[net.index()].word = word;
                    continue;
                }
                self.allocate(net);
                let word = self.word(net);
                word_of_constant.insert(key, word);
                self.words[word as usize] = value as u64;
                if key.1 == 2 {
                    self.words[word as usize + 1] = (value >> 64) as u64;
                }
            }
        }
        let flat = self.flat;
        flat.inputs.iter().flat_map(|(_, fields)| fields).for_each(|&net| self.allocate(net));
    }

    /// Allocates and translates combinational nets, in the order of level and opcode.
    fn allocate_logic(&mut self, level: &[u32]) {
        let logic = self.live.iter().filter(|net| level[net.index()] > 0);
        let mut order: Vec<(u32, Opcode, Net)> = logic.map(|&net| (level[net.index()], self.code(net), net)).collect();
        order.sort_unstable();
        for chunk in order.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            let code = chunk[0].1;
            if code == Opcode::Alias {
                for &(_, _, net) in chunk {
                    let Op::Concat(parts) = self.op(net) else { unreachable!("only a concatenation extends") };
                    self.slots[net.index()].word = self.word(parts[0]);
                }
                continue;
            }
            let dst = self.words.len() as u32;
            let start = if code == Opcode::Wide { self.wide.len() } else { self.records.len() };
            for &(_, _, net) in chunk {
                self.allocate(net);
                if code == Opcode::Wide {
                    self.wide.push(WideOp { op: self.op(net).clone(), dst: self.slots[net.index()] });
                } else {
                    let record = self.record(net, code);
                    self.records.push(record);
                }
            }
            self.runs.push(Run { code, dst, range: start..start + chunk.len() });
        }
    }

    /// Connects the state and returns the program. All nets have their words.
    fn finish(self, groups: Groups) -> Program {
        let slots_of = |ports: &[(String, Vec<Net>)]| -> Vec<(String, Vec<Slot>)> {
            let slots = |fields: &[Net]| fields.iter().map(|net| self.slots[net.index()]).collect();
            ports.iter().map(|(name, fields)| (name.clone(), slots(fields))).collect()
        };
        let (inputs, outputs) = (slots_of(&self.flat.inputs), slots_of(&self.flat.outputs));
        let state = self.state(groups);
        let Compiler { slots, words, runs, records, wide, lists, tables, .. } = self;
        Program { runs, records, wide, slots, lists, tables, state, inputs, outputs, words }
    }
}
