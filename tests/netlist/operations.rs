//! Every operation against plain integers, at random widths from 1 to 128.

use fftgen::rtl::{mask, Module, Net, Op};
use fftgen::sim::Simulator;
use proptest::prelude::*;

/// Output `y` of a module with the given input ports, for these input values.
fn result(inputs: &[(u32, u128)], build: impl FnOnce(&mut Module, &[Net]) -> Net) -> u128 {
    let mut module = Module::new("operation", "");
    let nets: Vec<Net> =
        inputs.iter().enumerate().map(|(i, &(width, _))| module.input(format!("x{i}"), width)).collect();
    let y = build(&mut module, &nets);
    module.output("y", y);
    let mut sim = Simulator::new(&module);
    for (i, &(_, value)) in inputs.iter().enumerate() {
        let slot = sim.input(&format!("x{i}")).unwrap()[0];
        sim.set(slot, value);
    }
    sim.settle();
    sim.get(sim.output("y").unwrap()[0])
}

/// A value that fits a width, the extremes more often than by chance.
fn value(width: u32) -> impl Strategy<Value = u128> {
    prop_oneof![Just(0), Just(mask(width)), any::<u128>().prop_map(move |v| v & mask(width))]
}

/// A width (often next to the word sizes) and some values of it.
fn operands<const N: usize>() -> impl Strategy<Value = (u32, [u128; N])> {
    let width = prop_oneof![1u32..=128, Just(1), Just(63), Just(64), Just(65), Just(127), Just(128)];
    width.prop_flat_map(|width| {
        let values = proptest::collection::vec(value(width), N);
        (Just(width), values.prop_map(|values| values.try_into().expect("N values")))
    })
}

/// The value bit by bit, lowest first: arithmetic below is written on these, not on machine words.
fn bits(width: u32, value: u128) -> Vec<bool> {
    (0..width).map(|i| value >> i & 1 == 1).collect()
}

fn number(bits: &[bool]) -> u128 {
    bits.iter().rev().fold(0, |n, &bit| n << 1 | bit as u128)
}

/// Ripple-carry sum.
fn sum(a: &[bool], b: &[bool], carry: bool) -> Vec<bool> {
    let mut carry = carry;
    let bit = |(&a, &b): (&bool, &bool)| {
        let total = a as u8 + b as u8 + carry as u8;
        carry = total > 1;
        total % 2 == 1
    };
    a.iter().zip(b).map(bit).collect()
}

proptest! {
    #[test]
    fn bitwise_operations_equal_integers((w, [a, b]) in operands()) {
        prop_assert_eq!(result(&[(w, a)], |m, x| m.not(x[0])), mask(w) - a);
        prop_assert_eq!(result(&[(w, a), (w, b)], |m, x| m.and(x[0], x[1])), a & b);
        prop_assert_eq!(result(&[(w, a), (w, b)], |m, x| m.or(x[0], x[1])), a | b);
        prop_assert_eq!(result(&[(w, a), (w, b)], |m, x| m.xor(x[0], x[1])), a ^ b);
        prop_assert_eq!(result(&[(w, a)], |m, x| m.any(x[0])), bits(w, a).contains(&true) as u128);
        prop_assert_eq!(result(&[(w, a)], |m, x| m.all(x[0])), !bits(w, a).contains(&false) as u128);
    }

    #[test]
    fn sums_and_differences_equal_carries_bit_by_bit((w, [a, b]) in operands()) {
        let not_b: Vec<bool> = bits(w, b).iter().map(|bit| !bit).collect();
        let (total, difference) = (sum(&bits(w, a), &bits(w, b), false), sum(&bits(w, a), &not_b, true));
        prop_assert_eq!(result(&[(w, a), (w, b)], |m, x| m.add(x[0], x[1])), number(&total));
        prop_assert_eq!(result(&[(w, a), (w, b)], |m, x| m.sub(x[0], x[1])), number(&difference));
    }

    #[test]
    fn products_equal_sums_of_shifted_words((w, [a, b]) in operands(), other in 1u32..=64) {
        let (w, a) = (w.min(128 - other), a & mask(w.min(128 - other)));
        let b = b & mask(other);
        let added = |n: Vec<bool>, i: u32| sum(&n, &bits(w + other, if b >> i & 1 == 1 { a << i } else { 0 }), false);
        let product = (0..other).fold(bits(w + other, 0), added);
        prop_assert_eq!(result(&[(w, a), (other, b)], |m, x| m.mul(x[0], x[1])), number(&product));
        // A negative factor counts 2^width less: the other one is taken off the upper part.
        let negative = |width: u32, value: u128| value >> (width - 1) & 1 == 1;
        let off_a = if negative(w, a) { b << w } else { 0 };
        let off_b = if negative(other, b) { a << other } else { 0 };
        let signed = number(&product).wrapping_sub(off_a).wrapping_sub(off_b) & mask(w + other);
        prop_assert_eq!(result(&[(w, a), (other, b)], |m, x| m.mul_signed(x[0], x[1])), signed);
    }

    #[test]
    fn comparisons_equal_integers((w, [a, b]) in operands(), equal in any::<bool>()) {
        let b = if equal { a } else { b };
        prop_assert_eq!(result(&[(w, a), (w, b)], |m, x| m.eq(x[0], x[1])), (a == b) as u128);
        prop_assert_eq!(result(&[(w, a), (w, b)], |m, x| m.lt(x[0], x[1])), (a < b) as u128);
        prop_assert_eq!(result(&[(w, a)], |m, x| m.eq_const(x[0], b)), (a == b) as u128);
    }

    #[test]
    fn choices_take_the_selected_case((w, cases) in operands::<6>(), sel_width in 1u32..=100, sel in any::<u128>(), n in 1usize..=6) {
        let sel = if sel % 3 == 0 { sel & mask(sel_width) } else { (sel % 8) & mask(sel_width) };
        let chosen = cases[sel.min(n as u128 - 1) as usize];
        let mut inputs = vec![(sel_width, sel)];
        inputs.extend(cases[..n].iter().map(|&case| (w, case)));
        prop_assert_eq!(result(&inputs, |m, x| m.select(x[0], &x[1..])), chosen);
        let table = cases[..n].to_vec();
        prop_assert_eq!(result(&inputs[..1], |m, x| m.rom(x[0], w, table)), chosen);
        let (bit, [a, b]) = (sel & 1, [cases[0], cases[1]]);
        let picked = if bit == 1 { a } else { b };
        prop_assert_eq!(result(&[(1, bit), (w, a), (w, b)], |m, x| m.mux(x[0], x[1], x[2])), picked);
    }

    #[test]
    fn tables_of_wires_become_wires(
        addr_width in 1u32..=6,
        addr in any::<u128>(),
        wires in proptest::collection::vec((0u32..8, any::<bool>()), 1..=8),
    ) {
        let addr = addr & mask(addr_width);
        let bit = |at: u128, (of, negated): (u32, bool)| (if of < addr_width { at >> of & 1 } else { 0 }) ^ u128::from(negated);
        let word = |at: u128| wires.iter().rev().fold(0, |word, wire| word << 1 | bit(at, *wire));
        let table: Vec<u128> = (0..1 << addr_width).map(word).collect();
        let wired = result(&[(addr_width, addr)], |m, x| {
            let net = m.rom(x[0], wires.len() as u32, table);
            assert!(!m.nets.iter().any(|net| matches!(net.op, Op::Rom { .. })), "no table is left");
            net
        });
        prop_assert_eq!(wired, word(addr));
    }

    #[test]
    fn neighbours_and_constant_choices_become_wires((w, [a, b]) in operands(), at in any::<u32>(), second in any::<bool>()) {
        let low = at % w;
        let whole = result(&[(w, a), (w, b)], |m, x| {
            let parts = [(0, low), (low, w - low)].into_iter().filter(|(_, width)| *width > 0);
            let parts: Vec<Net> = parts.map(|(low, width)| m.slice(x[0], low, width)).collect();
            let net = m.concat(&parts);
            assert!(!m.nets.iter().any(|net| matches!(net.op, Op::Concat(_))), "neighbours are one slice");
            net
        });
        prop_assert_eq!(whole, a);
        let chosen = |sel: bool| {
            result(&[(1, u128::from(sel))], |m, x| {
                let [zero, one] = [0, 1].map(|value| m.constant(1, value));
                if second { m.mux(x[0], one, zero) } else { m.mux(x[0], zero, one) }
            })
        };
        prop_assert_eq!([false, true].map(chosen), if second { [0, 1] } else { [1, 0] });
    }

    #[test]
    fn slices_and_shifts_move_bits((w, [a]) in operands(), at in any::<u32>(), cut in any::<u32>(), by_width in 1u32..=100) {
        let low = at % w;
        let width = 1 + cut % (w - low);
        let all = bits(w, a);
        let cut = number(&all[low as usize..(low + width) as usize]);
        prop_assert_eq!(result(&[(w, a)], |m, x| m.slice(x[0], low, width)), cut);
        let by = (at % 140) as u128 & mask(by_width);
        let left: Vec<bool> = (0..w as u128).map(|i| i >= by && all[(i - by) as usize]).collect();
        let right: Vec<bool> = (0..w as u128).map(|i| i + by < w as u128 && all[(i + by) as usize]).collect();
        prop_assert_eq!(result(&[(w, a), (by_width, by)], |m, x| m.shl(x[0], x[1])), number(&left));
        prop_assert_eq!(result(&[(w, a), (by_width, by)], |m, x| m.shr(x[0], x[1])), number(&right));
    }

    #[test]
    fn concatenations_keep_the_order_of_parts(parts in proptest::collection::vec((1u32..=40, any::<u128>(), any::<bool>()), 1..7)) {
        let mut total = 0;
        let fits = |&(width, ..): &(u32, u128, bool)| { total += width; total <= 128 };
        let parts: Vec<(u32, u128, bool)> = parts.into_iter().take_while(fits).collect();
        let inputs: Vec<(u32, u128)> = parts.iter().map(|&(width, value, _)| (width, value & mask(width))).collect();
        // Some of the parts are constants, zero among them: the simulator treats those apart.
        let all: Vec<bool> = parts.iter().zip(&inputs)
            .flat_map(|(&(_, _, constant), &(w, v))| bits(w, if constant && v % 2 == 0 { 0 } else { v })).collect();
        let y = result(&inputs, |m, x| {
            let nets: Vec<Net> = (0..x.len()).map(|i| match (parts[i].2, inputs[i].1) {
                (true, v) => m.constant(inputs[i].0, if v % 2 == 0 { 0 } else { v }),
                _ => x[i],
            }).collect();
            m.concat(&nets)
        });
        prop_assert_eq!(y, number(&all));
    }

    #[test]
    fn repeats_copy_a_bit(bit in any::<bool>(), times in 1u32..=128) {
        let y = result(&[(1, bit as u128)], |m, x| m.repeat(x[0], times));
        prop_assert_eq!(y, if bit { mask(times) } else { 0 });
    }
}
