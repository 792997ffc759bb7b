//! Layouts: the position of each element of a frame in a stream.

/// The element at each beat and lane of a frame, at a point of the pipeline. Elements are numbered by the plan. The
/// value of an empty slot is a don't-care.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Layout {
    /// Elements of a beat.
    pub lanes: usize,
    /// Beats of a frame.
    pub beats: usize,
    /// `slots[beat * lanes + lane]`: number of the element, or `None` for an empty slot.
    pub slots: Vec<Option<u32>>,
}

/// A position in a frame.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// Beat of the frame, counted from 0.
    pub beat: usize,
    /// Lane of the beat, counted from 0.
    pub lane: usize,
}

impl Layout {
    /// Packs elements in the given order, `lanes` in each beat.
    ///
    /// ```
    /// use fftgen_stream::pipeline::Layout;
    /// let layout = Layout::packed(2, [4, 7, 9]);
    /// assert_eq!(layout.beats, 2);
    /// assert_eq!(layout.slots, [Some(4), Some(7), Some(9), None]);
    /// ```
    pub fn packed(lanes: usize, elements: impl IntoIterator<Item = u32>) -> Self {
        let mut slots: Vec<_> = elements.into_iter().map(Some).collect();
        slots.resize(slots.len().div_ceil(lanes) * lanes, None);
        Layout { lanes, beats: slots.len() / lanes, slots }
    }

    /// Packs runs of `run` elements, each of which begins with a beat of its own.
    ///
    /// ```
    /// use fftgen_stream::pipeline::Layout;
    /// let layout = Layout::packed_in_runs(2, 3, &[0, 1, 2, 3, 4, 5]);
    /// assert_eq!(layout.slots, [Some(0), Some(1), Some(2), None, Some(3), Some(4), Some(5), None]);
    /// ```
    pub fn packed_in_runs(lanes: usize, run: usize, elements: &[u32]) -> Self {
        let runs = elements.chunks(run).flat_map(|run| Self::packed(lanes, run.iter().copied()).slots);
        let slots: Vec<Option<u32>> = runs.collect();
        Layout { lanes, beats: slots.len() / lanes, slots }
    }

    /// Packs the elements of a layout anew, `lanes` in each beat.
    pub fn at_width(&self, lanes: usize) -> Self {
        Self::packed(lanes, self.slots.iter().flatten().copied())
    }

    /// Returns the first of `blocks` equal blocks of beats.
    pub fn head(&self, blocks: usize) -> Self {
        let beats = self.beats / blocks;
        Layout { lanes: self.lanes, beats, slots: self.slots[..beats * self.lanes].to_vec() }
    }

    /// Returns the position of every element below `elements`, and `None` for an element that is not in the layout.
    pub fn positions(&self, elements: usize) -> Vec<Option<Position>> {
        let mut positions = vec![None; elements];
        for (slot, element) in self.slots.iter().enumerate() {
            if let Some(position) = element.and_then(|element| positions.get_mut(element as usize)) {
                *position = Some(Position { beat: slot / self.lanes, lane: slot % self.lanes });
            }
        }
        positions
    }

    /// Returns the largest number of beats by which an element is earlier in another layout than in this one. Elements
    /// below `elements` are compared.
    ///
    /// ```
    /// use fftgen_stream::pipeline::Layout;
    /// let (here, there) = (Layout::packed(2, [0, 1, 2, 3]), Layout::packed(2, [0, 2, 1, 3]));
    /// assert_eq!(here.longest_wait(&there, 4), 1);
    /// ```
    pub fn longest_wait(&self, other: &Layout, elements: usize) -> usize {
        let mut beats = vec![None; elements];
        for (slot, element) in other.slots.iter().enumerate() {
            if let Some(beat) = element.and_then(|element| beats.get_mut(element as usize)) {
                *beat = u32::try_from(slot / other.lanes).ok();
            }
        }
        let slots = self.slots.iter().enumerate();
        let wait = |(slot, element): (usize, &Option<u32>)| {
            let there = *beats.get((*element)? as usize)?;
            Some((slot / self.lanes).saturating_sub(there? as usize))
        };
        slots.filter_map(wait).max().unwrap_or(0)
    }
}
