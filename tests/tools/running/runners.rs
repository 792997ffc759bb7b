//! The ways to start a testbench.

use super::fusesoc;
use super::{CORE, TESTBENCH, TOP};
use crate::support::tools::{make, run};
use std::path::Path;

pub struct Runner {
    pub name: &'static str,
    /// What starts it; the error has the exit code of a program that has failed, and what was printed.
    pub run: fn(&Path) -> Result<String, String>,
}

pub const RUNNERS: [Runner; 9] = [
    Runner { name: "make", run: |folder| make(folder, &[]) },
    Runner { name: "make icarus", run: |folder| make(folder, &["icarus"]) },
    Runner { name: "make verilator", run: |folder| make(folder, &["verilator"]) },
    Runner { name: "FuseSoC with Icarus", run: fusesoc::icarus },
    Runner { name: "FuseSoC with Verilator", run: fusesoc::verilator },
    Runner { name: "vvp by hand", run: |folder| icarus(folder, &[], &[]) },
    Runner { name: "Verilator by hand", run: |folder| verilator(folder, "by_fatal", &[]) },
    Runner { name: "vvp -N and $stop", run: |folder| icarus(folder, &["-DFAIL_BY_STOP"], &["-N"]) },
    Runner {
        name: "Verilator, Verilog-2005 alone and $stop",
        run: |folder| verilator(folder, "by_stop", &["-DFAIL_BY_STOP", "--language", "1364-2005"]),
    },
];

fn icarus(folder: &Path, compile: &[&str], simulate: &[&str]) -> Result<String, String> {
    run(folder, "iverilog", &[&["-g2005", "-o", "hand.vvp", "-s", TOP], compile, &[CORE, TESTBENCH]].concat())?;
    run(folder, "vvp", &[simulate, &["hand.vvp"]].concat())
}

/// Builds the simulation where that was not done before.
fn verilator(folder: &Path, objects: &str, flags: &[&str]) -> Result<String, String> {
    let program = format!("{objects}/V{TOP}");
    if !folder.join(&program).exists() {
        let usual = [
            "--binary",
            "--timing",
            "-MAKEFLAGS",
            "OPT_FAST=-O0 OPT_GLOBAL=-O0",
            "--Mdir",
            objects,
            "--top-module",
            TOP,
        ];
        run(folder, "verilator", &[&usual, flags, &[CORE, TESTBENCH]].concat())?;
    }
    run(folder, &folder.join(program).display().to_string(), &[])
}
