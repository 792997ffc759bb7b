//! FPGA families as a table: scripts of Yosys, and resources of their cells.

mod blocks;
mod board;
mod cells;
mod chip;
mod luts;
mod packer;
mod pins;
mod report;
mod resource;
mod route;
mod synthesis;
mod timing;

pub use board::Board;
pub use chip::{Chip, CHIPS};
pub use packer::Packer;
pub use pins::Pins;
pub use report::{overfull_sites, Routed, Sites, Step};
pub use resource::Resource;
pub use route::{Device, Part, Router, CLOCK, SERIAL};
pub use synthesis::Synthesis;
pub use timing::{Edges, PathCounts, Timing};

use crate::rtl::technology::{self, Technology};
use cells::{Row, COMMON, GOWIN_GW2A, LATTICE_ECP5, LATTICE_ICE40, LATTICE_NEXUS, XILINX, YOSYS};
use route::{ECP5, GOWIN, ICE40, ICE40_UP, NEXUS};
use std::fmt;

/// Multiplier of a DSP block.
struct Multiplier {
    /// Bits of the widest factors, without their signs.
    factors: (u32, u32),
    /// Bits by which unsigned factors may be longer, because they may take the place of the sign.
    unsigned: u32,
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
    pub synthesis: Synthesis,
    /// Tables of the family's cells.
    cells: &'static [&'static [Row]],
    /// Name of a block RAM with its capacity.
    pub block_ram: &'static str,
    /// Multiplier of a DSP block. `None` if there are no DSP blocks.
    multiplier: Option<Multiplier>,
    /// Clock in MHz that cores of the default pipelining reach on the family, by which constraints and figures go unless another one is asked for. Of
    /// UltraScale+ it is by the timing model, of ECP5 and iCE40 UltraPlus by routed cores, of standard cells by a process of 180 nm. Of the other
    /// families it follows from the ratio of their delays to these.
    pub clock_mhz: u32,
    /// Delays of the timing model, if it describes the family.
    pub timing: Option<&'static Timing>,
    /// Part that the scripts of Vivado take, if Vivado has the family.
    pub vivado_part: Option<&'static str>,
    /// Whether cores infer all cells and infer them for no vendor alone, so that Quartus has them too.
    pub is_portable: bool,
    /// Program that places and routes for the family, if there is one.
    pub router: Option<&'static Router>,
    /// What the netlists of cores for the family follow from.
    pub technology: &'static Technology,
}

/// All families, the default first.
pub const TARGETS: &[Target] = &[
    Target {
        name: "xcup",
        title: "AMD UltraScale+",
        synthesis: Synthesis::family("xilinx", &["-family xcup", "-flatten"]),
        cells: &[XILINX, COMMON],
        block_ram: "BRAM36",
        multiplier: Some(Multiplier { factors: (26, 17), unsigned: 0, min_bits: 9 }),
        clock_mhz: 250,
        timing: Some(&timing::ULTRASCALE_PLUS),
        vivado_part: Some("xczu3eg-sbva484-1-e"),
        is_portable: true,
        router: None,
        technology: &technology::ULTRASCALE_PLUS,
    },
    Target {
        name: "xc7",
        title: "AMD 7 series",
        synthesis: Synthesis::family("xilinx", &["-family xc7", "-flatten"]),
        cells: &[XILINX, COMMON],
        block_ram: "BRAM36",
        multiplier: Some(Multiplier { factors: (24, 17), unsigned: 0, min_bits: 9 }),
        clock_mhz: 150,
        timing: Some(&timing::ULTRASCALE_PLUS),
        vivado_part: Some("xc7a100tcsg324-1"),
        is_portable: false,
        router: None,
        technology: &technology::SERIES_7,
    },
    Target {
        name: "versal",
        title: "AMD Versal",
        synthesis: Synthesis::family("xilinx", &["-family xcup", "-flatten"]),
        cells: &[XILINX, COMMON],
        block_ram: "BRAM36",
        multiplier: Some(Multiplier { factors: (26, 17), unsigned: 0, min_bits: 9 }),
        clock_mhz: 250,
        timing: None,
        vivado_part: Some("xcvc1902-vsva2197-2MP-e-S"),
        is_portable: false,
        router: None,
        technology: &technology::VERSAL,
    },
    Target {
        name: "ecp5",
        title: "Lattice ECP5",
        synthesis: Synthesis::family("ecp5", &[]),
        cells: &[LATTICE_ECP5, COMMON],
        block_ram: "EBR18",
        multiplier: Some(Multiplier { factors: (17, 17), unsigned: 1, min_bits: 0 }),
        clock_mhz: 180,
        timing: Some(&timing::ECP5),
        vivado_part: None,
        is_portable: false,
        router: Some(&ECP5),
        technology: &technology::ECP5,
    },
    Target {
        name: "ice40",
        title: "Lattice iCE40 HX and LP",
        synthesis: Synthesis::family("ice40", &[]),
        cells: &[LATTICE_ICE40, COMMON],
        block_ram: "EBR4",
        multiplier: None,
        clock_mhz: 80,
        timing: None,
        vivado_part: None,
        is_portable: false,
        router: Some(&ICE40),
        technology: &technology::ICE40,
    },
    Target {
        name: "ice40up",
        title: "Lattice iCE40 UltraPlus",
        synthesis: Synthesis::family("ice40", &["-dsp", "-device u"]),
        cells: &[LATTICE_ICE40, COMMON],
        block_ram: "EBR4",
        multiplier: Some(Multiplier { factors: (15, 15), unsigned: 1, min_bits: 0 }),
        clock_mhz: 30,
        timing: Some(&timing::ICE40_UP),
        vivado_part: None,
        is_portable: false,
        router: Some(&ICE40_UP),
        technology: &technology::ICE40_UP,
    },
    Target {
        name: "nexus",
        title: "Lattice Nexus",
        synthesis: Synthesis::family("nexus", &["-family lifcl"]),
        cells: &[LATTICE_NEXUS, COMMON],
        block_ram: "EBR18",
        multiplier: Some(Multiplier { factors: (17, 17), unsigned: 1, min_bits: 0 }),
        clock_mhz: 180,
        timing: None,
        vivado_part: None,
        is_portable: false,
        router: Some(&NEXUS),
        technology: &technology::NEXUS,
    },
    Target {
        name: "gw2a",
        title: "Gowin GW2A",
        // Without a family, which old versions of Yosys do not know: the cells are those of the default family too.
        synthesis: Synthesis::family("gowin", &[]),
        cells: &[GOWIN_GW2A, COMMON],
        block_ram: "BSRAM18",
        multiplier: Some(Multiplier { factors: (17, 17), unsigned: 1, min_bits: 0 }),
        clock_mhz: 170,
        timing: None,
        vivado_part: None,
        is_portable: false,
        router: Some(&GOWIN),
        technology: &technology::GW2A,
    },
    Target {
        name: "generic",
        title: "LUTs of six inputs",
        synthesis: Synthesis::of_yosys(&["-flatten", "-lut 6"]),
        cells: &[YOSYS, COMMON],
        block_ram: "BRAM",
        multiplier: None,
        clock_mhz: 250,
        timing: None,
        vivado_part: None,
        is_portable: true,
        router: None,
        technology: &technology::GENERIC,
    },
    Target {
        name: "asic",
        title: "standard cells",
        synthesis: Synthesis::of_yosys(&["-flatten"]),
        cells: &[YOSYS, COMMON],
        block_ram: "memories",
        multiplier: None,
        clock_mhz: 150,
        timing: None,
        vivado_part: None,
        is_portable: false,
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
        format!("{read}\n{} -top {top}\nwrite_json {json}\n", self.synthesis.command())
    }

    /// Returns the resource that a cell takes, and its amount. `None` for a cell that no table has.
    pub fn resource(&self, cell: &str) -> Option<(Resource, usize)> {
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
    /// # use fftgen_hdl::target::Target;
    /// assert_eq!(Target::parse("xcup")?.blocks(24), 2);
    /// # Ok::<(), String>(())
    /// ```
    pub fn blocks(&self, bits: u32) -> usize {
        self.blocks_of([bits; 2])
    }

    /// Counts the DSP blocks of a multiplier of two unsigned factors.
    fn blocks_of(&self, bits: [u32; 2]) -> usize {
        let unsigned = self.multiplier.as_ref().map_or(0, |multiplier| multiplier.unsigned);
        self.tiles_of(bits, unsigned)
    }

    /// Counts the DSP blocks of a multiplier of two signed factors of `x` and `y` bits, without their signs.
    pub fn tiles(&self, x: u32, y: u32) -> usize {
        self.tiles_of([x, y], 0)
    }

    /// Counts the DSP blocks of a multiplier, whose factors have `more` bits than signed ones have without their signs.
    fn tiles_of(&self, [x, y]: [u32; 2], more: u32) -> usize {
        match self.multiplier {
            Some(Multiplier { factors: (a, b), min_bits, .. }) if x + y >= min_bits => {
                let tiles = |x: u32, y: u32| x.div_ceil(a + more) * y.div_ceil(b + more);
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
        // Signed factors of 18 and 19 bits: the sign takes one of the 18 bits of a factor of ECP5.
        let signed = |target: &str| [17, 18].map(|bits| Target::parse(target).unwrap().tiles(bits, 17));
        assert_eq!([signed("xcup"), signed("ecp5"), signed("nexus")], [[1, 1], [1, 2], [1, 2]]);
    }
}
