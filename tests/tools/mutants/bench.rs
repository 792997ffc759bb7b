//! Mutants of one core under its emitted testbench.

use super::fault::Fault;
use super::lockstep::{lockstep, OTHER};
use super::subject::Subject;
use crate::support::tools::run;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A testbench that takes more seconds of a processor does not end: a fault closed a loop.
const PATIENCE: u32 = 120;

/// A long run that takes more seconds does not end. On a slow machine one has taken more than 120.
const LONG_PATIENCE: u32 = 900;

/// What has become of a fault.
pub enum Fate {
    /// The emitted testbench fails.
    Caught,
    /// Nothing shows on any port in a long run of other data.
    Equivalent,
    /// The testbench passes, and the long run shows this.
    Missed(String),
}

/// A core with its files in a folder, and those of a longer testbench in a folder beneath.
pub struct Bench {
    name: String,
    folder: PathBuf,
    pub verilog: String,
    /// One of so many faults that show may pass, where many are planted.
    pub rare: usize,
}

impl Bench {
    pub fn new(subject: Subject, folder: &Path) -> Self {
        let long = folder.join("long");
        fs::create_dir_all(&long).expect("a folder");
        for (folder, files) in [(folder, &subject.files), (&long, &subject.long)] {
            for file in files {
                fs::write(folder.join(&file.name), &file.contents).expect("a file");
            }
        }
        let (name, device) = (format!("{}_tb.v", subject.name), format!("  {} device (", subject.name));
        let testbench = fs::read_to_string(long.join(&name)).expect("the testbench");
        assert!(testbench.contains(&device), "the testbench of {} has no device", subject.name);
        fs::write(long.join(&name), testbench.replace(&device, "  lockstep device (")).expect("a file");
        fs::write(long.join("lockstep.v"), lockstep(&subject)).expect("a file");
        let verilog = fs::read_to_string(folder.join(format!("{}.v", subject.name))).expect("the core");
        Bench { name: subject.name, folder: folder.into(), verilog, rare: subject.rare }
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// Plants a fault, number `number` of all, and runs the testbenches.
    pub fn fate(&self, fault: &Fault, number: usize) -> Result<Fate, String> {
        let (name, mutant) = (self.name(), fault.plant(&self.verilog));
        let (source, testbench) = (format!("mutant{number}.v"), format!("{name}_tb.v"));
        fs::write(self.folder.join(&source), &mutant).map_err(|e| e.to_string())?;
        if !self.simulate(&self.folder, PATIENCE, number, &[&source, &testbench])?.contains("PASS") {
            return Ok(Fate::Caught);
        }
        let long = self.folder.join("long");
        fs::write(long.join(&source), mutant.replace(name, &format!("{OTHER}{name}"))).map_err(|e| e.to_string())?;
        let said =
            self.simulate(&long, LONG_PATIENCE, number, &[&format!("../{name}.v"), &source, "lockstep.v", &testbench])?;
        let difference = said.lines().find_map(|line| line.strip_prefix("DIFFERS: "));
        match difference {
            Some(difference) => Ok(Fate::Missed(difference.into())),
            None if said.contains("PASS") => Ok(Fate::Equivalent),
            None if said.is_empty() => Ok(Fate::Missed("it does not end".into())),
            None => Err(format!("{name}: {}\n{said}", fault.describe(&self.verilog))),
        }
    }

    /// What the testbench says of these sources; nothing if it does not end within `patience` seconds.
    fn simulate(&self, folder: &Path, patience: u32, number: usize, sources: &[&str]) -> Result<String, String> {
        let (program, top) = (format!("mutant{number}.vvp"), format!("{}_tb", self.name()));
        run(folder, "iverilog", &[&["-g2005", "-o", &program, "-s", &top], sources].concat())?;
        let said = folder.join(format!("mutant{number}.txt"));
        let output = File::create(&said).map_err(|e| e.to_string())?;
        let limited = format!("ulimit -t {patience}; exec vvp -n {program}");
        let mut simulation = Command::new("sh");
        simulation.args(["-c", &limited]).current_dir(folder).stdout(output).stderr(Stdio::null());
        match simulation.status().map_err(|e| e.to_string())?.code() {
            Some(_) => fs::read_to_string(said).map_err(|e| e.to_string()),
            // Ended by a signal.
            None => Ok(String::new()),
        }
    }
}
