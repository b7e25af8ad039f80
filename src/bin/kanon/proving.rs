//! `kanon anonymize --proof` and `kanon sweep --proofs`: the proof that no policy loses less.

use crate::failure::Failure;
use crate::progress::Progress;
use kanon::lattice::Policy;
use kanon::monitor::When;
use kanon::proof::Certify;
use kanon::search::{Problem, Status};
use kanon::study::{Prepared, Recipe, Strictest, proof_file};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long a proof goes on before it is asked how far it is.
const STEP: Duration = Duration::from_millis(200);

/// Makes the proof that no policy of a recipe comes before this one, under its settings and up to the strictest, and a
/// line about it.
pub(crate) fn prove(
    problem: Arc<Problem>,
    recipe: &Recipe,
    prepared: &Prepared,
    policy: &Policy,
    strictest: Option<Strictest>,
) -> Result<(Vec<u8>, String), Failure> {
    let clock = Instant::now();
    let mut certify = Certify::new(problem, policy)?;
    let mut progress = Progress::new("proving");
    let mut due = Instant::now() + STEP;
    while certify.advance(&mut When(|| Instant::now() >= due)) == Status::Running {
        due = Instant::now() + STEP;
        let nodes = certify.nodes();
        progress.tell_more(Some(certify.share()), || format!("{nodes} nodes"));
    }
    drop(progress);
    let certificate = match certify.finish() {
        Some(Ok(certificate)) => certificate,
        Some(Err(better)) => {
            let levels: Vec<String> = (prepared.names().iter().zip(better.levels()))
                .map(|(name, level)| format!("{name} {level}"))
                .collect();
            return Err(Failure::no(format!(
                "no proof can be made: the policy {} comes before the one of the release. Nothing was written. Let the search go to its end, or leave --proof out.",
                levels.join(", ")
            )));
        }
        None => return Err(Failure::no("the proof was not made. Leave --proof out.")),
    };
    let file = proof_file(prepared, recipe, &certificate, strictest);
    let line = format!(
        "proof: {} nodes, {} bytes, in {:.2} s",
        certificate.nodes,
        file.len(),
        clock.elapsed().as_secs_f64()
    );
    Ok((file, line))
}
