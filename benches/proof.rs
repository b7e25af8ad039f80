//! Proofs that a policy is the best one: nodes, bytes, and the seconds of search, proof and check side by side.
//!
//! One run, one thread, no statistics: the smallest of these takes parts of a second, the largest minutes. Numbers
//! among the arguments choose columns of the survey. The files of each check are left in `target/proof`, for
//! `kanon-check`.

#![allow(clippy::unwrap_used, reason = "a bench that cannot go on has failed")]

mod studies;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use kanon::monitor::Unlimited;
use kanon::proof::Certify;
use kanon::search::Algorithm;
use kanon::study::{PlainStudy, TreeBytes, proof_header};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;
use studies::Study;

fn seconds<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let clock = Instant::now();
    let done = work();
    (done, clock.elapsed().as_secs_f64())
}

fn measure(study: &Study, name: &str) {
    let problem = study.problem();
    let (best, searched) = seconds(|| {
        let mut search = (Algorithm::Exact.search(Arc::clone(&problem), 0)).unwrap();
        search.advance(&mut Unlimited);
        search.progress().best.unwrap()
    });
    let (certificate, certified) = seconds(|| {
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
    let (verdict, checked) = seconds(|| kanon_check::check(&file, &plain.csv, &recipe, None, 1));
    println!(
        "{name}: {} policies, {} nodes, {} bytes; search {searched:.2} s, certify {certified:.2} s, check {checked:.2} s: {}",
        problem.lattice().size(),
        certificate.nodes,
        file.len(),
        verdict.map_or_else(|failure| failure.to_string(), |_| "proven".to_owned()),
    );
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("target/proof")
        .join(name);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("proof"), file).unwrap();
    fs::write(folder.join("data.csv"), plain.csv).unwrap();
    fs::write(folder.join("recipe.json"), recipe).unwrap();
}

fn main() {
    let chosen: Vec<usize> = std::env::args()
        .filter_map(|arg| arg.parse().ok())
        .collect();
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
