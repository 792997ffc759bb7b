//! A number in use, and the one that a commit brings into use.

use super::setting::Setting;
use fftgen_hdl::dsl::*;

/// A number that registers change, in the module of its operation.
pub struct Scalar<'m> {
    switch: Sig<'m>,
    next: Sig<'m>,
    first: i64,
}

impl<'m> Scalar<'m> {
    /// Adds the inputs: the number in the registers, and with the start of a frame whether the frame is the first one
    /// that has it.
    pub fn new(m: &'m Builder, setting: &Setting) -> Self {
        let [switch, next] = [("switch", 1), ("setting", setting.bits)].map(|(name, bits)| m.input(name, bits));
        Scalar { switch, next, first: setting.words[0] }
    }

    /// The number of each frame, some clock cycles after the frame has begun.
    #[hdl]
    pub fn after(&self, cycles: usize) -> Sig<'m> {
        // No further commit takes effect meanwhile.
        let switches = Pulse::new(self.switch, cycles.max(1)).later(cycles).now().untimed();
        let setting_in_use = self.switch.builder().state(self.next.width(), self.first as u128);
        setting_in_use.next_if(switches, self.next);
        switches.mux(self.next, *setting_in_use)
    }
}
