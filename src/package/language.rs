//! What an output language has around a core: templates of files.

use crate::emit::{Emitter, Verilog};

/// Templates of the files around a core that depend on the language or on its tools.
#[derive(Clone, Copy, Debug)]
pub struct Templates {
    /// Self-checking testbench.
    pub testbench: &'static str,
    /// Part of the testbench that converts AXI4-Stream ports to a stream without gaps.
    pub axis_adapter: &'static str,
    /// Part of the testbench that converts the native ports to a stream without gaps.
    pub native_adapter: &'static str,
    /// Self-checking testbench of a core for frames in external memory.
    pub memory_testbench: &'static str,
    /// Self-checking testbench of an array of elements.
    pub array_testbench: &'static str,
    /// Testbench of an array whose rows have streams.
    pub array_streams_testbench: &'static str,
    /// Instance of the core, for its README.
    pub instance: &'static str,
    /// Makefile that simulates, lints and synthesises.
    pub makefile: &'static str,
    /// Core file of FuseSoC.
    pub fusesoc: &'static str,
}

/// An output language with the files around a core.
pub trait Language: Emitter {
    /// Returns the templates of these files.
    fn templates(&self) -> Templates;
}

/// All languages. The first one is the default.
pub const LANGUAGES: [&dyn Language; 1] = [&Verilog];

impl Language for Verilog {
    fn templates(&self) -> Templates {
        Templates {
            testbench: include_str!("../../templates/verilog/testbench.v.hbs"),
            axis_adapter: include_str!("../../templates/verilog/testbench_axis.v"),
            native_adapter: include_str!("../../templates/verilog/testbench_native.v.hbs"),
            memory_testbench: include_str!("../../templates/verilog/memory_testbench.v.hbs"),
            array_testbench: include_str!("../../templates/verilog/array_testbench.v.hbs"),
            array_streams_testbench: include_str!("../../templates/verilog/array_streams_testbench.v.hbs"),
            instance: include_str!("../../templates/verilog/instance.v.hbs"),
            makefile: include_str!("../../templates/verilog/Makefile.hbs"),
            fusesoc: include_str!("../../templates/verilog/fusesoc.core.hbs"),
        }
    }
}
