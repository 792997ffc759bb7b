//! Serial scheduling of repeated jobs: operators of a group process them one in each cycle.

use super::batch::Schedule;
use super::scheduler::Scheduler;
use super::serial_groups::{JobClasses, SerialGroup, SerialGroups};

impl<'a> Scheduler<'a> {
    /// Schedules repeated jobs serially. `None` where no jobs repeat.
    pub fn schedule_serially(&mut self) -> Option<Schedule> {
        let work = self.work.clone();
        let SerialGroups { classes, groups, shared } = work.serial_groups()?;
        // Shared jobs that depend on no group come first.
        let mut depends = vec![false; self.produced.len()];
        let mut early = shared.clone();
        for (number, job) in self.work.jobs.iter().enumerate() {
            let late = !shared[number] || job.operands.iter().any(|&(node, _)| depends[node]);
            early[number] &= !late;
            job.results.iter().for_each(|&node| depends[node] = late);
        }
        self.list(&early);
        let aligned =
            groups.iter().filter(|group| group.shares_operands).filter_map(|group| self.earliest_start(group)).max();
        for group in groups {
            let own = self.earliest_start(group)?;
            // The register that holds a shared operand takes a cycle.
            let start = if group.shares_operands { aligned.map_or(own, |at| at + 1).max(own) } else { own };
            let unit = self.open_unit(group.kind, start);
            for &(number, cycle) in &group.jobs {
                let mut operation = self.operation(number, start + cycle);
                if self.is_reversed(classes, number) {
                    operation.exchange();
                }
                self.assign_at(unit, number, operation, start + cycle);
            }
        }
        let late: Vec<bool> = shared.iter().zip(&early).map(|(shared, early)| *shared && !early).collect();
        self.list(&late);
        Some(self.finish())
    }

    /// Returns the earliest start of a group. `None` if an operand is not scheduled yet.
    fn earliest_start(&self, group: &SerialGroup) -> Option<usize> {
        let mut start = 0;
        for &(number, cycle) in &group.jobs {
            for &(node, _) in &self.work.jobs[number].operands {
                start = start.max(self.produced[node]?.1.saturating_sub(cycle));
            }
        }
        Some(start)
    }

    /// Whether an addition has to exchange its operands, so that it reads the lower class first.
    fn is_reversed(&self, classes: &JobClasses, number: usize) -> bool {
        let job = &self.work.jobs[number];
        self.is_exchangeable(number) && classes.node[job.operands[0].0] > classes.node[job.operands[1].0]
    }
}
