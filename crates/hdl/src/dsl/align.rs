//! Alignment: signals of several cycles in one of them.

use super::{Builder, Sig};
use crate::rtl::{Module, Net, Op};

/// Delays all signals until the cycle of the latest one. Returns their nets and that cycle.
#[track_caller]
pub(super) fn aligned(signals: &[Sig]) -> (Vec<Net>, Option<i32>) {
    let latest = signals.iter().filter_map(|signal| signal.cycle).max();
    let nets = signals.iter().map(|signal| latest.map_or(signal.net, |cycle| signal.until(cycle).net));
    (nets.collect(), latest)
}

impl Builder {
    /// Delays a net. Equal delays are one. The delay stands where there are the fewer bits: before inverters and wires
    /// whose sources are narrower than they are.
    pub(super) fn delayed(&self, net: Net, cycles: u32) -> Net {
        if let Some(late) = self.delays.borrow().get(&(net, cycles)) {
            return *late;
        }
        let late = match self.widening(net) {
            Some(Op::Not(of)) => {
                let of = self.delayed(of, cycles);
                self.with(|m| m.not(of))
            }
            Some(Op::Concat(parts)) => {
                let parts: Vec<Net> = parts.iter().map(|part| self.delayed(*part, cycles)).collect();
                self.with(|m| m.concat(&parts))
            }
            _ => self.with(|m| m.delay(net, cycles)),
        };
        self.delays.borrow_mut().insert((net, cycles), late);
        late
    }

    /// The operation of an inverter or of wires that have more bits than their sources.
    fn widening(&self, net: Net) -> Option<Op> {
        self.with(|m| {
            let op = m.nets[net.index()].op.clone();
            let mut sources = vec![];
            sources_of(m, net, &mut sources);
            let bits: u32 = sources.iter().map(|net| m.width(*net)).sum();
            (matches!(op, Op::Not(_) | Op::Concat(_)) && bits < m.width(net)).then_some(op)
        })
    }
}

/// Lists the distinct nets that wires and inverters are made of.
fn sources_of(m: &Module, net: Net, sources: &mut Vec<Net>) {
    match &m.nets[net.index()].op {
        Op::Not(of) => sources_of(m, *of, sources),
        Op::Concat(parts) => parts.iter().for_each(|part| sources_of(m, *part, sources)),
        _ if sources.contains(&net) => {}
        _ => sources.push(net),
    }
}
