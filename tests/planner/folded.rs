//! Rung 4: folded cores. No beat of a step meets a bank twice, and no step reads a place before its result has been written.

use fftgen::arch::folded::{coprime_parts, BankMap, FoldedPlan, Places};
use fftgen::formula::prime_factors;
use std::collections::BTreeSet;

/// Most orders of the radices of a size.
const MAX_ORDERS: usize = 6;

/// Most banks.
const MAX_BANKS: usize = 64;

/// Returns some lists of radices of a size, in different orders: its primes, and all factors of one radix with the primes that are left.
fn radix_orders(size: usize) -> Vec<Vec<usize>> {
    let mut orders = BTreeSet::new();
    for radix in [size, 4, 8, 6, 3, 5] {
        let (mut radices, mut left) = (vec![], size);
        while left % radix == 0 && left > 1 {
            radices.push(radix);
            left /= radix;
        }
        radices.extend(prime_factors(left));
        orders.insert(radices.iter().rev().copied().collect());
        let middle = radices.len() / 2;
        radices.rotate_left(middle);
        orders.insert(radices);
    }
    orders.into_iter().take(MAX_ORDERS).collect()
}

/// Returns the greatest common divisor.
fn common_divisor(a: usize, b: usize) -> usize {
    (1..=a).rfind(|divisor| a % divisor == 0 && b % divisor == 0).unwrap()
}

/// Calls a check with all maps of all sizes to 256.
fn for_all_maps(check: impl Fn(&BankMap)) {
    for size in 2..=256 {
        for radices in radix_orders(size) {
            for banks in (1..=size.min(MAX_BANKS)).filter(|banks| size % banks == 0) {
                check(&BankMap::new(Places::new(radices.clone()), banks).unwrap());
            }
        }
    }
}

#[test]
fn each_place_has_a_word_of_its_own() {
    for_all_maps(|map| {
        let size = map.places().count();
        let words: BTreeSet<_> = (0..size).map(|place| (map.bank(place), map.address(place))).collect();
        assert_eq!(words.len(), size);
        assert!(words.iter().all(|(bank, address)| *bank < map.count() && *address < size / map.count()));
    });
}

#[test]
fn each_beat_meets_each_bank_once() {
    for_all_maps(|map| {
        for step in 0..map.places().radices().len() {
            let beats = map.beats(step);
            assert_eq!(beats.concat().into_iter().collect::<BTreeSet<_>>().len(), map.places().count());
            for beat in beats {
                let banks: BTreeSet<_> = beat.iter().map(|place| map.bank(*place)).collect();
                assert_eq!((banks.len(), beat.len()), (map.count(), map.count()), "{:?}", map.places());
            }
        }
    });
}

#[test]
fn consecutive_beats_have_whole_transforms() {
    for_all_maps(|map| {
        let places = map.places();
        for (step, &radix) in places.radices().iter().enumerate() {
            let beats = radix / common_divisor(radix, map.count());
            for batch in map.beats(step).chunks(beats) {
                let mut groups: Vec<usize> = batch
                    .concat()
                    .iter()
                    .map(|place| place - places.digit(*place, step) * places.weight(step))
                    .collect();
                groups.sort_unstable();
                assert!(groups.chunks(radix).all(|group| group.iter().all(|first| *first == group[0])), "{places:?}");
            }
        }
    });
}

fn checks_reads(map: &BankMap, rest: usize) {
    let places = map.places();
    let turnaround = 17;
    let plan = FoldedPlan::new(places.clone(), map.count(), vec![rest; places.radices().len()], turnaround).unwrap();
    let (mut written, mut start) = (vec![0; places.count()], 0);
    let mut read = |cycle: usize, lanes: &[usize], is_step: bool| {
        for &place in lanes {
            assert!(cycle >= written[place], "{places:?}, {} banks, rest {rest}", map.count());
            written[place] = cycle + if is_step { turnaround } else { 0 };
        }
    };
    for (step, radix) in places.radices().iter().enumerate() {
        let batch = radix / common_divisor(*radix, map.count());
        for (beat, lanes) in map.beats(step).iter().enumerate() {
            read(start + beat + beat / batch * rest, lanes, true);
        }
        start += plan.step_cycles(step) + plan.waits()[step];
    }
    assert_eq!(plan.compute_cycles(), start);
    let bins: Vec<usize> = (0..places.count()).map(|bin| places.of_bin(bin)).collect();
    bins.chunks(1).enumerate().for_each(|(beat, lanes)| read(start + beat, lanes, false));
}

#[test]
fn results_are_written_before_they_are_read() {
    for_all_maps(|map| [0, 5].into_iter().for_each(|rest| checks_reads(map, rest)));
}

#[test]
fn large_frames_hide_the_turnaround() {
    for radices in [vec![4; 5], vec![4, 4, 2, 4, 4], vec![4; 6], vec![3, 4, 4, 4, 4, 2], vec![5, 4, 4, 5]] {
        let plan = FoldedPlan::new(Places::new(radices.clone()), 1, vec![0; radices.len()], 30).unwrap();
        assert_eq!(plan.waits().iter().sum::<usize>(), 0, "{:?}", plan.radices());
    }
}

#[test]
fn samples_and_bins_of_parts_have_one_map() {
    for size in 2..=256 {
        for radices in radix_orders(size) {
            let places = Places::of_parts(&coprime_parts(&radices));
            let maps = [|places: &Places, n| places.of_sample(n), |places: &Places, n| places.of_bin(n)];
            let [samples, bins] = maps.map(|map| (0..size).map(|number| map(&places, number)).collect::<Vec<usize>>());
            for map in [&samples, &bins] {
                assert_eq!(map.iter().collect::<BTreeSet<_>>().len(), size, "{places:?}");
            }
            let one_step_each = places.parts().iter().all(|part| part.len() == 1);
            assert!(!one_step_each || samples == bins, "{places:?}");
            // A bin lies where the sample of its number came, if the frame takes the digits of each part in the other order.
            let steps: Vec<usize> = (0..places.radices().len()).collect();
            let digits = |place: usize| steps.iter().map(|step| places.digit(place, *step)).collect::<Vec<_>>();
            let is_mirrored = |number: usize| places.mirrored(&digits(samples[number])) == digits(bins[number]);
            assert!(!places.is_palindrome() || (0..size).all(is_mirrored), "{places:?}");
        }
    }
}
