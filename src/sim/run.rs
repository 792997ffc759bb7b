//! The simulator's face, and its inner loop.

use super::compile::compile;
use super::evaluate;
use super::looped::CombinationalLoop;
use super::program::{Code, Program, Record, Run, Slot};
use super::value::{load, store};
use crate::rtl::{mask, Module, Net};

/// Executes one design. Set inputs, [`settle`](Self::settle), look at outputs,
/// [`step`](Self::step) over the clock edge.
pub struct Simulator {
    program: Program,
    values: Vec<u64>,
    /// False when a value changed since the last `settle`.
    settled: bool,
    cycle: u64,
}

impl Simulator {
    /// Compiles a design; all state is zero, but for registers with a reset value in modules without a reset: they begin with it.
    ///
    /// # Panics
    /// On a combinational loop or a register that was never driven: mistakes of the builder.
    pub fn new(top: &Module) -> Simulator {
        Self::try_new(top).unwrap_or_else(|error| panic!("{}: {error}", top.name))
    }

    /// [`new`](Self::new), for designs that may have combinational loops.
    pub fn try_new(top: &Module) -> Result<Simulator, CombinationalLoop> {
        let program = compile(top)?;
        let values = program.words.clone();
        Ok(Simulator { program, values, settled: false, cycle: 0 })
    }

    /// All state as it was at first; inputs are zero.
    pub fn restart(&mut self) {
        self.values.copy_from_slice(&self.program.words);
        self.program.state.restart();
        self.settled = false;
    }

    /// Fields of an input port, the lowest first.
    pub fn input(&self, name: &str) -> Option<Vec<Slot>> {
        find(&self.program.inputs, name)
    }

    /// Fields of an output port, the lowest first.
    pub fn output(&self, name: &str) -> Option<Vec<Slot>> {
        find(&self.program.outputs, name)
    }

    /// Sets an input; bits beyond its width are ignored.
    pub fn set(&mut self, input: Slot, value: u128) {
        let value = value & mask(input.width);
        if load(&self.values, input) != value {
            store(&mut self.values, input, value);
            self.settled = false;
        }
    }

    /// Value of a port as of the last [`settle`](Self::settle).
    pub fn get(&self, slot: Slot) -> u128 {
        load(&self.values, slot)
    }

    /// Brings all combinational values up to date with inputs and state. Free when nothing changed.
    pub fn settle(&mut self) {
        if !self.settled {
            self.program.runs.iter().for_each(|run| execute(&self.program, run, &mut self.values));
            self.settled = true;
        }
    }

    /// Settles, then takes one clock edge. Outputs show the new state after the next `settle`.
    pub fn step(&mut self) {
        self.settle();
        self.program.state.edge(&mut self.values);
        self.settled = false;
        self.cycle += 1;
    }

    /// Clock edges so far.
    pub fn cycle(&self) -> u64 {
        self.cycle
    }
}

fn find(ports: &[(String, Vec<Slot>)], name: &str) -> Option<Vec<Slot>> {
    ports.iter().find(|(port, _)| port == name).map(|(_, slots)| slots.clone())
}

/// Runs one operation over consecutive results: the loop that everything else is arranged for.
#[inline(always)]
fn each(results: &mut [u64], records: &[Record], f: impl Fn(&Record) -> u64) {
    results.iter_mut().zip(records).for_each(|(y, record)| *y = f(record));
}

fn execute(program: &Program, run: &Run, values: &mut [u64]) {
    if run.code == Code::Wide {
        for op in &program.wide[run.range.clone()] {
            let slot = |net: Net| program.slots[net.index()];
            let value = evaluate(&op.op, op.dst.width, |net| load(values, slot(net)), |net| slot(net).width);
            store(values, op.dst, value);
        }
        return;
    }
    let records = &program.records[run.range.clone()];
    let (lists, tables) = (&program.lists, &program.tables);
    let (src, dst) = values.split_at_mut(run.dst as usize);
    let at = |word: u32| src[word as usize];
    let ones = |r: &Record| u64::MAX >> r.cut;
    let list = |start: u32, len: u32| &lists[start as usize..][..len as usize];
    let clamp = |value: u64, len: u32| value.min(len as u64 - 1) as usize;
    match run.code {
        Code::Not => each(dst, records, |r| !at(r.a) & ones(r)),
        Code::And => each(dst, records, |r| at(r.a) & at(r.b)),
        Code::Or => each(dst, records, |r| at(r.a) | at(r.b)),
        Code::Xor => each(dst, records, |r| at(r.a) ^ at(r.b)),
        Code::Add => each(dst, records, |r| at(r.a).wrapping_add(at(r.b)) & ones(r)),
        Code::Sub => each(dst, records, |r| at(r.a).wrapping_sub(at(r.b)) & ones(r)),
        Code::Mul => each(dst, records, |r| at(r.a).wrapping_mul(at(r.b))),
        Code::MulSigned => each(dst, records, |r| {
            let above = |value: u64, bits: u32| (value << bits) as i64 >> bits;
            // The product has 64 - cut bits.
            let (a, b) = (above(at(r.a), 64 - r.c), above(at(r.b), r.cut + r.c));
            a.wrapping_mul(b) as u64 & ones(r)
        }),
        Code::Eq => each(dst, records, |r| (at(r.a) == at(r.b)) as u64),
        Code::Lt => each(dst, records, |r| (at(r.a) < at(r.b)) as u64),
        Code::Any => each(dst, records, |r| (at(r.a) != 0) as u64),
        Code::All => each(dst, records, |r| (at(r.a) == ones(r)) as u64),
        Code::Mux => each(dst, records, |r| {
            let (all, other) = (at(r.a).wrapping_neg(), at(r.c));
            other ^ ((at(r.b) ^ other) & all)
        }),
        Code::Select => each(dst, records, |r| at(list(r.b, r.c)[clamp(at(r.a), r.c)].0)),
        Code::Slice => each(dst, records, |r| (at(r.a) >> r.b) & ones(r)),
        Code::Fill => each(dst, records, |r| at(r.a).wrapping_neg() & ones(r)),
        Code::Concat2 => each(dst, records, |r| at(r.a) | at(r.b) << r.c),
        Code::Concat => {
            each(dst, records, |r| list(r.a, r.b).iter().fold(0, |all, &(word, low)| all | at(word) << low))
        }
        Code::Shl => each(dst, records, |r| shifted(at(r.a), at(r.b), u64::checked_shl) & ones(r)),
        Code::Shr => each(dst, records, |r| shifted(at(r.a), at(r.b), u64::checked_shr)),
        Code::Rom => each(dst, records, |r| tables[r.b as usize + clamp(at(r.a), r.c)]),
        Code::Peek => {
            let mut results = dst.iter_mut();
            for r in records {
                let word = program.state.memories[r.b as usize].word(at(r.a));
                results.by_ref().take(r.c as usize).zip(word).for_each(|(y, word)| *y = word);
            }
        }
        Code::Same | Code::Wide => unreachable!("{:?} does not run here", run.code),
    }
}

/// A shift by any amount.
#[inline(always)]
fn shifted(value: u64, by: u64, shift: fn(u64, u32) -> Option<u64>) -> u64 {
    shift(value, by.min(64) as u32).unwrap_or(0)
}
