//! The ports of the module of an operation, and the beats of its frames.

use super::stream::Stream;
use crate::parts::Reset;
use fftgen_hdl::dsl::*;

/// Inputs of the module of an operation, with its clock enable and its reset.
pub struct Ports<'m> {
    /// High in the first beat of a frame.
    pub start: Sig<'m>,
    /// Components of a beat, in cycle 0.
    pub data: Vec<Sig<'m>>,
}

impl<'m> Ports<'m> {
    /// Adds the inputs. `reset`: that of the module.
    pub fn new(m: &'m Builder, entering: &Stream, reset: Reset) -> Self {
        let enable = m.input("ce", 1);
        reset.input(m);
        m.set_enable(enable);
        let start = m.input("in_start", 1);
        let data = m.input_bus("in_data", &entering.widths()).into_iter().map(|word| word.at(0)).collect();
        Ports { start, data }
    }

    /// The components of each element of a beat.
    pub fn elements(&self, entering: &Stream) -> impl Iterator<Item = &[Sig<'m>]> {
        self.data.chunks(entering.element.parts())
    }

    /// Whether the element of a lane holds two bins. `None` if it never does.
    pub fn is_shared(&self, entering: &Stream, lane: usize) -> Option<Sig<'m>> {
        entering.is_shared(lane).then(|| self.start.at(0))
    }

    /// The parts of the bin that each element of a beat stands for, as [`Stream::bin`] has them.
    pub fn bins(&self, entering: &Stream) -> Vec<[Sig<'m>; 2]> {
        let bin = |(lane, element): (usize, &[Sig<'m>])| {
            let one = self.is_shared(entering, lane).map(|two| !two);
            [element[0], one.map_or(element[1], |one| element[1].masked(one))]
        };
        self.elements(entering).enumerate().map(bin).collect()
    }

    /// Adds the outputs. `start` and `data` are of one cycle.
    pub fn outputs(m: &'m Builder, start: Sig<'m>, data: impl IntoIterator<Item = Sig<'m>>) {
        m.output("out_start", start);
        m.output_bus("out_data", data);
    }
}

/// Beats of a frame, counted from its start.
pub struct Beats<'m> {
    /// High in each beat.
    pub active: Sig<'m>,
    /// Number of the beat, in cycle 0. `None` for frames of one beat.
    pub number: Option<Sig<'m>>,
    /// High in the last beat.
    pub last: Sig<'m>,
}

impl<'m> Beats<'m> {
    /// Counts the `count` beats that follow each `start`, which comes no earlier than that. `name`: that of the counter.
    pub fn new(name: &str, start: Sig<'m>, count: usize) -> Self {
        Self::counted(name, start, [1, count])
    }

    /// Counts the beats of each row of the frame that follows each `start`.
    pub fn of_rows(name: &str, start: Sig<'m>, stream: &Stream) -> Self {
        Self::counted(name, start, [stream.rows, stream.beats() / stream.rows])
    }

    /// Counts the `count` beats of each of some rows.
    fn counted(name: &str, start: Sig<'m>, [rows, count]: [usize; 2]) -> Self {
        let m = start.builder();
        if rows * count == 1 {
            return Beats { active: start, number: None, last: start };
        }
        let frame = Run::from(m, &format!("{name}_running"), start);
        let active = frame.active;
        let (number, last) = m.count(name, active, count);
        let (_, frame_ends) = m.count(&format!("{name}_row"), last, rows);
        frame.until(frame_ends);
        Beats { active, number: number.map(|number| number.at(0)), last }
    }

    /// High in the first beat.
    pub fn first(&self) -> Sig<'m> {
        self.active & self.number.map_or(self.active, |number| number.is(0))
    }

    /// The number of the beat as an address.
    pub fn address(&self) -> Sig<'m> {
        self.number.unwrap_or_else(|| self.active.builder().constant(1, 0))
    }
}
