//! The axes of the lattice, with the groups of their quasi-identifiers as codes.

use crate::classes::{BitField, Class, Classes, QuasiIdentifier};
use crate::hierarchy::GroupCode;
use crate::lattice::{Lattice, Level, Policy};
use rustc_hash::FxHashMap;

/// The number of a level of an axis, counted from the lowest that the axis may take.
pub(super) type Step = usize;

/// An axis: its values at each step as codes, and their position in a packed row.
///
/// Linked quasi-identifiers are one axis. Its values are the combinations of their groups that occur.
#[derive(Debug)]
pub(super) struct PackedAxis {
    /// The quasi-identifiers.
    pub(super) members: Vec<usize>,
    /// The level of step 0.
    pub(super) min: Level,
    /// Per step: the code of each value of step 0, and a value of step 0 for each code.
    steps: Vec<Codes>,
    /// Per value of step 0: the group of each member.
    groups: Vec<GroupCode>,
    /// Where this axis begins in tables with an entry for each step of each axis.
    pub(super) slot: usize,
    /// Where a row holds the code.
    pub(super) field: BitField,
}

#[derive(Debug)]
struct Codes {
    of_value: Vec<u32>,
    value_of: Vec<u32>,
}

impl PackedAxis {
    /// The most steps that an axis may have, as a set of steps is a `u32`.
    pub(super) const MOST_STEPS: usize = u32::BITS as usize;

    /// Number of steps.
    pub(super) fn n_steps(&self) -> usize {
        self.steps.len()
    }

    /// Number of codes at a step.
    pub(super) fn n_codes(&self, step: Step) -> usize {
        self.steps[step].value_of.len()
    }

    /// The code of this axis in a row.
    #[inline(always)]
    pub(super) fn code(&self, row: &[u64]) -> usize {
        self.field.get(row) as usize
    }

    /// The code at a higher step that a code generalizes to.
    #[inline(always)]
    pub(super) fn raised(&self, from: Step, code: usize, to: Step) -> u32 {
        self.steps[to].of_value[self.steps[from].value_of[code] as usize]
    }

    /// The group of a member at a step: the group of its quasi-identifier at the level of that step.
    pub(super) fn group(&self, qis: &[QuasiIdentifier], member: usize, step: Step, code: usize) -> GroupCode {
        let value = self.steps[step].value_of[code] as usize;
        let group = self.groups[value * self.members.len() + member];
        qis[self.members[member]].parent(self.min, group, self.level(step))
    }

    /// The level of a step.
    pub(super) fn level(&self, step: Step) -> Level {
        self.min + step as Level
    }
}

/// A loop over rows, compiled for several numbers of words.
pub(super) trait OfWords {
    /// Runs the loop over rows of `WORDS` words.
    fn run<const WORDS: usize>(&mut self);
}

/// The axes of a problem, and the packing of their codes in a row.
#[derive(Debug)]
pub(super) struct PackedAxes {
    pub(super) axes: Vec<PackedAxis>,
    /// Words of a row.
    pub(super) words: usize,
    /// The steps of all axes.
    pub(super) n_slots: usize,
}

impl PackedAxes {
    /// The widest rows that loops are compiled for.
    const MOST_WORDS: usize = 8;

    /// The axes of a lattice over the tuples of some tables, and the tuples as codes at step 0: table after table,
    /// `words` words for each tuple, not necessarily distinct. `None` if an axis has too many steps or a row too many
    /// bits.
    pub(super) fn new<'a>(
        qis: &[QuasiIdentifier],
        tables: &[&'a Classes],
        lattice: &Lattice,
    ) -> Option<(Self, Vec<u64>)> {
        let tuples = || {
            let of_table = |table: &&'a Classes| table.iter().map(|tuple| (table.policy(), tuple));
            tables.iter().flat_map(of_table)
        };
        let mut encoded = Self { axes: Vec::new(), words: 0, n_slots: 0 };
        let mut numbers = Vec::new();
        for axis in lattice.axes() {
            let n_steps = axis.steps() as usize + 1;
            if n_steps > PackedAxis::MOST_STEPS {
                return None;
            }
            let min = axis.range().min;
            let mut of_axis = Numbers::default();
            for (policy, tuple) in tuples() {
                of_axis.of(groups_of(qis, policy, tuple, axis.members(), min));
            }
            let groups = of_axis.values.clone();
            let width = axis.members().len();
            let n_values = groups.len() / width;
            let steps = (0..n_steps).map(|step| {
                let level = min + step as Level;
                let up = |value: usize, member: usize| {
                    qis[axis.members()[member]].parent(min, groups[value * width + member], level)
                };
                numbered(n_values, width, &up)
            });
            encoded.axes.push(PackedAxis {
                members: axis.members().to_vec(),
                min,
                steps: steps.collect(),
                groups,
                slot: encoded.n_slots,
                field: BitField::default(),
            });
            encoded.n_slots += n_steps;
            numbers.push(of_axis);
        }
        let fields = BitField::packed(encoded.axes.iter().map(|axis| axis.n_codes(0)));
        encoded.words = BitField::words(&fields);
        for (axis, field) in encoded.axes.iter_mut().zip(fields) {
            axis.field = field;
        }
        if encoded.words > 2 {
            if encoded.words > Self::MOST_WORDS {
                return None;
            }
            encoded.words = Self::MOST_WORDS;
        }
        let n_rows: usize = tables.iter().map(|table| table.len()).sum();
        let mut rows = vec![0; n_rows * encoded.words];
        // Computed again instead of stored: the codes of all axes would take more memory than the rows.
        for (axis, numbers) in encoded.axes.iter().zip(&mut numbers) {
            for (row, (policy, tuple)) in rows.chunks_exact_mut(encoded.words).zip(tuples()) {
                let groups = groups_of(qis, policy, tuple, &axis.members, axis.min);
                axis.field.set(row, u64::from(numbers.of(groups).0));
            }
        }
        Some((encoded, rows))
    }

    /// Runs a loop for the number of words of these rows.
    pub(super) fn with_words(&self, job: &mut impl OfWords) {
        match self.words {
            1 => job.run::<1>(),
            2 => job.run::<2>(),
            _ => job.run::<{ Self::MOST_WORDS }>(),
        }
    }

    /// The policy with this step for each axis.
    pub(super) fn policy(&self, n_qis: usize, step: impl Fn(usize) -> Step) -> Policy {
        let mut levels = vec![0; n_qis];
        for (number, axis) in self.axes.iter().enumerate() {
            for &qi in &axis.members {
                levels[qi] = axis.level(step(number));
            }
        }
        Policy::new(levels)
    }
}

/// The groups of a tuple on an axis at its lowest level. `policy` is the policy of the tuples.
fn groups_of<'a>(
    qis: &'a [QuasiIdentifier],
    policy: &'a Policy,
    tuple: Class<'a>,
    members: &'a [usize],
    min: Level,
) -> impl ExactSizeIterator<Item = GroupCode> + 'a {
    let levels = policy.levels();
    (members.iter()).map(move |&qi| qis[qi].parent(levels[qi], tuple.group(qi), min))
}

/// Numbers the combinations of the members' groups in the order of the values of step 0.
fn numbered(n_values: usize, width: usize, group: &dyn Fn(usize, usize) -> GroupCode) -> Codes {
    let mut numbers = Numbers::default();
    let mut value_of = Vec::new();
    let of_value = (0..n_values)
        .map(|value| {
            let (number, is_new) = numbers.of((0..width).map(|member| group(value, member)));
            if is_new {
                value_of.push(value as u32);
            }
            number
        })
        .collect();
    Codes { of_value, value_of }
}

/// Numbers for combinations of groups, by first appearance.
#[derive(Default)]
struct Numbers {
    /// For each number, the combination, one after the other.
    values: Vec<GroupCode>,
    /// For combinations of one group: the number of the group plus one; 0 for none yet.
    of_one: Vec<u32>,
    of_several: FxHashMap<Vec<GroupCode>, u32>,
}

impl Numbers {
    /// The number of a combination, and whether it is new. All combinations have the same length.
    fn of(&mut self, mut groups: impl ExactSizeIterator<Item = GroupCode>) -> (u32, bool) {
        let next = (self.values.len() / groups.len().max(1)) as u32;
        if groups.len() > 1 {
            let groups: Vec<GroupCode> = groups.collect();
            if let Some(&number) = self.of_several.get(&groups) {
                return (number, false);
            }
            self.values.extend_from_slice(&groups);
            self.of_several.insert(groups, next);
            return (next, true);
        }
        let group = groups.next().unwrap_or_default();
        if self.of_one.len() <= group as usize {
            self.of_one.resize(group as usize + 1, 0);
        }
        let number = &mut self.of_one[group as usize];
        let is_new = *number == 0;
        if is_new {
            *number = next + 1;
            self.values.push(group);
        }
        (*number - 1, is_new)
    }
}
