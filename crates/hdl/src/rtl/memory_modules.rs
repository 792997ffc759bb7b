//! Memories of any design as modules of their own, for technologies whose memories are macros.
//!
//! A memory that is read at the clock edge becomes a module, or registers if it is short. One that is read
//! combinationally becomes registers, and a long delay becomes a module with a pointer, because no macro has a
//! combinational read port. A long table with a register after it becomes a module too.

use super::memories::{Memories, MEMORY_CYCLES};
use super::reconnect::reconnect;
use super::registered_tables::registered_tables;
use super::{Instance, Memory, MemoryId, Module, Net, Op};
use std::collections::HashMap;
use std::sync::Arc;

/// Bits of the smallest delay, and of the smallest table, that a macro is worth.
const MIN_BITS: usize = 1024;

/// Results by the address of the original module, so that instances still share modules.
type Done = HashMap<*const Module, Arc<Module>>;

/// Makes the memories of a module, and of all modules inside it, modules of their own.
pub fn with_memory_modules(top: &Arc<Module>, memories: &Memories) -> Arc<Module> {
    replaced(top, memories, &mut Done::new())
}

fn replaced(module: &Arc<Module>, memories: &Memories, done: &mut Done) -> Arc<Module> {
    if module.memory.is_some() {
        return module.clone();
    }
    if let Some(result) = done.get(&Arc::as_ptr(module)) {
        return result.clone();
    }
    let mut rebuilding = Rebuilding::new(module, memories);
    for instance in &mut rebuilding.out.instances {
        instance.module = replaced(&instance.module, memories, done);
    }
    let result = Arc::new(rebuilding.run());
    done.insert(Arc::as_ptr(module), result.clone());
    result
}

/// A module that is rebuilt without memories.
struct Rebuilding<'a> {
    module: &'a Module,
    memories: &'a Memories,
    out: Module,
    /// New net of each net.
    nets: Vec<Net>,
    /// Registers of the words of each memory that has them.
    words: Vec<Vec<Net>>,
    /// Instances of memories, with the nets that the module read and wrote there.
    accesses: Vec<(usize, [Net; 4])>,
    /// Instances of delays: the delayed net, and the number of words.
    delays: Vec<(usize, Net, usize)>,
    /// Registers that become part of a table after which they stand, with the table.
    registers: HashMap<Net, Net>,
    /// Instances of tables, with the nets of their addresses.
    tables: Vec<(usize, Net)>,
}

impl<'a> Rebuilding<'a> {
    fn new(module: &'a Module, memories: &'a Memories) -> Self {
        let out = Module { nets: vec![], memories: vec![], ..module.clone() };
        let words = vec![vec![]; module.memories.len()];
        let registers = registered_tables(module, memories.max_lut_words + 1, MIN_BITS);
        let (nets, accesses, delays, tables) = (vec![], vec![], vec![], vec![]);
        Rebuilding { module, memories, out, nets, words, accesses, delays, registers, tables }
    }

    fn run(mut self) -> Module {
        for (index, info) in self.module.nets.iter().enumerate() {
            let op = self.replacement(Net(index as u32), &info.op);
            let net = self.out.net(info.width, op);
            self.out.nets[net.index()].name.clone_from(&info.name);
            self.nets.push(net);
        }
        reconnect(self.module, &mut self.out, &self.nets, |net| !self.registers.contains_key(&net));
        self.drive_words();
        self.connect_memories();
        self.out
    }

    /// Returns the operation that replaces one. The operands of registers and delays are mapped later.
    fn replacement(&mut self, net: Net, op: &Op) -> Op {
        if let Some(&table) = self.registers.get(&net) {
            return self.table(table, op);
        }
        match *op {
            Op::Peek { memory, addr } => match delayed_by_ring(self.module, memory, addr) {
                Some((of, depth)) => self.delay(net, of, depth),
                None => self.select_word(memory, addr),
            },
            Op::Read { memory: MemoryId(number), addr } => {
                let memory = &self.module.memories[number as usize];
                match memory.write {
                    None => Op::Const(0),
                    Some(_) if memory.words <= self.memories.max_lut_words => {
                        let select = self.select_word(MemoryId(number), addr);
                        let word = self.out.net(memory.width, select);
                        Op::Reg { d: Some(word), reset: None, enable: None }
                    }
                    Some((enable, address, data)) => {
                        let instance = self.place(&memory.name, {
                            let Memory { words, width, is_collision_free, .. } = *memory;
                            self.memories.ram_of_one_cycle(words, width, is_collision_free)
                        });
                        self.accesses.push((instance, [enable, address, data, addr]));
                        Op::Output { instance, port: 0, field: 0 }
                    }
                }
            }
            Op::Delay { of, depth } => self.delay(net, of, depth),
            Op::Reg { .. } => op.clone(),
            // Nothing but the register read the table.
            Op::Rom { .. } if self.registers.values().any(|&table| table == net) => Op::Const(0),
            _ => op.map_operands(|operand| self.nets[operand.index()]),
        }
    }

    /// Returns a delay: registers, or a memory with a pointer where that is worth a macro.
    fn delay(&mut self, net: Net, of: Net, depth: u32) -> Op {
        let (words, bits) = ((depth as usize).saturating_sub(MEMORY_CYCLES), self.module.width(net));
        let is_long = words > self.memories.max_lut_words && words * bits as usize >= MIN_BITS;
        if !is_long || self.module.reset.is_none() {
            return Op::Delay { of, depth };
        }
        let instance = self.place("waiting", self.memories.ram(words, bits));
        self.delays.push((instance, of, words));
        Op::Output { instance, port: 0, field: 0 }
    }

    /// Returns what replaces a register or a delay after a table: the output of a memory, and what the delay is longer
    /// than its cycles.
    fn table(&mut self, table: Net, register: &Op) -> Op {
        let depth = match register {
            Op::Delay { depth, .. } => *depth as usize,
            _ => 1,
        };
        let Op::Rom { addr, table: words } = &self.module.nets[table.index()].op else { unreachable!("a table") };
        let cycles = depth.min(MEMORY_CYCLES);
        let number = self.out.instances.len();
        let name = format!("{}_rom{number}", self.module.name);
        let instance =
            self.place(&format!("rom{number}"), self.memories.rom(&name, self.module.width(table), words, cycles));
        self.tables.push((instance, *addr));
        let output = Op::Output { instance, port: 0, field: 0 };
        match depth - cycles {
            0 => output,
            rest => {
                let found = self.out.net(self.module.width(table), output);
                Op::Delay { of: found, depth: rest as u32 }
            }
        }
    }

    /// Returns the selection of a word among registers.
    fn select_word(&mut self, MemoryId(number): MemoryId, addr: Net) -> Op {
        let memory = &self.module.memories[number as usize];
        if memory.write.is_none() {
            return Op::Const(0);
        }
        if self.words[number as usize].is_empty() {
            let word = |index: usize| {
                let word = self.out.state(memory.width, None);
                self.out.name(word, format!("{}_{index}", memory.name))
            };
            self.words[number as usize] = (0..memory.words).map(word).collect();
        }
        Op::Select { sel: self.nets[addr.index()], cases: self.words[number as usize].clone() }
    }

    /// Adds an instance of a memory, whose inputs are connected later.
    fn place(&mut self, name: &str, module: Arc<Module>) -> usize {
        self.out.instances.push(Instance { name: name.into(), module, inputs: vec![] });
        self.out.instances.len() - 1
    }

    /// Connects the registers of words: each takes the data when its address is written.
    fn drive_words(&mut self) {
        for (memory, words) in self.module.memories.iter().zip(&self.words) {
            let Some(write) = memory.write.filter(|_| !words.is_empty()) else { continue };
            let [enable, address, data] = <[Net; 3]>::from(write).map(|net| self.nets[net.index()]);
            for (number, &word) in words.iter().enumerate() {
                let is_own = self.out.eq_const(address, number as u128);
                let is_written = self.out.and(enable, is_own);
                self.out.drive_enabled(word, data, is_written);
            }
        }
    }

    /// Connects the modules of memories.
    fn connect_memories(&mut self) {
        let (accesses, delays) = (std::mem::take(&mut self.accesses), std::mem::take(&mut self.delays));
        let m = &mut self.out;
        let always = m.constant(1, 1);
        let enable = m.enable.unwrap_or(always);
        let connect = |m: &mut Module, instance: usize, rest: [Net; 4]| {
            m.connect(instance, [&[enable], &rest[..]].concat().into_iter().map(|net| vec![net]).collect());
        };
        for (instance, address) in std::mem::take(&mut self.tables) {
            m.connect(instance, vec![vec![enable], vec![self.nets[address.index()]]]);
        }
        for (instance, nets) in accesses {
            connect(m, instance, nets.map(|net| self.nets[net.index()]));
        }
        for (instance, of, words) in delays {
            let pointer = m.ring_pointer(words);
            connect(m, instance, [always, pointer, self.nets[of.index()], pointer]);
        }
    }
}

/// Returns what a ring delays and by how many cycles, if a memory is one: a pointer goes round, and each word is read
/// as it is replaced.
fn delayed_by_ring(m: &Module, MemoryId(number): MemoryId, addr: Net) -> Option<(Net, u32)> {
    let Memory { write, .. } = m.memories[number as usize];
    let (enable, write_address, data) = write?;
    let (length, _) = m.ring_pointers.iter().find(|(_, pointer)| *pointer == addr)?;
    (write_address == addr && m.constant_value(enable) == Some(1)).then_some((data, *length as u32))
}
