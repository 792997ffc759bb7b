//! The stream of the coefficients of a matrix, beside that of the frames.

use super::axis_inputs::{padded_fields, AxisInputs};
use super::skid_buffer::skid_buffer;
use super::wrapped_core::WrappedCore;
use crate::rtl::{Module, Net};
use std::sync::Arc;

/// Buffer of the coefficients, and the word in front.
pub struct CoefficientChannel {
    buffer: usize,
    inputs: Vec<Vec<Net>>,
    /// Inputs of the core: whether a coefficient is there, and its parts.
    pub to_core: Vec<Vec<Net>>,
}

impl CoefficientChannel {
    /// Adds the ports and the buffer, if the core takes coefficients.
    pub fn new(m: &mut Module, wrapped: &WrappedCore, inputs: &AxisInputs) -> Option<Self> {
        let port = wrapped.core.inputs.iter().find(|port| port.name == "load_data")?;
        let bits = wrapped.core.width(port.fields[0]);
        let fields = padded_fields(bits);
        let bus = m.input_bus("s_axis_matrix_tdata", &fields.repeat(port.fields.len()));
        let data: Vec<Net> = bus.into_iter().step_by(fields.len()).collect();
        let valid = m.input("s_axis_matrix_tvalid", 1);
        let module = skid_buffer(&wrapped.part("matrix"), data.len(), bits, &[]);
        let (buffer, outputs) = m.place("matrix_buffer", &Arc::new(module));
        m.output("s_axis_matrix_tready", outputs[0][0]);
        let to_core = vec![outputs[1].clone(), outputs[2].clone()];
        Some(CoefficientChannel { buffer, inputs: vec![vec![inputs.reset], vec![valid], data], to_core })
    }

    /// Connects the buffer. A coefficient leaves it in an enabled clock cycle in which the core is ready.
    pub fn connect(self, m: &mut Module, ready: Net, enable: Net) {
        let take = m.and(ready, enable);
        m.connect(self.buffer, self.inputs.into_iter().chain([vec![take]]).collect());
    }
}
