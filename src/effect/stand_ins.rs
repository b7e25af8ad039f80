//! The number that represents a group.

use crate::classes::QuasiIdentifier;
use crate::lattice::Level;

/// The numbers in a group: its least and its greatest value in the table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StandIn {
    /// The least.
    pub lowest: f64,
    /// The greatest.
    pub highest: f64,
}

/// The number that represents each group of a quasi-identifier on a level: the middle between its least and its
/// greatest value in the table. A group without a number has none.
///
/// No value of a group is further from its middle than half of the group's width, and no other number is as close to
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

    /// The largest distance of a value of the group from the middle.
    pub fn half_width(self) -> f64 {
        (self.highest - self.lowest) / 2.0
    }
}

impl StandIns {
    /// The groups of a level. `numbers` are those of the values, by code; missing values and values that are not
    /// numbers have none.
    ///
    /// Time: linear in the values.
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

    /// The least and the greatest number of a group.
    pub fn of(&self, group: u32) -> Option<StandIn> {
        self.groups[group as usize]
    }
}
