//! What a clock edge does: registers, delay lines and memories, grouped by what enables them.
//!
//! The edge has two phases. `sample` computes every next value from the values before the edge, and
//! `commit` stores them; a group whose enable is low takes part in neither.

/// Words of registers that share reset and enables. Wide registers are simply two words.
pub(super) struct RegisterGroup {
    /// All of them must be set.
    pub enables: Vec<u32>,
    pub reset: Option<u32>,
    /// First word of the group; the others follow.
    pub first: u32,
    pub inputs: Vec<u32>,
    /// Empty without a reset.
    pub reset_values: Vec<u64>,
}

/// Words of delay lines of one depth (2 or more; a depth of 1 is a register) and one enable, as a
/// ring of `depth - 1` rows: the oldest row leaves to the outputs, the inputs take its place.
pub(super) struct DelayGroup {
    pub enable: Option<u32>,
    pub first: u32,
    pub inputs: Vec<u32>,
    pub ring: Vec<u64>,
    pub position: usize,
}

/// A memory with its write port and its reads.
pub(super) struct MemoryGroup {
    pub enable: Option<u32>,
    pub words: usize,
    /// 1 or 2: how many of our words one of its words takes.
    pub stride: usize,
    pub data: Vec<u64>,
    /// Words of write enable, address, data.
    pub write: Option<(u32, u32, u32)>,
    /// Word of the address, first word of the result.
    pub reads: Vec<(u32, u32)>,
}

impl MemoryGroup {
    /// The word at an address; zeros past the end.
    pub fn word(&self, address: u64) -> [u64; 2] {
        let at = usize::try_from(address).unwrap_or(usize::MAX);
        let parts = self.data.chunks_exact(self.stride).nth(at).unwrap_or(&[]);
        [parts.first(), parts.get(1)].map(|part| part.copied().unwrap_or(0))
    }
}

/// All state of a design, and the buffer between the two phases.
#[derive(Default)]
pub(super) struct State {
    pub registers: Vec<RegisterGroup>,
    pub delays: Vec<DelayGroup>,
    pub memories: Vec<MemoryGroup>,
    /// First word of the state, and next values of all its words.
    pub first: u32,
    pub next: Vec<u64>,
    /// Ranges of words (from `first`) that this edge changes.
    pub changed: Vec<(usize, usize)>,
}

impl State {
    /// Nothing in delay lines and memories.
    pub fn restart(&mut self) {
        self.delays.iter_mut().for_each(|delay| delay.ring.fill(0));
        self.memories.iter_mut().for_each(|memory| memory.data.fill(0));
    }

    /// One clock edge.
    pub fn edge(&mut self, values: &mut [u64]) {
        self.sample(values);
        let first = self.first as usize;
        for (start, end) in self.changed.drain(..) {
            values[first + start..first + end].copy_from_slice(&self.next[start..end]);
        }
    }

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
            // After the reads: a read meets the old word.
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
