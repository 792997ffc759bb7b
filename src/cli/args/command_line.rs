//! The program and its commands.

use super::commands::{Explain, Generate, Model, Report, Synth, Verify};
use super::speech::Speech;
use super::sweep::Sweep;
use super::tooling::{Completions, Doctor, List, Man, Schema};
use clap::{Parser, Subcommand};

/// Generate streaming FFT cores: Verilog, testbench and bit-accurate model
#[derive(Parser)]
#[command(
    version,
    args_conflicts_with_subcommands = true,
    term_width = 100,
    after_help = "\
Examples (fftgen help synth has those of synth):
  fftgen --size 20 --width 4 --precision fp32
  fftgen verify --size 20 --width 4 --precision fp32 --with verilator,icarus

Exit codes: 0 fine, 1 input or output, 2 usage, 3 unsupported core, 4 mismatch, 5 external tool"
)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Option<Command>,
    #[command(flatten)]
    pub generate: Generate,
    #[command(flatten)]
    pub speech: Speech,
}

#[derive(Subcommand)]
pub enum Command {
    /// Write a core and everything around it: the command where none is named
    Generate(Generate),
    /// Simulate a core and compare every bit with the reference model; writes nothing
    Verify(Verify),
    /// Transform your own data with the bit-accurate reference model
    Model(Model),
    /// Show the plan, stage by stage, and the plans it was chosen from
    Explain(Explain),
    /// Write a page about a core, with pictures of its parts, its accuracy and its waves
    Report(Report),
    /// Synthesise a core with Yosys and say what it takes of an FPGA; writes nothing
    Synth(Synth),
    /// Compare many designs of a file: figures, self-checks and synthesis in a table
    Sweep(Sweep),
    /// List formats, sizes, kernels, FPGA families, kinds of files, operations of chains
    List(List),
    /// Look for simulators and synthesis tools; say how to install others
    Doctor(Doctor),
    /// Print the JSON Schema of configuration files, manifests or the JSON of commands
    Schema(Schema),
    /// Print the completions of a shell
    Completions(Completions),
    /// Print a page for man
    Man(Man),
}
