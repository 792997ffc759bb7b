//! The division of inverse transforms by their size, where frames choose it: in floating point.

use super::control::delay_pulse;
use super::kernel::{body, Coming, Counters};
use super::sized::Entrance;
use super::{Operators, Ports};
use crate::exact::Real;
use crate::plan::Direction;
use crate::rtl::{Module, Net};
use crate::runtime::Runtime;
use crate::stream::{Row, Stage};

/// The netlist of a row's division: `in_start` comes with the configuration word, as `out_start` does. A forward transform
/// is multiplied by one, which changes nothing.
pub fn division(
    name: &str,
    row: &Row,
    stage: &Stage,
    direction: Direction,
    runtime: &Runtime,
    operators: &Operators,
) -> Module {
    let doc = format!("Inverse transforms divided by their size; latency {} cycles.", row.dividing());
    let mut m = Module::new(name, doc);
    let Entrance { enable, start, data, word, sized } = Entrance::new(&mut m, row, runtime, operators.bits);
    let set = operators.of(stage);
    let quotient = sized.word(&mut m, set.coefficient, |path| set.encode(&Real::ratio(1, path.size as i128)));
    let by = match direction {
        Direction::Chosen { .. } => {
            let inverse = m.bit(word, runtime.size_bits());
            let one = m.constant(set.coefficient, set.encode(&Real::one()).into());
            m.mux(inverse, quotient, one)
        }
        Direction::Forward | Direction::Inverse => quotient,
    };
    let words = vec![by; stage.tables.len()];
    let coming = Coming { data: &data, enable, words: &words, places: None };
    let mut counters = Counters::new(&mut m, stage, start);
    let ends = body(&mut m, stage, set, &mut counters, &coming);
    let words: Vec<Net> = ends.iter().map(|end| end.word).collect();
    let cycles = stage.cycles();
    let pulse = delay_pulse(&mut m, start, cycles, row.least() / row.width);
    Ports::outputs(&mut m, pulse, &words);
    let word = m.delay(word, cycles as u32);
    m.output("out_config", word);
    m
}
