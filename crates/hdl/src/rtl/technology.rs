//! Technologies: multiplier blocks, memories and delays of FPGA families, as far as netlists follow from them.

use super::cells::{MemoryCell, ProductCell};
use super::Net;
use std::hash::{Hash, Hasher};

/// Delays within a pipeline stage in ns. Each includes the wire to its end.
#[derive(Debug)]
pub struct Delays {
    /// LUT.
    pub level: f64,
    /// Multiplication in a DSP block.
    pub product: f64,
    /// Asynchronous read of a memory in LUTs.
    pub memory: f64,
    /// Carry chain without its bits.
    pub chain: f64,
    /// Four bits of a carry chain.
    pub chain_bits: f64,
}

/// Clock cycles of operators at a profile of pipelining.
#[derive(Clone, Copy, Debug)]
pub struct Cycles {
    /// Fixed-point sum.
    pub sum: u32,
    /// Sum of words that share exponents. They are long, stand after a multiplexer, and no feedback waits for them.
    pub long_sum: u32,
    /// Fixed-point product, beside its additions.
    pub product: u32,
    /// Additions of partial products and of a rounding in one clock cycle.
    pub additions: u32,
    /// Rounding at the output of a stage.
    pub rounding: u32,
    /// Cycles of floating-point operators and of the alignment of exponents, in halves of those of UltraScale+ at
    /// `mid`.
    pub halves: u32,
}

/// Technology of a family.
#[derive(Debug)]
pub struct Technology {
    /// Name of the family's target.
    pub name: &'static str,
    /// Bits of the longer and the shorter unsigned factor of a DSP block. Signed factors have a bit more.
    pub factors: [u32; 2],
    /// Whether products of several DSP blocks are written as partial products with registers between their sums.
    /// Otherwise synthesis cuts them.
    pub cuts_products: bool,
    /// Cell of a product with its registers, where synthesis does not move registers into DSP blocks.
    pub product_cell: Option<ProductCell>,
    /// Whether block RAMs and long tables are modules of their own with a register after them.
    pub registers_memories: bool,
    /// Cell of a memory with its register, where synthesis does not move registers into block RAM.
    pub memory_cell: Option<MemoryCell>,
    /// Whether logic is in LUTs, which may be memories that are read combinationally. Otherwise it is gates, and all
    /// memories are macros or registers.
    pub has_luts: bool,
    /// Words of the longest ring buffer and of the deepest bank in LUTs, where block RAM has registers.
    pub max_lut_words: usize,
    /// Bits of a coefficient of short fixed-point words.
    pub twiddle_bits: u32,
    /// Inputs of a LUT.
    pub lut_inputs: u32,
    /// Delays of the model.
    pub delays: Delays,
    /// Wire out of the register of a DSP block in ns, beyond the wire of other registers.
    pub product_wire: f64,
    /// Wire of a net in ns for each doubling of the LUTs that read it, beyond the wire to one of them.
    pub fan_out: f64,
    /// Whether a carry chain computes the LUTs before it in its own.
    pub chains_have_luts: bool,
    /// Clock cycles at the profiles `low`, `mid` and `high`. `None` for those of UltraScale+.
    pub cycles: Option<[Cycles; 3]>,
}

/// AMD UltraScale+: DSP blocks of 27 by 18 bits (UG579).
///
/// The delays are those of UltraScale+ in its timing model: a LUT 0.10 ns, a wire 0.28 ns, a DSP block 1.30 ns. Only
/// carry chains have more than the measured 0.15 ns at their entry and 0.02 ns for four bits, because Yosys assumes
/// more for a carry chain relative to a LUT. Yosys maps the stage that is longest in its own model to few levels, and
/// maps all other stages to the smallest area that this length allows. Stages of equal length in the model of Yosys
/// leave no stage with levels to spare.
pub static ULTRASCALE_PLUS: Technology = Technology {
    name: "xcup",
    factors: [26, 17],
    cuts_products: false,
    product_cell: None,
    registers_memories: false,
    memory_cell: None,
    has_luts: true,
    max_lut_words: 64,
    twiddle_bits: 18,
    lut_inputs: 6,
    delays: ULTRASCALE_PLUS_DELAYS,
    product_wire: 0.0,
    fan_out: 0.0,
    chains_have_luts: true,
    cycles: None,
};

/// AMD 7 series: DSP blocks of 25 by 18 bits.
pub static SERIES_7: Technology = Technology { factors: [24, 17], ..technology("xc7", 6, DELAYS_7) };

/// AMD Versal: DSP blocks of 27 by 24 bits.
pub static VERSAL: Technology = Technology { factors: [26, 23], ..technology("versal", 6, ULTRASCALE_PLUS_DELAYS) };

/// Lattice ECP5, of speed grade 8. Yosys does not move registers into its DSP blocks.
pub static ECP5: Technology = Technology {
    factors: [17, 17],
    cuts_products: true,
    product_cell: Some(ProductCell::Mult18x18d),
    registers_memories: true,
    memory_cell: Some(MemoryCell::Dp16kd),
    max_lut_words: 32,
    cycles: Some(CYCLES_OF_FOUR_INPUTS),
    product_wire: 1.0,
    fan_out: 0.2,
    chains_have_luts: false,
    ..technology("ecp5", 4, Delays { level: 0.95, product: 3.1, memory: 1.2, chain: 1.5, chain_bits: 0.12 })
};

/// Lattice Nexus.
pub static NEXUS: Technology = Technology {
    factors: [17, 17],
    cuts_products: true,
    registers_memories: true,
    max_lut_words: 32,
    cycles: Some(CYCLES_OF_FOUR_INPUTS),
    chains_have_luts: false,
    ..technology("nexus", 4, Delays { level: 0.95, product: 3.1, memory: 1.2, chain: 1.5, chain_bits: 0.12 })
};

/// Lattice iCE40 UltraPlus. Yosys moves registers into its DSP blocks. LUTs are no memories.
pub static ICE40_UP: Technology = Technology {
    factors: [15, 15],
    cuts_products: true,
    registers_memories: true,
    max_lut_words: 4,
    twiddle_bits: 16,
    ..technology("ice40up", 4, Delays { level: 2.9, product: 9.0, memory: 2.9, chain: 3.5, chain_bits: 1.1 })
};

/// Lattice iCE40 HX, which has no DSP blocks.
pub static ICE40: Technology = Technology {
    factors: [15, 15],
    ..technology("ice40", 4, Delays { level: 1.1, product: 9.0, memory: 1.1, chain: 1.4, chain_bits: 0.5 })
};

/// Gowin GW2A.
pub static GW2A: Technology = Technology {
    factors: [17, 17],
    cuts_products: true,
    registers_memories: true,
    max_lut_words: 32,
    cycles: Some(CYCLES_OF_FOUR_INPUTS),
    chains_have_luts: false,
    ..technology("gw2a", 4, Delays { level: 1.0, product: 3.0, memory: 1.2, chain: 1.4, chain_bits: 0.2 })
};

/// LUTs of six inputs of no family.
pub static GENERIC: Technology = technology("generic", 6, ULTRASCALE_PLUS_DELAYS);

/// Standard cells of no process: gates of two inputs, products of any width in one piece, and memories that are macros.
///
/// The delays are those of a process of 180 nm (OSU018: 0.1 ns a gate with its wire, 0.3 ns a full adder). Ratios of
/// delays hardly depend on the process.
pub static ASIC: Technology = Technology {
    factors: [Net::MAX_WIDTH, Net::MAX_WIDTH],
    registers_memories: true,
    has_luts: false,
    max_lut_words: 32,
    cycles: Some(CYCLES_OF_GATES),
    ..technology("asic", 2, Delays { level: 0.15, product: 4.5, memory: 0.6, chain: 0.4, chain_bits: 0.6 })
};

/// Delays of AMD UltraScale+.
const ULTRASCALE_PLUS_DELAYS: Delays =
    Delays { level: 0.38, product: 1.58, memory: 0.58, chain: 0.63, chain_bits: 0.05 };

/// Delays of AMD's 7 series.
const DELAYS_7: Delays = Delays { level: 0.57, product: 2.4, memory: 0.87, chain: 0.95, chain_bits: 0.08 };

/// Cycles of families whose LUTs have four inputs.
const CYCLES_OF_FOUR_INPUTS: [Cycles; 3] = [
    Cycles { sum: 1, long_sum: 1, product: 2, additions: 2, rounding: 1, halves: 2 },
    Cycles { sum: 1, long_sum: 2, product: 2, additions: 1, rounding: 2, halves: 3 },
    Cycles { sum: 2, long_sum: 2, product: 3, additions: 1, rounding: 4, halves: 5 },
];

/// Cycles of gates. A register takes the area of four gates of two inputs, so that operators have few.
const CYCLES_OF_GATES: [Cycles; 3] = [
    Cycles { sum: 1, long_sum: 1, product: 1, additions: 2, rounding: 1, halves: 1 },
    Cycles { sum: 1, long_sum: 1, product: 1, additions: 1, rounding: 1, halves: 2 },
    Cycles { sum: 2, long_sum: 2, product: 2, additions: 1, rounding: 2, halves: 4 },
];

/// Returns a technology with the multipliers of UltraScale+.
const fn technology(name: &'static str, lut_inputs: u32, delays: Delays) -> Technology {
    Technology {
        name,
        factors: [26, 17],
        cuts_products: false,
        product_cell: None,
        registers_memories: false,
        memory_cell: None,
        has_luts: true,
        max_lut_words: 64,
        twiddle_bits: 18,
        lut_inputs,
        delays,
        product_wire: 0.0,
        fan_out: 0.0,
        chains_have_luts: true,
        cycles: None,
    }
}

impl Technology {
    /// Counts the DSP blocks of a product of signed factors of `a` and `b` bits.
    pub fn blocks(&self, a: u32, b: u32) -> u32 {
        let [longer, shorter] = self.factors;
        let blocks = |a: u32, b: u32| a.saturating_sub(1).div_ceil(longer) * b.saturating_sub(1).div_ceil(shorter);
        blocks(a, b).min(blocks(b, a)).max(1)
    }
}

impl Technology {
    /// Returns the delay of a LUT relative to that of UltraScale+.
    pub fn relative_delay(&self) -> f64 {
        self.delays.level / ULTRASCALE_PLUS_DELAYS.level
    }

    /// Returns the words of the deepest memory in LUTs, if deeper ones are block RAM with registers.
    pub fn registered_above(&self) -> Option<usize> {
        self.registers_memories.then_some(self.max_lut_words)
    }
}

impl Default for &'static Technology {
    fn default() -> Self {
        &ULTRASCALE_PLUS
    }
}

impl PartialEq for Technology {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Technology {}

impl Hash for Technology {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}
