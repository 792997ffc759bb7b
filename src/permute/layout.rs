//! Where each element of a frame stands in a stream.

/// A frame as it passes a point of the pipeline: `beats` clock cycles of `lanes` elements.
///
/// Elements are numbered by the plan; a slot without an element carries anything.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    pub lanes: usize,
    pub beats: usize,
    /// `slots[beat * lanes + lane]`: the element there.
    pub slots: Vec<Option<u32>>,
}

/// A beat and a lane.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    pub beat: usize,
    pub lane: usize,
}

impl Layout {
    /// Elements in the order given, `lanes` to a beat.
    ///
    /// ```
    /// use fftgen::pipeline::Layout;
    /// let layout = Layout::packed(2, [4, 7, 9]);
    /// assert_eq!(layout.beats, 2);
    /// assert_eq!(layout.slots, [Some(4), Some(7), Some(9), None]);
    /// ```
    pub fn packed(lanes: usize, elements: impl IntoIterator<Item = u32>) -> Self {
        let mut slots: Vec<_> = elements.into_iter().map(Some).collect();
        slots.resize(slots.len().div_ceil(lanes) * lanes, None);
        Layout { lanes, beats: slots.len() / lanes, slots }
    }

    /// The same elements, so many a beat.
    pub fn at_width(&self, lanes: usize) -> Self {
        Self::packed(lanes, self.slots.iter().flatten().copied())
    }

    /// The first of so many equal blocks of beats.
    pub fn head(&self, blocks: usize) -> Self {
        let beats = self.beats / blocks;
        Layout { lanes: self.lanes, beats, slots: self.slots[..beats * self.lanes].to_vec() }
    }

    /// Place of every element below `elements`; `None` for one that is not in the stream.
    pub fn positions(&self, elements: usize) -> Vec<Option<Position>> {
        let mut positions = vec![None; elements];
        for (slot, element) in self.slots.iter().enumerate() {
            if let Some(position) = element.and_then(|element| positions.get_mut(element as usize)) {
                *position = Some(Position { beat: slot / self.lanes, lane: slot % self.lanes });
            }
        }
        positions
    }

    /// The most beats that an element below `elements` comes here later than in another layout.
    ///
    /// ```
    /// use fftgen::pipeline::Layout;
    /// let (here, there) = (Layout::packed(2, [0, 1, 2, 3]), Layout::packed(2, [0, 2, 1, 3]));
    /// assert_eq!(here.longest_wait(&there, 4), 1);
    /// ```
    pub fn longest_wait(&self, other: &Layout, elements: usize) -> usize {
        let both = self.positions(elements).into_iter().zip(other.positions(elements));
        both.filter_map(|(here, there)| Some(here?.beat.saturating_sub(there?.beat))).max().unwrap_or(0)
    }
}
