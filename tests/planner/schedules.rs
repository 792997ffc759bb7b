//! Rung 4: orders of transforms, and the search for better schedules.

use crate::support::cases::cases;
use crate::support::config::config;
use fftgen::formula::rules::cooley_tukey;
use fftgen::formula::{Direction, Formula, Kernel, Kind, Order};
use fftgen::pipeline::order::DigitSums;
use fftgen::pipeline::{Padding, Pipeline, PipelineSpec, Shape};
use fftgen::schedule::{Schedule, ScheduleCache};
use fftgen::{Config, Design};

/// A formula at a width, without feedback.
fn spec(formula: Formula, width: usize) -> PipelineSpec {
    PipelineSpec {
        shape: formula.size_in().into(),
        formula,
        kind: Kind::Complex,
        feedback: 0,
        separate_octant_stage: true,
        width,
        padding: Padding::Frame,
        orders: [Order::Natural; 2],
        halvings: 0,
        direction: Direction::Forward,
        support: None,
    }
}

/// All orders of so many digits.
fn orders(count: usize) -> Vec<Vec<usize>> {
    (0..count).fold(vec![vec![]], |orders, digit| {
        let place = |order: &Vec<usize>| {
            let order = order.clone();
            (0..=order.len()).map(move |at| [&order[..at], &[digit], &order[at..]].concat()).collect::<Vec<_>>()
        };
        orders.iter().flat_map(place).collect()
    })
}

/// The digits of each number, the first of which changes slowest.
fn digits(radices: &[usize]) -> Vec<Vec<usize>> {
    let count: usize = radices.iter().product();
    let of = |number: usize| {
        let low = |digit: usize| radices[digit + 1..].iter().product::<usize>();
        (0..radices.len()).map(|digit| number / low(digit) % radices[digit]).collect()
    };
    (0..count).map(of).collect()
}

#[test]
fn sums_of_digits_are_the_beats_of_elements() {
    for (radices, lanes) in
        [(vec![2, 2, 2, 2], 1), (vec![2, 2, 2, 2], 2), (vec![2, 4, 2, 2], 4), (vec![3, 2, 5], 1), (vec![4, 3, 4], 2)]
    {
        let elements = digits(&radices);
        let shape = |own: usize| match own > lanes {
            true => Shape { lanes, period: own / lanes, copies: 1, batches: elements.len() / own },
            false => Shape { lanes, period: 1, copies: lanes / own, batches: elements.len() / lanes },
        };
        let beats = |order: &Vec<usize>| -> Vec<Option<u32>> {
            let number = |digits: &Vec<usize>| order.iter().fold(0, |n, &digit| n * radices[digit] + digits[digit]);
            elements.iter().map(|digits| Some((number(digits) / lanes) as u32)).collect()
        };
        let columns: Vec<Vec<u32>> =
            (0..radices.len()).map(|digit| elements.iter().map(|digits| digits[digit] as u32).collect()).collect();
        let mut known: Vec<(Vec<Option<u32>>, DigitSums)> = vec![];
        for order in orders(radices.len()) {
            let own = radices[*order.last().unwrap()];
            let whole = own % lanes == 0 || lanes % own == 0;
            let sums = DigitSums::from_order(&order, &radices, shape(own)).filter(|_| whole);
            let found = DigitSums::from_beats(&beats(&order), &columns, &radices);
            if let Some(sums) = sums {
                assert_eq!(Some(&sums), found.as_ref(), "{order:?} of {radices:?}");
                known.push((beats(&order), sums));
            }
        }
        assert!(known.len() >= 4, "{radices:?}, {lanes}");
        for (here, sums) in &known {
            for (there, others) in &known {
                let waits = here.iter().zip(there).map(|(here, there)| here.unwrap().saturating_sub(there.unwrap()));
                assert_eq!(sums.max_delay(others), waits.max().unwrap());
            }
        }
    }
}

/// Transforms of five between others of even sizes begin within a beat of two points. There places of elements are compared.
#[test]
fn large_frames_are_planned_where_digits_do_not_tell() {
    let schedules = ScheduleCache::new(config(2500, 2, "fp16").schedule_model());
    let formula = cooley_tukey(Kernel::fused(10), cooley_tukey(Kernel::symmetric(5), Kernel::fused(50)));
    let pipeline = Pipeline::new(&spec(formula, 2), &schedules);
    assert_eq!((pipeline.interval, pipeline.stages().count(), pipeline.blocks.len()), (1250, 3, 7));
    assert!(pipeline.latency() >= pipeline.min_latency());
}

#[test]
fn beats_in_an_order_of_no_digits_are_no_sums() {
    let columns = vec![vec![0, 0, 1, 1], vec![0, 1, 0, 1]];
    assert!(DigitSums::from_beats(&[0, 1, 3, 2].map(Some), &columns, &[2, 2]).is_none());
    assert!(DigitSums::from_beats(&[0, 2, 1, 3].map(Some), &columns, &[2, 2]).is_some());
    assert!(DigitSums::from_beats(&[Some(0), Some(2), None, Some(3)], &columns, &[2, 2]).is_none());
}

fn is_better_when_searched(kernel: Kernel, width: usize) {
    let schedule_model = config(kernel.radix, width, "fp32").schedule_model();
    let spec = spec(Formula::from(kernel), width);
    let schedule = |searches: usize| {
        let schedules = ScheduleCache::new(schedule_model);
        let mut pipeline = Pipeline::new(&spec, &schedules);
        (0..searches).for_each(|_| pipeline.search(&schedules));
        let schedule = pipeline.stages().next().unwrap().kernel.schedule.clone();
        schedule
    };
    let score =
        |schedule: &Schedule| schedule_model.goal.score(schedule.area(&schedule_model.costs), schedule.latency, width);
    let (plain, searched) = (schedule(0), schedule(1));
    assert!(score(&searched) < score(&plain));
    assert!(searched.multipliers() <= plain.multipliers());
    assert_eq!(searched, schedule(1));
    assert_eq!(searched, schedule(2));
}

cases! {
    search_is_worth_it_and_the_same_each_time(is_better_when_searched) {
        shared_cosines_of_7: (Kernel::shared_cosines(7), 2),
        rader_13: (Kernel::rader(13), 2),
        direct_16: (Kernel::direct(16), 2),
    }
}

fn keeps_to_budget(size: usize, width: usize, max_dsp: usize) {
    let config = Config { max_dsp: Some(max_dsp), ..config(size, width, "fp32") };
    let best = &Design::plans(&config).unwrap()[0];
    assert!(best.cost.blocks <= max_dsp, "{} blocks", best.cost.blocks);
}

cases! {
    search_keeps_to_a_budget_of_dsp_blocks(keeps_to_budget) {
        n28_w2: (28, 2, 14),
        n64_w2: (64, 2, 20),
        n88_w2: (88, 2, 26),
    }
}
