//! The memory of an element: two banks, each of several regions, of which each has a memory for each link word of a
//! point.

use super::regions::Region;
use crate::array::plan::Plan;
use fftgen_hdl::dsl::*;

/// What is written into a region of a bank.
#[derive(Clone)]
pub(super) struct Write<'m> {
    /// Whether each link word of the point is written.
    enables: Vec<Sig<'m>>,
    /// Address of the point.
    address: Sig<'m>,
    /// Link words of the point.
    words: Vec<Sig<'m>>,
}

impl<'m> Write<'m> {
    /// Writes a whole point.
    pub fn point(plan: &Plan, enable: Sig<'m>, address: Sig<'m>, point: Sig<'m>) -> Self {
        let words = (0..plan.link_words()).map(|word| point.bits(low(plan, word), word_bits(plan, word))).collect();
        Write { enables: vec![enable; plan.link_words()], address, words }
    }

    /// Writes a link word of a point.
    pub fn word(plan: &Plan, enable: Sig<'m>, address: Sig<'m>, (number, word): (Sig<'m>, Sig<'m>)) -> Self {
        let all = 0..plan.link_words();
        let enables = match plan.link_words() {
            1 => vec![enable],
            _ => all.clone().map(|at| enable & number.is(at)).collect(),
        };
        Write { enables, address, words: all.map(|at| word.bits(0, word_bits(plan, at))).collect() }
    }

    /// Writes what one of two writes writes, which have a common address if both write at once. `select` chooses the
    /// address.
    pub fn either(&self, other: &Self, select: Sig<'m>) -> Self {
        let enables = self.enables.iter().zip(&other.enables).map(|(this, other)| *this | *other);
        let words = self.enables.iter().zip(self.words.iter().zip(&other.words));
        Write {
            enables: enables.collect(),
            address: select.mux(self.address, other.address),
            words: words.map(|(enable, (this, other))| enable.mux(*this, *other)).collect(),
        }
    }

    /// `condition ? then : other`.
    fn choose(condition: Sig<'m>, then: &Self, other: &Self) -> Self {
        Write {
            enables: Signals::choose(condition, then.enables.clone(), other.enables.clone()),
            address: condition.mux(then.address, other.address),
            words: Signals::choose(condition, then.words.clone(), other.words.clone()),
        }
    }
}

/// The writes of what one of two sources writes into each region. `select` chooses the address.
pub(super) fn either<'m>(these: Vec<Write<'m>>, others: Vec<Write<'m>>, select: Sig<'m>) -> Vec<Write<'m>> {
    these.iter().zip(&others).map(|(this, other)| this.either(other, select)).collect()
}

/// Position of the lowest bit of a link word in a point.
fn low(plan: &Plan, word: usize) -> u32 {
    word as u32 * plan.links.bits
}

/// Number of bits of a point in a link word.
pub(super) fn word_bits(plan: &Plan, word: usize) -> u32 {
    plan.links.bits.min(plan.point_bits() - low(plan, word))
}

/// A link word of a point, with zeros after the last bits of the point.
pub(super) fn link_word<'m>(plan: &Plan, point: Sig<'m>, number: Sig<'m>) -> Sig<'m> {
    let word = |word: usize| point.bits(low(plan, word), word_bits(plan, word)).extend(plan.links.bits);
    number.builder().select(number, &(0..plan.link_words()).map(word).collect::<Vec<_>>())
}

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
