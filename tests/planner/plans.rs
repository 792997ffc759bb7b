//! Every plan equals the DFT matrix, as a formula and as steps.

use crate::support::residues::{dft, field, noise};
use fftgen::exact::Field;
use fftgen::formula::rules::{bluestein, cooley_tukey, in_place, inverse, prime_factor, scaled};
use fftgen::formula::{values, Diag, Factor, Formula, Kernel, Steps};
use insta::assert_snapshot;

/// Kernels of a size: a power of two to 16, or a prime.
fn kernel(n: usize) -> Option<Kernel> {
    let prime = n > 2 && (2..n).all(|d| n % d > 0);
    match n {
        1 | 2 | 4 | 8 | 16 => Some(Kernel::direct(n)),
        _ if Kernel::WINOGRAD.contains(&n) => Some(Kernel::winograd(n)),
        _ => prime.then(|| Kernel::symmetric(n)),
    }
}

/// Every breakdown of size n: a kernel, or either rule over every breakdown of every pair of factors.
fn plans(n: usize) -> Vec<Formula> {
    let mut all: Vec<Formula> = kernel(n).into_iter().map(Formula::from).collect();
    for (a, b) in (2..n).filter(|a| n % a == 0).map(|a| (a, n / a)) {
        for (dft_a, dft_b) in plans(a).iter().flat_map(|x| plans(b).into_iter().map(move |y| (x.clone(), y))) {
            all.push(cooley_tukey(dft_a.clone(), dft_b.clone()));
            all.extend(prime_factor(dft_a, dft_b));
        }
    }
    all
}

/// Steps modulo a prime: kernels by the definition, elements in place.
fn run(field: &Field, steps: &Steps, x: &[[u64; 2]]) -> Vec<[u64; 2]> {
    let mut memory = vec![[0; 2]; steps.elements];
    let multiply = |memory: &mut [[u64; 2]], factors: &Option<Vec<Factor>>| {
        for (value, factor) in memory.iter_mut().zip(values(factors.as_deref().unwrap_or_default())) {
            *value = field.add_product([0; 2], *value, field.pair(&factor));
        }
    };
    steps.source.iter().zip(x).for_each(|(&element, &x)| memory[element] = x);
    multiply(&mut memory, &steps.scale);
    for step in &steps.steps {
        multiply(&mut memory, &step.before);
        let mut seen = vec![false; steps.elements];
        for group in &step.groups {
            assert_eq!(group.len(), step.kernel.radix);
            assert!(group.iter().all(|&element| !std::mem::replace(&mut seen[element], true)), "groups overlap");
            let y = dft(field, &group.iter().map(|&element| memory[element]).collect::<Vec<_>>(), false);
            group.iter().zip(y).for_each(|(&element, y)| memory[element] = y);
        }
        multiply(&mut memory, &step.after);
    }
    steps.sink.iter().map(|&element| memory[element]).collect()
}

/// Holds a plan, as a formula and as steps, to its results modulo a prime.
fn check_transform(plan: &Formula, field: &Field, x: &[[u64; 2]], expected: &[[u64; 2]]) {
    assert_eq!(plan.apply(field, x), expected, "{plan}");
    assert_eq!(run(field, &Steps::new(plan), x), expected, "steps of {plan}");
    assert_eq!(field.unknown(), None);
}

fn check(plan: &Formula) {
    let field = field(plan.size_in());
    let x = noise(&field, plan.size_in());
    check_transform(plan, &field, &x, &dft(&field, &x, false));
}

#[test]
fn every_plan_up_to_64_is_the_dft() {
    let count: usize = (1..=64).map(|n| plans(n).iter().map(check).count()).sum();
    assert_eq!(count, 1489);
}

#[test]
fn large_plans_are_the_dft() {
    let two = |sizes: &[usize]| {
        let kernels = sizes.iter().map(|&n| Formula::from(Kernel::direct(n)));
        kernels.rev().reduce(|rest, first| cooley_tukey(first, rest)).unwrap()
    };
    check(&prime_factor(two(&[4, 8]), Kernel::winograd(3)).unwrap());
    check(&prime_factor(Kernel::winograd(3), two(&[8, 8])).unwrap());
    check(&prime_factor(prime_factor(two(&[4, 2]), Kernel::winograd(11)).unwrap(), Kernel::winograd(7)).unwrap());
    check(&two(&[4, 4, 4, 4, 4]));
    check(&two(&[2, 8, 16, 4, 2]));
    check(&cooley_tukey(Kernel::symmetric(17), Kernel::symmetric(61)));
}

#[test]
fn bluestein_is_the_dft_alone_and_inside_a_plan() {
    let m32 = || cooley_tukey(Kernel::direct(4), Kernel::direct(8));
    for n in 1..=16 {
        check(&bluestein(n, m32()).unwrap());
    }
    check(&bluestein(17, prime_factor(Kernel::direct(8), Kernel::winograd(5)).unwrap()).unwrap());
    check(&cooley_tukey(Kernel::direct(4), bluestein(13, m32()).unwrap()));
    check(&cooley_tukey(bluestein(13, m32()).unwrap(), Kernel::direct(4)));
    check(&prime_factor(bluestein(11, m32()).unwrap(), bluestein(9, m32()).unwrap()).unwrap());
    check(&bluestein(251, cooley_tukey(m32(), Kernel::direct(16))).unwrap());
}

#[test]
fn the_inverse_divides_by_the_size() {
    for plan in [1, 2, 12, 20].into_iter().flat_map(plans) {
        let n = plan.size_in();
        let field = field(n);
        let x = noise(&field, n);
        check_transform(&scaled(inverse(plan), n), &field, &dft(&field, &x, false), &x);
    }
}

#[test]
fn a_formula_without_kernels_has_no_steps() {
    let steps = Steps::new(&Formula::Identity(1));
    assert_eq!((steps.elements, steps.steps.len()), (1, 0));
    check(&Formula::Identity(1));
    let (half, field) = (scaled(Formula::Identity(3), 2), field(3));
    assert_eq!(run(&field, &Steps::new(&half), &noise(&field, 3)), half.apply(&field, &noise(&field, 3)));
}

#[test]
fn parts_of_coprime_sizes_have_one_order_on_both_sides() {
    let kernels = |radices: &[usize]| radices.iter().filter_map(|radix| kernel(*radix)).collect::<Vec<Kernel>>();
    let lists: [&[&[usize]]; 8] = [
        &[&[4], &[5]],
        &[&[5], &[4]],
        &[&[8, 8], &[3]],
        &[&[2, 4, 2], &[3, 3], &[5]],
        &[&[3, 3, 3], &[8, 4]],
        &[&[7], &[5], &[3], &[2]],
        &[&[11, 11], &[4, 4]],
        &[&[5, 5], &[3, 3], &[8]],
    ];
    for parts in lists {
        check(&in_place(&parts.iter().map(|radices| kernels(radices)).collect::<Vec<_>>()));
    }
    let one = in_place(&[kernels(&[4, 2, 4])]);
    assert_eq!(one, cooley_tukey(Kernel::direct(4), cooley_tukey(Kernel::direct(2), Kernel::direct(4))));
}

#[test]
fn prime_factor_plans_have_no_factors() {
    let steps = Steps::new(&prime_factor(Kernel::direct(4), Kernel::winograd(5)).unwrap());
    assert!(steps.steps.iter().all(|step| step.before.is_none() && step.after.is_none()));
    assert_eq!(prime_factor(Kernel::direct(4), Kernel::symmetric(6)), None);
}

#[test]
fn products_of_twiddles_stay_roots() {
    let plan = cooley_tukey(cooley_tukey(Kernel::direct(4), Kernel::direct(4)), Kernel::winograd(3));
    for factors in Steps::new(&plan).steps.into_iter().filter_map(|step| step.after) {
        assert!(factors.iter().all(|factor| matches!(factor, Factor::Root(_))));
    }
    let product =
        Formula::product([Diag::Chirp(3).into(), Diag::Twiddle { n: 1, m: 3, power: 1 }.into(), Diag::Chirp(3).into()]);
    assert_eq!(Steps::new(&product).scale.unwrap()[1], Factor::root(1, 3));
}

#[test]
fn plans_print_as_algebra() {
    let dft4 = || Kernel::direct(4);
    assert_snapshot!(cooley_tukey(dft4(), Kernel::symmetric(5)), @"L(20,4)·(I4⊗S5)·T(20,5)·(DFT4⊗I5)");
    assert_snapshot!(prime_factor(dft4(), Kernel::winograd(5)).unwrap(), @"CRT(4,5)·(DFT4⊗W5)·RUR(4,5)");
    assert_snapshot!(prime_factor(cooley_tukey(dft4(), Kernel::direct(8)), Kernel::winograd(3)).unwrap(), @"CRT(32,3)·((L(32,4)·(I4⊗DFT8)·T(32,8)·(DFT4⊗I8))⊗W3)·RUR(32,3)");
    assert_snapshot!(cooley_tukey(dft4(), cooley_tukey(dft4(), dft4())), @"L(64,4)·(I4⊗(L(16,4)·(I4⊗DFT4)·T(16,4)·(DFT4⊗I4)))·T(64,16)·(DFT4⊗I16)");
    assert_snapshot!(bluestein(17, cooley_tukey(dft4(), Kernel::direct(16))).unwrap(), @"CHIRP(17)·TAKE(64,17)·REV(64)·L(64,4)·(I4⊗DFT16)·T(64,16)·(DFT4⊗I16)·SPEC(17,64)·L(64,4)·(I4⊗DFT16)·T(64,16)·(DFT4⊗I16)·PAD(17,64)·CHIRP(17)");
    assert_snapshot!(scaled(inverse(Kernel::direct(8)), 8), @"1/8·REV(8)·DFT8");
}
