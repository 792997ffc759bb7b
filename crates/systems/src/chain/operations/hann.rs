//! `window hann` after a transform: sums of neighbouring elements in place of products before it.
//!
//! A Hann window is 1/2 - 1/4 · (e^(2πjn/N) + e^(-2πjn/N)), and each exponential moves the spectrum by an element:
//! Y[k] = X[k]/2 - (X[k-1] + X[k+1])/4, where indices are modulo N. The first element needs the last one, which comes
//! last in reversed order too. It waits in a register until the memory that makes the order natural gives the first.

use crate::chain::in_place;
use crate::chain::operation::{Body, Frame, Operation, Planned};
use crate::chain::ports::{Beats, Ports};
use crate::chain::stream::{Element, Stream};
use crate::design::Config;
use crate::error::Error;
use crate::format::{Fixed, Format};
use crate::formula::Order;
use crate::parts::Reset;
use crate::pipeline::Units;
use crate::rtl::Module;
use fftgen_hdl::dsl::*;
use std::sync::Arc;

/// A Hann window on the elements of a transform in reversed order, which leave in natural order.
#[derive(Debug)]
pub struct HannAfter {
    /// Format of the samples before the transform, and of the results if words between the two are longer.
    to: Fixed,
}

impl HannAfter {
    /// The window of frames before a transform. `None` if they are no complex words of fixed point, or of another size.
    pub fn new(entering: &Stream) -> Option<Self> {
        let is_frame = entering.frame.is_some_and(|size| in_place::takes(size, entering.lanes));
        match entering.element {
            Element { is_complex: true, format: Format::Fixed(to) } if is_frame => Some(HannAfter { to }),
            _ => None,
        }
    }
}

impl Operation for HannAfter {
    fn text(&self) -> String {
        "window hann".into()
    }

    fn plan(&self, entering: &Stream, _: &Config) -> Result<Planned, Error> {
        entering.is_complex()?;
        let (to, more_bits) = match entering.element.format {
            Format::Fixed(from) if from.fraction == self.to.fraction => (from, 0),
            Format::Fixed(from) => (self.to, from.fraction - self.to.fraction),
            Format::Float(_) => return Err(Error::Unsupported("sums after a transform take fixed point".into())),
        };
        let leaving = Stream { order: Order::Natural, ..entering.with_format(Format::Fixed(to)) };
        Ok(Planned {
            latency: entering.beats() + Sums::CYCLES as usize,
            leaving,
            interval: entering.beats(),
            frames: 1,
            body: Arc::new(Sums { entering: entering.clone(), to, more_bits }),
        })
    }
}

/// The sums.
struct Sums {
    entering: Stream,
    to: Fixed,
    /// Bits after the binary point that elements have and results have not.
    more_bits: u32,
}

/// A word, held from the cycle after a bit is high.
fn kept<'m>(enable: Sig<'m>, word: Sig<'m>) -> Sig<'m> {
    let held = word.builder().reg(word.width());
    held.next_if(enable, word);
    *held
}

impl Sums {
    /// Bits that a sum of four elements has beyond a result.
    fn dropped_bits(&self) -> u32 {
        2 + self.more_bits
    }

    /// What is added to a sum before bits are dropped. Half of a unit is rounded down, for up it may be too large.
    fn rounding(&self) -> i32 {
        (1 << (self.dropped_bits() - 1)) - 1
    }

    /// The result of an element and its neighbours. Elements of longer words are less than √2 of full scale, so their
    /// windowed sums are less than full scale.
    fn result(&self, own: i64, neighbours: [i64; 2]) -> i64 {
        let [left, right] = neighbours.map(i128::from);
        let sum = 2 * i128::from(own) - left - right + i128::from(self.rounding());
        (sum >> self.dropped_bits()) as i64
    }

    /// Clock cycles from the number of a beat to its results: those of the memory, one in which it waits for the next
    /// one, one of the sums of neighbours, and one of the results.
    const CYCLES: u32 = in_place::READ_CYCLES + 3;
}

impl Body for Sums {
    #[hdl]
    fn module(&self, name: &str) -> Module {
        let entering = &self.entering;
        let (beats, parts) = (entering.beats(), entering.element.parts());
        let doc = format!(
            "Each element over 2, less its neighbours over 4, in natural order. Latency: {} cycles.",
            beats + Self::CYCLES as usize
        );
        let m = Builder::new(name, doc);
        let ports = Ports::new(&m, entering, Reset::Rst);

        m.section("natural order");
        let arriving = Beats::new("beat", ports.start, beats);
        let words: Vec<Sig> = ports.data.into_iter().map(Sig::untimed).collect();
        let leaves = arriving.last.untimed().later_with_reset(1);
        let leaving = Beats::new("leaving_beat", leaves, beats);
        let next = in_place::memory(entering, &arriving, &words, &leaving);

        m.section("neighbours");
        let last_comes = arriving.last.untimed();
        let first_leaves = leaves.later_with_reset(in_place::READ_CYCLES);
        let last_leaves = leaving.last.untimed().later_with_reset(in_place::READ_CYCLES + 1);
        let here: Vec<Sig> = next.iter().map(|word| word.register()).collect();
        let (last_place, rounding) = (here.len() - parts, self.rounding());
        let mut results = Vec::new();
        for (place, own) in here.iter().enumerate() {
            let bits = own.width();
            let left = match place.checked_sub(parts) {
                Some(left) => next[left],
                None => {
                    let last = kept(last_comes, words[last_place + place]);
                    first_leaves.mux(last, here[last_place + place])
                }
            };
            let left = left.sign_extend(bits + 1);
            // The rounding, but for the one below.
            let left = if rounding > 1 { left.number(1 - rounding) + left } else { left }.register();
            let right = match here.get(place + parts) {
                Some(right) => *right,
                None => last_leaves.mux(kept(first_leaves, next[place - last_place]), next[place - last_place]),
            };
            let neighbours = (left + right.sign_extend(bits + 1)).register();
            let twice_and_one = m.cat([m.high(), own.register()]);
            let sum = twice_and_one.sign_extend(bits + 2) - neighbours.sign_extend(bits + 2);
            results.push(sum.above(self.dropped_bits()).resize_signed(self.to.bits()).register());
        }
        Ports::outputs(&m, leaves.later_with_reset(Self::CYCLES), results);
        m.finish()
    }

    fn run(&self, frames: Vec<Frame>) -> Vec<Frame> {
        let parts = self.entering.element.parts();
        let windowed = |frame: Frame| {
            let frame = in_place::in_natural_order(&self.entering, frame);
            let all = &frame.components;
            let at = |place: usize| all[place % all.len()];
            let one = |place: usize| self.result(at(place), [at(place + parts), at(place + all.len() - parts)]);
            Frame { components: (0..all.len()).map(one).collect(), ..frame }
        };
        frames.into_iter().map(windowed).collect()
    }

    fn units(&self) -> Units {
        Units { adders: 2 * self.entering.components(), ..Units::default() }
    }

    fn memory_bits(&self) -> usize {
        self.entering.elements() * self.entering.element.bits() as usize
    }

    fn summary(&self) -> Option<String> {
        Some("sums of neighbouring elements after the transform, without a product".into())
    }
}
