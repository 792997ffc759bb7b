//! Interleaving: schedules of several repetitions on links with several registers a hop.
//!
//! A unit is the schedule of one repetition, or of two repetitions on an even ring. A hop of h cycles leaves h-1 slots
//! between two slots of a unit, which serve h-1 further units: slot s·h + i of a group is slot s of the unit of class
//! i. A class takes units of neighbouring numbers, so that an element counts them up.

/// Units in groups of one unit for each class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Interleaving {
    /// Number of units.
    pub units: usize,
    /// Number of classes, which is the number of cycles of a hop.
    pub classes: usize,
}

impl Interleaving {
    /// Number of groups.
    pub fn groups(self) -> usize {
        self.units.div_ceil(self.classes)
    }

    /// Number of classes with a unit in the last group.
    pub fn last_classes(self) -> usize {
        match self.units % self.classes {
            0 => self.classes,
            left => left,
        }
    }

    /// Returns the first unit of a class.
    pub fn first_unit(self, class: usize) -> usize {
        let groups = self.groups();
        let missing = class.saturating_sub(self.last_classes());
        class * groups - missing
    }

    /// Returns the unit of a class in a group. Some classes have none in the last group.
    pub fn unit(self, group: usize, class: usize) -> Option<usize> {
        let is_there = group + 1 < self.groups() || class < self.last_classes();
        is_there.then(|| self.first_unit(class) + group)
    }

    /// Returns the number of slots up to the last one that serves a unit of `unit_slots` slots.
    pub fn slots(self, unit_slots: usize) -> usize {
        match self.units * unit_slots {
            0 => 0,
            _ => (self.groups() * unit_slots - 1) * self.classes + self.last_classes(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Interleaving;

    #[test]
    fn each_unit_is_in_one_group_and_class() {
        for (units, classes) in [(1, 1), (7, 1), (7, 3), (6, 3), (2, 5), (8, 3), (0, 2)] {
            let interleaving = Interleaving { units, classes };
            let all = (0..interleaving.groups()).flat_map(|group| (0..classes).map(move |class| (group, class)));
            let mut found: Vec<usize> = all.filter_map(|(group, class)| interleaving.unit(group, class)).collect();
            found.sort_unstable();
            assert_eq!(found, (0..units).collect::<Vec<_>>(), "{interleaving:?}");
        }
    }
}
