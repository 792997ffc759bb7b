//! What the program leaves on a disk when it is disturbed, and what it makes of files that are none.
#![cfg(unix)]

use crate::support::full::share;
use crate::support::program::{names, program, signalled, signals};
use std::fs::{self, File};
use std::os::unix::fs::{symlink, FileTypeExt};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

const CORE: &str = "--size 20 --width 4 --precision fp16 --no-verify";

fn run(folder: &Path, line: &str) -> Output {
    program(folder, line).output().unwrap()
}

/// The exit code and what was said on standard error.
fn said(output: Output) -> (Option<i32>, String) {
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

/// Three signals at moments that are spread over a whole run, in a folder that is new and in one with a core.
#[test]
fn signals_leave_nothing_after() {
    let whole = TempDir::new().unwrap();
    let line = format!("{CORE} --out a/core");
    let start = Instant::now();
    assert!(run(whole.path(), &line).status.success());
    let (time, complete) = (start.elapsed(), names(whole.path()));
    let mut codes = vec![];
    for existing in [false, true] {
        for moment in share(0..12, 4) {
            let here = TempDir::new().unwrap();
            let before = if existing {
                run(here.path(), &line);
                fs::write(here.path().join("a/core/notes"), "mine").unwrap();
                names(here.path())
            } else {
                vec![]
            };
            for (signal, number) in signals() {
                let again = line.replace(
                    "--size 20",
                    if existing { "--size 15 --force --name dft20_w4_fp16" } else { "--size 20" },
                );
                let child = program(here.path(), &again).spawn().unwrap();
                let status = signalled(child, signal, time * moment / 10);
                let ended = status.code().or(status.signal().map(|number| 128 + number));
                assert!(ended == Some(0) || ended == Some(128 + number), "{signal}: {status}");
                codes.extend(status.code());
                match (existing, ended) {
                    (false, Some(0)) => assert_eq!(names(here.path()), complete),
                    (false, _) => {
                        let left = names(here.path());
                        assert!(left == before || left == complete, "{signal} {moment}: {left:?}");
                    }
                    (true, _) => assert_eq!(names(here.path()), before),
                }
            }
            if existing {
                assert_eq!(fs::read_to_string(here.path().join("a/core/notes")).unwrap(), "mine");
            }
        }
    }
    assert!(signals().iter().all(|(_, number)| codes.contains(&(128 + number))), "{codes:?}");
}

/// As under nohup.
#[test]
fn a_signal_that_was_ignored_is_ignored() {
    let here = TempDir::new().unwrap();
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("trap '' HUP; exec {} {CORE} --out core", env!("CARGO_BIN_EXE_fftgen"))]);
    let child = shell.current_dir(here.path()).stdout(Stdio::null()).spawn().unwrap();
    assert!(signalled(child, "HUP", Duration::from_millis(30)).success());
    assert!(here.path().join("core/dft20_w4_fp16.v").is_file());
}

/// A lock says who is alive, and not the number of a process, which may be that of another container.
#[test]
fn what_a_killed_process_has_left_is_swept() {
    let here = TempDir::new().unwrap();
    let (stale, live) = (".fftgen-aaaaaa", ".fftgen-bbbbbb");
    let mut locks = vec![];
    for (folder, name) in ["", "core"].iter().flat_map(|folder| [(folder, stale), (folder, live)]) {
        let path = here.path().join(folder).join(name);
        fs::create_dir_all(path.join("core")).unwrap();
        let lock = File::create(path.join(".lock")).unwrap();
        if name == live {
            lock.lock().unwrap();
            locks.push(lock);
        }
    }
    assert!(run(here.path(), &format!("{CORE} --out core")).status.success());
    let left = names(here.path());
    let count = |name: &str| left.iter().filter(|left| *left == name).count();
    assert_eq!((count(stale), count(live)), (0, 2), "{left:?}");
}

#[test]
fn first_writers_at_once_succeed() {
    for _ in 0..4 {
        let here = TempDir::new().unwrap();
        let writer = || program(here.path(), &format!("{CORE} --out a/b/core")).spawn().unwrap();
        let writers: Vec<Child> = (0..6).map(|_| writer()).collect();
        for writer in writers {
            let output = writer.wait_with_output().unwrap();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        }
        let left = names(here.path());
        assert!(
            left.contains(&"dft20_w4_fp16.json".to_string()) && left.iter().all(|name| !name.starts_with('.')),
            "{left:?}"
        );
        assert!(left.iter().all(|name| !name.contains(".orig")), "{left:?}");
    }
}

/// What has no end, no beginning or no sense as a configuration is refused at once.
#[test]
fn what_is_no_configuration_is_refused_at_once() {
    let here = TempDir::new().unwrap();
    assert!(Command::new("mkfifo").arg(here.path().join("pipe")).status().unwrap().success());
    fs::write(here.path().join("latin"), b"size: 20\nname: d\xe9j\xe0\n").unwrap();
    fs::write(here.path().join("long"), "[".repeat(3 << 20)).unwrap();
    fs::write(here.path().join("deep"), "[".repeat(1 << 20)).unwrap();
    let mut bomb = "a: &a [x, x, x, x, x, x, x, x, x]\n".to_string();
    for (from, to) in ('a'..='y').zip('b'..='z') {
        bomb += &format!("{to}: &{to} [{}]\n", vec![format!("*{from}"); 9].join(", "));
    }
    fs::write(here.path().join("bomb"), bomb).unwrap();
    let mut shown = String::new();
    for name in ["pipe", "latin", "long", "deep", "bomb", "/dev/zero", "."] {
        let start = Instant::now();
        let (code, text) = said(run(here.path(), &format!("--config {name}")));
        assert!(start.elapsed() < Duration::from_secs(2), "{name}: {:?}", start.elapsed());
        shown += &format!("[{}] {text}", code.unwrap());
    }
    let endless = program(here.path(), "--config -").stdin(File::open("/dev/zero").unwrap()).output().unwrap();
    let (code, text) = said(endless);
    shown += &format!("[{}] {text}", code.unwrap());
    insta::assert_snapshot!(shown, @r"
    [1] error: cannot read the configuration pipe: it is no file; --config - reads standard input
    [2] error: latin: line 2: not UTF-8; save the file in that encoding
    [2] error: long: a configuration has at most 1 MiB; is this one?
    [2] error: deep: line 1: values are nested more than 16 deep; a setting is a value or a list
    [2] error: bomb: line 1: a configuration has no anchors and aliases; write the value itself, in quotes if it begins with & or *
    [1] error: cannot read the configuration /dev/zero: it is no file; --config - reads standard input
    [1] error: cannot read the configuration .: it is no file; --config - reads standard input
    [2] error: standard input: a configuration has at most 1 MiB; is this one?
    ");
}

/// Data that would be read for ever.
#[test]
fn data_of_a_device_are_refused() {
    let here = TempDir::new().unwrap();
    let model = format!("model {} --output out.csv --input-format cs8 --input", CORE.replace(" --no-verify", ""));
    let endless = || File::open("/dev/zero").unwrap();
    let mut shown = String::new();
    for (name, stdin) in [("/dev/zero", Stdio::null()), (".", Stdio::null()), ("-", endless().into())] {
        let start = Instant::now();
        let (code, text) = said(program(here.path(), &format!("{model} {name}")).stdin(stdin).output().unwrap());
        assert!(start.elapsed() < Duration::from_secs(5), "{name}: {:?}", start.elapsed());
        shown += &format!("[{}] {text}", code.unwrap());
    }
    assert_eq!(names(here.path()), Vec::<String>::new());
    insta::assert_snapshot!(shown, @r"
    [1] error: cannot read /dev/zero: it is a device, which may have no end; copy as much of it as is wanted to a file
    [1] error: cannot read .: it is a folder; name a file in it
    [1] error: cannot read standard input: it is a device, which may have no end; copy as much of it as is wanted to a file
    ");
}

#[test]
fn a_summary_that_cannot_be_printed_is_said() {
    let here = TempDir::new().unwrap();
    let full = File::options().write(true).open("/dev/full").unwrap();
    let (code, text) = said(program(here.path(), &format!("{CORE} --out core")).stdout(full).output().unwrap());
    assert_eq!(code, Some(1));
    insta::assert_snapshot!(text, @"error: the core is in core, but the summary is not printed: cannot write to standard output: No space left on device (os error 28)");
    assert!(here.path().join("core/dft20_w4_fp16.json").is_file());
}

#[test]
fn a_long_name_leaves_nothing() {
    let here = TempDir::new().unwrap();
    let (code, text) = said(run(here.path(), &format!("{CORE} --name {}", "n".repeat(300))));
    assert_eq!((code, names(here.path())), (Some(2), vec![]));
    insta::assert_snapshot!(text.replace(&"n".repeat(80), "<80>"), @r#"error: name "<80>"... has 300 characters, and names of files begin with it; it may have at most 200"#);
    assert!(run(here.path(), &format!("{CORE} --name {}", "n".repeat(200))).status.success());
    let here = TempDir::new().unwrap();
    let (code, text) = said(run(here.path(), &format!("{CORE} --out a/{}/c", "n".repeat(300))));
    assert_eq!((code, names(here.path())), (Some(1), vec![]), "{text}");
}

#[test]
fn outputs_that_are_no_files_stay_what_they_are() {
    let here = TempDir::new().unwrap();
    let path = |name: &str| here.path().join(name);
    fs::write(path("in.csv"), "1,0\n").unwrap();
    fs::write(path("target.csv"), "").unwrap();
    symlink("target.csv", path("link.csv")).unwrap();
    assert!(Command::new("mkfifo").arg(path("pipe.csv")).status().unwrap().success());
    let reader = Command::new("cat").arg(path("pipe.csv")).stdout(Stdio::piped()).spawn().unwrap();
    for name in ["pipe.csv", "link.csv"] {
        let line = format!("model --size 1 --width 1 --precision fp16 --input in.csv --output {name}");
        assert!(run(here.path(), &line).status.success());
    }
    let piped = reader.wait_with_output().unwrap().stdout;
    assert!(!piped.is_empty() && fs::read(path("target.csv")).unwrap() == piped);
    assert!(path("pipe.csv").metadata().unwrap().file_type().is_fifo() && path("link.csv").is_symlink());
}
