//! The reset of a top module.

use crate::choice::Choice;
use crate::rtl::{Module, Net};

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
    /// Adds the port to a module as its reset, and returns the reset, active high. A core without reset is built with `rst`, which is
    /// removed from the finished core ([`crate::rtl::without_reset`]).
    pub fn port(self, m: &mut Module) -> Net {
        let reset = match self {
            Reset::Rst | Reset::None => m.input("rst", 1),
            Reset::Aresetn => {
                let low = m.input("aresetn", 1);
                let reset = m.not(low);
                m.name(reset, "rst")
            }
        };
        m.set_reset(reset);
        reset
    }
}
