//! Addresses of long tables in memories, which are counted from the start of a frame.

use crate::rtl::address_bits;
use crate::rtl::memories::MEMORY_CYCLES;
use fftgen_hdl::dsl::*;

/// Longest delay of an address in clock cycles, which takes fewer cells than a counter of its own.
const MAX_DELAY: usize = 2;

/// Addresses of the tables of a stage.
#[derive(Default)]
pub struct TableAddresses<'m> {
    /// Addresses built so far: beats of a frame, clock cycle of the operators after the start, and the address.
    built: Vec<(usize, usize, Sig<'m>)>,
}

impl<'m> TableAddresses<'m> {
    /// The address of the word of each beat of a frame of `beats` beats, for operators `at` clock cycles after those of
    /// the start of the stage: the address for operators a little earlier, delayed, or a counter. `start` is high
    /// `cycles` clock cycles before the first operators.
    pub fn address(&mut self, (start, cycles): (Sig<'m>, usize), beats: usize, at: usize) -> Sig<'m> {
        let is_near = |(counted, first, _): &&(usize, usize, Sig)| {
            *counted == beats && (1..=MAX_DELAY).contains(&at.saturating_sub(*first))
        };
        let address = match self.built.iter().find(is_near) {
            Some(&(_, first, address)) => address.later((at - first) as u32),
            None => frame_count(start.later_with_reset((cycles + at - MEMORY_CYCLES) as u32), beats),
        };
        self.built.push((beats, at, address));
        address.named(&format!("table_address{at}"))
    }
}

/// The number of the beat of a frame of `beats` beats that begins with `start`. It rests at 0.
fn frame_count(start: Sig, beats: usize) -> Sig {
    let m = start.builder();
    let run = Run::from(m, "running", start);
    let count = m.state(address_bits(beats), 0);
    let wraps = count.step_steadily(run.active, beats);
    run.until(wraps);
    *count
}
