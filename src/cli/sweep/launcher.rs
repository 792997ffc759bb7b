//! A script that does the shards of a sweep on the computers of a cluster.

use super::super::args::Sweep;
use super::super::counts::counted;
use super::super::failure::ToolError;
use super::super::output::{print, Output};
use super::super::programs::{is_in_path, output, text_of};
use super::files::Files;
use anyhow::Context;
use fftgen::{quoted, Error};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Word of the launcher, which is in the names of its files.
const SLURM: &str = "slurm";

/// Program that submits a script.
const SBATCH: &str = "sbatch";

/// Line by which a script is known.
const MARK: &str = "# Written by fftgen sweep.";

/// Writes the script of the shards, and submits it where the launcher is installed.
pub fn launch(args: &Sweep, files: &Files, designs: usize) -> anyhow::Result<()> {
    if args.file == Path::new("-") {
        return Err(Error::Usage("launcher and -: tasks cannot read standard input; name a file".into()).into());
    }
    let tasks = args.tasks.min(designs);
    if tasks == 0 {
        return Err(Error::Usage("tasks 0: at least one task does the designs; leave --tasks out".into()).into());
    }
    files.make_folder()?;
    let path = files.script(SLURM);
    if fs::read_to_string(&path).is_ok_and(|text| !text.contains(MARK)) || path.is_dir() {
        let what =
            format!("{}: no sweep has written it, and it is not replaced; name other results by out", path.display());
        return Err(Error::Usage(what).into());
    }
    let mut file = Output::create(&path)?;
    file.write(script(args, files, tasks)?.as_bytes())?;
    file.finish()?;
    let told = format!("{}: {} in {}\n", path.display(), counted(designs, "design"), counted(tasks, "task"));
    if !is_in_path(SBATCH) {
        return print(&format!("{told}sbatch is not in the PATH; on the cluster: sbatch {}\n", path.display()));
    }
    let output = output(SBATCH, Command::new(SBATCH).arg(&path), None)?;
    match output.status.success() {
        true => print(&(told + &text_of(&output))),
        false => Err(ToolError(format!("sbatch failed ({}): {}", output.status, text_of(&output).trim_end())).into()),
    }
}

fn script(args: &Sweep, files: &Files, tasks: usize) -> anyhow::Result<String> {
    let absolute = |path: &Path| std::path::absolute(path).with_context(|| format!("cannot find {}", path.display()));
    let program = std::env::current_exe().context("cannot find this program")?;
    let log = absolute(&files.log(SLURM, "%a"))?;
    let log = log.display().to_string();
    let options = [
        ("job-name", Some(files.name())),
        ("array", Some(format!("0-{}", tasks - 1))),
        ("output", Some(log)),
        ("partition", args.partition.clone()),
        ("time", args.time.clone()),
    ];
    let mut text = String::from("#!/bin/sh\n");
    for (option, value) in options.into_iter().filter_map(|(option, value)| Some((option, value?))) {
        if value.contains(char::is_whitespace) || value.is_empty() {
            let what = format!("{option} {}: sbatch takes no spaces there; choose another name", quoted(&value));
            return Err(Error::Usage(what).into());
        }
        writeln!(text, "#SBATCH --{option}={value}")?;
    }
    let word = |path: PathBuf| format!("'{}'", path.display().to_string().replace('\'', "'\\''"));
    let (file, out) = (absolute(&args.file)?, files.absolute()?);
    writeln!(
        text,
        "{MARK} Each task does a shard; fftgen sweep without --shard then collects them.\nexec {} sweep {} --out {} \
         --shard \"$SLURM_ARRAY_TASK_ID/{tasks}\"{}",
        word(program),
        word(file),
        word(out),
        if args.retry { " --retry" } else { "" }
    )?;
    Ok(text)
}
