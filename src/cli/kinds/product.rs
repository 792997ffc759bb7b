//! Products with a matrix.

use super::given::Given;
use super::{frame_of_points, refuse_word, Core, CoreKind, Reference, Run};
use crate::accuracy::Definition;
use crate::cli::args::Settings;
use crate::cli::counts::cycles;
use crate::cli::explain::{ways, Form, Noise, ProductExplained};
use crate::cli::values::{Deferred, Memory};
use fftgen::arch::Architecture;
use fftgen::array::Topology;
use fftgen::data::Frame;
use fftgen::matrix::{
    transform_plans, Cells, Elements, HornerPlan, LoadedNodes, Matrix, Planned, ProductPlan, SystolicPlan,
};
use fftgen::model::Model;
use fftgen::package::Language;
use fftgen::package::{self, Companions, File, PageRequest, PortStyle, Request};
use fftgen::proof::Verdict;
use fftgen::rtl::Module;
use fftgen::synth::{Estimate, Target};
use fftgen::{Config, Design, Error};
use std::sync::OnceLock;

/// What multiplies.
#[derive(Clone, Copy)]
enum Place {
    Elements(Elements),
    Cells(Cells),
}

/// Products with a matrix on elements or cells.
pub struct ProductKind {
    /// Where the matrix comes from. `None` where frames are transformed.
    given: Option<Given>,
    place: Place,
    /// Plans of the configuration, once they are made, the chosen one first.
    plans: OnceLock<Result<Vec<Planned>, Error>>,
}

impl ProductKind {
    /// Reads what the settings say about the matrix and the elements.
    pub fn new(settings: &Settings) -> Result<Self, Error> {
        let arrays = Deferred::optional(&settings.array)?;
        let (given, topology) = (Given::new(settings)?, arrays.map(|arrays| arrays.single()).transpose()?);
        let excluded = [
            (
                "memory",
                settings.memory.is_some_and(|memory| memory.0 == Memory::Axi),
                "frames stream through a matrix product",
            ),
            ("link-bits", settings.link_bits.is_some(), "links carry a point in a clock cycle"),
            ("exchange", settings.exchange.is_some(), "points pass from neighbour to neighbour"),
            ("steps", settings.steps.is_some(), "a matrix product has one step"),
        ];
        if let Some((flag, _, why)) = excluded.into_iter().find(|(_, is_given, _)| *is_given) {
            return Err(Error::Unsupported(format!("{flag} and a matrix product: {why}; leave --{flag} out")));
        }
        let usual = Elements::default();
        if let (None, Some(hop)) = (topology, settings.hop) {
            return Err(Error::Usage(format!(
                "hop {hop} is about links of an array; add an array, as in --array line:4, or leave --hop out"
            )));
        }
        if let Some(Topology::Systolic(rows, columns)) = topology {
            let excluded = [("macs", settings.macs.is_some()), ("hop", settings.hop.is_some())];
            if let Some((flag, _)) = excluded.into_iter().find(|(_, is_given)| *is_given) {
                return Err(Error::Usage(format!(
                    "{flag} and array systolic:{rows}x{columns}: each cell has one multiply-add and one register to \
                     the next; leave --{flag} out"
                )));
            }
            return Ok(ProductKind { given, place: Place::Cells(Cells { rows, columns }), plans: OnceLock::new() });
        }
        let macs = settings.macs.unwrap_or(usual.macs);
        let hop = settings.hop.unwrap_or(usual.hop);
        let elements = Elements { topology: topology.unwrap_or(Topology::Line(1)), macs, hop };
        Ok(ProductKind { given, place: Place::Elements(elements), plans: OnceLock::new() })
    }

    /// Returns the matrix for frames of a configuration. A transform has none, because it has more ways than one.
    fn matrix(&self, config: &Config) -> Result<Option<Matrix>, Error> {
        let Some(given) = &self.given else { return Ok(None) };
        Ok(given.matrices(&[self.points(config)])?.pop())
    }

    /// Returns the nodes that come while the core runs. `None` for a matrix or a transform.
    fn loaded_nodes(&self, config: &Config) -> Result<Option<LoadedNodes>, Error> {
        self.given.as_ref().map_or(Ok(None), |given| given.loaded_nodes(self.points(config)))
    }

    /// Returns the points of a frame, of which a batch has several.
    fn points(&self, config: &Config) -> usize {
        match self.place {
            Place::Elements(_) => config.size(),
            Place::Cells(_) => config.shape.row(),
        }
    }

    /// Plans the ways to compute the products of a configuration, which is one for all calls but for its name. The
    /// chosen one is the first.
    fn plans(&self, config: &Config) -> Result<Vec<Planned>, Error> {
        let plans = || match (self.loaded_nodes(config)?, self.place) {
            (Some(nodes), Place::Elements(elements)) => {
                Ok(vec![Planned::Horner(HornerPlan::new(config, &nodes, elements)?)])
            }
            (Some(_), Place::Cells(_)) => Err(Error::Unsupported(
                "points load and array systolic: sums stay in the elements of a line; try --array line:P, or \
                 --matrix load:K on cells"
                    .into(),
            )),
            (None, _) => self.products(config),
        };
        self.plans.get_or_init(plans).clone()
    }

    /// Plans the ways to multiply by a matrix that is known, or to transform.
    fn products(&self, config: &Config) -> Result<Vec<Planned>, Error> {
        match (self.matrix(config)?, self.place) {
            (Some(matrix), Place::Elements(elements)) => {
                Ok(vec![Planned::Elements(ProductPlan::new(config, &matrix, elements)?)])
            }
            (Some(matrix), Place::Cells(cells)) => Ok(vec![Planned::Cells(SystolicPlan::new(config, &matrix, cells)?)]),
            (None, Place::Cells(cells)) => transform_plans(&as_product(config), config.inverse, cells),
            (None, Place::Elements(_)) => {
                Err(Error::Usage("array: elements multiply by a matrix; add one, as in --transform dct2".into()))
            }
        }
    }

    /// Returns the chosen plan.
    fn plan(&self, config: &Config) -> Result<Planned, Error> {
        Ok(self.plans(config)?.swap_remove(0))
    }
}

/// Returns the configuration of a transform as that of a product with its matrix, which says itself which way it goes.
fn as_product(config: &Config) -> Config {
    Config { inverse: false, ..config.clone() }
}

impl CoreKind for ProductKind {
    fn top_name(&self, config: &Config) -> String {
        // A configuration that cannot be planned is refused before its name is of use.
        self.plan(config).map_or_else(|_| config.top_name(), |plan| plan.top_name(config))
    }

    fn check(&self, config: &Config) -> Result<(), Error> {
        self.plan(config).map(|_| ())
    }

    fn port_style(&self, config: &Config) -> PortStyle {
        match (PortStyle::for_streams(config), self.given.as_ref().is_some_and(Given::is_loaded)) {
            (_, true) => PortStyle::LoadedProduct,
            (PortStyle::Stream, false) => PortStyle::Product,
            (style, false) => style,
        }
    }

    fn build(&self, config: &Config) -> Result<Box<dyn Core>, Error> {
        Ok(Box::new(Product(self.plan(config)?.design(as_product(config)))))
    }

    fn explain(&self, config: &Config, form: Form) -> anyhow::Result<String> {
        let plans = self.plans(config)?;
        let name = plans[0].top_name(config);
        let architecture = plans[0].clone().architecture(config);
        let facts = ProductExplained::new(config, name.clone(), &*architecture);
        let mut facts = facts.ok_or_else(|| anyhow::anyhow!("a product has facts"))?;
        match &self.given {
            None => {
                facts.ways = ways(config, &plans)?;
                facts.noise = facts.ways.first().and_then(|way| Noise::from_error(way.error?[0]));
            }
            Some(given) => {
                let matrix = if given.is_loaded() { plans[0].loaded_matrix() } else { self.matrix(config)? };
                let matrices: Vec<Matrix> = matrix.into_iter().collect();
                let definition = Definition::Products(config.shape.dimensions(), &matrices);
                facts.noise = Noise::measured(&definition, config.format, |run| hand_on(config, &*architecture, run));
            }
        }
        Ok(match form {
            Form::Ir(_) => {
                let why = "ir: a matrix product has no plan of a transform; leave --ir out";
                return Err(Error::Unsupported(why.into()).into());
            }
            Form::Svg => package::picture(&name, config, &*architecture),
            Form::Json => serde_json::to_string_pretty(&facts)? + "\n",
            Form::Text | Form::AllText => facts.to_string(),
        })
    }

    fn with_model(&self, config: &Config, word: Option<u64>, run: Run) -> anyhow::Result<()> {
        refuse_word(word, "a matrix product")?;
        if let Some(given) = &self.given {
            given.check_known()?;
        }
        let product = self.plan(config)?.architecture(config);
        hand_on(config, &*product, run)
    }
}

/// Hands the model of a matrix product on.
fn hand_on(config: &Config, product: &dyn Architecture, run: Run) -> anyhow::Result<()> {
    let model: Model = product.model(config.format.into(), None);
    let [points, results] = product.points();
    let frame = frame_of_points(config, 1);
    let rows = product.product().and_then(|facts| facts.batch).unwrap_or(1);
    let shapes = [config.shape, config.shape.with_row(results / rows)];
    let frames = [0, 1].map(|side| Frame { shape: shapes[side], coding: config.codings()[side], ..frame });
    let frame_title = format!("{points} points");
    run(&Reference { frames, has_exponents: false, frame_title, transform: &|samples| model.transform(samples) })
}

/// Core that multiplies frames by a matrix.
struct Product(Design);

impl Core for Product {
    fn name(&self) -> &str {
        &self.0.name
    }

    fn title(&self) -> String {
        Core::title(&self.0)
    }

    fn rows(&self) -> Vec<(&'static str, String)> {
        let design = &self.0;
        let Some(facts) = design.architecture.product() else { return vec![] };
        let coefficients = if facts.is_real { "real" } else { "complex" };
        vec![
            match (&facts.radices[..], facts.step_cycles) {
                ([], Some(step)) => ("nodes", format!("{}, in steps of {}", facts.rows, cycles(step))),
                ([], None) => {
                    ("matrix", format!("{} rows, {} columns, {coefficients} coefficients", facts.rows, facts.columns))
                }
                _ => ("steps", ProductExplained::steps(&facts)),
            },
            ("elements", ProductExplained::elements(&facts)),
            ("sums", facts.order.clone()),
            ("scale", design.scale()),
            (ProductExplained::unit(&facts), ProductExplained::frame(&facts, design.interval())),
            ("latency", format!("{} (core {})", cycles(design.latency()), design.core_latency())),
            ("operators", format!("{}, of real numbers", design.units())),
            ("memory", format!("{} complex words", design.memory_words())),
            ("estimate", Estimate::of(design, design.config.target).in_words(design.config.target)),
        ]
    }

    fn batch(&self) -> usize {
        self.0.architecture.product().and_then(|facts| facts.batch).unwrap_or(1)
    }

    fn self_check(&self, work: usize) -> Result<String, Error> {
        self.0.self_check(work)
    }

    fn prove(&self, seed: u64) -> Verdict {
        self.0.prove(seed)
    }

    fn promises(&self) -> Vec<(&'static str, usize)> {
        self.0.promises()
    }

    fn files(&self, request: &Request, emitter: &dyn Language, companions: &Companions) -> Vec<File> {
        package::files_with(&self.0, request, emitter, companions)
    }

    fn report(&self, wanted: &PageRequest) -> File {
        package::report(&self.0, wanted)
    }

    fn modules(&self) -> [&Module; 2] {
        Core::modules(&self.0)
    }

    fn with_model(&self, word: Option<u64>, run: Run) -> anyhow::Result<()> {
        refuse_word(word, "a matrix product")?;
        hand_on(&self.0.config, &*self.0.architecture, run)
    }

    fn estimate(&self, target: &Target, module: &Module) -> Estimate {
        Core::estimate(&self.0, target, module)
    }
}
