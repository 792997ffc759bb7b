//! The flags of each command.

use super::files::Described;
use super::headings::FILES;
use super::settings::Settings;
use crate::cli::explain::{Form, Ir};
use crate::cli::simulators::Tool;
use crate::cli::values::{config_word, seconds, whole, Word};
use clap::Args;
use fftgen::data::Notation;
use fftgen::Error;
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(Args)]
#[command(after_help = "\
Examples:
  fftgen --size 20 --width 4 --precision fp32
  fftgen --size 20 --width 4 --precision bf16 --radix 4,w5 --pipeline high --name my_fft
  fftgen --size 20 --width 4 --precision fp32 --optimize latency --pipeline mid,add=3
  fftgen --size 1024 --width 2 --precision fixed16 --scale none --max-growth 6
  fftgen --config fft.yaml --width 8
  fftgen --size 32x32x32 --array mesh:8x8 --precision fp32 --link-bits 64")]
pub struct Generate {
    #[command(flatten)]
    pub described: Described,
    /// Replace the core of another command that has the same name
    #[arg(short, long, help_heading = FILES, hide_short_help = true)]
    pub force: bool,
    /// Say which files would be written, and write nothing
    #[arg(long, help_heading = FILES, conflicts_with = "check")]
    pub dry_run: bool,
    /// Write nothing, and fail where the files in the folder differ
    #[arg(long, help_heading = FILES)]
    pub check: bool,
    /// Print JSON, for programs
    #[arg(long, help_heading = FILES)]
    pub json: bool,
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  fftgen verify --size 20 --width 4 --precision fp32
  fftgen verify --config fft.yaml --with netlist,verilator,icarus
  fftgen verify --size 839 --width 1 --precision fixed16 --exact")]
pub struct Verify {
    #[command(flatten)]
    pub settings: Settings,
    /// What simulates the core; repeat, or separate with commas [default: netlist]
    #[arg(long, value_name = "TOOL", value_delimiter = ',')]
    pub with: Vec<Word<Tool>>,
    /// Prove that the plan is the transform, by exact arithmetic modulo a random prime; simulate only what --with names
    #[arg(long, value_name = "SEED", num_args = 0..=1, require_equals = true)]
    pub exact: Option<Option<u64>>,
    #[command(flatten)]
    pub limits: Limits,
    /// Print JSON, for programs
    #[arg(long)]
    pub json: bool,
}

// What leaves the core has another name here, where --output is a file.
#[derive(Args)]
#[command(mut_arg("output", |flag| flag.long("result").alias(None)))]
#[command(after_help = "\
Formats:
  csv  decimals, re,im or re+imj a line; of rfft's input and irfft's output one sample a line.
       Separated by commas, semicolons, tabs or blanks; an index column, a line of names and
       comments by # or % are skipped. Or a row of a frame a line. Files of numpy.savetxt and MATLAB's save -ascii are such.
       (.csv, .tsv, .txt, .asc)
  hex  beats of tdata, most significant digit first, exactly as on the bus, as $readmemh reads
       them (.hex, .mem)
  coe, mif  the same beats in files for Xilinx's and Intel's memories
  npy  arrays of NumPy, a frame a row: complex or real numbers; integers are words in fixed
       point, with a last axis of two parts where points are complex; unsigned ones are offset binary
  cs8, cu8, cs16, cf32, wav  recordings, real and imaginary part in turn, or of a WAV file one
       channel or two; full scale of integers is 1 (.fc32; .sigmf-data with its .sigmf-meta)
In block floating point csv and npy have results times 2^exponent, and hex and mif a comment
with the exponent before each frame.

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
    #[arg(long = "output", value_name = "FILE")]
    pub output_file: PathBuf,
    /// Where the frames that are read go as well, beat by beat as they pass the input of the core, in hex
    #[arg(long, value_name = "FILE")]
    pub input_beats: Option<PathBuf>,
    /// Where frames choose what they are: the configuration word of all of them, as in 6 or 0x2a [default:
    /// that after a reset]
    #[arg(long, value_name = "WORD", value_parser = config_word)]
    pub config_word: Option<u64>,
    /// Format of the input [default: by its ending; csv for -]
    #[arg(long, value_name = "FORMAT", hide_possible_values = true)]
    pub input_format: Option<Word<Notation>>,
    /// Format of the output [default: by its ending; csv for -]
    #[arg(long, value_name = "FORMAT", hide_possible_values = true)]
    pub output_format: Option<Word<Notation>>,
    /// Columns of csv that hold the numbers, counted from 1 or by their names, as in 2,3 or re,im
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub columns: Vec<String>,
    /// Refuse numbers that the format has no room for [default: full scale or infinity, and a count]
    #[arg(long)]
    pub strict: bool,
    /// Print the numbers of frames and points as JSON on standard output, for programs
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  fftgen explain --size 1000 --width 4 --precision fp32
  fftgen explain --sizes 12,24,36 --width 1 --precision fixed16
  fftgen explain --size 1000 --width 4 --precision fp32 --json | jq .plans[0].cost
  fftgen explain --size 20 --width 4 --precision fp32 --ir pipeline
  fftgen explain --size 512x512x512 --array mesh:512x512 --precision fp32
  fftgen explain --size 8x8x8 --array mesh:4x4 --precision fp32 --svg > array.svg")]
pub struct Explain {
    #[command(flatten)]
    pub settings: Settings,
    /// Print an intermediate form of the chosen plan: formula, steps, graph, pipeline or netlist
    #[arg(long, value_name = "FORM", hide_possible_values = true, conflicts_with = "json")]
    pub ir: Option<Ir>,
    /// Show all plans that were weighed, with their whole formulas [default: the best six]
    #[arg(long)]
    pub all: bool,
    /// Print JSON, for programs
    #[arg(long)]
    pub json: bool,
    /// Print a picture of the parts of the core, of an array with its steps in time, as SVG
    #[arg(long, conflicts_with_all = ["json", "ir"])]
    pub svg: bool,
}

// What leaves the core has another name here, where --output is a file.
#[derive(Args)]
#[command(mut_arg("output", |flag| flag.long("result").alias(None)))]
#[command(after_help = "\
The page needs no network. It has what the core's README says, and pictures: its parts and two frames
in time, its permuters, the errors of its model, and its ports in a simulation.

Examples:
  fftgen report --size 1024 --width 2 --precision fixed16
  fftgen report --size 1024 --width 2 --precision fixed16 --synth --output fft.html
  fftgen report --size 8x8x8 --array mesh:4x4 --precision fp32")]
pub struct Report {
    #[command(flatten)]
    pub settings: Settings,
    /// File for the page, or - for standard output [default: the name of the core and .html]
    #[arg(long = "output", value_name = "FILE")]
    pub output_file: Option<PathBuf>,
    /// Synthesise the core with Yosys, and add what it takes
    #[arg(long)]
    pub synth: bool,
    #[command(flatten)]
    pub limits: Limits,
}

#[derive(Args)]
#[command(after_help = "\
Figures are after synthesis, before place and route; path_ns is by a model. With --route nextpnr
places and routes the core between shift registers, for ecp5, ice40, ice40up, nexus and gw2a. The
variable YOSYS names another command than yosys.

Examples:
  fftgen synth --size 20 --width 4 --precision fp32
  fftgen synth --size 20 --width 4 --precision fp32 --datapath float --top pair
  fftgen synth --config fft.yaml --target ecp5 --json | jq .measured.lut
  fftgen synth --size 64 --width 1 --precision fixed16 --target ecp5 --route --seeds 3")]
pub struct Synth {
    #[command(flatten)]
    pub settings: Settings,
    /// Module: core, axis (with its ports), or another by its name; a wrong name lists them
    #[arg(long, value_name = "MODULE", default_value = "core")]
    pub top: String,
    /// Liberty file of the standard cells that target asic is mapped to: area, flip-flops, memories and delay
    #[arg(long, value_name = "FILE", conflicts_with = "route")]
    pub liberty: Option<PathBuf>,
    /// Place and route by nextpnr: clock, sites and the slowest path
    #[arg(long)]
    pub route: bool,
    /// Seeds that are placed and routed; the clock is their minimum, median and maximum
    #[arg(long, value_name = "N", default_value = "1", value_parser = whole, requires = "route")]
    #[arg(allow_negative_numbers = true)]
    pub seeds: usize,
    /// Speed grade of the device that is placed and routed, which is --device or the largest [default: the fastest]
    #[arg(long, value_name = "GRADE", requires = "route")]
    pub speed: Option<String>,
    /// File for the bitstream of the fastest seed; nextpnr chooses the pins where the family lets it
    #[arg(long, value_name = "FILE", requires = "route")]
    pub bitstream: Option<PathBuf>,
    #[command(flatten)]
    pub limits: Limits,
    /// Print JSON, for programs
    #[arg(long)]
    pub json: bool,
}

/// Limits on programs of other people.
#[derive(Args)]
pub struct Limits {
    /// Most seconds that each tool may run; one that takes longer is ended [default: any number]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    pub timeout: Option<Duration>,
}

impl Explain {
    /// Returns the form that is asked for.
    pub fn form(&self) -> Form {
        match (self.ir, self.json, self.svg) {
            (Some(ir), ..) => Form::Ir(ir),
            (None, true, _) => Form::Json,
            (None, false, true) => Form::Svg,
            (None, false, false) if self.all => Form::AllText,
            (None, false, false) => Form::Text,
        }
    }
}

impl Model {
    /// Returns the settings. Standard input can be read only once.
    pub fn settings(&self) -> Result<Settings, Error> {
        let is_standard = |path: &PathBuf| path == Path::new("-");
        match self.settings.config.as_ref().is_some_and(is_standard) && is_standard(&self.input) {
            true => Err(Error::Usage("--config - and --input -: standard input is one of them; name a file".into())),
            false => Ok(self.settings.clone()),
        }
    }
}
