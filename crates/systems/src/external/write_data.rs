//! The data channel of writes: cuts what an engine gives into bursts.

use super::memory_port::MemoryInputs;
use super::transfers::Requests;
use super::walker::LENGTH_BITS;
use crate::arch::ports::skid_buffer;
use fftgen_hdl::dsl::*;

/// The data channel.
pub(super) struct WriteData<'m> {
    /// Whether another burst may be requested: at most two wait for their data.
    pub room: Sig<'m>,
    pub valid: Sig<'m>,
    pub last: Sig<'m>,
    /// Whether beats are written without data, after a fault: bursts that are requested have to have their beats.
    pub is_dropped: Reg<'m>,
    /// Whether a beat of an engine is taken.
    pub takes: Sig<'m>,
}

impl<'m> WriteData<'m> {
    /// Adds the channel. `name`: that of the queue of lengths; `offered`: an engine has a beat.
    #[hdl]
    pub fn new(
        m: &'m Builder,
        name: &str,
        (requests, memory): (&Requests<'m>, &MemoryInputs<'m>),
        (reset, aborting, offered): (Sig<'m>, Reg<'m>, Sig<'m>),
    ) -> Self {
        let lengths = m.place("lengths", skid_buffer(name, 1, LENGTH_BITS, &[]));
        let wanted = lengths.out("out_valid");
        let drops = m.state(1, 0);
        let write_valid = wanted & (offered | drops);
        let write_passes = write_valid & memory.write_ready;
        let burst_beat = m.state(LENGTH_BITS, 0);
        let last = burst_beat.is(lengths.out("out_data"));
        burst_beat.next_if(write_passes, last.mux(0, burst_beat + 1));
        lengths.set("rst", reset).set("in_valid", requests.taken).set("in_data", requests.next_length());
        lengths.set("out_take", write_passes & last);
        // A beat on offer stays as it is until it is taken.
        let stalls = write_valid & !memory.write_ready;
        drops.next_if(!stalls, aborting);
        let takes = wanted & memory.write_ready & !drops;
        WriteData { room: lengths.out("in_ready"), valid: write_valid, last, is_dropped: drops, takes }
    }
}
