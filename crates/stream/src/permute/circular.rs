//! Greedy assignment of memory words to intervals on a circle: intervals that overlap take different words.

/// Intervals on a circle.
pub(super) struct CircularIntervals {
    /// Circumference, in cycles.
    length: usize,
    /// Start on the circle and length of each interval; the length is at least 1 and at most the circumference.
    intervals: Vec<(usize, usize)>,
    /// Numbers of the intervals, sorted by start and length.
    order: Vec<usize>,
}

impl CircularIntervals {
    /// Takes (start, length) of each interval, where starts are modulo the circumference `length`.
    pub fn new(length: usize, mut intervals: Vec<(usize, usize)>) -> Self {
        intervals.iter_mut().for_each(|(start, _)| *start %= length);
        let mut order: Vec<usize> = (0..intervals.len()).collect();
        order.sort_by_key(|&interval| intervals[interval]);
        CircularIntervals { length, intervals, order }
    }

    /// Assigns a word to each interval, or returns `None` if that takes `max` words or more.
    ///
    /// Intervals across the cut are assigned first, each to a word of its own. All others follow by start. Each takes,
    /// of the free words, the one whose crossing interval begins soonest after its end.
    pub fn assign_words(&self, cut: usize, max: usize) -> Option<Vec<u32>> {
        let first = self.order.partition_point(|&interval| self.intervals[interval].0 < cut);
        let from_cut = || self.order[first..].iter().chain(&self.order[..first]).copied();
        let span = |interval: usize| {
            let (start, length) = self.intervals[interval];
            let start = (start + self.length - cut) % self.length;
            (start, start + length)
        };
        let spans = || from_cut().map(|interval| (interval, span(interval)));
        let mut words = vec![0; self.intervals.len()];
        // Starts of the crossing intervals, in ascending order: `until[word]`. The lowest free word whose crossing
        // interval begins late enough, or that has none, is therefore the one whose crossing interval begins soonest.
        let mut until = Vec::new();
        let mut releases = ReleaseTimes::new(self.length);
        for (interval, (start, end)) in spans().filter(|(_, (_, end))| *end > self.length) {
            words[interval] = until.len() as u32;
            releases.push(end - self.length, until.len());
            until.push(start);
        }
        let (mut count, mut free, mut now) = (until.len(), BitSet::default(), 0);
        for (interval, (start, end)) in spans().filter(|(_, (_, end))| *end <= self.length) {
            while now <= start {
                releases.at(now).for_each(|word| free.insert(word));
                now += 1;
            }
            let word = match free.take(until.partition_point(|&until| until < end)) {
                Some(word) => word,
                None if count + 1 >= max => return None,
                None => {
                    count += 1;
                    count - 1
                }
            };
            words[interval] = word as u32;
            releases.push(end, word);
        }
        (count < max).then_some(words)
    }
}

/// Words by the time at which they become free. Each word has one such time.
struct ReleaseTimes {
    /// `last[time]`: the word added last.
    last: Vec<Option<usize>>,
    /// `next[word]`: the word of equal time that was added before it.
    next: Vec<Option<usize>>,
}

impl ReleaseTimes {
    /// Creates an empty list of times up to `latest`.
    fn new(latest: usize) -> Self {
        ReleaseTimes { last: vec![None; latest + 1], next: vec![] }
    }

    /// Adds a word.
    fn push(&mut self, time: usize, word: usize) {
        self.next.resize(self.next.len().max(word + 1), None);
        self.next[word] = self.last[time].replace(word);
    }

    /// Lists the words of a time.
    fn at(&self, time: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(self.last[time], |&word| self.next[word])
    }
}

/// A set of small numbers, with a bit for each.
#[derive(Default)]
struct BitSet(Vec<u64>);

impl BitSet {
    /// Adds a number.
    fn insert(&mut self, number: usize) {
        let at = number / 64;
        self.0.resize(self.0.len().max(at + 1), 0);
        self.0[at] |= 1 << (number % 64);
    }

    /// Removes and returns the lowest number that is at least `min`.
    fn take(&mut self, min: usize) -> Option<usize> {
        let first = min / 64;
        let mut mask = u64::MAX << (min % 64);
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
