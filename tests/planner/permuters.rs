//! Rung 4: permuters. Netlists have every permutation, width and gap between frames at the least latency.

use crate::support::cases::cases;
use fftgen::blocks::permuter as netlist;
use fftgen::permute::{Addressing, Bank, LaneInput, MemoryKind, OutputLane, Permuter, PermuterRequest};
use fftgen::pipeline::Layout;
use fftgen::rtl::memories::Memories;
use fftgen::rtl::technology::ECP5;
use fftgen::sim::Simulator;
use proptest::prelude::*;

/// Bits of a component: an element's number, and its frame's.
const BITS: u32 = 12;

/// Simulates frames that start at `starts`, in cycles of a clock enable that is low now and then, and checks every output. Slots
/// without an element carry junk.
fn run(permuter: &Permuter, from: &Layout, to: &Layout, request: PermuterRequest, starts: &[usize]) {
    assert_eq!(permuter.collision(from, to, request.interval), None);
    // Registers at the end of a permuter change no output.
    let module = netlist(
        "dut",
        permuter,
        [BITS as usize, request.interval],
        permuter.latency % 2 == 1,
        &Memories::new("dut", &ECP5),
    );
    let mut sim = Simulator::new(&module);
    let port = |name: &str| sim.input(name).unwrap();
    let (ce, rst, start, data) = (port("ce")[0], port("rst")[0], port("in_start")[0], port("in_data"));
    let (out_start, out_data) = (sim.output("out_start").unwrap()[0], sim.output("out_data").unwrap());
    // Part of a frame, which a reset forgets.
    sim.set(ce, 1);
    sim.set(start, 1);
    for _ in 0..(3 * permuter.latency / 2) % (from.beats + 3) {
        sim.step();
        sim.set(start, 0);
    }
    sim.set(rst, 1);
    sim.step();
    sim.set(rst, 0);
    let frame_at = |cycle: usize, beats: usize| {
        let frame = starts.iter().rposition(|start| *start <= cycle)?;
        let beat = cycle - starts[frame];
        (beat < beats).then_some((frame, beat))
    };
    let end = starts.last().unwrap() + permuter.latency + to.beats;
    let mut cycle = 0;
    let mut stall = 0usize;
    while cycle < end {
        stall = (stall * 5 + 3) % 64;
        let enabled = stall % 7 != 3;
        sim.set(ce, u128::from(enabled));
        let entering = frame_at(cycle, from.beats);
        sim.set(start, u128::from(entering.is_some_and(|(_, beat)| beat == 0)));
        for lane in 0..from.lanes {
            let slot = entering.and_then(|(frame, beat)| Some((frame, from.slots[beat * from.lanes + lane]?)));
            let (frame, element) = slot.map_or((4000, 4000), |(frame, element)| (frame as u128 + 1, element.into()));
            sim.set(data[2 * lane], element);
            sim.set(data[2 * lane + 1], frame);
        }
        sim.settle();
        let leaving = cycle.checked_sub(permuter.latency).and_then(|cycle| frame_at(cycle, to.beats));
        let starts_now = leaving.is_some_and(|(_, beat)| beat == 0);
        assert_eq!(sim.get(out_start) == 1, starts_now, "start in cycle {cycle}, latency {}", permuter.latency);
        if let Some((frame, beat)) = leaving {
            for lane in 0..to.lanes {
                let got = (sim.get(out_data[2 * lane + 1]), sim.get(out_data[2 * lane]));
                let wanted = match to.slots[beat * to.lanes + lane] {
                    Some(element) if from.slots.contains(&Some(element)) => (frame as u128 + 1, element.into()),
                    None if !request.clear => continue,
                    _ => (0, 0),
                };
                assert_eq!(got, wanted, "frame {frame} beat {beat} lane {lane}");
            }
        }
        sim.step();
        cycle += usize::from(enabled);
    }
}

/// Frame starts with these gaps between frames.
fn starts(interval: usize, gaps: &[usize]) -> Vec<usize> {
    gaps.iter()
        .scan(0, |at, gap| {
            let start = *at;
            *at += interval + gap;
            Some(start)
        })
        .collect()
}

/// Computes the minimum latency L in cycles from its definition.
fn least_latency(from: &Layout, to: &Layout) -> usize {
    let place = |layout: &Layout, element: u32| layout.slots.iter().position(|e| *e == Some(element));
    let wait = |(slot, element): (usize, &Option<u32>)| {
        Some((place(from, (*element)?)? / from.lanes).saturating_sub(slot / to.lanes))
    };
    to.slots.iter().enumerate().filter_map(wait).max().unwrap_or(0)
}

/// Checks the bounds of every permuter: latency and memory.
fn keeps_bounds(permuter: &Permuter, from: &Layout, to: &Layout, request: PermuterRequest) {
    let least = least_latency(from, to);
    assert_eq!(permuter.min_latency, least);
    let beats = from.beats.max(to.beats);
    let lanes = from.lanes.max(to.lanes);
    // The register after the switch; and no bank of block RAM gives a word at once.
    let slowest = least.max(permuter.memory.read_cycles()) + 1;
    assert!((least..=slowest).contains(&permuter.latency), "latency {} for L {least}", permuter.latency);
    let words = permuter.words();
    if request.least_memory && from.lanes == to.lanes && from.beats == to.beats {
        let banks: usize = permuter.banks.iter().map(|bank| bank.words).sum();
        assert!(banks <= lanes * (least + 1), "{banks} words for L {least} on {lanes} lanes");
    } else if beats >= 32 && from.slots.len() == to.slots.len() && request.interval == beats {
        // What comes on many lanes and goes on few waits whatever L is.
        let come = |beat: usize| (from.lanes * (beat + 1)).min(from.slots.len());
        let gone = |beat: usize| (to.lanes * (beat + 1).saturating_sub(least)).min(to.slots.len());
        let waiting = (0..from.beats).map(|beat| come(beat).saturating_sub(gone(beat))).max().unwrap_or(0);
        let bound = (lanes * least).max(waiting);
        assert!(words * 100 <= bound * 135, "{words} words for L {least} on {lanes} lanes");
    }
}

fn stride(n: usize, by: usize) -> Vec<u32> {
    (0..n).map(|i| ((i % (n / by)) * by + i / (n / by)) as u32).collect()
}

fn request(interval: usize, clear: bool, least_memory: bool) -> PermuterRequest {
    PermuterRequest { interval, clear, least_memory, whole_frames: false, spare_cycles: false, registered_above: None }
}

#[test]
fn banks_with_output_registers_have_no_conflict() {
    for (lanes, frame, by) in [(1, 64, 8), (2, 64, 4), (4, 96, 12), (3, 90, 9)] {
        let from = Layout::packed(lanes, 0..frame as u32);
        let to = Layout::packed(lanes, stride(frame, by));
        let request = PermuterRequest { registered_above: Some(4), ..request(from.beats, true, false) };
        let permuter = Permuter::new(&from, &to, request);
        run(&permuter, &from, &to, request, &starts(from.beats, &[0, 1, 0, 5, 0, 0]));
    }
}

/// To pairs and back, frames back to back and with gaps.
fn mirrors_points(points: u32, lanes: usize) {
    let natural = Layout::packed(lanes, 0..points);
    let pairs = Layout::packed(lanes, (0..points).map(|k| if k % 2 == 0 { k / 2 } else { points - 1 - k / 2 }));
    for (from, to) in [(&natural, &pairs), (&pairs, &natural)] {
        for spare_cycles in [false, true] {
            let request = PermuterRequest { whole_frames: true, spare_cycles, ..request(from.beats, true, false) };
            let permuter = Permuter::new(from, to, request);
            let past =
                |output: &OutputLane| output.inputs.iter().any(|source| matches!(source, LaneInput::Delayed { .. }));
            assert_eq!(permuter.outputs.iter().any(past), !spare_cycles);
            let whole = |bank: &Bank| matches!(bank.addressing, Addressing::DoubleBuffer { .. });
            assert!(permuter.banks.iter().all(whole), "{:?}", permuter.memory);
            assert_eq!(permuter.min_latency, least_latency(from, to));
            run(&permuter, from, to, request, &starts(from.beats, &[0; 6]));
            run(&permuter, from, to, request, &starts(from.beats, &[0, 3, 0, 1, 0, 400, 0, 0]));
        }
    }
}

cases! {
    points_and_their_mirrors_meet_in_whole_frames(mirrors_points) {
        n512_w1: (512, 1),
        n384_w1: (384, 1),
        n1200_w2: (1200, 2),
        n1331_w3: (1331, 3),
    }
}

/// A write that takes another word, a read of another one, a bank whose words are too few, and frames that come too
/// early.
#[test]
fn collisions_are_found() {
    let from = Layout::packed(2, 0..96);
    let to = Layout::packed(2, stride(96, 8));
    let registered = PermuterRequest { registered_above: Some(4), ..request(48, true, false) };
    for request in [request(48, true, false), request(48, true, true), registered] {
        let permuter = Permuter::new(&from, &to, request);
        assert_eq!(permuter.collision(&from, &to, 48), None);
        assert!(permuter.collision(&to, &from, 48).is_some());
        let changed = |change: &dyn Fn(&mut Bank)| {
            let mut permuter = permuter.clone();
            change(&mut permuter.banks[0]);
            permuter.collision(&from, &to, 48)
        };
        let other = |read: bool| {
            changed(&|bank| match &mut bank.addressing {
                Addressing::Table { write, .. } if !read => write.high[0] ^= 1,
                Addressing::Table { read, .. } => read.high[0] ^= 1,
                Addressing::FreeList { order } | Addressing::DoubleBuffer { order } => order.high[0] ^= 1,
            })
        };
        assert!(other(false).is_some() && other(true).is_some());
        assert!(changed(&|bank| bank.words -= 1).is_some());
        assert!(Permuter { latency: permuter.latency - 1, ..permuter.clone() }.collision(&from, &to, 48).is_some());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_permutation_works_at_any_width_and_gap(
        (order, kept) in (1usize..90).prop_flat_map(|n| (Just((0..n as u32).collect::<Vec<_>>()).prop_shuffle(), 1..=n)),
        lanes_in in 1usize..10,
        lanes_out in 1usize..10,
        slack in 0usize..4,
        least_memory: bool,
        gaps in prop::collection::vec(0usize..5, 9),
    ) {
        let from = Layout::packed(lanes_in, 0..order.len() as u32);
        let to = Layout::packed(lanes_out, order.into_iter().take(kept));
        let request = request(from.beats.max(to.beats) + slack, true, least_memory);
        let permuter = Permuter::new(&from, &to, request);
        keeps_bounds(&permuter, &from, &to, request);
        run(&permuter, &from, &to, request, &starts(request.interval, &gaps));
        run(&permuter, &from, &to, request, &starts(request.interval, &[0; 30]));
    }

    #[test]
    fn least_memory_holds_its_bound_at_one_width(
        order in (1usize..200).prop_flat_map(|n| Just((0..n as u32).collect::<Vec<_>>()).prop_shuffle()),
        width in 1usize..9,
        gaps in prop::collection::vec(0usize..90, 9),
    ) {
        let (from, to) = (Layout::packed(width, 0..order.len() as u32), Layout::packed(width, order));
        let request = request(from.beats, false, true);
        let permuter = Permuter::new(&from, &to, request);
        keeps_bounds(&permuter, &from, &to, request);
        run(&permuter, &from, &to, request, &starts(request.interval, &gaps));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn blocks_are_permuted_each_within_itself(
        order in (2usize..40).prop_flat_map(|n| Just((0..n as u32).collect::<Vec<_>>()).prop_shuffle()),
        blocks in 2u32..6,
        least_memory: bool,
        gaps in prop::collection::vec(0usize..5, 7),
    ) {
        let size = order.len() as u32;
        for width in (1..=order.len()).filter(|w| order.len() % w == 0) {
            let from = Layout::packed(width, 0..size * blocks);
            let to = Layout::packed(width, (0..blocks).flat_map(|b| order.iter().map(move |e| e + b * size)));
            let request = request(from.beats, false, least_memory);
            let permuter = Permuter::new(&from, &to, request);
            prop_assert!(permuter.blocks >= blocks as usize && permuter.min_latency < order.len() / width);
            run(&permuter, &from, &to, request, &starts(from.beats, &gaps));
        }
    }
}

/// A few permutations of each size: strides, which transforms have, and one that is random.
fn orders(n: usize) -> Vec<Vec<u32>> {
    let strides = (2..n).filter(|by| n % by == 0 && (by * by <= 4 * n)).step_by(2).take(4);
    let mut random: Vec<u32> = (0..n as u32).collect();
    let mut state = n as u64;
    for at in (1..n).rev() {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        random.swap(at, (state >> 33) as usize % (at + 1));
    }
    strides.map(|by| stride(n, by)).chain([random]).collect()
}

fn stays_near_the_bound(n: usize) {
    for (width, order) in [1, 2, 4, 8].into_iter().flat_map(|w| orders(n).into_iter().map(move |o| (w, o))) {
        let (from, to) = (Layout::packed(width, 0..n as u32), Layout::packed(width, order));
        for least_memory in [false, true] {
            let request = request(from.beats, false, least_memory);
            let permuter = Permuter::new(&from, &to, request);
            let fixed = |bank: &Bank| matches!(bank.addressing, Addressing::Table { .. });
            println!(
                "{n} w{width}: L {} latency {} words {} bound {} luts {} block halves {} period {} {}",
                permuter.min_latency,
                permuter.latency,
                permuter.words(),
                width * permuter.min_latency,
                permuter.luts(32),
                permuter.half_blocks(32),
                permuter.phases,
                if permuter.banks.iter().all(fixed) { "" } else { "queue" }
            );
            keeps_bounds(&permuter, &from, &to, request);
            run(&permuter, &from, &to, request, &starts(request.interval, &[0, 1, 0, 3, 0, n, 0]));
        }
    }
}

cases! {
    /// Strides and a random order, at four widths.
    words_of_memory_stay_near_the_bound(stays_near_the_bound) {
        n64: (64),
        n88: (88),
        n96: (96),
        n192: (192),
        n256: (256),
        n1000: (1000),
        n1024: (1024),
    }
}

#[test]
fn strides_take_one_cycle_more_than_the_minimum() {
    for (n, by, width) in [(16, 4, 4), (64, 8, 8), (88, 8, 4), (192, 3, 8), (1024, 4, 4)] {
        let (from, to) = (Layout::packed(width, 0..n as u32), Layout::packed(width, stride(n, by)));
        let permuter = Permuter::new(&from, &to, request(n / width, false, false));
        assert_eq!(permuter.latency, least_latency(&from, &to) + 1, "{n} {by} {width}");
    }
}

/// One of the digits is the lane.
#[test]
fn exchange_of_two_digits_holds_nothing_but_what_has_to_wait() {
    let (from, to) = (Layout::packed(4, 0..16), Layout::packed(4, stride(16, 4)));
    let permuter = Permuter::new(&from, &to, request(4, false, false));
    assert!(permuter.banks.is_empty() && permuter.memory == MemoryKind::LutRam);
    assert_eq!((permuter.min_latency, permuter.words()), (3, 4 * 3));
}
