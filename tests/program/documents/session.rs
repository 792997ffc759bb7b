//! Commands in a shell, and what they print beside what a page shows.

use super::page::Command;
use std::path::Path;
use std::process::{self, Stdio};

/// What a shell prints after each command, before its exit code.
const END: &str = "-- exit code";

/// Runs commands in one shell that begins in a folder, with some programs before all others. Returns what is wrong.
pub fn wrong(folder: &Path, programs: &Path, commands: &[&Command]) -> Vec<String> {
    let script: String =
        commands.iter().map(|command| format!("{{ {}\n}} 2>&1\necho \"{END} $?\"\n", here(&command.text))).collect();
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap_or_default());
    let output = process::Command::new("sh")
        .args(["-c", &script])
        .current_dir(folder)
        .env("PATH", path)
        .env("HOME", folder)
        // As by hand, even if make has started the test.
        .env_remove("MAKELEVEL")
        .env_remove("MAKEFLAGS")
        .env("FFTGEN_PROGRESS", "off")
        .stdin(Stdio::null())
        .output()
        .expect("a shell");
    let said = String::from_utf8_lossy(&output.stdout);
    let mut lines = said.lines();
    let mut found = vec![];
    for command in commands {
        let mut printed: Vec<&str> = vec![];
        let code = loop {
            match lines.next() {
                Some(line) => match line.strip_prefix(END) {
                    Some(code) => break code.trim(),
                    None if is_progress(line) => {}
                    None => printed.push(line),
                },
                None => return [found, vec![format!("{}: the shell has ended\n{said}", command.text)]].concat(),
            }
        };
        let fails = command.shown.iter().any(|line| line.starts_with("error: "));
        if fails == (code == "0") {
            found.push(format!("{}: exit code {code}\n{}", command.text, printed.join("\n")));
        } else if !agrees(&command.shown, &printed) {
            found.push(format!(
                "{}: shown\n{}\nprinted\n{}",
                command.text,
                command.shown.join("\n"),
                printed.join("\n")
            ));
        }
    }
    found
}

/// Whether a line says how long something has taken so far.
fn is_progress(line: &str) -> bool {
    let seconds = line.strip_suffix(" s").and_then(|line| line.rsplit_once(", "));
    seconds.is_some_and(|(_, seconds)| seconds.parse::<u32>().is_ok())
}

/// The command with the program for what builds it in the repository.
fn here(text: &str) -> String {
    text.replace("cargo run --release -- ", "fftgen ")
}

/// Whether what is printed is what is shown, if anything is. A line `...` stands for any lines, and a line that ends in `...` for each
/// line with its beginning. Figures of Yosys are those of the version that is shown.
fn agrees(shown: &[String], printed: &[&str]) -> bool {
    let version = |line: &str| line.rsplit_once(", Yosys ").map(|(_, version)| version.to_string());
    if let (Some(wanted), Some(found)) = (shown.first(), printed.first()) {
        if version(wanted) != version(found) {
            return version(found).is_some();
        }
    }
    shown.is_empty() || follows(shown, printed)
}

fn follows(shown: &[String], printed: &[&str]) -> bool {
    match (shown.split_first(), printed.split_first()) {
        (None, left) => left.is_none(),
        (Some((any, rest)), _) if any.trim() == "..." => (0..=printed.len()).any(|at| follows(rest, &printed[at..])),
        (Some((line, rest)), Some((found, left))) => {
            let same = match line.strip_suffix("...") {
                Some(beginning) => found.starts_with(beginning),
                None => line.trim_end() == found.trim_end(),
            };
            same && follows(rest, left)
        }
        (Some(_), None) => false,
    }
}
