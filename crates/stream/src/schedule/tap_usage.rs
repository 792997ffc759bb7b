//! Usage of the taps of delay lines, which decides the LUTs that a further use takes.

use super::route_cost;
use super::unit::{Producer, Tap};

/// Number of uses of each tap.
#[derive(Default)]
pub(super) struct TapUsage {
    inputs: Vec<Line>,
    units: Vec<[Line; 2]>,
}

/// Used taps of a delay line by ascending delay: delay in cycles and number of uses.
type Line = Vec<(usize, usize)>;

impl TapUsage {
    /// Adds a use of a tap.
    pub fn add(&mut self, tap: Tap) {
        let line = self.line_mut(tap.producer);
        match line.binary_search_by_key(&tap.delay, |(delay, _)| *delay) {
            Ok(at) => line[at].1 += 1,
            Err(at) => line.insert(at, (tap.delay, 1)),
        }
    }

    /// Removes a use of a tap.
    pub fn remove(&mut self, tap: Tap) {
        let line = self.line_mut(tap.producer);
        if let Ok(at) = line.binary_search_by_key(&tap.delay, |(delay, _)| *delay) {
            line[at].1 -= 1;
            if line[at].1 == 0 {
                line.remove(at);
            }
        }
    }

    /// Returns the LUTs that a further use of a tap takes: 0 for a used tap, else those of the line from the tap before
    /// of it.
    pub fn added_luts(&self, tap: Tap) -> usize {
        let line = self.line(tap.producer);
        let ahead = line.partition_point(|(delay, _)| *delay < tap.delay);
        match line.get(ahead) {
            Some((delay, _)) if *delay == tap.delay => 0,
            _ => route_cost::delay_line(tap.delay - ahead.checked_sub(1).map_or(0, |ahead| line[ahead].0)),
        }
    }

    /// Returns the LUTs of all delay lines.
    pub fn area(&self) -> usize {
        let luts = |line: &Line| {
            let ahead = std::iter::once(0).chain(line.iter().map(|(delay, _)| *delay));
            line.iter().zip(ahead).map(|((delay, _), ahead)| route_cost::delay_line(delay - ahead)).sum::<usize>()
        };
        self.inputs.iter().chain(self.units.iter().flatten()).map(luts).sum()
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

/// Returns an item of a list, which grows if it is too short.
fn entry<T: Default>(list: &mut Vec<T>, at: usize) -> &mut T {
    if list.len() <= at {
        list.resize_with(at + 1, T::default);
    }
    &mut list[at]
}
