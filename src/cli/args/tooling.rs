//! Flags of the commands that are about the program itself.

use crate::cli::values::Word;
use clap::Args;
use fftgen::Choice;

/// What is listed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Topic {
    Formats,
    Sizes,
    Kernels,
    Targets,
    Devices,
    Emit,
    Operations,
}

impl Choice for Topic {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("formats", Topic::Formats),
        ("sizes", Topic::Sizes),
        ("kernels", Topic::Kernels),
        ("targets", Topic::Targets),
        ("devices", Topic::Devices),
        ("emit", Topic::Emit),
        ("operations", Topic::Operations),
    ];
}

/// Document with a schema.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Document {
    Config,
    Manifest,
    Explain,
    Synth,
    Generate,
    Sweep,
}

impl Choice for Document {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("config", Document::Config),
        ("manifest", Document::Manifest),
        ("explain", Document::Explain),
        ("synth", Document::Synth),
        ("generate", Document::Generate),
        ("sweep", Document::Sweep),
    ];
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  fftgen list emit
  fftgen list targets --json | jq -r .targets[].name")]
pub struct List {
    /// What is listed: formats, sizes, kernels, targets, emit or operations [default: all of them]
    #[arg(value_name = "TOPIC", hide_possible_values = true)]
    pub topic: Option<Word<Topic>>,
    /// Print JSON, for programs
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct Doctor {
    /// Print JSON, for programs
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct Schema {
    /// Document that the schema is about: config, the YAML of --config, manifest, the JSON beside a core, or explain,
    /// synth, generate or sweep, what these commands print with --json
    #[arg(value_name = "DOCUMENT", hide_possible_values = true)]
    pub document: Word<Document>,
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  fftgen completions bash > ~/.local/share/bash-completion/completions/fftgen
  fftgen completions zsh > ~/.zfunc/_fftgen
  fftgen completions fish > ~/.config/fish/completions/fftgen.fish")]
pub struct Completions {
    /// Shell: bash, elvish, fish, powershell or zsh
    #[arg(value_name = "SHELL", hide_possible_values = true)]
    pub shell: clap_complete::Shell,
}

#[derive(Args)]
#[command(after_help = "\
Example:
  fftgen man | man -l -")]
pub struct Man {
    /// Page of a command, as in synth [default: that of the program]
    #[arg(value_name = "COMMAND")]
    pub command: Option<String>,
}
