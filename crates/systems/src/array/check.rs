//! The self-check: an array in simulation, compared with its models.

use super::{Array, Edges, Passed, Simulation, Step};
use crate::error::Error;
use crate::model::Sample;
use crate::rng::Rng;
use crate::sim::Trace;
use crate::verify::stimulus;

/// Number of frames that are compared.
const FRAMES: usize = 2;

/// Number of frames that pass by streams.
const STREAMED: usize = 3;

/// What a simulation showed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checked {
    /// Frames compared bit for bit, or 0 if the array is too large to be simulated.
    pub frames: usize,
    /// Clock cycles of the transform of a frame.
    pub cycles: usize,
}

/// Simulates frames, and compares every bit with the bit-accurate model and the clock cycles of each step with the
/// cycle model. An array with more than `max_nets` nets in all is not simulated.
pub fn check(array: &Array, max_nets: usize) -> Result<Checked, Error> {
    let cycles = array.cycles();
    if array.top.nets_in_all() > max_nets {
        return Ok(Checked { frames: 0, cycles });
    }
    run(&mut Simulation::new(array))
}

/// Returns what passes the ports while [`check`] simulates.
pub fn trace(array: &Array) -> Result<Trace, Error> {
    let mut simulation = Simulation::recorded(array);
    run(&mut simulation)?;
    Ok(simulation.simulator.take_trace())
}

/// Passes frames by the ports that the array has.
fn run(simulation: &mut Simulation) -> Result<Checked, Error> {
    match simulation.array.plan.links.edges {
        Edges::Streams => check_streams(simulation),
        Edges::Words => check_words(simulation),
    }
}

/// Compares frames that pass one after the other by the link words of the rows.
fn check_words(simulation: &mut Simulation) -> Result<Checked, Error> {
    let (array, cycles) = (simulation.array, simulation.array.cycles());
    let model = array.model();
    let size = array.config.points();
    for (number, frame) in stimulus(&array.config.format, size, FRAMES, 0).chunks(size).enumerate() {
        let outcome = simulation.run(frame)?;
        let found = [outcome.loading, outcome.computing, outcome.unloading];
        let wanted = [array.step_cycles(Step::Load), cycles, array.plan.row_words()];
        if found != wanted {
            return Err(mismatch(array, number, format!("{found:?} clock cycles, expected {wanted:?}")));
        }
        let (results, overflow) = model.transform_frame(frame);
        compare(array, number, &outcome.results, &results)?;
        if outcome.overflow != overflow {
            return Err(mismatch(array, number, format!("overflow {}, expected {overflow}", outcome.overflow)));
        }
    }
    Ok(Checked { frames: FRAMES, cycles })
}

/// Compares frames that pass by streams, with pauses and without.
fn check_streams(simulation: &mut Simulation) -> Result<Checked, Error> {
    let array = simulation.array;
    let (model, size) = (array.model(), array.config.points());
    let points = stimulus(&array.config.format, size, STREAMED, 0);
    let frames: Vec<&[Sample]> = points.chunks(size).collect();
    for pauses in [None, Some(Rng::new(1))] {
        let is_steady = pauses.is_none();
        let Passed { results, intervals } = simulation.pass(&frames, pauses)?;
        for (number, (found, frame)) in results.iter().zip(&frames).enumerate() {
            compare(array, number, found, &model.transform_frame(frame).0)?;
        }
        let wanted = array.interval();
        // The results of the last frame leave without points of another one before them, which is shorter.
        let between = intervals[..intervals.len() - 1].iter();
        if let Some(found) = between.filter(|_| is_steady).find(|found| **found != wanted) {
            return Err(mismatch(
                array,
                STREAMED - 1,
                format!("{found} clock cycles after the one before, expected {wanted}"),
            ));
        }
    }
    Ok(Checked { frames: 2 * STREAMED, cycles: array.cycles() })
}

/// Compares the results of a frame with those of the model.
fn compare(array: &Array, number: usize, found: &[Sample], wanted: &[Sample]) -> Result<(), Error> {
    match found.iter().zip(wanted).position(|(found, wanted)| found != wanted) {
        None => Ok(()),
        Some(point) => {
            let [found, wanted] = [found[point], wanted[point]];
            Err(mismatch(array, number, format!("point {point}: got {found:x?}, expected {wanted:x?}")))
        }
    }
}

/// Returns the error of a frame that differs.
fn mismatch(array: &Array, frame: usize, what: String) -> Error {
    Error::Mismatch(format!("{}: frame {frame}: {what}", array.name))
}
