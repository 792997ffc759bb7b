//! What becomes of other people's programs, and of temporary folders, when the program is ended or their time is over.
#![cfg(unix)]

use crate::support::program::{names, program, signalled, signals};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Commands that run tools.
const COMMANDS: [&str; 2] = ["synth", "verify --with icarus"];

/// A program that writes a file of its folder again and again, and starts another one that does. The number of each process
/// is in a file.
const WILLING: &str = "\
echo $$ > $NUMBERS/head
(exec sh -c 'echo $$ > $NUMBERS/other; while :; do echo x > more; done') &
while :; do echo x > file; done";

/// A line by which SIGTERM ends neither a program nor what it starts.
const STUBBORN: &str = "trap '' TERM\n";

/// Tools that are scripts, and the numbers of their processes.
struct Tools(TempDir);

impl Tools {
    fn new(script: &str) -> Self {
        let tools = Tools(TempDir::new().unwrap());
        let shell = format!("#!/bin/sh\nif [ $1 = -C ]; then cd $2; fi\n{script}\n");
        for (name, text) in [("make", shell.as_str()), ("yosys", &shell), ("iverilog", ""), ("vvp", "")] {
            let path = tools.path(name);
            fs::write(&path, text).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        }
        tools
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The program with these tools before all others.
    fn program(&self, folder: &Path, line: &str) -> Command {
        let mut command = program(folder, &format!("{line} --size 4 --width 1 --precision fp16"));
        let path = format!("{}:{}", self.0.path().display(), std::env::var("PATH").unwrap());
        command.env("PATH", path).env("NUMBERS", self.0.path()).env_remove("YOSYS");
        command
    }

    /// Starts the program, and waits until a tool and what it has started run, or the program has ended.
    fn start(&self, folder: &Path, line: &str) -> Child {
        let mut child = self.program(folder, line).spawn().unwrap();
        while child.try_wait().unwrap().is_none() && !["head", "other"].iter().all(|name| self.number(name).is_some()) {
            std::thread::sleep(Duration::from_millis(5));
        }
        child
    }

    fn number(&self, name: &str) -> Option<u32> {
        fs::read_to_string(self.path(name)).ok()?.trim().parse().ok()
    }

    /// Sees that nothing runs any more, and forgets it.
    fn assert_gone(&self) {
        for name in ["head", "other"] {
            let number = self.number(name).expect("the tool has run");
            let state = fs::read_to_string(format!("/proc/{number}/stat")).unwrap_or_default();
            assert!(state.is_empty() || state.contains(") Z "), "{name}: {state}");
            fs::remove_file(self.path(name)).unwrap();
        }
    }
}

#[test]
fn signals_end_tools_with_all_that_they_have_started() {
    for script in [WILLING.to_string(), STUBBORN.to_string() + WILLING] {
        let tools = Tools::new(&script);
        for (line, (signal, number)) in COMMANDS.iter().flat_map(|line| signals().into_iter().map(move |s| (line, s))) {
            let here = TempDir::new().unwrap();
            let child = tools.start(here.path(), line);
            assert!(names(here.path()).iter().any(|name| name.starts_with(".fftgen-")));
            let status = signalled(child, signal, Duration::from_millis(20));
            assert_eq!(status.code(), Some(128 + number), "{line} {signal}");
            tools.assert_gone();
            assert_eq!(names(here.path()), Vec::<String>::new(), "{line} {signal}");
        }
    }
}

#[test]
fn a_tool_whose_time_is_over_is_ended() {
    let mut shown = String::new();
    for (script, line) in [(STUBBORN, COMMANDS[0]), ("", COMMANDS[0]), (STUBBORN, COMMANDS[1]), ("", COMMANDS[1])] {
        let (tools, here, start) =
            (Tools::new(&(script.to_string() + WILLING)), TempDir::new().unwrap(), Instant::now());
        let output = tools.start(here.path(), &format!("{line} --timeout 2")).wait_with_output().unwrap();
        assert!(start.elapsed() >= Duration::from_secs(2), "{line}");
        tools.assert_gone();
        assert_eq!(names(here.path()), Vec::<String>::new(), "{line}");
        shown += &format!("[{}] {}", output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap());
    }
    insta::assert_snapshot!(shown, @r"
    [5] error: yosys was ended after 2 s, the most that --timeout allows; give it more seconds, or leave the flag out
    [5] error: yosys was ended after 2 s, the most that --timeout allows; give it more seconds, or leave the flag out
    [5] error: make icarus was ended after 2 s, the most that --timeout allows; give it more seconds, or leave the flag out
    [5] error: make icarus was ended after 2 s, the most that --timeout allows; give it more seconds, or leave the flag out
    ");
}

#[test]
fn a_tool_that_has_time_is_left_alone() {
    let (tools, here) = (Tools::new("echo done; exit 3"), TempDir::new().unwrap());
    let output = tools.program(here.path(), "synth --timeout 600").output().unwrap();
    insta::assert_snapshot!(String::from_utf8(output.stderr).unwrap(), @r"
    error: yosys failed (exit status: 3):
    done
    ");
}

/// The model waits for data that do not come.
#[test]
fn signals_end_the_wait_for_data() {
    for (signal, number) in signals() {
        let here = TempDir::new().unwrap();
        let mut command = program(here.path(), "model --size 4 --width 1 --precision fp16 --input - --output out.csv");
        let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
        let data = child.stdin.take();
        while names(here.path()).is_empty() {
            std::thread::sleep(Duration::from_millis(5));
        }
        assert_eq!(signalled(child, signal, Duration::ZERO).code(), Some(128 + number));
        assert_eq!(names(here.path()), Vec::<String>::new());
        drop(data);
    }
}
