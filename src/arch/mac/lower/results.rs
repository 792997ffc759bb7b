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

/// Rounds sums. The last step has a rounding of its own.
pub fn results(
    m: &mut Module,
    core: &MacCore,
    operators: &OperatorLibrary,
    (program, enable): (&Program, Net),
    sums: &[Net],
) -> Results {
    let cycles = core.result_cycles() as u32;
    let last = core.last();
    let is_last = m.delay(program.is_last_step, cycles);
    let mut overflows = vec![];
    let mut parts = vec![];
    for &sum in sums {
        let rounded = round_output(m, operators.of_stage(core.stage(last)), enable, sum, [None; 2]);
        overflows.extend(rounded.overflow);
        let bin = m.sign_extend(rounded.word, core.memory_bits());
        parts.push(match last {
            0 => bin,
            _ => {
                let inner = round_output(m, operators.of_stage(core.stage(0)), enable, sum, [None; 2]);
                let inner = m.sign_extend(inner.word, core.memory_bits());
                m.mux(is_last, bin, inner)
            }
        });
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
        let counts = m.and(ends_sum, is_last);
        let overflow = m.and(overflow, counts);
        m.register(overflow, Some(0))
    });
    Results { word: m.concat(&parts), overflow }
}
