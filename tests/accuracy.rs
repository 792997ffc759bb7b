//! The reference model against a double precision FFT written by others.

use fftgen::format::Format;
use fftgen::noise::Noise;
use fftgen::reference::Reference;
use fftgen::runtime::Runtime;
use fftgen::stream::numeric::Datapath;
use fftgen::stream::row::Path;
use fftgen::stream::Program;
use fftgen::{Config, Design};
use rustfft::{num_complex::Complex64, FftPlanner};

/// Relative L2 error of the reference on uniform noise, and the bound that holds for it.
fn error(size: usize, precision: &str, inverse: bool, datapath: Option<Datapath>) -> (f64, f64) {
    let format = Format::parse(precision, false).unwrap();
    error_of(Config { inverse, datapath, ..Config::new(size, size.min(4), format) })
}

/// The same of any configuration.
fn error_of(config: Config) -> (f64, f64) {
    let Config { inverse, format, .. } = config;
    error_by(&Design::plans(&config).unwrap()[0].program, format, inverse)
}

/// The same of a program.
fn error_by(program: &Program, format: Format, inverse: bool) -> (f64, f64) {
    let (Format::Float(float), size) = (format, program.size) else { panic!("{} is floating point", format.name()) };
    let mut noise = Noise::new(size as u64);
    // Small sizes in coarse formats want many frames: their errors take few different values.
    let frames = (65_536 / size).clamp(8, 8192);
    let samples: Vec<[u64; 2]> =
        (0..size * frames).map(|_| [format.from_f64(noise.real()), format.from_f64(noise.real())]).collect();
    let complex = |s: &[u64; 2]| Complex64::new(format.to_f64(s[0]), format.to_f64(s[1]));
    let mut exact: Vec<Complex64> = samples.iter().map(complex).collect();
    let mut planner = FftPlanner::new();
    let fft = if inverse { planner.plan_fft_inverse(size) } else { planner.plan_fft_forward(size) };
    fft.process(&mut exact);
    let scale = if inverse { 1.0 / size as f64 } else { 1.0 };
    let found: Vec<Complex64> = Reference::new(program, format).run(&samples).iter().map(complex).collect();
    let (mut wrong, mut power) = (0.0, 0.0);
    for (found, exact) in found.iter().zip(exact.iter().map(|x| x * scale)) {
        wrong += (found - exact).norm_sqr();
        power += exact.norm_sqr();
    }
    let unit = 0.5f64.powi(float.fraction as i32 + 1);
    ((wrong / power).sqrt(), unit * (size as f64).log2().max(1.0).sqrt())
}

fn hold(sizes: &[usize], datapath: Option<Datapath>, bound: f64) {
    for &size in sizes {
        for precision in ["fp32", "fp16", "bf16"] {
            let (error, unit) = error(size, precision, false, datapath);
            let by = datapath.map_or(String::new(), |datapath| format!(" {datapath}"));
            println!("{size} {precision}{by} {:.3} u sqrt(log2 N)", error / unit);
            assert!(error <= bound * unit, "{size} {precision}{by}: {error:e} above {:e}", bound * unit);
        }
    }
}

/// 0.65·u·√log2 N, u the unit roundoff.
#[test]
fn small_factors() {
    hold(&[2, 3, 4, 5, 7, 8, 11, 13, 20, 28, 64, 88, 96, 192, 1000, 1024, 1200, 1536, 4096], None, 0.65);
    hold(&[4, 8, 64, 256, 1024, 4096], Some(Datapath::Float), 0.65);
}

/// Threes and fives in a row multiply by a twiddle for fewer bits of the size each.
#[test]
fn powers_of_odd_primes() {
    hold(&[9, 15, 25, 27, 45, 60, 125, 243], None, 0.8);
}

/// Convolutions take three roundings where a direct plan takes one; the inverse one more.
#[test]
fn other_sizes_and_the_inverse() {
    for (size, inverse, bound) in
        [(17, false, 0.8), (61, false, 1.0), (67, false, 1.6), (101, true, 1.8), (20, true, 1.0)]
    {
        let (error, unit) = error(size, "fp32", inverse, None);
        println!("{size} {inverse} {:.3} u sqrt(log2 N)", error / unit);
        assert!(error <= bound * unit, "{size}: {error:e} above {:e}", bound * unit);
    }
}

/// Each of several sizes of a row, whose factors are not in the order that is best for it.
#[test]
fn sizes_of_a_row() {
    let sizes = vec![12, 60, 96, 192, 600, 1200];
    for (width, inverse, precision) in [(1, false, "fp32"), (2, true, "fp32"), (1, true, "bf16")] {
        let format = Format::parse(precision, false).unwrap();
        let runtime = Runtime { direction: false, sizes: sizes.clone() };
        for Path { size, program, .. } in
            Design::row(&Config { runtime, inverse, ..Config::new(1200, width, format) }).unwrap().paths
        {
            let (error, unit) = error_by(&program, format, inverse);
            println!("{size} of a row, {width} {inverse} {precision} {:.3} u sqrt(log2 N)", error / unit);
            assert!(error <= 0.9 * unit, "{size} {precision}: {error:e} above {:e}", 0.9 * unit);
        }
    }
}

/// Blocks of words of 27 bits keep what fp32 is held to; shorter words keep as much less as they are shorter.
#[test]
fn blocks() {
    let format = Format::parse("fp32", false).unwrap();
    for (size, width, bits, inverse, bound) in [
        (20, 4, 27, false, 0.65),
        (64, 2, 27, false, 0.65),
        (1000, 4, 27, false, 0.65),
        (1024, 2, 27, false, 0.65),
        (60, 2, 27, true, 0.65),
        (64, 2, 20, false, 80.0),
        (64, 2, 36, false, 0.65),
    ] {
        let config = Config { datapath: Some(Datapath::Block(bits)), inverse, ..Config::new(size, width, format) };
        let (error, unit) = error_of(config);
        println!("{size} fp32 in bfp{bits} {:.3} u sqrt(log2 N)", error / unit);
        assert!(error <= bound * unit, "{size} bfp{bits}: {error:e} above {:e}", bound * unit);
    }
}
