//! Numbers of real operators.

use super::Stage;
use crate::quote::counted;
use crate::schedule::UnitKind;
use std::fmt::{Display, Formatter, Result};
use std::iter::Sum;
use std::ops::{Add, Mul};

/// Numbers of real operators.
///
/// ```
/// use fftgen_stream::pipeline::Units;
/// let units = Units { adders: 8, multipliers: 3, constants: 0 };
/// assert_eq!(units.to_string(), "8 adders and 3 multipliers");
/// let units = Units { constants: 1, ..units };
/// assert_eq!((units + units).to_string(), "16 adders, 6 multipliers and 2 constants by sums");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Units {
    /// Additions and subtractions that can start in a cycle, without those within multipliers by constants.
    pub adders: usize,
    /// Multiplications that can start in a cycle.
    pub multipliers: usize,
    /// Multiplications by one constant, by sums of shifted words, that can start in a cycle.
    pub constants: usize,
}

impl Stage {
    /// Real operators of the stage.
    pub fn units(&self) -> Units {
        let constants = self.kernel.constant_multipliers.len();
        let schedule = &self.kernel.schedule;
        let spared = |operators: fn(UnitKind) -> usize| {
            let groups = self.kernel.shared_units.iter();
            groups.map(|group| (group.len() - 1) * operators(schedule.units[group[0]].kind)).sum::<usize>()
        };
        let multipliers = schedule.multipliers() - constants - spared(UnitKind::multipliers);
        Units { adders: schedule.adders() - spared(UnitKind::adders), multipliers, constants }
    }
}

impl Units {
    /// Number of all operators.
    pub fn count(self) -> usize {
        self.adders + self.multipliers + self.constants
    }
}

impl Add for Units {
    type Output = Units;
    fn add(self, other: Units) -> Units {
        Units {
            adders: self.adders + other.adders,
            multipliers: self.multipliers + other.multipliers,
            constants: self.constants + other.constants,
        }
    }
}

/// Multiplies the numbers by a number of equal parts.
impl Mul<Units> for usize {
    type Output = Units;
    fn mul(self, units: Units) -> Units {
        Units { adders: self * units.adders, multipliers: self * units.multipliers, constants: self * units.constants }
    }
}

impl Sum for Units {
    fn sum<I: Iterator<Item = Units>>(all: I) -> Units {
        all.fold(Units::default(), Add::add)
    }
}

impl Display for Units {
    fn fmt(&self, f: &mut Formatter) -> Result {
        let Units { adders, multipliers, constants } = self;
        match constants {
            0 => write!(f, "{} and {}", counted(*adders, "adder"), counted(*multipliers, "multiplier")),
            _ => write!(
                f,
                "{}, {} and {} by sums",
                counted(*adders, "adder"),
                counted(*multipliers, "multiplier"),
                counted(*constants, "constant")
            ),
        }
    }
}
