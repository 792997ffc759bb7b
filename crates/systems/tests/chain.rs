//! Chains: their netlists agree with their models bit for bit, and their models with the definition in double precision.

use fftgen_cores::verify::check;
use fftgen_cores::{Config, Interface};
use fftgen_maths::format::Format;
use fftgen_systems::chain::Chain;

fn config(width: usize, precision: &str) -> Config {
    Config::new(1, width, Format::parse(precision, false).unwrap())
}

/// Chains of every operation, at several widths.
const CHAINS: [(&str, usize, &str); 22] = [
    ("frame 16", 2, "fixed12"),
    ("frame 16 hop 8 lanes 2", 2, "fixed12"),
    ("frame 16 hop 4 lanes 2", 2, "fixed12"),
    ("real | frame 12 hop 8 lanes 4", 4, "fixed12"),
    ("frame 16 hop 8", 1, "fixed12"),
    ("real | frame 48 hop 16", 1, "fixed10"),
    ("frame 16 hop 2 lanes 2", 2, "fixed12"),
    ("frame 16 | window hann", 1, "fixed16"),
    ("real | frame 16 | window kaiser:8.6", 4, "fixed10"),
    ("fft 16 | power", 2, "fixed12"),
    ("fft 16 | magnitude", 1, "fixed12"),
    ("fft 12 | power | db", 1, "fixed12"),
    ("real | rfft 32 | conjugate", 4, "fixed12"),
    ("frame 16 | alternate | fft | negate", 1, "fixed12"),
    ("fft 16 | power fixed20 | average 4", 2, "fixed12"),
    ("fft 12 | power | sum 3 | db q9.10", 1, "fixed8"),
    ("fft 16 | power | max-hold 2", 4, "fixed8"),
    ("frame 16 hop 8 | window hann | fft | power | min-hold 2 | convert fixed16", 1, "fixed8"),
    ("ifft 16 | prefix 4", 1, "fixed12"),
    ("frame 20 | crop 4..20 | fft", 2, "fixed12"),
    ("fft 16 | times taps:0.5,0.25-0.5j,0.125j | ifft | crop 8..16", 2, "fixed16"),
    ("real | pfb 16 taps 3 | rfft", 2, "fixed12"),
];

#[test]
fn netlists_are_their_models() {
    for (text, width, precision) in CHAINS {
        for interface in [Interface::Axis, Interface::Native] {
            let config = Config { interface, ..config(width, precision) };
            let chain = Chain::new(&config, text).unwrap_or_else(|error| panic!("{text}: {error}"));
            let design = chain.design();
            check(&design, 24, |_| ()).unwrap_or_else(|error| panic!("{text}, {interface:?}: {error}"));
        }
    }
}
