//! `kanon anonymize --proof` and `kanon sweep --proofs`: the proof that no policy loses less.

use crate::crew::Crew;
use crate::failure::Failure;
use crate::progress::Progress;
use kanon::lattice::Policy;
use kanon::monitor::When;
use kanon::proof::Certify;
use kanon::search::{Problem, Status};
use kanon::study::{Prepared, Recipe, Strictest, proof_file};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long a proof goes on before it is asked how far it is, and whether others have something to do.
const STEP: Duration = Duration::from_millis(10);

/// A proof that takes no longer is not worth starting threads for.
const ALONE: Duration = Duration::from_millis(100);

/// Who comes back sooner had nothing to do.
const IDLE: Duration = Duration::from_millis(1);

/// Makes the proof that no policy of a recipe comes before this one, under its settings and up to the strictest, by so
/// many threads, and a line about it. How many they are changes no byte.
pub(crate) fn prove(
    problem: Arc<Problem>,
    recipe: &Recipe,
    prepared: &Prepared,
    policy: &Policy,
    strictest: Option<Strictest>,
    threads: usize,
) -> Result<(Vec<u8>, String), Failure> {
    let clock = Instant::now();
    let mut certify = Certify::new(problem, policy)?;
    let mut progress = Progress::new("proving");
    let mut crew: Option<Crew<Certify>> = None;
    loop {
        let start = Instant::now();
        let step = if crew.is_some() { STEP } else { ALONE };
        if certify.advance(&mut When(|| start.elapsed() >= step)) == Status::Done {
            break;
        }
        if threads > 1 {
            let crew = crew.get_or_insert_with(|| Crew::start(&certify, threads - 1));
            crew.feed(&mut certify, start.elapsed() < IDLE);
        }
        if progress.is_due() {
            let nodes = certify.nodes();
            progress.tell_more(Some(certify.share()), || format!("{nodes} nodes"));
        }
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
