//! What transforms are multiplied by at the end, where frames choose their size: in floating point, what inverse ones are
//! divided by; in fixed point, what shifts do not make of a scale.

use super::super::chain::Row;
use super::super::route::Path;
use super::per_size::{counted, Entrance};
use crate::blocks::kernel::netlist::{body, Coming, Counters};
use crate::exact::Real;
use crate::formula::{Direction, Factor};
use crate::lower::control::delay_pulse;
use crate::lower::ends::report_overflow;
use crate::lower::{Operators, Ports};
use crate::pipeline::Twiddle;
use crate::rtl::{Module, Net};
use crate::runtime::Runtime;

/// The netlist of a row's division: `in_start` comes with the configuration word, as `out_start` does. A forward transform
/// is multiplied by one, which changes nothing.
pub fn division(
    name: &str,
    row: &Row,
    twiddle: &Twiddle,
    direction: Direction,
    runtime: &Runtime,
    operators: &Operators,
) -> Module {
    let what =
        if twiddle.bypass { "Inverse transforms divided by their size" } else { "Transforms scaled by their size" };
    let doc = format!("{what}; latency {} cycles.", row.dividing());
    let mut m = Module::new(name, doc);
    let Entrance { enable, start, data, word, sized } =
        Entrance::new(&mut m, row, runtime, row.undivided(operators.bits));
    let stage = &twiddle.stage;
    let set = operators.of_stage(stage);
    let level = |path: &Path| path.level.as_ref().map_or_else(Real::one, |level| Factor::value(level).re);
    let quotient = sized.word(&mut m, set.coefficient(), |path| set.encode(&level(path)));
    let by = match direction {
        Direction::Chosen { .. } if twiddle.bypass => {
            let inverse = m.bit(word, runtime.size_bits());
            let one = m.constant(set.coefficient(), set.encode(&Real::one()).into());
            m.mux(inverse, quotient, one)
        }
        _ => quotient,
    };
    let words = vec![by; stage.kernel.tables.len()];
    let places = sized.places(&mut m, stage, 0, Path::last);
    let coming = Coming { data: &data, enable, words: &words, places };
    let mut counters = Counters::new(&mut m, stage, start);
    let ends = body(&mut m, stage, set, &mut counters, &coming);
    let words: Vec<Net> = ends.iter().map(|end| end.word).collect();
    let cycles = stage.cycles();
    let pulse = delay_pulse(&mut m, start, cycles, row.least() / row.width);
    Ports::outputs(&mut m, pulse, &words);
    let word = m.delay(word, cycles as u32);
    m.output("out_config", word);
    report_overflow(&mut m, &ends, cycles, |m| counted(m, "in", start, &sized).1);
    m
}
