//! Schedules that were made already: plans of one size have many stages in common.

use super::search::search;
use super::ways::{best, Way};
use super::{Problem, Schedule, Terms};
use crate::kernel::{Node, NodeId};
use crate::permute::Permuters;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// What plans have in common, each made once: schedules on the same terms, and permuters.
pub struct Schedules {
    pub terms: Terms,
    pub(crate) permuters: Permuters,
    known: Mutex<HashMap<Key, Arc<Known>>>,
}

/// What is known of a problem. Others may wait for the best schedule, so that no work is shared out to threads on the way
/// there; a search does so, and has nobody wait.
#[derive(Default)]
struct Known {
    best: OnceLock<(Schedule, Way)>,
    searched: OnceLock<Schedule>,
}

impl Known {
    fn best(&self, problem: &Problem) -> &(Schedule, Way) {
        self.best.get_or_init(|| best(problem))
    }
}

/// What a schedule depends on beside the terms: not the values of constants.
#[derive(PartialEq, Eq, Hash)]
struct Key {
    nodes: Vec<Node>,
    results: Vec<NodeId>,
    /// Transforms, beats, lanes.
    batch: [usize; 3],
    inputs: Vec<(usize, usize)>,
    outputs: Vec<(usize, usize)>,
    sparse: Vec<usize>,
    holds: bool,
}

impl Schedules {
    pub fn new(terms: Terms) -> Self {
        Schedules { terms, permuters: Permuters::default(), known: Mutex::default() }
    }

    /// The best schedule of a problem by the ordinary ways.
    pub fn of(&self, problem: &Problem) -> Schedule {
        self.known(problem).best(problem).0.clone()
    }

    /// One that is no worse, which takes longer to find.
    pub fn searched(&self, problem: &Problem) -> Schedule {
        let known = self.known(problem);
        let searched = || {
            let (schedule, way) = known.best(problem).clone();
            search(problem, schedule, way)
        };
        known.searched.get_or_init(searched).clone()
    }

    fn known(&self, problem: &Problem) -> Arc<Known> {
        let key = Key {
            nodes: problem.graph.nodes.clone(),
            results: problem.graph.outputs.clone(),
            batch: [problem.copies, problem.period, problem.lanes],
            inputs: problem.inputs.to_vec(),
            outputs: problem.outputs.to_vec(),
            sparse: problem.sparse.to_vec(),
            holds: problem.holds,
        };
        self.known.lock().unwrap_or_else(PoisonError::into_inner).entry(key).or_default().clone()
    }
}
