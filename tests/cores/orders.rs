//! Orders of points on either side of a core.

use crate::support::cases::cases;
use crate::support::config::config;
use crate::support::verify::verify;
use fftgen::formula::{default_kernel, prime_factors, Order};
use fftgen::model::Sample;
use fftgen::number::Datapath;
use fftgen::rtl::{Module, Op};
use fftgen::verify::stimulus;
use fftgen::{Config, Design};

/// Orders of the input and of the output, not both natural.
const REVERSED: [[Order; 2]; 3] =
    [[Order::Natural, Order::Reversed], [Order::Reversed, Order::Natural], [Order::Reversed; 2]];

fn in_any_order(size: usize, width: usize) {
    let precision = if size < 100 { "fixed9" } else { "e6m9" };
    for least_memory in [false, true] {
        for (number, orders) in REVERSED.into_iter().enumerate() {
            verify(Config { orders, least_memory, inverse: number == 1, ..config(size, width, precision) }, 4);
        }
    }
}

cases! {
    netlist_equals_model_in_any_order(in_any_order) {
        n16_w1: (16, 1),
        n30_w4: (30, 4),
        n64_w2: (64, 2),
        n64_w4: (64, 4),
        n96_w2: (96, 2),
        n101_w3: (101, 3),
        n240_w8: (240, 8),
        n512_w1: (512, 1),
    }
}

/// Of a plan whose operators each round, whatever its steps are. Compares values: the sign of zero may differ.
fn keeps_spectrum(size: usize, width: usize) {
    let plain = Config {
        kernels: Some(prime_factors(size).into_iter().map(default_kernel).collect()),
        datapath: Some(Datapath::Float),
        ..config(size, width, "e6m9")
    };
    let format = plain.format;
    let design = |orders| Design::new(Config { orders, ..plain.clone() }).unwrap();
    let natural = stimulus(&format, size, 1, 7);
    let wanted = design([Order::Natural; 2]).transform(&natural);
    let points = Order::Reversed.points(size.into());
    let place = |order: Order, samples: &[Sample]| match order {
        Order::Natural => samples.to_vec(),
        Order::Reversed => points.iter().map(|&point| samples[point]).collect(),
    };
    let values = |samples: &[Sample]| samples.iter().flatten().map(|&x| format.to_f64(x)).collect::<Vec<_>>();
    for orders in REVERSED {
        let result = design(orders).transform(&place(orders[0], &natural));
        assert_eq!(values(&result), values(&place(orders[1], &wanted)), "{orders:?}");
    }
}

cases! {
    reversed_order_keeps_spectrum(keeps_spectrum) {
        n16_w1: (16, 1),
        n30_w4: (30, 4),
        n64_w2: (64, 2),
        n64_w4: (64, 4),
        n96_w2: (96, 2),
        n240_w8: (240, 8),
        n512_w1: (512, 1),
    }
}

/// Bits of the tables of a module and of those inside it.
fn table_bits(module: &Module) -> usize {
    let table = |op: &Op, width: u32| if let Op::Rom { table, .. } = op { table.len() * width as usize } else { 0 };
    let own: usize = module.nets.iter().map(|net| table(&net.op, net.width)).sum();
    own + module.instances.iter().map(|instance| table_bits(&instance.module)).sum::<usize>()
}

/// Steps in the opposite order have the same factors, in an order that counters make.
#[test]
fn tables_for_points_in_reversed_order_are_as_short_as_for_natural_ones() {
    let cores = [(1024, 1, "fixed16"), (4096, 8, "fixed16"), (1200, 2, "fixed12"), (1024, 2, "e6m9")];
    for (size, width, precision) in cores {
        let [natural, reversed] = [[Order::Natural, Order::Reversed], [Order::Reversed, Order::Natural]]
            .map(|orders| table_bits(&Design::new(Config { orders, ..config(size, width, precision) }).unwrap().core));
        assert!(10 * reversed <= 13 * natural, "{size} at {width}: {reversed} bits for {natural}");
    }
}
