//! Why no policy is valid, and what would change that.

use crate::classes::{Classes, K, Kept, RollupMemory, project};
use crate::error::Remedies;
use crate::lattice::Policy;
use crate::search::Problem;
use crate::sorting::sort_by;

/// The obstacles of a problem whose most general policy suppresses too much. Generalizing never increases suppression,
/// so the most general policy suppresses least.
///
/// Time in tuples × quasi-identifiers that are not one group at the top.
pub(super) fn remedies(problem: &Problem) -> Remedies {
    let top = problem.lattice().top();
    let groups = |qi: usize| problem.qis()[qi].n_groups(top.levels()[qi]);
    let mut apart: Vec<usize> = (0..problem.qis().len()).filter(|&qi| groups(qi) > 1).collect();
    sort_by(&mut apart, |&one, &other| groups(other).cmp(&groups(one)));
    let mut best: Option<(u64, usize)> = None;
    for &qi in &apart {
        let suppressed = Kept::of(&classes(problem, &top, Some(qi)), problem.k()).suppressed();
        if suppressed <= problem.limit() && best.is_none_or(|(least, _)| suppressed < least) {
            best = Some((suppressed, qi));
        }
    }
    let name = |qi: usize| problem.qis()[qi].name().to_owned();
    Remedies {
        apart: apart.iter().map(|&qi| (name(qi), groups(qi))).collect(),
        without: best.map(|(_, qi)| name(qi)),
        is_alone: problem.qis().len() == 1,
        k: greatest_k(&classes(problem, &top, None), problem.k(), problem.limit()),
    }
}

/// The classes of a policy, without one of the quasi-identifiers if given.
fn classes(problem: &Problem, policy: &Policy, without: Option<usize>) -> Classes {
    let kept: Vec<bool> = (0..problem.qis().len()).map(|qi| Some(qi) != without).collect();
    let (tuples, qis) = (problem.tuples(), problem.qis());
    let mut classes = Classes::like(tuples);
    project(tuples, policy, &kept, qis, &mut RollupMemory::default(), &mut classes);
    classes
}

/// The greatest k below the one asked for whose suppression is within the limit.
fn greatest_k(classes: &Classes, k: K, limit: u64) -> Option<u64> {
    let fits = |k: u64| Kept::of(classes, K::new(k)).suppressed() <= limit;
    // Suppression grows with k, so bisection finds the greatest k.
    let (mut below, mut above) = (1, k.get());
    while above - below > 1 {
        let middle = below + (above - below) / 2;
        if fits(middle) {
            below = middle;
        } else {
            above = middle;
        }
    }
    (below > 1).then_some(below)
}
