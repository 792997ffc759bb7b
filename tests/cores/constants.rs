//! Tables of factors, and constants by sums of shifted words.

use crate::support::cases::cases;
use crate::support::config::config;
use crate::support::verify::verify;
use fftgen::emit::{self, Verilog};
use fftgen::number::FixedOptions;
use fftgen::rtl::operators::MultiplierStyle;
use fftgen::schedule::UnitKind;
use fftgen::Config;

fn is_folded(config: Config) {
    let (design, _) = verify(config, 4);
    let verilog = emit::print(&Verilog, &design.core, "");
    assert!(verilog.contains(" angle;"), "{}: no table is folded", design.name);
}

fn inverse(config: Config) -> Config {
    Config { inverse: true, ..config }
}

cases! {
    /// Sums of both parts of a factor, parts in fixed point, parts in floating point.
    long_tables_of_twiddles_fold_to_an_eighth(is_folded) {
        n1024_fixed16: (config(1024, 1, "fixed16")),
        n1024_fixed16_inverse: (inverse(config(1024, 1, "fixed16"))),
        n1024_fixed32_inverse: (inverse(config(1024, 1, "fixed32"))),
        n2048_fixed8: (config(2048, 2, "fixed8")),
        n1024_fp16_least_memory: (Config { least_memory: true, ..config(1024, 1, "fp16") }),
        n1024_fp32_inverse: (inverse(config(1024, 1, "fp32"))),
    }
}

fn rotates_by_three_products(size: usize, width: usize, max_dsp: Option<usize>, precision: &str) {
    let (design, _) = verify(Config { max_dsp, ..config(size, width, precision) }, 6);
    let rotations: usize = design.pipeline().stages().map(|stage| stage.kernel.triples.len()).sum();
    assert!(rotations > 0, "{}: no rotation by three products", design.name);
}

cases! {
    /// In fixed point a table has sums of both parts of a factor, in block RAM, with a few words twice. In floating point there
    /// are three tables, because a sum that is rounded is no sum.
    long_tables_serve_rotations_by_three_products(rotates_by_three_products) {
        n256_w2_fixed16: (256, 2, None, "fixed16"),
        n384_w2_fixed12: (384, 2, None, "fixed12"),
        n512_w4_fixed18: (512, 4, None, "fixed18"),
        n512_w1_fixed10: (512, 1, None, "fixed10"),
        n1024_w2_fp32: (1024, 2, Some(40), "fp32"),
        n1024_w1_fp16: (1024, 1, Some(11), "fp16"),
    }
}

/// `products`: some products of kernels are sums; `eighths`: so are some eighths of a turn.
fn has_sums(config: Config, products: bool, eighths: bool) {
    let (design, _) = verify(config, 6);
    let is_by_sums = |kind| {
        design.pipeline().stages().any(|stage| {
            let units = &stage.kernel.schedule.units;
            stage.kernel.constant_multipliers.keys().any(|&unit| units[unit].kind == kind)
        })
    };
    assert_eq!([UnitKind::Mul, UnitKind::OctantRotate].map(is_by_sums), [products, eighths], "{}", design.name);
}

fn without_dsp_blocks(config: Config) -> Config {
    Config { multiplier: MultiplierStyle::Lut, ..config }
}

fn short_factors(config: Config) -> Config {
    Config { arithmetic: FixedOptions { twiddle_bits: Some(10), ..FixedOptions::default() }, ..config }
}

cases! {
    /// Constants become sums where multipliers are dear or the constants short, and not where they are long.
    constants_become_sums_where_these_are_cheaper(has_sums) {
        n60_fixed8: (config(60, 4, "fixed8"), true, false),
        n300_fixed21: (config(300, 2, "fixed21"), true, false),
        n36_without_dsp_blocks: (without_dsp_blocks(config(36, 4, "q2.20")), true, false),
        n256_without_dsp_blocks: (without_dsp_blocks(config(256, 2, "fixed16")), false, true),
        n256_few_dsp_blocks: (Config { max_dsp: Some(15), ..config(256, 2, "fixed16") }, false, true),
        n256_short_factors_inverse: (inverse(short_factors(config(256, 2, "fixed8"))), false, true),
        n256_fixed16: (config(256, 2, "fixed16"), false, false),
        n20_fixed16: (config(20, 4, "fixed16"), false, false),
    }
}
