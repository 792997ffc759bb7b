//! The stream of the sets of coefficients, beside that of the frames: coefficients of a matrix, or factors of nodes.
//!
//! A set holds for the frames whose first beat passes the port after its last coefficient. Sets are counted modulo two:
//! as they pass the port, as they are complete in the core, and as a frame first has them. A frame takes the number
//! that it finds at the port with it, and starts when its set is in the core. The next set waits at the port until a
//! frame has the one before it, so that none is skipped.

use super::axis_inputs::padded_fields;
use super::skid_buffer::skid_buffer;
use super::wrapped_core::WrappedCore;
use fftgen_hdl::dsl::*;

/// Buffer of the coefficients, and the numbers of sets.
pub struct CoefficientChannel<'m> {
    buffer: Placed<'m>,
    /// Number of the set that has passed the port.
    pub passed: Sig<'m>,
    /// Number of the set that is complete in the core, and of that of the last frame.
    complete: Reg<'m>,
    used: Reg<'m>,
}

impl<'m> CoefficientChannel<'m> {
    /// Adds the ports and the buffer, if the core takes coefficients.
    #[hdl]
    pub fn new(m: &'m Builder, wrapped: &WrappedCore) -> Option<Self> {
        let count_of_set = wrapped.format.set_coefficients.filter(|_| wrapped.has_sets())?;
        let port = wrapped.core.inputs.iter().find(|port| port.name == "load_data")?;
        let bits = wrapped.core.width(port.fields[0]);
        let fields = padded_fields(bits);
        let bus = m.input_bus("s_axis_matrix_tdata", &fields.repeat(port.fields.len()));
        let data = bus.into_iter().step_by(fields.len());
        let offered = m.input("s_axis_matrix_tvalid", 1);
        let module = skid_buffer(&wrapped.part("matrix"), port.fields.len(), bits, &[("last", 1)]);
        let buffer = m.place("matrix_buffer", module);
        let set_passed = m.state(1, 0);
        let set_complete = m.state(1, 0);
        let set_used = m.state(1, 0);
        let may_pass = !(set_passed ^ set_used);
        let ready = buffer.out("in_ready") & may_pass;
        let valid = offered & may_pass;
        let (_, ends) = m.count("set_count", valid & ready, count_of_set);
        let passed = set_passed.next(set_passed ^ ends);
        m.output("s_axis_matrix_tready", ready);
        buffer.set("in_valid", valid).set_bus("in_data", data).set("in_last", ends);
        Some(CoefficientChannel { buffer, passed, complete: set_complete, used: set_used })
    }

    /// Returns whether a frame may start: its set is in the core. `set`: the number of its set.
    pub fn may_start(&self, set: Sig<'m>) -> Sig<'m> {
        !((set ^ self.used) & (set ^ self.complete))
    }

    /// Connects the buffer and the core, for a frame of set `set` that begins with `start`. A coefficient leaves the
    /// buffer in an enabled clock cycle in which the core is ready.
    pub fn connect(self, core: &Placed<'m>, [start, set, enable]: [Sig<'m>; 3]) {
        let valid = self.buffer.out("out_valid");
        let take = core.out("load_ready") & enable;
        self.complete.next(self.complete ^ (valid & take & self.buffer.out("out_last")));
        self.used.next_if(start & enable, set);
        self.buffer.set("out_take", take);
        core.set("load_valid", valid).set_bus("load_data", self.buffer.bus("out_data")).set("in_set", set);
    }
}
