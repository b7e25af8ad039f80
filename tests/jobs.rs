//! Jobs: the library does the whole work by itself, with the bytes of the program, in chunks of any size.

use crate::support::program::Folder;
use kanon::jobs::{Anonymization, PolicyReleaseJob, Rewrite, Rewritten};
use kanon::recipe::Recipe;
use kanon::run::{Outcome, Run};
use kanon::sample::hospital;
use serde_json::Value;
use std::sync::Arc;

/// The report without what differs from run to run.
fn report(json: &str) -> Value {
    let mut report: Value = serde_json::from_str(json).unwrap();
    report.as_object_mut().unwrap().remove("seconds").unwrap();
    report
}

#[test]
fn the_library_releases_what_the_program_does() {
    let sample = hospital(2_000, 11);
    let recipe = Recipe::parse(&sample.recipe).unwrap();
    let done = kanon::anonymize(&sample.csv, &recipe).unwrap();
    assert!(done.verification.holds);
    let folder = Folder::empty();
    folder.write("data.csv", &sample.csv);
    folder.write("r.json", &sample.recipe);
    folder
        .kanon("anonymize data.csv --recipe r.json --out o.csv --report p.json --publish-unnamed --threads 1")
        .exits(0);
    assert_eq!(String::from_utf8(done.release).unwrap(), folder.read("o.csv"));
    assert_eq!(report(&done.report.to_json()), report(&folder.read("p.json")));
}

/// The release of a table that is read again as `again`, in chunks.
fn released(csv: &[u8], recipe: &Recipe, again: &[u8], chunk: usize) -> kanon::Result<Vec<u8>> {
    let original = Arc::new(Anonymization::new(recipe.clone()).original(csv)?);
    let mut run = Run::new(Arc::new(original.prepared.problem(recipe)?), &recipe.search)?;
    run.advance(f64::INFINITY, &mut || 0.0);
    let outcome = Outcome::of(&mut run)?;
    let transformation = Arc::new(original.transformation(run.evaluator().classes(&outcome.policy)));
    let mut job = PolicyReleaseJob::new(&original, recipe.clone(), outcome, transformation, None, None)?;
    let mut release: Vec<u8> = again.chunks(chunk).flat_map(|chunk| job.push(chunk, chunk)).collect();
    loop {
        let rest = job.rest();
        if rest.is_empty() {
            break;
        }
        release.extend(rest);
    }
    let Rewritten { last, .. } = job.finish()?;
    release.extend(last);
    Ok(release)
}

#[test]
fn chunks_of_any_size_give_the_same_release() {
    let sample = hospital(300, 5);
    let recipe = Recipe::parse(&sample.recipe).unwrap();
    let whole = kanon::anonymize(&sample.csv, &recipe).unwrap().release;
    for chunk in [1, 7, 4_096, sample.csv.len()] {
        assert_eq!(released(&sample.csv, &recipe, &sample.csv, chunk).unwrap(), whole, "chunks of {chunk}");
    }
}

#[test]
fn a_table_that_has_changed_is_told_as_changed_whatever_is_wrong_with_it() {
    let recipe = Recipe::parse(
        r#"{"kanon": 1, "privacy": {"k": 2}, "columns": {"age": {"role": "quasi-identifier"}, "x": {"role": "insensitive"}}}"#,
    )
    .unwrap();
    let csv = b"age,x\n30,a\n30,b\n40,c\n40,d\n";
    assert!(released(csv, &recipe, csv, 3).is_ok());
    for again in ["age,x\n30,a\n30,b\n40,c\n41,d\n", "age,x\n30,a\n", "age,x\n30,a\n30,\"b\n40,c\n", "\u{0}"] {
        assert_eq!(released(csv, &recipe, again.as_bytes(), 3).unwrap_err().code(), "data-changed", "{again}");
    }
}

#[test]
fn what_a_recipe_needs_and_is_not_there_is_told() {
    let of = |more: &str| {
        let columns = r#""columns": {"age": {"role": "quasi-identifier"}}"#;
        let recipe = Recipe::parse(&format!(r#"{{"kanon": 1, "privacy": {{"k": 2}}, {columns}{more}}}"#)).unwrap();
        kanon::anonymize(b"age\n30\n30\n", &recipe)
            .map(|done| done.verification.holds)
            .map_err(|error| error.to_string())
    };
    assert_eq!(of(""), Ok(true));
    assert!(of(r#", "risk": {"population": "people.csv"}"#).unwrap_err().contains("people.csv was not given"));
    let cells = of(r#", "uniques": {"suppress": "per-record"}, "chosen": {"cells": {"why": ""}}"#);
    assert!(cells.unwrap_err().contains("chose suppressed cells"));
}
