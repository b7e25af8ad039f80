//! The core as the page gets it, compiled to WebAssembly: `cargo xtask test` runs this in Node.

#![cfg(target_arch = "wasm32")]
#![allow(
    clippy::unwrap_used,
    reason = "clippy knows only the tests of the standard harness"
)]

use kanon::sample;
use kanon::study::Digest;
use kanon::wasm::Session;
use tsify::Ts;
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

/// The digest that the native tests hold, too.
const SAMPLE: &str = "37348ed8a490f4ada0efd5abfe036bd661d845035ef912b8ae3f2834590b51d5";

/// The size of the chunks in which a page reads a file; lines cross their borders.
const CHUNK: usize = 100_003;

fn field(object: &JsValue, name: &str) -> JsValue {
    js_sys::Reflect::get(object, &name.into()).unwrap_or_default()
}

#[wasm_bindgen_test]
fn the_sample_has_the_same_bytes_as_natively() {
    let mut digest = Digest::new();
    digest.push(&sample::default_hospital().csv);
    assert_eq!(digest.finish(), SAMPLE);
}

/// The digests of the sample's release, which the native tests hold, too: with its suppressed records and without them, in
/// the order of the file and in a drawn one.
const RELEASES: [(Option<f64>, bool, &str); 4] = [
    (
        None,
        false,
        "573a19a1dd998131fad63d3af553fe5c9bc61f82a29d698ec95623f5e3d16695",
    ),
    (
        Some(7.0),
        false,
        "fb6427c992f49c90f94c764ad32dd93321f18e47c2dd5aa65c53cda4d0269f73",
    ),
    (
        None,
        true,
        "722b035ad36d2ac3e5dbbdfdfe3d636c716ad73157e85f3523e012efd0ef7c47",
    ),
    (
        Some(7.0),
        true,
        "b16661bf161947d0aba50585e6e2858b830f90f6af5f7c71c6320f512f2257d4",
    ),
];

/// A session with a sample's quasi-identifiers in memory, and what it says of the table.
fn with_sample(sample: &sample::Sample) -> (Session, JsValue) {
    let mut session = Session::new();
    let sniffed = session.sniff(&sample.csv, true).unwrap().js_value();
    session
        .profile_begin(Ts::new_unchecked(field(&sniffed, "dialect")))
        .unwrap();
    for chunk in sample.csv.chunks(CHUNK) {
        session.push_raw(chunk);
        session.push(chunk).unwrap();
    }
    session.profile_end().unwrap();

    session.encode_begin(&sample.recipe).unwrap();
    for chunk in sample.csv.chunks(CHUNK) {
        session.push_raw(chunk);
        session.push(chunk).unwrap();
    }
    let table = session.encode_end().unwrap().js_value();
    assert_eq!(field(&table, "inputSha256"), SAMPLE);
    (session, table)
}

#[wasm_bindgen_test]
fn the_sample_is_released_as_natively_and_its_claims_hold() {
    let sample = sample::default_hospital();
    let chunks = || sample.csv.chunks(CHUNK);
    let (mut session, table) = with_sample(&sample);

    let mut progress = session.search_begin(&sample.recipe).unwrap().js_value();
    while field(&progress, "status") == "running" {
        progress = session.search_advance(1_000.0).unwrap().js_value();
    }
    assert_eq!(field(&progress, "status"), "done");
    let outcome = session.outcome().unwrap().js_value();
    assert_eq!(field(&outcome, "optimal"), true);

    for (shuffle, are_removed, digest) in RELEASES {
        session.release_begin(shuffle, are_removed).unwrap();
        let mut released = Vec::new();
        for chunk in chunks() {
            session.push_raw(chunk);
            released.extend(session.release_read(chunk).unwrap());
        }
        released.extend(session.release_end().unwrap());
        let mut found = Digest::new();
        found.push(&released);
        assert_eq!(found.finish(), digest);

        session.verify_begin().unwrap();
        for chunk in released.chunks(CHUNK) {
            session.push_raw(chunk);
            session.push(chunk).unwrap();
        }
        session.compare_begin().unwrap();
        for chunk in chunks() {
            session.push_raw(chunk);
            session.compare_original(chunk).unwrap();
        }
        session.compare_original(&[]).unwrap();
        assert_eq!(session.compare_release(&released).unwrap(), 0);
        let verification = session.verify_end().unwrap().js_value();
        assert_eq!(field(&verification, "holds"), true);
        assert_eq!(field(&verification, "violatingRecords"), 0.0);
        let number = |object: &JsValue, name: &str| field(object, name).as_f64().unwrap_or(0.0);
        let removed = number(&verification, "removedRecords");
        assert_eq!(removed > 0.0, are_removed);
        let records = number(&verification, "records") + removed;
        assert_eq!(records, number(&table, "records"));
    }
}

#[wasm_bindgen_test]
fn an_error_is_thrown_with_its_code_message_and_advice() {
    let session = Session::new();
    let thrown = JsValue::from(
        session
            .check_recipe("{\"kanon\": 1, \"colums\": {}}")
            .unwrap_err(),
    );
    for name in ["code", "message", "advice"] {
        let text = field(&thrown, name).as_string().unwrap_or_default();
        assert!(!text.is_empty(), "{name} of {thrown:?}");
    }
    assert!(field(&thrown, "place").is_object());
}

/// Whether the page is told that it has called out of order or with what nobody knows.
fn is_misuse<Answer>(answer: Result<Answer, kanon::wasm::Thrown>) -> bool {
    let thrown = answer.err().map(JsValue::from);
    thrown.is_some_and(|thrown| field(&thrown, "code") == "boundary")
}

#[wasm_bindgen_test]
fn a_name_that_nobody_knows_is_refused() {
    let sample = sample::default_hospital();
    let (session, _) = with_sample(&sample);
    for (blank, is_known) in [("wildcard", true), ("nothing", true), ("nothin", false)] {
        let review = session.review(2, Ts::new_unchecked(blank.into()), Vec::new());
        assert_eq!(!is_misuse(review), is_known, "{blank}");
    }
    for (name, is_known) in [("pruning", true), ("ola", true), ("olla", false)] {
        let name_given = Ts::new_unchecked(name.into());
        let study = session.study(&sample.recipe, name_given, vec![2], &[0.0], 1.0);
        assert_eq!(!is_misuse(study), is_known, "{name}");
    }
}

#[wasm_bindgen_test]
fn a_pass_is_ended_as_what_it_is_and_not_as_another() {
    let sample = sample::default_hospital();
    let (mut session, _) = with_sample(&sample);
    session.search_begin(&sample.recipe).unwrap();
    session.search_advance(1e9).unwrap();

    session.release_begin(None, false).unwrap();
    assert!(is_misuse(session.suppressed_end()));
    session.verify_begin().unwrap();
    assert!(is_misuse(session.impact_end()));
}
