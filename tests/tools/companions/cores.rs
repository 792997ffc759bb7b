//! Cores of all kinds, small ones.

use fftgen::arch::ports::TlastMark;
use fftgen::chain::Chain;
use fftgen::emit::Verilog;
use fftgen::external::External;
use fftgen::format::Format;
use fftgen::formula::Kind;
use fftgen::number::Datapath;
use fftgen::package::{self, Companion, Companions, File, PortStyle, Request, Vectors};
use fftgen::parts::Reset;
use fftgen::pipeline::Padding;
use fftgen::runtime::Runtime;
use fftgen::synth::Target;
use fftgen::{Config, Design, Error, Interface};
use tempfile::TempDir;

pub enum Core {
    Stream(Box<Design>),
    Memory(Box<External>),
}

fn format(name: &str) -> Format {
    Format::parse(name, false).expect("a format")
}

/// Returns a configuration by the word for what is special in it.
fn config(word: &str) -> Config {
    let plain = Config::new(16, 1, format("fixed10"));
    match word {
        "--fixed10" => plain,
        "--tiny" => Config::new(2, 1, format("fixed4")),
        "--float" => Config::new(12, 4, format("e5m6")),
        "--folded" => Config { cycles: Some(60), ..plain },
        "--native" => Config { interface: Interface::Native, ..plain },
        "--aresetn" => Config { reset: Reset::Aresetn, ..plain },
        "--no-reset" => Config { reset: Reset::None, ..plain },
        "--tkeep" => Config { tkeep: true, ..Config::new(10, 4, format("fixed10")) },
        "--rows" => Config {
            tkeep: true,
            tlast: TlastMark::Row,
            padding: Padding::Rows,
            ..Config::new([4, 6], 4, format("fixed10"))
        },
        "--exponents" => Config { datapath: Some(Datapath::Block(10)), ..plain },
        "--sizes" => {
            let runtime = Runtime { sizes: vec![8, 16], direction: true };
            Config { runtime, ..plain }
        }
        "--real" => Config { kind: Kind::Real, ..Config::new(16, 1, format("fixed10")) },
        "--vhdl-name" => Config { name: Some("signal".into()), ..plain },
        _ => panic!("no configuration {word}"),
    }
}

impl Core {
    pub fn stream(word: &str) -> Self {
        Core::Stream(Box::new(Design::new(config(word)).unwrap_or_else(|error| panic!("{word}: {error}"))))
    }

    /// Returns the core for a target.
    pub fn stream_on(word: &str, target: &'static Target) -> Self {
        Core::Stream(Box::new(Design::new(config(word).on(target)).unwrap_or_else(|error| panic!("{word}: {error}"))))
    }

    /// Returns a small core for a target and a clock in MHz.
    pub fn clocked(target: &'static Target, clock_mhz: Option<f64>) -> Self {
        let config = Config { clock_mhz, ..config("--tiny") };
        Core::Stream(Box::new(Design::new(config.on(target)).expect("a core")))
    }

    pub fn chain(text: &str) -> Self {
        let chain = Chain::new(&config("--fixed10"), text).unwrap_or_else(|error| panic!("{text}: {error}"));
        Core::Stream(Box::new(chain.design()))
    }

    pub fn memory() -> Self {
        Core::Memory(Box::new(External::new(Config::new([8, 12], 2, format("fixed16"))).expect("a core")))
    }

    pub fn name(&self) -> &str {
        match self {
            Core::Stream(design) => &design.name,
            Core::Memory(core) => &core.name,
        }
    }

    /// Number of points of a frame.
    pub fn points(&self) -> usize {
        match self {
            Core::Stream(design) => design.config.size(),
            Core::Memory(core) => core.config.size(),
        }
    }

    /// Beats of the first frames of the vectors at the output.
    pub fn outputs(&self, frames: usize) -> Vec<String> {
        match self {
            Core::Stream(design) => Vectors::new(design, frames, 1).output,
            Core::Memory(_) => panic!("a core for frames in memory has no beats of frames"),
        }
    }

    pub fn check(&self, companions: &Companions) -> Result<(), Error> {
        match self {
            Core::Stream(design) => {
                let style = match design.architecture.settings() {
                    Some(_) => PortStyle::Settings,
                    None => PortStyle::for_streams(&design.config),
                };
                companions.check(style, &design.config, &Verilog)
            }
            Core::Memory(core) => companions.check(PortStyle::Memory, &core.config, &Verilog),
        }
    }

    pub fn files(&self, companions: &Companions) -> Vec<File> {
        match self {
            Core::Stream(design) => package::files_with(design, &request(), &Verilog, companions),
            Core::Memory(core) => package::external::files_with(core, &request(), &Verilog, companions),
        }
    }

    pub fn usual_files(&self) -> Vec<File> {
        match self {
            Core::Stream(design) => package::files(design, &request(), &Verilog),
            Core::Memory(core) => package::external::files(core, &request(), &Verilog),
        }
    }

    /// Writes the core with companions into a folder.
    pub fn written(&self, companions: &[Companion]) -> TempDir {
        let companions = Companions::new(companions.iter().copied());
        self.check(&companions).unwrap_or_else(|error| panic!("{}: {error}", self.name()));
        let folder = tempfile::tempdir().expect("a temporary folder");
        for file in self.files(&companions) {
            std::fs::write(folder.path().join(file.name), file.contents).expect("a file is written");
        }
        folder
    }
}

fn request() -> Request {
    Request { command: "fftgen".into(), license: "0BSD".into(), library: None }
}
