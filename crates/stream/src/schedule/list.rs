//! List scheduling: in each cycle the most urgent jobs start on free units.

use super::batch::Schedule;
use super::jobs::Job;
use super::scheduler::{Scheduler, UnitOpening};
use super::unit::UnitKind;
use std::collections::{BTreeMap, BTreeSet};

/// Waiting jobs of a kind: latest start and number, the most urgent first.
type Queue = BTreeSet<(usize, usize)>;

impl Scheduler<'_> {
    /// Schedules all jobs.
    pub fn run(&mut self) -> Schedule {
        self.list(&vec![true; self.work.jobs.len()]);
        self.finish()
    }

    /// Schedules the selected jobs. Their operands are scheduled already, or are results of selected jobs.
    pub fn list(&mut self, selected: &[bool]) {
        let unscheduled = |job: &Job| job.operands.iter().filter(|&&(node, _)| self.produced[node].is_none()).count();
        let mut missing: Vec<usize> = self.work.jobs.iter().map(unscheduled).collect();
        // Jobs with scheduled operands, by the cycle in which all of these are present.
        let mut pending_by_time: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        let mut ready_at = vec![0; self.work.jobs.len()];
        for (number, job) in self.work.jobs.iter().enumerate() {
            let produced =
                job.operands.iter().filter_map(|&(node, _)| Some(self.produced[node]?.1 + self.work.min_delays[node]));
            ready_at[number] = produced.max().unwrap_or(0);
            if selected[number] && missing[number] == 0 {
                pending_by_time.entry(ready_at[number]).or_default().push(number);
            }
        }
        let mut ready_now: Vec<(usize, usize)> = Vec::new();
        let mut waiting: BTreeMap<UnitKind, Queue> = BTreeMap::new();
        let mut open_units: BTreeMap<UnitKind, Vec<usize>> = BTreeMap::new();
        let mut time = 0;
        loop {
            for (node, at) in ready_now.drain(..) {
                let at = at + self.work.min_delays[node];
                for &user in self.work.users[node].iter().filter(|&&user| selected[user]) {
                    ready_at[user] = ready_at[user].max(at);
                    missing[user] -= 1;
                    if missing[user] == 0 {
                        pending_by_time.entry(ready_at[user]).or_default().push(user);
                    }
                }
            }
            while let Some(entry) = pending_by_time.first_entry().filter(|e| *e.key() <= time) {
                for number in entry.remove() {
                    let queue = waiting.entry(self.work.jobs[number].kind).or_default();
                    let delay_priority =
                        self.perturbations.get(number).map_or(0, |perturbation| perturbation.delay_priority);
                    queue.insert((self.work.latest[number] + delay_priority, number));
                }
            }
            for (&kind, queue) in &mut waiting {
                ready_now.extend(self.fill(kind, queue, open_units.entry(kind).or_default(), time));
            }
            waiting.retain(|_, queue| !queue.is_empty());
            if waiting.is_empty() && pending_by_time.is_empty() && ready_now.is_empty() {
                break;
            }
            time += 1;
        }
    }

    /// Starts jobs of a kind in cycle `time`. Returns the nodes they produce, and the cycles in which their values
    /// appear.
    fn fill(
        &mut self,
        kind: UnitKind,
        queue: &mut Queue,
        open_units: &mut Vec<usize>,
        time: usize,
    ) -> Vec<(usize, usize)> {
        let period = self.work.problem.period;
        open_units.retain(|&u| time < self.units[u].start + period);
        open_units.iter().for_each(|&unit| self.idle[unit] = true);
        let mut free_slots: usize = open_units.iter().map(|&u| self.units[u].start + period - time).sum();
        let mut done = Vec::new();
        if self.work.sharing.holds_operands() {
            // A job that reads operands in an idle unit's registers starts on that unit.
            for &unit in open_units.iter() {
                if let Some((latest, number)) = self.reader(unit, queue) {
                    self.idle[unit] = false;
                    free_slots -= 1;
                    queue.remove(&(latest, number));
                    let operation = self.operation(number, time);
                    done.extend(self.assign(unit, number, operation, time));
                }
            }
        }
        let waiting: Vec<_> = queue.iter().copied().collect();
        let mut first = 0;
        for (position, &(latest, number)) in waiting.iter().enumerate() {
            let operation = self.operation(number, time);
            // Units at the front of the list that have started a job are skipped for good.
            first += open_units[first..].iter().take_while(|&&unit| !self.idle[unit]).count();
            let unit = match self.suitable(&open_units[first..], number, &operation, time) {
                Some(unit) => {
                    self.idle[unit] = false;
                    free_slots -= 1;
                    unit
                }
                None if self.is_held(number, open_units, time) => continue,
                None => {
                    let left = waiting.len() - position;
                    let late = (time as isize).saturating_sub(latest as isize);
                    if left <= free_slots && !self.is_too_late(late) {
                        // All further jobs are fewer and less late.
                        break;
                    }
                    let unit = self.open_unit(kind, time);
                    open_units.push(unit);
                    free_slots += period - 1;
                    unit
                }
            };
            queue.remove(&(latest, number));
            done.extend(self.assign(unit, number, operation, time));
        }
        open_units.iter().for_each(|&unit| self.idle[unit] = false);
        done
    }

    /// Whether a job that is `late` cycles past its latest start needs a new unit. Narrows the equivalent settings to
    /// those with the same answer.
    fn is_too_late(&mut self, late: UnitOpening) -> bool {
        let (min, max) = self.equivalent_settings.clone().into_inner();
        let too_late = late >= self.opening;
        self.equivalent_settings = if too_late { min..=max.min(late) } else { min.max(late.saturating_add(1))..=max };
        too_late
    }
}
