//! Suggestions that keep the most frequent values.

use super::seen::records;
use super::{Proposal, Seen};
use crate::hierarchy::build::Frequent;
use crate::hierarchy::spec::HierarchySpec;
use crate::sorting::sort_by;

/// The numbers of values that are kept on levels 1, 2, … for texts without an order.
const KEPT: [usize; 3] = [20, 10, 5];

/// The most frequent values, but none that too few records have; `why` is the beginning of the reason.
pub(super) fn frequent(seen: &Seen<'_>, why: &str) -> Proposal {
    let mut counts = seen.counts.clone();
    sort_by(&mut counts, |one, other| other.cmp(one));
    let n_frequent = counts.iter().take_while(|&&count| count >= seen.k).count();
    // Each level joins more than the one below.
    let most = n_frequent.min(KEPT[0]).min(counts.len() - 1);
    if most == 0 {
        let k = seen.k;
        return Proposal::none(format!("{why}, and no value has {k} records, so that none could stay among groups."));
    }
    let keep: Vec<usize> = [most].into_iter().chain(KEPT.into_iter().filter(|&keep| keep < most)).collect();
    let least = records(counts[most - 1]);
    let stay = match most {
        1 => format!("the most frequent value stays: it has {least}"),
        _ => format!("the {most} most frequent values stay: each has at least {least}"),
    };
    Proposal::of(
        HierarchySpec::Frequent(Frequent { keep, rest: "other".into() }),
        format!("{why}: {stay}. The others are one group."),
    )
}
