//! Pictures of an array: its elements and links, the steps of a frame in time, and words on the links in an exchange.

use super::facts::{Facts, StepFacts};
use crate::array::{Axis, Crossing, Exchange, Plan, Steps};
use crate::error::counted;
use crate::package::drawing::{Drawing, LEFT};

/// Maximum number of elements of a row that are drawn.
const MAX_DRAWN: usize = 8;

/// Distances in units of the picture: elements, steps in time, and slots.
const PITCH: usize = 60;
const TIME: usize = 640;
const SLOT: usize = 26;

const STYLE: &str = "text{font:12px sans-serif;fill:#222}.head{font-weight:bold}.link{stroke:#555;fill:none}\
    .element{fill:#e8eef7;stroke:#345}.load,.unload{fill:#d9d9d9}.transform,.overlapped{fill:#9dc3e6}.exchange{fill:#f4b183}\
    .empty{fill:#fff;stroke:#ccc}.word{fill:#f8cbad;stroke:#a65}.taken{fill:#c6e0b4;stroke:#576}.small{font-size:9px}";

/// Draws an array as SVG.
pub fn picture(plan: &Plan, facts: &Facts) -> String {
    let mut drawing = Drawing::new(LEFT + TIME + LEFT, STYLE);
    drawing.heading(&format!(
        "{}: {}, links of {} in each direction, {} a hop",
        facts.array.topology,
        counted(facts.array.elements, "element"),
        counted(facts.array.link_bits as usize, "bit"),
        counted(plan.links.hop, "register")
    ));
    drawing.elements(plan);
    drawing.heading(&format!("Steps of a frame: {} clock cycles of transform", facts.transform_cycles));
    drawing.steps(&facts.steps);
    if plan.links.steps == Steps::Overlapped {
        drawing.overlap(plan, facts);
    }
    drawing.exchange(plan);
    drawing.finish()
}

impl Drawing {
    /// Adds a line of text below what is drawn.
    fn heading(&mut self, text: &str) {
        self.y += 26;
        self.text(LEFT, self.y, "head", text);
        self.y += 12;
    }

    /// Draws the first elements of each axis, and their links.
    fn elements(&mut self, plan: &Plan) {
        let lengths = plan.topology.lengths();
        let [columns, rows] = lengths.map(|length| length.min(MAX_DRAWN));
        let (top, size) = (self.y + 14, PITCH - 24);
        let corner = |x: usize, y: usize| [LEFT + 14 + x * PITCH, top + y * PITCH];
        for (x, y) in (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y))) {
            let [left, above] = corner(x, y);
            self.rectangle([left, above], [size, size], "element");
            self.text(left + 4, above + 16, "small", &format!("{x},{y}"));
            for (is_last, length, at, is_row) in
                [(x + 1 == columns, lengths[0], x, true), (y + 1 == rows, lengths[1], y, false)]
            {
                // A ring is closed by stubs at both ends. What is not drawn goes on after a stub too.
                let has_stub = plan.topology.is_closed() && length > 1;
                let goes_on = !is_last || has_stub || at + 1 < length;
                let far = if is_last { 10 } else { PITCH - size };
                for shift in [8, 14] {
                    if goes_on && is_row {
                        self.line([left + size, above + 14 + shift], [left + size + far, above + 14 + shift]);
                    } else if goes_on {
                        self.line([left + 14 + shift, above + size], [left + 14 + shift, above + size + far]);
                    }
                    if at == 0 && has_stub && is_row {
                        self.line([left - 10, above + 14 + shift], [left, above + 14 + shift]);
                    } else if at == 0 && has_stub {
                        self.line([left + 14 + shift, above - 10], [left + 14 + shift, above]);
                    }
                }
            }
        }
        self.y = top + rows * PITCH;
        if lengths.iter().any(|length| *length > MAX_DRAWN) {
            let [all_columns, all_rows] = lengths;
            self.text(
                LEFT + 14,
                self.y + 8,
                "small",
                &format!("the first of {all_columns} columns and {all_rows} rows"),
            );
            self.y += 12;
        }
    }

    /// Draws the steps of a frame to scale.
    fn steps(&mut self, steps: &[StepFacts]) {
        let all: usize = steps.iter().map(|step| step.cycles).sum();
        let mut begin = 0;
        for step in steps {
            let [from, to] = [begin, begin + step.cycles].map(|cycle| LEFT + cycle * (TIME - 260) / all);
            let along = step.along.map_or(String::new(), |along| format!(" along the {along}s"));
            let dimension = step.dimension.map_or(String::new(), |dimension| format!(" of dimension {dimension}"));
            self.rectangle([from, self.y], [(to - from).max(1), 14], step.step);
            let label = format!("{}{along}{dimension}: cycles {begin} to {}", step.step, begin + step.cycles - 1);
            self.text(LEFT + TIME - 250, self.y + 11, "small", &label);
            begin += step.cycles;
            self.y += 17;
        }
    }

    /// Draws the runs of the engine and of both links to scale.
    fn overlap(&mut self, plan: &Plan, facts: &Facts) {
        let engine = &facts.engines[0];
        let times = plan.overlap();
        self.heading("Overlapped: runs of the engine, and of the jobs of row links and column links");
        for (label, runs, last, class) in [
            ("engine", &times.engine, engine.points, "transform"),
            ("rows", &times.rows, times.occupied, "exchange"),
            ("columns", &times.columns, times.occupied, "exchange"),
        ] {
            self.text(LEFT, self.y + 11, "small", label);
            for (start, pace) in runs.starts.iter().zip(&runs.paces) {
                let end = start + (plan.blocks()[0] - 1) * pace + last;
                let [from, to] = [*start, end].map(|cycle| LEFT + 50 + cycle * (TIME - 60) / times.end);
                self.rectangle([from, self.y], [(to - from).saturating_sub(1).max(1), 14], class);
            }
            self.y += 17;
        }
    }

    /// Draws the words on the links up in the slots of a repetition. Links down are the mirror image on a line.
    fn exchange(&mut self, plan: &Plan) {
        let exchange = plan.exchange();
        let length = exchange.axis.length.min(MAX_DRAWN);
        let axis = Axis { length, ..exchange.axis };
        let shown = Exchange { axis, hop: 1, repetitions: 1, ..exchange };
        let example =
            if length < exchange.axis.length { format!(", here of {length} elements") } else { String::new() };
        self.heading(&format!(
            "Exchange: words on the links up in each slot of the first of {} repetitions{example}",
            exchange.repetitions
        ));
        self.text(LEFT, self.y + 8, "small", "source&gt;destination; green: taken after the link");
        self.y += 14;
        let slots = shown.crossings();
        for link in 0..if axis.is_closed { length } else { length - 1 } {
            self.text(LEFT, self.y + 13, "small", &format!("{link} to {}", (link + 1) % length));
            for (slot, crossings) in slots.iter().enumerate() {
                let place = [LEFT + 50 + slot * SLOT, self.y];
                match crossings[0][link] {
                    None => self.rectangle(place, [SLOT - 2, 18], "empty"),
                    Some(Crossing { source, target, is_taken }) => {
                        self.rectangle(place, [SLOT - 2, 18], if is_taken { "taken" } else { "word" });
                        self.text(place[0] + 3, place[1] + 12, "small", &format!("{source}&gt;{target}"));
                    }
                }
            }
            self.y += 20;
        }
    }
}
