//! Speed of the program's parts: `make bench`.

use divan::counter::ItemsCount;
use divan::Bencher;
use fftgen::emit::Verilog;
use fftgen::format::Format;
use fftgen::sim::Simulator;
use fftgen::verify::{check, stimulus};
use fftgen::{package, Config, Design};

fn main() {
    divan::main();
}

fn config(size: usize, width: usize, precision: &str) -> Config {
    Config::new(size, width, Format::parse(precision, false).expect("a format"))
}

fn design(size: usize, width: usize, precision: &str) -> Design {
    Design::new(config(size, width, precision)).expect("a supported configuration")
}

/// The bit-accurate model; items are samples.
#[divan::bench(args = [20, 96, 1024, 4096], consts = [0, 1], sample_count = 10)]
fn model<const FORMAT: usize>(bencher: Bencher, size: usize) {
    let design = design(size, 4, ["fp32", "fixed16"][FORMAT]);
    let model = design.model();
    let samples = stimulus(&design.config.format, size, (1 << 20) / size, 1);
    bencher.counter(ItemsCount::new(samples.len())).bench(|| model.run(&samples));
}

/// The simulated netlist of the whole core at full rate; items are clock cycles.
#[divan::bench(args = [(20, 4), (96, 8), (1024, 4)], sample_count = 10)]
fn netlist(bencher: Bencher, (size, width): (usize, usize)) {
    let design = design(size, width, "fp32");
    let cycles = 4000;
    let mut simulator = Simulator::new(&design.top);
    let (valid, ready) =
        (simulator.input("s_axis_tvalid").expect("a port"), simulator.input("m_axis_tready").expect("a port"));
    let data = simulator.input("s_axis_tdata").expect("a port");
    let samples = stimulus(&design.config.format, size, 8, 1);
    simulator.set(valid[0], 1);
    simulator.set(ready[0], 1);
    bencher.counter(ItemsCount::new(cycles)).bench_local(|| {
        for cycle in 0..cycles {
            for (lane, slots) in data.chunks(2).enumerate() {
                let sample = samples[(cycle * width + lane) % samples.len()];
                simulator.set(slots[0], sample[0].into());
                simulator.set(slots[1], sample[1].into());
            }
            simulator.step();
        }
    });
}

/// The plan alone, of a size with a large prime factor and of long ones.
#[divan::bench(args = [(839, 1), (24576, 2), (262144, 4)], sample_count = 3)]
fn plan(bencher: Bencher, (size, width): (usize, usize)) {
    let config = config(size, width, "fixed16");
    bencher.bench(|| Design::plans(&config));
}

/// Plan, netlist and files.
#[divan::bench(args = [(20, 4), (256, 4), (1024, 4)], sample_count = 10)]
fn generate(bencher: Bencher, (size, width): (usize, usize)) {
    let request = package::Request { command: "fftgen".into(), license: "0BSD".into(), library: None };
    bencher.bench(|| package::files(&design(size, width, "fp32"), &request, &Verilog));
}

/// The self-check alone.
#[divan::bench(args = [(20, 4), (1024, 4)], sample_count = 10)]
fn self_check(bencher: Bencher, (size, width): (usize, usize)) {
    let design = design(size, width, "fp32");
    bencher.bench(|| check(&design, 8, |_| {}));
}
