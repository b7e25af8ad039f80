//! Suggestions for texts, which have no order.

use super::frequent::frequent;
use super::{Proposal, Seen, codes};
use crate::data::{Guess, MixedDates, Reading};
use crate::hierarchy::spec::HierarchySpec;

/// Up to this number of distinct texts, a list is as good.
const FEW_TEXTS: usize = 20;

/// A suggestion for texts, unless most values are numbers, dates or times: their groups would be known if the user
/// specified what the others are.
pub(super) fn but_for_exceptions(seen: &Seen<'_>) -> Proposal {
    let proposal = texts(seen);
    let has_digit = |value: &&&str| value.bytes().any(|byte| byte.is_ascii_digit());
    // A list of what is frequent, and the reason why there is none, are what is left if nothing else is known.
    let is_open = seen.values.len() > FEW_TEXTS
        && matches!(proposal.spec, None | Some(HierarchySpec::Frequent(_)))
        && seen.values.iter().filter(has_digit).count() * 2 > seen.values.len();
    match is_open {
        true => exceptions(seen).unwrap_or(proposal),
        false => proposal,
    }
}

/// The message that most values are numbers, dates or times, with those that are not.
#[inline(never)]
fn exceptions(seen: &Seen<'_>) -> Option<Proposal> {
    if let Some(mixed) = MixedDates::of(&seen.values).filter(MixedDates::is_even) {
        return Some(Proposal::none(format!(
            "{mixed}. Say that they are dates in these forms, and groups can be proposed."
        )));
    }
    let readings = Guess::of_most(&seen.values).readings;
    let odd = Reading::odd_values(&readings, seen.counted())?;
    Some(Proposal::none(format!(
        "{odd}. Name these as missing, correct them, or say what the column holds, and groups can be proposed."
    )))
}

/// Groups of texts.
pub(super) fn texts(seen: &Seen<'_>) -> Proposal {
    let present = &seen.values;
    if present.len() <= FEW_TEXTS {
        return Proposal::few(present.len());
    }
    if codes::has_codes(present, 3) {
        return codes::masked(present[0].len());
    }
    codes::parted(present)
        .unwrap_or_else(|| frequent(seen, &format!("The {} values have no order that is known", present.len())))
}
