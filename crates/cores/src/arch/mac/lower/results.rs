//! Sums become words of the memory.

use super::super::core::MacCore;
use super::program::Program;
use crate::parts::output_rounding::round_output;
use crate::parts::OperatorLibrary;
use fftgen_hdl::dsl::*;

/// A rounded sum.
pub struct Results<'m> {
    /// Complex word of the memory.
    pub word: Sig<'m>,
    /// High when a part of a bin was too large for its word. `None` if none ever is.
    pub overflow: Option<Sig<'m>>,
}

/// Rounds sums, each step by its rounding.
#[hdl]
pub fn results<'m>(
    m: &'m Builder,
    core: &MacCore,
    operators: &OperatorLibrary,
    program: &Program<'m>,
    sums: &[Sig<'m>],
) -> Results<'m> {
    let cycles = core.result_cycles();
    let rounding = program.rounding.before(cycles as u32);
    let ends_sum = program.terms.ends_sum.later_with_reset(cycles as u32);
    let mut overflows = vec![];
    let parts = sums.iter().map(|sum| {
        let words = core.roundings().into_iter().enumerate().map(|(number, stage)| {
            let rounded = round_output(operators.of_stage(stage), sum.untimed(), [None; 2]);
            overflows.extend(rounded.overflow.map(|overflow| overflow & rounding.is(number)));
            rounded.word.sign_extend(core.memory_bits())
        });
        let words: Vec<Sig> = words.collect();
        m.select(rounding, &words)
    });
    let mut parts: Vec<Sig> = parts.collect();
    if let [part] = parts[..] {
        // The real part waits for the imaginary one.
        let real_part = m.reg(core.memory_bits());
        real_part.next_if(ends_sum, part);
        parts = vec![*real_part, part];
    }
    let overflow = overflows.into_iter().reduce(|any, one| any | one);
    let overflow = overflow.map(|overflow| (overflow & ends_sum).later_with_reset(1));
    Results { word: m.cat(parts), overflow }
}
