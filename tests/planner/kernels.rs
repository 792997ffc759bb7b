//! Every kernel's graph equals the DFT, and costs what the literature says.

use crate::support::residues::{dft, field, noise};
use fftgen::exact::{Real, Root};
use fftgen::formula::rules::{bluestein, cooley_tukey, prime_factor, scaled};
use fftgen::formula::{Algorithm, Formula, Kernel};
use fftgen::kernel::{from_formula, Builder, Graph, Node, Wire};

/// Whether a graph is the transform times 1/by, modulo a prime.
fn is_dft(graph: &Graph, n: usize, by: i128) -> bool {
    let field = field(n);
    let x = noise(&field, n);
    let scale = field.residue(&Real::ratio(1, by));
    let wanted: Vec<u64> = dft(&field, &x, false).into_iter().flatten().map(|part| field.mul(part, scale)).collect();
    let found = graph.eval(&field, x.as_flattened(), &[], &[]);
    assert_eq!(field.unknown(), None);
    found == wanted
}

fn graph(formula: &Formula) -> Graph {
    let graph = from_formula(formula);
    assert!(is_dft(&graph, formula.size_in(), 1), "{formula}");
    graph
}

fn checked(formula: impl Into<Formula>) -> Graph {
    let formula = formula.into();
    let graph = graph(&formula);
    assert!(graph.constants.iter().all(|c| !c.is_negative() && c.log2_if_power_of_two().is_none()), "{formula}");
    graph
}

/// Real multiplications and additions.
fn cost(formula: impl Into<Formula>) -> (usize, usize) {
    let counts = checked(formula).counts();
    (counts.muls, counts.adds)
}

#[test]
fn winograd_kernels_cost_what_the_literature_says() {
    let costs = Kernel::WINOGRAD.map(|p| cost(Kernel::winograd(p)));
    assert_eq!(costs, [(2, 12), (8, 34), (16, 72), (40, 168), (40, 188)]);
    // Cycles at 5 for an addition, 4 for a multiplication, 1 for a power of two.
    let depths = Kernel::WINOGRAD.map(|p| checked(Kernel::winograd(p)).depth(5, 4, 1));
    assert_eq!(depths, [16, 26, 39, 54, 49]);
}

#[test]
fn symmetric_kernels_of_all_primes_to_61_cost_what_is_known() {
    assert_eq!(cost(Kernel::symmetric(3)), (2, 12));
    for p in (5..=61).filter(|p| (2..*p).all(|d| p % d > 0)) {
        let half = (p - 1) / 2;
        assert_eq!(cost(Kernel::symmetric(p)), (4 * half * half, 4 * half * half + 8 * half), "{p}");
    }
}

#[test]
fn shared_products_trade_multiplications_for_additions() {
    for p in (5..=61).filter(|p| (2..*p).all(|d| p % d > 0)) {
        let half = (p - 1) / 2;
        let shared = half * (half - 1);
        let (muls, adds) = cost(Kernel::symmetric(p));
        assert_eq!(cost(Kernel::shared_cosines(p)), (muls - shared - 2 * half, adds + shared), "{p}");
        assert_eq!(cost(Kernel::shared_products(p)), (muls - 2 * shared - 2 * half, adds + 2 * shared), "{p}");
    }
}

/// Halves take fewer products than the cosines' alone would leave, mostly for no more sums: one more where two points have halves.
#[test]
fn halves_take_fewer_products_than_shared_cosines() {
    let costs = [5, 7, 11, 13, 17].map(|p| cost(Kernel::halves(p)));
    assert_eq!(costs, [(10, 34), (22, 68), (60, 162), (82, 218), (126, 362)]);
    for p in (7..=61).filter(|p| (2..*p).all(|d| p % d > 0)) {
        let ((muls, adds), (most, sums)) = (cost(Kernel::halves(p)), cost(Kernel::shared_cosines(p)));
        assert!(muls < most && muls + adds <= most + sums, "{p}");
    }
}

#[test]
fn convolutions_take_fewer_products_than_symmetric_kernels() {
    let costs = [5, 7, 11, 13, 17].map(|p| cost(Kernel::rader(p)));
    assert_eq!(costs, [(10, 32), (20, 68), (68, 156), (60, 170), (170, 264)]);
    for p in (19..=61).filter(|p| (2..*p).all(|d| p % d > 0)) {
        let half = (p - 1) / 2;
        assert!(cost(Kernel::rader(p)).0 < 4 * half * half, "{p}");
    }
}

#[test]
fn fused_kernels_of_all_smooth_sizes_to_64_are_dfts() {
    for n in (2..=64).filter(|n| fftgen::formula::is_smooth(*n)) {
        checked(Kernel::fused(n));
    }
    // 20 = 4·5 by the prime-factor rule: no multiplications but those of four DFT5.
    assert_eq!(cost(Kernel::fused(20)), (64, 4 * 32 + 5 * 16));
}

#[test]
fn direct_kernels_cost_what_the_literature_says() {
    let costs = [1, 2, 4, 8, 16, 32].map(|n| cost(Kernel::direct(n)));
    assert_eq!(costs[..5], [(0, 0), (0, 4), (0, 16), (4, 52), (24, 144)]);
    assert_eq!(checked(Kernel::direct(4)).depth(5, 4, 1), 10);
}

#[test]
fn any_kernel_of_any_size_is_a_dft() {
    for n in 1..20 {
        checked(Kernel::direct(n));
        for (algorithm, ..) in Algorithm::NAMED.into_iter().filter(|row| row.0 != Algorithm::Accumulated) {
            checked(Kernel { radix: n, algorithm });
        }
        // Factors have signs and may be halves, and nothing is multiplied by zero or one.
        let constants = graph(&Kernel::accumulated(n).into()).constants;
        assert!(constants.iter().all(|c| !c.is_zero() && c.abs() != Real::one()), "{n}");
    }
}

#[test]
fn graphs_of_whole_formulas_are_dfts() {
    let [w3, w5] = [3, 5].map(Kernel::winograd);
    let [d4, d8] = [4, 8].map(Kernel::direct);
    assert_eq!(cost(cooley_tukey(w3, w3)), (28, 80));
    assert_eq!(cost(prime_factor(d4, w5).unwrap()), (32, 216));
    assert_eq!(cost(prime_factor(w3, w5).unwrap()), (34, 162));
    checked(prime_factor(cooley_tukey(d4, d8), w3).unwrap());
    checked(bluestein(7, Kernel::direct(16)).unwrap());
    let halved = from_formula(&scaled(prime_factor(d4, w3).unwrap(), 12));
    assert!(is_dft(&halved, 12, 12));
}

#[test]
fn no_kernel_negates_or_reads_ahead() {
    for kernel in Kernel::WINOGRAD.map(Kernel::winograd).into_iter().chain([2, 4, 8, 16].map(Kernel::direct)) {
        let graph = checked(kernel);
        assert_eq!(graph.counts().negs, 0, "{kernel}");
        for (i, node) in graph.nodes.iter().enumerate() {
            assert!(node.operands().all(|id| id.index() < i));
        }
    }
}

#[test]
fn the_builder_shares_and_folds() {
    let mut b = Builder::new();
    let (x, y) = (b.input(), b.input());
    assert_eq!(b.sub(x, y), -b.sub(y, x));
    assert_eq!(b.add(-x, -y), -b.add(y, x));
    assert_eq!(b.sub(x, x), Wire::Zero);
    let half = b.mul(x, &Real::ratio(-1, 2));
    assert_eq!(b.mul(half, &Real::from(-2)), x);
    let third = Real::ratio(1, 3);
    assert_eq!(b.mul(x, &-&third), -b.mul(x, &third));
    let graph = b.finish(&[half, -half]);
    assert_eq!(graph.nodes[2], Node::Scale(graph.outputs[1], -1).map(|_| fftgen::kernel::NodeId(0)));
    let field = field(1);
    assert_eq!(graph.eval(&field, &[6], &[], &[]), [field.neg(3), 3]);
}

#[test]
fn sums_are_balanced() {
    let mut b = Builder::new();
    let inputs: Vec<Wire> = (0..13).map(|_| b.input()).collect();
    let sum = b.sum(&inputs);
    assert_eq!(b.finish(&[sum]).depth(1, 1, 1), 4);
}

#[test]
fn products_by_table_and_by_constant_agree() {
    let mut b = Builder::new();
    let x = b.complex_input();
    let root = Root::new(1, 8).value();
    let y = b.complex_mul(x, &root);
    let z = b.complex_mul_table(x, 0, 1);
    let graph = b.finish(&[y.re, y.im, z.re, z.im]);
    let field = field(8);
    let out = graph.eval(&field, &[3, 7], &field.pair(&root), &[]);
    assert_eq!(out[..2], out[2..]);
    assert_eq!((graph.counts().muls, graph.counts().adds), (6, 4));
}
