//! t-closeness (Li, Li and Venkatasubramanian 2007, "t-Closeness: Privacy Beyond k-Anonymity and ℓ-Diversity"): the
//! values of every class are distributed similarly to those of the whole table.
//!
//! The distance of two distributions is the least work to move one into the other (earth mover's distance), under one
//! of three distances of values:
//!
//! - *equal*: all are 1 apart; the work is half the sum of the differences;
//! - *ordered*: neighbours of m values are 1 ÷ (m − 1) apart; the work is the sum of the absolute differences of the
//!   cumulative distributions, divided by m − 1;
//! - *hierarchical*: the distance of two values is the lowest level on which they are in one group, divided by the
//!   highest level. Each group of level i + 1 costs the smaller of two amounts: the mass that must leave some of its
//!   groups, and the mass that must enter others.
//!
//! All three are ratios of integers, so only the last division rounds.

use super::{ClassValues, Model};

/// The distance between values.
#[derive(Debug)]
pub(super) enum Ground {
    /// All are 1 apart.
    Equal,
    /// By an order: the position of each value, and the number of positions.
    Ordered(Vec<u32>, u32),
    /// By the level on which they are in one group: for each level from 1 on, the group of each group of the level
    /// below. The groups of level 0 are the values.
    Hierarchical(Vec<Vec<u32>>),
}

/// A distance of at most `t` from the table's distribution.
#[derive(Debug)]
pub(super) struct TCloseness {
    pub(super) t: f64,
    pub(super) ground: Ground,
    /// The number of records of each value of the table; 0 for missing values.
    pub(super) table: Vec<u64>,
    /// Their sum.
    pub(super) known: u64,
}

impl TCloseness {
    /// How many more records of each value a class has than expected from the table, times the records of the table:
    /// c · N − n · C.
    fn surplus(&self, class: ClassValues<'_>) -> Vec<i128> {
        let known = i128::from(class.known());
        let mut surplus: Vec<i128> = (self.table.iter()).map(|&records| -i128::from(records) * known).collect();
        for value in class.values {
            surplus[value.value as usize] += i128::from(value.records) * i128::from(self.known);
        }
        surplus
    }
}

impl Model for TCloseness {
    fn figure(&self, class: ClassValues<'_>) -> f64 {
        let known = class.known();
        if known == 0 {
            return 0.0;
        }
        let surplus = self.surplus(class);
        let (work, furthest) = match &self.ground {
            Ground::Equal => {
                let moved: i128 = surplus.iter().map(|surplus| surplus.abs()).sum();
                (moved, 2)
            }
            Ground::Ordered(places, n) => {
                let mut by_place = vec![0; *n as usize];
                for (&place, surplus) in places.iter().zip(surplus) {
                    by_place[place as usize] += surplus;
                }
                let (mut carried, mut work) = (0i128, 0);
                for surplus in by_place {
                    carried += surplus;
                    work += carried.abs();
                }
                (work, i128::from(n.saturating_sub(1).max(1)))
            }
            Ground::Hierarchical(levels) => {
                let (mut below, mut work) = (surplus, 0);
                for (level, parents) in (1i128..).zip(levels) {
                    let n = parents.iter().max().map_or(0, |&last| last as usize + 1);
                    let (mut over, mut under) = (vec![0i128; n], vec![0i128; n]);
                    for (&parent, surplus) in parents.iter().zip(&below) {
                        let side = if *surplus > 0 { &mut over } else { &mut under };
                        side[parent as usize] += surplus;
                    }
                    let pairs = over.iter().zip(&under);
                    work += level * pairs.clone().map(|(over, under)| *over.min(&-under)).sum::<i128>();
                    below = pairs.map(|(over, under)| over + under).collect();
                }
                (work, levels.len().max(1) as i128)
            }
        };
        let whole = furthest * i128::from(known) * i128::from(self.known);
        work as f64 / whole as f64
    }

    fn admits(&self, figure: f64) -> bool {
        figure <= self.t
    }

    fn smaller_is_worse(&self) -> bool {
        false
    }

    fn is_upward_closed(&self) -> bool {
        false
    }

    fn least_values(&self) -> u64 {
        0
    }
}
