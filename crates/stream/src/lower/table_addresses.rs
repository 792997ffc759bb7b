//! Addresses of long tables in memories, which are counted from the start of a frame.

use super::count::step_steadily;
use super::run::Run;
use crate::rtl::memories::MEMORY_CYCLES;
use crate::rtl::{address_bits, Module, Net};

/// Longest delay of an address in clock cycles, which takes fewer cells than a counter of its own.
const MAX_DELAY: usize = 2;

/// Addresses of the tables of a stage.
#[derive(Default)]
pub struct TableAddresses {
    /// Addresses built so far: beats of a frame, clock cycle of the operators after the start, and the address.
    built: Vec<(usize, usize, Net)>,
}

impl TableAddresses {
    /// Builds the address of the word of each beat of a frame of `beats` beats, for operators `at` clock cycles after those of the start
    /// of the stage: the address for operators a little earlier, delayed, or a counter. `start` is high `cycles` clock cycles before the
    /// first operators.
    pub fn address(&mut self, m: &mut Module, (start, cycles): (Net, usize), beats: usize, at: usize) -> Net {
        let is_near = |(counted, first, _): &&(usize, usize, Net)| {
            *counted == beats && (1..=MAX_DELAY).contains(&at.saturating_sub(*first))
        };
        let address = match self.built.iter().find(is_near) {
            Some(&(_, first, address)) => m.delay(address, (at - first) as u32),
            None => {
                let begin = (0..cycles + at - MEMORY_CYCLES).fold(start, |net, _| m.register(net, Some(0)));
                frame_count(m, begin, beats)
            }
        };
        self.built.push((beats, at, address));
        m.name(address, format!("table_address{at}"))
    }
}

/// Builds the number of the beat of a frame of `beats` beats that begins with `start`. It rests at 0.
fn frame_count(m: &mut Module, start: Net, beats: usize) -> Net {
    let count = m.state(address_bits(beats), Some(0));
    let run = Run::from(m, "running", start);
    let wraps = step_steadily(m, count, run.active, beats);
    run.until(m, wraps);
    count
}
