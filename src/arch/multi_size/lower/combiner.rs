//! What makes one transform of those of several lanes: factors on all lanes but the first, and a kernel across them.

use super::super::chain::{Join, Row, BEFORE_JOIN};
use super::super::route::Path;
use super::per_size::{counted, Entrance, Walk};
use super::roots::roots_of;
use crate::blocks::kernel::netlist::{body, Coming, Counters};
use crate::lower::control::delay_pulse;
use crate::lower::ends::report_overflow;
use crate::lower::{Operators, Ports};
use crate::rtl::{Module, Net};
use crate::runtime::Runtime;

/// The netlist: `in_start` comes with the configuration word, as `out_start` does.
pub fn join(name: &str, row: &Row, join: &Join, runtime: &Runtime, operators: &Operators) -> Module {
    let doc = format!(
        "Factors for the points of each lane but the first, and transforms of {} points, a beat each; latency {} cycles.",
        row.width,
        join.cycles()
    );
    let mut m = Module::new(name, doc);
    let Entrance { enable, start, data, word, sized } = Entrance::new(&mut m, row, runtime, join.bits[0]);
    let (_, runs, _) = counted(&mut m, "in", start, &sized);
    let walk = Walk::new(&mut m, &sized, runs);
    let late = BEFORE_JOIN as u32 - 1;
    let mut turned: Vec<Net> = Vec::new();
    for (lane, point) in data.chunks(2).enumerate() {
        let stage = if lane == 0 { &join.unit } else { &join.rotator };
        let set = operators.of_stage(stage);
        let exponents = |m: &mut Module, unit: &dyn Fn(&Path) -> usize, bits: u32| {
            let exponent = walk.follow(m, &sized, bits, |path, by| by * (unit(path) * lane) as isize);
            m.name(exponent, format!("exponent{lane}"))
        };
        let words = match lane {
            0 => vec![],
            _ => roots_of(&mut m, &sized, &|path| path.size, &exponents, (stage, set), late),
        };
        let data: Vec<Net> = point.iter().map(|&part| m.delay(part, late)).collect();
        let places = sized.places(&mut m, stage, late, |path| path.stage(path.radices.len() - 1, true));
        let coming = Coming { data: &data, enable, words: &words, places };
        let mut counters = Counters::new(&mut m, stage, start);
        let ends = body(&mut m, stage, set, &mut counters, &coming);
        let rest = (join.rotator.cycles() - stage.cycles()) as u32;
        turned.extend(ends.iter().map(|end| m.delay(end.word, rest)));
    }
    let before = late + join.rotator.cycles() as u32;
    let places = sized.places(&mut m, &join.kernel, before, |path| path.stage(path.radices.len(), false));
    let coming = Coming { data: &turned, enable, words: &[], places };
    let mut counters = Counters::new(&mut m, &join.kernel, start);
    let ends = body(&mut m, &join.kernel, operators.of_stage(&join.kernel), &mut counters, &coming);
    let cycles = join.cycles() - 1;
    let pulse = delay_pulse(&mut m, start, cycles, row.least() / row.width);
    let words: Vec<Net> = ends.iter().map(|end| end.word).collect();
    Ports::outputs(&mut m, pulse, &words);
    let word = m.delay(word, cycles as u32);
    m.output("out_config", word);
    report_overflow(&mut m, &ends, cycles, |_| runs);
    m
}
