//! External simulators, which run through the makefile of each core.

use super::failure::ToolError;
use super::programs::{is_in_path, output, tail, text_of};
use super::progress::Progress;
use super::verbosity::detail;
use fftgen::emit::{Verilog, Vhdl};
use fftgen::package::{Bench, Language};
use fftgen::{Choice, Error};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// Simulator of a core: the built-in one on the netlist, or an external one on the emitted files.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Tool {
    Netlist,
    Verilator,
    Icarus,
    Ghdl,
    Nvc,
}

impl Choice for Tool {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("netlist", Tool::Netlist),
        ("verilator", Tool::Verilator),
        ("icarus", Tool::Icarus),
        ("ghdl", Tool::Ghdl),
        ("nvc", Tool::Nvc),
    ];
}

pub struct Simulator {
    name: &'static str,
    /// Language of the files that it reads.
    pub language: &'static dyn Language,
    /// Programs that the simulator needs, one of each row.
    needs: &'static [&'static [&'static str]],
    targets: &'static [&'static str],
    /// Target of the testbench that changes settings, of cores that have some.
    settings: Option<&'static str>,
    /// Command that installs the programs on Debian. `macos` is the command on macOS.
    debian: &'static str,
    macos: &'static str,
}

const VERILATOR: Simulator = Simulator {
    name: "verilator",
    language: &Verilog,
    needs: &[&["verilator"], &["make"], &["g++", "clang++"]],
    targets: &["lint", "verilator"],
    settings: None,
    debian: "apt-get install verilator make g++",
    macos: "brew install verilator",
};

const ICARUS: Simulator = Simulator {
    name: "icarus",
    language: &Verilog,
    needs: &[&["iverilog"], &["vvp"], &["make"]],
    targets: &["icarus"],
    settings: Some("settings"),
    debian: "apt-get install iverilog make",
    macos: "brew install icarus-verilog",
};

const GHDL: Simulator = Simulator {
    name: "ghdl",
    language: &Vhdl,
    needs: &[&["ghdl"], &["make"]],
    targets: &["ghdl"],
    settings: None,
    debian: "apt-get install ghdl make",
    macos: "brew install ghdl",
};

const NVC: Simulator = Simulator {
    name: "nvc",
    language: &Vhdl,
    needs: &[&["nvc"], &["make"]],
    targets: &["nvc"],
    settings: None,
    debian: "apt-get install nvc make",
    macos: "brew install nvc",
};

/// Returns the external simulator of a choice. `None` stands for the built-in one.
pub fn external(tool: &Tool) -> Option<&'static Simulator> {
    match tool {
        Tool::Netlist => None,
        Tool::Verilator => Some(&VERILATOR),
        Tool::Icarus => Some(&ICARUS),
        Tool::Ghdl => Some(&GHDL),
        Tool::Nvc => Some(&NVC),
    }
}

/// Returns the first external simulator of Verilog that is installed, or the error of the first one.
pub fn installed() -> Result<&'static Simulator, ToolError> {
    let all = [&VERILATOR, &ICARUS];
    let found = all.into_iter().find(|simulator| simulator.check_installed().is_ok());
    found.map_or_else(|| VERILATOR.check_installed().map(|()| &VERILATOR), Ok)
}

impl Simulator {
    /// Checks that the needed programs are installed.
    pub fn check_installed(&self) -> Result<(), ToolError> {
        match self.needs.iter().find(|names| !names.iter().any(|name| is_in_path(name))) {
            None => Ok(()),
            Some(missing) => Err(ToolError(format!(
                "{} is not in the PATH, and --with {} needs it; install with: {} (Debian, Ubuntu) or {} (macOS)",
                missing.join(" or "),
                self.name,
                self.debian,
                self.macos
            ))),
        }
    }

    /// Makes the targets in a core's folder, and compares what the testbench measures with what is computed: words of
    /// its verdict and their numbers.
    pub fn run(
        &self,
        folder: &Path,
        core: &str,
        promises: &[(&str, usize)],
        timeout: Option<Duration>,
    ) -> anyhow::Result<String> {
        let settings = self.settings.filter(|_| folder.join(format!("{core}_settings_tb.v")).exists());
        let targets: Vec<&str> = self.targets.iter().copied().chain(settings).collect();
        let output = {
            let _progress = Progress::spinner(self.name);
            output(
                &format!("make {}", targets.join(" ")),
                Command::new("make").arg("-C").arg(folder).arg("-f").arg(format!("{core}.mk")).args(&targets),
                timeout,
            )?
        };
        let text = text_of(&output);
        detail(&text);
        let lines = |mark: &'static str| text.lines().map(str::trim).filter(move |line| line.starts_with(mark));
        let mismatch = |what: &str| Error::Mismatch(format!("{core}: {}: {what}", self.name));
        if let Some(failure) = lines("FAIL:").next() {
            return Err(mismatch(failure).into());
        }
        let testbenches = 1 + settings.iter().len();
        let has_passed = output.status.success() && lines("PASS:").count() == testbenches;
        let Some(pass) = lines("PASS:").next().filter(|_| has_passed) else {
            return Err(ToolError(format!("{} failed ({}):\n{}", self.name, output.status, tail(&text))).into());
        };
        // What is played back has its cycles in it.
        let is_measured = matches!(self.language.templates().testbench, Bench::Vectors(_));
        match promises
            .iter()
            .filter(|_| is_measured)
            .find(|(what, computed)| number_after(pass, what) != Some(*computed))
        {
            Some((what, computed)) => {
                Err(mismatch(&format!("{pass:?}, but the {what} computed is {computed} cycles")).into())
            }
            None => Ok(pass.to_string()),
        }
    }
}

/// Returns the number that follows a word.
fn number_after(line: &str, word: &str) -> Option<usize> {
    let mut words = line.split([' ', ',']).filter(|w| !w.is_empty());
    words.find(|w| *w == word)?;
    words.next()?.parse().ok()
}
