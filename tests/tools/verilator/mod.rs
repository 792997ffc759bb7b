//! Rung 6: the printed Verilog, run by Verilator and Icarus, equals the reference model in every bit, over
//! the grid of `testbenches/grid.yaml`; `FFTGEN_GRID=full` adds its second list and its product,
//! `FFTGEN_GRID=product` runs that alone.
//!
//! `FFTGEN_CASES="256,1024 w4 fixed16"` keeps the cases that have a word of each of these lists in their names.

mod check;
mod driver;
mod extras;
mod product;

use crate::support::case::{Entry, Scaling};
use crate::support::tools::has_tool;
use check::Verdict;
use driver::Workshop;
use product::Product;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::Mutex;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Grid {
    grid: Vec<Entry>,
    full: Vec<Entry>,
    targets: Targets,
    product: Product,
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
        let (lists, product) = match variable("FFTGEN_GRID").as_str() {
            "full" => ([self.grid, self.full, self.targets.entries()].concat(), self.product.entries()),
            "product" => (vec![], self.product.entries()),
            _ => (self.grid, vec![]),
        };
        let mut cases: Vec<Entry> = lists.into_iter().rev().chain(product).collect();
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
    /// Of those of the product: how many there were of a scale, and in how many of them something overflowed.
    scales: BTreeMap<Scaling, (usize, usize)>,
}

impl Tally {
    fn add(&mut self, case: &Entry, of: usize, found: Result<Verdict, String>) {
        self.done += 1;
        let said = match &found {
            Ok(verdict) => &verdict.said,
            Err(why) => why,
        };
        println!("[{}/{of}] {case}: {said}", self.done);
        match found {
            Ok(verdict) if case.alone => {
                let (cases, overflows) = self.scales.entry(case.scale).or_default();
                (*cases, *overflows) = (*cases + 1, *overflows + usize::from(verdict.overflow));
            }
            Ok(_) => (),
            Err(why) => self.failures.push(format!("{case}: {why}")),
        }
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
    let Tally { failures, scales, .. } = tally.into_inner().expect("nobody panics with the tally");
    assert!(failures.is_empty(), "{} of {} cores:\n{}", failures.len(), cases.len(), failures.join("\n"));
    let some = std::env::var_os("FFTGEN_CASES").is_some();
    for (scale, (cases, overflows)) in scales {
        println!("{scale:?}: {cases} cases, {overflows} with overflow");
        assert!(scale.overflows() || overflows == 0, "{scale:?}: {overflows} of {cases} overflow");
        assert!(!scale.overflows() || overflows > 0 || some, "{scale:?}: nothing overflows");
    }
}
