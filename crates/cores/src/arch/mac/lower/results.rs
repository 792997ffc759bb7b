//! Sums become words of the memory.

use super::super::core::MacCore;
use super::program::Program;
use crate::lower::output_rounding::round_output;
use crate::lower::OperatorLibrary;
use crate::rtl::{Module, Net};

/// A rounded sum.
pub struct Results {
    /// Complex word of the memory.
    pub word: Net,
    /// High when a part of a bin was too large for its word. `None` if none ever is.
    pub overflow: Option<Net>,
}

/// Rounds sums, each step by its rounding.
pub fn results(
    m: &mut Module,
    core: &MacCore,
    operators: &OperatorLibrary,
    (program, enable): (&Program, Net),
    sums: &[Net],
) -> Results {
    let cycles = core.result_cycles() as u32;
    let rounding = m.delay(program.rounding, cycles);
    let mut overflows = vec![];
    let mut parts = vec![];
    for &sum in sums {
        let mut words = vec![];
        for (number, stage) in core.roundings().into_iter().enumerate() {
            let rounded = round_output(m, operators.of_stage(stage), enable, sum, [None; 2]);
            if let Some(overflow) = rounded.overflow {
                let is_own = m.eq_const(rounding, number as u128);
                overflows.push(m.and(overflow, is_own));
            }
            words.push(m.sign_extend(rounded.word, core.memory_bits()));
        }
        parts.push(m.select(rounding, &words));
    }
    let ends_sum = (0..cycles).fold(program.terms.ends_sum, |net, _| m.register(net, Some(0)));
    if let [part] = parts[..] {
        // The real part waits for the imaginary one.
        let real = m.state(core.memory_bits(), None);
        m.name(real, "real_part");
        m.drive_enabled(real, part, ends_sum);
        parts = vec![real, part];
    }
    let overflow = overflows.into_iter().reduce(|any, one| m.or(any, one)).map(|overflow| {
        let overflow = m.and(overflow, ends_sum);
        m.register(overflow, Some(0))
    });
    Results { word: m.concat(&parts), overflow }
}
