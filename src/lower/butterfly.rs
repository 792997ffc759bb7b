//! Transforms of two with delayed feedback in fixed point, where an adder and the switches around it are one lookup
//! table a bit: words wait unrounded, and are rounded as they leave.

use super::beats::Beats;
use super::control::{delay_pulse, Pulse};
use super::ends::{end, overflow, places};
use super::kernel::entered;
use super::line::Ring;
use super::{Operators, Ports};
use crate::rtl::{Module, Net};
use crate::stream::feedback::SHIFTED;
use crate::stream::{Sequence, Stage};
use std::collections::BTreeMap;

/// The netlist of a stage of butterflies ([`Stage::is_butterfly`]), whose transforms' elements come `distance` beats apart.
/// `at_once`: a frame may begin in the first cycle behind a reset.
pub fn butterfly(
    name: &str,
    stage: &Stage,
    distance: usize,
    operators: &Operators,
    interval: usize,
    at_once: bool,
) -> Module {
    let Some(numeric) = stage.numeric else { unreachable!("butterflies are of fixed point") };
    let lanes = stage.layout.lanes;
    let doc = format!(
        "{} with delayed feedback: elements {distance} beats apart, {lanes} lanes, {} words; latency {} cycles.",
        stage.kernel,
        stage.words(),
        stage.latency(),
    );
    let mut m = Module::new(name, doc);
    let operators = operators.of(stage);
    let ports = Ports::inputs(&mut m, lanes, numeric.input);
    let mut flags = Flags { beats: Beats::new(&mut m, "", ports.start, interval), known: BTreeMap::new() };
    let second: Vec<bool> = (0..interval).map(|beat| beat / distance % 2 == 1).collect();
    let complete = flags.of(&mut m, second);
    m.name(complete.now, "complete");
    let cleared = at_once.then_some(0);
    // The first transform is complete when the first second element comes.
    let first = flags.beats.at(&mut m, distance);
    let places = (numeric.choice > 0).then(|| {
        let mut pulse = Pulse::known(first, distance, interval);
        places(&mut m, stage, &mut pulse, distance + stage.schedule.latency)
    });
    let mut pointer = None;
    let mut ends = Vec::new();
    for lane in 0..lanes {
        let coming = [0, 1].map(|part| entered(&mut m, &numeric, ports.data[2 * lane + part]));
        let turn = (!stage.turns.is_empty()).then(|| {
            let slots = stage.layout.slots.iter().skip(lane).step_by(lanes);
            let turned = slots.map(|slot| slot.is_some_and(|element| stage.turns[element as usize] != 0));
            flags.of(&mut m, turned.collect()).now
        });
        let module = operators.butterfly(stage);
        let (instance, outputs) = m.place(format!("butterfly{lane}"), module);
        let [leaving, kept] = [0, 2].map(|first| [outputs[first][0], outputs[first + 1][0]]);
        let kept = m.concat(&kept);
        let cycles = distance - stage.schedule.latency;
        let [waiting, masked] = waiting(&mut m, &mut pointer, kept, cycles, (&complete, cleared));
        let halves = |m: &mut Module, word: Net| [0, numeric.inner].map(|low| m.slice(word, low, numeric.inner));
        let [waiting, masked] = [waiting, masked].map(|word| halves(&mut m, word));
        let inputs = waiting.into_iter().chain(masked).chain(coming).chain([complete.now]).chain(turn);
        let inputs = inputs.chain(module.enable.map(|_| ports.enable)).map(|net| vec![net]).collect();
        m.connect(instance, inputs);
        ends.extend(leaving.map(|part| end(&mut m, &numeric, operators, ports.enable, part, [places.flatten(), None])));
    }
    let out_start = delay_pulse(&mut m, first, stage.cycles(), interval);
    let words: Vec<Net> = ends.iter().map(|end| end.word).collect();
    Ports::outputs(&mut m, out_start, &words);
    if let Some(over) = overflow(&mut m, &stage.layout, (out_start, None), &ends) {
        m.output("overflow", over);
    }
    m
}

/// A flag of the beats of a frame.
#[derive(Clone, Copy)]
struct Flag {
    now: Net,
    /// In the next cycle.
    next: Net,
}

/// Flags that come out of registers.
struct Flags {
    beats: Beats,
    known: BTreeMap<Vec<bool>, Flag>,
}

impl Flags {
    /// `row[beat]`; between frames the flag is as in the first beat.
    fn of(&mut self, m: &mut Module, row: Vec<bool>) -> Flag {
        if let Some(flag) = self.known.get(&row) {
            return *flag;
        }
        let words: Vec<Option<u128>> = row.iter().map(|&set| Some(set.into())).collect();
        let word = self.beats.next_word(m, &Sequence::new(1, 1, &words));
        let now = m.state(1, Some(row[0].into()));
        let next = m.mux(self.beats.active, word, now);
        m.drive(now, next);
        *self.known.entry(row).or_insert(Flag { now, next })
    }
}

/// A word so many cycles later, and the same where it is zero unless transforms are complete: a register with a reset.
///
/// `cleared`: what the core's own reset makes of it, where a frame may begin before anything else has made it zero.
fn waiting(
    m: &mut Module,
    pointer: &mut Option<Net>,
    kept: Net,
    cycles: usize,
    (complete, cleared): (&Flag, Option<u128>),
) -> [Net; 2] {
    let zero = m.constant(m.width(kept), 0);
    let before = match cycles {
        0 => return [kept, m.mux(complete.now, kept, zero)],
        1..=SHIFTED => m.delay(kept, cycles as u32 - 1),
        _ => {
            let ring = Ring::open(m, pointer, m.width(kept), cycles);
            ring.close(m, kept);
            ring.word
        }
    };
    let masked = m.mux(complete.next, before, zero);
    [m.register(before, None), m.register(masked, cleared)]
}
