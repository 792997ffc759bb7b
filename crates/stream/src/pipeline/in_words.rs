//! A pipeline in words: the radices of its steps, and how these are computed.

use super::{Block, Pipeline, Transform};
use crate::quote::counted;

/// Steps that are named together.
#[derive(PartialEq)]
struct Steps {
    /// Radix, with the number of steps that share a twiddle factor as its power; or the name of a kernel.
    name: String,
    /// What one of them is; none of a kernel.
    what: Option<&'static str>,
}

impl Pipeline {
    /// Returns the plan in words, as in `radix 2², 5 pairs of SDF steps`. Empty if there is no step.
    pub fn in_words(&self) -> String {
        let mut all: Vec<(Steps, usize)> = Vec::new();
        let mut add = |steps: Steps| match all.last_mut() {
            Some((last, count)) if *last == steps => *count += 1,
            _ => all.push((steps, 1)),
        };
        // Radix of steps with delayed feedback that no twiddle factor divides so far, and their number.
        let mut run: Option<(usize, usize)> = None;
        for block in &self.blocks {
            let radix =
                block.stage().filter(|stage| stage.transform != Transform::Scale).map(|stage| stage.transform.radix());
            match (radix, block) {
                (Some(radix), _) if block.has_feedback() => match &mut run {
                    Some((same, count)) if *same == radix && *count < POWERS.len() => *count += 1,
                    _ => {
                        run.replace((radix, 1)).map(feedback).map(&mut add);
                    }
                },
                (Some(_), _) | (None, Block::Twiddle(_)) => {
                    run.take().map(feedback).map(&mut add);
                    if let Some(stage) = block.stage().filter(|_| radix.is_some()) {
                        add(Steps { name: stage.name(), what: None });
                    }
                }
                _ => {}
            }
        }
        run.map(feedback).map(&mut add);
        let text = |(Steps { name, what }, count): &(Steps, usize)| match (what, count) {
            (Some("step"), count) => format!("radix {name}, {}", counted(*count, "SDF step")),
            (Some(what), count) => format!("radix {name}, {} of SDF steps", counted(*count, what)),
            (None, 1) => name.clone(),
            (None, count) => format!("{count} times {name}"),
        };
        all.iter().map(text).collect::<Vec<_>>().join("; ")
    }
}

/// Powers of a radix, and what as many steps are.
const POWERS: [(&str, &str); 3] = [("", "step"), ("²", "pair"), ("³", "triple")];

fn feedback((radix, steps): (usize, usize)) -> Steps {
    let (power, what) = POWERS[steps - 1];
    Steps { name: format!("{radix}{power}"), what: Some(what) }
}
