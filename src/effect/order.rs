//! The order in which groups are shown, and which of them are shown together.

use crate::classes::QuasiIdentifier;
use crate::lattice::Level;
use crate::sorting::sort_by;

/// An order of the values of a quasi-identifier in which every group of every level is contiguous.
#[derive(Debug, Clone, PartialEq)]
pub struct GroupOrder {
    /// For each value, its position.
    places: Vec<u32>,
}

/// The first and the last position of a group's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    /// The first position.
    pub first: u32,
    /// The last position.
    pub last: u32,
}

/// Groups that are shown as one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// The groups, in order; at least one.
    pub groups: Vec<u32>,
    /// Whether they are the rest after the most frequent ones, rather than neighbours.
    pub is_rest: bool,
}

impl GroupOrder {
    /// The order of a quasi-identifier whose values have these distinct ranks: lower ranks come first as far as the
    /// groups allow.
    ///
    /// Time: values × levels × log values.
    pub fn new(qi: &QuasiIdentifier, ranks: &[u32]) -> Self {
        let n = ranks.len();
        // The least rank in each group, level by level from the top.
        let levels: Vec<(Level, Vec<u32>)> = (0..qi.height() as Level)
            .rev()
            .map(|level| {
                let mut least = vec![u32::MAX; qi.n_groups(level)];
                for value in 0..n as u32 {
                    let own = &mut least[qi.group(level, value) as usize];
                    *own = (*own).min(ranks[value as usize]);
                }
                (level, least)
            })
            .collect();
        let mut values: Vec<u32> = (0..n as u32).collect();
        sort_by(&mut values, |&one, &other| {
            let key = |value: u32, (level, least): &(Level, Vec<u32>)| least[qi.group(*level, value) as usize];
            let differs =
                (levels.iter()).map(|level| key(one, level).cmp(&key(other, level))).find(|order| order.is_ne());
            differs.unwrap_or_else(|| ranks[one as usize].cmp(&ranks[other as usize]))
        });
        let mut places = vec![0; n];
        for (place, value) in (0..).zip(values) {
            places[value as usize] = place;
        }
        Self { places }
    }

    /// The spans of the groups of a level.
    pub fn spans(&self, qi: &QuasiIdentifier, level: Level) -> Vec<Span> {
        let mut spans = vec![Span { first: u32::MAX, last: 0 }; qi.n_groups(level)];
        for (value, &place) in (0..).zip(&self.places) {
            let span = &mut spans[qi.group(level, value) as usize];
            (span.first, span.last) = (span.first.min(place), span.last.max(place));
        }
        spans
    }
}

/// At most `most` runs of groups with these spans and records. If there are no more groups than that, each is its own
/// run. If the column has an order, neighbours are joined, equally many in each run. Otherwise the most frequent
/// groups stay alone (the first ones of equally frequent groups), and the others are joined.
pub fn runs(spans: &[Span], records: &[u64], has_order: bool, most: usize) -> Vec<Run> {
    let mut order: Vec<u32> = (0..spans.len() as u32).collect();
    let first = |group: u32| spans[group as usize].first;
    sort_by(&mut order, |&one, &other| {
        let by_records = records[other as usize].cmp(&records[one as usize]);
        let by_place = first(one).cmp(&first(other));
        if has_order { by_place } else { by_records.then(by_place) }
    });
    let alone = |&group: &u32| Run { groups: vec![group], is_rest: false };
    let n = order.len();
    if n <= most {
        return order.iter().map(alone).collect();
    }
    if has_order {
        return (0..most)
            .map(|run| Run { groups: order[run * n / most..(run + 1) * n / most].to_vec(), is_rest: false })
            .collect();
    }
    let (frequent, rest) = order.split_at(most.saturating_sub(1));
    let rest = Run { groups: rest.to_vec(), is_rest: true };
    frequent.iter().map(alone).chain([rest]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn groups(runs: &[Run]) -> Vec<Vec<u32>> {
        runs.iter().map(|run| run.groups.clone()).collect()
    }

    #[test]
    fn neighbours_come_together_and_so_does_what_is_rare() {
        let spans: Vec<Span> = [3, 1, 0, 2, 4].map(|place| Span { first: place, last: place }).to_vec();
        let records = [5, 9, 1, 5, 2];
        let ordered = runs(&spans, &records, true, 2);
        assert_eq!(groups(&ordered), [vec![2, 1], vec![3, 0, 4]]);
        assert!(ordered.iter().all(|run| !run.is_rest));
        let frequent = runs(&spans, &records, false, 3);
        assert_eq!(groups(&frequent), [vec![1], vec![3], vec![0, 4, 2]]);
        assert!(frequent[2].is_rest);
        assert_eq!(groups(&runs(&spans, &records, false, 5)), [[1], [3], [0], [4], [2]]);
    }
}
