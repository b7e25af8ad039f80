//! `kanon anonymize --proof` and `kanon sweep --proofs`: the proof that no policy loses less.

use crate::crew::{Sharing, drive};
use crate::failure::Failure;
use crate::progress::{Budget, Progress};
use kanon::lattice::Policy;
use kanon::proof::Certify;
use kanon::proof_file::{Strictest, proof_file};
use kanon::recipe::Recipe;
use kanon::search::Problem;
use kanon::table::EncodedStudy;
use std::sync::Arc;
use std::time::Instant;

/// Proves that no policy of a recipe precedes this one, under its settings and up to the strictest, on several threads.
/// Returns the proof and a line about it. The number of threads does not affect the bytes.
pub(crate) fn prove(
    problem: Arc<Problem>,
    recipe: &Recipe,
    prepared: &EncodedStudy,
    policy: &Policy,
    strictest: Option<Strictest>,
    threads: usize,
) -> Result<(Vec<u8>, String), Failure> {
    let clock = Instant::now();
    let mut certify = Certify::new(problem, policy)?;
    let words = |certify: &Certify| format!("{} nodes", certify.nodes());
    let (budget, progress) = (Budget::unlimited(), Progress::new("proving"));
    drive(&mut certify, &mut Sharing::new(threads), &budget, progress, words)?;
    let certificate = match certify.finish() {
        Some(Ok(certificate)) => certificate,
        Some(Err(better)) => {
            return Err(Failure::no(format!(
                "no proof can be made: the policy {} comes before the one of the release. Nothing was written. Let the search finish, or leave --proof out.",
                better.named(&prepared.names())
            )));
        }
        None => return Err(Failure::no("the proof was not made. Leave --proof out.")),
    };
    let file = proof_file(prepared, recipe, &certificate, strictest);
    let line =
        format!("proof: {} nodes, {} bytes, in {:.2} s", certificate.nodes, file.len(), clock.elapsed().as_secs_f64());
    Ok((file, line))
}
