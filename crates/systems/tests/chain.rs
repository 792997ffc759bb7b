//! Chains: their netlists agree with their models bit for bit, and their models with the definition in double precision.

use fftgen_cores::verify::check;
use fftgen_cores::{Config, Interface};
use fftgen_maths::format::Format;
use fftgen_maths::formula::Kind;
use fftgen_systems::chain::Chain;

fn config(width: usize, precision: &str, kind: Kind) -> Config {
    Config { kind, ..Config::new(1, width, Format::parse(precision, false).unwrap()) }
}

/// Chains of every operation, at several widths.
const CHAINS: [(&str, usize, &str, Kind); 22] = [
    ("frame 16", 2, "fixed12", Kind::Complex),
    ("frame 16 hop 8 lanes 2", 2, "fixed12", Kind::Complex),
    ("frame 16 hop 4 lanes 2", 2, "fixed12", Kind::Complex),
    ("frame 12 hop 8 lanes 4", 4, "fixed12", Kind::Real),
    ("frame 16 hop 8", 1, "fixed12", Kind::Complex),
    ("frame 48 hop 16", 1, "fixed10", Kind::Real),
    ("frame 16 hop 2 lanes 2", 2, "fixed12", Kind::Complex),
    ("frame 16 | window hann", 1, "fixed16", Kind::Complex),
    ("frame 16 | window kaiser:8.6", 4, "fixed10", Kind::Real),
    ("fft 16 | power", 2, "fixed12", Kind::Complex),
    ("fft 16 | magnitude", 1, "fixed12", Kind::Complex),
    ("fft 12 | power | db", 1, "fixed12", Kind::Complex),
    ("rfft 32 | conjugate", 4, "fixed12", Kind::Real),
    ("frame 16 | alternate | fft | negate", 1, "fixed12", Kind::Complex),
    ("fft 16 | power fixed20 | average 4", 2, "fixed12", Kind::Complex),
    ("fft 12 | power | sum 3 | db q9.10", 1, "fixed8", Kind::Complex),
    ("fft 16 | power | max-hold 2", 4, "fixed8", Kind::Complex),
    ("frame 16 hop 8 | window hann | fft | power | min-hold 2 | convert fixed16", 1, "fixed8", Kind::Complex),
    ("ifft 16 | prefix 4", 1, "fixed12", Kind::Complex),
    ("frame 20 | crop 4..20 | fft", 2, "fixed12", Kind::Complex),
    ("fft 16 | times taps:0.5,0.25-0.5j,0.125j | ifft | crop 8..16", 2, "fixed16", Kind::Complex),
    ("pfb 16 taps 3 | rfft", 2, "fixed12", Kind::Real),
];

#[test]
fn netlists_are_their_models() {
    for (text, width, precision, kind) in CHAINS {
        for interface in [Interface::Axis, Interface::Native] {
            let config = Config { interface, ..config(width, precision, kind) };
            let chain = Chain::new(&config, text).unwrap_or_else(|error| panic!("{text}: {error}"));
            let design = chain.design();
            check(&design, 24, |_| ()).unwrap_or_else(|error| panic!("{text}, {interface:?}: {error}"));
        }
    }
}
