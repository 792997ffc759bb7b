//! What repeats itself in the jobs of a problem, and may go through operators in series.

use super::UnitKind;

/// What repeats itself in the jobs of a problem.
pub(super) struct SerialGroups {
    pub classes: JobClasses,
    /// Operands before users.
    pub groups: Vec<SerialGroup>,
    /// For each job, whether it is in none of these.
    pub shared: Vec<bool>,
}

/// Jobs that go through one operator in series.
pub(super) struct SerialGroup {
    pub kind: UnitKind,
    /// Job and cycle within the window.
    pub jobs: Vec<(usize, usize)>,
    /// Whether one operand serves several jobs, so that all had better start when the last operand is there.
    pub shares: bool,
}

/// What jobs have in common: what they do to values of which classes.
pub(super) type Key = (UnitKind, Vec<usize>);

pub(super) struct JobClasses {
    /// For each job, its class; the classes of what it reads are lower.
    pub class: Vec<usize>,
    /// For each node, the class of its value.
    pub node: Vec<usize>,
    /// For each job, the transform it belongs to.
    pub copy: Vec<usize>,
    pub count: usize,
}

impl JobClasses {
    /// The jobs of each class.
    pub fn jobs_by_class(&self) -> Vec<Vec<usize>> {
        let mut jobs_by_class = vec![vec![]; self.count];
        self.class.iter().enumerate().for_each(|(number, &class)| jobs_by_class[class].push(number));
        jobs_by_class
    }
}
