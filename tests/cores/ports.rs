//! What the ports promise: resets, wrong marks of frames, gaps between frames.

use crate::support::cases::cases;
use crate::support::config::config;
use crate::support::reset::reset_sweep;
use fftgen::arch::ports::Stall;
use fftgen::emit::{print, Verilog};
use fftgen::parts::Reset;
use fftgen::rng::Rng;
use fftgen::sim::Simulator;
use fftgen::verify::{stimulus, Beat, Pins};
use fftgen::{Config, Design, Interface};

fn reset_at_every_cycle(config: Config) {
    let design = Design::new(config).unwrap();
    reset_sweep(&design, 0..3 * design.interval() + design.latency());
}

cases! {
    frames_after_a_reset_at_any_cycle_are_right(reset_at_every_cycle) {
        n20_w4: (config(20, 4, "fp16")),
        n9_w2: (config(9, 2, "e5m4")),
        n64_w8: (config(64, 8, "e4m3")),
        // Without a shell a frame may begin in the first cycle.
        n64_w2_native: (Config { interface: Interface::Native, ..config(64, 2, "fixed8") }),
    }
}

#[test]
fn wrong_tlast_is_reported_and_harmless() {
    let design = Design::new(config(20, 4, "fp16")).unwrap();
    let samples = stimulus(&design.config.format, 20, 3, 9);
    let wanted = design.transform(&samples);
    let mut simulator = Simulator::new(&design.top);
    let mut pins = Pins::new(&design, &simulator);
    pins.reset(&mut simulator);
    // Frame 0 marks beat 2 and not beat 4; frame 1 is right; frame 2 marks both.
    let marks = [[2, 2], [4, 4], [1, 4]];
    let (mut sent, mut received, mut events) = (0, vec![], [0, 0]);
    for _ in 0..200 {
        let beat = (sent < 15).then(|| Beat {
            components: samples[sent * 4..][..4].as_flattened(),
            first: sent % 5 == 0,
            last: marks[sent / 5].contains(&(sent % 5)),
        });
        let cycle = pins.cycle(&mut simulator, beat.as_ref(), true);
        sent += usize::from(cycle.taken);
        cycle.events.iter().zip(&mut events).for_each(|(event, count)| *count += usize::from(*event));
        received.extend(cycle.output.into_iter().flat_map(|(components, _)| components));
    }
    assert_eq!(received, wanted.as_flattened());
    assert_eq!(events, [1, 2]);
}

/// Without state too, and without what else there is beside the data.
#[test]
fn native_cores_have_a_clock() {
    for (reset, stall) in [(Reset::Rst, Stall::Any), (Reset::Aresetn, Stall::None), (Reset::None, Stall::None)] {
        let design =
            Design::new(Config { interface: Interface::Native, reset, stall, ..config(1, 1, "fp16") }).unwrap();
        assert!(print(&Verilog, &design.top, "").contains("    input wire clk,\n"), "{}", design.name);
    }
}

/// Frames with gaps of every length to two frames, then of random lengths.
fn with_gaps(size: usize, width: usize) {
    let design = Design::new(config(size, width, "e5m4")).unwrap();
    let beats = design.interval();
    let samples = stimulus(&design.config.format, size, 1, 9);
    let wanted = design.transform(&samples);
    let mut simulator = Simulator::new(&design.top);
    let mut pins = Pins::new(&design, &simulator);
    pins.reset(&mut simulator);
    let (mut frames, mut received, mut noise) = (0, vec![], Rng::new(3));
    for gap in (0..2 * beats + 3).chain((0..40).map(|_| (noise.word() % (2 * beats as u64)) as usize)) {
        let mut sent = 0;
        while sent < beats {
            let components = samples[sent * width..size.min((sent + 1) * width)].as_flattened();
            let beat = Beat { components, first: sent == 0, last: sent + 1 == beats };
            let cycle = pins.cycle(&mut simulator, Some(&beat), true);
            sent += usize::from(cycle.taken);
            received.extend(cycle.output);
        }
        (0..gap).for_each(|_| received.extend(pins.cycle(&mut simulator, None, true).output));
        frames += 1;
    }
    (0..design.latency() + 2 * beats).for_each(|_| received.extend(pins.cycle(&mut simulator, None, true).output));
    assert_eq!(received.len(), frames * beats);
    for frame in received.chunks(beats) {
        let found: Vec<_> = frame.iter().flat_map(|(components, _)| components.clone()).collect();
        assert_eq!(found[..2 * wanted.len()], *wanted.as_flattened());
    }
}

cases! {
    /// Each complete frame comes out though nothing follows.
    frames_come_at_any_distance(with_gaps) {
        n20_w4: (20, 4),
        n15_w4: (15, 4),
        n12_w1: (12, 1),
        n16_w16: (16, 16),
    }
}
