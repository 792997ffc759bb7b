//! Permuters: every permutation, width and gap between frames, without a conflict, at the least latency.

use fftgen::stream::permuter::{Permuter, Source};
use fftgen::stream::Layout;
use proptest::prelude::*;

/// Runs frames that start at `starts` through the banks, read before write in each cycle, and
/// checks every output.
fn run(permuter: &Permuter, from: &Layout, to: &Layout, starts: &[usize]) {
    let mut memory: Vec<Vec<Option<(usize, u32)>>> = permuter.banks.iter().map(|b| vec![None; b.words]).collect();
    let delay = permuter.shift + usize::from(!permuter.banks.is_empty());
    // A block of a frame is to the banks what a frame is.
    let (beats_in, beats_out) = (permuter.beats_in * permuter.blocks, permuter.beats_out * permuter.blocks);
    let end = starts.last().unwrap() + delay + beats_out;
    let block = |frame: usize, beat: usize, beats: usize| {
        ((frame * permuter.blocks + beat / beats) % permuter.phases, beat % beats)
    };
    for cycle in 0..end {
        let beat = |delay: usize, beats: usize| {
            let frame = starts.iter().rposition(|start| start + delay <= cycle)?;
            let beat = cycle - starts[frame] - delay;
            (beat < beats).then_some((frame, beat))
        };
        if let Some((frame, beat)) = beat(delay, beats_out) {
            for (lane, row) in permuter.outputs.iter().enumerate() {
                let wanted = to.slots[beat * to.lanes + lane].filter(|e| from.slots.contains(&Some(*e)));
                let (phase, at) = block(frame, beat, permuter.beats_out);
                match row[at] {
                    Source::From(bank) if !permuter.banks.is_empty() => {
                        let address = permuter.banks[bank].read.word(phase, at) as usize;
                        assert_eq!(memory[bank][address], wanted.map(|e| (frame, e)), "frame {frame} beat {beat}");
                    }
                    Source::From(lane) => assert_eq!(from.slots[(beat + permuter.shift) * from.lanes + lane], wanted),
                    Source::Zero | Source::Any => assert_eq!(wanted, None),
                }
            }
        }
        if let Some((frame, beat)) = beat(0, beats_in) {
            let (phase, at) = block(frame, beat, permuter.beats_in);
            for (bank, words) in permuter.banks.iter().zip(&mut memory) {
                if let Source::From(lane) = bank.source[at] {
                    let address = bank.write.word(phase, at) as usize;
                    words[address] = Some((frame, from.slots[beat * from.lanes + lane].unwrap()));
                }
            }
        }
    }
}

fn starts(interval: usize, gaps: &[usize]) -> Vec<usize> {
    gaps.iter()
        .scan(0, |at, gap| {
            let start = *at;
            *at += interval + gap;
            Some(start)
        })
        .collect()
}

fn stride(n: usize, by: usize) -> Vec<u32> {
    (0..n).map(|i| ((i % (n / by)) * by + i / (n / by)) as u32).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_permutation_any_width_any_gap(
        (order, kept) in (1usize..90).prop_flat_map(|n| (Just((0..n as u32).collect::<Vec<_>>()).prop_shuffle(), 1..=n)),
        lanes_in in 1usize..10,
        lanes_out in 1usize..10,
        slack in 0usize..4,
        gaps in prop::collection::vec(0usize..5, 9),
    ) {
        let from = Layout::packed(lanes_in, 0..order.len() as u32);
        let to = Layout::packed(lanes_out, order.into_iter().take(kept));
        let interval = from.beats.max(to.beats) + slack;
        let permuter = Permuter::new(&from, &to, interval, true);
        run(&permuter, &from, &to, &starts(interval, &gaps));
        run(&permuter, &from, &to, &starts(interval, &[0; 30]));
        let least = (0..to.slots.len()).filter_map(|slot| {
            let element = to.slots[slot]? as usize;
            Some((element / lanes_in).saturating_sub(slot / lanes_out))
        });
        prop_assert_eq!(permuter.shift, least.max().unwrap());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn blocks_are_permuted_each_within_itself(
        order in (2usize..40).prop_flat_map(|n| Just((0..n as u32).collect::<Vec<_>>()).prop_shuffle()),
        blocks in 2u32..6,
        gaps in prop::collection::vec(0usize..5, 7),
    ) {
        let size = order.len() as u32;
        for width in (1..=order.len()).filter(|w| order.len() % w == 0) {
            let from = Layout::packed(width, 0..size * blocks);
            let to = Layout::packed(width, (0..blocks).flat_map(|b| order.iter().map(move |e| e + b * size)));
            let permuter = Permuter::new(&from, &to, from.beats, false);
            prop_assert!(permuter.blocks >= blocks as usize && permuter.shift < order.len() / width);
            run(&permuter, &from, &to, &starts(from.beats, &gaps));
        }
    }
}

#[test]
fn memory_of_stride_permutations() {
    // (size, stride, width) against the words that the bound w·L asks for, and 35 % more.
    for (n, by, width) in [(88, 8, 4), (192, 3, 8), (1024, 4, 4), (1024, 32, 8), (1000, 10, 4), (4096, 64, 1)] {
        let (from, to) = (Layout::packed(width, 0..n as u32), Layout::packed(width, stride(n, by)));
        let interval = n / width;
        let permuter = Permuter::new(&from, &to, interval, false);
        run(&permuter, &from, &to, &starts(interval, &[0, 1, 0, 3, 0, 0, 0]));
        let bound = width * permuter.shift;
        let tables: usize = permuter.banks.iter().map(|b| b.write.bits() + b.read.bits()).sum();
        println!(
            "{n} {by} w{width}: L {} words {} bound {bound} table bits {tables}",
            permuter.shift,
            permuter.words()
        );
        assert!(permuter.words() as f64 <= 1.35 * bound as f64, "{n} {by} {width}: {} words", permuter.words());
    }
}
