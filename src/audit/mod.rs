//! Checks a report field by field against recomputed values.
//!
//! **Invariant:** every field of a report is checked: it is compared with a recomputed value, or listed as *not
//! checked* with a reason. [`Audit::finish`] fails every field that was not checked, so a new field cannot slip
//! through.

mod attackers;
mod cells_alone;
mod chosen;
mod compared;
mod conditions;
mod every_policy;
mod evidence;
mod fields;
mod finished;
mod finished_people;
mod frontier;
mod optimum;
mod partition;
mod plain_rule;
mod policies;
mod read;
mod release;
mod released;
mod reproof;
mod studied;
mod sweep;
mod uniques;
mod words;

pub use cells_alone::CellsAlone;
pub use every_policy::{Looked, every_level, every_partition};
pub use evidence::Evidence;
pub use fields::Audit;
pub use finished::{AskedOfFinished, CheckedCondition, FinishedConditions};
pub use frontier::audit_full_domain;
pub use optimum::{Audited, Optimum};
pub use partition::audit_partition;
pub use read::tells_how_it_was_read;
pub use release::{ReleaseAudit, audit_alone};
pub use released::ReleasedTable;
pub use reproof::{Reproof, Reproving, Verdict};
pub use studied::{StudiedEvidence, audit_studied};
pub use sweep::audit_sweep;
pub use uniques::{CellRelease, UniquesAudit, UniquesEvidence};
pub use words::field_in_words;

use crate::frontier::Point;
use crate::release::verify::Claim;

/// A claim that does not hold.
fn failing(claim: &str, claimed: String, found: String) -> Claim {
    Claim { field: None, claim: claim.to_owned(), claimed, found, holds: Some(false) }
}

/// A failing claim for each point of a frontier that is out of order: risk must rise and loss must fall.
fn in_order(audit: &mut Audit, points: &[Point]) {
    for (pair, number) in points.windows(2).zip(2..) {
        let (before, own) = (pair[0], pair[1]);
        if own.risk <= before.risk || own.loss >= before.loss {
            audit.add(failing(
                &format!("frontier policy {number}: more risk and less loss than the one before"),
                format!("risk {}, loss {}", own.risk, own.loss),
                format!("after risk {}, loss {}", before.risk, before.loss),
            ));
        }
    }
}
