//! Kernels of every algorithm.

use crate::support::cases::cases;
use crate::support::config::config;
use crate::support::verify::verify;
use fftgen::formula::Kernel;
use fftgen::Config;

/// Algorithms for primes that Winograd's kernels serve, beside the symmetric one.
const PRIME_KERNELS: [fn(usize) -> Kernel; 5] =
    [Kernel::winograd, Kernel::rader, Kernel::shared_cosines, Kernel::shared_products, Kernel::halves];

fn of_kernel(kernel: Kernel, width: usize, precision: &str, frames: usize) {
    verify(Config { kernels: Some(vec![kernel]), ..config(kernel.radix, width, precision) }, frames);
}

fn as_one_graph(size: usize, width: usize) {
    of_kernel(Kernel::fused(size), width, "e5m4", 5);
}

cases! {
    transform_as_one_graph_equals_the_model(as_one_graph) {
        n6_w1: (6, 1),
        n9_w2: (9, 2),
        n12_w5: (12, 5),
        n20_w2: (20, 2),
        n22_w4: (22, 4),
        n30_w30: (30, 30),
        n48_w5: (48, 5),
        n63_w8: (63, 8),
    }
}

fn symmetric(prime: usize) {
    of_kernel(Kernel::symmetric(prime), 1 + prime % 5.min(prime - 1), "bf16", 4);
}

cases! {
    symmetric_kernel_of_every_prime_equals_the_model(symmetric) {
        n3: (3),
        n5: (5),
        n7: (7),
        n11: (11),
        n13: (13),
        n17: (17),
        n19: (19),
        n23: (23),
        n29: (29),
        n31: (31),
        n37: (37),
        n41: (41),
        n43: (43),
        n47: (47),
        n53: (53),
        n59: (59),
        n61: (61),
    }
}

fn by_every_algorithm(prime: usize) {
    assert!(Kernel::WINOGRAD.contains(&prime));
    for kernel in PRIME_KERNELS {
        for width in [1, 2, prime] {
            of_kernel(kernel(prime), width, "fp16", 4);
        }
        of_kernel(kernel(prime), 2, "fixed12", 6);
    }
}

cases! {
    /// One lane, two, and a lane for each point; in fixed point two.
    every_algorithm_for_small_primes_equals_the_model(by_every_algorithm) {
        n3: (3),
        n5: (5),
        n7: (7),
        n11: (11),
        n13: (13),
    }
}
