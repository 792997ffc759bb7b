//! Words for arcs on a circle, greedily: what overlaps takes different ones.

/// Arcs on a circle.
pub(super) struct CircularIntervals {
    circle: usize,
    /// (start, length), the start on the circle, the length at least 1 and at most once round.
    intervals: Vec<(usize, usize)>,
    /// Their numbers by start and length.
    order: Vec<usize>,
}

impl CircularIntervals {
    pub fn new(circle: usize, mut intervals: Vec<(usize, usize)>) -> Self {
        intervals.iter_mut().for_each(|(start, _)| *start %= circle);
        let mut order: Vec<usize> = (0..intervals.len()).collect();
        order.sort_by_key(|&interval| intervals[interval]);
        CircularIntervals { circle, intervals, order }
    }

    /// A word for each arc, no two of one word where arcs overlap: those that cross the cut first, then the others by start, each
    /// into the free word whose crossing arc returns soonest. `None` if that takes so many words or more.
    pub fn words(&self, cut: usize, most: usize) -> Option<Vec<u32>> {
        let turn = self.order.partition_point(|&interval| self.intervals[interval].0 < cut);
        let cyclic = || self.order[turn..].iter().chain(&self.order[..turn]);
        let span = |interval: usize| {
            let (start, length) = self.intervals[interval];
            let start = (start + self.circle - cut) % self.circle;
            (start, start + length)
        };
        let mut words = vec![0; self.intervals.len()];
        // When the crossing arcs come back. Their words are the lowest, in that order: the lowest free word of those whose arc
        // comes back late enough, or has none, is the one whose arc returns soonest.
        let mut until = Vec::new();
        let mut release_times = ReleaseTimes::new(self.circle);
        for (interval, (start, end)) in
            cyclic().map(|&interval| (interval, span(interval))).filter(|(_, (_, end))| *end > self.circle)
        {
            words[interval] = until.len() as u32;
            release_times.push(end - self.circle, until.len());
            until.push(start);
        }
        let (mut count, mut free, mut now) = (until.len(), BitSet::default(), 0);
        for (interval, (start, end)) in
            cyclic().map(|&interval| (interval, span(interval))).filter(|(_, (_, end))| *end <= self.circle)
        {
            while now <= start {
                release_times.at(now).for_each(|word| free.insert(word));
                now += 1;
            }
            let word = match free.take(until.partition_point(|&until| until < end)) {
                Some(word) => word,
                None if count + 1 >= most => return None,
                None => {
                    count += 1;
                    count - 1
                }
            };
            words[interval] = word as u32;
            release_times.push(end, word);
        }
        (count < most).then_some(words)
    }
}

/// Words by the time at which they are free again, each at one time.
struct ReleaseTimes {
    /// `last[time]`: the last word that was given, and `next[word]` the one given before it.
    last: Vec<Option<usize>>,
    next: Vec<Option<usize>>,
}

impl ReleaseTimes {
    /// Of times up to this one.
    fn new(latest: usize) -> Self {
        ReleaseTimes { last: vec![None; latest + 1], next: vec![] }
    }

    fn push(&mut self, time: usize, word: usize) {
        self.next.resize(self.next.len().max(word + 1), None);
        self.next[word] = self.last[time].replace(word);
    }

    fn at(&self, time: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(self.last[time], |&word| self.next[word])
    }
}

/// Small numbers, a bit each.
#[derive(Default)]
struct BitSet(Vec<u64>);

impl BitSet {
    fn insert(&mut self, number: usize) {
        let at = number / 64;
        self.0.resize(self.0.len().max(at + 1), 0);
        self.0[at] |= 1 << (number % 64);
    }

    /// Takes the lowest number out that is not below this one.
    fn take(&mut self, least: usize) -> Option<usize> {
        let first = least / 64;
        let mut mask = u64::MAX << (least % 64);
        for at in first..self.0.len() {
            let found = self.0[at] & mask;
            if found != 0 {
                self.0[at] &= !(1 << found.trailing_zeros());
                return Some(64 * at + found.trailing_zeros() as usize);
            }
            mask = u64::MAX;
        }
        None
    }
}
