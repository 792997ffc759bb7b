//! The overflow pulse.

use fftgen::model::Sample;
use fftgen::rng::Rng;
use fftgen::runtime::Mode;
use fftgen::sim::Simulator;
use fftgen::verify::{Beat, Cycle, Pins};
use fftgen::Design;

/// Passes frames of these kinds one at a time, so that each has its own pulses, to a sink that pauses at random. Panics where a
/// frame has a wrong bit, where a frame that overflows has no pulse or another one has, where the counter of a core that has one
/// is not the number of pulses, and where not some frames overflow and some do not.
pub fn overflow_cases(design: &Design, modes: &[Mode], samples: &[Sample]) {
    let wanted = design.transform_modes(modes, samples);
    assert!(wanted.overflow.contains(&true) && wanted.overflow.contains(&false), "{:?}", wanted.overflow);
    let mut simulator = Simulator::new(&design.top);
    let mut pins = Pins::new(design, &simulator);
    pins.reset(&mut simulator);
    let (mut noise, mut pulses, mut first) = (Rng::new(2), 0, 0);
    for (number, mode) in modes.iter().enumerate() {
        let frame = first..first + mode.size;
        let cycles = pass_alone(design, mode, &samples[frame.clone()], &mut simulator, &mut pins, &mut noise);
        let received = cycles.iter().flat_map(|cycle| &cycle.output).flat_map(|(components, _)| components);
        let received: Vec<u64> = received.copied().take(2 * mode.size).collect();
        let of = format!("frame {number} of {}, {} points, word {:x}", design.name, mode.size, mode.word);
        assert_eq!(received, wanted.samples[frame].as_flattened(), "{of}");
        let here = cycles.iter().filter(|cycle| cycle.overflow).count();
        assert_eq!(here > 0, wanted.overflow[number], "overflow in {of}");
        pulses += here as u128;
        if let Some(count) = simulator.output("overflow_count") {
            assert_eq!(simulator.get(count[0]), pulses, "overflow_count after {of}");
        }
        first += mode.size;
    }
}

/// Passes a frame through a core in which no other is under way.
fn pass_alone(
    design: &Design,
    mode: &Mode,
    points: &[Sample],
    simulator: &mut Simulator,
    pins: &mut Pins,
    noise: &mut Rng,
) -> Vec<Cycle> {
    let [input, _] = design.streams();
    let beats: Vec<&[u64]> = points.as_flattened().chunks(input.components).collect();
    let (mut sent, mut word) = (0, Some(mode.word));
    let mut step = || {
        let is_configured = word.is_none() || !pins.has_channel();
        let next = beats.get(sent).filter(|_| is_configured);
        let beat = next.map(|&components| Beat { components, first: sent == 0, last: sent + 1 == beats.len() });
        pins.configure(simulator, word);
        let cycle = pins.cycle(simulator, beat.as_ref(), noise.one_in(2));
        word = word.filter(|_| !cycle.configured);
        sent += usize::from(cycle.taken);
        cycle
    };
    (0..4 * (design.latency_of(mode) + beats.len()) + 40).map(|_| step()).collect()
}
