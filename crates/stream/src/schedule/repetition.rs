//! Repeated jobs: a graph repeats itself in the outputs of a prime kernel and in the transforms of a batch.
//!
//! Jobs that differ in their coefficients, signs and transform only are of one class. A large class has operators of
//! its own. These process its jobs in order, one in each cycle, as do the operators before them, so that hardly any
//! multiplexer remains. This takes a few operators more than necessary. The jobs of small classes share operators.

use super::jobs::Job;
use super::serial_groups::{ClassKey, JobClasses, SerialGroup, SerialGroups};
use super::unit::UnitKind;
use super::work::Work;
use crate::kernel::Node;
use std::collections::{BTreeSet, HashMap};

impl Work<'_> {
    /// Finds the groups of repeated jobs. `None` if there are none, or if one does not fit its window.
    pub fn find_serial_groups(&self) -> Option<SerialGroups> {
        let classes = self.classes()?;
        let transforms = self.problem.transforms;
        let jobs_by_class = classes.jobs_by_class();
        // Jobs of a class in each transform, and transforms that one operator processes.
        let repetitions = |class: &[usize]| class.len() / transforms;
        let max = jobs_by_class.iter().map(|class| repetitions(class)).max()?;
        let together = (self.problem.period / max.clamp(1, self.problem.period)).clamp(1, transforms);
        let is_large = |class: &Vec<usize>| {
            let window = repetitions(class) * together;
            window <= self.problem.period && 2 * window >= self.problem.period
        };
        let serial = self.closure(&classes, jobs_by_class.iter().map(is_large).collect());
        let mut groups = Vec::new();
        for class in jobs_by_class.iter().zip(&serial).filter(|(_, serial)| **serial).map(|(class, _)| class) {
            for first in (0..transforms).step_by(together) {
                let is_own = |number: &&usize| (first..first + together).contains(&classes.transform[**number]);
                let jobs: Vec<usize> = class.iter().filter(is_own).copied().collect();
                groups.extend(self.group(&classes, &jobs, first, repetitions(class).max(1))?);
            }
        }
        let shared = classes.class.iter().map(|&class| !serial[class]).collect();
        (!groups.is_empty()).then_some(SerialGroups { classes, groups, shared })
    }

    /// Groups jobs of a class, with `own` jobs of each transform, beginning with transform `first`. The outer option is
    /// `None` if the jobs do not fit the window or two of them fall on one cycle, the inner one if there are no jobs.
    fn group(&self, classes: &JobClasses, jobs: &[usize], first: usize, own: usize) -> Option<Option<SerialGroup>> {
        let cycle = |at: usize| {
            let transform = classes.transform[jobs[at]];
            let rank = jobs[..at].iter().filter(|&&number| classes.transform[number] == transform).count();
            (transform - first) * own + rank
        };
        let jobs: Vec<(usize, usize)> = (0..jobs.len()).map(|at| (jobs[at], cycle(at))).collect();
        if jobs.iter().any(|&(_, cycle)| cycle >= self.problem.period) {
            return None;
        }
        // Transforms with trivial factors may have fewer jobs of the class.
        let cycles: BTreeSet<usize> = jobs.iter().map(|&(_, cycle)| cycle).collect();
        if cycles.len() < jobs.len() {
            return None;
        }
        let kind = jobs.first().map(|&(number, _)| self.jobs[number].kind);
        Some(kind.map(|kind| SerialGroup { kind, jobs, shares_operands: own > 1 && kind == UnitKind::Mul }))
    }

    /// Adds the classes on paths between serial classes to them.
    fn closure(&self, classes: &JobClasses, mut serial: Vec<bool>) -> Vec<bool> {
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

    /// Divides the jobs into classes. `None` if a job reads values of several transforms.
    fn classes(&self) -> Option<JobClasses> {
        let graph = self.problem.graph;
        let own = graph.inputs / self.problem.transforms.max(1);
        let mut node = vec![usize::MAX; graph.nodes.len()];
        let mut transforms = vec![0; graph.nodes.len()];
        for (index, value) in graph.nodes.iter().enumerate() {
            if let Node::Input(i) = value {
                (node[index], transforms[index]) = (i % own, i / own);
            }
        }
        let mut numbers: HashMap<ClassKey, usize> = HashMap::new();
        // A sum and a difference are values of two classes.
        let mut count = own;
        let (mut class, mut transform) = (vec![], vec![]);
        for Job { kind, operands, results, .. } in &self.jobs {
            let mut read: Vec<usize> = operands.iter().map(|&(id, _)| node[id]).collect();
            if *kind == UnitKind::Add {
                read.sort_unstable();
            }
            let number = *numbers.entry((*kind, read)).or_insert_with(|| {
                count += results.len();
                count - results.len()
            });
            let own_transform = transforms[operands[0].0];
            if operands.iter().any(|&(id, _)| transforms[id] != own_transform) {
                return None;
            }
            for (port, &id) in results.iter().enumerate() {
                (node[id], transforms[id]) = (number + port, own_transform);
            }
            class.push(number);
            transform.push(own_transform);
        }
        Some(JobClasses { class, node, transform, count })
    }
}
