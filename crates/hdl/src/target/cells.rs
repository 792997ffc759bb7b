//! Cells of the families, with the resources that they take.

use super::resource::Resource::{self, *};

/// Names of cells (`*` stands for any rest), the resource that a cell takes, and its amount.
pub(super) struct Row(pub &'static [&'static str], pub Resource, pub usize);

/// Cells that every family may have.
pub(super) const COMMON: &[Row] = &[Row(&["$scopeinfo"], Nothing, 0)];

/// Cells of both UltraScale+ and the 7 series. A LUT of six inputs holds 64 bits, or 32 with a second port.
pub(super) const XILINX: &[Row] = &[
    Row(&["LUT1", "LUT2", "LUT3", "LUT4", "LUT5", "LUT6", "INV"], Lut, 1),
    Row(&["RAM16X1S", "RAM32X1S", "RAM64X1S"], LutRam, 1),
    Row(&["RAM16X1D", "RAM32X1D", "RAM64X1D", "RAM128X1S"], LutRam, 2),
    Row(&["RAM32M", "RAM64M", "RAM128X1D", "RAM256X1S"], LutRam, 4),
    Row(&["RAM32M16", "RAM64M8", "RAM256X1D", "RAM512X1S"], LutRam, 8),
    Row(&["SRL16E", "SRLC16E", "SRLC32E"], ShiftRegister, 1),
    Row(&["CARRY4"], Carry, 1),
    Row(&["CARRY8"], Carry, 2),
    Row(&["MUXF7", "MUXF8", "MUXF9"], Multiplexer, 0),
    Row(&["FDRE", "FDSE", "FDCE", "FDPE", "FDRE_1", "FDSE_1", "FDCE_1", "FDPE_1", "LDCE", "LDPE"], FlipFlop, 1),
    Row(&["DSP48E1", "DSP48E2"], Dsp, 1),
    Row(&["RAMB36E1", "RAMB36E2"], BlockRam, 1),
    Row(&["RAMB18E1", "RAMB18E2"], HalfBlockRam, 1),
    Row(&["URAM288"], UltraRam, 1),
    Row(&["BUFG"], ClockBuffer, 0),
    Row(&["IBUF", "OBUF", "VCC", "GND"], Nothing, 0),
];

/// Cells of ECP5. A carry cell takes the sites of two LUTs, which count, although Yosys does not count them.
pub(super) const LATTICE_ECP5: &[Row] = &[
    Row(&["LUT4"], Lut, 1),
    Row(&["TRELLIS_DPR16X4"], LutRam, 4),
    Row(&["CCU2C"], CarryInLuts, 2),
    Row(&["PFUMX", "L6MUX21"], Multiplexer, 0),
    Row(&["TRELLIS_FF"], FlipFlop, 1),
    Row(&["MULT18X18D"], Dsp, 1),
    Row(&["DP16KD", "PDPW16KD"], BlockRam, 1),
    Row(&["GSR"], Nothing, 0),
];

/// Cells of Nexus. A carry cell takes the sites of two LUTs, as in ECP5.
pub(super) const LATTICE_NEXUS: &[Row] = &[
    Row(&["LUT4", "INV"], Lut, 1),
    Row(&["DPR16X4"], LutRam, 4),
    Row(&["CCU2"], CarryInLuts, 2),
    Row(&["WIDEFN9"], Multiplexer, 0),
    Row(&["FD1P3*"], FlipFlop, 1),
    Row(&["MULT9X9", "MULT18X18", "MULT18X36", "MULT36X36"], Dsp, 1),
    Row(&["DP16K_MODE", "PDP16K_MODE", "PDPSC16K_MODE"], BlockRam, 1),
    Row(&["VHI", "VLO", "OB", "IB"], Nothing, 0),
];

/// Cells of iCE40.
pub(super) const LATTICE_ICE40: &[Row] = &[
    Row(&["SB_LUT4"], Lut, 1),
    Row(&["SB_CARRY"], Carry, 1),
    Row(&["SB_DFF*"], FlipFlop, 1),
    Row(&["SB_RAM40_4K*"], BlockRam, 1),
    Row(&["SB_MAC16"], Dsp, 1),
    Row(&["SB_GB"], ClockBuffer, 0),
];

/// Cells of Gowin GW2A. An adder cell takes the site of a LUT.
pub(super) const GOWIN_GW2A: &[Row] = &[
    Row(&["LUT1", "LUT2", "LUT3", "LUT4"], Lut, 1),
    Row(&["RAM16SDP4"], LutRam, 4),
    Row(&["RAM16SDP2"], LutRam, 2),
    Row(&["RAM16SDP1"], LutRam, 1),
    Row(&["ALU"], CarryInLuts, 1),
    Row(&["MUX2_LUT*"], Multiplexer, 0),
    Row(&["DFF*"], FlipFlop, 1),
    Row(&["MULT9X9", "MULT18X18", "MULT36X36"], Dsp, 1),
    Row(&["SDPB", "SDPX9B", "DPB", "DPX9B", "SPX9", "SP", "pROM", "pROMX9"], BlockRam, 1),
    Row(&["IBUF", "OBUF", "GND", "VCC", "GSR"], Nothing, 0),
];

/// Cells of Yosys itself.
pub(super) const YOSYS: &[Row] =
    &[Row(&["$lut"], Lut, 1), Row(&["$_DFF*", "$_SDFF*", "$_ALDFF*", "$_DLATCH*"], FlipFlop, 1)];
