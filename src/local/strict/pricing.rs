//! Finds the prices that are too low, by a search through all patterns.
//!
//! A pattern is a set of columns with a value in each; a record with these values fits it. Only the records with the
//! lowest prices of a pattern matter: if the prices of these k are high enough, so are those of any k.
//!
//! The search visits each closed pattern (all columns on which the fitting records agree) once: it goes from a
//! pattern to those with one more value in a later column, and continues only if the closure adds no earlier column
//! (Uno, Asai, Uchida, Arimura, An efficient algorithm for enumerating closed patterns in transaction databases,
//! 2004). It skips what cannot matter: patterns whose k lowest prices would be enough even with all columns that may
//! still be added, and, in other patterns, the records whose price is enough together with the k − 1 lowest.
//!
//! If the prices of a group are v too low, they are enough again when its j records of rare tuples rise by v ÷ j
//! each. So each rare tuple rises by the maximum of this over all groups that contain it, which may be negative. The
//! price of a class of k or more records must be at least the weight of all its values. Then no group of such classes
//! alone is too low, and their prices do not change.

use super::pool::Pool;
use super::space::{PARTS, Space};
use crate::uniques::ColumnSet;

/// The search for one set of prices, which can be interrupted and continued.
#[derive(Debug)]
pub(super) struct Pricing {
    k: u64,
    prices: Vec<i64>,
    /// The rise of the price of each tuple.
    raises: Vec<i64>,
    /// A group that exceeds what it needs by this much is skipped.
    slack: i64,
    /// Whether all patterns that are not skipped go into the pool, or only those that raise a price.
    collects: bool,
    stack: Vec<Node>,
    /// The tuples of all nodes on the stack, one node after the other, each by ascending price.
    tuples: Vec<u32>,
    members: Vec<u32>,
    groups: Vec<Group>,
    /// The group of each code of a column, while tuples are divided by it.
    group_of_code: Vec<u32>,
    lowest: Lowest,
    work: u64,
}

/// Patterns to search: those with these columns and any later ones.
#[derive(Debug, Clone, Copy)]
struct Node {
    set: ColumnSet,
    next: usize,
    start: usize,
    len: usize,
}

/// Tuples with the same value in a column.
#[derive(Debug, Clone, Copy)]
struct Group {
    code: u32,
    records: u64,
    start: usize,
    len: usize,
}

/// The sums of the lowest prices among the records that fit a pattern, by the number of records: for rare tuples, and
/// for classes.
#[derive(Debug, Default)]
struct Lowest {
    rare: Vec<i64>,
    classes: Vec<i64>,
}

const NONE: u32 = u32::MAX;

impl Pricing {
    /// A new search. The prices of classes are at least the weights of their values.
    pub(super) fn new(space: &Space, k: u64, prices: Vec<i64>, slack: i64, collects: bool) -> Self {
        let mut tuples: Vec<u32> = (0..space.len() as u32).collect();
        tuples.sort_unstable_by_key(|&tuple| (prices[tuple as usize], tuple));
        let least = -(slack / k as i64);
        Self {
            k,
            raises: (0..space.len() as u32).map(|tuple| if space.count(tuple) < k { least } else { 0 }).collect(),
            prices,
            slack,
            collects,
            stack: vec![Node { set: 0, next: 0, start: 0, len: tuples.len() }],
            tuples,
            members: Vec::new(),
            groups: Vec::new(),
            group_of_code: vec![NONE; space.n_codes()],
            lowest: Lowest::default(),
            work: 0,
        }
    }

    /// Tuples looked at.
    pub(super) fn work(&self) -> u64 {
        self.work
    }

    /// Prices that are high enough, once the search is done.
    pub(super) fn proven(&self) -> Vec<i64> {
        let raised = self.prices.iter().zip(&self.raises);
        raised.map(|(price, raise)| price + raise).collect()
    }

    /// Searches one node, and adds patterns to the pool. Returns whether everything is done.
    pub(super) fn step(&mut self, space: &Space, pool: &mut Pool) -> bool {
        let Some(node) = self.stack.pop() else {
            return true;
        };
        let mut members = std::mem::take(&mut self.members);
        members.clear();
        members.extend_from_slice(&self.tuples[node.start..node.start + node.len]);
        self.tuples.truncate(node.start);
        if let Some(set) = closed(space, &members, node.set, node.next) {
            self.search(space, &members, set, node.next, pool);
        }
        self.work += members.len() as u64;
        self.members = members;
        self.stack.is_empty()
    }

    fn search(&mut self, space: &Space, members: &[u32], set: ColumnSet, next: usize, pool: &mut Pool) {
        let Some((lowest, but_one)) = self.sums(space, members) else {
            return;
        };
        let needed = self.needed(space, set);
        if needed - lowest > -self.slack && self.raise(space, members, needed) {
            pool.add(space, set, members);
        }
        let mut reach = set | space.all() & from(next);
        for column in next..space.n_columns() {
            let own = 1 << column;
            if set & own != 0 {
                continue;
            }
            // No group below this node needs more, including the slack.
            let most = self.needed(space, reach) + self.slack;
            if most <= lowest {
                break;
            }
            let fit = self.fitting(members, most - but_one);
            self.divide(space, &members[..fit], set | own, column, most);
            reach &= !own;
        }
    }

    /// The required sum of the prices of k records with these columns.
    fn needed(&self, space: &Space, set: ColumnSet) -> i64 {
        self.k as i64 * PARTS * space.weight(set)
    }

    /// The number of tuples with a lower price than this.
    fn fitting(&self, members: &[u32], price: i64) -> usize {
        members.partition_point(|&tuple| self.prices[tuple as usize] < price)
    }

    /// The sum of the k lowest prices of the records, and of the k − 1 lowest. Time: at most linear in k.
    fn sums(&self, space: &Space, members: &[u32]) -> Option<(i64, i64)> {
        let (mut sum, mut need) = (0, self.k);
        for &tuple in members {
            let price = self.prices[tuple as usize];
            let taken = space.count(tuple).min(need);
            sum += price * taken as i64;
            need -= taken;
            if need == 0 {
                return Some((sum, sum - price));
            }
        }
        None
    }

    /// Raises prices by what the groups of a pattern lack. Returns whether the pattern belongs in the pool.
    fn raise(&mut self, space: &Space, members: &[u32], needed: i64) -> bool {
        let mut lowest = std::mem::take(&mut self.lowest);
        lowest.fill(space, self.k, members, &self.prices);
        let least = -(self.slack / self.k as i64);
        let (mut raised, mut before) = (self.collects, 0);
        for &tuple in members {
            if space.count(tuple) >= self.k {
                continue;
            }
            let lacking = lowest.lacking(self.k, needed, before, self.prices[tuple as usize]);
            let raise = &mut self.raises[tuple as usize];
            if lacking > *raise {
                *raise = lacking;
                raised |= before < self.k;
            } else if lacking <= least && before >= self.k {
                break;
            }
            before += space.count(tuple);
        }
        self.lowest = lowest;
        raised
    }

    /// Pushes the tuples with the same value in a column on the stack, if k of their prices are below `most`.
    fn divide(&mut self, space: &Space, members: &[u32], set: ColumnSet, column: usize, most: i64) {
        self.work += members.len() as u64;
        self.groups.clear();
        for &tuple in members {
            let code = space.code(column, tuple);
            let place = &mut self.group_of_code[code as usize];
            if *place == NONE {
                *place = self.groups.len() as u32;
                self.groups.push(Group { code, records: 0, start: 0, len: 0 });
            }
            let group = &mut self.groups[*place as usize];
            group.records += space.count(tuple);
            group.len += 1;
        }
        let mut end = self.tuples.len();
        let k = self.k;
        for group in &mut self.groups {
            if group.code == 0 || group.records < k {
                self.group_of_code[group.code as usize] = NONE;
            } else {
                group.start = end;
                end += group.len;
            }
            group.len = 0;
        }
        self.tuples.resize(end, 0);
        for &tuple in members {
            let place = self.group_of_code[space.code(column, tuple) as usize];
            if let Some(group) = self.groups.get_mut(place as usize) {
                self.tuples[group.start + group.len] = tuple;
                group.len += 1;
            }
        }
        for place in 0..self.groups.len() {
            let Group { code, start, len, .. } = self.groups[place];
            self.group_of_code[code as usize] = NONE;
            let members = &self.tuples[start..start + len];
            if let Some((lowest, but_one)) = self.sums(space, members)
                && lowest < most
            {
                let len = self.fitting(members, most - but_one);
                self.stack.push(Node { set, next: column + 1, start, len });
            }
        }
    }
}

impl Lowest {
    fn fill(&mut self, space: &Space, k: u64, members: &[u32], prices: &[i64]) {
        self.rare.clear();
        self.rare.push(0);
        self.classes.clear();
        self.classes.push(0);
        let mut sums = (0, 0);
        for &tuple in members {
            let count = space.count(tuple);
            let (own, sum) = if count < k { (&mut self.rare, &mut sums.0) } else { (&mut self.classes, &mut sums.1) };
            for _ in 0..count.min((k + 1).saturating_sub(own.len() as u64)) {
                *sum += prices[tuple as usize];
                own.push(*sum);
            }
        }
    }

    /// The most that a rare record lacks in a group of k with this required sum, shared with the other rare records
    /// of the group. `before` is the number of rare records with lower prices.
    fn lacking(&self, k: u64, needed: i64, before: u64, price: i64) -> i64 {
        (1..self.rare.len() as u64)
            .filter_map(|rare| {
                let classes = self.classes.get((k - rare) as usize)?;
                let own = if before < rare { self.rare[rare as usize] } else { self.rare[rare as usize - 1] + price };
                let rare = rare as i64;
                // Rounded up.
                Some(-(own + classes - needed).div_euclid(rare))
            })
            .max()
            .unwrap_or(i64::MIN)
    }
}

/// All columns on which the tuples that agree on `set` agree; `None` if one of them is before `next` and not in the
/// set, because the pattern is then found elsewhere.
fn closed(space: &Space, members: &[u32], set: ColumnSet, next: usize) -> Option<ColumnSet> {
    let (&first, others) = members.split_first()?;
    let mut shared = space.values(first);
    for &other in others {
        if shared == set {
            break;
        }
        shared &= space.agreement(first, other);
    }
    let earlier = !from(next);
    (shared & earlier == set & earlier).then_some(shared)
}

/// All columns from `next` on.
fn from(next: usize) -> ColumnSet {
    ColumnSet::MAX.checked_shl(next as u32).unwrap_or(0)
}
