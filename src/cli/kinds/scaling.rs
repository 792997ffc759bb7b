//! Arrays of several numbers of elements, which are compared and not built.

use super::array::ArrayKind;
use super::given::Given;
use super::{Core, CoreKind, Run};
use crate::cli::args::Settings;
use crate::cli::explain::{Figures, Form, ScaledArray, ScalingFacts, EFFICIENT};
use crate::cli::values::{Arrays, Word};
use fftgen::array::{Links, Steps, Topology};
use fftgen::package::PortStyle;
use fftgen::{Config, Error};

/// Arrays of the same links and several numbers of elements.
pub struct ScalingKind {
    arrays: Arrays,
    settings: Settings,
    bits: usize,
}

impl ScalingKind {
    /// Reads what the settings say about links and matrices.
    pub fn new(arrays: Arrays, settings: &Settings) -> Result<Self, Error> {
        ArrayKind::new(arrays.all()[0], settings)?;
        let bits = settings.link_bits.unwrap_or(Links::default().bits as usize);
        Ok(ScalingKind { arrays, settings: settings.clone(), bits })
    }

    /// Returns why nothing is built of several arrays.
    fn refusal(&self) -> Error {
        self.arrays.single().err().unwrap_or_else(|| unreachable!("several arrays are no single one"))
    }

    /// Plans an array with links of some bits, with the steps that are given, or those that are the fastest.
    fn fastest(&self, config: &Config, topology: Topology, bits: usize) -> Result<Figures, Error> {
        let with = |steps: Steps| {
            let settings = Settings { link_bits: Some(bits), steps: Some(Word(steps)), ..self.settings.clone() };
            Ok(Figures::new(ArrayKind::new(topology, &settings)?.plan(config)?))
        };
        match self.settings.steps {
            Some(Word(steps)) => with(steps),
            // Not all frames have steps that overlap.
            None => match (with(Steps::Phased)?, with(Steps::Overlapped)) {
                (phased, Ok(overlapped)) if overlapped.transform_cycles < phased.transform_cycles => Ok(overlapped),
                (phased, _) => Ok(phased),
            },
        }
    }

    /// Compares the arrays, with wider links where the efficiency falls.
    fn compare(&self, config: &Config) -> Result<ScalingFacts, Error> {
        let mut rows: Vec<ScaledArray> = Vec::new();
        for topology in self.arrays.all() {
            let first = rows.first().map(|row| row.figures);
            let figures = self.fastest(config, *topology, self.bits)?.beside(first.as_ref());
            let point_bits = 2 * config.format.bits() as usize;
            let wider = std::iter::successors(Some(2 * self.bits), |bits| Some(2 * bits));
            let wider = wider.take_while(|bits| figures.efficiency < EFFICIENT && *bits <= point_bits);
            let mut faster: Option<Figures> = None;
            for bits in wider {
                let mended = self.fastest(config, *topology, bits)?.beside(first.as_ref());
                faster = Some(mended);
                if mended.efficiency >= EFFICIENT {
                    break;
                }
            }
            let faster = faster.filter(|mended| mended.transform_cycles < figures.transform_cycles);
            rows.push(ScaledArray::new(*topology, figures, faster));
        }
        Ok(ScalingFacts::new(config, Given::new(&self.settings)?.is_some(), rows))
    }
}

impl CoreKind for ScalingKind {
    fn top_name(&self, config: &Config) -> String {
        config.top_name()
    }

    fn check(&self, config: &Config) -> Result<(), Error> {
        self.fastest(config, self.arrays.all()[0], self.bits).map(|_| ())
    }

    fn port_style(&self, _: &Config) -> PortStyle {
        PortStyle::Links
    }

    fn build(&self, _: &Config) -> Result<Box<dyn Core>, Error> {
        Err(self.refusal())
    }

    fn explain(&self, config: &Config, form: Form) -> anyhow::Result<String> {
        match form {
            Form::Json => Ok(serde_json::to_string_pretty(&self.compare(config)?)? + "\n"),
            Form::Text | Form::AllText => Ok(self.compare(config)?.to_string()),
            Form::Svg | Form::Ir(_) => Err(self.refusal().into()),
        }
    }

    fn with_model(&self, _: &Config, _: Option<u64>, _: Run) -> anyhow::Result<()> {
        Err(self.refusal().into())
    }
}
