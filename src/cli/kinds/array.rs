//! Arrays of elements with links between neighbours.

use super::given::Given;
use super::{hand_on_points, refuse_word, Core, CoreKind, Run};
use crate::accuracy::{Definition, Errors};
use crate::cli::args::Settings;
use crate::cli::counts::{counted, cycles, short};
use crate::cli::explain::{ArrayFacts, Form, Noise};
use crate::cli::progress::Progress;
use crate::cli::values::Word;
use fftgen::array::{check, Array, ArrayModel, Checked, Edges, Engine, Links, Plan, Step, Topology};
use fftgen::formula::Kind;
use fftgen::matrix::{axes_plan, Elements};
use fftgen::package::Language;
use fftgen::package::{self, Companions, File, PageRequest, PortStyle, Request};
use fftgen::proof::Verdict;
use fftgen::rtl::Module;
use fftgen::synth::{Estimate, Target};
use fftgen::{Config, Design, Error, Interface};
use std::sync::OnceLock;

/// Work of a self-check, in clock cycles times nets.
const WORK: usize = 2_000_000_000;

/// Maximum number of elements whose netlist is built.
const MAX_ELEMENTS: usize = 1 << 12;

/// Maximum number of points of a frame of the model.
const MAX_POINTS: usize = 1 << 27;

/// Arrays of a topology.
pub struct ArrayKind {
    topology: Topology,
    links: Links,
    /// Where the matrices of the dimensions come from. `None` where frames are transformed.
    given: Option<Given>,
    /// Multiply-adds of an element for products with these matrices.
    macs: usize,
    /// Plan of the configuration, once it is made.
    plan: OnceLock<Result<Plan, Error>>,
}

impl ArrayKind {
    /// Reads what the settings say about links and matrices.
    pub fn new(topology: Topology, settings: &Settings) -> Result<Self, Error> {
        let usual = Links::default();
        // All ranges are far below.
        let bits = settings.link_bits.map_or(usual.bits, |bits| u32::try_from(bits).unwrap_or(u32::MAX));
        let hop = settings.hop.unwrap_or(usual.hop);
        Ok(ArrayKind {
            topology,
            links: Links {
                bits,
                hop,
                delivery: settings.exchange.unwrap_or_default().0,
                steps: settings.steps.unwrap_or_default().0,
                edges: match settings.interface {
                    Some(Word(Interface::Axis)) => Edges::Streams,
                    Some(Word(Interface::Native)) | None => Edges::Words,
                },
            },
            given: Given::new(settings)?,
            macs: settings.macs.unwrap_or(Elements::default().macs),
            plan: OnceLock::new(),
        })
    }

    /// Plans the array of a configuration, which is one for all calls but for its name.
    pub(super) fn plan(&self, config: &Config) -> Result<&Plan, Error> {
        let plan = || match &self.given {
            None => Plan::new(config, self.topology, self.links),
            Some(given) => {
                let matrices = given.matrices(config.shape.dimensions())?;
                axes_plan(config, &matrices, self.macs, self.topology, self.links)
            }
        };
        self.plan.get_or_init(plan).as_ref().map_err(Clone::clone)
    }
}

impl CoreKind for ArrayKind {
    fn top_name(&self, config: &Config) -> String {
        // A configuration that cannot be planned is refused before its name is of use.
        self.plan(config).map_or_else(|_| config.top_name(), |plan| plan.top_name(config))
    }

    fn check(&self, config: &Config) -> Result<(), Error> {
        self.plan(config).map(|_| ())
    }

    fn port_style(&self, _config: &Config) -> PortStyle {
        PortStyle::Links
    }

    fn build(&self, config: &Config) -> Result<Box<dyn Core>, Error> {
        let elements = self.topology.elements();
        if elements > MAX_ELEMENTS {
            return Err(Error::Unsupported(format!(
                "array {}: netlists have at most {MAX_ELEMENTS} elements, and this one {elements}; fftgen explain \
                 computes its clock \
                 cycles, and fftgen model its results",
                self.topology
            )));
        }
        Ok(Box::new(Array::of(config.clone(), self.plan(config)?.clone())))
    }

    fn explain(&self, config: &Config, form: Form) -> anyhow::Result<String> {
        let plan = self.plan(config)?;
        let lengths = config.shape.dimensions();
        let matrices = self.given.as_ref().map(|given| given.matrices(lengths)).transpose()?;
        let definition = match &matrices {
            Some(matrices) => Definition::Products(lengths, matrices),
            None => Definition::Transform(config),
        };
        let measured = Noise::measured(&definition, config.format, |run| self.with_model(config, None, run));
        let noise = measured.or_else(|| matrices.is_none().then(|| foretold(config, plan)).flatten());
        let facts = ArrayFacts::new(config, plan, noise)?;
        Ok(match form {
            Form::Ir(_) => {
                let why =
                    "ir: an array has engines of their own forms; leave --ir out, or explain an engine by its size";
                return Err(Error::Unsupported(why.into()).into());
            }
            Form::Svg => package::array::picture(plan, &facts.facts),
            Form::Json => serde_json::to_string_pretty(&facts)? + "\n",
            Form::Text | Form::AllText => facts.to_string(),
        })
    }

    fn with_model(&self, config: &Config, word: Option<u64>, run: Run) -> anyhow::Result<()> {
        hand_on(config, &ArrayModel::new(self.plan(config)?, config.format), word, run)
    }
}

/// Foretells the noise of an array from that of its engines.
fn foretold(config: &Config, plan: &Plan) -> Option<Noise> {
    let of_engine = |engine: &Engine| {
        Errors::of_architecture(&engine.config, &Definition::Transform(&engine.config), &*engine.architecture)
    };
    let engines: Vec<Option<Errors>> = plan.engines.iter().map(of_engine).collect();
    let factors = if plan.long.is_some() { plan.rounds.len() - 1 } else { 0 };
    Noise::of_rounds(plan.rounds.iter().map(|round| engines[round.engine]), factors, config.format)
}

/// Hands the model of an array on. `word`: the configuration word of all frames, if it is given.
fn hand_on(config: &Config, model: &ArrayModel, word: Option<u64>, run: Run) -> anyhow::Result<()> {
    refuse_word(word, "an array")?;
    if config.points() > MAX_POINTS {
        let why = format!("size {}: the model has frames of at most {MAX_POINTS} points", config.shape);
        return Err(Error::Unsupported(why).into());
    }
    hand_on_points(config, 1, &|samples| model.transform(samples), run)
}

impl Core for Array {
    fn name(&self) -> &str {
        &self.name
    }

    fn title(&self) -> String {
        self.title()
    }

    fn rows(&self) -> Vec<(&'static str, String)> {
        let Plan { topology, links, .. } = self.plan;
        let mut rows = vec![
            ("points", points(&self.config)),
            ("scale", format!("{} {}", self.plan.scale(), self.plan.each())),
            ("array", format!("{topology}, {}", counted(topology.elements(), "element"))),
            (
                "links",
                format!(
                    "{}, {} a point, {} a hop",
                    counted(links.bits as usize, "bit"),
                    counted(self.plan.link_words(), "word"),
                    cycles(links.hop)
                ),
            ),
            ("transform", format!("{} for a frame in place", cycles(self.cycles()))),
            (
                "load",
                format!("{}, and {} to unload", cycles(self.step_cycles(Step::Load)), self.step_cycles(Step::Unload)),
            ),
            ("frames", format!("one in {}, each started while the one before is transformed", cycles(self.interval()))),
            ("memory", format!("{} complex words an element", self.plan.element_memory_words())),
        ];
        if links.edges == Edges::Streams {
            let words = self.plan.row_words();
            rows.push((
                "edges",
                format!("a stream at either end of each row, with buffers of {words} and {} words", 2 * words),
            ));
        }
        let engine = |engine: &Design| {
            let points = engine.config.points();
            ("engine", format!("{points} points, {}, latency {}", engine.plan(), cycles(engine.core_latency())))
        };
        rows.extend(self.engines.iter().map(engine));
        let target = self.config.target;
        rows.push(("estimate", Estimate::of_netlist(target, &self.top).in_words(target)));
        rows
    }

    fn self_check(&self, work: usize) -> Result<String, Error> {
        let all = |array: &Array| array.plan.steps().into_iter().map(|step| array.step_cycles(step)).sum::<usize>();
        let most = |array: &Array| work.saturating_mul(WORK) / (2 * all(array));
        let passed = |array: &Array| -> Result<Option<String>, Error> {
            let nets = short(array.top.nets_in_all());
            let label = format!("self-check: {} elements, {nets} nets", array.plan.topology.elements());
            let _progress = Progress::spinner(&label);
            let Checked { frames, cycles } = check(array, most(array))?;
            Ok((frames > 0).then(|| format!("PASS: {frames} frames, {cycles} cycles of transform")))
        };
        if let Some(passed) = passed(self)? {
            return Ok(passed);
        }
        let why = format!("{} nets for {} cycles are too many", short(self.top.nets_in_all()), all(self));
        let smaller = self.smaller().find(|array| array.top.nets_in_all() <= most(array));
        let smaller = smaller.map(|array| Ok::<_, Error>((passed(&array)?, array))).transpose()?;
        Ok(match smaller {
            Some((Some(passed), Array { config, plan, .. })) => format!(
                "{passed}, by {} of {} points with the same blocks: {why}; fftgen verify --with verilator",
                plan.topology,
                points(&config)
            ),
            _ => format!("skipped: {why}; fftgen verify --with verilator"),
        })
    }

    fn prove(&self, seed: u64) -> Verdict {
        fftgen::array::Array::prove(self, seed)
    }

    fn promises(&self) -> Vec<(&'static str, usize)> {
        match self.plan.links.edges {
            Edges::Words => vec![
                ("load", self.step_cycles(Step::Load)),
                ("transform", self.cycles()),
                ("unload", self.plan.row_words()),
            ],
            Edges::Streams => vec![("interval", self.interval())],
        }
    }

    fn files(&self, request: &Request, emitter: &dyn Language, companions: &Companions) -> Vec<File> {
        package::array::files_with(self, request, emitter, companions)
    }

    fn report(&self, wanted: &PageRequest) -> File {
        package::array::report(self, wanted)
    }

    fn modules(&self) -> [&Module; 2] {
        [&self.top, &self.element]
    }

    fn with_model(&self, word: Option<u64>, run: Run) -> anyhow::Result<()> {
        hand_on(&self.config, &self.model(), word, run)
    }

    fn estimate(&self, target: &Target, module: &Module) -> Estimate {
        Estimate::of_netlist(target, module)
    }
}

/// Writes the lengths of a frame.
fn points(config: &Config) -> String {
    match config.kind {
        Kind::Real => format!("{} of {} real samples", config.point_shape(), config.shape),
        Kind::Complex | Kind::RealPair => config.shape.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fftgen::format::Format;

    /// What is foretold of arrays whose model takes long is within 2 dB of what the model of smaller ones has.
    #[test]
    fn noise_of_the_engines_is_that_of_the_array() {
        for (lengths, format) in
            [(&[32, 32][..], "fixed16"), (&[32, 32], "fp32"), (&[1024], "fixed16"), (&[1024], "fp16")]
        {
            let shape = fftgen::formula::FrameShape::new(lengths).unwrap();
            let config = Config::new(shape, 1, Format::parse(format, false).unwrap());
            let plan = Plan::new(&config, Topology::Ring(4), Links::default()).unwrap();
            let model = ArrayModel::new(&plan, config.format);
            let measured = Noise::measured(&Definition::Transform(&config), config.format, |run| {
                hand_on(&config, &model, None, run)
            });
            let [measured, foretold] = [measured, foretold(&config, &plan)].map(|noise| noise.unwrap().snr_db);
            assert!((measured - foretold).abs() < 2.0, "{shape} {format}: {measured} dB, foretold {foretold}");
        }
    }
}
