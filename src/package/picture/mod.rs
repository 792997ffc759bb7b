//! Picture of a core: its parts in the order in which frames pass them, with the words between them.

mod parts;
mod shape;
mod timing;

pub(super) use parts::{Part, Wire};
pub(super) use shape::Shape;

use timing::Timing;

use super::drawing::{escaped, Drawing, LEFT};
use crate::arch::{Architecture, Flow, FrameTiming};
use crate::design::Config;
use crate::error::counted;

/// Size of a part, its distance from the next one, and the parts of a row.
const PART: [usize; 2] = [112, 70];
const GAP: usize = 72;
const ROW: usize = 6;

/// Distance of the lines below a part.
const LINE: usize = 15;

const STYLE: &str = "text{font:12px sans-serif;fill:#222}.head{font:bold 14px sans-serif}.name{font-weight:bold}.small{font-size:11px}\
    .latency{font-size:11px;fill:#a33}.link,.stroke{stroke:#345;fill:none;stroke-width:1.5}.tip{fill:#345}rect[class]{stroke:#345;rx:4}\
    .butterfly,.feedback{fill:#e3eefa}.factors{fill:#fdeccf}.permuter{fill:#e4f3e0}.normalizer{fill:#f6e3f1}.codec{fill:#eee}\
    .memory{fill:#e4f3e0}.elements{fill:#e3eefa}\
    .wait{fill:#dde3ea}.leaves{fill:#5b8db8}.second{fill-opacity:.45}.tick{stroke:#ccc;fill:none}";

/// Draws a core of frames that stream through it as SVG. `name`: name of the top module.
pub fn picture(name: &str, config: &Config, core: &dyn Architecture) -> String {
    let FrameTiming { interval, latency, .. } = core.slowest();
    let facts = format!(
        "a frame every {}, latency {} without the ports, {} of memory",
        counted(interval, "cycle"),
        counted(latency, "cycle"),
        counted(core.memory_words(), "complex word")
    );
    let parts = parts::parts(config, core);
    // A product has one step, unless it is a transform by steps.
    let has_steps = core.product().is_none_or(|product| !product.radices.is_empty());
    let is_loop = matches!(core.flow(), Flow::Steps) && has_steps && core.chain().is_none();
    let mut picture = draw([name, &core.title(), &facts], parts::input(config), &parts, is_loop);
    picture.timing(&Timing::new(core.slowest(), &parts));
    picture.finish()
}

/// Draws parts below three lines. `input`: words that come in. `is_loop`: whether frames pass the parts several times,
/// out of the first one and back into it.
pub(super) fn draw([name, title, facts]: [&str; 3], input: Wire, parts: &[Part], is_loop: bool) -> Drawing {
    let mut drawing = Drawing::new(0, STYLE);
    drawing.text(LEFT, 26, "head", &escaped(name));
    drawing.text(LEFT, 46, "", &escaped(title));
    drawing.text(LEFT, 64, "", &escaped(facts));
    drawing.y = 94;
    let [width, height] = PART;
    let mut before = input;
    for row in parts.chunks(if is_loop { parts.len().max(1) } else { ROW }) {
        let middle = drawing.y + height / 2;
        for (place, part) in row.iter().enumerate() {
            let left = LEFT + GAP + place * (width + GAP);
            drawing.wire(left - GAP, middle, before);
            drawing.part([left, drawing.y], part);
            before = part.out;
        }
        let end = LEFT + GAP + row.len() * (width + GAP) - GAP;
        drawing.wire(end, middle, before);
        if is_loop {
            let (x, y) = (LEFT + GAP + width / 2, drawing.y);
            let far = end - width / 2;
            drawing.path([0, 0], &format!("M{far} {y}V{}H{x}V{y}", y - 14), "link");
            drawing.path([x, y], "M-4 -8L4 -8L0 0Z", "tip");
        }
        let notes = row.iter().map(|part| part.notes.len() + usize::from(part.latency.is_some())).max().unwrap_or(0);
        drawing.y += height + LINE * notes + 32;
    }
    drawing
}

impl Drawing {
    /// Draws a part with its name above its strokes, and its notes below it.
    fn part(&mut self, [left, top]: [usize; 2], part: &Part) {
        let [width, height] = PART;
        self.rectangle([left, top], PART, part.shape.class());
        self.centred(left + width / 2, top + 17, "name", &escaped(&part.name));
        self.path([left + width / 2 - 30, top + 28], part.shape.strokes(), "stroke");
        let latency = part.latency.map(|cycles| ("latency", format!("latency {}", counted(cycles, "cycle"))));
        let notes = part.notes.iter().map(|note| ("small", escaped(note)));
        for (line, (class, note)) in latency.into_iter().chain(notes).enumerate() {
            self.centred(left + width / 2, top + height + LINE * (line + 1), class, &note);
        }
    }

    /// Draws a wire to the right with its words.
    fn wire(&mut self, left: usize, y: usize, wire: Wire) {
        let Wire { lanes, bits, has_exponent } = wire;
        self.line([left, y], [left + GAP, y]);
        self.path([left + GAP, y], "M-8 -4L-8 4L0 0Z", "tip");
        self.centred(left + GAP / 2, y - 6, "small", &counted(lanes, "point"));
        self.centred(left + GAP / 2, y + 15, "small", &format!("2×{bits} bits"));
        if has_exponent {
            self.centred(left + GAP / 2, y + 28, "small", "and exp.");
        }
    }
}
