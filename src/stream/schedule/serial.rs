//! Slices in series: where a graph repeats itself, as the outputs of a prime kernel do and the transforms of a
//! batch, the repetitions go through one set of operators cycle by cycle.
//!
//! Jobs that differ in their coefficients, signs and transform only are of one class. A class large enough has an
//! operator to itself, which takes its jobs in order, one a cycle; what feeds it does the same, so that hardly a
//! multiplexer is left. It takes a few operators more than the fewest. The jobs of small classes share operators.

use super::jobs::Job;
use super::list::Scheduler;
use super::{Schedule, UnitKind};
use crate::dag::Node;
use std::collections::HashMap;

/// Jobs that go through one operator in series.
struct Gang {
    kind: UnitKind,
    /// Job and cycle within the window.
    jobs: Vec<(usize, usize)>,
    /// Whether one operand serves several jobs, so that all had better start when the last operand is there.
    shares: bool,
}

/// What jobs have in common: what they do to values of which classes.
type Key = (UnitKind, Vec<usize>);

struct Classes {
    /// For each job, its class; the classes of what it reads are lower.
    class: Vec<usize>,
    /// For each node, the class of its value.
    node: Vec<usize>,
    /// For each job, the transform it belongs to.
    copy: Vec<usize>,
    count: usize,
}

impl<'a> Scheduler<'a> {
    /// Schedules in series what repeats itself; `None` where nothing does.
    pub fn serial(mut self) -> Option<Schedule> {
        let classes = self.classes()?;
        let (gangs, shared) = self.gangs(&classes)?;
        // Ahead of the gangs, what depends on none of them.
        let mut after = vec![false; self.made.len()];
        let mut early = shared.clone();
        for (number, job) in self.jobs.iter().enumerate() {
            let late = !shared[number] || job.operands.iter().any(|&(node, _)| after[node]);
            early[number] &= !late;
            job.results.iter().for_each(|&node| after[node] = late);
        }
        self.list(&early);
        let aligned = gangs.iter().filter(|gang| gang.shares).filter_map(|gang| self.earliest(gang)).max();
        for gang in &gangs {
            let own = self.earliest(gang)?;
            // A cycle for the register that holds a shared operand.
            let start = if gang.shares { aligned.map_or(own, |at| at + 1).max(own) } else { own };
            let unit = self.open(gang.kind, start);
            for &(number, cycle) in &gang.jobs {
                let mut operation = self.operation(number, start + cycle);
                if self.reversed(&classes, number) {
                    operation.exchange();
                }
                self.place(unit, number, operation, start + cycle);
            }
        }
        let late: Vec<bool> = shared.iter().zip(&early).map(|(shared, early)| *shared && !early).collect();
        self.list(&late);
        Some(self.finish())
    }

    /// Earliest start of a gang; `None` if an operand has no time yet.
    fn earliest(&self, gang: &Gang) -> Option<usize> {
        let mut start = 0;
        for &(number, cycle) in &gang.jobs {
            for &(node, _) in &self.jobs[number].operands {
                start = start.max(self.made[node]?.1.saturating_sub(cycle));
            }
        }
        Some(start)
    }

    /// Whether an addition reads the higher class first.
    fn reversed(&self, classes: &Classes, number: usize) -> bool {
        let job = &self.jobs[number];
        job.kind == UnitKind::Add && classes.node[job.operands[0].0] > classes.node[job.operands[1].0]
    }

    fn classes(&self) -> Option<Classes> {
        let graph = self.problem.graph;
        let own = graph.inputs / self.problem.copies.max(1);
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
        Some(Classes { class, node, copy, count })
    }

    /// The gangs, operands before users, and which jobs are in none.
    fn gangs(&self, classes: &Classes) -> Option<(Vec<Gang>, Vec<bool>)> {
        let period = self.problem.period;
        let copies = self.problem.copies;
        let mut members: Vec<Vec<usize>> = vec![vec![]; classes.count];
        classes.class.iter().enumerate().for_each(|(number, &class)| members[class].push(number));
        // Slices of a transform, and transforms that go through one set of operators.
        let slices = |class: &Vec<usize>| class.len() / copies;
        let most = members.iter().map(slices).max()?.min(period);
        let together = (period / most.max(1)).clamp(1, copies);
        let busy = |class: &Vec<usize>| {
            let window = slices(class) * together;
            window <= period && 2 * window >= period
        };
        let mut serial: Vec<bool> = members.iter().map(busy).collect();
        // What stands between two gangs is one.
        loop {
            let mut behind = vec![false; self.made.len()];
            let mut changed = false;
            for (number, job) in self.jobs.iter().enumerate() {
                let class = classes.class[number];
                let late = job.operands.iter().any(|&(node, _)| behind[node]);
                job.results.iter().for_each(|&node| behind[node] = late || serial[class]);
            }
            let mut ahead = vec![false; self.made.len()];
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
                break;
            }
        }
        let mut gangs = Vec::new();
        for class in members.iter().enumerate().filter(|(class, _)| serial[*class]).map(|(_, class)| class) {
            let own = slices(class).max(1);
            for first in (0..copies).step_by(together) {
                let group = |number: &&usize| (first..first + together).contains(&classes.copy[**number]);
                let jobs: Vec<usize> = class.iter().filter(group).copied().collect();
                // Rank among the jobs of its transform.
                let rank =
                    |at: usize| jobs[..at].iter().filter(|n| classes.copy[**n] == classes.copy[jobs[at]]).count();
                let placed: Vec<(usize, usize)> =
                    (0..jobs.len()).map(|at| (jobs[at], (classes.copy[jobs[at]] - first) * own + rank(at))).collect();
                if placed.iter().any(|&(_, cycle)| cycle >= period) {
                    return None;
                }
                if let Some(&(number, _)) = placed.first() {
                    let kind = self.jobs[number].kind;
                    gangs.push(Gang { kind, jobs: placed, shares: own > 1 && kind == UnitKind::Mul });
                }
            }
        }
        let shared = classes.class.iter().map(|&class| !serial[class]).collect();
        (!gangs.is_empty()).then_some((gangs, shared))
    }
}
