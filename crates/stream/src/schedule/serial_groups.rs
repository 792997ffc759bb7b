//! Repeated jobs of a problem, which operators may process serially.

use super::UnitKind;

/// The repeated jobs of a problem.
pub(super) struct SerialGroups {
    pub classes: JobClasses,
    /// Groups, operands before users.
    pub groups: Vec<SerialGroup>,
    /// `shared[job]`: whether the job is in no group and shares operators.
    pub shared: Vec<bool>,
}

/// Jobs that one operator processes serially.
pub(super) struct SerialGroup {
    pub kind: UnitKind,
    /// Number and cycle within the window of each job.
    pub jobs: Vec<(usize, usize)>,
    /// Whether several jobs read one operand. All such groups start together, when their last operand is ready.
    pub shares_operands: bool,
}

/// Identity of a class: the kind of the jobs and the classes of their operands.
pub(super) type ClassKey = (UnitKind, Vec<usize>);

/// Classes of jobs that differ in coefficients, signs and transform only.
pub(super) struct JobClasses {
    /// `class[job]`, higher than the classes of its operands.
    pub class: Vec<usize>,
    /// `node[node]`: class of the value.
    pub node: Vec<usize>,
    /// `transform[job]`: number of the transform.
    pub transform: Vec<usize>,
    /// Number of classes.
    pub count: usize,
}

impl JobClasses {
    /// Lists the jobs of each class.
    pub fn jobs_by_class(&self) -> Vec<Vec<usize>> {
        let mut jobs = vec![vec![]; self.count];
        self.class.iter().enumerate().for_each(|(number, &class)| jobs[class].push(number));
        jobs
    }
}
