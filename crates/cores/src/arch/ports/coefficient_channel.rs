//! The stream of the sets of coefficients, beside that of the frames: the coefficients of a matrix, or the factors of nodes.
//!
//! A set holds for the frames whose first beat passes the port after its last coefficient. Sets are counted modulo two: as they pass the
//! port, as they are complete in the core, and as a frame first has them. A frame takes the number that it finds at the port with it, and
//! starts when its set is in the core. The next set waits at the port until a frame has the one before it, so that none is skipped.

use super::axis_inputs::{padded_fields, AxisInputs};
use super::skid_buffer::skid_buffer;
use super::wrapped_core::WrappedCore;
use crate::lower::count::count;
use crate::rtl::{Module, Net};
use std::sync::Arc;

/// Buffer of the coefficients, and the word in front.
pub struct CoefficientChannel {
    buffer: usize,
    inputs: Vec<Vec<Net>>,
    /// Inputs of the core: whether a coefficient is there, and its parts.
    to_core: [Vec<Net>; 2],
    /// Whether the coefficient in front is the last one of its set.
    is_last: Net,
    /// Number of the set that has passed the port.
    pub passed: Net,
    /// Number of the set that is complete in the core, and of that of the last frame.
    complete: Net,
    used: Net,
}

impl CoefficientChannel {
    /// Adds the ports and the buffer, if the core takes coefficients.
    pub fn new(m: &mut Module, wrapped: &WrappedCore, inputs: &AxisInputs) -> Option<Self> {
        let count_of_set = wrapped.format.set_coefficients.filter(|_| wrapped.has_sets())?;
        let port = wrapped.core.inputs.iter().find(|port| port.name == "load_data")?;
        let bits = wrapped.core.width(port.fields[0]);
        let fields = padded_fields(bits);
        let bus = m.input_bus("s_axis_matrix_tdata", &fields.repeat(port.fields.len()));
        let data: Vec<Net> = bus.into_iter().step_by(fields.len()).collect();
        let valid = m.input("s_axis_matrix_tvalid", 1);
        let module = skid_buffer(&wrapped.part("matrix"), data.len(), bits, &[("last", 1)]);
        let (buffer, outputs) = m.place("matrix_buffer", &Arc::new(module));
        let [passed, complete, used] = ["set_passed", "set_complete", "set_used"].map(|name| {
            let number = m.state(1, Some(0));
            m.name(number, name)
        });
        let is_ahead = m.xor(passed, used);
        let may = m.not(is_ahead);
        let ready = m.and(outputs[0][0], may);
        let valid = m.and(valid, may);
        let passes = m.and(valid, ready);
        let (_, ends) = count(m, "set_count".into(), passes, count_of_set);
        let next = m.xor(passed, ends);
        m.drive(passed, next);
        m.output("s_axis_matrix_tready", ready);
        let inputs = vec![vec![inputs.reset], vec![valid], data, vec![ends]];
        let to_core = [1, 2].map(|port: usize| outputs[port].clone());
        Some(CoefficientChannel { buffer, inputs, to_core, is_last: outputs[3][0], passed, complete, used })
    }

    /// Returns whether a frame may start: its set is in the core. `set`: the number of its set.
    pub fn may_start(&self, m: &mut Module, set: Net) -> Net {
        let is_next = m.xor(set, self.used);
        let waits = m.xor(set, self.complete);
        let waits = m.and(is_next, waits);
        m.not(waits)
    }

    /// The inputs of the core, for a frame of a set.
    pub fn core_inputs(&self, set: Net) -> Vec<Vec<Net>> {
        self.to_core.iter().cloned().chain([vec![set]]).collect()
    }

    /// Connects the buffer. A coefficient leaves it in an enabled clock cycle in which the core is ready. `start`: a frame of set `set`
    /// starts in an enabled cycle.
    pub fn connect(self, m: &mut Module, [ready, enable]: [Net; 2], [start, set]: [Net; 2]) {
        let take = m.and(ready, enable);
        let enters = m.and(self.to_core[0][0], take);
        let ends = m.and(enters, self.is_last);
        let next = m.xor(self.complete, ends);
        m.drive(self.complete, next);
        let starts = m.and(start, enable);
        m.drive_enabled(self.used, set, starts);
        m.connect(self.buffer, self.inputs.into_iter().chain([vec![take]]).collect());
    }
}
