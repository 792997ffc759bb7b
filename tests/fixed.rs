//! Fixed point: how near the reference is to a double precision FFT, and that nothing overflows where nothing may.

use fftgen::arch::multi_size::SizeRoute;
use fftgen::format::{number, word, Format, Overflow, Rounding};
use fftgen::formula::Kernel;
use fftgen::model::{Reference, Sample, Transformed};
use fftgen::noise::Noise;
use fftgen::number::fixed::Forecast;
use fftgen::number::{FixedOptions, Scale};
use fftgen::pipeline::{FixedStage, Pipeline};
use fftgen::runtime::Runtime;
use fftgen::{Config, Design, Error};
use rustfft::{num_complex::Complex64, FftPlanner};

fn config(size: usize, width: usize, precision: &str, scale: Scale) -> Config {
    let arithmetic = FixedOptions { scale: Some(scale), ..FixedOptions::default() };
    Config { arithmetic, ..Config::new(size, width, Format::parse(precision, false).unwrap()) }
}

/// The chosen plan, lowered to a stream.
fn pipeline(config: &Config) -> Pipeline {
    Design::plans(config).unwrap().swap_remove(0).pipeline
}

fn complex(format: Format, samples: &[Sample]) -> Vec<Complex64> {
    samples.iter().map(|s| Complex64::new(format.to_f64(s[0]), format.to_f64(s[1]))).collect()
}

fn exact(samples: &[Complex64], size: usize, inverse: bool, scale: f64) -> Vec<Complex64> {
    let mut found = samples.to_vec();
    let mut planner = FftPlanner::new();
    let fft = if inverse { planner.plan_fft_inverse(size) } else { planner.plan_fft_forward(size) };
    fft.process(&mut found);
    found.iter().map(|x| x * scale).collect()
}

/// Signal to noise in dB on white noise of full scale.
fn ratio(config: &Config, scale: f64) -> f64 {
    ratio_at(config, scale, 1.0)
}

/// The same on noise of another amplitude.
fn ratio_at(config: &Config, scale: f64, amplitude: f64) -> f64 {
    ratio_of(&pipeline(config), config, scale, amplitude)
}

/// The same of a program that is not of the configuration's own plan.
fn ratio_of(pipeline: &Pipeline, config: &Config, scale: f64, amplitude: f64) -> f64 {
    let (size, format) = (pipeline.size, config.format);
    let mut noise = Noise::new(size as u64);
    let frames = (32_768 / size).clamp(4, 512);
    let samples: Vec<Sample> =
        (0..size * frames).map(|_| [0; 2].map(|_: u64| format.from_f64(2.0 * amplitude * noise.real()))).collect();
    let transformed = Reference::new(pipeline, format).transform(&samples);
    let mut found = complex(pipeline.output_format(format), &transformed.samples);
    for (frame, exponent) in found.chunks_mut(size).zip(transformed.exponents.iter().flatten()) {
        frame.iter_mut().for_each(|x| *x *= 2f64.powi(*exponent));
    }
    let wanted = exact(&complex(format, &samples), size, config.inverse, scale);
    let power: f64 = wanted.iter().map(|x| x.norm_sqr()).sum();
    let error: f64 = found.iter().zip(&wanted).map(|(x, y)| (x - y).norm_sqr()).sum();
    10.0 * (power / error).log10()
}

/// What is foretold of noise and growth is what is measured, within a decibel: sizes of many factors, all scalings and
/// roundings, few bits of twiddles.
#[test]
fn noise_is_foretold() {
    let scales = [Scale::Stage, Scale::Size, Scale::Root, Scale::None];
    let plain = |(size, scale): (usize, Scale)| config(size, 2, "fixed16", scale);
    let mut configs: Vec<Config> =
        [64, 60, 1024, 77, 300].into_iter().flat_map(|size| scales.clone().map(|s| (size, s))).map(plain).collect();
    configs.extend([64, 60, 1024, 77, 300].map(|size| config(size, 2, "fixed16", Scale::None).with_block_exponents()));
    for rounding in [Rounding::HalfUp, Rounding::Truncate] {
        let mut config = config(256, 1, "fixed12", Scale::Stage);
        config.arithmetic.rounding = Some(rounding);
        configs.push(config);
    }
    let mut few = config(256, 1, "fixed16", Scale::None);
    few.arithmetic.twiddle_bits = Some(10);
    configs.push(few);
    for config in configs {
        let (size, scale) = (config.size, config.arithmetic.scale());
        let pipeline = pipeline(&config);
        let forecast = Forecast::new(&pipeline, config.format.bits()).unwrap();
        let by = match scale {
            Scale::None => 1.0,
            Scale::Size => 1.0 / size as f64,
            Scale::Root => 1.0 / (size as f64).sqrt(),
            _ => 0.5f64.powi(pipeline.stages().map(|stage| stage.arithmetic.fixed().unwrap().shift).sum()),
        };
        let found = ratio(&config, by);
        println!("{size} {scale:?} foretold {:.2} dB, found {found:.2}", forecast.snr);
        assert!(
            (found - forecast.snr).abs() < 1.0,
            "{size} {scale:?}: foretold {:.2} dB, found {found:.2}",
            forecast.snr
        );
        if scale == Scale::None && !config.has_block_exponents() {
            let samples = extremes(&pipeline, config.format.bits());
            let found = Reference::new(&pipeline, config.format).transform(&samples).samples;
            let longest = |list: Vec<Complex64>| list.iter().map(|x| x.norm()).fold(0.0, f64::max);
            let grown = longest(complex(pipeline.output_format(config.format), &found))
                / longest(complex(config.format, &samples));
            assert!(20.0 * (forecast.growth / grown).log10().abs() < 1.0, "{size}: {} and {grown}", forecast.growth);
        }
    }
}

/// The forecast holds for each size of a shared chain, too.
#[test]
fn noise_of_several_sizes_is_foretold() {
    for (width, sizes, scale) in [
        (1, vec![12, 60, 64, 90, 300], Scale::Stage),
        (3, vec![12, 60, 90, 96, 300], Scale::Stage),
        (1, vec![12, 60, 64, 90, 300], Scale::None),
        (1, vec![12, 60, 64, 90, 300], Scale::Size),
        (2, vec![12, 60, 64, 90, 300], Scale::Root),
    ] {
        let runtime = Runtime { direction: false, sizes };
        let config = Config { runtime, ..config(300, width, "fixed16", scale.clone()) };
        for SizeRoute { size, pipeline, .. } in Design::shared_chain(&config).unwrap().routes {
            let foretold = Forecast::new(&pipeline, config.format.bits()).unwrap().snr;
            let by = match scale {
                Scale::Size => 1.0 / size as f64,
                Scale::Root => 1.0 / (size as f64).sqrt(),
                _ => 0.5f64.powi(pipeline.shifts()),
            };
            let found = ratio_of(&pipeline, &config, by, 1.0);
            println!("{size} of several foretold {foretold:.2} dB, found {found:.2}");
            assert!((found - foretold).abs() < 1.0, "{size}: foretold {foretold:.2} dB, found {found:.2}");
        }
    }
}

/// The targets for words that are scaled by a bit for each factor of two.
#[test]
fn scaled_by_stages() {
    for (precision, targets) in [("fixed16", [71.0, 65.0, 59.0, 53.0]), ("fixed18", [83.0, 77.0, 71.0, 65.0])] {
        for (size, target) in [64, 256, 1024, 4096].into_iter().zip(targets) {
            let found = ratio(&config(size, 1, precision, Scale::Stage), 1.0 / size as f64);
            println!("{size} {precision} stage {found:.1} dB, target {target}");
            assert!(found >= target, "{size} {precision}: {found:.1} dB, not {target}");
        }
    }
}

/// The targets for block floating point, which quiet inputs keep.
#[test]
fn block_floating_point() {
    let sizes = [64, 256, 1024, 4096, 65_536];
    let everything = std::env::var("FFTGEN_GRID").is_ok_and(|list| list == "full");
    let most = if everything { 65_536 } else { 1024 };
    for (precision, targets) in
        [("fixed16", [76.0, 74.0, 72.5, 71.0, 68.0]), ("fixed24", [125.0, 122.0, 120.5, 119.0, 116.0])]
    {
        for (size, target) in sizes.into_iter().zip(targets).filter(|(size, _)| *size <= most) {
            let config = config(size, 1, precision, Scale::None).with_block_exponents();
            for amplitude in [1.0, 0.5f64.powi(8)] {
                let found = ratio_at(&config, 1.0, amplitude);
                println!("{size} {precision} bfp {amplitude} {found:.1} dB, target {target}");
                assert!(found >= target, "{size} {precision}: {found:.1} dB, not {target}");
            }
        }
    }
}

/// Words that grow keep every bit: what noise there is comes of one rounding a stage.
#[test]
fn words_that_grow() {
    for (size, precision, least) in
        [(64, "fixed16", 96.0), (1024, "fixed16", 93.0), (60, "fixed12", 70.0), (256, "fixed24", 140.0)]
    {
        let found = ratio(&config(size, 2.min(size), precision, Scale::None), 1.0);
        println!("{size} {precision} none {found:.1} dB, least {least}");
        assert!(found >= least, "{size} {precision}: {found:.1} dB, not {least}");
    }
}

/// Any size by 1/N and by 1/√N, in both directions; sizes whose primes take a convolution among them.
#[test]
fn scaled_by_the_size_and_its_root() {
    for (size, inverse) in [(12, false), (20, true), (64, true), (100, false), (67, false), (128, true), (45, false)] {
        for (scale, by) in [(Scale::Size, 1.0 / size as f64), (Scale::Root, 1.0 / (size as f64).sqrt())] {
            // Four times the room that the noise takes: its root would saturate otherwise.
            let config = Config { inverse, ..config(size, 2, "q3.21", scale.clone()) };
            let found = ratio(&config, by);
            println!("{size} {inverse} {scale:?} {found:.1} dB");
            // A convolution has room for more than comes of it.
            let least = if size == 67 { 85.0 } else { 105.0 };
            assert!(found >= least, "{size} {inverse} {scale:?}: {found:.1} dB");
        }
    }
}

/// Inputs that make single outputs as large as they can be: each word at an end of its range, by the sign that the
/// transform multiplies it by.
fn extremes(pipeline: &Pipeline, bits: u32) -> Vec<Sample> {
    let size = pipeline.size;
    let (low, high) = (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1);
    let mut samples = Vec::new();
    for bin in 0..size {
        for part in 0..2 {
            for sign in [1.0, -1.0] {
                samples.extend((0..size).map(|i| {
                    let angle = -std::f64::consts::TAU * (i * bin % size) as f64 / size as f64;
                    let by = if part == 0 { [angle.cos(), -angle.sin()] } else { [angle.sin(), angle.cos()] };
                    by.map(|by| word(if by * sign < 0.0 { low } else { high }, bits))
                }));
            }
        }
    }
    samples
}

/// The program with the last stage's output made wide enough for anything, and the range it may then have.
fn unbounded(mut pipeline: Pipeline) -> Pipeline {
    if let Some(numeric) = pipeline.stages_mut().last().and_then(|stage| stage.arithmetic.fixed_mut()) {
        numeric.output = 63;
    }
    pipeline
}

/// Where shifts leave room, no word between stages overflows, whatever comes in: only the last one may.
#[test]
fn intermediate_words_never_overflow() {
    for scale in [Scale::Stage, Scale::Size, Scale::Root, Scale::None] {
        for (size, precision) in
            [(8, "fixed8"), (12, "fixed4"), (20, "fixed12"), (64, "fixed6"), (60, "q4.4"), (67, "fixed10")]
        {
            let config = config(size, 1, precision, scale.clone());
            let pipeline = pipeline(&config);
            let bits = config.format.bits();
            let stages: Vec<_> = pipeline.stages().collect();
            let (last, inner) = stages.split_last().unwrap();
            assert!(inner.iter().all(|stage| stage.arithmetic.fixed().unwrap().fits), "{size} {scale:?}");
            assert!(scale != Scale::None || last.arithmetic.fixed().unwrap().fits);
            let mut samples = extremes(&pipeline, bits);
            let mut noise = Noise::new(9);
            let end = 1u64 << (bits - 1);
            samples.extend((0..size * 100).map(|_| [0; 2].map(|_: u64| end - noise.word() % 2)));
            let pipeline = if scale == Scale::None { pipeline } else { unbounded(pipeline) };
            let overflows = Reference::new(&pipeline, config.format).transform(&samples).overflow;
            assert!(!overflows.contains(&true), "{size} {precision} {scale:?}");
        }
    }
}

/// The words between stages have one bit more than the ports, for the rotations, and not another but where the next
/// stage rounds for both.
#[test]
fn words_between_scaled_stages() {
    for (size, width, precision) in [(1024, 1, "fixed16"), (4096, 4, "fixed18"), (64, 2, "fixed24")] {
        let config = config(size, width, precision, Scale::Stage);
        let pipeline = pipeline(&config);
        let stages: Vec<_> = pipeline.stages().collect();
        let (last, inner) = stages.split_last().unwrap();
        let bits = config.format.bits();
        let most = |numeric: FixedStage| bits + 1 + u32::from(numeric.shift == 0);
        assert!(inner.iter().all(|stage| (bits + 1..=most(stage.arithmetic.fixed().unwrap()))
            .contains(&stage.arithmetic.fixed().unwrap().output)));
        assert_eq!(last.arithmetic.fixed().unwrap().output, bits);
        let shifts: i32 = pipeline.stages().map(|stage| stage.arithmetic.fixed().unwrap().shift).sum();
        assert_eq!(1 << shifts, size);
    }
    // Words of 64 bits have no bit more: they are scaled a stage earlier.
    let pipeline = pipeline(&config(64, 2, "fixed64", Scale::Stage));
    let shifts: Vec<i32> = pipeline.stages().map(|stage| stage.arithmetic.fixed().unwrap().shift).collect();
    assert_eq!(shifts.iter().sum::<i32>(), 6);
    assert_eq!(
        shifts.last().map(|shift| 1 << (shift + 1)),
        pipeline.stages().last().map(|stage| stage.transform.radix())
    );
    assert!(pipeline.stages().all(|stage| stage.arithmetic.fixed().unwrap().output <= 64));
}

/// Words grow by what sums need: a bit for each factor of two, and one for the rotations once there are any.
#[test]
fn growth() {
    for (size, bits) in [(1, 16), (2, 17), (4, 18), (8, 20), (64, 23), (1024, 27)] {
        let pipeline = pipeline(&config(size, 1, "fixed16", Scale::None));
        assert_eq!(pipeline.output_format(Format::parse("fixed16", false).unwrap()).bits(), bits, "{size}");
    }
    let mut limited = config(1024, 1, "fixed16", Scale::None);
    limited.arithmetic.max_growth = Some(4);
    let limited = pipeline(&limited);
    let words: Vec<u32> = limited.bits(16);
    assert_eq!(words.last(), Some(&20));
    assert!(words.iter().all(|bits| *bits <= 20));
    assert!(limited.stages().all(|stage| stage.arithmetic.fixed().unwrap().fits));
    let long = Design::plans(&config(64, 1, "fixed60", Scale::None)).unwrap_err();
    assert_eq!(
        long,
        Error::Unsupported(
            "words of fixed60 grow to 67 bits, where 64 are the most; try --scale stage, or --max-growth 4".into()
        )
    );
}

/// A constant of full scale through a schedule that shifts too little: saturated or wrapped, and flagged.
#[test]
fn schedules_overflow_as_asked() {
    let wanted = [(Overflow::Saturate, 0x7f), (Overflow::Wrap, (127 * 2) & 0xff)];
    for (overflow, wanted) in wanted {
        let mut config = config(16, 2, "fixed8", Scale::Shifts(vec![2, 1]));
        config.kernels = Some(vec![Kernel::direct(4); 2]);
        (config.arithmetic.overflow, config.arithmetic.rounding) = (Some(overflow), Some(Rounding::Truncate));
        let pipeline = pipeline(&config);
        let reference = Reference::new(&pipeline, config.format);
        let flat: Vec<Sample> = [127u64, 1].iter().flat_map(|&level| vec![[level, 0]; 16]).collect();
        let Transformed { samples: found, overflow: flags, .. } = reference.transform(&flat);
        assert_eq!((found[0][0], flags), (wanted, vec![true, false]));
        assert!(found[1..16].iter().all(|x| *x == [0; 2]));
    }
    let pipeline = pipeline(&config(16, 2, "fixed8", Scale::Stage));
    assert_eq!(pipeline.stages().map(|stage| stage.arithmetic.fixed().unwrap().shift).sum::<i32>(), 4);
}

/// Both parts of the input at full scale: one bit more than a bit for each factor of two keeps any of them.
#[test]
fn inputs_beyond_the_unit_circle() {
    let sign = |value: f64| if value >= 0.0 { 0x7fff } else { 0x8000 };
    for (size, radix) in [(16, None), (12, None), (20, None), (16, Some(vec![Kernel::direct(2); 4]))] {
        let turn = |k: usize| std::f64::consts::TAU * k as f64 / size as f64;
        let corners: Vec<Sample> = (0..size).map(|k| [sign(turn(k).cos()), sign(turn(k).sin())]).collect();
        // 12 and 20 points are shifted by more than they can grow.
        for (scale, overflows) in [(Scale::Stage, size == 16), (Scale::Spare, false)] {
            let config = Config { kernels: radix.clone(), ..config(size, 2, "fixed16", scale.clone()) };
            let pipeline = pipeline(&config);
            let fits = pipeline.stages().all(|stage| stage.arithmetic.fixed().is_none_or(|numeric| numeric.fits));
            assert_eq!(fits, !overflows, "{size} {scale:?}: what is known of all inputs");
            let transformed = Reference::new(&pipeline, config.format).transform(&corners);
            assert_eq!(transformed.overflow, [overflows], "{size} {scale:?}");
            let scaled = 0.5f64.powi(pipeline.shifts());
            let wanted = exact(&complex(config.format, &corners), size, false, scaled);
            let largest = wanted.iter().map(|x| x.re.abs().max(x.im.abs())).fold(0.0, f64::max);
            assert_eq!(largest >= 1.0, overflows, "{size} {scale:?}: {largest}");
        }
    }
}

/// Rules of rounding, on sums that no product disturbs.
#[test]
fn rounding_is_the_rule_that_is_asked_for() {
    for rounding in [Rounding::Convergent, Rounding::HalfUp, Rounding::Truncate] {
        let mut config = config(4, 1, "fixed8", Scale::Stage);
        config.arithmetic.rounding = Some(rounding);
        let pipeline = pipeline(&config);
        let reference = Reference::new(&pipeline, config.format);
        for level in -128..127i128 {
            let mut frame = [[0; 2]; 4];
            frame[0] = [word(level, 8), word(-level.clamp(-127, 127), 8)];
            let found = reference.run(&frame);
            let wanted = [rounding.drop(level, 2), rounding.drop(-level.clamp(-127, 127), 2)];
            assert!(found.iter().all(|x| x.map(|part| i128::from(number(part, 8))) == wanted), "{rounding:?} {level}");
        }
    }
}

/// The largest component of each frame fills its word, whatever comes in; nothing else is told of a frame of zeros than
/// that it is one. Words never overflow: the exponents and the words make up the transform.
#[test]
fn blocks_fill_their_words() {
    for (size, precision, growth) in [
        (8, "fixed8", None),
        (12, "fixed4", Some(2)),
        (20, "fixed12", None),
        (60, "q4.4", Some(0)),
        (67, "fixed10", None),
    ] {
        let mut config = config(size, 1, precision, Scale::None).with_block_exponents();
        config.arithmetic.max_growth = growth;
        let pipeline = pipeline(&config);
        let (bits, range) = (config.format.bits(), pipeline.exponents().unwrap());
        assert!(pipeline.stages().all(|stage| stage.arithmetic.fixed().unwrap().fits));
        let mut samples = extremes(&pipeline, bits);
        samples.extend(vec![[0; 2]; size]);
        samples.extend(vec![[1 << (bits - 1); 2]; size]);
        let mut noise = Noise::new(size as u64);
        for by in 0..bits {
            samples.extend((0..size).map(|_| {
                [0; 2]
                    .map(|_: u64| word(i128::from(number(noise.word() & (u64::MAX >> (64 - bits)), bits) >> by), bits))
            }));
        }
        let Transformed { samples: found, overflow, exponents } =
            Reference::new(&pipeline, config.format).transform(&samples);
        assert!(!overflow.contains(&true));
        for (frame, exponent) in found.chunks(size).zip(exponents.unwrap()) {
            assert!(range.contains(&exponent), "{size} {precision}: {exponent} in {range:?}");
            let different = frame.iter().flatten().map(|&x| number(x, bits)).fold(0, |all, x| all | (x ^ (x >> 63)));
            let zero = frame.iter().all(|x| *x == [0; 2]);
            // Where rounding carries downwards, the largest may be the half of what a word holds.
            assert!(
                zero || different >> (bits - 2) != 0
                    || frame.iter().flatten().any(|&x| x == word(-1 << (bits - 2), bits))
            );
        }
    }
}
