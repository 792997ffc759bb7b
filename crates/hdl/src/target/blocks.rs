//! DSP blocks and block RAMs of a netlist, before synthesis.

use super::{Target, TARGETS};
use crate::rtl::{half_blocks_inside, Module, Op};

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

    /// Counts the block RAMs of a netlist; half a block counts half. `None` where Yosys has another rule than for UltraScale+.
    pub fn block_rams(&self, module: &Module) -> Option<f64> {
        let is_known = self.synthesis.command() == TARGETS[0].synthesis.command();
        is_known.then(|| half_blocks_inside(module) as f64 / 2.0)
    }
}
