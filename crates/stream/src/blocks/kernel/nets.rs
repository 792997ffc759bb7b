//! Scheduled kernels of nets, for netlists that are not written as expressions.

use super::body;
use crate::lower::output_rounding::RoundedOutput;
use crate::parts::operators::OperatorSet;
use crate::pipeline::Stage;
use crate::rtl::{Module, Net};
use fftgen_hdl::dsl::{Builder, Sig};
use std::collections::BTreeMap;

/// [`body::Counters`], which [`body()`] builds.
pub struct Counters(Net);

impl Counters {
    /// The counters of a stage whose frames begin with `start`.
    pub fn new(_: &mut Module, _: &Stage, start: Net) -> Self {
        Counters(start)
    }
}

/// [`body::ExternalWords`].
#[derive(Clone, Copy)]
pub enum ExternalWords<'a> {
    /// None: the stage has tables of its own.
    None,
    /// The words of the stage's tables, of which each multiplier has one.
    Tables(&'a [Net]),
    /// The coefficients of multipliers in each cycle, and the selects of choices, by number of the unit.
    Units(&'a BTreeMap<usize, Net>),
}

/// [`body::KernelInputs`], with the clock enable of the module.
pub struct KernelInputs<'a> {
    /// Real lanes.
    pub data: &'a [Net],
    /// Clock enable.
    pub enable: Net,
    /// Twiddle factors that come with the data.
    pub words: ExternalWords<'a>,
    /// Shifts of the output roundings, where frames choose them.
    pub pre_shift: Option<Net>,
}

/// [`body::body`].
pub fn body(
    m: &mut Module,
    stage: &Stage,
    operators: &OperatorSet,
    counters: &mut Counters,
    inputs: &KernelInputs,
) -> Vec<RoundedOutput> {
    debug_assert_eq!(m.enable, Some(inputs.enable));
    Builder::over(m, |m| {
        let signals = |nets: &[Net]| nets.iter().map(|net| m.sig(*net)).collect::<Vec<Sig>>();
        let (data, pre_shift) = (signals(inputs.data), inputs.pre_shift.map(|net| m.sig(net)));
        let tables = if let ExternalWords::Tables(words) = inputs.words { signals(words) } else { vec![] };
        let units: BTreeMap<usize, Sig> = match inputs.words {
            ExternalWords::Units(words) => words.iter().map(|(unit, net)| (*unit, m.sig(*net))).collect(),
            _ => BTreeMap::new(),
        };
        let words = match inputs.words {
            ExternalWords::None => body::ExternalWords::None,
            ExternalWords::Tables(_) => body::ExternalWords::Tables(&tables),
            ExternalWords::Units(_) => body::ExternalWords::Units(&units),
        };
        let mut counters = body::Counters::new(stage, m.sig(counters.0));
        let inputs = body::KernelInputs { data: &data, words, pre_shift };
        body::body(m, stage, operators, &mut counters, &inputs).into_iter().map(RoundedOutput::of).collect()
    })
}
