//! Transforms of two in fixed point whose elements come side by side in one beat: sums, differences and quarter turns
//! are one operator, and which of two lanes takes which result is free. So a permuter behind them may find its words
//! in the lanes of its banks.

use super::schedule::Schedules;
use super::{Layout, Program, Stage};
use crate::plan::Kernel;

impl Stage {
    /// Whether this is such transforms, turned by -i in their second elements at most.
    pub fn is_crossing(&self) -> bool {
        let Stage { layout, members, turns, .. } = self;
        let plain = self.kernel == Kernel::direct(2) && self.split.is_none() && self.graph.counts().muls == 0;
        let whole = layout.lanes == 2 * self.shape.copies && self.shape.period == 1 && self.feedback.is_none();
        let in_order = || members.iter().flatten().eq(&layout.slots) && layout.slots.iter().all(Option::is_some);
        let turned = |(place, element): (usize, u32)| turns[element as usize] <= (place % 2) as u8;
        let turns = || turns.is_empty() || layout.slots.iter().flatten().copied().enumerate().all(turned);
        self.numeric.is_some() && plain && whole && in_order() && turns()
    }

    /// Where elements go out.
    fn leaving(&self) -> Layout {
        let mut layout = self.layout.clone();
        let beats = layout.slots.chunks_mut(layout.lanes).zip(&self.exchanges);
        beats.filter(|(_, exchanged)| **exchanged).for_each(|(beat, _)| beat.reverse());
        layout
    }
}

impl Program {
    /// Crossings of two lanes exchange their results, where that spares the permuter behind them a switch.
    pub fn exchange(&mut self, schedules: &Schedules) {
        for index in 0..self.stages.len() {
            let (stage, behind) = (&self.stages[index], &self.permuters[index + 1]);
            let Some(bank) = behind.banks.first().filter(|_| stage.is_crossing() && stage.layout.lanes == 2) else {
                continue;
            };
            if self.normalizers[index + 1].is_some() {
                continue;
            }
            let second = bank.source.iter().map(|lane| *lane == Some(1));
            let exchanges = second.cycle().take(stage.layout.beats).collect();
            let stage = Stage { exchanges, ..stage.clone() };
            let spared = self.permuter_from(index + 1, &stage.leaving(), schedules);
            let bits = stage.leaving_bits(0);
            if spared.latency <= behind.latency && spared.luts(bits) < behind.luts(bits) {
                self.stages[index] = stage;
                self.permuters[index + 1] = spared;
            }
        }
    }
}
