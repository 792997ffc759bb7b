//! Builds the driver of `testbenches/` around cores. What several cores have in common is compiled once.

use super::check::quiet;
use crate::support::tools::run;
use fftgen::package::Vectors;
use fftgen::{Design, Interface};
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

const DRIVER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/testbenches/driver.cpp");

/// Compiles a header for others to begin with, as Verilator's makefiles compile.
const RULE: &str = "%.gch: %\n\t$(CXX) $(CXXFLAGS) $(CPPFLAGS) $(OPT_FAST) -x c++-header -o $@ $<\n";

/// Where objects are kept that several drivers are linked with, and the headers that take the compiler longest.
pub struct Workshop {
    folder: PathBuf,
    headers: Mutex<()>,
}

impl Workshop {
    pub fn new(folder: &Path) -> Self {
        Workshop { folder: folder.to_path_buf(), headers: Mutex::new(()) }
    }

    /// Verilates the core in a folder without a warning, builds the driver around it and writes its vectors.
    pub fn build(&self, design: &Design, vectors: &Vectors, folder: &Path) -> Result<(), String> {
        let (name, objects) = (&design.name, folder.join("obj_driver"));
        std::fs::write(folder.join("vectors.txt"), vectors.for_driver(design)).map_err(|e| e.to_string())?;
        let source = format!("{name}.v");
        let mut arguments = vec!["--cc", "--exe", "-Wall", "--prefix", "Vtop", "--Mdir", "obj_driver", "-o", "driver"];
        // Few C++ files: what each begins with costs more than the code.
        arguments.extend(["--x-initial", "unique", "--x-assign", "unique", "--output-split", "200000"]);
        let flags = flags(design, vectors);
        arguments.extend(flags.iter().flat_map(|flag| ["-CFLAGS", flag]));
        arguments.extend(["--top-module", name, &source, DRIVER]);
        quiet("lint", &run(folder, "verilator", &arguments)?)?;
        // Long frames repay some optimisation.
        let level = if design.pipeline().interval > 200 { "-O1" } else { "-O0" };
        let header = self.header(&objects, level)?;
        let fast = format!("OPT_FAST={level} -include {}", header.display());
        let (kept, own) = (self.kept_driver(&objects, &flags, level)?, objects.join("driver.o"));
        // Absent for the first two cores of a kind: they build their own.
        let _ = std::fs::copy(&kept, &own);
        run(&objects, "make", &["--silent", "-f", "Vtop.mk", &fast, "OPT_GLOBAL=-O1"])?;
        if !kept.exists() {
            // Renamed into place, so that the other thread sees all of it or nothing.
            let part = kept.with_extension(name);
            let copied = std::fs::copy(&own, &part).and_then(|_| std::fs::rename(&part, &kept));
            copied.map_err(|e| e.to_string())?;
        }
        Ok(())
    }

    /// Verilator's header, compiled for a level of optimisation.
    fn header(&self, objects: &Path, level: &str) -> Result<PathBuf, String> {
        let header = self.folder.join(format!("common{level}.h"));
        let (rule, compiled) = (self.folder.join("header.mk"), header.with_extension("h.gch"));
        let _first = self.headers.lock().expect("nobody panics with the headers");
        if !compiled.exists() {
            let written =
                std::fs::write(&header, "#include \"verilated.h\"\n").and_then(|_| std::fs::write(&rule, RULE));
            written.map_err(|e| e.to_string())?;
            let [rule, compiled] = [&rule, &compiled].map(|path| path.display().to_string());
            let fast = format!("OPT_FAST={level}");
            run(objects, "make", &["--silent", "-f", "Vtop.mk", "-f", &rule, &fast, &compiled])?;
        }
        Ok(header)
    }

    /// Where the object of the driver is kept, which depends on the ports and on how it is compiled, but not on what the core
    /// does.
    fn kept_driver(&self, objects: &Path, flags: &[String], level: &str) -> Result<PathBuf, String> {
        let header = std::fs::read(objects.join("Vtop.h")).map_err(|e| e.to_string())?;
        let mut hasher = DefaultHasher::new();
        (header, flags, level).hash(&mut hasher);
        Ok(self.folder.join(format!("driver-{:016x}.o", hasher.finish())))
    }
}

/// What the driver has to know of the ports.
fn flags(design: &Design, vectors: &Vectors) -> Vec<String> {
    let has = |ports: [&str; 2]| design.top.outputs.iter().any(|port| ports.contains(&port.name.as_str()));
    let known = [
        ("NATIVE", design.config.interface == Interface::Native),
        ("EXPONENT", vectors.exponents.is_some()),
        ("OVERFLOWS", has(["event_overflow", "overflow"])),
    ];
    known.map(|(name, there)| format!("-D{name}={}", u8::from(there))).to_vec()
}
