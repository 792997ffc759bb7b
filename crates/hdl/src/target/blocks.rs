//! DSP blocks and block RAMs of a netlist, before synthesis.

use super::luts::Fabric;
use super::{Target, TARGETS};
use crate::rtl::{fewest_blocks, half_blocks, half_blocks_inside, Module, Op};

/// Words and bits of block RAMs of 4 kbit.
const SHAPES_OF_4_KBIT: [(usize, usize); 4] = [(256, 16), (512, 8), (1024, 4), (2048, 2)];

impl Target {
    /// Counts the DSP blocks of the products of a netlist.
    pub fn dsp_blocks(&self, module: &Module) -> usize {
        module.sum_inside(|module| {
            let width = |net| module.width(net);
            let blocks = module.nets.iter().map(|net| match net.op {
                Op::MulSigned(a, b) => self.tiles(width(a) - 1, width(b) - 1),
                Op::Mul(a, b) => self.blocks_of([width(a), width(b)]),
                _ => 0,
            });
            blocks.sum()
        })
    }

    /// Counts the block RAMs of a netlist; half a block counts half. `None` where it is not known what Yosys makes of
    /// block RAM.
    pub fn block_rams(&self, module: &Module) -> Option<f64> {
        if self.synthesis.command() == TARGETS[0].synthesis.command() {
            return Some(half_blocks_inside(module) as f64 / 2.0);
        }
        let blocks = |module: &Module| match module.memory {
            Some(memory) if self.is_block(module) => self.blocks_of_memory(memory.words, memory.bits),
            _ => 0,
        };
        let technology = self.technology;
        (technology.has_luts && technology.registers_memories).then(|| module.sum_inside(blocks) as f64)
    }

    /// Counts the block RAMs of a memory of `words` words of `bits` bits, in the shape that takes the fewest.
    fn blocks_of_memory(&self, words: usize, bits: u32) -> usize {
        match self.fabric() {
            Fabric::Plain => fewest_blocks(&SHAPES_OF_4_KBIT, words, bits),
            // Blocks of 18 kbit are what others have half of.
            Fabric::Slices | Fabric::Xilinx => half_blocks(words, bits),
        }
    }
}
