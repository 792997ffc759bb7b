//! Cores for frames in external memory.

use super::{hand_on_points, refuse_word, Core, CoreKind, Run};
use crate::accuracy::{Definition, Errors};
use crate::cli::counts::{cycles, short};
use crate::cli::explain::{Form, MemoryFacts, Noise};
use crate::cli::progress::Progress;
use fftgen::external::{self, check, Checked, Plan};
use fftgen::package::Language;
use fftgen::package::{self, Companions, File, PageRequest, PortStyle, Request};
use fftgen::proof::Verdict;
use fftgen::rtl::Module;
use fftgen::synth::{Estimate, Target};
use fftgen::{Config, Design, Error};

/// Work of a self-check, in clock cycles times nets.
const WORK: usize = 2_000_000_000;

pub struct External;

impl CoreKind for External {
    fn top_name(&self, config: &Config) -> String {
        external::External::top_name(config)
    }

    fn check(&self, config: &Config) -> Result<(), Error> {
        Plan::new(config).map(|_| ())
    }

    fn port_style(&self, _config: &Config) -> PortStyle {
        PortStyle::Memory
    }

    fn build(&self, config: &Config) -> Result<Box<dyn Core>, Error> {
        Ok(Box::new(external::External::new(config.clone())?))
    }

    fn explain(&self, config: &Config, form: Form) -> anyhow::Result<String> {
        let core = external::External::new(config.clone())?;
        let definition = Definition::Transform(config);
        let measured = Noise::measured(&definition, config.format, |run| Core::with_model(&core, None, run));
        let noise = measured.or_else(|| foretold(&core));
        let facts = MemoryFacts::new(&core, noise);
        Ok(match form {
            Form::Ir(_) => {
                let why = "ir: a core for frames in external memory has engines of its own forms; leave --ir out, or \
                           explain an engine by its size";
                return Err(Error::Unsupported(why.into()).into());
            }
            Form::Svg => package::external::picture(&core, &facts.facts),
            Form::Json => serde_json::to_string_pretty(&facts)? + "\n",
            Form::Text | Form::AllText => facts.to_string(),
        })
    }

    fn with_model(&self, config: &Config, word: Option<u64>, run: Run) -> anyhow::Result<()> {
        Core::with_model(&external::External::new(config.clone())?, word, run)
    }
}

/// Foretells the noise of a core from that of its engines.
fn foretold(core: &external::External) -> Option<Noise> {
    let of_engine = |engine: &Design| {
        Errors::of_architecture(&engine.config, &Definition::Transform(&engine.config), &*engine.architecture)
    };
    let engines: Vec<Option<Errors>> = core.engines.iter().map(of_engine).collect();
    let passes = &core.plan.passes;
    let factors = passes.iter().filter(|pass| pass.twiddles.is_some()).count();
    Noise::of_rounds(passes.iter().map(|pass| engines[pass.engine]), factors, core.config.format)
}

impl Core for external::External {
    fn name(&self) -> &str {
        &self.name
    }

    fn title(&self) -> String {
        self.title()
    }

    fn rows(&self) -> Vec<(&'static str, String)> {
        let facts = MemoryFacts::new(self, None).facts;
        let [read, written] = facts.traffic_bytes;
        vec![
            ("points", self.config.shape.to_string()),
            (
                "layout",
                format!("rows of {} bytes, frames of {}", facts.layout.row_pitch_bytes, facts.layout.frame_bytes),
            ),
            ("scale", self.scale()),
            ("samples", format!("{} per clock, on a data bus of {} bits", self.config.width, facts.bus.data_bits)),
            ("passes", facts.passes.len().to_string()),
            ("frame", format!("at least {}", cycles(facts.min_cycles))),
            ("traffic", format!("{read} bytes read and {written} written for a frame")),
            ("memory", format!("{} complex words", facts.memory_words)),
            ("estimate", Estimate::of_netlist(self.config.target, &self.top).in_words(self.config.target)),
        ]
    }

    fn self_check(&self, work: usize) -> Result<String, Error> {
        let nets = self.top.nets_in_all();
        let label = format!("self-check: passes over {} points, {} nets", self.config.shape, short(nets));
        let _progress = Progress::spinner(&label);
        let Checked { frames, bursts, cycles } = check(self, (work * WORK / nets) as u64)?;
        let all: usize = self.plan.passes.iter().map(|pass| pass.write.bursts()).sum();
        Ok(match frames {
            0 => format!("PASS: {bursts} of the {all} bursts that a frame is written in, {cycles} cycles"),
            _ => format!("PASS: {frames} frames, {cycles} cycles a frame"),
        })
    }

    fn prove(&self, seed: u64) -> Verdict {
        fftgen::external::External::prove(self, seed)
    }

    fn promises(&self) -> Vec<(&'static str, usize)> {
        vec![]
    }

    fn files(&self, request: &Request, emitter: &dyn Language, companions: &Companions) -> Vec<File> {
        package::external::files_with(self, request, emitter, companions)
    }

    fn report(&self, wanted: &PageRequest) -> File {
        package::external::report(self, wanted)
    }

    fn modules(&self) -> [&Module; 2] {
        [&self.top, &self.top]
    }

    fn with_model(&self, word: Option<u64>, run: Run) -> anyhow::Result<()> {
        refuse_word(word, "this core")?;
        hand_on_points(&self.config, self.config.width, &|samples| self.transform_frames(samples), run)
    }

    fn estimate(&self, target: &Target, module: &Module) -> Estimate {
        Estimate::of_netlist(target, module)
    }
}
