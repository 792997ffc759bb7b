//! Delays of the cells and wires of a family, and of paths as numbers of them.
//!
//! The delays of AMD's families are estimates, which no placed and routed core has confirmed. The delays of ECP5 and of iCE40 UltraPlus are
//! fitted to the routed cores of `tests/routed.csv`, so that the largest relative errors of their clocks are as small as possible. The wires into a
//! DSP block are part of its setup time.

use super::resource::Resource;
use crate::choice::Choice as _;
use crate::rtl::retime::Profile;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Delays of a cell with registers at its inputs and outputs, in ps.
#[derive(Clone, Copy, Debug)]
pub struct Edges {
    /// Delay from the clock edge to an output.
    pub start: u32,
    /// Setup time of an input.
    pub setup: u32,
}

/// Delays of a family in ps.
#[derive(Debug)]
pub struct Timing {
    /// Hop of wire to one reader.
    pub wire: u32,
    /// More for each doubling of the readers of a wire.
    pub doubling: u32,
    /// Flip-flop.
    pub register: Edges,
    /// DSP block, which uses its registers.
    pub dsp: Edges,
    /// Block RAM.
    pub block_ram: Edges,
    /// Shift register in LUTs.
    pub shift_register: Edges,
    /// Memory in LUTs, from an address to its word.
    pub lut_ram: u32,
    /// LUT.
    pub lut: u32,
    /// Multiplexer that joins LUTs.
    pub mux: u32,
    /// Whether the data of such a multiplexer come by wire. Otherwise they come from LUTs beside it.
    pub wires_muxes: bool,
    /// From an input of a carry chain to its carry.
    pub carry_entry: u32,
    /// From a carry to the next one.
    pub carry: u32,
    /// From a carry to the sum of a bit.
    pub carry_exit: u32,
    /// Whether a LUT reads a carry beside it, without a wire.
    pub sums_in_luts: bool,
    /// Clocks in MHz of the slowest and of the fastest core of `tests/routed.csv`, at the profiles low, mid and high, rounded outwards. `None` if none
    /// was routed.
    pub routed: Option<[[u32; 2]; 3]>,
}

/// Numbers of the delays on a path.
#[derive(Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema, Debug)]
pub struct PathCounts {
    /// Hops of wire.
    pub wires: u32,
    /// Doublings of the readers of all these wires.
    pub doublings: u32,
    /// LUTs.
    pub luts: u32,
    /// Multiplexers that join LUTs.
    pub muxes: u32,
    /// Memories in LUTs.
    pub lut_rams: u32,
    /// Entries into carry chains.
    pub entries: u32,
    /// Carries to the next one.
    pub carries: u32,
    /// Sums at the end of a carry chain.
    pub exits: u32,
}

/// AMD UltraScale+. Wires have no delay of their readers.
pub static ULTRASCALE_PLUS: Timing = Timing {
    wire: 280,
    doubling: 0,
    register: Edges { start: 100, setup: 60 },
    dsp: Edges { start: 1300, setup: 60 },
    block_ram: Edges { start: 900, setup: 200 },
    shift_register: Edges { start: 600, setup: 60 },
    lut_ram: 300,
    lut: 100,
    mux: 100,
    wires_muxes: true,
    carry_entry: 150,
    carry: 20,
    carry_exit: 0,
    sums_in_luts: false,
    routed: None,
};

/// Lattice ECP5 of speed grade 8.
pub static ECP5: Timing = Timing {
    wire: 250,
    doubling: 110,
    register: Edges { start: 390, setup: 73 },
    dsp: Edges { start: 875, setup: 926 },
    block_ram: Edges { start: 1926, setup: 435 },
    shift_register: Edges { start: 390, setup: 73 },
    lut_ram: 620,
    lut: 230,
    mux: 350,
    wires_muxes: false,
    carry_entry: 416,
    carry: 110,
    carry_exit: 360,
    sums_in_luts: false,
    routed: Some([[165, 225], [182, 248], [212, 321]]),
};

/// Lattice iCE40 UltraPlus.
pub static ICE40_UP: Timing = Timing {
    wire: 1976,
    doubling: 152,
    register: Edges { start: 1462, setup: 470 },
    dsp: Edges { start: 1500, setup: 470 },
    block_ram: Edges { start: 3000, setup: 470 },
    shift_register: Edges { start: 1462, setup: 470 },
    lut_ram: 767,
    lut: 767,
    mux: 767,
    wires_muxes: false,
    carry_entry: 660,
    carry: 348,
    carry_exit: 1100,
    sums_in_luts: true,
    routed: Some([[40, 58], [34, 60], [44, 60]]),
};

impl PathCounts {
    /// Returns the counts of both of two parts of a path.
    pub fn and(self, other: Self) -> Self {
        PathCounts {
            wires: self.wires + other.wires,
            doublings: self.doublings + other.doublings,
            luts: self.luts + other.luts,
            muxes: self.muxes + other.muxes,
            lut_rams: self.lut_rams + other.lut_rams,
            entries: self.entries + other.entries,
            carries: self.carries + other.carries,
            exits: self.exits + other.exits,
        }
    }
}

impl Timing {
    /// Returns the clocks of the slowest and of the fastest routed core at a profile, in MHz. `None` if none was routed.
    pub fn clocks(&self, profile: Profile) -> Option<[u32; 2]> {
        let number = Profile::WORDS.iter().position(|(_, other)| *other == profile)?;
        Some(self.routed?[number])
    }

    /// Returns the delays at both ends of paths at a resource. `None` if no path begins or ends there.
    pub fn edges(&self, resource: Resource) -> Option<Edges> {
        match resource {
            Resource::FlipFlop => Some(self.register),
            Resource::Dsp => Some(self.dsp),
            Resource::BlockRam | Resource::HalfBlockRam | Resource::UltraRam => Some(self.block_ram),
            Resource::ShiftRegister => Some(self.shift_register),
            _ => None,
        }
    }

    /// Returns the delay between the ends of a path in ps.
    pub fn delay(&self, counts: &PathCounts) -> u32 {
        let PathCounts { wires, doublings, luts, muxes, lut_rams, entries, carries, exits } = *counts;
        wires * self.wire
            + doublings * self.doubling
            + luts * self.lut
            + muxes * self.mux
            + lut_rams * self.lut_ram
            + entries * self.carry_entry
            + carries * self.carry
            + exits * self.carry_exit
    }
}
