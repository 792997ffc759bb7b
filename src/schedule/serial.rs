//! Slices in series: where a graph repeats itself, as the outputs of a prime kernel do and the transforms of a
//! batch, the repetitions go through one set of operators cycle by cycle.
//!
//! Jobs that differ in their coefficients, signs and transform only are of one class. A class large enough has an
//! operator to itself, which takes its jobs in order, one a cycle; what feeds it does the same, so that hardly a
//! multiplexer is left. It takes a few operators more than the fewest. The jobs of small classes share operators.

use super::jobs::Job;
use super::list::Scheduler;
use super::serial_groups::{JobClasses, Key, SerialGroup, SerialGroups};
use super::work::Work;
use super::{Schedule, UnitKind};
use crate::kernel::Node;
use std::collections::{BTreeSet, HashMap};

impl<'a> Scheduler<'a> {
    /// Schedules in series what repeats itself; `None` where nothing does.
    pub fn schedule_serially(&mut self) -> Option<Schedule> {
        let work = self.work.clone();
        let SerialGroups { classes, groups, shared } = work.serial_groups()?;
        // Ahead of the gangs, what depends on none of them.
        let mut after = vec![false; self.produced.len()];
        let mut early = shared.clone();
        for (number, job) in self.work.jobs.iter().enumerate() {
            let late = !shared[number] || job.operands.iter().any(|&(node, _)| after[node]);
            early[number] &= !late;
            job.results.iter().for_each(|&node| after[node] = late);
        }
        self.list(&early);
        let aligned = groups.iter().filter(|group| group.shares).filter_map(|group| self.earliest(group)).max();
        for group in groups {
            let own = self.earliest(group)?;
            // A cycle for the register that holds a shared operand.
            let start = if group.shares { aligned.map_or(own, |at| at + 1).max(own) } else { own };
            let unit = self.open_unit(group.kind, start);
            for &(number, cycle) in &group.jobs {
                let mut operation = self.operation(number, start + cycle);
                if self.reversed(classes, number) {
                    operation.exchange();
                }
                self.assign_at(unit, number, operation, start + cycle);
            }
        }
        let late: Vec<bool> = shared.iter().zip(&early).map(|(shared, early)| *shared && !early).collect();
        self.list(&late);
        Some(self.finish())
    }

    /// Earliest start of a gang; `None` if an operand has no time yet.
    fn earliest(&self, group: &SerialGroup) -> Option<usize> {
        let mut start = 0;
        for &(number, cycle) in &group.jobs {
            for &(node, _) in &self.work.jobs[number].operands {
                start = start.max(self.produced[node]?.1.saturating_sub(cycle));
            }
        }
        Some(start)
    }

    /// Whether an addition reads the higher class first.
    fn reversed(&self, classes: &JobClasses, number: usize) -> bool {
        let job = &self.work.jobs[number];
        self.exchangeable(number) && classes.node[job.operands[0].0] > classes.node[job.operands[1].0]
    }
}

impl Work<'_> {
    /// What repeats itself. `None` without gangs, or if one does not fit.
    pub fn find_serial_groups(&self) -> Option<SerialGroups> {
        let classes = self.classes()?;
        let copies = self.problem.transforms;
        let jobs_by_class = classes.jobs_by_class();
        // Slices of a transform, and transforms that go through one set of operators.
        let slices = |class: &[usize]| class.len() / copies;
        let most = jobs_by_class.iter().map(|class| slices(class)).max()?;
        let together = (self.problem.period / most.clamp(1, self.problem.period)).clamp(1, copies);
        let busy = |class: &Vec<usize>| {
            let window = slices(class) * together;
            window <= self.problem.period && 2 * window >= self.problem.period
        };
        let serial = self.closed(&classes, jobs_by_class.iter().map(busy).collect());
        let mut groups = Vec::new();
        for class in jobs_by_class.iter().zip(&serial).filter(|(_, serial)| **serial).map(|(class, _)| class) {
            for first in (0..copies).step_by(together) {
                let of = |number: &&usize| (first..first + together).contains(&classes.copy[**number]);
                let jobs: Vec<usize> = class.iter().filter(of).copied().collect();
                groups.extend(self.group(&classes, &jobs, first, slices(class).max(1))?);
            }
        }
        let shared = classes.class.iter().map(|&class| !serial[class]).collect();
        (!groups.is_empty()).then_some(SerialGroups { classes, groups, shared })
    }

    /// These jobs of a class in series, those of transform `first` first, `own` of each transform. The outer option is
    /// empty if they do not fit in the window or two of them fall on one cycle, the inner one if there are none.
    fn group(&self, classes: &JobClasses, jobs: &[usize], first: usize, own: usize) -> Option<Option<SerialGroup>> {
        let cycle = |at: usize| {
            let copy = classes.copy[jobs[at]];
            let rank = jobs[..at].iter().filter(|&&number| classes.copy[number] == copy).count();
            (copy - first) * own + rank
        };
        let jobs: Vec<(usize, usize)> = (0..jobs.len()).map(|at| (jobs[at], cycle(at))).collect();
        if jobs.iter().any(|&(_, cycle)| cycle >= self.problem.period) {
            return None;
        }
        // Transforms may have different numbers of slices, where factors of some are trivial.
        let cycles: BTreeSet<usize> = jobs.iter().map(|&(_, cycle)| cycle).collect();
        if cycles.len() < jobs.len() {
            return None;
        }
        let kind = jobs.first().map(|&(number, _)| self.jobs[number].kind);
        Some(kind.map(|kind| SerialGroup { kind, jobs, shares: own > 1 && kind == UnitKind::Mul }))
    }

    /// The classes in series, and with them what stands between two of them.
    fn closed(&self, classes: &JobClasses, mut serial: Vec<bool>) -> Vec<bool> {
        loop {
            let mut behind = vec![false; self.value.len()];
            for (number, job) in self.jobs.iter().enumerate() {
                let late = serial[classes.class[number]] || job.operands.iter().any(|&(node, _)| behind[node]);
                job.results.iter().for_each(|&node| behind[node] = late);
            }
            let mut changed = false;
            let mut ahead = vec![false; self.value.len()];
            for (number, job) in self.jobs.iter().enumerate().rev() {
                let class = classes.class[number];
                let feeds = job.results.iter().any(|&node| ahead[node]);
                if feeds && !serial[class] && job.operands.iter().any(|&(node, _)| behind[node]) {
                    (serial[class], changed) = (true, true);
                }
                if feeds || serial[class] {
                    job.operands.iter().for_each(|&(node, _)| ahead[node] = true);
                }
            }
            if !changed {
                return serial;
            }
        }
    }

    fn classes(&self) -> Option<JobClasses> {
        let graph = self.problem.graph;
        let own = graph.inputs / self.problem.transforms.max(1);
        let mut node = vec![usize::MAX; graph.nodes.len()];
        let mut copies = vec![0; graph.nodes.len()];
        for (index, value) in graph.nodes.iter().enumerate() {
            if let Node::Input(i) = value {
                (node[index], copies[index]) = (i % own, i / own);
            }
        }
        let mut known: HashMap<Key, usize> = HashMap::new();
        // A pair makes values of two classes.
        let mut count = own;
        let (mut class, mut copy) = (vec![], vec![]);
        for Job { kind, operands, results, .. } in &self.jobs {
            let mut read: Vec<usize> = operands.iter().map(|&(id, _)| node[id]).collect();
            if *kind == UnitKind::Add {
                read.sort_unstable();
            }
            let number = *known.entry((*kind, read)).or_insert_with(|| {
                count += results.len();
                count - results.len()
            });
            let of = copies[operands[0].0];
            if operands.iter().any(|&(id, _)| copies[id] != of) {
                return None;
            }
            for (port, &id) in results.iter().enumerate() {
                (node[id], copies[id]) = (number + port, of);
            }
            class.push(number);
            copy.push(of);
        }
        Some(JobClasses { class, node, copy, count })
    }
}
