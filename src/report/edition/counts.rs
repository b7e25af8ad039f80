//! Which counts of records may be shown, by themselves and beside others.

/// The least counts that may be shown of a release with this k.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Hiding {
    k: u64,
    below: u64,
}

impl Hiding {
    /// Counts from 1 up to k are hidden, and at least 1 and 2: below that, that something is left out would say how
    /// much it is.
    pub(crate) fn of(k: u64) -> Self {
        Self { k, below: k.max(3) }
    }

    /// Counts from 1 up to this are hidden.
    pub(crate) fn below(self) -> u64 {
        self.below
    }

    /// Whether a count may be shown by itself.
    pub(crate) fn may_show(self, count: u64) -> bool {
        count == 0 || count >= self.below
    }

    /// Whether the difference of two shown counts is no count that is hidden.
    pub(crate) fn are_apart(self, one: u64, other: u64) -> bool {
        one == other || one.abs_diff(other) >= self.k
    }

    /// Whether counts of the same records may be shown together, such as those that different policies suppress: each
    /// by itself, and no two of them, nor one and `all`, differ by a hidden count. Time in counts × log counts.
    pub(crate) fn may_show_all(self, all: u64, counts: impl IntoIterator<Item = u64>) -> bool {
        let mut counts: Vec<u64> = counts.into_iter().chain([all]).collect();
        counts.sort_unstable();
        let are_safe = counts.iter().all(|&count| self.may_show(count));
        are_safe && counts.windows(2).all(|pair| self.are_apart(pair[0], pair[1]))
    }

    /// How many levels of a hierarchy, from the highest down, may show the records of all their groups. Of the levels
    /// below nothing is shown: one hidden group would follow from the others and the group above.
    pub(crate) fn levels_shown<'a>(self, levels: impl DoubleEndedIterator<Item = &'a [u64]>) -> usize {
        levels.rev().take_while(|records| records.iter().all(|&count| self.may_show(count))).count()
    }
}
