//! Counters of nets, for netlists that are not written as expressions.

use crate::rtl::{Module, Net};
use fftgen_hdl::dsl::{Builder, Reg, Sig};

/// [`Builder::count_down`].
pub fn count_down(m: &mut Module, name: &str, pulse: Net, from: Net) -> (Net, Net) {
    Builder::over(m, |m| nets(m.count_down(name, m.sig(pulse), m.sig(from))))
}

/// [`Builder::count`].
pub fn count(m: &mut Module, name: String, step: Net, values: usize) -> (Option<Net>, Net) {
    count_from(m, name, step, values, 0)
}

/// [`Builder::count_from`].
pub fn count_from(m: &mut Module, name: String, step: Net, values: usize, first: usize) -> (Option<Net>, Net) {
    Builder::over(m, |m| {
        let (count, wraps) = m.count_from(&name, m.sig(step), values, first);
        (count.map(Sig::net), wraps.net())
    })
}

/// [`Reg::step_on`].
pub fn step_on(m: &mut Module, count: Net, step: Net, values: usize) -> Net {
    Builder::over(m, |m| Reg::of(m.sig(count)).step_on(m.sig(step), values).net())
}

/// [`Reg::step_steadily`].
pub fn step_steadily(m: &mut Module, count: Net, step: Net, values: usize) -> Net {
    Builder::over(m, |m| Reg::of(m.sig(count)).step_steadily(m.sig(step), values).net())
}

/// [`Sig::all_at`].
pub fn all_at(m: &mut Module, step: Net, counts: &[(Net, usize)]) -> Net {
    Builder::over(m, |m| {
        let counts: Vec<(Sig, usize)> = counts.iter().map(|&(count, at)| (m.sig(count), at)).collect();
        m.sig(step).all_at(&counts).net()
    })
}

/// [`Sig::advance`].
pub fn advance(m: &mut Module, count: Net, step: Net, clear: Net) -> Net {
    Builder::over(m, |m| m.sig(count).advance(m.sig(step), m.sig(clear)).net())
}

/// [`Builder::count_to`].
pub fn count_to(m: &mut Module, name: String, step: Net, last: Net) -> (Net, Net) {
    Builder::over(m, |m| nets(m.count_to(&name, m.sig(step), m.sig(last))))
}

/// [`Sig::add_modulo`].
pub fn add_modulo(m: &mut Module, numbers: [Net; 2], order: usize) -> Net {
    Builder::over(m, |m| m.sig(numbers[0]).add_modulo(m.sig(numbers[1]), order).net())
}

/// [`Sig::add_below`].
pub fn add_below(m: &mut Module, numbers: [Net; 2], order: Net) -> Net {
    Builder::over(m, |m| m.sig(numbers[0]).add_below(m.sig(numbers[1]), m.sig(order)).net())
}

fn nets((count, bit): (Sig, Sig)) -> (Net, Net) {
    (count.net(), bit.net())
}
