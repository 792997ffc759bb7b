//! Memories with check bits: words are upset while a core runs on random inputs, beside the same core that nothing upsets.

use fftgen::array::{Array, Links, Topology};
use fftgen::external::External;
use fftgen::format::Format;
use fftgen::protect::{Events, Protection};
use fftgen::rng::Rng;
use fftgen::rtl::Module;
use fftgen::sim::{Simulator, Slot};
use fftgen::target::Target;
use fftgen::{Config, Design, Interface};
use std::sync::Arc;

/// Clock cycles before an upset, and after it.
const CYCLES: [usize; 2] = [150, 350];

/// Upsets of each core.
const UPSETS: usize = 20;

/// A core that runs on random inputs.
struct Running {
    simulator: Simulator,
    rng: Rng,
    inputs: Vec<(String, Slot)>,
    outputs: Vec<Slot>,
    events: Vec<Slot>,
}

impl Running {
    fn new(top: &Module, seed: u64) -> Self {
        let simulator = Simulator::new(top);
        let names = [Events::OF_PORTS, Events::INSIDE].map(|events| events.names()).concat();
        let is_event = |name: &str| names.contains(&name);
        let slots = |name: &str| simulator.output(name).unwrap();
        let outputs = top.outputs.iter().filter(|port| !is_event(&port.name)).flat_map(|port| slots(&port.name));
        let events = top.outputs.iter().filter(|port| is_event(&port.name)).map(|port| slots(&port.name)[0]);
        let inputs = top.inputs.iter().flat_map(|port| {
            let slots = simulator.input(&port.name).unwrap();
            slots.into_iter().map(|slot| (port.name.clone(), slot)).collect::<Vec<_>>()
        });
        let (outputs, events, inputs) = (outputs.collect(), events.collect(), inputs.collect());
        Running { simulator, rng: Rng::new(seed), inputs, outputs, events }
    }

    /// Runs for a clock cycle. Returns the outputs, and the events.
    fn cycle(&mut self) -> (Vec<u128>, Vec<bool>) {
        let is_first = self.simulator.cycle() == 0;
        for (name, slot) in &self.inputs {
            let word = u128::from(self.rng.word()) | u128::from(self.rng.word()) << 64;
            let word = match name.as_str() {
                "rst" | "reset" => u128::from(is_first),
                "aresetn" => u128::from(!is_first),
                // A core that is mostly awake, and frames that mostly have time to end.
                "ce" | "m_axis_tready" | "s_axis_tvalid" => u128::from(word % 8 != 0),
                "in_start" => u128::from(word % 16 == 0),
                _ => word,
            };
            self.simulator.set(*slot, word);
        }
        self.simulator.settle();
        let outputs = self.outputs.iter().map(|slot| self.simulator.get(*slot)).collect();
        let events = self.events.iter().map(|slot| self.simulator.get(*slot) == 1).collect();
        self.simulator.step();
        (outputs, events)
    }
}

fn config(size: usize, width: usize, format: &str) -> Config {
    Config::new(size, width, Format::parse(format, false).unwrap())
}

/// Cores of all kinds.
fn tops(protection: Protection) -> Vec<Arc<Module>> {
    let asic = Target::parse("asic").unwrap();
    let ecp5 = Target::parse("ecp5").unwrap();
    let configs = [
        config(256, 1, "fixed12"),
        config(24, 4, "fp32"),
        Config { interface: Interface::Native, ..config(60, 2, "fixed16") },
        Config { cycles: Some(700), ..config(64, 1, "fixed10") },
        config(64, 2, "fixed16").on(ecp5),
        config(256, 2, "fixed12").on(asic),
        Config { interface: Interface::Native, ..config(32, 2, "fp64") },
    ];
    let designs = configs.into_iter().map(|config| Design::new(Config { protection, ..config }).unwrap().top);
    let format = |name| Format::parse(name, false).unwrap();
    let external = Config { protection, ..Config::new([8, 12], 2, format("fixed16")) };
    let array = Config { protection, ..Config::new([4, 4, 4], 1, format("fixed10")) };
    let systems =
        [External::new(external).unwrap().top, Array::new(array, Topology::Mesh(2, 2), Links::default()).unwrap().top];
    designs.chain(systems).collect()
}

/// Upsets bits of a word of a core's memories at a time, and returns whether its outputs changed, and what events came.
fn upset(top: &Module, seed: u64, bits: usize) -> (bool, Vec<bool>) {
    let [mut plain, mut other] = [0; 2].map(|_| Running::new(top, seed));
    let mut rng = Rng::new(!seed);
    let mut pick = |count: usize| rng.below(count as u64) as usize;
    let cycles = CYCLES[0] + pick(64);
    for _ in 0..cycles {
        let (_, events) = other.cycle();
        assert!(!events.contains(&true), "{}: an event without an upset", top.name);
        plain.cycle();
    }
    let memories = other.simulator.memories();
    let memory = pick(memories.len());
    let (words, width) = memories[memory];
    let (word, first) = (pick(words), pick(width as usize));
    other.simulator.upset(memory, word, first as u32);
    if bits == 2 {
        let second = (first + 1 + pick(width as usize - 1)) % width as usize;
        other.simulator.upset(memory, word, second as u32);
    }
    let mut seen = vec![false; other.events.len()];
    let mut differs = false;
    for _ in 0..CYCLES[1] {
        let (outputs, events) = other.cycle();
        differs |= outputs != plain.cycle().0;
        seen.iter_mut().zip(events).for_each(|(seen, event)| *seen |= event);
    }
    (differs, seen)
}

/// Upsets words of all cores, and checks what each does. Enough of them are seen, `least` in each core.
fn upset_all(protection: Protection, bits: usize, least: usize, is_seen: impl Fn(&str, (bool, Vec<bool>)) -> bool) {
    let tops = tops(protection);
    let seen =
        |top: &Arc<Module>| (0..UPSETS as u64).filter(|seed| is_seen(&top.name, upset(top, *seed, bits))).count();
    let counts: Vec<usize> = tops.iter().map(seen).collect();
    assert!(counts.iter().all(|count| *count >= least), "{counts:?}");
    assert!(counts.iter().sum::<usize>() > tops.len() * UPSETS / 4, "{counts:?}");
}

#[test]
fn a_corrected_error_changes_no_output_and_is_told() {
    upset_all(Protection::Ecc, 1, 1, |name, (differs, events)| {
        assert!(!differs && !events[0], "{name}");
        events[1]
    });
}

#[test]
fn what_two_errors_change_is_told() {
    upset_all(Protection::Ecc, 2, 1, |name, (differs, events)| {
        assert!(events[0] || !differs, "{name}");
        assert!(!events[1], "{name}: two errors taken for one");
        events[0]
    });
}

#[test]
fn what_an_error_changes_is_told_by_parity() {
    upset_all(Protection::Parity, 1, 0, |name, (differs, events)| {
        assert!(events[0] || !differs, "{name}");
        differs
    });
}

#[test]
fn a_core_without_memories_says_that_nothing_is_wrong() {
    let design = Design::new(Config { protection: Protection::Ecc, ..config(2, 2, "fixed16") }).unwrap();
    let mut core = Running::new(&design.top, 0);
    assert_eq!(core.events.len(), 2);
    assert!((0..50).all(|_| !core.cycle().1.contains(&true)));
}
