//! The reset of a top module.

use crate::choice::Choice;
use crate::rtl::{Module, Net};
use fftgen_hdl::dsl::*;

/// The reset port of a core.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Reset {
    /// `rst`, synchronous, active high.
    #[default]
    Rst,
    /// `aresetn`, as in AXI: active low, but synchronous.
    Aresetn,
    /// No port: registers have their first values by configuration.
    None,
}

impl Choice for Reset {
    const WORDS: &'static [(&'static str, Self)] =
        &[("rst", Reset::Rst), ("aresetn", Reset::Aresetn), ("none", Reset::None)];
}

impl Reset {
    /// Adds the port to a module as its reset, and returns the reset, active high. A core without reset is built with
    /// `rst`, which is removed from the finished core ([`crate::rtl::without_reset`]).
    #[hdl]
    pub fn input(self, m: &Builder) -> Sig<'_> {
        let rst = match self {
            Reset::Rst | Reset::None => m.input("rst", 1),
            Reset::Aresetn => !m.input("aresetn", 1),
        };
        m.set_reset(rst);
        rst
    }

    /// [`Reset::input`], for netlists that are not written as expressions.
    pub fn port(self, m: &mut Module) -> Net {
        Builder::over(m, |m| self.input(m).net())
    }
}
