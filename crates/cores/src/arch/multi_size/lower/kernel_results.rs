//! Kernels and twiddle factors of a chain, applied to words.

use crate::blocks::kernel::netlist::{body, Counters, ExternalWords, KernelInputs};
use crate::lower::OperatorLibrary;
use crate::pipeline::Stage;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::Net;

/// Inputs of a kernel.
pub struct KernelInput<'a, 'm> {
    /// Pulse with the first beat of a frame.
    pub start: Sig<'m>,
    pub enable: Sig<'m>,
    /// Real lanes.
    pub data: &'a [Sig<'m>],
    /// Coefficients of factors that come with the data. `None` where the kernel has tables of its own.
    pub factors: Option<&'a [Sig<'m>]>,
    /// Shifts of the output roundings, where frames choose them.
    pub pre_shift: Option<Sig<'m>>,
}

/// Real outputs of a kernel.
pub struct KernelResults<'m> {
    pub words: Vec<Sig<'m>>,
    /// High when a value was too large for its word, of those that can be.
    overflows: Vec<Sig<'m>>,
}

impl<'m> KernelResults<'m> {
    /// Builds a kernel.
    pub fn of(kernel: &Stage, operators: &OperatorLibrary, input: &KernelInput<'_, 'm>) -> Self {
        let m = input.start.builder();
        let nets = |signals: &[Sig]| signals.iter().map(|signal| signal.net()).collect::<Vec<Net>>();
        let (data, factors) = (nets(input.data), input.factors.map(nets));
        let words = factors.as_deref().map_or(ExternalWords::None, ExternalWords::Tables);
        let (enable, pre_shift) = (input.enable.net(), input.pre_shift.map(Sig::net));
        let outputs = m.with(|m| {
            let mut counters = Counters::new(m, kernel, input.start.net());
            let inputs = KernelInputs { data: &data, enable, words, pre_shift };
            body(m, kernel, operators.of_stage(kernel), &mut counters, &inputs)
        });
        KernelResults {
            words: outputs.iter().map(|output| m.sig(output.word)).collect(),
            overflows: outputs.iter().filter_map(|output| output.overflow).map(|net| m.sig(net)).collect(),
        }
    }

    /// High when any value was too large for its word.
    pub fn overflow(&self) -> Sig<'m> {
        self.words[0].builder().any_of(self.overflows.iter().copied())
    }

    /// Adds an output `overflow` for the last beat, if words can be too large. `runs` builds a bit that is high in each
    /// beat, `cycles` clock cycles before the output.
    pub fn report_overflow(&self, cycles: usize, runs: impl FnOnce() -> Sig<'m>) {
        if !self.overflows.is_empty() {
            let overflow = self.overflow() & runs().later_with_reset(cycles as u32);
            overflow.builder().output("overflow", overflow.later_with_reset(1));
        }
    }
}
