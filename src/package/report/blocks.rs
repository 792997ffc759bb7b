//! What each block of a core is made of, counted in its netlist.

use crate::error::figure;
use crate::rtl::{Module, Op};
use crate::target::Target;
use serde::Serialize;

/// Instance of the core, or its own logic between the instances.
#[derive(Serialize)]
pub struct Block {
    name: String,
    /// Name of its module, which several instances may have.
    module: String,
    /// Sentence about it.
    about: String,
    adders: usize,
    multipliers: usize,
    /// Bits of registers, and of delay lines.
    register_bits: usize,
    delay_bits: usize,
    /// Bits of memories, and of tables.
    memory_bits: usize,
    table_bits: usize,
    /// LUTs of a cover of the netlist. `None` for standard cells.
    lut: Option<String>,
    dsp: usize,
    /// Block RAMs, where they are known.
    bram: Option<String>,
}

/// Counts in the nets and memories of a module without its instances.
type Count = fn(&Module) -> usize;

/// Adds up what a net of a module has.
fn nets(module: &Module, of: impl Fn(&Op, usize) -> usize) -> usize {
    module.nets.iter().map(|net| of(&net.op, net.width as usize)).sum()
}

/// Numbers of a block in the order of its fields.
const COUNTS: [Count; 6] = [
    |module| nets(module, |op, _| usize::from(matches!(op, Op::Add(..) | Op::Sub(..)))),
    |module| nets(module, |op, _| usize::from(matches!(op, Op::Mul(..) | Op::MulSigned(..)))),
    |module| nets(module, |op, width| if matches!(op, Op::Reg { .. }) { width } else { 0 }),
    |module| {
        nets(module, |op, width| match op {
            Op::Delay { depth, .. } => *depth as usize * width,
            _ => 0,
        })
    },
    |module| module.memories.iter().map(|memory| memory.words * memory.width as usize).sum(),
    |module| {
        nets(module, |op, width| match op {
            Op::Rom { table, .. } => table.len() * width,
            _ => 0,
        })
    },
];

impl Block {
    /// Counts in a module with all that it holds.
    fn new(name: &str, module: &Module, target: &Target) -> Self {
        let [adders, multipliers, register_bits, delay_bits, memory_bits, table_bits] =
            COUNTS.map(|count| module.sum_inside(count));
        let about = module.doc.split_once(". ").map_or(&module.doc[..], |(first, _)| first);
        Block {
            name: name.into(),
            module: module.name.clone(),
            about: about.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|"),
            adders,
            multipliers,
            register_bits,
            delay_bits,
            memory_bits,
            table_bits,
            lut: target.luts(module).map(figure),
            dsp: target.dsp_blocks(module),
            bram: target.block_rams(module).map(|bram| bram.to_string()),
        }
    }

    /// Whether the LUTs are known, and the block RAMs.
    pub fn has(&self) -> [bool; 2] {
        [self.lut.is_some(), self.bram.is_some()]
    }

    /// Lists the instances of a module, and the whole of it.
    pub fn all(module: &Module, target: &Target) -> Vec<Self> {
        let inside = module.instances.iter().map(|instance| Block::new(&instance.name, &instance.module, target));
        inside.chain([Block::new("all", module, target)]).collect()
    }
}
