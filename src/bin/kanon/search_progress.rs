//! How far a search is, in words.

use crate::console::plural;
use kanon::search::{Progress, Work};

/// The best policy's loss so far, the bound, and the work of the search.
pub(crate) fn found(progress: &Progress) -> String {
    let best = progress.best.as_ref();
    let best = best.map_or("none".to_owned(), |best| format!("{:.4}", best.loss));
    format!("best {best} · proven ≥ {:.4} · {}", progress.bound, gone_through(progress.counters.work))
}

/// The work of a search, in the units that it counts.
pub(crate) fn gone_through(work: Work) -> String {
    match work {
        Work::Policies { checked, .. } => {
            format!("{} checked", plural(checked, "policy", "policies"))
        }
        Work::Boxes { looked_at, .. } => {
            format!("{} of policies looked at", plural(looked_at, "box", "boxes"))
        }
    }
}
