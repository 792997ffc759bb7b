//! The memory of an element: two banks, each of several regions, of which each has a memory for each link word of a point.

use super::regions::{Location, Region};
use crate::array::plan::Plan;
use crate::rtl::{MemoryId, Module, Net};

/// What is written into a region of a bank.
#[derive(Clone)]
pub(super) struct Write {
    /// Whether each link word of the point is written.
    pub enables: Vec<Net>,
    /// Address of the point.
    pub address: Net,
    /// Link words of the point.
    pub words: Vec<Net>,
}

impl Write {
    /// Writes a whole point.
    pub fn point(m: &mut Module, plan: &Plan, enable: Net, address: Net, point: Net) -> Self {
        let words = (0..plan.link_words()).map(|word| m.slice(point, low(plan, word), word_bits(plan, word))).collect();
        Write { enables: vec![enable; plan.link_words()], address, words }
    }

    /// Writes a link word of a point.
    pub fn word(m: &mut Module, plan: &Plan, enable: Net, address: Net, (number, word): (Net, Net)) -> Self {
        let enable = |m: &mut Module, at: usize| match plan.link_words() {
            1 => enable,
            _ => {
                let hit = m.eq_const(number, at as u128);
                m.and(enable, hit)
            }
        };
        let all = 0..plan.link_words();
        let enables = all.clone().map(|at| enable(m, at)).collect();
        Write { enables, address, words: all.map(|at| m.slice(word, 0, word_bits(plan, at))).collect() }
    }

    /// Writes into the region of a location what `write` makes for the address there.
    pub fn at(
        m: &mut Module,
        location: &Location,
        enable: Net,
        mut write: impl FnMut(&mut Module, Net, Net) -> Write,
    ) -> Vec<Write> {
        let mut writes = Vec::new();
        for (&hit, &address) in location.hits.iter().zip(&location.addresses) {
            let enable = m.and(hit, enable);
            writes.push(write(m, enable, address));
        }
        writes
    }

    /// Writes what one of two writes writes, which have a common address if both write at once. `select` chooses the address.
    pub fn either(&self, m: &mut Module, other: &Write, select: Net) -> Write {
        let both = self.enables.iter().zip(&other.enables);
        let enables = both.map(|(&this, &other)| m.or(this, other)).collect();
        let words = self.words.iter().zip(&other.words).zip(&self.enables);
        Write {
            enables,
            address: m.mux(select, self.address, other.address),
            words: words.map(|((&this, &other), &enable)| m.mux(enable, this, other)).collect(),
        }
    }

    /// Writes what one of two writes writes.
    fn mux(m: &mut Module, select: Net, then: &Write, other: &Write) -> Write {
        let mut all = |then: &[Net], other: &[Net]| -> Vec<Net> {
            then.iter().zip(other).map(|(&then, &other)| m.mux(select, then, other)).collect()
        };
        let (enables, words) = (all(&then.enables, &other.enables), all(&then.words, &other.words));
        Write { enables, words, address: m.mux(select, then.address, other.address) }
    }
}

/// Returns the writes of what one of two sources writes into each region. `select` chooses the address.
pub(super) fn either(m: &mut Module, these: Vec<Write>, others: Vec<Write>, select: Net) -> Vec<Write> {
    these.iter().zip(&others).map(|(this, other)| this.either(m, other, select)).collect()
}

/// Returns the position of the lowest bit of a link word in a point.
fn low(plan: &Plan, word: usize) -> u32 {
    word as u32 * plan.links.bits
}

/// Returns the number of bits of a point in a link word.
pub(super) fn word_bits(plan: &Plan, word: usize) -> u32 {
    plan.links.bits.min(plan.point_bits() - low(plan, word))
}

/// Returns a link word of a point, with zeros after the last bits of the point.
pub(super) fn link_word(m: &mut Module, plan: &Plan, point: Net, number: Net) -> Net {
    let words: Vec<Net> = (0..plan.link_words())
        .map(|word| {
            let word = m.slice(point, low(plan, word), word_bits(plan, word));
            m.extend(word, plan.links.bits)
        })
        .collect();
    m.select(number, &words)
}

/// Memory of points, each region of which is read once and written once in a clock cycle.
pub(super) struct Bank {
    /// Memory of each region and link word.
    memories: Vec<Vec<MemoryId>>,
}

impl Bank {
    /// Adds the memory of all points of an element.
    pub fn new(m: &mut Module, plan: &Plan, name: &str) -> Self {
        let regions = Region::all(plan).into_iter();
        let sizes = regions.map(|region| (format!("{}_{name}", region.name()), region.words(plan)));
        Bank::of_sizes(m, plan, sizes.collect())
    }

    /// Adds the memory of the blocks that stay in an element.
    pub fn of_own_blocks(m: &mut Module, plan: &Plan, name: &str) -> Self {
        Bank::of_sizes(m, plan, vec![(name.to_string(), plan.block_words())])
    }

    fn of_sizes(m: &mut Module, plan: &Plan, regions: Vec<(String, usize)>) -> Self {
        let mut region = |(name, points): (String, usize)| {
            (0..plan.link_words())
                .map(|word| m.memory(format!("{name}_{word}"), points, word_bits(plan, word)))
                .collect()
        };
        Bank { memories: regions.into_iter().map(&mut region).collect() }
    }

    /// Reads a point of each region. The points come a cycle after their addresses.
    pub fn read(&self, m: &mut Module, addresses: &[Net]) -> Vec<Net> {
        let mut points = Vec::new();
        for (words, &address) in self.memories.iter().zip(addresses) {
            let words: Vec<Net> = words.iter().map(|word| m.read(*word, address)).collect();
            points.push(m.concat(&words));
        }
        points
    }

    /// Connects the writes to each region.
    pub fn connect(&self, m: &mut Module, writes: &[Write]) {
        for (region, Write { enables, address, words }) in self.memories.iter().zip(writes) {
            for (&memory, (&enable, &word)) in region.iter().zip(enables.iter().zip(words)) {
                m.write(memory, enable, *address, word);
            }
        }
    }
}

/// Both banks.
pub(super) struct Banks {
    banks: [Bank; 2],
    /// Number of the bank that is read.
    pub selected: Net,
}

impl Banks {
    /// Adds the memories. The banks change places with `swaps`.
    pub fn new(m: &mut Module, plan: &Plan, swaps: Net) -> Self {
        let selected = m.state(1, Some(0));
        m.name(selected, "bank");
        let other = m.not(selected);
        m.drive_enabled(selected, other, swaps);
        Banks { banks: [0, 1].map(|number| Bank::new(m, plan, &format!("bank{number}"))), selected }
    }

    /// Reads a point of each region from the selected bank, or from the other one where `has_stayed` is high. The points come a cycle after their
    /// addresses.
    pub fn read(&self, m: &mut Module, addresses: &[Net], has_stayed: Option<Net>) -> Vec<Net> {
        let selected = has_stayed.map_or(self.selected, |has_stayed| {
            let has_stayed = m.delay(has_stayed, 1);
            m.xor(self.selected, has_stayed)
        });
        let [first, second] = [0, 1].map(|bank: usize| self.banks[bank].read(m, addresses));
        first.into_iter().zip(second).map(|(first, second)| m.mux(selected, second, first)).collect()
    }

    /// Connects the writes to each region of the selected bank and of the other one.
    pub fn connect(&self, m: &mut Module, selected: &[Write], other: &[Write]) {
        let is_first = m.not(self.selected);
        for (bank, is_selected) in [is_first, self.selected].into_iter().enumerate() {
            let both = selected.iter().zip(other);
            let writes: Vec<Write> = both.map(|(this, other)| Write::mux(m, is_selected, this, other)).collect();
            self.banks[bank].connect(m, &writes);
        }
    }
}
