//! Chains of operations around transforms.

use super::{refuse_word, Core, CoreKind, Reference, Run};
use crate::cli::counts::{counted, cycles};
use crate::cli::explain::{ChainExplained, Form};
use crate::cli::tables;
use fftgen::arch::Architecture;
use fftgen::chain::{self, Chain};
use fftgen::data::Frame;
use fftgen::package::Language;
use fftgen::package::{self, Companions, File, PageRequest, PortStyle, Request};
use fftgen::pipeline::{Padding, SampleCoding};
use fftgen::proof::Verdict;
use fftgen::rtl::Module;
use fftgen::synth::{Estimate, Target};
use fftgen::{Config, Design, Error};
use num_complex::Complex64;
use std::path::Path;

/// Most complex points of a frame, all frames of a result together, that is simulated.
const MOST_CHECKED: usize = 1 << 14;

/// Reads the numbers of a file that a chain names.
pub fn chain_files(name: &str) -> Result<Vec<Complex64>, Error> {
    tables::numbers("chain", "numbers", Path::new(name))
}

/// Chains of a text.
pub struct ChainKind {
    text: String,
}

impl ChainKind {
    pub fn new(text: &str) -> Self {
        ChainKind { text: text.into() }
    }

    fn chain(&self, config: &Config) -> Result<Chain, Error> {
        Chain::with_files(config, &self.text, &chain_files)
    }
}

impl CoreKind for ChainKind {
    fn top_name(&self, config: &Config) -> String {
        // A chain that cannot be composed is refused before its name is of use.
        self.chain(config).map_or_else(|_| "chain".into(), |chain| chain.config.top_name())
    }

    fn check(&self, config: &Config) -> Result<(), Error> {
        self.chain(config).map(|_| ())
    }

    fn port_style(&self, config: &Config) -> PortStyle {
        match self.chain(config).is_ok_and(|chain| chain.settings().is_some()) {
            true => PortStyle::Settings,
            false => PortStyle::for_streams(config),
        }
    }

    fn build(&self, config: &Config) -> Result<Box<dyn Core>, Error> {
        let chain = self.chain(config)?;
        let streams = [chain.entering(), chain.leaving()].map(chain::Stream::clone);
        let smaller = match chain.points()[0] > MOST_CHECKED {
            true => self.chain(config)?.smaller().and_then(Result::ok).map(Chain::design),
            false => None,
        };
        Ok(Box::new(ChainCore { design: chain.design().checked()?, streams, smaller }))
    }

    fn explain(&self, config: &Config, form: Form) -> anyhow::Result<String> {
        let chain = self.chain(config)?;
        let facts = ChainExplained::new(&chain);
        Ok(match form {
            Form::Ir(_) => {
                let why = "ir: a chain has transforms of their own forms; leave --ir out, or explain one by its size";
                return Err(Error::Unsupported(why.into()).into());
            }
            Form::Svg => package::picture(&chain.config.top_name(), &chain.config, &chain),
            Form::Json => serde_json::to_string_pretty(&facts)? + "\n",
            Form::Text | Form::AllText => facts.to_string(),
        })
    }

    fn with_model(&self, config: &Config, word: Option<u64>, run: Run) -> anyhow::Result<()> {
        refuse_word(word, "a chain")?;
        let chain = self.chain(config)?;
        hand_on(&chain.config, [chain.entering(), chain.leaving()], &chain, run)
    }
}

/// Hands the model of a chain on.
fn hand_on(config: &Config, streams: [&chain::Stream; 2], chain: &dyn Architecture, run: Run) -> anyhow::Result<()> {
    let model = chain.model(config.format.into(), None);
    let points = chain.points();
    let frame = |side: usize| {
        let chain::Stream { element, lanes, .. } = *streams[side];
        Frame {
            shape: points[side].into(),
            width: if element.is_complex { lanes } else { lanes.div_ceil(2) },
            padding: Padding::Frame,
            format: element.format,
            real: !element.is_complex,
            half_rate: false,
            coding: if side == 0 { config.codings()[0] } else { SampleCoding::default() },
        }
    };
    let frame_title = match streams[0].element.is_complex {
        true => counted(points[0], "sample"),
        false => counted(2 * points[0], "real sample"),
    };
    let transform = &|samples: &_| model.transform(samples);
    run(&Reference { frames: [frame(0), frame(1)], has_exponents: false, frame_title, transform })
}

/// Core of a chain.
struct ChainCore {
    design: Design,
    /// That enters, and that leaves.
    streams: [chain::Stream; 2],
    /// The same chain with fewer frames for each result, where that is simulated in its place.
    smaller: Option<Design>,
}

impl Core for ChainCore {
    fn name(&self) -> &str {
        &self.design.name
    }

    fn title(&self) -> String {
        self.design.title()
    }

    fn rows(&self) -> Vec<(&'static str, String)> {
        let design = &self.design;
        let facts = design.architecture.chain();
        let text = facts.map(|chain| ("chain", chain.text.clone()));
        let operations = facts.map_or(&[][..], |chain| &chain.operations);
        let operations =
            operations.iter().map(|operation| ("", format!("{operation}, {}", cycles(operation.latency_cycles))));
        let last = [
            ("frame", cycles(design.interval())),
            ("latency", format!("{} (core {})", cycles(design.latency()), design.core_latency())),
            ("operators", format!("{}, of real numbers", design.units())),
            ("estimate", Estimate::of(design, design.config.target).in_words(design.config.target)),
        ];
        text.into_iter().chain(operations).chain(last).collect()
    }

    fn samples(&self, _: &Config) -> usize {
        2 * self.design.architecture.points()[0] / self.streams[0].element.parts()
    }

    fn self_check(&self, work: usize) -> Result<String, Error> {
        match &self.smaller {
            Some(smaller) => {
                let passed = smaller.self_check(work)?;
                Ok(format!("{passed}, of a chain with fewer frames for each result; fftgen verify --with verilator"))
            }
            None => self.design.self_check(work),
        }
    }

    fn prove(&self, seed: u64) -> Verdict {
        self.design.prove(seed)
    }

    fn promises(&self) -> Vec<(&'static str, usize)> {
        self.design.promises()
    }

    fn files(&self, request: &Request, emitter: &dyn Language, companions: &Companions) -> Vec<File> {
        package::files_with(&self.design, request, emitter, companions)
    }

    fn report(&self, wanted: &PageRequest) -> File {
        package::report(&self.design, wanted)
    }

    fn modules(&self) -> [&Module; 2] {
        Core::modules(&self.design)
    }

    fn with_model(&self, word: Option<u64>, run: Run) -> anyhow::Result<()> {
        refuse_word(word, "a chain")?;
        hand_on(&self.design.config, self.streams.each_ref(), &*self.design.architecture, run)
    }

    fn estimate(&self, target: &Target, module: &Module) -> Estimate {
        Core::estimate(&self.design, target, module)
    }
}
