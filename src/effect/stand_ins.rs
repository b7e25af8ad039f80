//! Which number a group stands for.

use crate::classes::QuasiIdentifier;
use crate::lattice::Level;

/// The numbers in a group: the least and the greatest value that the table has in it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StandIn {
    /// The least.
    pub lowest: f64,
    /// The greatest.
    pub highest: f64,
}

/// The number that each group of a quasi-identifier on a level stands for: the middle between the least and the
/// greatest value that the table has in it. A group without a number stands for none.
///
/// No value of a group is further from its middle than half of the group's width, and no other number is that near to
/// all of them.
#[derive(Debug, Clone, PartialEq)]
pub struct StandIns {
    groups: Vec<Option<StandIn>>,
}

impl StandIn {
    /// The middle.
    pub fn middle(self) -> f64 {
        self.lowest + (self.highest - self.lowest) / 2.0
    }

    /// How far a value of the group is from the middle at most.
    pub fn half_width(self) -> f64 {
        (self.highest - self.lowest) / 2.0
    }
}

impl StandIns {
    /// The groups of a level, where `numbers` are those of the values, by their codes; those that are missing or no
    /// number have none.
    ///
    /// Time in values.
    pub fn new(qi: &QuasiIdentifier, level: Level, numbers: &[Option<f64>]) -> Self {
        let mut groups: Vec<Option<StandIn>> = vec![None; qi.n_groups(level)];
        for (value, number) in (0..).zip(numbers) {
            let Some(number) = *number else { continue };
            let group = &mut groups[qi.group(level, value) as usize];
            let (lowest, highest) =
                group.map_or((number, number), |group| (group.lowest.min(number), group.highest.max(number)));
            *group = Some(StandIn { lowest, highest });
        }
        Self { groups }
    }

    /// The numbers of a group.
    pub fn of(&self, group: u32) -> Option<StandIn> {
        self.groups[group as usize]
    }
}
