//! Whole cores: the netlist, simulated with stalls, equals the reference model in every bit.

use fftgen::check::check;
use fftgen::format::Format;
use fftgen::{Config, Design};

fn verify(size: usize, width: usize, precision: &str, inverse: bool) {
    let format = Format::parse(precision, false).unwrap();
    let config = Config { inverse, ..Config::new(size, width, format) };
    let start = std::time::Instant::now();
    let design = Design::new(config).unwrap();
    let built = start.elapsed();
    let measured = check(&design, 8, |_| {}).unwrap_or_else(|e| panic!("{e}"));
    let cost = design.plans[0].cost;
    println!(
        "{} {} {cost:?} {measured:?} built {built:?} total {:?}",
        design.name,
        design.program().formula,
        start.elapsed()
    );
}

#[test]
fn first() {
    let cases = std::env::var("CASES").unwrap_or("4x4 2x1 1x1 20x4".into());
    for case in cases.split(' ') {
        let (n, w) = case.split_once('x').unwrap();
        verify(n.parse().unwrap(), w.parse().unwrap(), "fp32", false);
    }
}
