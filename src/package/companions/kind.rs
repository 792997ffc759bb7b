//! The kinds of companions.

use crate::choice::Choice;
use crate::emit::{SystemVerilog, Verilog};
use crate::package::language::Language;

/// Kind of files that accompany a core.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Companion {
    /// Self-checking testbench and its vectors.
    Testbench,
    /// Manifest in JSON, which every core has.
    Manifest,
    /// Makefile that simulates, lints and synthesises.
    Makefile,
    /// Description for people.
    Readme,
    /// Core file of FuseSoC.
    Fusesoc,
    /// List of sources for simulators.
    Filelist,
    /// Scripts, constraints and a wrapper for AMD Vivado.
    Vivado,
    /// Component of Platform Designer and constraints for Intel Quartus.
    Quartus,
    /// Script of Yosys.
    Yosys,
    /// Test in cocotb.
    Cocotb,
    /// Component and entity in VHDL.
    Vhdl,
    /// Interfaces of SystemVerilog.
    Interface,
    /// Vectors as arrays of C.
    C,
    /// Wrapper in LiteX.
    Litex,
    /// Wrapper in Amaranth.
    Amaranth,
    /// Wrapper in SpinalHDL.
    Spinal,
    /// Wrapper in Chisel.
    Chisel,
    /// Wrapper in Clash.
    Clash,
    /// Example with a tone generator and a peak detector.
    Example,
    /// Page in HTML with pictures.
    Report,
    /// Properties of the ports, for a proof.
    Formal,
    /// Map of registers in C and in SystemRDL.
    Registers,
}

use Companion::*;

impl Choice for Companion {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("testbench", Testbench),
        ("manifest", Manifest),
        ("makefile", Makefile),
        ("readme", Readme),
        ("fusesoc", Fusesoc),
        ("filelist", Filelist),
        ("vivado", Vivado),
        ("quartus", Quartus),
        ("yosys", Yosys),
        ("cocotb", Cocotb),
        ("vhdl", Vhdl),
        ("interface", Interface),
        ("c", C),
        ("litex", Litex),
        ("amaranth", Amaranth),
        ("spinal", Spinal),
        ("chisel", Chisel),
        ("clash", Clash),
        ("example", Example),
        ("report", Report),
        ("formal", Formal),
        ("registers", Registers),
    ];
}

/// Titles of the kinds, and the kinds whose files they read, in the order of [`Companion::WORDS`].
const TABLE: [(Companion, &str, &[Companion]); 22] = [
    (Testbench, "self-checking testbench and what it reads", &[]),
    (Manifest, "properties, ports and digests in JSON, which every core has", &[]),
    (Makefile, "simulation, lint and synthesis by make", &[Testbench]),
    (Readme, "description for people", &[]),
    (Fusesoc, "core file of FuseSoC: lint, simulation and synthesis", &[Testbench]),
    (Filelist, "list of sources, as simulators read it by -f", &[]),
    (Vivado, "AMD Vivado: packaging as IP, synthesis, constraints", &[]),
    (Quartus, "Intel Quartus: component of Platform Designer, constraints", &[]),
    (Yosys, "Yosys: script that synthesises for the target", &[]),
    (Cocotb, "cocotb 2: test with cocotbext-axi and numpy, for Icarus Verilog and Verilator", &[Testbench]),
    (Vhdl, "VHDL: package with the component, and an entity around it", &[]),
    (Interface, "SystemVerilog: interfaces of the buses, and a wrapper with their modports", &[]),
    (C, "C: header with frames and their transforms as arrays", &[]),
    (Litex, "LiteX: module with stream endpoints", &[]),
    (Amaranth, "Amaranth: component with streams", &[]),
    (Spinal, "SpinalHDL: black box, and a component with streams", &[]),
    (Chisel, "Chisel: black box, and a module with streams", &[]),
    (Clash, "Clash: primitive, and a function of streams", &[]),
    (Example, "example: tone, core and peak detector, and the bitstream for a board by make -f <name>_example.mk", &[]),
    (Report, "report: a page in HTML with blocks, permuters, accuracy and waves", &[]),
    (Formal, "formal: properties of the ports, which Yosys or SymbiYosys proves for any time", &[]),
    (Registers, "registers: their map as a header of C and in SystemRDL", &[]),
];

impl Companion {
    /// All kinds in the order of their words.
    pub fn all() -> impl Iterator<Item = Companion> {
        TABLE.iter().map(|(companion, ..)| *companion)
    }

    /// Describes the files and the tool that reads them.
    pub fn title(self) -> &'static str {
        TABLE[self as usize].1
    }

    /// Kinds whose files are read by the files of this kind.
    pub fn needs(self) -> &'static [Companion] {
        TABLE[self as usize].2
    }

    /// Returns the language of the cores that the files go with. `None` if it may be any.
    pub(super) fn language(self) -> Option<&'static dyn Language> {
        match self {
            Interface => Some(&SystemVerilog),
            Cocotb | Vhdl | Example | Formal => Some(&Verilog),
            _ => None,
        }
    }

    /// Whether the files are written if nothing else is asked for.
    pub fn is_default(self) -> bool {
        self <= Filelist
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_in_the_order_of_the_words() {
        let words: Vec<Companion> = Companion::WORDS.iter().map(|(_, companion)| *companion).collect();
        assert_eq!(Companion::all().collect::<Vec<_>>(), words);
        assert!(TABLE.iter().enumerate().all(|(place, (companion, ..))| *companion as usize == place));
    }
}
