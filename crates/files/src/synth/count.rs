//! Counts of the resources of a netlist.

use super::{Netlist, Resource, Target};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// Resources of an FPGA that a netlist takes.
#[derive(Serialize, JsonSchema, Clone, PartialEq, Debug, Default)]
pub struct Resources {
    /// All LUTs, including those of memories, of shift registers and of carry chains that are in the sites of LUTs.
    pub lut: usize,
    /// LUTs of memories.
    pub lutram: usize,
    /// LUTs of shift registers.
    pub srl: usize,
    /// Pieces of carry chains, of four bits each on AMD's families.
    pub carry: usize,
    /// Flip-flops and latches.
    pub ff: usize,
    /// DSP blocks.
    pub dsp: usize,
    /// Block RAMs. Half a block RAM counts half.
    pub bram: f64,
    /// UltraRAM blocks.
    pub uram: usize,
    /// Counts of cells that are not in the target's table.
    pub other: BTreeMap<String, usize>,
}

impl Resources {
    /// Counts the resources that the cells of a netlist take.
    pub fn of(netlist: &Netlist, target: &Target) -> Self {
        let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
        for cell in netlist.cells.values() {
            *kinds.entry(&cell.kind).or_default() += 1;
        }
        let mut total = Resources::default();
        for (kind, cells) in kinds {
            match target.resource(kind) {
                Some((Resource::CarryInLuts, each)) => {
                    total.carry += cells;
                    total.lut += cells * each;
                }
                Some((resource, each)) => total.add(resource, cells * each),
                None => drop(total.other.insert(kind.to_string(), cells)),
            }
        }
        total.lut += total.lutram + total.srl;
        total
    }

    /// Adds an amount of a resource. LUTs of memories and shift registers are not added to `lut` here.
    fn add(&mut self, resource: Resource, amount: usize) {
        let counter = match resource {
            Resource::Lut => &mut self.lut,
            Resource::LutRam => &mut self.lutram,
            Resource::ShiftRegister => &mut self.srl,
            Resource::Carry => &mut self.carry,
            Resource::FlipFlop => &mut self.ff,
            Resource::Dsp => &mut self.dsp,
            Resource::UltraRam => &mut self.uram,
            Resource::BlockRam => return self.bram += amount as f64,
            Resource::HalfBlockRam => return self.bram += amount as f64 / 2.0,
            Resource::Multiplexer | Resource::ClockBuffer | Resource::Nothing | Resource::CarryInLuts => return,
        };
        *counter += amount;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Makes a netlist of unconnected cells.
    fn cells(kinds: &str) -> Netlist {
        let cell = |(i, kind): (usize, &str)| format!(r#""c{i}": {{"type": "{kind}", "connections": {{}}}}"#);
        let cells: Vec<String> = kinds.split(' ').enumerate().map(cell).collect();
        let text = format!(r#"{{"creator": "test", "modules": {{"top": {{"cells": {{{}}}}}}}}}"#, cells.join(", "));
        Netlist::parse(text.as_bytes(), "top").unwrap()
    }

    fn count(target: &str, kinds: &str) -> Resources {
        Resources::of(&cells(kinds), Target::parse(target).unwrap())
    }

    #[test]
    fn memories_and_shift_registers_are_luts_too() {
        let found =
            count("xcup", "LUT6 LUT2 INV SRL16E SRLC32E RAM32M16 RAM64X1D FDRE FDSE CARRY8 CARRY4 MUXF7 BUFG IBUF");
        let wanted = Resources { lut: 15, lutram: 10, srl: 2, carry: 3, ff: 2, ..Resources::default() };
        assert_eq!(found, wanted);
    }

    #[test]
    fn half_a_block_counts_half() {
        let found = count("xcup", "RAMB36E2 RAMB18E2 DSP48E2 DSP48E2 URAM288 $scopeinfo ODD ODD");
        let other = BTreeMap::from([("ODD".to_string(), 2)]);
        assert_eq!(found, Resources { bram: 1.5, dsp: 2, uram: 1, other, ..Resources::default() });
    }

    #[test]
    fn other_families_have_cells_of_their_own() {
        let ecp5 = count("ecp5", "LUT4 LUT4 TRELLIS_DPR16X4 TRELLIS_FF MULT18X18D DP16KD CCU2C PFUMX");
        let wanted = Resources { lut: 8, lutram: 4, carry: 1, ff: 1, dsp: 1, bram: 1.0, ..Resources::default() };
        assert_eq!(ecp5, wanted);
        let ice40 = count("ice40", "SB_LUT4 SB_DFFESR SB_DFF SB_CARRY SB_RAM40_4KNR SB_GB");
        assert_eq!(ice40, Resources { lut: 1, carry: 1, ff: 2, bram: 1.0, ..Resources::default() });
        let generic = count("generic", "$lut $lut $_DFF_P_ $_SDFFCE_PP0P_");
        assert_eq!(generic, Resources { lut: 2, ff: 2, ..Resources::default() });
    }
}
