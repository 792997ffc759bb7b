//! Output rounding of nets, for netlists that are not written as expressions.

use crate::parts::operators::OperatorSet;
use crate::parts::output_rounding;
use crate::rtl::{Module, Net};
use fftgen_hdl::dsl::Builder;

/// [`output_rounding::RoundedOutput`].
pub struct RoundedOutput {
    /// Output word.
    pub word: Net,
    /// High when the value was too large for its word. `None` if it never is.
    pub overflow: Option<Net>,
}

impl RoundedOutput {
    /// The nets of an output.
    pub(crate) fn of(output: output_rounding::RoundedOutput) -> Self {
        RoundedOutput { word: output.word.net(), overflow: output.overflow.map(|overflow| overflow.net()) }
    }
}

/// [`output_rounding::round_output`], with the clock enable of the module.
pub fn round_output(
    m: &mut Module,
    operators: &OperatorSet,
    _: Net,
    net: Net,
    controls: [Option<Net>; 2],
) -> RoundedOutput {
    Builder::over(m, |m| {
        let controls = controls.map(|control| control.map(|net| m.sig(net)));
        RoundedOutput::of(output_rounding::round_output(operators, m.sig(net), controls))
    })
}

/// [`output_rounding::any_overflow`].
pub fn any_overflow(m: &mut Module, rounded: &[RoundedOutput]) -> Option<Net> {
    rounded.iter().filter_map(|output| output.overflow).reduce(|any, overflow| m.or(any, overflow))
}

/// [`output_rounding::report_overflow`].
pub fn report_overflow(
    m: &mut Module,
    rounded: &[RoundedOutput],
    cycles: usize,
    runs: impl FnOnce(&mut Module) -> Net,
) {
    let Some(overflow) = any_overflow(m, rounded) else { return };
    let runs = runs(m);
    Builder::over(m, |m| {
        let rounded = output_rounding::RoundedOutput { word: m.sig(overflow), overflow: Some(m.sig(overflow)) };
        output_rounding::report_overflow(m, &[rounded], cycles, || m.sig(runs));
    });
}
