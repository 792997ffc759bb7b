//! Cores with a beat in some clock cycles only, whose operators serve several units of a beat.

use crate::support::cases::cases;
use crate::support::config::config;
use crate::support::reset::reset_sweep;
use fftgen::arch::Streaming;
use fftgen::formula::Kind;
use fftgen::number::{Datapath, FixedOptions, Scale};
use fftgen::parts::Reset;
use fftgen::rtl::retime::Profile;
use fftgen::runtime::Runtime;
use fftgen::verify::check;
use fftgen::{Config, Design};

/// Builds a streaming core at a pace, whether or not a planner would take it.
fn at_pace(config: &Config, pace: usize) -> Design {
    let plans = Design::plans(config).unwrap();
    let model = config.clone().chosen(&plans[0].pipeline).schedule_model();
    let paced = vec![plans[0].at_pace(pace, &model)];
    Design::of(config.clone(), Box::new(Streaming::new(paced).unwrap()))
}

/// Every bit equals the model at each pace, with stalls and without, and operators become fewer.
fn each_pace(config: Config) {
    let full_rate = at_pace(&config, 1);
    let [whole, most] = [&full_rate, &at_pace(&config, 4)].map(|design| design.units());
    assert!(most.multipliers < whole.multipliers, "{whole}, then {most}");
    for pace in 2..=4 {
        let design = at_pace(&config, pace);
        let measured = check(&design, 8, |_| ()).unwrap();
        assert_eq!(measured.interval, pace * full_rate.interval(), "pace {pace}");
        let input_cycles = design.pipeline().input_cycles();
        assert_eq!(design.core_latency(), full_rate.core_latency() + input_cycles, "pace {pace}");
        assert_eq!(measured.latency, pace * design.core_latency() + pace + 1, "pace {pace}");
        assert!(design.units().multipliers >= whole.multipliers.div_ceil(pace));
    }
}

cases! {
    every_bit_equals_the_model_at_each_pace(each_pace) {
        n64_w2_fp16: (config(64, 2, "fp16")),
        n20_w1_fp32: (config(20, 1, "fp32")),
        n64_w1_fixed16: (config(64, 1, "fixed16")),
        n16_w1_float: (Config { datapath: Some(Datapath::Float), ..config(16, 1, "bf16") }),
        n16_w1_first_block: (Config { datapath: Some(Datapath::Float), ..config(16, 1, "fp16") }),
        n15_w3_float: (Config { datapath: Some(Datapath::Float), ..config(15, 3, "fp16") }),
        n36_w4_bfp: (config(36, 4, "fixed12").with_block_exponents()),
        n20_w1_inverse: (Config { inverse: true, ..config(20, 1, "fixed10") }),
        n16x4_w2: (Config { shape: [16, 4].into(), ..config(64, 2, "fixed12") }),
        n32_w2_real: (Config { kind: Kind::Real, ..config(32, 2, "fixed12") }),
        n32_w1_directions: (Config { runtime: Runtime { direction: true, ..Runtime::default() }, ..config(32, 1, "fixed12") }),
        n64_w1_shifts: (Config {
            arithmetic: FixedOptions { scale: Some(Scale::Chosen), ..FixedOptions::default() },
            ..config(64, 1, "fixed10")
        }),
        n20_w4_resync: (Config { resync: true, tkeep: true, ..config(20, 4, "fixed12") }),
        n20_w4_no_reset: (Config { reset: Reset::None, ..config(20, 4, "fixed12") }),
        n12_w1_low: (Config { pipeline: Profile::Low.into(), ..config(64, 1, "fixed12") }),
    }
}

/// A real sample a clock cycle leaves two clock cycles to each beat.
#[test]
fn real_samples_one_by_one_have_half_of_the_multipliers() {
    let real = |width: usize| Design::new(Config { kind: Kind::Real, ..config(64, width, "fixed16") }).unwrap();
    let (one, two) = (real(1), real(2));
    check(&one, 8, |_| ()).unwrap();
    let halves = two.pipeline().stages().map(|stage| stage.units().multipliers.div_ceil(2)).sum::<usize>();
    assert_eq!(one.units().multipliers, halves);
}

/// A limit of DSP blocks that a core at full rate does not keep, where frames leave time.
#[test]
fn fewer_dsp_blocks_serve_at_a_slower_pace() {
    let limited = Config { max_dsp: Some(3), ..config(64, 8, "fixed16") };
    assert!(Design::plans(&limited).is_err());
    assert!(Design::new(Config { cycles: Some(16), ..limited.clone() }).is_err());
    let most = Config { max_dsp: Some(8), cycles: Some(32), ..limited };
    let design = Design::new(most.clone()).unwrap();
    assert!(design.pipeline().pace > 1 && Design::plans(&Config { cycles: None, ..most }).is_err());
    check(&design, 8, |_| ()).unwrap();
}

#[test]
fn a_reset_at_any_time_leaves_no_trace() {
    let design = at_pace(&config(20, 4, "fp16"), 3);
    reset_sweep(&design, (0..design.latency() + 2 * design.interval()).step_by(2));
}
