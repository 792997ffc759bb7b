//! Flags about the files of a core.

use super::flags::flags;
use super::headings::FILES;
use super::settings::Settings;
use crate::cli::values::{Deferred, License, Word};
use clap::Args;
use fftgen::package::{Companions, Language};
use fftgen::Error;
use std::path::PathBuf;

/// Flags that a configuration file may have: about a core, and about its files.
#[derive(Args, Clone, Default)]
pub struct Described {
    #[command(flatten)]
    pub settings: Settings,
    #[command(flatten)]
    pub files: Files,
}

flags! {
/// Flags about the files of a core, which only one command writes.
pub struct Files {
    /// Folder to write [default: generated/<name>]
    #[arg(long, value_name = "DIR")]
    #[arg(short = 'o', help_heading = FILES)]
    pub out: Option<PathBuf>,
    /// Files beside the core, as in default,vivado,cocotb
    ///
    /// A list of kinds, which `fftgen list emit` has; default stands for testbench,makefile,readme,fusesoc,filelist,
    /// all for all kinds that the core can have, and none for the manifest alone
    #[arg(long, value_name = "LIST")]
    #[arg(help_heading = FILES)]
    pub emit: Option<Deferred<Companions>>,
    /// Language of the core and its testbench [default: verilog]
    #[arg(long, hide_possible_values = true, value_name = "verilog|systemverilog|vhdl")]
    #[arg(help_heading = FILES, hide_short_help = true)]
    pub language: Option<Word<&'static dyn Language>>,
    /// Write modules that several cores have in common once, with names that begin so
    ///
    /// Each is in a file of its own, which is the same beside every core; several cores may have one folder
    #[arg(long, value_name = "NAME")]
    #[arg(help_heading = FILES, hide_short_help = true)]
    pub library: Option<String>,
    /// Licence of the generated files, an SPDX identifier [default: 0BSD]
    #[arg(long, value_name = "SPDX")]
    #[arg(help_heading = FILES, hide_short_help = true)]
    pub license: Option<Deferred<License>>,
    /// Do not check the core against the reference model
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    #[arg(help_heading = FILES, hide_short_help = true)]
    #[arg(value_name = "BOOL", hide_possible_values = true)]
    pub no_verify: Option<bool>,
}
}

impl From<Settings> for Described {
    fn from(settings: Settings) -> Self {
        Described { settings, files: Files::default() }
    }
}

impl Described {
    /// Returns the flags that are given here, and the others as they are elsewhere.
    pub fn or(self, other: Described) -> Described {
        Described { settings: self.settings.or(other.settings), files: self.files.or(other.files) }
    }

    /// Returns the flags that differ from their defaults, with their canonical values, in the order of the help.
    pub fn canonical(&self) -> Vec<(String, String)> {
        [self.settings.canonical(), self.files.canonical()].concat()
    }

    /// Returns what is wrong with the text of a flag, if one is.
    pub fn refused(&self) -> Option<Error> {
        self.settings.refused().or_else(|| self.files.refused())
    }
}
