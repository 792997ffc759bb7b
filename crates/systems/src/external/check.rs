//! The self-check: a core beside a memory, against its reference model.

use super::{Area, External, Memory, Simulation, BURST_BYTES};
use crate::error::Error;
use crate::model::Sample;
use crate::sim::Trace;
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
const SOURCE: usize = BURST_BYTES;

/// A memory that answers soon.
const QUICK: Memory = Memory { latency: 20, pauses: false, read_error: None, write_error: None };

/// A memory that pauses at random.
const SLOW: Memory = Memory { latency: 100, pauses: true, read_error: None, write_error: None };

/// Simulations of the two kinds of memory take about this number of frames at full rate.
const FRAMES: u64 = 6;

/// Simulates a frame beside a memory that answers soon, and two in place beside one of random latency with pauses. If
/// they take more than `max_cycles` clock cycles, it simulates the beginning of a frame. Compares every bit that is
/// written with the reference model.
pub fn check(external: &External, max_cycles: u64) -> Result<Checked, Error> {
    match takes_long(external, max_cycles) {
        true => beginning(external, max_cycles, &mut Simulation::new(external, QUICK, bytes_of(external, 2), 1)),
        false => frames(external),
    }
}

/// Returns what passes the ports while two frames are transformed in place beside a memory that pauses, or the
/// beginning of one if they take more than `max_cycles` clock cycles.
pub fn trace(external: &External, max_cycles: u64) -> Result<Trace, Error> {
    let is_long = takes_long(external, max_cycles);
    let memory = if is_long { QUICK } else { SLOW };
    let mut simulation = Simulation::recorded(external, memory, bytes_of(external, 3), 1);
    match is_long {
        true => beginning(external, max_cycles, &mut simulation).map(drop)?,
        false => pass(external, 2, SOURCE, &mut simulation).map(drop)?,
    }
    Ok(simulation.take_trace())
}

/// Whether the simulation of whole frames takes more than some clock cycles.
fn takes_long(external: &External, max_cycles: u64) -> bool {
    let [read, _] = external.plan.traffic_bytes();
    FRAMES * (read / external.plan.bus_bytes) as u64 > max_cycles
}

/// Returns the bytes of a memory of some frames.
fn bytes_of(external: &External, frames: usize) -> usize {
    SOURCE + frames * external.plan.frame_bytes()
}

/// Simulates whole frames.
fn frames(external: &External) -> Result<Checked, Error> {
    let second = bytes_of(external, 1);
    let cycles = pass(external, 1, second, &mut Simulation::new(external, QUICK, bytes_of(external, 3), 1))?;
    pass(external, 2, SOURCE, &mut Simulation::new(external, SLOW, bytes_of(external, 3), 1))?;
    let bursts = external.plan.passes.iter().map(|pass| pass.write.bursts()).sum::<usize>();
    Ok(Checked { frames: 3, bursts: 3 * bursts, cycles })
}

/// Transforms `count` frames to an address and compares every bit. Returns the clock cycles that they took.
fn pass(external: &External, count: usize, destination: usize, simulation: &mut Simulation) -> Result<u64, Error> {
    let bytes = external.plan.frame_bytes();
    simulation.scratch = (destination + count * bytes) as u64;
    let frames: Vec<Vec<Sample>> = (0..count).map(|seed| frame(external, seed as u64)).collect();
    frames.iter().enumerate().for_each(|(at, frame)| simulation.store(SOURCE + at * bytes, frame));
    let outcome = simulation.run(SOURCE as u64, destination as u64, count as u32)?;
    if outcome.fault != 0 {
        return Err(Error::Mismatch(format!("{}: error {} without a cause", external.name, outcome.fault)));
    }
    for (number, frame) in frames.iter().enumerate() {
        let found = simulation.load(destination + number * bytes);
        found.into_iter().zip(external.transform(frame)).enumerate().try_for_each(|(point, (found, wanted))| {
            compare(external, &format!("frame {number}, point {point}"), found, wanted)
        })?;
    }
    Ok(outcome.cycles)
}

/// Simulates the beginning of a frame, which is transformed in place.
fn beginning(external: &External, cycles: u64, simulation: &mut Simulation) -> Result<Checked, Error> {
    let plan = &external.plan;
    let (scratch, point_bytes) = (bytes_of(external, 1), plan.point_bytes());
    simulation.scratch = scratch as u64;
    let frame = frame(external, 0);
    // The model has zeros in the gaps after rows.
    simulation.bytes.fill(0);
    simulation.store(SOURCE, &frame);
    let passes = plan.passes.iter().map(|pass| pass.write.bursts());
    let ends: Vec<usize> = passes.scan(0, |all, bursts| Some(std::mem::replace(all, *all + bursts))).collect();
    // Between two passes nothing says whether the second one has begun to write.
    let bursts = simulation.run_for(cycles, SOURCE as u64, |answered| !ends.contains(&answered))?;
    let (mut memory, mut left) = (external.stored(&frame), bursts);
    for (number, pass) in plan.passes.iter().enumerate() {
        let spans = pass.write.spans().take(left);
        let written = spans.map(|(_, length)| length / point_bytes).sum();
        memory = external.transform_part(pass, &memory, written, external.config.format.into()).0;
        if left < pass.write.bursts() || number + 1 == plan.passes.len() {
            let area = if pass.to == Area::Scratch { scratch } else { SOURCE };
            external.points(&pass.write).take(written).try_for_each(|point| {
                let found = simulation.point(area + point * point_bytes);
                compare(external, &format!("pass {number}, point {point}"), found, memory[point])
            })?;
            break;
        }
        left -= pass.write.bursts();
    }
    Ok(Checked { frames: 0, bursts, cycles })
}

fn frame(external: &External, seed: u64) -> Vec<Sample> {
    stimulus(&external.config.format, external.config.size(), 1, seed)
}

/// Compares a point of a result.
fn compare(external: &External, place: &str, found: Sample, wanted: Sample) -> Result<(), Error> {
    match found == wanted {
        true => Ok(()),
        false => Err(Error::Mismatch(format!("{}: {place}: got {found:x?}, expected {wanted:x?}", external.name))),
    }
}
