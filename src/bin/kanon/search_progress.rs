//! How far a search is, in words.

use crate::console::plural;
use kanon::run::Run;
use kanon::search::{Progress, Work};

/// The progress of a search: the share of the lattice that is closed, or the share of the best loss that is proven,
/// whichever is less. The large boxes are closed first, and the last ones raise the bound.
pub(crate) fn share(run: &Run) -> Option<f64> {
    let closed = run.boxes()?.closed;
    let progress = run.progress();
    let best = progress.best.map(|best| best.loss);
    let proven = best.filter(|&loss| loss > 0.0);
    Some(proven.map_or(closed, |loss| closed.min(progress.bound / loss)))
}

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
