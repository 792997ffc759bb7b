//! Picture of the ports of a core in time, from a simulation of its netlist.

use crate::design::{Design, Interface};
use crate::package::drawing::{escaped, Drawing, LEFT};
use crate::sim::Simulator;
use crate::verify::{stimulus_of, Beat, Pins};
use std::ops::Range;

/// Clock cycles of each part of the picture.
const CYCLES: usize = 6;

/// Cycles before what a part shows.
const BEFORE: usize = 2;

/// Size of a cycle, the height of a row, and the width of the names.
const CYCLE: usize = 42;
const ROW: usize = 26;
const NAMES: usize = 130;

/// Space between the parts of the picture.
const GAP: usize = 24;

/// Most work of a simulation, in nets times cycles.
const MAX_WORK: usize = 1 << 31;

const STYLE: &str =
    "text{font:12px sans-serif;fill:#222}.small{font-size:10px}.wave{stroke:#0072b2;fill:none;stroke-width:1.5}\
    .bus{stroke:#0072b2;fill:#e3eefa}.idle{stroke:#999;fill:none}.tick{stroke:#eee;fill:none}";

/// Signals in a clock cycle: the numbers of beats that pass on the input and on the output, with their first samples
/// in words, and whether they begin or end a frame.
#[derive(Clone, Default)]
struct Moment {
    sides: [Option<Passing>; 2],
}

/// Beat that passes a side.
#[derive(Clone)]
struct Passing {
    word: String,
    is_first: bool,
    is_last: bool,
}

/// Draws the first beats on both sides and the change from one frame to the next. `None` for a core whose simulation
/// takes long, or whose coefficients come while it runs.
pub fn picture(design: &Design) -> Option<String> {
    let cycles = design.latency() + design.interval() + CYCLES;
    let is_short = design.top.nets_in_all().saturating_mul(cycles) <= MAX_WORK;
    if !is_short || !design.architecture.preload().is_empty() {
        return None;
    }
    let moments = simulate(design, cycles);
    let mut starts: Vec<usize> = vec![0];
    starts.extend(moments.iter().position(|moment| moment.sides[1].is_some()));
    let end_of = |side: usize| {
        moments.iter().position(|moment| moment.sides[side].as_ref().is_some_and(|passing| passing.is_last))
    };
    starts.extend(end_of(0));
    starts.extend(end_of(1));
    starts.sort_unstable();
    Some(drawn(design, &moments, &windows(&starts, moments.len())))
}

/// Returns ranges of cycles around some, without those that others cover.
fn windows(around: &[usize], cycles: usize) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = vec![];
    for cycle in around {
        let begin = cycle.saturating_sub(BEFORE);
        let window = begin..(begin + CYCLES).min(cycles);
        match found.last_mut() {
            Some(last) if window.start <= last.end => last.end = window.end.max(last.end),
            _ => found.push(window),
        }
    }
    found
}

/// Simulates frames without pauses, for a number of cycles after the reset.
fn simulate(design: &Design, cycles: usize) -> Vec<Moment> {
    let mut simulator = Simulator::new(&design.top);
    let mut pins = Pins::new(design, &simulator);
    // Of several sizes the largest one.
    let modes = design.modes();
    let mode = modes.iter().fold(modes[0], |largest, mode| if mode.size > largest.size { *mode } else { largest });
    let [entering, leaving] = design.streams();
    let frames = 2 + cycles / design.interval().max(1);
    let samples = stimulus_of(design, &vec![mode; frames], 1);
    let components = samples.as_flattened();
    let beats = entering.packing().beats(2 * mode.points[0]);
    let leaving_beats = leaving.packing().beats(2 * mode.points[1]);
    let bits = [design.config.format.bits(), design.output_format().bits()];
    pins.reset(&mut simulator);
    let (mut sent, mut received) = (0, 0);
    // The first cycles have no frame yet.
    let moment = |cycle: usize| {
        let (frame, beat) = (sent / beats % frames, sent % beats);
        let (range, of_frame) = (entering.packing().range(beat), 2 * mode.points[0]);
        let words = &components[frame * of_frame..][..of_frame][range];
        let is_last = entering.has_tlast(beat, beats);
        let offered = Beat { components: words, first: beat == 0, last: is_last };
        pins.configure(&mut simulator, Some(mode.word));
        let offers = (cycle >= BEFORE).then_some(&offered);
        let done = pins.cycle(&mut simulator, offers, true);
        let word = |words: &[u64], bits: u32| words.first().map_or(String::new(), |word| hex(*word, bits));
        let entered = done.taken.then(|| Passing { word: word(words, bits[0]), is_first: beat == 0, is_last });
        let left = done.output.map(|(words, is_last)| Passing {
            word: word(&words, bits[1]),
            is_first: received % leaving_beats == 0,
            is_last,
        });
        sent += usize::from(entered.is_some());
        received += usize::from(left.is_some());
        Moment { sides: [entered, left] }
    };
    (0..cycles + BEFORE).map(moment).collect()
}

/// Writes a word in hexadecimal digits; of a long one the highest.
fn hex(word: u64, bits: u32) -> String {
    let digits = format!("{word:0width$x}", width = bits.div_ceil(4) as usize);
    match digits.char_indices().nth(5) {
        Some((at, _)) => format!("{}…", &digits[..at - 1]),
        None => digits,
    }
}

/// How a signal follows from what passes a side.
enum Signal {
    /// Level of a bit, which is low where nothing passes.
    Level(fn(&Passing) -> bool),
    /// Word of a bus.
    Word,
}

use Signal::*;

/// Signals of AXI4-Stream, each with the side that it belongs to.
const AXIS: [(&str, usize, Signal); 6] = [
    ("s_axis_tvalid", 0, Level(|_| true)),
    ("s_axis_tlast", 0, Level(|passing| passing.is_last)),
    ("s_axis_tdata", 0, Word),
    ("m_axis_tvalid", 1, Level(|_| true)),
    ("m_axis_tlast", 1, Level(|passing| passing.is_last)),
    ("m_axis_tdata", 1, Word),
];

/// Signals of the native interface.
const NATIVE: [(&str, usize, Signal); 4] = [
    ("in_start", 0, Level(|passing| passing.is_first)),
    ("in_data", 0, Word),
    ("out_start", 1, Level(|passing| passing.is_first)),
    ("out_data", 1, Word),
];

/// Draws the ports in some ranges of cycles.
fn drawn(design: &Design, moments: &[Moment], windows: &[Range<usize>]) -> String {
    let signals = match design.config.interface {
        Interface::Axis => &AXIS[..],
        Interface::Native => &NATIVE,
    };
    let mut drawing = Drawing::new(0, STYLE);
    drawing.y = 30;
    let mut left = LEFT + NAMES;
    for window in windows {
        for (place, cycle) in window.clone().enumerate() {
            let x = left + place * CYCLE;
            drawing.path([x, drawing.y - 8], &format!("M0 0V{}", signals.len() * ROW + 8), "tick");
            drawing.centred(x + CYCLE / 2, drawing.y - 12, "small", &cycle.to_string());
        }
        for (row, (_, side, signal)) in signals.iter().enumerate() {
            let passing = moments[window.clone()].iter().map(|moment| moment.sides[*side].as_ref());
            let place = [left, drawing.y + row * ROW];
            match signal {
                Level(level) => drawing.levels(place, passing.map(|passing| passing.is_some_and(level))),
                Word => drawing.words(place, passing.map(|passing| passing.map(|passing| &passing.word[..]))),
            }
        }
        left += window.len() * CYCLE + GAP;
    }
    for (name, ..) in signals {
        drawing.text(LEFT, drawing.y + 16, "small", name);
        drawing.y += ROW;
    }
    drawing.finish()
}

impl Drawing {
    /// Draws a signal of one bit.
    fn levels(&mut self, place: [usize; 2], levels: impl Iterator<Item = bool>) {
        let y = |level: bool| if level { 3 } else { ROW - 6 };
        let mut commands = String::new();
        for (cycle, level) in levels.enumerate() {
            let start = if cycle == 0 { format!("M0 {}", y(level)) } else { format!("V{}", y(level)) };
            commands += &format!("{start}H{}", (cycle + 1) * CYCLE);
        }
        self.path(place, &commands, "wave");
    }

    /// Draws the words of a bus.
    fn words<'a>(&mut self, [left, top]: [usize; 2], words: impl Iterator<Item = Option<&'a str>>) {
        for (cycle, word) in words.enumerate() {
            let x = left + cycle * CYCLE;
            match word {
                None => self.path([x, top + ROW / 2 - 2], &format!("M0 0H{CYCLE}"), "idle"),
                Some(word) => {
                    self.rectangle([x, top + 3], [CYCLE, ROW - 9], "bus");
                    self.centred(x + CYCLE / 2, top + 15, "small", &escaped(word));
                }
            }
        }
    }
}
