//! A core in standard cells: area, flip-flops, memories and delay.

use super::delay::{self, Delay, ABC_LOG, LIBRARY, VERILOG};
use super::liberty::LibraryFile;
use super::yosys::{Yosys, NETLIST};
use crate::cli::args::Synth;
use crate::cli::counts::figure;
use crate::cli::job::Job;
use anyhow::Context;
use fftgen::rtl::Module;
use fftgen::synth::{memories, CellFiles, Gates, ABC_SCRIPT};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

/// Files in the temporary folder.
const FILES: CellFiles =
    CellFiles { library: LIBRARY, abc_script: "map.abc", abc_log: ABC_LOG, json: NETLIST, verilog: VERILOG };

/// What was found.
#[derive(Serialize, JsonSchema)]
pub struct CellReport {
    top: String,
    target: &'static str,
    yosys: String,
    /// Name of the library.
    library: String,
    /// Area of the smallest NAND of two inputs of the library.
    nand2_um2: f64,
    measured: Gates,
    #[serde(flatten)]
    delay: Option<Delay>,
}

/// Maps a module of a design to standard cells. Memories stay black boxes.
pub fn measure(
    file: &LibraryFile,
    (design, module): (&Module, &Module),
    yosys: &Yosys,
    job: &Job,
    (args, folder): (&Synth, &Path),
) -> anyhow::Result<CellReport> {
    std::fs::copy(&file.path, folder.join(LIBRARY)).context("cannot copy the library into the temporary folder")?;
    std::fs::write(folder.join(FILES.abc_script), ABC_SCRIPT).context("cannot write the script of ABC")?;
    let mut boxes = BTreeMap::new();
    memories(design, &mut boxes);
    let script = |read: &str| {
        let boxes: String = boxes.keys().map(|name| format!("\nblackbox {name}")).collect();
        FILES.script(&format!("{read}{boxes}"), &module.name)
    };
    let netlist = yosys.synthesise(design, &module.name, script, folder)?;
    Ok(CellReport {
        top: module.name.clone(),
        target: job.config.target.name,
        yosys: netlist.creator.clone(),
        library: file.library.name.clone(),
        nand2_um2: file.library.nand_area,
        measured: Gates::of(&netlist, &file.library, module),
        delay: delay::slowest(folder, &module.name, args.limits.timeout)?,
    })
}

impl fmt::Display for CellReport {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Gates { area_um2, nand2, cells, flops, latches, memory_bits, memories, other } = &self.measured;
        writeln!(f, "{}: cells of {}, {}\n", self.top, self.library, self.yosys)?;
        let mut row = |label: &str, value: String| writeln!(f, "  {label:<44}{value:>12}");
        row("area without memories, µm²", figure(area_um2.round() as usize))?;
        row("area in NANDs of two inputs", figure(*nand2))?;
        row("cells", figure(*cells))?;
        row("flip-flops", figure(*flops))?;
        if *latches > 0 {
            row("latches", figure(*latches))?;
        }
        row("bits of memories", figure(*memory_bits))?;
        for (kind, count) in memories.iter().chain(other) {
            row(&format!("  {kind}"), figure(*count))?;
        }
        match &self.delay {
            Some(Delay { path_ns, fmax_mhz, delay_by }) => {
                row("slowest path, ns", format!("{path_ns:.2}"))?;
                writeln!(f, "\n  {fmax_mhz:.1} MHz by {delay_by}")
            }
            None => Ok(()),
        }
    }
}
