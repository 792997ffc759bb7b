//! The delay lines of what the operators make: who takes what from them.

use super::port::cost;
use super::unit::{Producer, Tap};

/// Ports that take each tap.
#[derive(Default)]
pub(super) struct TapUsage {
    inputs: Vec<Line>,
    units: Vec<[Line; 2]>,
}

/// Delays of the taps on a line that are in use, the shortest first, each with how many take it.
type Line = Vec<(usize, usize)>;

impl TapUsage {
    /// One more takes this tap.
    pub fn add(&mut self, tap: Tap) {
        let line = self.line_mut(tap.producer);
        match line.binary_search_by_key(&tap.delay, |(delay, _)| *delay) {
            Ok(at) => line[at].1 += 1,
            Err(at) => line.insert(at, (tap.delay, 1)),
        }
    }

    /// One of those who take this tap does so no more.
    pub fn remove(&mut self, tap: Tap) {
        let line = self.line_mut(tap.producer);
        if let Ok(at) = line.binary_search_by_key(&tap.delay, |(delay, _)| *delay) {
            line[at].1 -= 1;
            if line[at].1 == 0 {
                line.remove(at);
            }
        }
    }

    /// LUTs of a tap for one more port: of one that nobody takes yet, those beyond the tap ahead of it on its line.
    pub fn added_luts(&self, tap: Tap) -> usize {
        let line = self.line(tap.producer);
        let ahead = line.partition_point(|(delay, _)| *delay < tap.delay);
        match line.get(ahead) {
            Some((delay, _)) if *delay == tap.delay => 0,
            _ => cost::line(tap.delay - ahead.checked_sub(1).map_or(0, |ahead| line[ahead].0)),
        }
    }

    /// LUTs of all lines.
    pub fn area(&self) -> usize {
        let of = |line: &Line| {
            let ahead = std::iter::once(0).chain(line.iter().map(|(delay, _)| *delay));
            line.iter().zip(ahead).map(|((delay, _), ahead)| cost::line(delay - ahead)).sum::<usize>()
        };
        self.inputs.iter().chain(self.units.iter().flatten()).map(of).sum()
    }

    fn line(&self, producer: Producer) -> &[(usize, usize)] {
        let line = match producer {
            Producer::Input(lane) => self.inputs.get(lane),
            Producer::Unit(unit, result) => self.units.get(unit).map(|lines| &lines[result]),
        };
        line.map_or(&[], Vec::as_slice)
    }

    fn line_mut(&mut self, producer: Producer) -> &mut Line {
        match producer {
            Producer::Input(lane) => entry(&mut self.inputs, lane),
            Producer::Unit(unit, result) => &mut entry(&mut self.units, unit)[result],
        }
    }
}

/// An item of a list, which grows where it ends before.
fn entry<T: Default>(list: &mut Vec<T>, at: usize) -> &mut T {
    if list.len() <= at {
        list.resize_with(at + 1, T::default);
    }
    &mut list[at]
}
