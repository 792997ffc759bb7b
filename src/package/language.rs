//! What an output language has around a core: templates of files.

use crate::choice::Choice;
use crate::emit::{Emitter, SystemVerilog, Verilog, Vhdl};
use serde::Serialize;

/// Templates of the files around a core that depend on the language or on its tools.
#[derive(Clone, Copy, Debug)]
pub struct Templates {
    /// Self-checking testbench.
    pub testbench: Bench,
    /// Instance of the core, for its README.
    pub instance: &'static str,
    /// Chapter of the README about the testbench.
    pub simulation: &'static str,
    /// Makefile that simulates, lints and synthesises.
    pub makefile: &'static str,
    /// Core file of FuseSoC.
    pub fusesoc: &'static str,
    /// Types of the points on the ports, where a language has them.
    pub types: Option<&'static str>,
    /// Assertions about the ports, where a language has them.
    pub checks: Option<&'static str>,
    /// Words of tools for the language.
    pub words: ToolWords,
}

/// Words of tools for a language.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ToolWords {
    /// Command of Vivado that reads files.
    pub vivado: &'static str,
    /// Kind of a file for Quartus.
    pub quartus: &'static str,
    /// Kind of a set of files for simulation in Quartus.
    pub quartus_simulation: &'static str,
    /// Kind of a file for FuseSoC.
    pub fusesoc: &'static str,
    /// Flag of Icarus Verilog for the edition. It is empty where that does not read the language.
    pub icarus: &'static str,
    /// Commands that read a list of files.
    pub lists: &'static str,
}

/// How the testbench of a language drives a core.
#[derive(Clone, Copy, Debug)]
pub enum Bench {
    /// By frames and results, with a testbench of its own for each style of ports.
    Vectors(VectorBenches),
    /// By the ports in each clock cycle of a simulation of the netlist. One testbench serves all cores.
    Playback(&'static str),
}

/// Testbenches that read frames and results.
#[derive(Clone, Copy, Debug)]
pub struct VectorBenches {
    /// Testbench of a core that frames stream through.
    pub streams: &'static str,
    /// Part of it that converts AXI4-Stream ports to a stream without gaps.
    pub axis_adapter: &'static str,
    /// Part of it that converts the native ports to a stream without gaps.
    pub native_adapter: &'static str,
    /// Testbench of a core whose settings registers change.
    pub settings: &'static str,
    /// Testbench of a core for frames in external memory.
    pub memory: &'static str,
    /// Testbench of an array of elements.
    pub array: &'static str,
    /// Testbench of an array whose rows have streams.
    pub array_streams: &'static str,
}

/// An output language with the files around a core.
pub trait Language: Emitter {
    /// Returns the templates of these files.
    fn templates(&self) -> Templates;

    /// Whether the files of tools that know another language can be beside a core of this one.
    fn includes(&self, other: &dyn Language) -> bool {
        self.name() == other.name()
    }
}

impl PartialEq for dyn Language {
    fn eq(&self, other: &dyn Language) -> bool {
        self.name() == other.name()
    }
}

impl Choice for &'static dyn Language {
    const WORDS: &'static [(&'static str, Self)] =
        &[("verilog", &Verilog), ("systemverilog", &SystemVerilog), ("vhdl", &Vhdl)];
}

impl Default for &'static dyn Language {
    fn default() -> Self {
        &Verilog
    }
}

/// Templates of Verilog, whose files around a core are SystemVerilog too.
const VERILOG: Templates = Templates {
    testbench: Bench::Vectors(VectorBenches {
        streams: include_str!("../../templates/verilog/testbench.v.hbs"),
        axis_adapter: include_str!("../../templates/verilog/testbench_axis.v"),
        native_adapter: include_str!("../../templates/verilog/testbench_native.v.hbs"),
        settings: include_str!("../../templates/verilog/settings_testbench.v.hbs"),
        memory: include_str!("../../templates/verilog/memory_testbench.v.hbs"),
        array: include_str!("../../templates/verilog/array_testbench.v.hbs"),
        array_streams: include_str!("../../templates/verilog/array_streams_testbench.v.hbs"),
    }),
    instance: include_str!("../../templates/verilog/instance.v.hbs"),
    simulation: include_str!("../../templates/verilog/simulation.md.hbs"),
    makefile: include_str!("../../templates/verilog/Makefile.hbs"),
    fusesoc: include_str!("../../templates/verilog/fusesoc.core.hbs"),
    types: None,
    checks: None,
    words: ToolWords {
        vivado: "read_verilog",
        quartus: "VERILOG",
        quartus_simulation: "SIM_VERILOG",
        fusesoc: "verilogSource-2005",
        icarus: "-g2005",
        lists: "iverilog -f, verilator -F, slang -F, vlog -f, xrun -f",
    },
};

impl Language for Verilog {
    fn templates(&self) -> Templates {
        VERILOG
    }
}

impl Language for SystemVerilog {
    fn templates(&self) -> Templates {
        Templates {
            types: Some(include_str!("../../templates/systemverilog/types.sv.hbs")),
            checks: Some(include_str!("../../templates/systemverilog/checks.sv.hbs")),
            words: ToolWords {
                vivado: "read_verilog -sv",
                quartus: "SYSTEM_VERILOG",
                fusesoc: "systemVerilogSource",
                icarus: "-g2012",
                lists: "iverilog -g2012 -f, verilator -F, slang -F, vlog -sv -f, xrun -sv -f",
                ..VERILOG.words
            },
            ..VERILOG
        }
    }

    fn includes(&self, other: &dyn Language) -> bool {
        [Emitter::name(self), Emitter::name(&Verilog)].contains(&other.name())
    }
}

impl Language for Vhdl {
    fn templates(&self) -> Templates {
        Templates {
            testbench: Bench::Playback(include_str!("../../templates/vhdl/testbench.vhd.hbs")),
            instance: include_str!("../../templates/vhdl/instance.vhd.hbs"),
            simulation: include_str!("../../templates/vhdl/simulation.md.hbs"),
            makefile: include_str!("../../templates/vhdl/Makefile.hbs"),
            fusesoc: include_str!("../../templates/vhdl/fusesoc.core.hbs"),
            types: None,
            checks: None,
            words: ToolWords {
                vivado: "read_vhdl -vhdl2008",
                quartus: "VHDL",
                quartus_simulation: "SIM_VHDL",
                fusesoc: "vhdlSource-2008",
                icarus: "",
                lists: "vcom -2008 -f, xrun -f",
            },
        }
    }
}
