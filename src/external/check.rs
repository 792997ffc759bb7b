//! The self-check: a core beside a memory, against its reference model.

use super::{External, Memory, Simulation};
use crate::error::Error;
use crate::model::Sample;
use crate::verify::stimulus;

/// What a simulation showed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checked {
    /// Frames compared bit for bit, or 0 if one takes too long.
    pub frames: usize,
    /// Write bursts whose points were compared.
    pub bursts: usize,
    /// Clock cycles of a frame beside a memory that answers soon, or of the part that was simulated.
    pub cycles: u64,
}

/// Address of the first frame.
const SOURCE: usize = super::BURST_BYTES;

/// Simulates a frame beside a memory that answers soon, and two in place beside one of random latency with pauses. Compares
/// every bit of the memory with the reference model.
pub fn check(external: &External, max_cycles: u64) -> Result<Checked, Error> {
    let _ = max_cycles;
    let bytes = external.plan.frame_bytes();
    let frames: Vec<Vec<Sample>> =
        (0..2).map(|seed| stimulus(&external.config.format, external.config.size(), 1, seed)).collect();
    let wanted: Vec<Vec<Sample>> = frames.iter().map(|frame| external.transform(frame)).collect();
    let quick = Memory { latency: 20, ..Memory::default() };
    let slow = Memory { latency: 100, pauses: true, ..Memory::default() };
    let mut cycles = 0;
    for (memory, count, destination) in [(quick, 1, SOURCE + bytes), (slow, 2, SOURCE)] {
        let scratch = destination + count * bytes;
        let end = scratch + if external.plan.has_scratch() { bytes } else { 0 };
        let mut simulation = Simulation::new(external, memory, end, 1);
        simulation.scratch = scratch as u64;
        frames[..count].iter().enumerate().for_each(|(at, frame)| simulation.store(SOURCE + at * bytes, frame));
        let outcome = simulation.run(SOURCE as u64, destination as u64, count as u32)?;
        if outcome.fault != 0 {
            return Err(Error::Mismatch(format!("{}: error {} without a cause", external.name, outcome.fault)));
        }
        for (number, wanted) in wanted[..count].iter().enumerate() {
            compare(external, &simulation.load(destination + number * bytes), wanted)?;
        }
        if memory == quick {
            cycles = outcome.cycles;
        }
    }
    let bursts = external.plan.passes.iter().map(|pass| pass.write.bursts()).sum::<usize>();
    Ok(Checked { frames: 3, bursts: 3 * bursts, cycles })
}

/// Compares the points of a result.
fn compare(external: &External, found: &[Sample], wanted: &[Sample]) -> Result<(), Error> {
    match found.iter().zip(wanted).position(|(found, wanted)| found != wanted) {
        None => Ok(()),
        Some(point) => Err(Error::Mismatch(format!(
            "{}: point {point}: got {:x?}, expected {:x?}",
            external.name, found[point], wanted[point]
        ))),
    }
}
