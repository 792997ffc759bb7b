//! An estimate of the LUTs of a netlist, for families and cores of which the planner has no model.

mod bits;
mod cover;

use super::Target;
use crate::rtl::{
    lut_ram, memory_luts, shift_register_luts, tables_in_blocks, Memory, MemoryStyle, Module, NetInfo, Op,
};
use bits::Bits;

/// LUTs of four inputs that synthesis leaves of those of a plain cover, as a ratio: it finds more that is alike. By the
/// cores of `tests/measured_families.csv`, whose estimates are then within 10 % on ECP5 and 18 % on iCE40 UltraPlus.
const SHARED: [usize; 2] = [5, 6];

/// How a family makes what is no logic.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Fabric {
    /// LUTs are shift registers and memories of 32 or 64 words, and have the sums of carry chains.
    Xilinx,
    /// Four LUTs are a memory of 16 words of four bits, and two LUTs two bits of a carry chain.
    Slices,
    /// LUTs are no memories, and have the sums of carry chains.
    Plain,
}

impl Target {
    /// Estimates the LUTs of a netlist with all modules inside it, those of carry chains included. `None` for a family
    /// without LUTs.
    pub fn luts(&self, module: &Module) -> Option<usize> {
        let technology = self.technology;
        technology.has_luts.then(|| module.sum_inside(|module| self.luts_of(module)))
    }

    pub(super) fn fabric(&self) -> Fabric {
        match (self.technology.lut_inputs, self.technology.name) {
            (6, _) => Fabric::Xilinx,
            (_, "ice40" | "ice40up") => Fabric::Plain,
            _ => Fabric::Slices,
        }
    }

    /// Estimates the LUTs of a module without its instances.
    fn luts_of(&self, module: &Module) -> usize {
        // Cells of the family stand for the nets of a module that has some.
        if !module.cells.is_empty() || self.is_block(module) {
            return 0;
        }
        let inputs = self.technology.lut_inputs as usize;
        let blocks = tables_in_blocks(module);
        let joins = self.fabric() == Fabric::Xilinx;
        let bits = Bits::new(module, inputs, joins, |net| blocks.contains(&net));
        let chains: usize = bits.chains.iter().map(|bits| self.chain_luts(*bits)).sum();
        let logic = match cover::luts(&bits, inputs, joins) {
            luts if joins => luts,
            luts => luts * SHARED[0] / SHARED[1],
        };
        logic + bits.table_luts + chains + self.memory_luts_of(module) + self.delay_luts_of(module)
    }

    /// Whether a module is a memory in block RAM.
    pub(super) fn is_block(&self, module: &Module) -> bool {
        let is_long = |words: usize| self.fabric() != Fabric::Xilinx && words > self.technology.max_lut_words;
        module.memory.is_some_and(|memory| memory.read_cycles > 0 && is_long(memory.words))
    }

    fn chain_luts(&self, bits: usize) -> usize {
        match self.fabric() {
            // Its LUTs are among the gates.
            Fabric::Xilinx => 0,
            Fabric::Plain => bits,
            Fabric::Slices => 2 * bits.div_ceil(2),
        }
    }

    fn delay_luts_of(&self, module: &Module) -> usize {
        let luts = |net: &NetInfo| match net.op {
            Op::Delay { depth, .. } if self.fabric() == Fabric::Xilinx => {
                shift_register_luts(depth as usize) * net.width as usize
            }
            _ => 0,
        };
        module.nets.iter().map(luts).sum()
    }

    fn memory_luts_of(&self, module: &Module) -> usize {
        let is_read_later = |number: usize| {
            module.nets.iter().any(|net| matches!(net.op, Op::Read { memory, .. } if memory.0 as usize == number))
        };
        let luts = |(number, memory): (usize, &Memory)| {
            let (words, bits) = (memory.words, memory.width as usize);
            match (memory.style, is_read_later(number), self.fabric()) {
                (MemoryStyle::Block | MemoryStyle::Register, ..) => 0,
                (MemoryStyle::Auto, true, Fabric::Xilinx) => memory_luts(words, bits),
                (_, _, Fabric::Xilinx) => lut_ram(words, bits),
                (MemoryStyle::Auto, true, _) => 0,
                (_, _, Fabric::Slices) => 4 * words.div_ceil(16) * bits.div_ceil(4) + (words.div_ceil(16) - 1) * bits,
                // Registers, with a multiplexer at their output.
                (_, _, Fabric::Plain) => bits * words.div_ceil(2),
            }
        };
        module.memories.iter().enumerate().map(luts).sum()
    }
}
