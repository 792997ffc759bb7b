//! What passes from element to element.

use crate::lower::Ports;
use crate::rtl::{Module, Net};
use std::sync::Arc;

/// What passes from element to element. Ports have the order of the fields.
#[derive(Clone, Default)]
pub struct Passed {
    /// Pulse with the first slot of a frame.
    pub start: Vec<Net>,
    /// Point of the slot.
    pub point: Vec<Net>,
    /// Ports of a coefficient, and the bank of the frame.
    pub load: Vec<Vec<Net>>,
}

impl Passed {
    /// Returns what an element passes on; the last one passes nothing on.
    pub fn from_outputs(outputs: &[Vec<Net>]) -> Self {
        match outputs {
            [start, point, load @ ..] => Passed { start: start.clone(), point: point.clone(), load: load.to_vec() },
            _ => Passed::default(),
        }
    }

    /// Adds the elements of a line after what comes to the first one. `build`: makes the module of an element. Returns the chain of results
    /// after the last one.
    pub fn along_line(
        self,
        m: &mut Module,
        ports: &Ports,
        elements: usize,
        build: impl Fn(usize) -> Module,
    ) -> Vec<Net> {
        let (mut passed, mut sums) = (self, vec![]);
        for element in 0..elements {
            let mut inputs = vec![vec![ports.enable], vec![ports.reset], passed.start, passed.point];
            inputs.extend(passed.load);
            inputs.extend((element > 0).then_some(sums));
            let mut outputs = m.instance(format!("element{element}"), &Arc::new(build(element)), inputs);
            sums = outputs.pop().unwrap_or_default();
            passed = Passed::from_outputs(&outputs);
        }
        sums
    }
}
