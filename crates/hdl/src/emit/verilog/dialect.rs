//! The words in which Verilog and SystemVerilog differ. All else is printed alike.

/// Verilog or SystemVerilog.
pub trait Dialect: Sync {
    /// Words of the dialect.
    const WORDS: Words;
}

/// Words of a dialect.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// Name in lower case, as in a setting.
    pub name: &'static str,
    /// Name as in a text.
    pub title: &'static str,
    pub edition: &'static str,
    /// Extension of file names, without the dot.
    pub extension: &'static str,
    /// Kind of a signal that one expression or one instance drives.
    pub wire: &'static str,
    /// Kind of a signal that a block drives.
    pub variable: &'static str,
    /// Begin of a block of registers.
    pub clocked: &'static str,
    /// Begin of a block of logic.
    pub combinational: &'static str,
    /// Whether a value in the declaration of a wire drives it for ever. Else it is its first value.
    pub drives_in_declarations: bool,
    /// Command of Yosys that reads a file.
    pub read: &'static str,
}

/// The output language Verilog, as in IEEE 1364-2005.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verilog;

impl Dialect for Verilog {
    const WORDS: Words = Words {
        name: "verilog",
        title: "Verilog",
        edition: "Verilog-2005",
        extension: "v",
        wire: "wire",
        variable: "reg",
        clocked: "always @(posedge clk)",
        combinational: "always @*",
        drives_in_declarations: true,
        read: "read_verilog",
    };
}

/// The output language SystemVerilog, as in IEEE 1800-2017.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SystemVerilog;

impl Dialect for SystemVerilog {
    const WORDS: Words = Words {
        name: "systemverilog",
        title: "SystemVerilog",
        edition: "SystemVerilog-2017",
        extension: "sv",
        wire: "logic",
        variable: "logic",
        clocked: "always_ff @(posedge clk)",
        combinational: "always_comb",
        drives_in_declarations: false,
        read: "read_verilog -sv",
    };
}
