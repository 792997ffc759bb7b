//! Interface of the simulator, and its inner loop.

use super::combinational_loop::CombinationalLoop;
use super::compile::compile;
use super::evaluate;
use super::program::{Opcode, Program, Record, Run, Slot};
use super::trace::Trace;
use super::value::{load, store};
use crate::rtl::{mask, Module, Net};

/// Simulator of one design. In each cycle, set inputs, [`settle`](Self::settle), read outputs, and
/// [`step`](Self::step) over the clock edge.
pub struct Simulator {
    program: Program,
    /// Words of all nets.
    values: Vec<u64>,
    /// Whether no input and no state has changed since the last `settle`.
    is_settled: bool,
    /// Number of clock edges.
    cycle: u64,
    /// What has passed the ports, if that is kept.
    trace: Option<Trace>,
}

impl Simulator {
    /// Compiles a design. All state is zero, except for registers with a reset value in modules without a reset. They
    /// start at that value.
    ///
    /// # Panics
    ///
    /// Panics on a combinational loop and on a register that was never driven. Both are mistakes in the code that built
    /// the design.
    pub fn new(top: &Module) -> Simulator {
        Self::try_new(top).unwrap_or_else(|error| panic!("{}: {error}", top.name))
    }

    /// Compiles a design as [`new`](Self::new) does, or returns an error if it has a combinational loop.
    pub fn try_new(top: &Module) -> Result<Simulator, CombinationalLoop> {
        let program = compile(top)?;
        let values = program.words.clone();
        Ok(Simulator { program, values, is_settled: false, cycle: 0, trace: None })
    }

    /// Sets all state to its initial values and all inputs to zero. The count of clock edges continues.
    pub fn restart(&mut self) {
        self.values.copy_from_slice(&self.program.words);
        self.program.state.restart();
        self.is_settled = false;
        self.trace = self.trace.take().map(|_| Trace::new(&self.program));
    }

    /// Keeps what passes the ports from now on. A restart begins anew.
    pub fn record(&mut self) {
        self.trace = Some(Trace::new(&self.program));
    }

    /// Marks the next cycle as one in which results pass, for ports without a signal that says so.
    pub fn mark_results(&mut self) {
        if let Some(trace) = &mut self.trace {
            trace.has_results = true;
        }
    }

    /// Takes what has passed the ports since [`record`](Self::record).
    pub fn take_trace(&mut self) -> Trace {
        self.trace.take().unwrap_or_default()
    }

    /// Returns the fields of an input port, the lowest first.
    pub fn input(&self, name: &str) -> Option<Vec<Slot>> {
        find(&self.program.inputs, name)
    }

    /// Returns the fields of an output port, the lowest first.
    pub fn output(&self, name: &str) -> Option<Vec<Slot>> {
        find(&self.program.outputs, name)
    }

    /// Sets an input. Bits of `value` beyond the width of the input are ignored.
    pub fn set(&mut self, input: Slot, value: u128) {
        let value = value & mask(input.width);
        if load(&self.values, input) != value {
            store(&mut self.values, input, value);
            self.is_settled = false;
        }
    }

    /// Returns the value of a port at the last [`settle`](Self::settle).
    pub fn get(&self, slot: Slot) -> u128 {
        load(&self.values, slot)
    }

    /// Computes all combinational values from inputs and state. Returns at once if neither has changed.
    pub fn settle(&mut self) {
        if !self.is_settled {
            self.program.runs.iter().for_each(|run| execute(&self.program, run, &mut self.values));
            self.is_settled = true;
        }
    }

    /// Settles and executes one clock edge. Outputs show the new state after the next `settle`.
    pub fn step(&mut self) {
        self.settle();
        if let Some(trace) = &mut self.trace {
            trace.push(&self.program, &self.values);
        }
        self.program.state.edge(&mut self.values);
        self.is_settled = false;
        self.cycle += 1;
    }

    /// Returns the words of each memory that is read, and their bits.
    pub fn memories(&self) -> Vec<(usize, u32)> {
        self.program.state.memories.iter().map(|memory| (memory.words, memory.bits)).collect()
    }

    /// Inverts a bit of a word of a memory, as radiation does.
    pub fn upset(&mut self, memory: usize, word: usize, bit: u32) {
        let memory = &mut self.program.state.memories[memory];
        assert!(word < memory.words && bit < memory.bits);
        memory.data[word * memory.stride + bit as usize / 64] ^= 1 << (bit % 64);
        self.is_settled = false;
    }

    /// Returns the number of clock edges since the simulator was built.
    pub fn cycle(&self) -> u64 {
        self.cycle
    }
}

/// Returns the fields of the port `name`.
fn find(ports: &[(String, Vec<Slot>)], name: &str) -> Option<Vec<Slot>> {
    ports.iter().find(|(port, _)| port == name).map(|(_, slots)| slots.clone())
}

/// Computes consecutive results from their records. This is the inner loop of the simulator.
#[inline(always)]
fn each(results: &mut [u64], records: &[Record], f: impl Fn(&Record) -> u64) {
    results.iter_mut().zip(records).for_each(|(y, record)| *y = f(record));
}

/// Executes a run.
fn execute(program: &Program, run: &Run, values: &mut [u64]) {
    if run.code == Opcode::Wide {
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
        Opcode::Not => each(dst, records, |r| !at(r.a) & ones(r)),
        Opcode::And => each(dst, records, |r| at(r.a) & at(r.b)),
        Opcode::Or => each(dst, records, |r| at(r.a) | at(r.b)),
        Opcode::Xor => each(dst, records, |r| at(r.a) ^ at(r.b)),
        Opcode::Add => each(dst, records, |r| at(r.a).wrapping_add(at(r.b)) & ones(r)),
        Opcode::Sub => each(dst, records, |r| at(r.a).wrapping_sub(at(r.b)) & ones(r)),
        Opcode::Mul => each(dst, records, |r| at(r.a).wrapping_mul(at(r.b))),
        Opcode::MulSigned => each(dst, records, |r| {
            let sign_extend = |value: u64, unused_bits: u32| (value << unused_bits) as i64 >> unused_bits;
            // The product has 64 - cut bits, and b therefore 64 - cut - c.
            let (a, b) = (sign_extend(at(r.a), 64 - r.c), sign_extend(at(r.b), r.cut + r.c));
            a.wrapping_mul(b) as u64 & ones(r)
        }),
        Opcode::Eq => each(dst, records, |r| (at(r.a) == at(r.b)) as u64),
        Opcode::Lt => each(dst, records, |r| (at(r.a) < at(r.b)) as u64),
        Opcode::Any => each(dst, records, |r| (at(r.a) != 0) as u64),
        Opcode::Odd => each(dst, records, |r| u64::from(at(r.a).count_ones() % 2)),
        Opcode::All => each(dst, records, |r| (at(r.a) == ones(r)) as u64),
        Opcode::Mux => each(dst, records, |r| {
            let (all, other) = (at(r.a).wrapping_neg(), at(r.c));
            other ^ ((at(r.b) ^ other) & all)
        }),
        Opcode::Select => each(dst, records, |r| at(list(r.b, r.c)[clamp(at(r.a), r.c)].0)),
        Opcode::Slice => each(dst, records, |r| (at(r.a) >> r.b) & ones(r)),
        Opcode::Fill => each(dst, records, |r| at(r.a).wrapping_neg() & ones(r)),
        Opcode::Concat2 => each(dst, records, |r| at(r.a) | at(r.b) << r.c),
        Opcode::Concat => {
            each(dst, records, |r| list(r.a, r.b).iter().fold(0, |all, &(word, low)| all | at(word) << low))
        }
        Opcode::Shl => each(dst, records, |r| shifted(at(r.a), at(r.b), u64::checked_shl) & ones(r)),
        Opcode::Shr => each(dst, records, |r| shifted(at(r.a), at(r.b), u64::checked_shr)),
        Opcode::Rom => each(dst, records, |r| tables[r.b as usize + clamp(at(r.a), r.c)]),
        Opcode::Peek => {
            let mut results = dst.iter_mut();
            for r in records {
                let word = program.state.memories[r.b as usize].word(at(r.a));
                results.by_ref().take(r.c as usize).zip(word).for_each(|(y, word)| *y = word);
            }
        }
        Opcode::Alias | Opcode::Wide => unreachable!("{:?} does not run here", run.code),
    }
}

/// Shifts by an amount that may exceed the word. The result is then zero.
#[inline(always)]
fn shifted(value: u64, by: u64, shift: fn(u64, u32) -> Option<u64>) -> u64 {
    shift(value, by.min(64) as u32).unwrap_or(0)
}
