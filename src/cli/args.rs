//! The command line as it is written.

use super::choices::{Interface, Kind, Notation, Optimize, Overflow, Reset, Resync, Rounding, Subnormals, Tool};
use super::explain::Ir;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, Parser, Subcommand};
use fftgen::synth::Target;
use fftgen::Error;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Generate streaming FFT cores: Verilog, testbench and bit-accurate model
#[derive(Parser)]
#[command(
    version,
    args_conflicts_with_subcommands = true,
    disable_help_subcommand = true,
    term_width = 100,
    after_help = "\
Examples:
  fftgen --size 20 --width 4 --precision fp32
  fftgen --size 1024 --width 4 --precision e6m9 --inverse --out cores/idft
  fftgen --kind rfft --size 1024 --width 2 --precision fixed16
  fftgen verify --size 20 --width 4 --precision fp32 --with verilator,icarus
  fftgen model --size 20 --width 4 --precision fp32 --input in.csv --output out.csv
  fftgen explain --size 1000 --width 4 --precision fp32
  fftgen synth --size 20 --width 4 --precision fp32

Exit codes: 0 fine, 1 input or output, 2 usage, 3 unsupported configuration, 4 mismatch, 5 external tool"
)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Option<Command>,
    #[command(flatten)]
    pub generate: Generate,
}

impl Cli {
    /// Reads the command line; ends the program where it asks for help, or cannot be read.
    pub fn read() -> Result<Cli, Error> {
        Cli::try_parse().map_err(|error| misplaced(&error).unwrap_or_else(|| error.exit()))
    }
}

/// What is said of a flag that another command has.
fn misplaced(error: &clap::Error) -> Option<Error> {
    let flag = match (error.kind(), error.get(ContextKind::InvalidArg)?) {
        (ErrorKind::UnknownArgument, ContextValue::String(flag)) => flag.strip_prefix("--")?,
        _ => return None,
    };
    let flags = Generate::augment_args(clap::Command::new("generate"));
    let known = flags.get_arguments().any(|known| known.get_long() == Some(flag));
    known.then(|| {
        Error::Usage(format!("--{flag} is about the files that generate writes, and says nothing here; leave it out"))
    })
}

#[derive(Subcommand)]
pub enum Command {
    /// Write a core and everything around it (what fftgen does when no command is given)
    Generate(Generate),
    /// Simulate a core and compare every bit with the reference model; writes nothing
    Verify(Verify),
    /// Transform your own data with the bit-accurate reference model
    Model(Model),
    /// Show the plan, stage by stage, and the plans it was chosen from, or what several sizes share
    Explain(Explain),
    /// Synthesise a core with Yosys and say what it takes of an FPGA; writes nothing
    Synth(Synth),
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  fftgen --size 20 --width 4 --precision fp32
  fftgen --size 20 --width 4 --precision bf16 --radix 4,w5 --pipeline high --name my_fft
  fftgen --size 20 --width 4 --precision fp32 --optimize latency --pipeline mid,add=3
  fftgen --size 1024 --width 2 --precision fixed16 --scale none --max-growth 6
  fftgen --config fft.yaml --width 8")]
pub struct Generate {
    #[command(flatten)]
    pub described: Described,
    /// Replace the core of another command in the folder
    #[arg(long)]
    pub force: bool,
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  fftgen verify --size 20 --width 4 --precision fp32
  fftgen verify --config fft.yaml --with netlist,verilator,icarus")]
pub struct Verify {
    #[command(flatten)]
    pub settings: Settings,
    /// What simulates the core; repeat, or separate with commas
    #[arg(long, value_name = "TOOL", value_delimiter = ',', default_value = "netlist")]
    pub with: Vec<Tool>,
    #[command(flatten)]
    pub limits: Limits,
}

#[derive(Args)]
#[command(after_help = "\
Formats:
  csv  decimals, re,im or re+imj a line; of rfft's input and irfft's output one sample a line.
       Separated by commas, semicolons, tabs or blanks; an index column, a line of names and
       comments by # or % are skipped. Files of numpy.savetxt and MATLAB's save -ascii are such.
       (.csv, .tsv, .txt, .asc)
  hex  beats of tdata, most significant digit first, exactly as on the bus, as $readmemh reads
       them (.hex, .mem)
  coe, mif  the same beats in files for Xilinx's and Intel's memories
  npy  arrays of NumPy, a frame a row: complex or real numbers; integers are words in fixed
       point, with a last axis of two parts where points are complex
In block floating point csv and npy have results times 2^exponent, and hex and mif a comment
with the exponent ahead of each frame.

Examples:
  fftgen model --size 20 --width 4 --precision fp32 --input in.csv --output out.hex
  fftgen model --size 20 --width 4 --precision fp32 --input table.csv --columns i,q --output out.npy
  fftgen model --config fft.yaml --input - --output - < in.csv > out.csv")]
pub struct Model {
    #[command(flatten)]
    pub settings: Settings,
    /// Frames to transform: a file, or - for standard input
    #[arg(long, value_name = "FILE")]
    pub input: PathBuf,
    /// Where the transformed frames go: a file, or - for standard output
    #[arg(long, value_name = "FILE")]
    pub output: PathBuf,
    /// Where frames choose what they are: the configuration word of all of them, as in 6 or 0x2a [default:
    /// that after a reset]
    #[arg(long, value_name = "WORD", value_parser = word)]
    pub config_word: Option<u64>,
    /// Format of the input [default: by its ending; csv for -]
    #[arg(long, value_name = "FORMAT")]
    pub input_format: Option<Notation>,
    /// Format of the output [default: by its ending; csv for -]
    #[arg(long, value_name = "FORMAT")]
    pub output_format: Option<Notation>,
    /// Columns of csv that hold the numbers, counted from 1 or by their names, as in 2,3 or re,im
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub columns: Vec<String>,
    /// Refuse numbers that the format has no room for [default: full scale or infinity, and a count]
    #[arg(long)]
    pub strict: bool,
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  fftgen explain --size 1000 --width 4 --precision fp32
  fftgen explain --sizes 12,24,36 --width 1 --precision fixed16
  fftgen explain --size 1000 --width 4 --precision fp32 --json | jq .plans[0].cost
  fftgen explain --size 20 --width 4 --precision fp32 --ir pipeline")]
pub struct Explain {
    #[command(flatten)]
    pub settings: Settings,
    /// Print an intermediate form of the chosen plan: formula, steps, graph, pipeline or netlist
    #[arg(long, value_name = "FORM", hide_possible_values = true, conflicts_with = "json")]
    pub ir: Option<Ir>,
    /// Print JSON, for programs
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
#[command(after_help = "\
Figures are after synthesis, before place and route; path_ns is by a model. For ecp5 and ice40,
nextpnr places and routes the core too where it is installed. The variable YOSYS names another
command than yosys.

Examples:
  fftgen synth --size 20 --width 4 --precision fp32
  fftgen synth --size 20 --width 4 --precision fp32 --datapath float --top pair
  fftgen synth --config fft.yaml --target ecp5 --json | jq .measured.lut")]
pub struct Synth {
    #[command(flatten)]
    pub settings: Settings,
    /// FPGA family: xcup (UltraScale+), xc7, ecp5, ice40, generic
    #[arg(long, value_name = "FAMILY", default_value = "xcup", value_parser = Target::parse)]
    pub target: &'static Target,
    /// Module: core, axis (with its ports), or another by its name; a wrong name lists them
    #[arg(long, value_name = "MODULE", default_value = "core")]
    pub top: String,
    #[command(flatten)]
    pub limits: Limits,
    /// Print JSON, for programs
    #[arg(long)]
    pub json: bool,
}

/// What programs of other people may take.
#[derive(Args)]
pub struct Limits {
    /// Most seconds that each tool may run; one that takes longer is ended [default: any number]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    pub timeout: Option<Duration>,
}

/// What a configuration file may say: a core, and what becomes of it.
#[derive(Args, Clone, Default)]
pub struct Described {
    #[command(flatten)]
    pub settings: Settings,
    #[command(flatten)]
    pub files: Files,
}

/// The files of a core, which only one command writes.
#[derive(Args, Clone, Default)]
pub struct Files {
    /// Folder to write [default: generated/<name>]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Licence of the generated files, an SPDX identifier [default: 0BSD]
    #[arg(long, value_name = "SPDX")]
    pub license: Option<String>,
    /// Do not check the core against the reference model
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    #[arg(value_name = "BOOL", hide_possible_values = true)]
    pub no_verify: Option<bool>,
}

/// What a core is described by.
#[derive(Args, Clone, Default)]
pub struct Settings {
    /// Points of the transform; of real data, samples of a frame
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    pub size: Option<usize>,
    /// Sizes that each frame chooses from, in place of --size: a list, as in 12,24,36, or the powers of two of a
    /// range, as in 64..4096
    #[arg(long, value_name = "LIST")]
    pub sizes: Option<String>,
    /// Points a clock cycle; of rfft and irfft, real samples
    #[arg(long, value_name = "W", value_parser = whole, allow_negative_numbers = true)]
    pub width: Option<usize>,
    /// Number format: fp16, bf16, fp32, fp64, e<exponent bits>m<fraction bits> as in e6m9; fixed point:
    /// fixed<bits> as in fixed16, or q<integer bits>.<fraction bits> as in q4.12
    #[arg(long, value_name = "P")]
    pub precision: Option<String>,
    /// What is transformed: complex data (fft), real data (rfft, and back by irfft), or two frames of real
    /// data at once (rfft-pair, irfft-pair) [default: fft]
    #[arg(long, hide_possible_values = true, value_name = "KIND")]
    pub kind: Option<Kind>,
    /// The inverse transform, in floating point scaled by 1/N
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    #[arg(value_name = "BOOL", hide_possible_values = true)]
    pub inverse: Option<bool>,
    /// What each frame chooses by a word on a channel of its own: direction, forward or inverse
    /// [default: nothing]
    #[arg(long, value_name = "LIST")]
    pub runtime: Option<String>,
    /// Top module, and what all names begin with [default: as in dft20_w4_fp32]
    #[arg(long)]
    pub name: Option<String>,
    /// Read settings from a YAML file, or from standard input for -: its keys are these flags, which override it; it
    /// may have those of generate for every command, and a relative out is relative to the file's folder
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// AXI4-Stream ports, or start pulses and a clock enable [default: axis]
    #[arg(long, hide_possible_values = true, value_name = "axis|native")]
    pub interface: Option<Interface>,
    /// Synchronous reset: rst, active high, aresetn, active low, or none: registers begin as the FPGA is configured
    /// [default: rst]
    #[arg(long, hide_possible_values = true, value_name = "rst|aresetn|none")]
    pub reset: Option<Reset>,
    /// AXI4-Stream: what tells where frames begin: beats, which are counted from the reset on, or tlast: a frame that it cuts
    /// short is dropped, and what comes behind a frame without it is skipped until it comes [default: beats]
    #[arg(long, hide_possible_values = true, value_name = "beats|tlast")]
    pub resync: Option<Resync>,
    /// AXI4-Stream: tkeep on both sides, zero for the spare lanes of a frame's last beat
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    #[arg(value_name = "BOOL", hide_possible_values = true)]
    pub tkeep: Option<bool>,
    /// Order of the output, natural or bit-reversed, or with a comma of input and output, as in
    /// bit-reversed,natural [default: natural]
    #[arg(long, value_name = "ORDER")]
    pub order: Option<String>,
    /// Subnormal numbers become zero, or are kept [default: flush]
    #[arg(long, hide_possible_values = true, value_name = "flush|full")]
    pub subnormals: Option<Subnormals>,
    /// Fixed point: scale by none (words grow), stage (in each step the bits that it can
    /// gain; inputs within the unit circle never saturate), stage+1 (one bit more; no input saturates), bfp
    /// (block floating point: an exponent for each frame), 1/n, 1/sqrt(n), by as many bits in each stage, as in 2,2,1, or
    /// run-time: as many as each frame says, by a word on a channel of its own [default: stage]
    #[arg(long, value_name = "SCALE")]
    pub scale: Option<String>,
    /// Fixed point: most bits that words grow by, with --scale none scaled from there on (or none, any
    /// number), with bfp normalized [default: none, with bfp 14]
    #[arg(long, value_name = "BITS")]
    pub max_growth: Option<String>,
    /// Fixed point: how a stage rounds its outputs: convergent, half-up or truncate [default: convergent]
    #[arg(long, hide_possible_values = true, value_name = "RULE")]
    pub rounding: Option<Rounding>,
    /// Fixed point: saturate a value that is too large, or wrap it [default: saturate]
    #[arg(long, hide_possible_values = true, value_name = "RULE")]
    pub overflow: Option<Overflow>,
    /// Fixed point: bits of a twiddle factor [default: 18, or 2 more than a longer word]
    #[arg(long, value_name = "BITS", value_parser = whole, allow_negative_numbers = true)]
    pub twiddle_bits: Option<usize>,
    /// Fixed point: bits behind a word's last place within a stage [default: as noise asks for]
    #[arg(long, value_name = "BITS", value_parser = whole, allow_negative_numbers = true)]
    pub guard_bits: Option<usize>,
    /// Floating point: compute in cfp<bits>, complex words of parts of 8 to 33 bits with an exponent each, as in
    /// cfp28; in float, each operator in the format itself; or in bfp<bits>, words of 18 to 40 bits with
    /// an exponent a frame [default: cfp of 5 bits more than the fraction, as cfp28 for fp32, whose error is at
    /// most 0.5 u sqrt(log2 N) for factors up to 13 at any amplitude; float where cfp does not serve, and with
    /// --optimize latency where that is quicker]
    #[arg(long, value_name = "DATAPATH")]
    pub datapath: Option<String>,
    /// What the plan is chosen for: latency, area or balanced, which is both [default: balanced]
    #[arg(long, hide_possible_values = true, value_name = "GOAL")]
    pub optimize: Option<Optimize>,
    /// Most DSP blocks, as on UltraScale+ [default: as many as are worth it]
    #[arg(long, value_name = "D", value_parser = whole, allow_negative_numbers = true)]
    pub max_dsp: Option<usize>,
    /// No DSP blocks: multipliers are built of LUTs
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    #[arg(value_name = "BOOL", hide_possible_values = true)]
    pub nodsp: Option<bool>,
    /// Least memory, whatever that takes in LUTs
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    #[arg(value_name = "BOOL", hide_possible_values = true)]
    pub least_memory: Option<bool>,
    /// Depth of the operators' pipelines: low, mid or high, cycles as in add=5,mul=4, or both, as in
    /// high,add=5 [default: mid]
    #[arg(long, value_name = "DEPTHS")]
    pub pipeline: Option<String>,
    /// Kernels in order, as in 4,5; a letter names the algorithm, as in w5 [default: the best plan]
    #[arg(long, value_name = "R,R,..")]
    pub radix: Option<String>,
}

fn word(text: &str) -> Result<u64, &'static str> {
    let word = match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16),
        None => text.parse(),
    };
    word.map_err(|_| "a whole number is wanted, as in 6 or 0x2a")
}

fn whole(text: &str) -> Result<usize, &'static str> {
    let sensible = text.parse().ok().filter(|number| *number <= u32::MAX as usize);
    sensible.ok_or("a whole number is wanted, as in 20")
}

fn seconds(text: &str) -> Result<Duration, &'static str> {
    let seconds = text.parse().ok().filter(|seconds| (1..=u32::MAX.into()).contains(seconds));
    seconds.map(Duration::from_secs).ok_or("a whole number of seconds above 0 is wanted, as in 600")
}

impl Model {
    /// The settings. Standard input is read once.
    pub fn settings(&self) -> Result<Settings, Error> {
        let is_standard = |path: &PathBuf| path == Path::new("-");
        match self.settings.config.as_ref().is_some_and(is_standard) && is_standard(&self.input) {
            true => Err(Error::Usage("--config - and --input -: standard input is one of them; name a file".into())),
            false => Ok(self.settings.clone()),
        }
    }
}

impl From<Settings> for Described {
    fn from(settings: Settings) -> Self {
        Described { settings, files: Files::default() }
    }
}

impl Described {
    /// These settings where they are given, the others elsewhere.
    pub fn or(self, other: Described) -> Described {
        let Files { out, license, no_verify } = other.files;
        Described {
            settings: self.settings.or(other.settings),
            files: Files {
                out: self.files.out.or(out),
                license: self.files.license.or(license),
                no_verify: self.files.no_verify.or(no_verify),
            },
        }
    }
}

impl Settings {
    /// These settings where they are given, the others elsewhere.
    pub fn or(self, other: Settings) -> Settings {
        Settings {
            size: self.size.or(other.size),
            sizes: self.sizes.or(other.sizes),
            width: self.width.or(other.width),
            precision: self.precision.or(other.precision),
            kind: self.kind.or(other.kind),
            inverse: self.inverse.or(other.inverse),
            runtime: self.runtime.or(other.runtime),
            name: self.name.or(other.name),
            config: self.config.or(other.config),
            interface: self.interface.or(other.interface),
            reset: self.reset.or(other.reset),
            resync: self.resync.or(other.resync),
            tkeep: self.tkeep.or(other.tkeep),
            order: self.order.or(other.order),
            subnormals: self.subnormals.or(other.subnormals),
            scale: self.scale.or(other.scale),
            max_growth: self.max_growth.or(other.max_growth),
            rounding: self.rounding.or(other.rounding),
            overflow: self.overflow.or(other.overflow),
            twiddle_bits: self.twiddle_bits.or(other.twiddle_bits),
            guard_bits: self.guard_bits.or(other.guard_bits),
            datapath: self.datapath.or(other.datapath),
            optimize: self.optimize.or(other.optimize),
            max_dsp: self.max_dsp.or(other.max_dsp),
            nodsp: self.nodsp.or(other.nodsp),
            least_memory: self.least_memory.or(other.least_memory),
            pipeline: self.pipeline.or(other.pipeline),
            radix: self.radix.or(other.radix),
        }
    }
}
