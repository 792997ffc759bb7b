//! LUTs and block RAMs of memories on UltraScale+, as Yosys maps them.

use super::registered_tables::registered_tables;
use super::{Memory, MemoryStyle, Module, Net, Op};
use std::collections::BTreeSet;

/// Cost of a LUT RAM of eight LUTs and of a block RAM of 18 kbit to Yosys, which makes a memory of what costs less.
const COSTS: [usize; 2] = [16, 129];

/// Bits of the words of a LUT RAM of eight LUTs: of up to 32 words, and of up to 64 words.
const SHAPES: [usize; 2] = [14, 7];

/// Words of the longest LUT RAM of one LUT.
const LUT_WORDS: usize = 64;

/// Counts block RAMs of 18 kbit for `words` words of `bits` bits.
pub fn half_blocks(words: usize, bits: u32) -> usize {
    fewest_blocks(&[(512, 36), (1024, 18), (2048, 9), (4096, 4), (8192, 2), (16384, 1)], words, bits)
}

/// Counts block RAMs for `words` words of `bits` bits, in the shape of words and bits that takes the fewest.
pub fn fewest_blocks(shapes: &[(usize, usize)], words: usize, bits: u32) -> usize {
    let counts = shapes.iter().map(|(depth, width)| words.div_ceil(*depth) * (bits as usize).div_ceil(*width));
    counts.min().unwrap_or(0)
}

/// Counts the LUTs of a LUT RAM of `words` words of `bits` bits, without the choice among several words of a bit.
pub fn lut_ram(words: usize, bits: usize) -> usize {
    let [short, long] = SHAPES;
    match words {
        0..=32 => 8 * bits.div_ceil(short),
        _ => 8 * bits.div_ceil(long) * words.div_ceil(LUT_WORDS),
    }
}

/// Whether Yosys makes a memory of LUTs whose words are read into a register. It holds a LUT RAM that is used in part
/// for as much less, and the choice among two of them for a half a bit.
///
/// ```
/// use fftgen_hdl::rtl::is_in_luts;
/// assert!(is_in_luts(120, 38) && is_in_luts(64, 36) && !is_in_luts(194, 32) && !is_in_luts(100, 28));
/// ```
pub fn is_in_luts(words: usize, bits: usize) -> bool {
    let [of_luts, of_block] = COSTS;
    let [short, long] = SHAPES;
    let (count, width) = if words <= 32 { (1, short) } else { (words.div_ceil(LUT_WORDS), long) };
    let luts = 2 * of_luts * count * bits + (count - 1) * bits * width;
    luts <= 2 * of_block * half_blocks(words, bits as u32) * width
}

/// Estimates the LUTs of a memory whose words are read into a register: none if it is made of block RAM.
pub fn memory_luts(words: usize, bits: usize) -> usize {
    let choices = words.div_ceil(LUT_WORDS) - 1;
    match is_in_luts(words, bits) {
        true => lut_ram(words, bits) + choices * bits,
        false => 0,
    }
}

/// Whether Yosys makes a table of LUTs whose words go to a register. Each LUT of 64 words of a bit costs one.
pub fn is_table_in_luts(words: usize, bits: usize) -> bool {
    let [_, of_block] = COSTS;
    words * bits <= LUT_WORDS * of_block * half_blocks(words, bits as u32)
}

/// Estimates the LUTs of a table whose words go to a register: none if it is in block RAM.
pub fn table_luts(words: usize, bits: usize) -> usize {
    match is_table_in_luts(words, bits) {
        true => bits * words.div_ceil(LUT_WORDS),
        false => 0,
    }
}

/// Counts the block RAMs of 18 kbit of a module and of all modules inside it.
pub fn half_blocks_inside(module: &Module) -> usize {
    module.sum_inside(|module| of_memories(module) + of_tables(module))
}

/// Counts those of the memories of a module that are read at the clock edge.
fn of_memories(module: &Module) -> usize {
    let reads = module.nets.iter().filter_map(|net| match net.op {
        Op::Read { memory, .. } => Some(&module.memories[memory.0 as usize]),
        _ => None,
    });
    let blocks = |memory: &Memory| match memory.style {
        MemoryStyle::Lut | MemoryStyle::Register => 0,
        MemoryStyle::Auto if is_in_luts(memory.words, memory.width as usize) => 0,
        MemoryStyle::Auto | MemoryStyle::Block => half_blocks(memory.words, memory.width),
    };
    reads.map(blocks).sum()
}

/// Counts those of the tables of a module.
fn of_tables(module: &Module) -> usize {
    let blocks = |net: Net| match &module.nets[net.index()].op {
        Op::Rom { table, .. } => half_blocks(table.len(), module.width(net)),
        _ => 0,
    };
    tables_in_blocks(module).into_iter().map(blocks).sum()
}

/// Lists the tables of a module that Yosys makes of block RAM: long ones whose words go to a register, or whose
/// addresses come out of registers.
pub fn tables_in_blocks(module: &Module) -> BTreeSet<Net> {
    let words_are_registered: BTreeSet<Net> = registered_tables(module, 1, 1).into_values().collect();
    let is_block = |net: &Net| match &module.nets[net.index()].op {
        Op::Rom { addr, table } if words_are_registered.contains(net) || is_registered(module, *addr) => {
            !is_table_in_luts(table.len(), module.width(*net) as usize)
        }
        _ => false,
    };
    (0..module.nets.len() as u32).map(Net).filter(is_block).collect()
}

/// Whether all bits of a net come out of registers.
fn is_registered(module: &Module, net: Net) -> bool {
    match &module.nets[net.index()].op {
        Op::Reg { .. } | Op::Delay { .. } => true,
        Op::Slice { of, .. } => is_registered(module, *of),
        Op::Concat(parts) => parts.iter().all(|part| is_registered(module, *part)),
        _ => false,
    }
}
