//! Picture of the permuters of a pipeline: the elements of a frame by beat and lane, before and after each of them.

use crate::error::counted;
use crate::exact::gcd;
use crate::package::drawing::{Drawing, LEFT};
use crate::pipeline::{Layout, Permutation, Pipeline};

/// Width of one side, and the distance of both.
const SIDE: usize = 380;
const GAP: usize = 40;

/// Largest frame whose elements have cells, in slots.
const MAX_CELLS: usize = 256;

/// Size of a cell, and of the smallest cell that has its number in it.
const CELL: usize = 22;
const NUMBERED: usize = 16;

/// Points of a large frame that are drawn, and the height of its picture.
const DOTS: usize = 1024;
const HEIGHT: usize = 200;

const STYLE: &str = "text{font:12px sans-serif;fill:#222}.head{font-weight:bold}.small{font-size:9px}\
    .cell{stroke:#fff}.empty{fill:#eee}.frame{fill:none;stroke:#345}.dots{stroke:#0072b2;stroke-width:2.5;fill:none}\
    .c0{fill:#fde725}.c1{fill:#b5de2b}.c2{fill:#6ece58}.c3{fill:#35b779}.c4{fill:#3fbc9d}.c5{fill:#5aa9c4}.c6{fill:#7d9fd1}\
    .c7{fill:#b39bd3}";

/// Colours of elements by the beat in which they enter.
const COLOURS: usize = 8;

/// Draws the permuters of a pipeline. `None` if it has none.
pub fn picture(pipeline: &Pipeline) -> Option<String> {
    let permutations = pipeline.permutations();
    let mut drawing = Drawing::new(LEFT + 2 * SIDE + GAP + LEFT, STYLE);
    for (number, permutation) in permutations.iter().enumerate() {
        drawing.permutation(number + 1, permutation);
    }
    (!permutations.is_empty()).then(|| drawing.finish())
}

impl Drawing {
    fn permutation(&mut self, number: usize, Permutation { permuter, from, to }: &Permutation) {
        self.y += 30;
        let place = match permuter.banks.len() {
            0 => "delay lines".to_string(),
            banks => counted(banks, "bank"),
        };
        let title = format!(
            "Permuter {number}: latency {} of at least {}, {} in {place}",
            counted(permuter.latency, "cycle"),
            permuter.min_latency,
            counted(permuter.words(), "word"),
        );
        self.text(LEFT, self.y, "head", &title);
        self.y += 22;
        let sides = [from, to];
        if sides.iter().all(|layout| layout.slots.len() <= MAX_CELLS) {
            let first = beats_of_elements(from);
            let bottoms = sides.map(|layout| self.y + layout.lanes * cell(layout) + 8);
            for (side, (layout, title)) in sides.into_iter().zip(["enter", "leave"]).enumerate() {
                let left = LEFT + side * (SIDE + GAP);
                self.text(left, self.y, "", &format!("Elements as they {title}: a column a beat, a row a lane"));
                self.cells([left, self.y + 8], layout, (&first, from.beats));
            }
            self.y = bottoms.into_iter().max().unwrap_or(self.y);
        } else {
            self.text(LEFT, self.y, "", "Elements by the beat in which they enter, to the right, and leave, downwards");
            self.dots(from, to);
        }
    }

    /// Draws the slots of a layout.
    fn cells(&mut self, [left, top]: [usize; 2], layout: &Layout, (first, beats): (&[Option<usize>], usize)) {
        let size = cell(layout);
        for (slot, element) in layout.slots.iter().enumerate() {
            let (x, y) = (left + slot / layout.lanes * size, top + slot % layout.lanes * size);
            let beat = element.and_then(|element| *first.get(element as usize)?);
            let class = beat.map_or("cell empty".into(), |beat| format!("cell c{}", beat * COLOURS / beats.max(1)));
            self.rectangle([x, y], [size, size], &class);
            if let Some(element) = element.filter(|_| size >= NUMBERED) {
                self.centred(x + size / 2, y + size / 2 + 3, "small", &element.to_string());
            }
        }
    }

    /// Draws elements as dots, if there are many not each of them.
    fn dots(&mut self, from: &Layout, to: &Layout) {
        let first = beats_of_elements(from);
        let (left, top) = (LEFT, self.y + 10);
        self.rectangle([left, top], [2 * SIDE, HEIGHT], "frame");
        let step = to.slots.len().div_ceil(DOTS);
        let mut path = String::new();
        // A step that shares no factor with the lanes, or else some lanes would have no dots.
        let step = (step..).find(|step| gcd(*step, to.lanes) == 1).unwrap_or(1);
        for slot in (0..to.slots.len()).step_by(step) {
            let beat = to.slots[slot].and_then(|element| *first.get(element as usize)?);
            if let Some(beat) = beat {
                let [x, y] = [beat * 2 * SIDE / from.beats.max(1), slot / to.lanes * HEIGHT / to.beats.max(1)];
                path += &format!("M{x} {y}h2");
            }
        }
        self.path([left, top], &path, "dots");
        self.y = top + HEIGHT;
    }
}

/// Returns the size of the cells of a layout.
fn cell(layout: &Layout) -> usize {
    (SIDE / layout.beats.max(1)).clamp(1, CELL)
}

/// Returns the beat of each element of a layout, and `None` for an element that is not in it.
fn beats_of_elements(layout: &Layout) -> Vec<Option<usize>> {
    let elements = layout.slots.iter().flatten().max().map_or(0, |last| *last as usize + 1);
    layout.positions(elements).into_iter().map(|position| Some(position?.beat)).collect()
}
