//! Two frames in time: when each part of a core takes their points, and when it gives them.

use super::parts::Part;
use crate::arch::FrameTiming;
use crate::error::figure;
use crate::package::drawing::{escaped, Drawing, LEFT};

/// Width of the names, and of the time after them.
const NAMES: usize = 130;
const TIME: usize = 640;

/// Height of a row, of which each frame takes half.
const ROW: usize = 22;

/// Frames in time, in clock cycles from the first point that enters.
pub struct Timing {
    /// Cycles from a frame to the next one.
    interval: usize,
    rows: Vec<Row>,
}

/// Part that a frame passes.
struct Row {
    name: String,
    /// Cycle in which the first point enters.
    enters: usize,
    /// Cycle in which the first point leaves.
    leaves: usize,
    /// Cycles in which points leave.
    beats: usize,
}

impl Timing {
    /// Places a frame in the parts of a core. A core whose parts have no latencies of their own takes a frame as a
    /// whole.
    pub fn new(FrameTiming { beats: [entering, leaving], interval, latency }: FrameTiming, parts: &[Part]) -> Self {
        let row = |name: &str, [enters, leaves]: [usize; 2], beats| Row { name: name.into(), enters, leaves, beats };
        let mut rows = vec![row("points in", [0, 0], entering)];
        let mut cycle = 0;
        if let Some(latencies) = parts.iter().map(|part| part.latency).collect::<Option<Vec<usize>>>() {
            for (number, (part, latency)) in parts.iter().zip(latencies).enumerate() {
                let name = format!("{} {}", number + 1, part.name);
                rows.push(row(&name, [cycle, cycle + latency], entering.max(leaving)));
                cycle += latency;
            }
        } else {
            rows.push(row("steps", [entering.min(latency), latency], 0));
        }
        rows.push(row("results out", [latency, latency], leaving));
        Timing { interval, rows }
    }

    /// Returns the cycle in which the second frame has left.
    fn end(&self) -> usize {
        self.interval + self.rows.iter().map(|row| row.leaves + row.beats).max().unwrap_or(0)
    }
}

impl Drawing {
    /// Draws frames in time below what is drawn.
    pub fn timing(&mut self, timing: &Timing) {
        let end = timing.end().max(1);
        let x = |cycle: usize| LEFT + NAMES + cycle * TIME / end;
        self.y += 12;
        self.text(LEFT, self.y, "name", "Two frames in time, in clock cycles");
        self.y += 14;
        let (top, bottom) = (self.y + 8, self.y + 8 + ROW * timing.rows.len());
        let last = timing.rows.last().map_or([0; 2], |row| [row.leaves, row.leaves + row.beats]);
        let mut free = 0;
        let mut cycles = [0, timing.interval, last[0], last[1], end];
        cycles.sort_unstable();
        for cycle in cycles {
            self.path([x(cycle), top], &format!("M0 0V{}", bottom - top), "tick");
            // A number that another one would cover is left out.
            if x(cycle) >= free {
                self.centred(x(cycle), self.y + 4, "small", &figure(cycle));
                free = x(cycle) + 12 + 7 * figure(cycle).len();
            }
        }
        for (number, row) in timing.rows.iter().enumerate() {
            let y = top + number * ROW;
            self.text(LEFT, y + 15, "small", &escaped(&row.name));
            for (frame, class) in ["", " second"].iter().enumerate() {
                let [enters, leaves, end] =
                    [row.enters, row.leaves, row.leaves + row.beats].map(|cycle| x(cycle + frame * timing.interval));
                let place = y + 2 + frame * (ROW / 2 - 1);
                let height = ROW / 2 - 2;
                if leaves > enters {
                    self.rectangle([enters, place], [leaves - enters, height], &format!("wait{class}"));
                }
                if row.beats > 0 {
                    self.rectangle([leaves, place], [(end - leaves).max(1), height], &format!("leaves{class}"));
                }
            }
        }
        self.y = bottom;
    }
}
