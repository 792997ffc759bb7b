//! Numbers of a frame that depend on its size.

use crate::arch::folded::sizes::{SizedCore, SizedFrame};
use crate::lower::control::latch_on_pulse;
use crate::lower::Circles;
use crate::rtl::{address_bits, mask, Module, Net};

/// Registers with the numbers of a frame's size. They hold from the cycle behind the start of a frame to the start of the next one.
pub struct SizeTable {
    /// Number of the size.
    pub index: Net,
    /// Address of the last place.
    pub last: Net,
    /// Steps of a quarter of the circle of the frame's roots.
    pub quarter: Net,
    /// Index of the circle's first word in the table of roots.
    pub begin: Net,
}

impl SizeTable {
    /// Looks up the size with number `index`, valid with the pulse `start`.
    pub fn new(m: &mut Module, core: &SizedCore, circles: &Circles, [start, index]: [Net; 2]) -> Self {
        let index = latch_on_pulse(m, start, index);
        let index = at_most(m, index, core.frames.len() - 1);
        let index = m.register(index, Some(0));
        m.name(index, "size_number");
        let circle = |frame: &SizedFrame| circles.of_order(frame.pipeline.size);
        let last = |frame: &SizedFrame| frame.pipeline.size - 1;
        let bits = address_bits(core.largest().pipeline.size);
        let started = m.register(start, Some(0));
        let words: Vec<u128> = core.frames.iter().map(|frame| last(frame) as u128).collect();
        let word = m.rom(index, bits, words);
        // No frame begins at its last place.
        let held = m.state(bits, Some(mask(bits)));
        m.drive_enabled(held, word, started);
        m.name(held, "last_place");
        let mut number = |name: &str, number: &dyn Fn(&SizedFrame) -> usize| {
            let words: Vec<u128> = core.frames.iter().map(|frame| number(frame) as u128).collect();
            let max = words.iter().copied().max().unwrap_or(0);
            let word = m.rom(index, address_bits(max as usize + 1), words);
            let word = m.delay(word, 1);
            m.name(word, name)
        };
        let quarter = number("quarter", &|frame| circle(frame) / 4);
        let begin = number("first_root", &|frame| circles.begin(circle(frame)));
        SizeTable { index, last: held, quarter, begin }
    }
}

/// Returns a number, or `max` if the number is larger.
fn at_most(m: &mut Module, number: Net, max: usize) -> Net {
    if max as u128 == mask(m.width(number)) {
        return number;
    }
    let max = m.constant(m.width(number), max as u128);
    let exceeds = m.lt(max, number);
    m.mux(exceeds, max, number)
}
