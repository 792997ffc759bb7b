//! Rules of rounding.

use super::{config, pipeline};
use crate::support::cases::cases;
use fftgen::format::{number, word, Rounding};
use fftgen::model::Model;
use fftgen::number::Scale;

/// On sums that no product disturbs.
fn rounds(rounding: Rounding) {
    let mut config = config(4, 1, "fixed8", Scale::Stage);
    config.arithmetic.rounding = Some(rounding);
    let pipeline = pipeline(&config);
    let model = Model::new(&pipeline, config.format);
    for level in -128..127i128 {
        let mut frame = [[0; 2]; 4];
        frame[0] = [word(level, 8), word(-level.clamp(-127, 127), 8)];
        let found = model.run(&frame);
        let wanted = [rounding.drop(level, 2), rounding.drop(-level.clamp(-127, 127), 2)];
        assert!(found.iter().all(|x| x.map(|part| i128::from(number(part, 8))) == wanted), "{level}");
    }
}

cases! {
    results_are_rounded_by_the_rule_that_is_asked_for(rounds) {
        convergent: (Rounding::Convergent),
        half_up: (Rounding::HalfUp),
        truncate: (Rounding::Truncate),
    }
}
