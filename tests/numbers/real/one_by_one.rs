//! A real sample a cycle: the halves of a point pass one after the other, and the core takes a step in every second cycle.

use super::config;
use crate::support::cases::cases;
use crate::support::reset::reset_sweep;
use crate::support::verify::verify;
use fftgen::formula::Kind;
use fftgen::rng::Rng;
use fftgen::sim::Simulator;
use fftgen::verify::{stimulus, Beat, Pins};
use fftgen::Design;

fn takes_two_cycles_a_step(size: usize, precision: &str) {
    for inverse in [false, true] {
        let (design, measured) = verify(config(Kind::Real, inverse, size, 1, precision), 7);
        assert_eq!((measured.latency, measured.interval), (2 * design.core_latency() + 3, size));
    }
}

cases! {
    core_of_a_sample_a_cycle_takes_two_cycles_a_step(takes_two_cycles_a_step) {
        n2: (2, "fixed8"),
        n4: (4, "e4m3"),
        n10: (10, "fixed9"),
        n16: (16, "e5m4"),
        n64: (64, "q4.8"),
    }
}

#[test]
fn block_floating_point_equals_the_reference() {
    for inverse in [false, true] {
        verify(config(Kind::Real, inverse, 12, 1, "fixed9").with_block_exponents(), 7);
    }
}

/// A wrong `tlast` raises its event once, and changes nothing.
fn at_any_distance(inverse: bool) {
    let design = Design::new(config(Kind::Real, inverse, 12, 1, "fixed8")).unwrap();
    let [entering, leaving] = design.streams();
    let samples = stimulus(&design.config.format, 6, 6, 9);
    let wanted = design.transform(&samples);
    let (mut simulator, mut noise) = (Simulator::new(&design.top), Rng::new(5));
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
        for (sent, components) in samples.as_flattened()[round % 6 * 12..][..12].chunks(entering.components).enumerate()
        {
            let end = sent + 1 == entering.beats;
            let flip = stalls && noise.one_in(3);
            wrong[usize::from(!end)] += usize::from(flip);
            let beat = Beat { components, first: sent == 0, last: end != flip };
            let at = std::iter::repeat_with(|| cycle(Some(&beat), !(stalls && noise.one_in(3)))).find(|cycle| cycle.1);
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

cases! {
    frames_take_the_promised_time_at_any_distance(at_any_distance) {
        forward: (false),
        inverse: (true),
    }
}

fn reset_at_every_cycle(inverse: bool) {
    let design = Design::new(config(Kind::Real, inverse, 6, 1, "e4m3")).unwrap();
    reset_sweep(&design, 0..2 * design.interval() + design.latency());
}

cases! {
    frames_after_a_reset_at_any_cycle_are_right(reset_at_every_cycle) {
        forward: (false),
        inverse: (true),
    }
}
