//! FPGA families as a table: scripts of Yosys, and resources of their cells.

mod resource;
mod route;
mod timing;

pub use route::{overfull_sites, Device, Part, Routed, Router, Sites, Step, SERIAL};

pub use resource::Resource;
pub use timing::{Edges, PathCounts, Timing};

use crate::rtl::technology::{self, Technology};
use route::{ECP5, GOWIN, ICE40, ICE40_UP};
use std::fmt;

/// Names of cells (`*` stands for any rest), the resource that a cell takes, and its amount.
pub(crate) struct Row(&'static [&'static str], Resource, usize);

/// Multiplier of a DSP block.
struct Multiplier {
    /// Bits of the widest unsigned factors.
    factors: (u32, u32),
    /// Minimum number of bits of a product. LUTs compute shorter products.
    min_bits: u32,
}

/// Family of FPGAs.
pub struct Target {
    /// Name on the command line.
    pub name: &'static str,
    /// Name in text.
    pub title: &'static str,
    /// Command of Yosys that synthesises for the family.
    synthesis: &'static str,
    /// Tables of the family's cells.
    cells: &'static [&'static [Row]],
    /// Name of a block RAM with its capacity.
    pub block_ram: &'static str,
    /// Multiplier of a DSP block. `None` if there are no DSP blocks.
    multiplier: Option<Multiplier>,
    /// Delays of the timing model, if it describes the family.
    pub timing: Option<&'static Timing>,
    /// Program that places and routes for the family, if there is one.
    pub router: Option<&'static Router>,
    /// What the netlists of cores for the family follow from.
    pub technology: &'static Technology,
}

use Resource::*;

/// Cells that every family may have.
const COMMON: &[Row] = &[Row(&["$scopeinfo"], Nothing, 0)];

/// Cells of both UltraScale+ and the 7 series. A LUT of six inputs holds 64 bits, or 32 with a second port.
const XILINX: &[Row] = &[
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

/// Cells of ECP5. A carry cell takes the sites of two LUTs. Neither Yosys nor this table counts these LUTs.
const LATTICE_ECP5: &[Row] = &[
    Row(&["LUT4"], Lut, 1),
    Row(&["TRELLIS_DPR16X4"], LutRam, 4),
    Row(&["CCU2C"], Carry, 1),
    Row(&["PFUMX", "L6MUX21"], Multiplexer, 0),
    Row(&["TRELLIS_FF"], FlipFlop, 1),
    Row(&["MULT18X18D"], Dsp, 1),
    Row(&["DP16KD", "PDPW16KD"], BlockRam, 1),
    Row(&["GSR"], Nothing, 0),
];

/// Cells of Nexus. A carry cell takes the sites of two LUTs, as in ECP5.
const LATTICE_NEXUS: &[Row] = &[
    Row(&["LUT4", "INV"], Lut, 1),
    Row(&["DPR16X4"], LutRam, 4),
    Row(&["CCU2"], Carry, 1),
    Row(&["WIDEFN9"], Multiplexer, 0),
    Row(&["FD1P3*"], FlipFlop, 1),
    Row(&["MULT9X9", "MULT18X18", "MULT18X36", "MULT36X36"], Dsp, 1),
    Row(&["DP16K_MODE", "PDP16K_MODE", "PDPSC16K_MODE"], BlockRam, 1),
    Row(&["VHI", "VLO", "OB", "IB"], Nothing, 0),
];

/// Cells of iCE40.
const LATTICE_ICE40: &[Row] = &[
    Row(&["SB_LUT4"], Lut, 1),
    Row(&["SB_CARRY"], Carry, 1),
    Row(&["SB_DFF*"], FlipFlop, 1),
    Row(&["SB_RAM40_4K*"], BlockRam, 1),
    Row(&["SB_MAC16"], Dsp, 1),
    Row(&["SB_GB"], ClockBuffer, 0),
];

/// Cells of Gowin GW2A. An adder cell takes the site of a LUT.
const GOWIN_GW2A: &[Row] = &[
    Row(&["LUT1", "LUT2", "LUT3", "LUT4"], Lut, 1),
    Row(&["RAM16SDP4"], LutRam, 4),
    Row(&["RAM16SDP2"], LutRam, 2),
    Row(&["RAM16SDP1"], LutRam, 1),
    Row(&["ALU"], Carry, 1),
    Row(&["MUX2_LUT*"], Multiplexer, 0),
    Row(&["DFF*"], FlipFlop, 1),
    Row(&["MULT9X9", "MULT18X18", "MULT36X36"], Dsp, 1),
    Row(&["SDPB", "SDPX9B", "DPB", "DPX9B", "SPX9", "SP", "pROM", "pROMX9"], BlockRam, 1),
    Row(&["IBUF", "OBUF", "GND", "VCC", "GSR"], Nothing, 0),
];

/// Cells of Yosys itself.
const YOSYS: &[Row] = &[Row(&["$lut"], Lut, 1), Row(&["$_DFF*", "$_SDFF*", "$_ALDFF*", "$_DLATCH*"], FlipFlop, 1)];

/// All families, the default first.
pub const TARGETS: &[Target] = &[
    Target {
        name: "xcup",
        title: "AMD UltraScale+",
        synthesis: "synth_xilinx -family xcup -flatten",
        cells: &[XILINX, COMMON],
        block_ram: "BRAM36",
        multiplier: Some(Multiplier { factors: (26, 17), min_bits: 9 }),
        timing: Some(&timing::ULTRASCALE_PLUS),
        router: None,
        technology: &technology::ULTRASCALE_PLUS,
    },
    Target {
        name: "xc7",
        title: "AMD 7 series",
        synthesis: "synth_xilinx -family xc7 -flatten",
        cells: &[XILINX, COMMON],
        block_ram: "BRAM36",
        multiplier: Some(Multiplier { factors: (24, 17), min_bits: 9 }),
        timing: Some(&timing::ULTRASCALE_PLUS),
        router: None,
        technology: &technology::SERIES_7,
    },
    Target {
        name: "versal",
        title: "AMD Versal",
        synthesis: "synth_xilinx -family xcup -flatten",
        cells: &[XILINX, COMMON],
        block_ram: "BRAM36",
        multiplier: Some(Multiplier { factors: (26, 17), min_bits: 9 }),
        timing: None,
        router: None,
        technology: &technology::VERSAL,
    },
    Target {
        name: "ecp5",
        title: "Lattice ECP5",
        synthesis: "synth_ecp5",
        cells: &[LATTICE_ECP5, COMMON],
        block_ram: "EBR18",
        multiplier: Some(Multiplier { factors: (18, 18), min_bits: 0 }),
        timing: Some(&timing::ECP5),
        router: Some(&ECP5),
        technology: &technology::ECP5,
    },
    Target {
        name: "ice40",
        title: "Lattice iCE40 HX",
        synthesis: "synth_ice40",
        cells: &[LATTICE_ICE40, COMMON],
        block_ram: "EBR4",
        multiplier: None,
        timing: None,
        router: Some(&ICE40),
        technology: &technology::ICE40,
    },
    Target {
        name: "ice40up",
        title: "Lattice iCE40 UltraPlus",
        synthesis: "synth_ice40 -dsp -device u",
        cells: &[LATTICE_ICE40, COMMON],
        block_ram: "EBR4",
        multiplier: Some(Multiplier { factors: (16, 16), min_bits: 0 }),
        timing: Some(&timing::ICE40_UP),
        router: Some(&ICE40_UP),
        technology: &technology::ICE40_UP,
    },
    Target {
        name: "nexus",
        title: "Lattice Nexus",
        synthesis: "synth_nexus -family lifcl",
        cells: &[LATTICE_NEXUS, COMMON],
        block_ram: "EBR18",
        multiplier: Some(Multiplier { factors: (18, 18), min_bits: 0 }),
        timing: None,
        router: None,
        technology: &technology::NEXUS,
    },
    Target {
        name: "gw2a",
        title: "Gowin GW2A",
        // Without a family, which old versions of Yosys do not know: the cells are those of the default family too.
        synthesis: "synth_gowin",
        cells: &[GOWIN_GW2A, COMMON],
        block_ram: "BSRAM18",
        multiplier: Some(Multiplier { factors: (18, 18), min_bits: 0 }),
        timing: None,
        router: Some(&GOWIN),
        technology: &technology::GW2A,
    },
    Target {
        name: "generic",
        title: "LUTs of six inputs",
        synthesis: "synth -flatten -lut 6",
        cells: &[YOSYS, COMMON],
        block_ram: "BRAM",
        multiplier: None,
        timing: None,
        router: None,
        technology: &technology::GENERIC,
    },
    Target {
        name: "asic",
        title: "standard cells",
        synthesis: "synth -flatten",
        cells: &[YOSYS, COMMON],
        block_ram: "memories",
        multiplier: None,
        timing: None,
        router: None,
        technology: &technology::ASIC,
    },
];

impl PartialEq for Target {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl fmt::Debug for Target {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl Target {
    /// Finds a target by its name. The error lists the names.
    pub fn parse(name: &str) -> Result<&'static Target, String> {
        let names = || TARGETS.iter().map(|target| target.name).collect::<Vec<_>>().join(", ");
        TARGETS.iter().find(|target| target.name == name).ok_or_else(|| format!("targets: {}", names()))
    }

    /// Returns a script for Yosys: run the command `read`, which reads a design, then synthesise `top` and write the
    /// file `json`.
    pub fn script(&self, read: &str, top: &str, json: &str) -> String {
        format!("{read}\n{} -top {top}\nwrite_json {json}\n", self.synthesis)
    }

    /// Returns the resource that a cell takes, and its amount. `None` for a cell that no table has.
    pub(crate) fn resource(&self, cell: &str) -> Option<(Resource, usize)> {
        let matches = |name: &&str| match name.strip_suffix('*') {
            Some(start) => cell.starts_with(start),
            None => cell == *name,
        };
        let mut rows = self.cells.iter().copied().flatten();
        rows.find(|row| row.0.iter().any(&matches)).map(|row| (row.1, row.2))
    }

    /// Counts the DSP blocks of a multiplier of two unsigned factors of `bits` bits.
    ///
    /// ```
    /// # use fftgen::synth::Target;
    /// assert_eq!(Target::parse("xcup")?.blocks(24), 2);
    /// # Ok::<(), String>(())
    /// ```
    pub fn blocks(&self, bits: u32) -> usize {
        self.tiles(bits, bits)
    }

    /// Counts the DSP blocks of a multiplier of two unsigned factors of `x` and `y` bits. The sign bits of signed
    /// factors come on top of `x` and `y`, because the factors of a DSP block are signed.
    pub fn tiles(&self, x: u32, y: u32) -> usize {
        match self.multiplier {
            Some(Multiplier { factors: (a, b), min_bits }) if x + y >= min_bits => {
                let tiles = |x: u32, y: u32| x.div_ceil(a) * y.div_ceil(b);
                tiles(x, y).min(tiles(y, x)) as usize
            }
            _ => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_target_is_found_by_its_name() {
        assert!(TARGETS.iter().all(|target| Target::parse(target.name).is_ok_and(|found| found.title == target.title)));
        assert_eq!(
            Target::parse("virtex").err().unwrap(),
            "targets: xcup, xc7, versal, ecp5, ice40, ice40up, nexus, gw2a, generic, asic"
        );
    }

    #[test]
    fn scripts_read_synthesise_and_write() {
        let script = TARGETS[0].script("read_verilog design.v", "dft3_core", "netlist.json");
        assert_eq!(
            script,
            "read_verilog design.v\nsynth_xilinx -family xcup -flatten -top dft3_core\nwrite_json netlist.json\n"
        );
    }

    #[test]
    fn blocks_tile_a_multiplier() {
        let blocks = |target: &str| [4, 8, 11, 24, 53].map(|bits| Target::parse(target).unwrap().blocks(bits));
        assert_eq!(blocks("xcup"), [0, 1, 1, 2, 12]);
        assert_eq!(blocks("xc7"), [0, 1, 1, 2, 12]);
        assert_eq!(blocks("ecp5"), [1, 1, 1, 4, 9]);
        assert_eq!(blocks("ice40"), [0; 5]);
    }
}
