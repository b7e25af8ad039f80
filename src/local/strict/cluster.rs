//! A cluster: records that are made equal.

use super::space::Space;
use crate::uniques::ColumnSet;

/// Records of some tuples that keep the same columns: those on which they agree.
#[derive(Debug, Clone, Default)]
pub(super) struct Cluster {
    pub(super) members: Vec<Member>,
    /// Columns in which all have the same value.
    pub(super) kept: ColumnSet,
    /// Records of all members.
    pub(super) records: u64,
}

/// Records of one tuple.
#[derive(Debug, Clone, Copy)]
pub(super) struct Member {
    pub(super) tuple: u32,
    pub(super) records: u64,
    /// Columns in which all the other members have the same value.
    others: ColumnSet,
}

impl Cluster {
    /// The cluster of different tuples with some records of each.
    pub(super) fn new(space: &Space, members: impl IntoIterator<Item = (u32, u64)>) -> Self {
        let members: Vec<Member> =
            (members.into_iter()).map(|(tuple, records)| Member { tuple, records, others: 0 }).collect();
        let mut cluster = Self { records: members.iter().map(|member| member.records).sum(), members, kept: 0 };
        cluster.settle(space);
        cluster
    }

    /// The weight that its records keep, in units of the weights.
    pub(super) fn value(&self, space: &Space) -> i64 {
        self.records as i64 * space.weight(self.kept)
    }

    /// The weight that they would keep with additional records of a tuple.
    pub(super) fn value_with(&self, space: &Space, tuple: u32, records: u64) -> i64 {
        let kept = match self.members.first() {
            Some(first) => self.kept & space.agreement(first.tuple, tuple),
            None => space.values(tuple),
        };
        (self.records + records) as i64 * space.weight(kept)
    }

    /// The records and kept columns if some records of a member left and others joined.
    pub(super) fn changed(
        &self,
        space: &Space,
        place: usize,
        leaving: u64,
        coming: Option<(u32, u64)>,
    ) -> (u64, ColumnSet) {
        let member = &self.members[place];
        let is_whole = member.records == leaving;
        let kept = if is_whole { member.others } else { self.kept };
        let records = self.records - leaving;
        let Some((tuple, more)) = coming else {
            return (records, kept);
        };
        let stays = if is_whole { self.members.get(usize::from(place == 0)) } else { Some(member) };
        let kept = match stays {
            Some(stays) => kept & space.agreement(stays.tuple, tuple),
            None => space.values(tuple),
        };
        (records + more, kept)
    }

    /// The index of a tuple among the members.
    pub(super) fn place_of(&self, tuple: u32) -> Option<usize> {
        self.members.iter().position(|member| member.tuple == tuple)
    }

    /// Removes records of a member.
    pub(super) fn take(&mut self, space: &Space, tuple: u32, records: u64) {
        self.records -= records;
        if let Some(place) = self.place_of(tuple) {
            self.members[place].records -= records;
        }
        self.members.retain(|member| member.records > 0);
        self.settle(space);
    }

    /// Adds records of a tuple.
    pub(super) fn put(&mut self, space: &Space, tuple: u32, records: u64) {
        self.records += records;
        match self.place_of(tuple) {
            Some(place) => self.members[place].records += records,
            None => self.members.push(Member { tuple, records, others: 0 }),
        }
        self.settle(space);
    }

    /// Recomputes the columns in which all members agree, and those in which all members but one agree, for each.
    fn settle(&mut self, space: &Space) {
        let shared = |tuples: &[Member], with: u32| {
            let agreements = tuples.iter().map(|member| space.agreement(with, member.tuple));
            agreements.fold(space.values(with), |shared, own| shared & own)
        };
        let (Some(&first), second) = (self.members.first(), self.members.get(1).copied()) else {
            self.kept = 0;
            return;
        };
        let first = first.tuple;
        self.kept = shared(&self.members, first);
        if let Some(second) = second {
            self.members[0].others = shared(&self.members[1..], second.tuple);
        }
        let mut before = space.values(first);
        for member in self.members.iter_mut().skip(1) {
            member.others = before;
            before &= space.agreement(first, member.tuple);
        }
        let mut after = space.all();
        for member in self.members.iter_mut().skip(1).rev() {
            member.others &= after;
            after &= space.agreement(first, member.tuple);
        }
    }
}
