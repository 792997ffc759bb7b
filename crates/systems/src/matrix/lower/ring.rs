//! An element of a ring: its points go round to the element below, while those of the next frame come.

use super::cycle_counter::CycleCounter;
use super::element::{begin, chain_input, compute, load_inputs, load_outputs, title, Coming};
use super::operators::Operators;
use crate::lower::control::{delay_pulse, frame_fifo, latch_on_pulse};
use crate::lower::count::count;
use crate::matrix::plan::ProductPlan;
use crate::rtl::{address_bits, MemoryId, Module, Net};

/// Blocks of points of an element: one goes round, and others come.
struct Blocks {
    memories: Vec<MemoryId>,
}

/// A place in a block.
#[derive(Clone, Copy)]
struct Place {
    block: Net,
    point: Net,
}

/// Builds an element of a ring.
pub fn ring_element(name: &str, plan: &ProductPlan, operators: &Operators, element: usize, bits: u32) -> Module {
    let mut m = begin(name, title(plan, element));
    let (hop, points, elements) = (plan.elements.hop, plan.block(), plan.elements.count());
    let arrival = m.input("in_start", 1);
    let point = m.input_bus("in_point", &[bits; 2]);
    let link = m.input_bus("in_link", &[bits; 2]);
    let load = load_inputs(&mut m, plan);
    let chain = chain_input(&mut m, operators.sum_bits(), element);

    let coming = CycleCounter::new(&mut m, "coming", arrival, &[("point", points), ("element", elements)]);
    let to =
        Place { block: block_number(&mut m, plan, "coming_block", arrival), point: digit(&mut m, &coming, 0, points) };
    let number = coming.digit(&mut m, 1, address_bits(elements));
    let is_own = m.eq_const(number, element as u128);
    let comes = m.and(coming.is_active, is_own);

    let wait = plan.first_slot(element) - element * hop;
    let start = delay_pulse(&mut m, arrival, wait, plan.interval());
    let values = [("slot", plan.mac_rows()), ("point", points), ("round", elements)];
    let going = CycleCounter::new(&mut m, "going", start, &values);
    let at = Place { block: block_number(&mut m, plan, "going_block", start), point: digit(&mut m, &going, 1, points) };

    let blocks = Blocks::new(&mut m, plan, bits);
    let word = blocks.peek(&mut m, at);
    let parts = [0, 1].map(|part| m.slice(word, part * bits, bits));
    // The point of the next element replaces a point that has had all its slots.
    let replaced = (0..hop).fold(going.ends[0], |net, _| m.register(net, Some(0)));
    let [block, place] = [at.block, at.point].map(|net| m.delay(net, hop as u32));
    let replacing = Place { block, point: place };
    let (new, passed) = (m.concat(&point), m.concat(&link));
    blocks.write(&mut m, [(comes, to, new), (replaced, replacing, passed)]);

    let frame_load = load.clone().map(|(word, bank)| {
        let bank = frame_fifo(&mut m, [arrival, bank], start, wait, plan.interval());
        (word, bank)
    });
    let coming = Coming { start, point: parts, chain, load: frame_load };
    let sums = compute(&mut m, plan, operators, element, &coming);
    if element + 1 < elements {
        let next = (0..hop).fold(arrival, |start, _| m.register(start, Some(0)));
        m.output("out_start", next);
        let point: Vec<Net> = point.into_iter().map(|part| delayed(&mut m, part, hop)).collect();
        m.output_bus("out_point", &point);
        load_outputs(&mut m, plan, load);
    }
    let link = parts.map(|part| delayed(&mut m, part, hop));
    m.output_bus("out_link", &link);
    m.output_bus("out_sum", &sums);
    m
}

/// Returns a digit of a run that counts the points of a block.
fn digit(m: &mut Module, run: &CycleCounter, digit: usize, points: usize) -> Net {
    run.digit(m, digit, address_bits(points))
}

/// Adds the number of the block of a frame, from its pulse on.
fn block_number(m: &mut Module, plan: &ProductPlan, name: &str, pulse: Net) -> Net {
    let (number, _) = count(m, name.into(), pulse, plan.blocks());
    let number = number.unwrap_or_else(|| unreachable!("there are at least two blocks"));
    latch_on_pulse(m, pulse, number)
}

/// Delays a word by registers.
fn delayed(m: &mut Module, word: Net, hop: usize) -> Net {
    (0..hop).fold(word, |word, _| m.register(word, None))
}

impl Blocks {
    fn new(m: &mut Module, plan: &ProductPlan, bits: u32) -> Self {
        let memories =
            (0..plan.blocks()).map(|block| m.memory(format!("block{block}"), plan.block(), 2 * bits)).collect();
        Blocks { memories }
    }

    /// Reads the point at a place.
    fn peek(&self, m: &mut Module, place: Place) -> Net {
        let words: Vec<Net> = self.memories.iter().map(|memory| m.peek(*memory, place.point)).collect();
        m.select(place.block, &words)
    }

    /// Connects two writes, which are in different blocks.
    fn write(&self, m: &mut Module, writes: [(Net, Place, Net); 2]) {
        for (number, memory) in self.memories.iter().enumerate() {
            let [new, passed] = writes.map(|(enable, place, _)| {
                let is_here = m.eq_const(place.block, number as u128);
                m.and(enable, is_here)
            });
            let enable = m.or(new, passed);
            let address = m.mux(new, writes[0].1.point, writes[1].1.point);
            let word = m.mux(new, writes[0].2, writes[1].2);
            m.write(*memory, enable, address, word);
        }
    }
}
