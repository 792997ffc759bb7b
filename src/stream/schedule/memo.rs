//! Schedules that were made already: plans of one size have many stages in common.

use super::{Problem, Schedule, Terms, UnitKind};
use crate::dag::{Node, NodeId};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Schedules on the same terms, each made once.
pub struct Schedules {
    pub terms: Terms,
    known: Mutex<HashMap<Key, Arc<OnceLock<Schedule>>>>,
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
    rotors: Vec<(usize, UnitKind)>,
    /// Whether more was searched for than the ordinary ways find.
    searched: bool,
}

impl Schedules {
    pub fn new(terms: Terms) -> Self {
        Schedules { terms, known: Mutex::default() }
    }

    /// The best schedule of a problem by the ordinary ways.
    pub fn of(&self, problem: &Problem) -> Schedule {
        self.known(problem, false, Schedule::new)
    }

    /// One that is no worse, which takes longer to find.
    pub fn searched(&self, problem: &Problem) -> Schedule {
        self.known(problem, true, Schedule::searched)
    }

    fn known(&self, problem: &Problem, searched: bool, make: fn(&Problem) -> Schedule) -> Schedule {
        let key = Key {
            nodes: problem.graph.nodes.clone(),
            results: problem.graph.outputs.clone(),
            batch: [problem.copies, problem.period, problem.lanes],
            inputs: problem.inputs.to_vec(),
            outputs: problem.outputs.to_vec(),
            sparse: problem.sparse.to_vec(),
            holds: problem.holds,
            rotors: problem.rotors.to_vec(),
            searched,
        };
        let place = self.known.lock().unwrap_or_else(PoisonError::into_inner).entry(key).or_default().clone();
        place.get_or_init(|| make(problem)).clone()
    }
}
