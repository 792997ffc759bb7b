//! Memories as modules of their own: two clock cycles from an address to its word, the second of them a register.

use super::cells::{Cell, MemoryCell, Pin};
use super::memory_module::{MemoryAccess, MemoryModule};
use super::technology::Technology;
use super::{address_bits, mask, Module, Net};
use std::sync::Arc;

/// Clock cycles from an address to its word.
pub const MEMORY_CYCLES: usize = 2;

/// Modules of the memories of a core.
#[derive(Clone, Default, Debug)]
pub struct Memories {
    /// Prefix of the names of the modules.
    prefix: String,
    /// Cell of a memory, where synthesis does not move registers into block RAM.
    cell: Option<MemoryCell>,
    /// Whether memories are modules of their own.
    pub are_modules: bool,
    /// Words of the longest ring buffer in LUTs, if memories are modules of their own.
    pub max_lut_words: usize,
    /// Whether memories may be in LUTs, which are read combinationally.
    pub has_luts: bool,
}

/// Shape of a block RAM.
#[derive(Clone, Copy)]
struct Shape {
    /// Bits of a word.
    bits: u32,
    /// Address bits that a word takes off the address of a bit.
    shift: u32,
}

impl Memories {
    /// Returns the memories of a core whose modules' names begin with `prefix`.
    pub fn new(prefix: &str, technology: &Technology) -> Self {
        let Technology { registers_memories, memory_cell, max_lut_words, has_luts, .. } = *technology;
        let prefix = prefix.to_string();
        Memories { prefix, cell: memory_cell, are_modules: registers_memories, max_lut_words, has_luts }
    }

    /// Builds a memory with a write port and a read port. A word may be read from the second clock cycle after it was
    /// written on, and until the clock cycle in which the next word for its address comes.
    ///
    /// Inputs `ce`, `write`, `write_address`, `write_data`, `read_address`; output `read_data`. Writes are a clock
    /// cycle late, so that no address is read in the clock cycle in which it is written.
    pub fn ram(&self, words: usize, width: u32) -> Arc<Module> {
        let mut m = Module::new(
            format!("{}_ram_1r1w_{words}x{width}", self.prefix),
            format!("Memory of {words} words of {width} bits; a word is read in {MEMORY_CYCLES} cycles."),
        );
        let bits = address_bits(words);
        let enable = m.input("ce", 1);
        m.set_enable(enable);
        let write = ["write", "write_address", "write_data"].into_iter().zip([1, bits, width]);
        let write: Vec<Net> = write.map(|(name, bits)| m.input(name, bits)).collect();
        let read_address = m.input("read_address", bits);
        let memory = m.memory("words", words, width);
        let late: Vec<Net> = write.iter().map(|&net| m.register(net, None)).collect();
        for (net, name) in late.iter().zip(["write_q", "write_address_q", "write_data_q"]) {
            m.name(*net, name);
        }
        m.write(memory, late[0], late[1], late[2]);
        m.memories[memory.0 as usize].is_collision_free = true;
        let found = m.read(memory, read_address);
        m.name(found, "found");
        let read = m.register(found, None);
        m.name(read, "word");
        m.output("read_data", read);
        m.memory =
            Some(MemoryModule { access: MemoryAccess::WritesLate, words, bits: width, read_cycles: MEMORY_CYCLES });
        if let Some(shape) = self.cell.and_then(|_| shape(words)) {
            m.cells = ram_cells(shape, bits, width);
        }
        Arc::new(m)
    }

    /// Builds the module of a memory whose words are read one clock cycle after their addresses. Its ports are those of
    /// [`Memories::ram`].
    pub fn ram_of_one_cycle(&self, words: usize, width: u32, is_collision_free: bool) -> Arc<Module> {
        let (access, suffix) = match is_collision_free {
            true => (MemoryAccess::NoCollisions, "one_cycle"),
            false => (MemoryAccess::ReadsFirst, "reads_first"),
        };
        let mut m = Module::new(
            format!("{}_ram_1r1w_{words}x{width}_{suffix}", self.prefix),
            format!("Memory of {words} words of {width} bits; a word is read in one cycle."),
        );
        let bits = address_bits(words);
        let ports = [("ce", 1), ("write", 1), ("write_address", bits), ("write_data", width), ("read_address", bits)];
        let [enable, write, write_address, data, read_address] = ports.map(|(name, bits)| m.input(name, bits));
        m.set_enable(enable);
        let words_of = m.memory("words", words, width);
        m.write(words_of, write, write_address, data);
        m.memories[words_of.0 as usize].is_collision_free = is_collision_free;
        let word = m.read(words_of, read_address);
        m.name(word, "word");
        m.output("read_data", word);
        m.memory = Some(MemoryModule { access, words, bits: width, read_cycles: 1 });
        Arc::new(m)
    }

    /// Builds a table whose words leave `read_cycles` clock cycles after their addresses. Inputs `ce`, `address`;
    /// output `word`.
    pub fn rom(&self, name: &str, width: u32, table: &[u128], read_cycles: usize) -> Arc<Module> {
        let words = table.len();
        let mut m = Module::new(name, format!("Table of {words} words of {width} bits, of {read_cycles} cycles."));
        let enable = m.input("ce", 1);
        m.set_enable(enable);
        let address = m.input("address", address_bits(words));
        let found = m.rom(address, width, table.to_vec());
        m.name(found, "found");
        let found = (1..read_cycles).fold(found, |found, _| {
            let found = m.register(found, None);
            m.name(found, "found_q")
        });
        let word = m.register(found, None);
        m.name(word, "word_q");
        m.output("word", word);
        m.memory = Some(MemoryModule { access: MemoryAccess::ReadOnly, words, bits: width, read_cycles });
        let has_registers = read_cycles == MEMORY_CYCLES;
        if let Some(shape) =
            self.cell.filter(|_| has_registers).and_then(|_| shape(words)).filter(|shape| shape.bits >= 9)
        {
            m.cells = rom_cells(shape, address_bits(words), width, table);
        }
        Arc::new(m)
    }
}

/// Returns the shape of the block RAMs of a memory: the widest that has all words. `None` for a memory that is too
/// deep.
fn shape(words: usize) -> Option<Shape> {
    let shapes = [(36, 5), (18, 4), (9, 3), (4, 2), (2, 1), (1, 0)];
    let shapes = shapes.map(|(bits, shift)| Shape { bits, shift });
    shapes.into_iter().find(|shape| words <= 1 << (14 - shape.shift))
}

/// Pins of the address of port `port`, with the enables of bytes at its low end.
fn address(port: char, shape: Shape, bits: u32, input: usize, bytes: Pin) -> Vec<(String, Pin)> {
    let enables = match (port, shape.bits) {
        ('A', 36) => 4,
        ('A', 18) => 2,
        _ => 0,
    };
    let pin = |bit: u32| match bit.checked_sub(shape.shift) {
        Some(own) if own < bits => Pin::Input(input, own),
        None if bit < enables => bytes,
        _ => Pin::Constant(false),
    };
    (0..14).map(|bit| (format!("AD{port}{bit}"), pin(bit))).collect()
}

/// Parameters that all block RAMs have.
fn parameters(shape: Shape) -> Vec<(String, String)> {
    let bits = shape.bits.to_string();
    let text = |word: &str| format!("\"{word}\"");
    let mut all = vec![("DATA_WIDTH_A".to_string(), bits.clone()), ("DATA_WIDTH_B".to_string(), bits)];
    let words = [
        ("REGMODE_A", "OUTREG"),
        ("REGMODE_B", "OUTREG"),
        ("RESETMODE", "SYNC"),
        ("ASYNC_RESET_RELEASE", "SYNC"),
        ("CSDECODE_A", "0b000"),
        ("CSDECODE_B", "0b000"),
        ("CLKAMUX", "CLKA"),
        ("CLKBMUX", "CLKB"),
        ("WRITEMODE_A", "NORMAL"),
        ("WRITEMODE_B", "NORMAL"),
        ("GSR", "AUTO"),
    ];
    all.extend(words.map(|(name, word)| (name.to_string(), text(word))));
    all
}

/// Pins that all block RAMs have. `enable` is the clock enable.
fn controls(enable: Pin) -> Vec<(String, Pin)> {
    let mut pins = Vec::new();
    for port in ['A', 'B'] {
        pins.extend([
            (format!("CLK{port}"), Pin::Clock),
            (format!("CE{port}"), enable),
            (format!("OCE{port}"), enable),
        ]);
        let zeros = ["RST", "CS"].into_iter().flat_map(|name| match name {
            "RST" => vec![format!("RST{port}")],
            _ => (0..3).map(|bit| format!("CS{port}{bit}")).collect(),
        });
        pins.extend(zeros.map(|name| (name, Pin::Constant(false))));
    }
    pins.push(("WEB".into(), Pin::Constant(false)));
    pins
}

/// Pins of the data that are read: the bits from `low` on of the output.
fn data_out(shape: Shape, low: u32, width: u32) -> Vec<(String, Pin)> {
    let pin = |bit: u32| match (shape.bits, bit) {
        (36, 0..18) => format!("DOA{bit}"),
        (36, _) => format!("DOB{}", bit - 18),
        _ => format!("DOB{bit}"),
    };
    (0..shape.bits.min(width - low)).map(|bit| (pin(bit), Pin::Output(0, low + bit))).collect()
}

/// Returns the block RAMs of a memory, side by side.
fn ram_cells(shape: Shape, bits: u32, width: u32) -> Vec<Cell> {
    let (write, write_address, write_data) = (Pin::Late(1, 0), 2, 3);
    let cell = |low: u32| {
        let mut pins = controls(Pin::Input(0, 0));
        let late = |(name, pin): (String, Pin)| match pin {
            Pin::Input(port, bit) => (name, Pin::Late(port, bit)),
            pin => (name, pin),
        };
        pins.extend(address('A', shape, bits, write_address, write).into_iter().map(late));
        pins.extend(address('B', shape, bits, 4, write));
        pins.push(("WEA".into(), if shape.bits == 36 { Pin::Constant(true) } else { write }));
        let pin = |bit: u32| if bit < 18 { format!("DIA{bit}") } else { format!("DIB{}", bit - 18) };
        pins.extend((0..shape.bits).map(|bit| match low + bit < width {
            true => (pin(bit), Pin::Late(write_data, low + bit)),
            false => (pin(bit), Pin::Constant(false)),
        }));
        pins.extend(data_out(shape, low, width));
        Cell { kind: "DP16KD", parameters: parameters(shape), pins }
    };
    (0..width).step_by(shape.bits as usize).map(cell).collect()
}

/// Returns the block RAMs of a table, side by side.
fn rom_cells(shape: Shape, bits: u32, width: u32, table: &[u128]) -> Vec<Cell> {
    let cell = |low: u32| {
        let mut pins = controls(Pin::Input(0, 0));
        pins.extend(address('A', shape, 0, 1, Pin::Constant(false)));
        pins.extend(address('B', shape, bits, 1, Pin::Constant(false)));
        pins.push(("WEA".into(), Pin::Constant(shape.bits == 36)));
        pins.extend((0..18).flat_map(|bit| ["DIA", "DIB"].map(|name| (format!("{name}{bit}"), Pin::Constant(false)))));
        pins.extend(data_out(shape, low, width));
        let words: Vec<u128> = table.iter().map(|word| word >> low & mask(shape.bits)).collect();
        Cell {
            kind: "DP16KD",
            parameters: parameters(shape).into_iter().chain(contents(shape, &words)).collect(),
            pins,
        }
    };
    (0..width).step_by(shape.bits as usize).map(cell).collect()
}

/// Returns the contents of a block RAM as parameters: rows of 16 half words of 18 bits, each with two bits of padding.
fn contents(shape: Shape, words: &[u128]) -> Vec<(String, String)> {
    let halves: Vec<u128> = match shape.bits {
        36 => words.iter().flat_map(|word| [word & mask(18), word >> 18]).collect(),
        18 => words.to_vec(),
        _ => words.chunks(2).map(|pair| pair[0] | pair.get(1).unwrap_or(&0) << 9).collect(),
    };
    let row = |halves: &[u128]| {
        // Two half words of 20 bits are ten digits.
        let pairs = halves.chunks(2).map(|pair| pair[0] | pair.get(1).unwrap_or(&0) << 20);
        pairs.rev().map(|pair| format!("{pair:010x}")).collect::<String>()
    };
    halves
        .chunks(16)
        .enumerate()
        .map(|(index, halves)| (format!("INITVAL_{index:02X}"), format!("320'h{}", row(halves))))
        .collect()
}
