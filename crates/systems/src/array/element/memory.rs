//! The memory of an element: two banks, each of several regions, of which each has a memory for each link word of a
//! point.

use super::regions::Region;
use super::write::{word_bits, Write};
use crate::array::plan::Plan;
use fftgen_hdl::dsl::*;

/// Memory of points, each region of which is read once and written once in a clock cycle.
pub(super) struct Bank<'m> {
    /// Memory of each region and link word.
    memories: Vec<Vec<Store<'m>>>,
}

impl<'m> Bank<'m> {
    /// The memory of all points of an element.
    pub fn new(m: &'m Builder, plan: &Plan, name: &str) -> Self {
        let regions = Region::all(plan).into_iter();
        let sizes = regions.map(|region| (format!("{}_{name}", region.name()), region.words(plan)));
        Bank::of_sizes(m, plan, sizes.collect())
    }

    /// The memory of the blocks that stay in an element.
    pub fn of_own_blocks(m: &'m Builder, plan: &Plan, name: &str) -> Self {
        Bank::of_sizes(m, plan, vec![(name.to_string(), plan.block_words())])
    }

    fn of_sizes(m: &'m Builder, plan: &Plan, regions: Vec<(String, usize)>) -> Self {
        let region = |(name, points): (String, usize)| {
            (0..plan.link_words())
                .map(|word| m.memory(format!("{name}_{word}"), points, word_bits(plan, word)))
                .collect()
        };
        Bank { memories: regions.into_iter().map(region).collect() }
    }

    /// Reads a point of each region. The points come a cycle after their addresses.
    pub fn read(&self, addresses: &[Sig<'m>]) -> Vec<Sig<'m>> {
        let regions = self.memories.iter().zip(addresses);
        let point = |(words, address): (&Vec<Store<'m>>, &Sig<'m>)| {
            address.builder().cat(words.iter().map(|word| word.read(*address)))
        };
        regions.map(point).collect()
    }

    /// Connects the writes to each region.
    pub fn connect(&self, writes: &[Write<'m>]) {
        for (region, Write { enables, address, words }) in self.memories.iter().zip(writes) {
            for (memory, (enable, word)) in region.iter().zip(enables.iter().zip(words)) {
                memory.write(*enable, *address, *word);
            }
        }
    }
}

/// Both banks.
pub(super) struct Banks<'m> {
    banks: [Bank<'m>; 2],
    /// Number of the bank that is read.
    selected: Sig<'m>,
}

impl<'m> Banks<'m> {
    /// The memories. The banks change places with `swaps`.
    pub fn new(m: &'m Builder, plan: &Plan, swaps: Sig<'m>) -> Self {
        let bank = m.state(1, 0).named("bank");
        bank.next_if(swaps, !bank);
        Banks { banks: [0, 1].map(|number| Bank::new(m, plan, &format!("bank{number}"))), selected: *bank }
    }

    /// Reads a point of each region from the selected bank, or from the other one where `has_stayed` is high. The
    /// points come a cycle after their addresses.
    pub fn read(&self, addresses: &[Sig<'m>], has_stayed: Option<Sig<'m>>) -> Vec<Sig<'m>> {
        let selected = has_stayed.map_or(self.selected, |has_stayed| self.selected ^ has_stayed.before(1));
        let [first, second] = [0, 1].map(|bank: usize| self.banks[bank].read(addresses));
        Signals::choose(selected, second, first)
    }

    /// Connects the writes to each region of the selected bank and of the other one.
    pub fn connect(&self, selected: &[Write<'m>], other: &[Write<'m>]) {
        for (bank, is_selected) in self.banks.iter().zip([!self.selected, self.selected]) {
            let both = selected.iter().zip(other);
            let writes: Vec<Write> = both.map(|(this, other)| Write::choose(is_selected, this, other)).collect();
            bank.connect(&writes);
        }
    }
}
