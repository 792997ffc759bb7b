//! What the size of a frame says, and counters that follow a frame of any size.

use super::super::chain::Row;
use super::super::route::Path;
use crate::lower::Ports;
use crate::pipeline::Stage;
use crate::rtl::{address_bits, Module, Net};
use crate::runtime::Runtime;

/// What is known by the size of a frame.
pub struct BySize<'a> {
    pub row: &'a Row,
    /// The number of the size.
    pub index: Net,
    /// When it is taken: with a pulse, for the time behind it.
    pub pulse: Net,
}

impl BySize<'_> {
    /// A number for each size that has one, in a register.
    pub fn number(&self, m: &mut Module, number: impl Fn(&Path) -> usize) -> Net {
        let most = self.row.paths.iter().map(&number).max().unwrap_or(1);
        self.word(m, address_bits(most + 1), |path| number(path) as u64)
    }

    /// The same for words of so many bits.
    pub fn word(&self, m: &mut Module, bits: u32, word: impl Fn(&Path) -> u64) -> Net {
        let words: Vec<u128> = self.row.paths.iter().map(|path| word(path).into()).collect();
        let word = m.rom(self.index, bits, words);
        if m.constant_value(word).is_some() {
            return word;
        }
        let held = m.state(bits, None);
        m.drive_enabled(held, word, self.pulse);
        held
    }
}

impl BySize<'_> {
    /// For the roundings of a stage whose shift the size says, the places that words move up by ahead of them, as many less
    /// than the most there can be; so many cycles before its operators begin. `number`: of the stage, of each size's.
    pub fn places(
        &self,
        m: &mut Module,
        stage: &Stage,
        before: u32,
        number: impl Fn(&Path) -> Option<usize>,
    ) -> Option<Net> {
        let numeric = stage.arithmetic.fixed().filter(|numeric| numeric.choice > 0)?;
        let places = self.word(m, numeric.choice, |path| path.places(number(path), numeric.most()));
        Some(m.delay(places, before + stage.kernel.schedule.latency as u32))
    }
}

/// What comes to a piece of a row, behind a register: so the numbers of the size are there when the first point is.
pub struct Entrance<'a> {
    pub enable: Net,
    pub start: Net,
    pub data: Vec<Net>,
    /// The configuration word of the frame, until the next one begins.
    pub word: Net,
    pub sized: BySize<'a>,
}

impl<'a> Entrance<'a> {
    /// The ports of a piece that takes components of so many bits.
    pub fn new(m: &mut Module, row: &'a Row, runtime: &Runtime, bits: u32) -> Self {
        let ports = Ports::inputs(m, row.width, bits);
        let word = m.input("in_config", runtime.bits());
        let start = m.register(ports.start, Some(0));
        let data = ports.data.iter().map(|&net| m.delay(net, 1)).collect();
        let sized = BySize { row, index: number_of_size(m, runtime, word), pulse: ports.start };
        let held = m.state(m.width(word), None);
        m.drive_enabled(held, word, ports.start);
        Entrance { enable: ports.enable, start, data, word: held, sized }
    }
}

/// The number of the size in a configuration word.
pub fn number_of_size(m: &mut Module, runtime: &Runtime, word: Net) -> Net {
    m.slice(word, 0, runtime.size_bits())
}

/// Counts the beats of a frame from its start: the number of each, whether there is one, and whether it is the last.
pub fn counted(m: &mut Module, label: &str, start: Net, sized: &BySize) -> (Net, Net, Net) {
    let last = sized.number(m, |path| path.beats() - 1);
    let running = m.state(1, Some(0));
    m.name(running, format!("{label}_running"));
    let runs = m.or(start, running);
    let (beat, ends) = count_to(m, format!("{label}_beat"), runs, last);
    let more_to_come = m.not(ends);
    let goes_on = m.and(runs, more_to_come);
    m.drive(running, goes_on);
    (beat, runs, ends)
}

/// Follows the points of a lane as they come out of its row, whose numbers have their digits in the other order.
pub struct Walk {
    /// High for each beat of a frame.
    pub runs: Net,
    /// Whether the digit of each place is the last, place by place; the last place is the fastest.
    ends: Vec<Net>,
}

impl Walk {
    pub fn new(m: &mut Module, sized: &BySize, runs: Net) -> Walk {
        let mut carry = runs;
        let mut ends = Vec::new();
        for place in (0..sized.row.positions.len()).rev() {
            let last = sized.number(m, |path| path.radices[place] - 1);
            let (_, is_last) = count_to(m, format!("digit{place}"), carry, last);
            carry = m.and(carry, is_last);
            ends.push(is_last);
        }
        ends.reverse();
        Walk { runs, ends }
    }

    /// A number that follows that of the point: `amount` of what that one goes on by, modulo a power of two.
    pub fn follow(&self, m: &mut Module, sized: &BySize, bits: u32, amount: impl Fn(&Path, isize) -> isize) -> Net {
        let number = m.state(bits, Some(0));
        let step = self.step(m, sized, bits, amount);
        let next = m.add(number, step);
        m.drive_enabled(number, next, self.runs);
        number
    }

    /// What is added from this beat to the next to a number that follows that of the point: `amount` of what that one goes
    /// on by, modulo a power of two.
    pub fn step(&self, m: &mut Module, sized: &BySize, bits: u32, amount: impl Fn(&Path, isize) -> isize) -> Net {
        let by = |m: &mut Module, place: Option<usize>| {
            let by = |path: &Path| amount(path, path.advance(place)).rem_euclid(1 << bits) as usize;
            let by = sized.number(m, by);
            m.extend(by, bits)
        };
        let mut step = by(m, None);
        for (place, &ends) in self.ends.iter().enumerate() {
            let own = by(m, Some(place));
            step = m.mux(ends, step, own);
        }
        step
    }
}

/// The transforms of a frame and where they stand: counted for as long as the frame takes.
pub struct Counts {
    /// High for each beat of a frame.
    pub runs: Net,
    /// Number within a block of transforms, and whether it is the last.
    pub place: Net,
    pub place_ends: Net,
    /// Digit, and whether it is the last.
    pub digit: Net,
    pub digit_ends: Net,
}

impl Counts {
    /// From a pulse on, which comes with the numbers of the size or after it.
    pub fn new(m: &mut Module, label: &str, pulse: Net, sized: &BySize, place: usize) -> Counts {
        let more = sized.number(m, |path| path.beats() - 1);
        let left = m.state(m.width(more), Some(0));
        m.name(left, format!("{label}left"));
        // A register of its own, for much depends on it.
        let running = m.state(1, Some(0));
        m.name(running, format!("{label}running"));
        let runs = m.or(pulse, running);
        m.name(runs, format!("{label}runs"));
        let is_last = m.eq_const(left, 1);
        let is_last = m.and(running, is_last);
        let more_to_come = m.not(is_last);
        let goes_on = m.and(runs, more_to_come);
        m.drive(running, goes_on);
        let one = m.constant(m.width(more), 1);
        let less = m.sub(left, one);
        let less = m.mux(running, less, left);
        let next = m.mux(pulse, more, less);
        m.drive(left, next);
        let distances = sized.number(m, |path| if path.radices[place] > 1 { path.distance(place) - 1 } else { 0 });
        let digits = sized.number(m, |path| path.radices[place] - 1);
        let (place, place_ends) = count_to(m, format!("{label}place"), runs, distances);
        let turn = m.and(runs, place_ends);
        let (digit, digit_ends) = count_to(m, format!("{label}digit"), turn, digits);
        Counts { runs, place, place_ends, digit, digit_ends }
    }
}

/// Counts steps up to a number, and whether it is there.
pub fn count_to(m: &mut Module, name: String, step: Net, last: Net) -> (Net, Net) {
    let width = m.width(last);
    let count = m.state(width, Some(0));
    m.name(count, name);
    let ends = m.eq(count, last);
    let (one, zero) = (m.constant(width, 1), m.constant(width, 0));
    let more = m.add(count, one);
    let next = m.mux(ends, zero, more);
    m.drive_enabled(count, next, step);
    (count, ends)
}
