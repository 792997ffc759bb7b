//! State in the simulator, against plain variables: priorities, stalls, collisions, enable domains.

use fftgen::rtl::{in_ring, mask, Module, Net};
use fftgen::sim::Simulator;
use std::collections::VecDeque;
use std::sync::Arc;

use crate::generate::Random;

fn set(sim: &mut Simulator, port: &str, value: u128) {
    let slot = sim.input(port).unwrap()[0];
    sim.set(slot, value);
}

fn get(sim: &Simulator, port: &str) -> u128 {
    sim.get(sim.output(port).unwrap()[0])
}

#[test]
fn reset_beats_enable_and_spares_plain_registers() {
    for width in [1, 8, 64, 65, 128] {
        let mut m = Module::new("registers", "");
        let [ce, rst, en] = ["ce", "rst", "en"].map(|name| m.input(name, 1));
        m.set_enable(ce);
        m.set_reset(rst);
        let d = m.input("d", width);
        let with_reset = m.state(width, Some(mask(width)));
        m.drive_enabled(with_reset, d, en);
        let plain = m.register(d, None);
        m.output("with_reset", with_reset);
        m.output("plain", plain);
        let mut sim = Simulator::new(&m);
        let mut random = Random(width as u64);
        let mut model = (0, 0);
        for cycle in 0..300 {
            let [ce, rst, en] = [(); 3].map(|()| random.once_in(2));
            let d = random.value(width);
            set(&mut sim, "ce", ce as u128);
            set(&mut sim, "rst", rst as u128);
            set(&mut sim, "en", en as u128);
            set(&mut sim, "d", d);
            sim.settle();
            assert_eq!((get(&sim, "with_reset"), get(&sim, "plain")), model, "cycle {cycle}, width {width}");
            sim.step();
            model = (
                if rst {
                    mask(width)
                } else if ce && en {
                    d
                } else {
                    model.0
                },
                if ce { d } else { model.1 },
            );
        }
        assert_eq!(sim.cycle(), 300);
    }
}

#[test]
fn delays_count_enabled_cycles() {
    let (width, depths) = (70, [1u32, 2, 3, 5, 16, 33, 128, 129]);
    let mut m = Module::new("delays", "");
    let ce = m.input("ce", 1);
    m.set_enable(ce);
    let x = m.input("x", width);
    let low = m.slice(x, 0, 5);
    let wide: Vec<Net> = depths.iter().map(|&depth| m.delay(x, depth)).collect();
    let narrow: Vec<Net> = depths.iter().map(|&depth| m.delay(low, depth)).collect();
    // The same in memories, where they are less.
    let waiting: Vec<Net> = depths.iter().map(|&depth| m.delay_line(x, depth)).collect();
    assert_eq!(m.memories.len(), depths.iter().filter(|&&depth| in_ring(depth as usize, 70)).count());
    assert_eq!(m.memories.len(), 5);
    m.output_bus("wide", &wide);
    m.output_bus("narrow", &narrow);
    m.output_bus("waiting", &waiting);
    let mut sim = Simulator::new(&m);
    let mut random = Random(1);
    let mut history: VecDeque<u128> = std::iter::repeat_n(0, 130).collect();
    for _ in 0..400 {
        let (ce, x) = (!random.once_in(3), random.value(width));
        set(&mut sim, "ce", ce as u128);
        set(&mut sim, "x", x);
        sim.settle();
        for (i, &depth) in depths.iter().enumerate() {
            let expected = history[depth as usize - 1];
            assert_eq!(sim.get(sim.output("wide").unwrap()[i]), expected, "depth {depth}");
            assert_eq!(sim.get(sim.output("waiting").unwrap()[i]), expected, "depth {depth}");
            assert_eq!(sim.get(sim.output("narrow").unwrap()[i]), expected & mask(5), "depth {depth}");
        }
        sim.step();
        if ce {
            history.push_front(x);
            history.pop_back();
        }
    }
}

#[test]
fn reads_meet_the_old_word() {
    for (words, width) in [(1usize, 8u32), (2, 1), (5, 65), (16, 128)] {
        let mut m = Module::new("memory", "");
        let [ce, we] = ["ce", "we"].map(|name| m.input(name, 1));
        m.set_enable(ce);
        let bits = fftgen::rtl::address_bits(words);
        let [to, from] = ["to", "from"].map(|name| m.input(name, bits));
        let d = m.input("d", width);
        let memory = m.memory("store", words, width);
        m.write(memory, we, to, d);
        let [q, same] = [from, to].map(|addr| m.read(memory, addr));
        let now = m.peek(memory, from);
        m.output("q", q);
        m.output("same", same);
        m.output("now", now);
        let mut sim = Simulator::new(&m);
        let mut random = Random(words as u64);
        let (mut model, mut expected) = (vec![0; words], (0, 0));
        for _ in 0..400 {
            let (ce, we) = (!random.once_in(3), random.once_in(2));
            let [to, from] = [(); 2].map(|()| random.below(words as u64) as usize);
            let d = random.value(width);
            let ports = [("ce", ce as u128), ("we", we as u128), ("to", to as u128), ("from", from as u128), ("d", d)];
            ports.into_iter().for_each(|(port, value)| set(&mut sim, port, value));
            sim.settle();
            assert_eq!((get(&sim, "q"), get(&sim, "same")), expected, "{words} words of {width} bits");
            assert_eq!(get(&sim, "now"), model[from], "{words} words of {width} bits");
            sim.step();
            if ce {
                expected = (model[from], model[to]);
                if we {
                    model[to] = d;
                }
            }
        }
    }
}

/// A counter with its own enable.
fn counter() -> Arc<Module> {
    let mut m = Module::new("counter", "");
    let ce = m.input("ce", 1);
    m.set_enable(ce);
    let count = m.state(20, None);
    let one = m.constant(20, 1);
    let next = m.add(count, one);
    m.drive(count, next);
    m.output("count", count);
    Arc::new(m)
}

#[test]
fn each_instance_has_its_own_enable() {
    let inner = counter();
    let mut m = Module::new("two", "");
    let ce = m.input_bus("ce", &[1, 1]);
    let counts: Vec<Net> = ce.iter().map(|&ce| m.instance("one", &inner, vec![vec![ce]])[0][0]).collect();
    m.output_bus("counts", &counts);
    let mut sim = Simulator::new(&m);
    let (enables, counts) = (sim.input("ce").unwrap(), sim.output("counts").unwrap());
    for cycle in 0..12u128 {
        sim.set(enables[0], (cycle % 2 == 0) as u128);
        sim.set(enables[1], (cycle % 3 == 0) as u128);
        sim.step();
    }
    sim.settle();
    assert_eq!([sim.get(counts[0]), sim.get(counts[1])], [6, 4]);
    assert!(sim.input("nothing").is_none() && sim.output("ce").is_none());
}

#[test]
fn a_loop_is_named() {
    let mut inner = Module::new("through", "");
    let a = inner.input("a", 4);
    let b = inner.not(a);
    inner.output("y", b);
    let inner = Arc::new(inner);
    // The builder cannot close a loop, so it is closed by hand.
    let mut m = Module::new("looped", "");
    let first = m.input("x", 4);
    let y = m.instance("u", &inner, vec![vec![first]])[0][0];
    m.instances[0].inputs[0][0] = y;
    m.output("y", y);
    let error = Simulator::try_new(&m).err().expect("a loop").to_string();
    assert!(error.contains("looped.u"), "{error}");
}
