//! Resources of an FPGA that cells take.

use serde::{Deserialize, Serialize};

/// Resource that a cell takes.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Resource {
    /// LUT that is used as logic.
    Lut,
    /// LUT that is used as memory.
    LutRam,
    /// LUT that is used as a shift register.
    ShiftRegister,
    /// Piece of a carry chain.
    Carry,
    /// Piece of a carry chain in the sites of LUTs, of which it has so many.
    CarryInLuts,
    /// Multiplexer that joins LUTs, which counts as nothing.
    Multiplexer,
    /// Flip-flop or latch.
    FlipFlop,
    /// DSP block.
    Dsp,
    /// Whole block RAM.
    BlockRam,
    /// Half of a block RAM.
    HalfBlockRam,
    /// UltraRAM block.
    UltraRam,
    /// Driver of a clock.
    ClockBuffer,
    /// Pad, constant or mark, which counts as nothing.
    Nothing,
}
