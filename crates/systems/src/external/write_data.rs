//! The data channel of writes: cuts what an engine gives into bursts.

use super::memory_port::MemoryInputs;
use super::transfers::Requests;
use super::walker::LENGTH_BITS;
use crate::arch::ports::skid_buffer;
use crate::rtl::{Module, Net};
use std::sync::Arc;

/// The data channel.
pub(super) struct WriteData {
    /// Whether another burst may be requested: at most two wait for their data.
    pub room: Net,
    pub valid: Net,
    pub last: Net,
    /// Whether beats are written without data, after a fault: bursts that are requested have to have their beats.
    pub is_dropped: Net,
    /// Whether a beat of an engine is taken.
    pub takes: Net,
}

impl WriteData {
    /// Adds the channel. `name`: that of the queue of lengths; `offered`: an engine has a beat.
    pub fn new(
        m: &mut Module,
        name: &str,
        (requests, memory): (&Requests, &MemoryInputs),
        [reset, aborting, offered]: [Net; 3],
    ) -> Self {
        let queue = Arc::new(skid_buffer(name, 1, LENGTH_BITS, &[]));
        let (lengths, queue) = m.place("lengths", &queue);
        let [ready, wanted, front] = [0, 1, 2].map(|port: usize| queue[port][0]);
        let is_dropped = m.state(1, Some(0));
        m.name(is_dropped, "drops");
        let has_data = m.or(offered, is_dropped);
        let valid = m.and(wanted, has_data);
        m.name(valid, "write_valid");
        let beat = m.state(LENGTH_BITS, Some(0));
        m.name(beat, "burst_beat");
        let last = m.eq(beat, front);
        let passes = m.and(valid, memory.write_ready);
        m.name(passes, "write_passes");
        let one = m.constant(LENGTH_BITS, 1);
        let more = m.add(beat, one);
        let zero = m.constant(LENGTH_BITS, 0);
        let next = m.mux(last, zero, more);
        m.drive_enabled(beat, next, passes);
        let burst_ends = m.and(passes, last);
        m.connect(lengths, [reset, requests.taken, requests.next_length(), burst_ends].map(|net| vec![net]).to_vec());
        // A beat on offer stays as it is until it is taken.
        let refused = m.not(memory.write_ready);
        let stalls = m.and(valid, refused);
        let moves = m.not(stalls);
        m.drive_enabled(is_dropped, aborting, moves);
        let keeps = m.not(is_dropped);
        let takes = m.and(wanted, memory.write_ready);
        let takes = m.and(takes, keeps);
        WriteData { room: ready, valid, last, is_dropped, takes }
    }
}
