//! Jobs: the library does the whole work by itself, with the bytes of the program, in chunks of any size.

use crate::support::program::Folder;
use crate::support::reported::{all_of_uniques, clock, partitions, study};
use kanon::audit::Reproof;
use kanon::data::{Dialect, MissingCodes, sniff};
use kanon::jobs::{Anonymization, Helper, Lend, OpenJob, ReleaseJob, Rewritten, SuppressJob, Turn, Work};
use kanon::lattice::Policy;
use kanon::monitor::Checks;
use kanon::proof::Certify;
use kanon::recipe::{Recipe, Swept};
use kanon::run::{FullDomainRun, Outcome, Run, Sweep, UniqueQuestions};
use kanon::sample::hospital;
use kanon::search::Status;
use serde_json::{Value, json};
use std::fmt::Debug;
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

#[test]
fn the_library_proposes_what_the_program_does() {
    let folder = Folder::empty();
    let sample = hospital(2_000, 11).csv;
    // Signs of missing values that are to be named, and an inch mark that no quote closes.
    let signs = "plot;area;soil\n".to_owned() + &"17;12;clay\n18;NA;loam\n19;n/a;clay\n".repeat(40);
    let inches = "age;screen\n".to_owned() + &"41;15 in\n52;\"17 in\n38;13 in\n".repeat(30);
    for csv in [sample, signs.into_bytes(), inches.into_bytes()] {
        folder.write("data.csv", &csv);
        folder.kanon("propose data.csv --out own.kanon.json").exits(0);
        let recipe = kanon::propose(&csv).unwrap().recipe().unwrap();
        let own: Value = serde_json::from_str(&folder.read("own.kanon.json")).unwrap();
        assert_eq!(serde_json::to_value(&recipe).unwrap(), own);
        std::fs::remove_file(folder.path("own.kanon.json")).unwrap();
    }
}

#[test]
fn a_guessed_quote_that_nothing_closes_is_text_and_a_quote_that_was_given_is_not() {
    let csv = "age;screen\n".to_owned() + &"41;15 in\n".repeat(30) + "52;\"17 in\n38;13 in\n";
    for chunk in [1, 7, csv.len()] {
        let sniffed = sniff(&csv.as_bytes()[..100], false);
        let mut job = OpenJob::guessed(&sniffed, MissingCodes::default());
        let mut passes = 0;
        let opened = loop {
            passes += 1;
            csv.as_bytes().chunks(chunk).for_each(|chunk| job.push(chunk).unwrap());
            if let Some(opened) = job.finish().unwrap() {
                break opened;
            }
        };
        assert_eq!((passes, opened.dialect.quote, opened.profile.records), (2, None, 32));
    }
    let dialect = Dialect { delimiter: b';', ..Dialect::default() };
    let mut job = OpenJob::new(dialect, MissingCodes::default());
    job.push(csv.as_bytes()).unwrap();
    assert_eq!(job.finish().map(|_| ()).unwrap_err().code(), "data-open-quote");
}

#[test]
fn a_column_says_nothing_if_all_that_is_kept_of_it_is_one_group() {
    // Those of the other band are too few, and suppressed.
    let ages = (0..40).map(|row| 30 + row % 10).chain([71, 75]);
    let csv = ages.fold("age,sex\n".to_owned(), |csv, age| csv + &format!("{age},{}\n", ["f", "m"][age % 2]));
    let recipe = r#"{"kanon": 1, "columns": {
        "age": {"role": "quasi-identifier", "hierarchy": {"intervals": {"widths": [10, 50], "origin": 0}}},
        "sex": {"role": "quasi-identifier"}},
      "privacy": {"k": 5, "suppression_limit": 0.1}}"#;
    let folder = Folder::empty();
    folder.write("data.csv", &csv);
    folder.write("r.json", recipe);
    folder
        .kanon("anonymize data.csv --recipe r.json --out o.csv --report p.json")
        .exits(0)
        .prints(&["Of 2 quasi-identifiers, 1 keeps full detail (sex), none is coarser, 1 says nothing (age)."]);
    let report = folder.read("p.json");
    assert_eq!(report.parse::<Value>().unwrap()["groups_by_quasi_identifier"], json!({"age": 1, "sex": 2}));
    let with_original = "verify o.csv --report p.json --recipe r.json --data data.csv";
    for check in [with_original, "verify o.csv --report p.json"] {
        folder.write("p.json", &report);
        folder.kanon(check).exits(0).prints(&["holds: groups left of each column"]);
        folder.write("p.json", report.replace("\"age\": 1,\n    \"sex\": 2", "\"age\": 2,\n    \"sex\": 2"));
        folder.kanon(check).exits(1).prints(&["FAILS: groups left of each column, “age”: claimed 2, found 1"]);
    }
}

/// The release of a table that is read again as `again`, in chunks.
fn released(csv: &[u8], recipe: &Recipe, again: &[u8], chunk: usize) -> kanon::Result<Vec<u8>> {
    let original = Arc::new(Anonymization::new(recipe.clone()).original(csv)?);
    let mut run = Run::new(Arc::new(original.prepared.problem(recipe)?), &recipe.search)?;
    run.complete()?;
    let outcome = Outcome::of(&mut run)?;
    let transformation = Arc::new(original.transformation(run.evaluator().classes(&outcome.policy)));
    let mut job = ReleaseJob::of_policy(&original, recipe.clone(), outcome, transformation, None, None)?;
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

/// Work by this clock, in turns of so many of its ticks, ends as it does in one go. Returns the end.
fn ends_alike<W: Work, End: PartialEq + Debug>(make: impl Fn() -> W, end: impl Fn(W) -> End) -> End {
    let mut whole = make();
    whole.complete().unwrap();
    let (whole, mut most) = (end(whole), 0);
    for ticks in [2.0, 5.0, 50.0] {
        let (mut work, mut now, mut turns) = (make(), clock(), 0);
        while !work.turn(&mut Turn::new(ticks, &mut now)).unwrap() {
            assert!(work.share().is_none_or(|share| (0.0..=1.0).contains(&share)));
            turns += 1;
        }
        most = most.max(turns);
        assert_eq!(end(work), whole, "turns of {ticks}");
    }
    assert!(most > 0, "{} takes more than one turn", std::any::type_name::<W>());
    whole
}

#[test]
fn turns_of_any_length_end_alike() {
    let study = study(&all_of_uniques("strict"));
    let (prepared, recipe) = (&study.prepared, &study.recipe);
    let problem = || Arc::new(prepared.problem(recipe).unwrap());
    let best = ends_alike(
        || Run::new(problem(), &recipe.search).unwrap(),
        |mut run| Outcome::of(&mut run).unwrap().policy.levels().to_vec(),
    );
    let points = ends_alike(
        || Sweep::new(prepared, recipe, &Swept::K(2, 9)).unwrap(),
        |sweep| sweep.points().iter().map(|point| point.best.clone()).collect::<Vec<_>>(),
    );
    assert_eq!(points[1].as_ref().map(|point| &point.levels), Some(&best));
    let frontier = ends_alike(
        || FullDomainRun::new(prepared.clone(), recipe).unwrap(),
        |run| run.points().iter().map(|(point, policy)| (*point, policy.clone())).collect::<Vec<_>>(),
    );
    assert!(frontier.len() > 1);
    let intervals = crate::support::reported::study(&partitions("random-chain"));
    let tradeoffs = intervals.tradeoffs();
    ends_alike(|| tradeoffs.run(&intervals.recipe, None).unwrap(), |run| run.explorer().evaluated());
    let questions = UniqueQuestions::new(prepared, recipe).unwrap();
    let found = ends_alike(|| questions.search().unwrap(), |search| search.findings().to_words());
    assert!(!found.is_empty());
    let cells = ends_alike(
        || SuppressJob::new(prepared, &questions).unwrap().unwrap(),
        |job| job.finish().map(|suppressed| suppressed.unsafe_after),
    );
    assert!(cells.is_some());
}

/// Work whose parts a helper gives back in turn: untouched, as far as it came, or done.
fn helped<W: Lend>(mut work: W) -> W {
    let mut helper = work.helper().unwrap()();
    let (mut now, mut n_lent) = (clock(), 0);
    loop {
        for is_whole in [None, Some(false), Some(true)] {
            let Some((number, part)) = work.lend() else { break };
            n_lent += 1;
            let found = match is_whole {
                None => W::untouched(part),
                Some(is_whole) => {
                    helper.begin(part);
                    while helper.advance(&mut Checks(3)) == Status::Running && is_whole {}
                    helper.finish()
                }
            };
            work.absorb(number, found);
        }
        if work.turn(&mut Turn::new(2.0, &mut now)).unwrap() {
            break;
        }
    }
    assert!(n_lent > 1, "{n_lent} parts were lent");
    work
}

#[test]
fn what_is_lent_comes_back_to_the_same_answer() {
    let sample = hospital(400, 3);
    let recipe = Recipe::parse(&sample.recipe).unwrap();
    let original = Anonymization::new(recipe.clone()).original(&sample.csv).unwrap();
    let problem = || Arc::new(original.prepared.problem(&recipe).unwrap());
    let search = || Run::new(problem(), &recipe.search).unwrap();
    let best = |mut run: Run| {
        let Outcome { policy, loss, optimal, .. } = Outcome::of(&mut run).unwrap();
        (policy, loss, optimal)
    };
    let mut alone = search();
    alone.complete().unwrap();
    let (policy, loss, optimal) = best(alone);
    assert!(optimal);
    assert_eq!(best(helped(search())), (policy.clone(), loss, optimal));

    let proof = |policy: &Policy| Certify::new(problem(), policy).unwrap();
    let mut alone = proof(&policy);
    alone.complete().unwrap();
    let nodes = |certify: Certify| certify.finish().unwrap().unwrap().nodes;
    assert_eq!(nodes(helped(proof(&policy))), nodes(alone));

    let mut again = Reproof::of_best(problem(), Some(policy.levels()), loss).unwrap();
    again.complete().unwrap();
    assert_eq!(again.verdict(), kanon::audit::Verdict::Proven);
}
