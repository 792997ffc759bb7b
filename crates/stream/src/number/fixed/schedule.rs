//! Shifts that are given: one for each step of a plan, or one for two steps of radix 2 that are a step of radix 4.

use crate::error::Error;
use crate::pipeline::Block;

/// Shift of a stage that is given.
#[derive(Clone, Copy, Default)]
pub struct Given {
    /// Shift in bits.
    pub shift: u32,
    /// Whether words keep all bits, because the next stage belongs to the same step.
    pub keeps_bits: bool,
}

/// Returns the shift of each stage. `shifts` has one for each step, or for each stage but those of factors alone, which
/// have no gain. Fails if it has another number of them.
pub fn shifts_of_stages(shifts: &[u32], stages: &[&Block]) -> Result<Vec<Given>, Error> {
    let steps = steps(stages);
    let count = steps.iter().flatten().count();
    let mut given = vec![Given::default(); stages.len()];
    if shifts.len() == count {
        steps.concat().into_iter().zip(shifts).for_each(|(stage, &shift)| given[stage].shift = shift);
        return Ok(given);
    }
    if shifts.len() != steps.len() {
        return Err(other_number(shifts, steps.len()));
    }
    for (step, &shift) in steps.iter().zip(shifts) {
        let &[first, second] = step.as_slice() else {
            given[step[0]].shift = shift;
            continue;
        };
        // The second of two stages with feedback rounds for both.
        let earlier = if feeds_back(stages[second]) { 0 } else { shift / 2 };
        given[first] = Given { shift: earlier, keeps_bits: true };
        given[second].shift = shift - earlier;
    }
    Ok(given)
}

/// Returns the numbers of the stages of each step. A stage of radix 2 with feedback and the next one of radix 2 are one
/// step, if no factors but quarter turns are between them.
fn steps(stages: &[&Block]) -> Vec<Vec<usize>> {
    let is_two =
        |number: usize| stages.get(number).is_some_and(|block| block.stage().is_some_and(|s| s.transform.radix() == 2));
    let mut steps: Vec<Vec<usize>> = vec![];
    let mut numbers = 0..stages.len();
    while let Some(first) = numbers.next() {
        match stages[first] {
            Block::Twiddle(_) => {}
            block if feeds_back(block) && is_two(first + 1) => {
                steps.push([Some(first), numbers.next()].into_iter().flatten().collect())
            }
            _ => steps.push(vec![first]),
        }
    }
    steps
}

/// Whether a block is a stage of radix 2 with feedback.
pub fn feeds_back(block: &Block) -> bool {
    block.has_feedback() && block.stage().is_some_and(|stage| stage.transform.radix() == 2)
}

/// Returns the error of shifts for another number of steps than a plan has.
pub fn other_number(shifts: &[u32], steps: usize) -> Error {
    Error::Usage(format!(
        "scale {}: {} for the {steps} of this plan; give one for each, or ask for another plan by --radix",
        shifts.iter().map(u32::to_string).collect::<Vec<_>>().join(","),
        if shifts.len() == 1 { "1 stage".into() } else { format!("{} stages", shifts.len()) },
    ))
}
