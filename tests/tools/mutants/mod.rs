//! What the emitted testbenches are worth: single faults are planted in the Verilog of small cores of every kind, and the
//! testbench that goes with the core has to fail. A fault that passes is held against the core itself, side by side over a
//! long run of other data with stalls: where no port ever differs, it is no fault.
//!
//! A fixed sample is run; `FFTGEN_MUTANTS=880` asks for so many faults in all, of which one in a hundred may pass, of
//! arrays, of cores for external memory and of those of few units three.
//! `FFTGEN_CASES="axi line2"` takes the cores whose names have all of these words.

mod bench;
mod cores;
mod fault;
mod lockstep;
mod statements;
mod subject;

use crate::support::tools::has_tool;
use bench::{Bench, Fate};
use fault::{sample, Fault};
use std::collections::BTreeMap;
use std::sync::Mutex;

/// Faults of the sample.
const SAMPLE: usize = 8;

#[derive(Default)]
struct Tally {
    planted: usize,
    caught: usize,
    equivalent: Vec<String>,
    missed: Vec<String>,
    /// Of a kind of faults: caught and missed.
    kinds: BTreeMap<&'static str, [usize; 2]>,
    /// Of the cores of which one fault of so many may pass: caught and missed.
    shares: BTreeMap<usize, [usize; 2]>,
}

impl Tally {
    fn add(&mut self, core: &Bench, fault: &Fault, fate: Fate) {
        let told = || format!("{}: {}", core.name(), fault.describe(&core.verilog));
        self.planted += 1;
        let counts = [self.kinds.entry(fault.kind).or_default(), self.shares.entry(core.rare).or_default()];
        match fate {
            Fate::Caught => {
                self.caught += 1;
                counts.into_iter().for_each(|[caught, _]| *caught += 1);
            }
            Fate::Equivalent => self.equivalent.push(told()),
            Fate::Missed(difference) => {
                counts.into_iter().for_each(|[_, missed]| *missed += 1);
                self.missed.push(format!("{}\n    {difference}", told()));
            }
        }
    }
}

#[test]
fn faults_are_caught() {
    if !has_tool("iverilog") {
        return;
    }
    let count = std::env::var("FFTGEN_MUTANTS").ok().and_then(|count| count.parse().ok()).unwrap_or(SAMPLE);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let words = std::env::var("FFTGEN_CASES").unwrap_or_default();
    let cores: Vec<Bench> = cores::cores(count > SAMPLE || !words.is_empty())
        .into_iter()
        .filter(|subject| words.split(' ').all(|word| subject.name.contains(word)))
        .enumerate()
        .map(|(number, subject)| Bench::new(subject, &folder.path().join(number.to_string())))
        .collect();
    let share = count.div_ceil(cores.len());
    let faults: Vec<(&Bench, Fault)> = cores
        .iter()
        .enumerate()
        .flat_map(|(number, core)| sample(&core.verilog, share, number as u64).into_iter().map(move |f| (core, f)))
        .collect();
    let (queue, tally) = (Mutex::new(faults.iter().enumerate()), Mutex::new(Tally::default()));
    let next = || queue.lock().expect("nobody panics with the queue").next();
    let work = || {
        while let Some((number, (core, fault))) = next() {
            let fate = core.fate(fault, number).unwrap_or_else(|error| panic!("{error}"));
            tally.lock().expect("nobody panics with the tally").add(core, fault, fate);
        }
    };
    let threads = std::thread::available_parallelism().map_or(2, |n| n.get());
    std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
    let Tally { planted, caught, mut equivalent, mut missed, kinds, shares } =
        tally.into_inner().expect("nobody panics with the tally");
    equivalent.sort();
    missed.sort();
    let live = caught + missed.len();
    println!("{planted} faults in {} cores: {live} show, {caught} of them are caught", cores.len());
    kinds.iter().for_each(|(kind, [caught, missed])| println!("  {kind:<18} {caught} caught, {missed} missed"));
    println!("No port differs in a long run:\n  {}", equivalent.join("\n  "));
    println!("Missed:\n  {}", missed.join("\n  "));
    assert!(planted >= count && caught > planted / 2, "{planted} planted, {caught} caught");
    // In the sample none; of all faults as many as may pass.
    if count > SAMPLE {
        let too_many = shares.iter().any(|(rare, [caught, missed])| *missed > (caught + missed) / rare);
        assert!(!too_many, "{} of {live} pass the testbench:\n{}", missed.len(), missed.join("\n"));
    } else {
        assert!(missed.is_empty(), "{} of {live} pass the testbench:\n{}", missed.len(), missed.join("\n"));
    }
}
