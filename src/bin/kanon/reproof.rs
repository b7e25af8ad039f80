//! `kanon verify --optimality`: searches for the best policy once more.

use crate::console::{plural, say};
use crate::crew::{Sharing, drive};
use crate::failure::Failure;
use crate::progress::{Budget, Progress};
use crate::release::threads;
use crate::search_progress::{found, gone_through};
use kanon::audit::{Optimum, Reproof, Reproving, Verdict};
use kanon::lattice::Policy;
use kanon::report::ClaimedReport;
use std::time::Instant;

/// Searches with a different algorithm for at most `seconds`, and says whether the report's claim holds.
pub(crate) fn prove_again(
    reproof: Reproof,
    report: &ClaimedReport,
    names: &[String],
    seconds: f64,
) -> Result<(), Failure> {
    let claim = if report.optimal {
        format!("the policy is the best one, with loss {:.6}", report.loss)
    } else {
        format!("no valid policy loses less than {:.6}", report.bound)
    };
    prove(reproof, &claim, names, seconds)
}

/// Proves every optimality claim of a report again, one after the other, all within `seconds`.
pub(crate) fn prove_all(optima: &[Optimum], names: &[String], seconds: f64) -> Result<(), Failure> {
    if optima.is_empty() {
        return Err(Failure::input(
            "--optimality: no second search can prove this report's claim about all policies. Leave the option out.",
        ));
    }
    let clock = Instant::now();
    let mut all = Ok(());
    for optimum in optima {
        let left = (seconds - clock.elapsed().as_secs_f64()).max(0.0);
        let proven = prove(optimum.reproof()?, &optimum.claim, names, left);
        all = Failure::worse(all, proven);
    }
    all
}

/// The failure of a claim that is neither proven again nor refuted.
pub(crate) fn not_proven_again(seconds: f64) -> Failure {
    Failure::not_checked(format!("not proven again within {seconds} s, so this is no pass. Raise --seconds."))
}

fn prove(mut reproof: Reproof, claim: &str, names: &[String], seconds: f64) -> Result<(), Failure> {
    let budget = Budget::new(Some(seconds))?;
    let algorithm = match reproof.progress() {
        Reproving::Search(_, algorithm) => algorithm.name(),
        Reproving::Proof { .. } => "a proof of boxes",
    };
    let progress = Progress::new(format!("proving again by {algorithm}"));
    drive(&mut reproof, &mut Sharing::new(threads(None)), &budget, progress, |reproof| match reproof.progress() {
        Reproving::Search(search, _) => found(&search),
        Reproving::Proof { nodes, .. } => format!("{nodes} nodes"),
    })?;
    let checked = match reproof.progress() {
        Reproving::Search(search, _) => gone_through(search.counters.work),
        Reproving::Proof { nodes, .. } => plural(nodes, "node", "nodes"),
    };
    match reproof.verdict() {
        Verdict::Proven => {
            say!("holds: {claim}; {algorithm} proves it again with {checked}");
            Ok(())
        }
        Verdict::Refuted { levels, loss } => {
            let policy = Policy::new(levels).named(names);
            say!("FAILS: {claim}; {algorithm} finds {policy} with loss {loss:.6}");
            Err(Failure::no("verification failed"))
        }
        Verdict::Open { bound } => {
            say!("open: {claim}; {algorithm} has proven {bound:.6} so far, with {checked}");
            Err(not_proven_again(seconds))
        }
    }
}
