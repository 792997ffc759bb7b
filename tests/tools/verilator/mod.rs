//! Rung 6: the printed Verilog, run by Verilator and Icarus, equals the reference model in every bit, over
//! a third of the grid of `testbenches/grid.yaml`; `FFTGEN_GRID=full` runs all of it, and its second list.
//!
//! `FFTGEN_CASES="256,1024 w4 fixed16"` keeps the cases that have a word of each of these lists in their names.

mod check;
mod driver;
mod extras;

use crate::support::case::Entry;
use crate::support::full::share;
use crate::support::tools::has_tool;
use driver::Workshop;
use serde::Deserialize;
use std::sync::Mutex;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Grid {
    grid: Vec<Entry>,
    full: Vec<Entry>,
    targets: Targets,
}

/// Families with cores that are built for each of them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Targets {
    names: Vec<String>,
    cores: Vec<Entry>,
}

impl Targets {
    /// The cores of all families.
    fn entries(&self) -> Vec<Entry> {
        self.names.iter().flat_map(|name| self.cores.iter().map(move |core| core.clone().on(name))).collect()
    }
}

impl Grid {
    /// The cases that are asked for, in order; the last of a list take longest.
    fn cases(self) -> Vec<Entry> {
        let variable = |name: &str| std::env::var(name).unwrap_or_default();
        let lists = match variable("FFTGEN_GRID").as_str() {
            "full" => [self.grid, self.full, self.targets.entries()].concat(),
            _ => share(self.grid, 5).collect(),
        };
        let mut cases: Vec<Entry> = lists.into_iter().rev().collect();
        let filter = variable("FFTGEN_CASES");
        cases.retain(|case| is_named(&case.to_string(), &filter));
        cases
    }
}

/// Whether a name has a word of each list of a filter.
fn is_named(name: &str, filter: &str) -> bool {
    filter.split_whitespace().all(|list| list.split(',').any(|wanted| name.split(' ').any(|word| word == wanted)))
}

/// What has become of the cases so far.
#[derive(Default)]
struct Tally {
    done: usize,
    failures: Vec<String>,
}

impl Tally {
    fn add(&mut self, case: &Entry, of: usize, found: Result<String, String>) {
        self.done += 1;
        println!("[{}/{of}] {case}: {}", self.done, found.as_ref().unwrap_or_else(|why| why));
        self.failures.extend(found.err().map(|why| format!("{case}: {why}")));
    }
}

#[test]
fn cores_of_the_grid_equal_the_model() {
    if ["verilator", "iverilog", "slang"].iter().any(|tool| !has_tool(tool)) {
        return;
    }
    let text = include_str!("../../../testbenches/grid.yaml");
    let cases = serde_yaml::from_str::<Grid>(text).expect("the grid is well-formed").cases();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let workshop = Workshop::new(folder.path());
    let (queue, tally) = (Mutex::new(cases.iter().enumerate()), Mutex::new(Tally::default()));
    let next = || queue.lock().expect("nobody panics with the queue").next();
    let work = || {
        while let Some((number, case)) = next() {
            let place = folder.path().join(number.to_string());
            let found = case.check(&place, &workshop);
            tally.lock().expect("nobody panics with the tally").add(case, cases.len(), found);
            let _ = std::fs::remove_dir_all(place);
        }
    };
    let threads = std::thread::available_parallelism().map_or(2, |n| n.get());
    std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
    let failures = tally.into_inner().expect("nobody panics with the tally").failures;
    assert!(failures.is_empty(), "{} of {} cores:\n{}", failures.len(), cases.len(), failures.join("\n"));
}
