//! Area of a netlist of standard cells.

use super::{Library, Netlist};
use crate::rtl::{MemoryModule, Module};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// Mark of Yosys that is no hardware.
const SCOPE: &str = "$scopeinfo";

/// What a netlist of standard cells takes. Memories are beside it, as macros.
#[derive(Serialize, JsonSchema, Clone, PartialEq, Debug)]
pub struct Gates {
    /// Area of the cells without memories, in the unit of the library, which is µm² in most.
    pub area_um2: f64,
    /// Area in NANDs of two inputs, the smallest of the library.
    pub nand2: usize,
    /// Number of cells.
    pub cells: usize,
    /// Number of flip-flops.
    pub flops: usize,
    /// Number of latches.
    pub latches: usize,
    /// Bits of all memories.
    pub memory_bits: usize,
    /// Number of memories by the name of their module.
    pub memories: BTreeMap<String, usize>,
    /// Counts of other cells, which the library lacks.
    pub other: BTreeMap<String, usize>,
}

impl Gates {
    /// Adds up the cells of a netlist, in which the memories of `top` are black boxes.
    pub fn of(netlist: &Netlist, library: &Library, top: &Module) -> Self {
        let mut modules = BTreeMap::new();
        memories(top, &mut modules);
        let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
        netlist.cells.values().for_each(|cell| *kinds.entry(&cell.kind).or_default() += 1);
        let mut found = Gates {
            area_um2: 0.0,
            nand2: 0,
            cells: 0,
            flops: 0,
            latches: 0,
            memory_bits: 0,
            memories: BTreeMap::new(),
            other: BTreeMap::new(),
        };
        for (kind, count) in kinds {
            if let Some(cell) = library.cell(kind) {
                found.area_um2 += cell.area * count as f64;
                found.cells += count;
                found.flops += if cell.is_flop { count } else { 0 };
                found.latches += if cell.is_latch { count } else { 0 };
            } else if let Some(memory) = modules.get(kind) {
                found.memory_bits += memory.words * memory.bits as usize * count;
                found.memories.insert(kind.to_string(), count);
            } else if kind != SCOPE {
                found.other.insert(kind.to_string(), count);
            }
        }
        found.nand2 = (found.area_um2 / library.nand_area).round() as usize;
        found
    }
}

/// Collects the modules inside a module that are memories, by name.
pub fn memories(module: &Module, found: &mut BTreeMap<String, MemoryModule>) {
    for instance in &module.instances {
        match instance.module.memory {
            Some(memory) => drop(found.insert(instance.module.name.clone(), memory)),
            None => memories(&instance.module, found),
        }
    }
}
