//! Memories of a core: where they are, their shapes, ports and read latencies.

use crate::rtl::{MemoryAccess, MemoryModule, Module, Op};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::HashMap;
use std::rc::Rc;

/// Memories of one shape in a module.
#[derive(Clone, PartialEq, Serialize, JsonSchema)]
pub struct MemoryTable {
    /// Module that has the memories, or that is the memory.
    pub module: String,
    /// Kind: `ram` with a write port and a read port, or `rom` with a read port.
    pub kind: &'static str,
    /// Words of a memory.
    pub words: usize,
    /// Bits of a word.
    pub bits: u32,
    /// Memories of this shape in the whole core.
    pub count: usize,
    /// Enabled clock cycles from an address to its word. 0 if the memory is read combinationally.
    pub read_cycles: usize,
    /// What a read returns of the address that is written in the same clock cycle: `old` for the word before, or `none`
    /// if that does not occur.
    pub collision: &'static str,
    /// Ports of the module, if it is the memory and nothing else.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ports: Vec<MemoryPort>,
}

/// Port of a module that is a memory.
#[derive(Clone, PartialEq, Serialize, JsonSchema)]
pub struct MemoryPort {
    /// Name in the netlist.
    pub name: String,
    /// Direction: `input` or `output`.
    pub direction: &'static str,
    /// Width in bits.
    pub width: u32,
}

/// Tables by the address of their module.
type Known = HashMap<*const Module, Rc<Vec<MemoryTable>>>;

impl MemoryTable {
    /// Lists the memories of a module and of all modules inside it.
    pub fn list(top: &Module) -> Vec<Self> {
        inside(top, &mut Known::new()).to_vec()
    }

    /// Describes a module that is a memory.
    fn of_module(module: &Module, memory: &MemoryModule) -> Self {
        let MemoryModule { access, words, bits, read_cycles } = *memory;
        let port = |direction| move |name: &str, width| MemoryPort { name: name.into(), direction, width };
        let named = |ports: &[crate::rtl::Port], direction| {
            let one = |p: &crate::rtl::Port| port(direction)(&p.name, p.fields.iter().map(|&f| module.width(f)).sum());
            ports.iter().map(one).collect::<Vec<_>>()
        };
        let clock = vec![port("input")("clk", 1)];
        MemoryTable {
            module: module.name.clone(),
            kind: if access == MemoryAccess::ReadOnly { "rom" } else { "ram" },
            words,
            bits,
            count: 1,
            read_cycles,
            collision: if access == MemoryAccess::ReadsFirst { "old" } else { "none" },
            ports: [clock, named(&module.inputs, "input"), named(&module.outputs, "output")].concat(),
        }
    }

    /// Describes the memories that are parts of a module.
    fn of_parts(module: &Module) -> Vec<Self> {
        let mut tables = Vec::new();
        for net in &module.nets {
            let (memory, read_cycles) = match net.op {
                Op::Read { memory, .. } => (memory, 1),
                Op::Peek { memory, .. } => (memory, 0),
                _ => continue,
            };
            let memory = &module.memories[memory.0 as usize];
            let table = MemoryTable {
                module: module.name.clone(),
                kind: "ram",
                words: memory.words,
                bits: memory.width,
                count: 1,
                read_cycles,
                collision: if memory.is_collision_free { "none" } else { "old" },
                ports: vec![],
            };
            add(&mut tables, table);
        }
        tables
    }
}

/// Lists the memories inside a module.
fn inside(module: &Module, known: &mut Known) -> Rc<Vec<MemoryTable>> {
    if let Some(tables) = known.get(&std::ptr::from_ref(module)) {
        return tables.clone();
    }
    let mut tables = match &module.memory {
        Some(memory) => vec![MemoryTable::of_module(module, memory)],
        None => MemoryTable::of_parts(module),
    };
    for instance in module.instances.iter().filter(|_| module.memory.is_none()) {
        inside(&instance.module, known).iter().for_each(|table| add(&mut tables, table.clone()));
    }
    let tables = Rc::new(tables);
    known.insert(module, tables.clone());
    tables
}

/// Adds memories to a list, in which each shape of a module has one row.
fn add(tables: &mut Vec<MemoryTable>, table: MemoryTable) {
    let is_alike = |other: &&mut MemoryTable| **other == MemoryTable { count: other.count, ..table.clone() };
    match tables.iter_mut().find(is_alike) {
        Some(other) => other.count += table.count,
        None => tables.push(table),
    }
}
