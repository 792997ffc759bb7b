//! Netlists as expressions: names, cycles, and what is refused.

use fftgen_hdl::dsl::*;
use fftgen_hdl::emit::{print, Verilog};
use fftgen_hdl::rtl::retime::{pipeline, InputArrival};
use fftgen_hdl::rtl::technology::ULTRASCALE_PLUS;
use fftgen_hdl::rtl::{Module, Op};
use fftgen_hdl::sim::Simulator;

/// Runs a module of inputs `x` and `y` and an output `z`, and returns `z` in each clock cycle before its edge.
fn run(module: &Module, inputs: impl Iterator<Item = [u128; 2]>) -> Vec<u128> {
    let mut simulator = Simulator::new(module);
    let slots = ["x", "y"].map(|name| simulator.input(name).map(|fields| fields[0]));
    let z = simulator.output("z").unwrap()[0];
    let step = |values: [u128; 2]| {
        for (slot, value) in slots.iter().zip(values) {
            slot.iter().for_each(|slot| simulator.set(*slot, value));
        }
        simulator.settle();
        let found = simulator.get(z);
        simulator.step();
        found
    };
    inputs.map(step).collect()
}

/// Number of registers, each cycle and bit of a delay counted.
fn register_bits(module: &Module) -> u32 {
    let bits = module.nets.iter().map(|net| match net.op {
        Op::Delay { depth, .. } => depth * net.width,
        Op::Reg { .. } => net.width,
        _ => 0,
    });
    bits.sum()
}

fn samples(count: u128) -> impl Iterator<Item = [u128; 2]> {
    (1..=count).map(|n| [n * 37 % 251, n * 101 % 241])
}

#[hdl]
fn sum_of_late_and_early() -> Module {
    let m = Builder::new("late", "x of two cycles before, and y.");
    let [x, y] = ["x", "y"].map(|name| m.input(name, 8).at(0));
    let late = x.later(2);
    let sum = late + y;
    assert_eq!(sum.cycle(), Some(2));
    m.output("z", sum);
    m.finish()
}

#[test]
fn operands_are_aligned() {
    let found = run(&sum_of_late_and_early(), samples(20));
    let inputs: Vec<[u128; 2]> = samples(20).collect();
    for (cycle, sum) in found.iter().enumerate().skip(2) {
        let [x, y] = inputs[cycle - 2];
        assert_eq!(*sum, (x + y) % 256, "cycle {cycle}");
    }
}

#[test]
fn signals_have_the_names_of_variables() {
    let verilog = print(&Verilog, &sum_of_late_and_early(), "");
    assert!(verilog.contains("late <=") && verilog.contains("y_q2 <="), "{verilog}");
    #[hdl]
    fn patterns(m: &Builder) -> Sig<'_> {
        let [first, second] = m.input_bus("x", &[4, 4])[..] else { unreachable!("two fields") };
        let (both, either) = (first & second, first | second);
        let chosen: Sig = if either.width() == 4 { both ^ either } else { both };
        let _unnamed = !chosen;
        chosen
    }
    let m = Builder::new("patterns", "");
    let chosen = patterns(&m);
    m.output("y", chosen);
    let module = m.finish();
    let names: Vec<&str> = module.nets.iter().filter_map(|net| net.name.as_deref()).collect();
    assert_eq!(names, ["both", "either", "chosen"]);
}

#[test]
fn signals_of_a_scope_have_its_prefix() {
    #[hdl]
    fn parts(m: &Builder) {
        let x = m.input("x", 8);
        let outer = x + 1;
        for name in ["read", "write"] {
            let _scope = m.scope(name);
            let count = m.state(8, 0);
            {
                let _scope = m.scope("row");
                let next = count + outer;
                count.next(next);
            }
            let rest = count - 1;
            m.output(name, rest);
        }
    }
    let m = Builder::new("parts", "");
    parts(&m);
    let module = m.finish();
    let names: Vec<&str> = module.nets.iter().filter_map(|net| net.name.as_deref()).collect();
    assert_eq!(
        names,
        ["outer", "read_count", "read_row_next", "read_rest", "write_count", "write_row_next", "write_rest"]
    );
}

#[test]
fn delays_stand_where_the_fewer_bits_are() {
    let m = Builder::new("mask", "x where the lowest bit of y, three cycles before, is set.");
    let [x, y] = ["x", "y"].map(|name| m.input(name, 16).at(0));
    let mask = y.bit(0).repeat(16);
    m.output("z", x.later(3) & mask);
    let module = m.finish();
    assert_eq!(register_bits(&module), 3 * (16 + 1), "one bit of y and x wait");
    let inputs: Vec<[u128; 2]> = samples(12).collect();
    let found = run(&module, samples(12));
    for cycle in 3..12 {
        let [x, y] = inputs[cycle - 3];
        assert_eq!(found[cycle], if y & 1 == 1 { x } else { 0 });
    }
}

#[test]
fn equal_delays_are_one() {
    let m = Builder::new("twice", "");
    let x = m.input("x", 8).at(0);
    let z = x.until(4) ^ x.until(4) ^ x.later(4);
    m.output("z", z);
    assert_eq!(register_bits(&m.finish()), 32);
}

#[test]
fn an_accumulator_has_a_loop_of_one_cycle() {
    #[hdl]
    fn accumulator() -> Module {
        let m = Builder::new("sum", "The sum of all x.");
        let x = m.input("x", 8).at(3);
        let total = m.state(8, 0).beside(x);
        let sum = total.next(total + x);
        assert_eq!(sum.cycle(), Some(4));
        m.output("z", sum);
        m.finish()
    }
    let found = run(&accumulator(), samples(9));
    let mut total = 0;
    for ([x, _], found) in samples(9).zip(found) {
        assert_eq!(found, total);
        total = (total + x) % 256;
    }
}

#[test]
#[should_panic(expected = "more clock cycles than one")]
fn a_delay_within_a_loop_is_refused() {
    let m = Builder::new("sum", "");
    let x = m.input("x", 8).at(0);
    let total = m.state(8, 0).beside(x);
    total.next(total + x.later(1));
}

#[test]
#[should_panic(expected = "operands of 8 and 7 bits: total and Input")]
fn widths_that_differ_are_refused() {
    let m = Builder::new("sum", "");
    let total = m.state(8, 0).named("total");
    let _ = total + m.input("x", 7);
}

#[test]
#[should_panic(expected = "the number 256 does not fit 8 bits")]
fn numbers_that_do_not_fit_are_refused() {
    let m = Builder::new("sum", "");
    let _ = m.input("x", 8) + 256;
}

#[test]
fn negative_numbers_are_two_s_complements() {
    let m = Builder::new("less", "");
    m.output("z", m.input("x", 8) + -1);
    let found = run(&m.finish(), samples(9));
    assert_eq!(found, samples(9).map(|[x, _]| (x + 255) % 256).collect::<Vec<_>>());
}

/// A pulse of the clock cycles `times`, delayed.
fn delayed_pulse(cycles: usize, interval: usize, times: &[usize]) -> (Module, Vec<usize>) {
    let m = Builder::new("pulse", "");
    m.set_reset(m.input("y", 1));
    m.output("z", Pulse::new(m.input("x", 1).at(0), interval).later(cycles).now());
    let module = m.finish();
    let last = times[times.len() - 1] + cycles + 2;
    let found = run(&module, (0..last).map(|cycle| [u128::from(times.contains(&cycle)), 0]));
    let at = (0..last).filter(|cycle| found[*cycle] == 1).collect();
    (module, at)
}

#[test]
fn pulses_wait_in_registers_or_counters() {
    for (cycles, interval, most_bits) in [(0, 1, 0), (5, 1, 5), (16, 40, 16), (40, 40, 7), (100, 40, 7 + 7 + 16 + 4)] {
        let times = [3, 3 + interval, 4 + 2 * interval];
        let (module, at) = delayed_pulse(cycles, interval, &times);
        assert_eq!(at, times.map(|time| time + cycles), "{cycles} cycles");
        assert!(register_bits(&module) <= most_bits, "{cycles} cycles in {} bits", register_bits(&module));
    }
}

#[test]
fn later_copies_of_a_pulse_continue_earlier_ones() {
    let m = Builder::new("pulse", "");
    let pulse = Pulse::new(m.input("x", 1), 100);
    m.output("z", m.cat([pulse.later(4).now(), pulse.later(9).now(), pulse.later(4).now()]));
    assert_eq!(register_bits(&m.finish()), 9);
}

/// A word of frames of 50 clock cycles, 120 clock cycles later. `early`: clock cycles from the first one in which it is
/// valid to its pulse.
fn value_of_frames(early: usize) -> Module {
    let (interval, cycles) = (50, 120);
    let m = Builder::new("value", "");
    let [x, y] = [m.input("x", 1), m.input("y", 8)];
    let (word, pulse) = (y.held_from(x), Pulse::new(x, interval).later(early));
    m.output("z", FrameValue::before(word, pulse, early).later(cycles).now());
    let module = m.finish();
    let frame = |cycle: usize| 7 * (cycle / interval) as u128 + 1;
    let inputs = (0..400).map(|cycle| if cycle % interval == 0 { [1, frame(cycle)] } else { [0, 255] });
    for (cycle, found) in run(&module, inputs).iter().enumerate().skip(cycles) {
        assert_eq!(*found, frame(cycle - cycles), "cycle {cycle}, {early} clock cycles early");
    }
    module
}

#[test]
fn a_value_of_a_frame_takes_a_register_for_each_interval() {
    let module = value_of_frames(0);
    assert!(register_bits(&module) < 100, "{} bits", register_bits(&module));
}

#[test]
fn a_value_that_is_valid_before_its_pulse_is_late_by_as_much() {
    [1, 20, 49].into_iter().for_each(|early| drop(value_of_frames(early)));
}

record! {
    /// A complex word.
    struct Word { re, im }
}

#[test]
fn records_are_chosen_delayed_and_named() {
    #[hdl]
    fn choice(m: &Builder) -> Word<'_> {
        let [x, y] = ["x", "y"].map(|name| m.input(name, 8).at(0));
        let sums = Word { re: x + y, im: x - y };
        let late = Signals::until(sums, 2);
        let either = Signals::choose(y.bit(0), late, Word { re: x, im: y });
        either
    }
    let m = Builder::new("records", "");
    let word = choice(&m);
    assert_eq!((word.re.cycle(), word.im.cycle()), (Some(2), Some(2)));
    m.output("z", word.re);
    m.output("w", word.im);
    let module = m.finish();
    let names: Vec<&str> = module.nets.iter().filter_map(|net| net.name.as_deref()).collect();
    assert!(["sums_re", "sums_im", "either_re"].iter().all(|name| names.contains(name)), "{names:?}");
    let inputs: Vec<[u128; 2]> = samples(9).collect();
    for (cycle, found) in run(&module, samples(9)).iter().enumerate().skip(2) {
        let [x, y] = inputs[cycle - 2];
        assert_eq!(*found, if y & 1 == 1 { (x + y) % 256 } else { x });
    }
}

record! {
    /// Two complex words, and a bit.
    struct Pair { words: [Word<'m>; 2], is_there }
}

#[test]
fn records_of_records_have_all_names() {
    let m = Builder::new("pair", "");
    let word = |n: usize| Word { re: m.input(format!("re{n}"), 8), im: m.input(format!("im{n}"), 8) };
    let pair = Pair { words: [word(0), word(1)], is_there: m.input("there", 1) };
    let mut names = vec![];
    pair.each(&mut |signal, name| {
        names.push(format!("{name} {}", signal.width()));
        signal
    });
    assert_eq!(names, ["words_0_re 8", "words_0_im 8", "words_1_re 8", "words_1_im 8", "is_there 1"]);
}

#[test]
fn numbers_are_compared_and_taken_from_wholes() {
    let m = Builder::new("rest", "");
    let [x, y] = ["x", "y"].map(|name| m.input(name, 8));
    let rest = x.gt(y).mux(x.taken_from(255), y.taken_from(x));
    m.output("z", rest.resize(9).resize(7));
    let found = run(&m.finish(), samples(20));
    let rest = |[x, y]: [u128; 2]| if x > y { (255 - x) % 128 } else { (x + 256 - y) % 128 };
    assert_eq!(found, samples(20).map(rest).collect::<Vec<_>>());
}

#[test]
fn bits_toggle_after_pulses() {
    let m = Builder::new("toggled", "");
    let [x, _] = ["x", "y"].map(|name| m.input(name, 8));
    let pulses = [3, 4, 9, 11];
    m.output("z", x.bit(0).toggled());
    let found = run(&m.finish(), (0..15).map(|cycle| [pulses.contains(&cycle).into(), 0]));
    let toggled = |cycle: u128| pulses.iter().filter(|pulse| **pulse < cycle).count() as u128 % 2;
    assert_eq!(found, (0..15).map(toggled).collect::<Vec<_>>());
}

#[test]
fn sections_are_comments_before_their_logic() {
    let m = Builder::new("sections", "");
    let x = m.input("x", 8);
    m.section("Parity");
    m.section("Sums");
    let sum = (x + 3).named("sum");
    m.section("Differences");
    let difference = (sum - x).named("difference");
    m.output("z", sum & difference);
    let verilog = print(&Verilog, &m.finish(), "");
    let at = |text: &str| verilog.find(text).unwrap_or_else(|| panic!("{text} in {verilog}"));
    assert!(
        at("// Sums.") < at("sum =")
            && at("sum =") < at("// Differences.")
            && at("// Differences.") < at("difference =")
    );
    assert!(!verilog.contains("Parity"), "{verilog}");
}

#[test]
fn words_are_cut_moved_and_inverted() {
    let m = Builder::new("words", "");
    let [x, y] = ["x", "y"].map(|name| m.input(name, 8));
    let (low, high) = x.split(3);
    let cut = [low.above_zeros(2), high, y.any_below(4), y.any_above(4)];
    let changed = [x.invert_if(y.bit(0)), x.with_lowest(y.bit(1)), x.plus_carry(y.bit(2))];
    m.output("z", m.cat(cut.into_iter().chain(changed)));
    assert_eq!([x.any_below(0), x.any_above(8)].map(Sig::constant_value), [Some(0); 2]);
    assert_eq!([x.above_zeros(0), x.above(0)].map(Sig::net), [x.net(); 2]);
    let found = run(&m.finish(), samples(40));
    let wanted = samples(40).map(|[x, y]| {
        let bit = |at: u32| y >> at & 1;
        let parts = [
            (5, x % 8 * 4),
            (5, x / 8),
            (1, u128::from(y % 16 > 0)),
            (1, u128::from(y / 16 > 0)),
            (8, x ^ (255 * bit(0))),
            (8, x | bit(1)),
            (8, (x + bit(2)) % 256),
        ];
        parts.into_iter().rev().fold(0, |word, (bits, part)| word << bits | part)
    });
    assert_eq!(found, wanted.collect::<Vec<_>>());
}

#[test]
fn pipelined_modules_keep_sections_and_names_of_words_side_by_side() {
    let m = Builder::new("sums", "");
    let [x, y] = ["x", "y"].map(|name| m.input(name, 64));
    m.section("The first sum");
    let sum = (x + y).named("sum");
    let is_negative = (sum.top() & x.bit(0)).named("is_negative");
    m.section("The second sum");
    m.output("z", sum.add_carry(sum ^ y, m.low()).add_carry(sum, is_negative));
    let arrival = InputArrival { first: 0.0, later: 0.0 };
    let text = print(&Verilog, &pipeline(&m.finish(), 3, arrival, &ULTRASCALE_PLUS), "");
    let at = |part: &str| text.find(part).unwrap_or_else(|| panic!("{part} in {text}"));
    assert!(at("// The first sum.") < at("sum = ") && at("sum = ") < at("// The second sum."));
    assert!(text.contains("sum_1_with_is_negative_q"), "{text}");
}
