//! Proofs that a policy is optimal: nodes, bytes, and the seconds of search, proof and check side by side.
//!
//! One run, one thread, no statistics: the smallest takes parts of a second, the largest a minute. Seconds are
//! processor seconds, and memory is the peak resident memory, if the system reports them. Numbers among the arguments
//! select columns of the survey; `settings` uses 10 of its columns under other limits, k and measures. The files of
//! each check are left in `target/proof`, for `kanon-check`.

#![allow(clippy::unwrap_used, reason = "a bench that cannot go on has failed")]

mod measured;
mod studies;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use kanon::loss::{Aggregate, MeasureName};
use kanon::monitor::Unlimited;
use kanon::proof::Certify;
use kanon::proof_file::{PlainStudy, TreeBytes, proof_header};
use kanon::search::Algorithm;
use measured::measured;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use studies::Study;

fn measure(study: &Study, name: &str) {
    let problem = study.problem();
    let (best, searched) = measured(|| {
        let mut search = (Algorithm::Exact.search(Arc::clone(&problem), 0)).unwrap();
        search.advance(&mut Unlimited);
        search.progress().best.unwrap()
    });
    let (certificate, certified) = measured(|| {
        let mut certify = Certify::new(Arc::clone(&problem), &best.policy).unwrap();
        certify.advance(&mut Unlimited);
        certify.finish().unwrap().unwrap()
    });
    let (prepared, recipe) = (&study.prepared, &study.recipe);
    let header = proof_header(prepared, recipe, &certificate, TreeBytes::Zlib, None);
    let mut packed = ZlibEncoder::new(header.into_bytes(), Compression::best());
    packed.write_all(&certificate.tree).unwrap();
    let file = packed.finish().unwrap();
    let plain = PlainStudy::of(prepared, recipe).unwrap();
    let recipe = plain.recipe.to_json();
    let (verdict, checked) = measured(|| kanon_check::check(&file, &plain.csv, &recipe, None, 1, &()));
    println!(
        "{name}: {} policies, {} nodes, {} bytes; search {searched}, certify {certified}, check {checked}: {}",
        problem.lattice().size(),
        certificate.nodes,
        file.len(),
        verdict.map_or_else(|failure| failure.to_string(), |_| "proven".to_owned()),
    );
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/proof").join(name);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("proof"), file).unwrap();
    fs::write(folder.join("data.csv"), plain.csv).unwrap();
    fs::write(folder.join("recipe.json"), recipe).unwrap();
}

/// The limits, k and measures for which proofs are made.
fn settings() {
    let of = |name: String, change: &dyn Fn(&mut Study)| {
        if let Some(mut study) = studies::survey(10) {
            change(&mut study);
            measure(&study, &name);
        }
    };
    for limit in [0.0, 0.05, 1.0] {
        of(format!("limit {limit}"), &|study| study.recipe.privacy.suppression_limit = limit);
    }
    for k in [2, 5, 25] {
        of(format!("k {k}"), &|study| study.recipe.privacy.k = k);
    }
    for measure in MeasureName::ALL {
        of(format!("{measure:?}"), &|study| study.recipe.loss.measure = measure);
    }
    for aggregate in [Aggregate::GeometricMean, Aggregate::Maximum] {
        of(format!("Iyengar, {aggregate:?}"), &|study| study.recipe.loss.aggregate = aggregate);
    }
}

fn main() {
    if std::env::args().any(|arg| arg == "settings") {
        return settings();
    }
    let chosen: Vec<usize> = std::env::args().filter_map(|arg| arg.parse().ok()).collect();
    let adult = studies::adult();
    measure(&adult, adult.name);
    for n_qis in [10, 12, 14, 16] {
        if chosen.is_empty() || chosen.contains(&n_qis) {
            let Some(study) = studies::survey(n_qis) else {
                return;
            };
            measure(&study, &format!("{}-{n_qis}", study.name));
        }
    }
}
