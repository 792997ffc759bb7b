//! Transforms of real data: the step beside the complex transform is its matrix, and the reference is near a double
//! precision transform of each frame, in both number formats, forth and back.

use fftgen::format::Format;
use fftgen::formula::{Kind, Order, Split};
use fftgen::kernel::{from_split, Way};
use fftgen::model::{Reference, Sample};
use fftgen::noise::Noise;
use fftgen::number::{FixedOptions, Scale};
use fftgen::pipeline::{Block, Pipeline};
use fftgen::schedule::Goal;
use fftgen::sim::Simulator;
use fftgen::verify::{check, stimulus, Beat, Bench, Pins, Stalls};
use fftgen::{Config, Design, Interface};
use rustfft::{num_complex::Complex64, FftPlanner};

fn config(kind: Kind, inverse: bool, size: usize, width: usize, precision: &str) -> Config {
    Config { kind, inverse, ..Config::new(size, width, Format::parse(precision, false).unwrap()) }
}

fn pipeline(config: &Config) -> Pipeline {
    Design::plans(config).unwrap().swap_remove(0).pipeline
}

fn noise(count: usize, seed: u64) -> Vec<f64> {
    let mut noise = Noise::new(seed);
    (0..count).map(|_| 2.0 * noise.real()).collect()
}

fn dft(x: &[Complex64], inverse: bool) -> Vec<Complex64> {
    let mut y = x.to_vec();
    let mut planner = FftPlanner::new();
    let fft = if inverse { planner.plan_fft_inverse(x.len()) } else { planner.plan_fft_forward(x.len()) };
    fft.process(&mut y);
    y
}

/// The spectrum of real samples.
fn spectrum(x: &[f64]) -> Vec<Complex64> {
    dft(&x.iter().map(|&x| x.into()).collect::<Vec<_>>(), false)
}

/// Spectra as they pass the ports, from the frames of real samples of a point stream: by the definition of the packing.
fn packed(kind: Kind, frame: &[Complex64]) -> Vec<Complex64> {
    let parts = |f: fn(&Complex64) -> f64| frame.iter().map(f).collect::<Vec<_>>();
    match kind {
        Kind::Complex => dft(frame, false),
        Kind::Real => {
            let samples: Vec<f64> = frame.iter().flat_map(|point| [point.re, point.im]).collect();
            let x = spectrum(&samples);
            let first = Complex64::new(x[0].re, x[frame.len()].re);
            [&[first], &x[1..frame.len()]].concat()
        }
        Kind::RealPair => {
            let (a, b, n) = (spectrum(&parts(|x| x.re)), spectrum(&parts(|x| x.im)), frame.len());
            let point = |k: usize| match 2 * k {
                twice if twice % n == 0 => Complex64::new(a[k].re, b[k].re),
                twice if twice < n => a[k],
                _ => b[n - k],
            };
            (0..n).map(point).collect()
        }
    }
}

/// Points without a pattern.
fn points(count: usize, seed: u64) -> Vec<Complex64> {
    noise(2 * count, seed).chunks(2).map(|pair| Complex64::new(pair[0], pair[1])).collect()
}

/// The step in double precision, pair by pair, on the points of a complex transform.
fn step(split: Split, way: Way, x: &[Complex64]) -> Vec<Complex64> {
    let graph = from_split(split, way);
    let factors = split.factors();
    // Points of an inverse have their parts exchanged on both sides.
    let turned = |x: Complex64| if split.inverse { Complex64::new(x.im, x.re) } else { x };
    let x: Vec<Complex64> = x.iter().map(|&x| turned(x)).chain([Complex64::ZERO]).collect();
    let mut y = vec![Complex64::ZERO; x.len()];
    for (number, pair) in split.pairs().into_iter().enumerate() {
        let mut taken = pair;
        if split.is_crossed(number) {
            taken.reverse();
        }
        let input = taken.map(|k| [x[k].re, x[k].im]).concat();
        let factor = factors.as_ref().map_or(Complex64::ZERO, |factors| factors[number].value().to_c64());
        let output = graph.eval_with_choices(&input, &[factor.re, factor.im], &[split.is_alone(number)]);
        pair.iter().zip(output.chunks(2)).for_each(|(&k, part)| y[k] = turned(Complex64::new(part[0], part[1])));
    }
    y.pop();
    y
}

/// Behind the complex transform the step gives the spectra, and ahead of the inverse one it takes them back.
#[test]
fn the_step_is_its_matrix() {
    for (kind, way) in [(Kind::Real, Way::Ahead), (Kind::Real, Way::Past), (Kind::RealPair, Way::Past)] {
        for count in 1..=24 {
            let Some(split) = kind.split(count, false) else { continue };
            let x = points(count, count as u64);
            let (found, wanted) = (step(split, way, &dft(&x, false)), packed(kind, &x));
            let error = found.iter().zip(&wanted).map(|(x, y)| (x - y).norm()).fold(0.0, f64::max);
            assert!(error < 1e-12, "{split}: off by {error:e}");
            let back = dft(&step(Split { inverse: true, ..split }, way, &wanted), true);
            let scale = (count * kind.share()) as f64;
            let error = back.iter().zip(&x).map(|(y, x)| (y / scale - x).norm()).fold(0.0, f64::max);
            assert!(error < 1e-12, "back from {split}: off by {error:e}");
        }
    }
}

/// What a pair takes: its four sums and differences, a rotation, and four sums again; and what mirrors itself two sums or
/// three choices more.
#[test]
fn what_the_step_costs() {
    let cost = |kind: Kind, way, inverse| {
        let counts = from_split(kind.split(8, inverse).unwrap(), way).counts();
        (counts.adds, counts.muls, counts.scales, counts.choices, counts.negs)
    };
    assert_eq!(cost(Kind::Real, Way::Ahead, false), (12, 4, 2, 2, 0));
    assert_eq!(cost(Kind::Real, Way::Ahead, true), (12, 4, 2, 2, 0));
    assert_eq!(cost(Kind::Real, Way::Past, false), (10, 4, 2, 5, 2));
    assert_eq!(cost(Kind::Real, Way::Past, true), (10, 4, 2, 5, 1));
    assert_eq!(cost(Kind::RealPair, Way::Past, false), (4, 0, 4, 4, 0));
    assert_eq!(cost(Kind::RealPair, Way::Past, true), (4, 0, 0, 4, 0));
}

/// Relative error of the reference on noise: of the spectrum, or of the samples that come back.
fn error(config: &Config, scale: f64) -> f64 {
    let (pipeline, format) = (pipeline(config), config.format);
    let frames = (4096 / pipeline.size).clamp(2, 256);
    let bits = |x: &Complex64| [format.from_f64(x.re), format.from_f64(x.im)];
    let (mut samples, mut wanted): (Vec<Sample>, Vec<Complex64>) = (vec![], vec![]);
    for frame in 0..frames {
        let x = points(pipeline.size, frame as u64 + 1);
        // What is transformed is what the format holds.
        let held = |x: &Complex64, level: f64| -> Sample { bits(&(x * level)) };
        let value = |s: &Sample, level: f64| Complex64::new(format.to_f64(s[0]), format.to_f64(s[1])) / level;
        // A spectrum whose points are no larger than samples.
        let level = if config.inverse { 1.0 / (2.0 * (config.size as f64).sqrt()) } else { 1.0 };
        match config.inverse {
            false => {
                let words: Vec<Sample> = x.iter().map(|x| held(x, level)).collect();
                let x: Vec<Complex64> = words.iter().map(|s| value(s, level)).collect();
                wanted.extend(packed(config.kind, &x).iter().map(|x| x * scale));
                samples.extend(words);
            }
            true => {
                let words: Vec<Sample> = packed(config.kind, &x).iter().map(|x| held(x, level / 2.0)).collect();
                wanted.extend(x.iter().map(|x| x * (scale * level / 2.0)));
                samples.extend(words);
            }
        }
    }
    let (found, output) = (Reference::new(&pipeline, format).run(&samples), pipeline.output_format(format));
    let found = found.iter().map(|s| Complex64::new(output.to_f64(s[0]), output.to_f64(s[1])));
    let power: f64 = wanted.iter().map(|x| x.norm_sqr()).sum();
    (found.zip(&wanted).map(|(x, y)| (x - y).norm_sqr()).sum::<f64>() / power).sqrt()
}

const KINDS: [(Kind, bool); 4] =
    [(Kind::Real, false), (Kind::Real, true), (Kind::RealPair, false), (Kind::RealPair, true)];

/// As numpy.fft.rfft and irfft have it, within one rounding or two more than the complex transform.
#[test]
fn floating_point_is_near_a_double_precision_transform() {
    for (kind, inverse) in KINDS {
        for size in [2, 4, 6, 8, 10, 12, 16, 30, 64, 128, 202] {
            let config = config(kind, inverse, size, 2, "fp32");
            let unit = 0.5f64.powi(24) * (size as f64).log2().max(1.0).sqrt();
            let found = error(&config, 1.0) / unit;
            println!("{} {found:.2} u sqrt(log2 N)", config.top_name());
            assert!(found <= if size == 202 { 2.2 } else { 1.3 }, "{}: {found}", config.top_name());
        }
    }
    for (kind, inverse) in [(Kind::RealPair, false), (Kind::RealPair, true)] {
        for size in [1, 3, 5, 15, 27] {
            let found = error(&config(kind, inverse, size, 1, "fp32"), 1.0);
            assert!(found <= 3.0 * 0.5f64.powi(24), "{size} {inverse}: {found:e}");
        }
    }
}

/// Every way to scale fixed point gives what it says.
#[test]
fn fixed_point_is_scaled_as_asked() {
    for (kind, inverse) in KINDS {
        for (size, scale, by) in [
            (64, Scale::Stage, 64.0),
            (64, Scale::None, 1.0),
            (24, Scale::Size, 24.0),
            (24, Scale::Root, 24f64.sqrt()),
            (10, Scale::Size, 10.0),
            (2, Scale::Root, 2f64.sqrt()),
        ] {
            let arithmetic = FixedOptions { scale: Some(scale.clone()), ..FixedOptions::default() };
            let config = Config { arithmetic, ..config(kind, inverse, size, 2, "q4.20") };
            // Unscaled, the inverse is N times what it is in floating point.
            let by = if inverse { size as f64 / by } else { 1.0 / by };
            let ratio = -20.0 * error(&config, by).log10();
            println!("{} {scale:?} {ratio:.1} dB", config.top_name());
            assert!(ratio > 85.0, "{} {scale:?}: {ratio:.1} dB", config.top_name());
        }
    }
    // A bit for each factor of two, the step's among them.
    let shifts =
        |config: &Config| pipeline(config).stages().map(|stage| stage.arithmetic.fixed().unwrap().shift).sum::<i32>();
    for size in [64, 256] {
        assert_eq!(1 << shifts(&config(Kind::Real, false, size, 2, "fixed16")), size);
    }
}

/// Full scale and the ends of the range: words between the stages hold whatever comes.
#[test]
fn words_between_stages_never_overflow() {
    for (kind, inverse) in KINDS {
        for size in [10, 16] {
            let config = config(kind, inverse, size, 2, "fixed8");
            let mut pipeline = pipeline(&config);
            let mut stages: Vec<_> = pipeline.stages_mut().collect();
            let (last, inner) = stages.split_last_mut().unwrap();
            assert!(inner.iter().all(|stage| stage.arithmetic.fixed().unwrap().fits), "{}", config.top_name());
            if let Some(numeric) = last.arithmetic.fixed_mut() {
                numeric.output = 63;
            }
            let mut noise = Noise::new(3);
            let samples: Vec<Sample> =
                (0..pipeline.size * 400).map(|_| [0; 2].map(|_: u64| 128 - noise.word() % 2)).collect();
            let transformed = Reference::new(&pipeline, config.format).transform(&samples);
            assert!(!transformed.overflow.contains(&true), "{}", config.top_name());
        }
    }
}

/// The netlist equals the reference in every bit, whatever the size, the width and the settings.
#[test]
fn netlists_equal_the_reference() {
    let verify = |config: Config, frames: usize| {
        let design = Design::new(config).unwrap();
        check(&design, frames, |_| {}).unwrap_or_else(|error| panic!("{} {error}", design.pipeline().plan()));
    };
    for (kind, inverse) in KINDS {
        for (size, width, precision) in
            [(2, 2, "fixed8"), (4, 4, "e4m3"), (14, 2, "e5m4"), (16, 2, "fixed12"), (20, 6, "e4m3"), (22, 4, "q4.8")]
        {
            verify(config(kind, inverse, size, width, precision), 7);
        }
        let base = config(kind, inverse, 32, 4, "e4m3");
        let orders = if inverse { [Order::Reversed, Order::Natural] } else { [Order::Natural, Order::Reversed] };
        verify(Config { interface: Interface::Native, least_memory: true, orders, ..base }, 7);
        for scale in [Scale::None, Scale::Root] {
            let arithmetic = FixedOptions { scale: Some(scale), ..FixedOptions::default() };
            verify(Config { arithmetic, ..config(kind, inverse, 24, 2, "fixed9") }, 7);
        }
    }
    let pairs = [(false, 1, 1), (true, 3, 1), (false, 5, 1), (true, 9, 2), (false, 15, 4)];
    for ((inverse, size, width), precision) in pairs.into_iter().zip(["e4m3", "fixed8"].into_iter().cycle()) {
        verify(config(Kind::RealPair, inverse, size, width, precision), 7);
    }
}

/// The inverse finds its elements in place in the last steps, whatever the size and the width.
#[test]
fn the_last_steps_of_the_inverse_have_delayed_feedback() {
    let found = |config: &Config| {
        let plans = Design::plans(config).unwrap();
        plans.into_iter().map(|plan| plan.pipeline).filter(|pipeline| pipeline.outline.feedback > 0).collect::<Vec<_>>()
    };
    for (size, width, steps) in [(32, 2, 4), (48, 4, 3), (72, 2, 4), (120, 4, 3)] {
        for kind in [Kind::Real, Kind::RealPair] {
            let (size, width) = (size / 2 * kind.share(), width / 2 * kind.share());
            let config = config(kind, true, size, width, "fixed10");
            let programs = found(&config);
            // As many steps as the beats of a frame have factors.
            let most = programs
                .iter()
                .map(|pipeline| pipeline.blocks.iter().filter(|block| block.has_feedback()).count())
                .max();
            assert_eq!(most, Some(steps), "{}", config.top_name());
            assert!(programs.iter().all(|pipeline| !pipeline
                .blocks
                .iter()
                .find(|block| block.stage().is_some())
                .is_some_and(Block::has_feedback)));
            for pipeline in &programs {
                // All steps but the first pass elements on in the order of the outputs.
                let fed_back = pipeline.blocks.iter().filter(|block| block.has_feedback()).filter_map(Block::stage);
                fed_back.for_each(|stage| assert_eq!(stage.layout, pipeline.output, "{}", pipeline.plan()));
            }
        }
    }
}

/// A real sample a cycle: the halves of a point pass one after the other, and the core takes a step in every second cycle.
#[test]
fn a_sample_a_cycle() {
    for inverse in [false, true] {
        for (size, precision) in [(2, "fixed8"), (4, "e4m3"), (10, "fixed9"), (16, "e5m4"), (64, "q4.8")] {
            let design = Design::new(config(Kind::Real, inverse, size, 1, precision)).unwrap();
            let measured = check(&design, 7, |_| {}).unwrap();
            assert_eq!((measured.latency, measured.interval), (2 * design.core_latency() + 3, size));
        }
    }
    for inverse in [false, true] {
        let config = config(Kind::Real, inverse, 12, 1, "fixed9").with_block_exponents();
        check(&Design::new(config).unwrap(), 7, |_| {}).unwrap();
    }
}

/// Whenever a frame comes, it takes the promised time; a wrong tlast raises its event once, and changes nothing.
#[test]
fn samples_one_by_one_at_any_distance() {
    for inverse in [false, true] {
        let design = Design::new(config(Kind::Real, inverse, 12, 1, "fixed8")).unwrap();
        let [entering, leaving] = design.streams();
        let samples = stimulus(&design.config.format, 6, 6, 9);
        let wanted = design.transform(&samples);
        let (mut simulator, mut noise) = (Simulator::new(&design.top), Noise::new(5));
        let mut pins = Pins::new(&design, &simulator);
        pins.reset(&mut simulator);
        let (mut now, mut received, mut entered, mut left) = (0, vec![], vec![], vec![]);
        let (mut events, mut wrong, mut stalls) = ([0; 2], [0; 2], false);
        let mut cycle = |beat: Option<&Beat>, accept: bool| {
            let cycle = pins.cycle(&mut simulator, beat, accept);
            now += 1;
            cycle.events.iter().zip(&mut events).for_each(|(event, count)| *count += usize::from(*event));
            if let Some((components, last)) = cycle.output {
                if received.len() % 12 == 0 {
                    left.push(now);
                }
                received.extend(components);
                assert_eq!(last, received.len() % 12 == 0);
            }
            (now, cycle.taken)
        };
        for round in 0..60 {
            // Then the sink pauses, and beats are marked at random.
            stalls |= round == 40;
            for (sent, components) in
                samples.as_flattened()[round % 6 * 12..][..12].chunks(entering.components).enumerate()
            {
                let end = sent + 1 == entering.beats;
                let flip = stalls && noise.one_in(3);
                wrong[usize::from(!end)] += usize::from(flip);
                let beat = Beat { components, first: sent == 0, last: end != flip };
                let at =
                    std::iter::repeat_with(|| cycle(Some(&beat), !(stalls && noise.one_in(3)))).find(|cycle| cycle.1);
                entered.extend(at.filter(|_| sent == 0).map(|(now, _)| now));
            }
            (0..if stalls { noise.word() % 5 } else { round as u64 }).for_each(|_| {
                cycle(None, true);
            });
        }
        (0..design.latency() + 12 * leaving.beats).for_each(|_| {
            cycle(None, true);
        });
        assert_eq!(received, wanted.as_flattened().repeat(10));
        let times: Vec<usize> = left.iter().zip(&entered).map(|(left, entered)| left - entered).collect();
        assert!(times[..38].iter().all(|&time| time == design.latency()), "{} {times:?}", design.latency());
        assert!(wrong[0] > 0 && wrong[1] > 0);
        assert_eq!(events, wrong);
    }
}

/// A reset in any cycle leaves a core that computes the next frames right.
#[test]
fn samples_one_by_one_after_any_reset() {
    for inverse in [false, true] {
        let design = Design::new(config(Kind::Real, inverse, 6, 1, "e4m3")).unwrap();
        let beats = design.streams()[0].beats;
        let samples = stimulus(&design.config.format, 3, 4, 5);
        let wanted = design.reference().transform(&samples);
        let mut bench = Bench::new(&design, &samples, &wanted);
        for cycles in 0..2 * design.interval() + design.latency() {
            for cycle in 0..cycles {
                let beat = Beat { components: &samples[0], first: cycle % beats == 0, last: false };
                bench.pins.cycle(&mut bench.simulator, Some(&beat), cycle % 7 != 3);
            }
            bench.run(Stalls::None, 0..2, &mut |_| {}).unwrap();
            bench.run(Stalls::Random, 2..4, &mut |_| {}).unwrap();
        }
        bench.result().unwrap();
    }
}

/// The same for more sizes and goals, with FFTGEN_GRID=full.
#[test]
fn more_netlists_equal_the_reference() {
    if std::env::var("FFTGEN_GRID").is_ok_and(|list| list == "full") {
        for (kind, inverse) in KINDS {
            for (size, width, precision) in [
                (48, 8, "fixed10"),
                (134, 2, "e5m6"),
                (120, 1, "fixed12"),
                (256, 2, "fixed16"),
                (1000, 4, "fixed12"),
                (90, 6, "e5m4"),
            ] {
                for goal in [Goal::Balanced, Goal::Latency, Goal::Area] {
                    let config = Config { goal, ..config(kind, inverse, size, width, precision) };
                    let design = Design::new(config).unwrap();
                    check(&design, 7, |_| {}).unwrap_or_else(|error| panic!("{} {error}", design.pipeline().plan()));
                }
            }
        }
    }
}
