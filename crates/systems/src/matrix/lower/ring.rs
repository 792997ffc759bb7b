//! An element of a ring: its points go round to the element below, while those of the next frame come.

use super::cycle_counter::CycleCounter;
use super::element::{begin, chain_input, compute, load_inputs, load_outputs, title, Coming};
use super::operators::Operators;
use super::store::halves;
use crate::matrix::plan::ProductPlan;
use fftgen_hdl::dsl::{self, *};
use fftgen_hdl::rtl::{address_bits, Module};

/// A place in a block of points.
#[derive(Clone, Copy)]
struct Place<'m> {
    block: Sig<'m>,
    point: Sig<'m>,
}

/// Builds an element of a ring.
#[hdl]
pub fn ring_element(name: &str, plan: &ProductPlan, operators: &Operators, element: usize, bits: u32) -> Module {
    let m = begin(name, title(plan, element));
    let (hop, points, elements) = (plan.elements.hop as u32, plan.block(), plan.elements.count());
    let arrival = m.input("in_start", 1);
    let point = m.input_fields::<2>("in_point", bits);
    let link = m.input_fields::<2>("in_link", bits);
    let load = load_inputs(&m, plan);
    let chain = chain_input(&m, operators.sum_bits(), element);

    let coming = CycleCounter::new("coming", arrival, &[("point", points), ("element", elements)]);
    let to = Place { block: block_number(plan, "coming_block", arrival), point: coming.digit(0, address_bits(points)) };
    let comes = coming.is_active & coming.digit(1, address_bits(elements)).is(element);

    let wait = plan.first_slot(element) - element * plan.elements.hop;
    let start = Pulse::new(arrival, plan.interval()).later(wait).now();
    let values = [("slot", plan.mac_rows()), ("point", points), ("round", elements)];
    let going = CycleCounter::new("going", start, &values);
    let at = Place { block: block_number(plan, "going_block", start), point: going.digit(1, address_bits(points)) };

    // Blocks of points: one goes round, and others come.
    let memory = |block: usize| m.memory(format!("block{block}"), points, 2 * bits);
    let blocks: Vec<dsl::Store> = (0..plan.blocks()).map(memory).collect();
    let words: Vec<Sig> = blocks.iter().map(|block| block.peek(at.point)).collect();
    let word = m.select(at.block, &words);
    let parts = halves(word);
    // The point of the next element replaces a point that has had all its slots.
    let replaced = going.ends[0].later_with_reset(hop);
    let replacing = Place { block: at.block.later(hop), point: at.point.later(hop) };
    write(&blocks, [(comes, to, m.cat(point)), (replaced, replacing, m.cat(link))]);

    let depth = wait.div_ceil(plan.interval());
    let frame_load = load.map(|(word, bank)| (word, bank.queued(arrival, start, depth)));
    let sums = compute(plan, operators, element, &Coming { start, point: parts, chain, load: frame_load });
    if element + 1 < elements {
        m.output("out_start", arrival.later_with_reset(hop));
        m.output_bus("out_point", point.map(|part| part.later_in_registers(hop)));
        load_outputs(&m, plan, load);
    }
    m.output_bus("out_link", parts.map(|part| part.later_in_registers(hop)));
    m.output_bus("out_sum", sums);
    m.finish()
}

/// The number of the block of a frame, from its pulse on.
fn block_number<'m>(plan: &ProductPlan, name: &str, pulse: Sig<'m>) -> Sig<'m> {
    let (number, _) = pulse.builder().count(name, pulse, plan.blocks());
    number.unwrap_or_else(|| unreachable!("there are at least two blocks")).held_from(pulse)
}

/// Connects two writes, which are in different blocks: whether there is one, its place and its word.
fn write<'m>(blocks: &[dsl::Store<'m>], [new, passed]: [(Sig<'m>, Place<'m>, Sig<'m>); 2]) {
    for (number, block) in blocks.iter().enumerate() {
        let [new_is_here, passed_is_here] = [new, passed].map(|(enable, place, _)| enable & place.block.is(number));
        let address = new_is_here.mux(new.1.point, passed.1.point);
        block.write(new_is_here | passed_is_here, address, new_is_here.mux(new.2, passed.2));
    }
}
