//! Flags of `fftgen sweep`.

use crate::cli::values::{whole, Shard, Word};
use clap::Args;
use fftgen::Choice;
use std::path::PathBuf;

/// Program of other people that starts the shards of a sweep on many computers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Launcher {
    Slurm,
}

impl Choice for Launcher {
    const WORDS: &'static [(&'static str, Self)] = &[("slurm", Launcher::Slurm)];
}

#[derive(Args)]
#[command(after_help = "\
The file is YAML. Its keys are those of configuration files, for settings that all designs have, and:
  sweep    keys with the values that are combined, as in size: [64, 256] or width: 1..8
  when     comparisons that a design has to meet, as in width <= 4
  stages   plan, verify (the self-check), simulate (Verilator, or else Icarus Verilog), synth (Yosys),
           route (nextpnr) [default: plan]
  random   number of designs that are drawn, in place of all; seed draws others
  out      name of the results, or their folder with a / at its end [default: name of the file]

Results are added to a file of JSON Lines as they come, and a run goes on where another one ended.

Examples:
  fftgen sweep sweep.yaml --dry-run
  fftgen sweep sweep.yaml --html front.html
  fftgen sweep sweep.yaml --shard 0/4
  fftgen sweep sweep.yaml --launcher slurm --tasks 32 --time 2:00:00")]
pub struct Sweep {
    /// What is compared, in YAML, or - for standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Name of the results, or their folder with a / at its end [default: out in the file, or its name]
    #[arg(short, long, value_name = "NAME")]
    pub out: Option<PathBuf>,
    /// Do every N-th design from the I-th on, as in 0/4, with results of its own; a run without it collects them
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,
    /// Say how many designs there are and show the first ones; do nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Do designs again whose rows have errors
    #[arg(long)]
    pub retry: bool,
    /// File for a picture of price and throughput of all designs
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// File for a page in HTML, with this picture and a table of the designs that sorts
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Write a script that does the shards elsewhere, and submit it: slurm
    #[arg(long, value_name = "LAUNCHER", hide_possible_values = true, conflicts_with_all = ["shard", "dry_run", "svg", "html"])]
    pub launcher: Option<Word<Launcher>>,
    /// Number of tasks of the launcher, each of which does a shard
    #[arg(long, value_name = "N", default_value = "16", value_parser = whole, requires = "launcher")]
    pub tasks: usize,
    /// Partition of the launcher
    #[arg(long, value_name = "NAME", requires = "launcher")]
    pub partition: Option<String>,
    /// Longest time of a task, as the launcher has it
    #[arg(long, value_name = "TIME", requires = "launcher")]
    pub time: Option<String>,
    /// Print JSON, for programs
    #[arg(long)]
    pub json: bool,
}
