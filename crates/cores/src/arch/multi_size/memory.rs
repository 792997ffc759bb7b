//! Memory of a shared chain: banks around the kernels, and the reorder buffer.

use super::chain::SharedChain;
use super::route::SizeRoute;

impl SharedChain {
    /// Complex words of memory.
    pub fn memory_words(&self) -> usize {
        (0..self.stages.len()).map(|place| self.bank_words(place)).sum::<usize>() + self.reorder_words()
    }

    /// Complex words of the banks of a stage, on all lanes.
    pub fn bank_words(&self, place: usize) -> usize {
        let depths = (1..).map(|bank| self.bank_depth(place, bank)).take_while(|depth| *depth > 0);
        let (deepest, elements) = (self.bank_depth(place, 1), depths.sum::<usize>());
        // Of shared banks the first has elements only, and the last has results only.
        self.width * (elements + if self.shares_banks(place) { deepest } else { elements })
    }

    /// Complex words of the reorder buffer: two frames.
    pub fn reorder_words(&self) -> usize {
        2 * self.max_size()
    }

    /// Complex words of the bank of result `bank` of a stage, and of element `bank - 1`: the longest delay, in beats,
    /// of the sizes that have this result.
    pub fn bank_depth(&self, place: usize, bank: usize) -> usize {
        let depth = |route: &SizeRoute| if route.radices[place] > bank { route.delay(place) } else { 0 };
        self.routes.iter().map(depth).max().unwrap_or(0)
    }

    /// Whether banks hold elements and later results. This needs delays in which a result can be computed: each element
    /// has left its word by then.
    pub fn shares_banks(&self, place: usize) -> bool {
        let here = self.routes.iter().filter(|route| route.radices[place] > 1);
        let min_delay = here.map(|route| route.delay(place)).min();
        min_delay.is_some_and(|delay| delay >= self.stages[place].turnaround_cycles())
    }
}
