//! A cache of schedules, because plans of one size have many stages in common.

use super::search::search;
use super::strategy::{best, Strategy};
use super::{Problem, Schedule, ScheduleModel};
use crate::kernel::{Node, NodeId};
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Models whose schedules are kept. A search for words, or a sweep, asks for the same ones many times.
const KEPT_MODELS: usize = 32;

/// A cache of schedules for one [`ScheduleModel`], which the cores of a process have in common.
pub struct ScheduleCache {
    /// Latencies, costs and goal of all schedules.
    pub model: ScheduleModel,
    entries: Arc<Mutex<Entries>>,
}

type Entries = HashMap<Key, Arc<CacheEntry>>;

/// Schedules of a problem. Several threads may wait for the best schedule, so its computation must not use the common
/// thread pool. No thread waits for a search, which does: two threads may do the same one.
#[derive(Default)]
struct CacheEntry {
    best: OnceLock<(Schedule, Strategy)>,
    searched: OnceLock<Schedule>,
}

impl CacheEntry {
    fn best(&self, problem: &Problem) -> &(Schedule, Strategy) {
        self.best.get_or_init(|| best(problem))
    }
}

/// Everything that a schedule depends on beside the model. It does not depend on the values of constants.
#[derive(PartialEq, Eq, Hash)]
struct Key {
    nodes: Vec<Node>,
    results: Vec<NodeId>,
    /// Transforms, beats and lanes of the batch.
    batch: [usize; 3],
    inputs: Vec<(usize, usize)>,
    outputs: Vec<(usize, usize)>,
    never_consecutive: Vec<usize>,
    try_held_operands: bool,
}

impl ScheduleCache {
    /// Returns the cache of a model.
    pub fn new(model: ScheduleModel) -> Self {
        static KEPT: Mutex<VecDeque<(ScheduleModel, Arc<Mutex<Entries>>)>> = Mutex::new(VecDeque::new());
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        let place = kept.iter().position(|(other, _)| *other == model);
        let entries = place.and_then(|place| kept.remove(place)).map_or_else(Arc::default, |(_, entries)| entries);
        kept.push_back((model, entries.clone()));
        if kept.len() > KEPT_MODELS {
            kept.pop_front();
        }
        ScheduleCache { model, entries }
    }

    /// Returns the best schedule of a problem among all strategies.
    pub fn schedule(&self, problem: &Problem) -> Schedule {
        self.entry(problem).best(problem).0.clone()
    }

    /// Returns the best schedule of a random search, which is no worse and takes longer.
    pub fn search(&self, problem: &Problem) -> Schedule {
        let entry = self.entry(problem);
        if let Some(searched) = entry.searched.get() {
            return searched.clone();
        }
        let (schedule, strategy) = entry.best(problem).clone();
        let schedule = search(problem, schedule, strategy);
        entry.searched.get_or_init(|| schedule).clone()
    }

    fn entry(&self, problem: &Problem) -> Arc<CacheEntry> {
        let key = Key {
            nodes: problem.graph.nodes.clone(),
            results: problem.graph.outputs.clone(),
            batch: [problem.transforms, problem.period, problem.lanes],
            inputs: problem.inputs.to_vec(),
            outputs: problem.outputs.to_vec(),
            never_consecutive: problem.never_consecutive.to_vec(),
            try_held_operands: problem.try_held_operands,
        };
        self.entries.lock().unwrap_or_else(PoisonError::into_inner).entry(key).or_default().clone()
    }
}
