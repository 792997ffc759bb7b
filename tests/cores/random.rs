//! Random configurations.

use fftgen::format::Format;
use fftgen::protect::Protection;
use fftgen::rtl::retime::Profile;
use fftgen::schedule::Goal;
use fftgen::verify::check;
use fftgen::{Config, Design, Interface};
use proptest::prelude::*;

/// Configurations that are tried.
fn count() -> u32 {
    std::env::var("FFTGEN_CONFIGURATIONS").ok().and_then(|n| n.parse().ok()).unwrap_or(10)
}

fn formats() -> impl Strategy<Value = Format> {
    (3u32..=8, 2u32..=12, any::<bool>())
        .prop_map(|(e, m, subnormals)| Format::parse(&format!("e{e}m{m}"), subnormals).unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: count(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn netlist_equals_model_for_random_configurations(
        size in 1usize..200,
        lanes in 0.0f64..1.0,
        format in formats(),
        inverse in any::<bool>(),
        native in any::<bool>(),
        depth in 0usize..3,
        goal in 0usize..3,
        least_memory in any::<bool>(),
        protection in 0usize..3,
    ) {
        let width = 1 + (lanes * lanes * (size - 1).min(20) as f64) as usize;
        let config = Config {
            inverse,
            interface: if native { Interface::Native } else { Interface::Axis },
            pipeline: [Profile::Low, Profile::Mid, Profile::High][depth].into(),
            goal: [Goal::Latency, Goal::Area, Goal::Balanced][goal],
            least_memory,
            protection: [Protection::None, Protection::Parity, Protection::Ecc][protection],
            ..Config::new(size, width, format)
        };
        let design = Design::new(config).unwrap();
        let result = check(&design, 5, |_| {});
        prop_assert!(result.is_ok(), "{:?} {}", result, design.pipeline().spec.formula);
    }
}
