//! nextpnr as a program: where it is not there, or does not succeed, a core is still synthesised.

use super::yosys::NETLIST;
use crate::cli::programs::{is_in_path, output, text_of};
use crate::cli::progress::Progress;
use fftgen::synth::{Routed, Router};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

const REPORT: &str = "report.json";

/// Places and routes the netlist in a folder, or says why that was not possible.
pub fn route(router: &Router, folder: &Path, timeout: Option<Duration>) -> Result<Routed, String> {
    let program = router.program;
    if !is_in_path(program) {
        return Err(format!("{program} is not in the PATH"));
    }
    let _progress = Progress::spinner(program);
    let mut command = Command::new(program);
    command.args(router.arguments(NETLIST, REPORT)).current_dir(folder);
    let output = output(program, &mut command, timeout).map_err(|error| error.to_string())?;
    if !output.status.success() {
        let text = text_of(&output);
        let said = text.lines().find(|line| line.starts_with("ERROR")).or(text.lines().last()).unwrap_or_default();
        return Err(format!("{program} failed ({}): {said}", output.status));
    }
    let report = std::fs::read(folder.join(REPORT)).map_err(|error| format!("{program} wrote no report: {error}"))?;
    Routed::parse(&report).map_err(|what| format!("{program}: {what}"))
}
