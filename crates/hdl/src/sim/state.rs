//! Registers, delay lines and memories in groups with common enables, and their clock edge.
//!
//! The clock edge has two phases. `sample` computes all next values from the values before the edge, and `edge` then
//! stores them. A group whose enable is low takes part in neither.

/// Words of registers that share reset and enables. A register of more than 64 bits is two words.
pub(super) struct RegisterGroup {
    /// Words of the enables, all of which must be set.
    pub enables: Vec<u32>,
    /// Word of the reset, which has priority over the enables.
    pub reset: Option<u32>,
    /// First word of the group. Its other words follow.
    pub first: u32,
    /// Words that the registers sample.
    pub inputs: Vec<u32>,
    /// Values under reset. Empty if the group has no reset.
    pub reset_values: Vec<u64>,
}

/// Words of delay lines with a common depth and enable. The depth is at least 2, because a delay of one cycle is a
/// register. A ring of `depth - 1` rows holds the words. At each edge, the oldest row moves to the outputs, and the
/// inputs replace it.
pub(super) struct DelayGroup {
    /// Word of the enable.
    pub enable: Option<u32>,
    /// First word of the outputs.
    pub first: u32,
    /// Words of the inputs.
    pub inputs: Vec<u32>,
    /// Rows of the ring.
    pub ring: Vec<u64>,
    /// Index of the oldest row's first word in the ring.
    pub position: usize,
}

/// Memory with its write port and its reads.
pub(super) struct MemoryGroup {
    /// Word of the enable.
    pub enable: Option<u32>,
    /// Number of memory words.
    pub words: usize,
    /// Bits of a memory word.
    pub bits: u32,
    /// Simulator words of a memory word: 1 or 2.
    pub stride: usize,
    /// Contents.
    pub data: Vec<u64>,
    /// Words of write enable, address and data.
    pub write: Option<(u32, u32, u32)>,
    /// Word of the address and first word of the result, for each read.
    pub reads: Vec<(u32, u32)>,
}

impl MemoryGroup {
    /// Returns the word at an address, which is zero past the end.
    pub fn word(&self, address: u64) -> [u64; 2] {
        let at = usize::try_from(address).unwrap_or(usize::MAX);
        let parts = self.data.chunks_exact(self.stride).nth(at).unwrap_or(&[]);
        [parts.first(), parts.get(1)].map(|part| part.copied().unwrap_or(0))
    }
}

/// State of a design, and the buffer between the two phases of a clock edge.
#[derive(Default)]
pub(super) struct State {
    pub registers: Vec<RegisterGroup>,
    pub delays: Vec<DelayGroup>,
    pub memories: Vec<MemoryGroup>,
    /// First word of the state.
    pub first: u32,
    /// Next values of all words of the state.
    pub next: Vec<u64>,
    /// Ranges of words that the edge changes, as start and end relative to `first`.
    pub changed: Vec<(usize, usize)>,
}

impl State {
    /// Clears delay lines and memories.
    pub fn restart(&mut self) {
        self.delays.iter_mut().for_each(|delay| delay.ring.fill(0));
        self.memories.iter_mut().for_each(|memory| memory.data.fill(0));
    }

    /// Executes one clock edge.
    pub fn edge(&mut self, values: &mut [u64]) {
        self.sample(values);
        let first = self.first as usize;
        for (start, end) in self.changed.drain(..) {
            values[first + start..first + end].copy_from_slice(&self.next[start..end]);
        }
    }

    /// Computes the next values, and moves delay lines and memories on.
    fn sample(&mut self, values: &[u64]) {
        let first = self.first;
        let is_set = |word: u32| values[word as usize] != 0;
        for group in &self.registers {
            let start = (group.first - first) as usize;
            let range = (start, start + group.inputs.len());
            let next = &mut self.next[range.0..range.1];
            if group.reset.is_some_and(is_set) {
                next.copy_from_slice(&group.reset_values);
            } else if group.enables.iter().all(|&word| is_set(word)) {
                next.iter_mut().zip(&group.inputs).for_each(|(y, &d)| *y = values[d as usize]);
            } else {
                continue;
            }
            self.changed.push(range);
        }
        for group in self.delays.iter_mut().filter(|group| group.enable.is_none_or(is_set)) {
            let (start, lines) = ((group.first - first) as usize, group.inputs.len());
            let row = &mut group.ring[group.position..group.position + lines];
            for ((y, held), &d) in self.next[start..].iter_mut().zip(row).zip(&group.inputs) {
                *y = std::mem::replace(held, values[d as usize]);
            }
            group.position = (group.position + lines) % group.ring.len();
            self.changed.push((start, start + lines));
        }
        for group in self.memories.iter_mut().filter(|group| group.enable.is_none_or(is_set)) {
            for &(addr, result) in &group.reads {
                let start = (result - first) as usize;
                let next = &mut self.next[start..start + group.stride];
                match usize::try_from(values[addr as usize]) {
                    Ok(at) if at < group.words => {
                        next.copy_from_slice(&group.data[at * group.stride..][..group.stride])
                    }
                    _ => next.fill(0),
                }
                self.changed.push((start, start + group.stride));
            }
            // The write follows the reads, because a read returns the old word.
            if let Some((_, addr, data)) = group.write.filter(|&(enable, ..)| is_set(enable)) {
                match usize::try_from(values[addr as usize]) {
                    Ok(at) if at < group.words => group.data[at * group.stride..][..group.stride]
                        .copy_from_slice(&values[data as usize..][..group.stride]),
                    _ => (),
                }
            }
        }
    }
}
