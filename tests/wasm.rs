//! The core as the page gets it, compiled to WebAssembly: the boundary to the browser, run in Node.
//!
//! Releases have the digests that the native tests hold. `cargo xtask test --long` runs this file.

#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, reason = "clippy knows only the tests of the standard harness")]

use kanon::recipe::{Digest, Shuffle};
use kanon::sample;
use kanon::wasm::{self, EncodePass, Encoded, PolicySearch, ProfilePass, RecipeHandle};
use std::collections::BTreeSet;
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

/// The digests of the sample's release, which the native tests hold, too: with its suppressed records and without them,
/// in the order of the file and in a drawn one.
const RELEASES: [(Option<f64>, bool, &str); 4] = [
    (None, false, "573a19a1dd998131fad63d3af553fe5c9bc61f82a29d698ec95623f5e3d16695"),
    (Some(7.0), false, "fb6427c992f49c90f94c764ad32dd93321f18e47c2dd5aa65c53cda4d0269f73"),
    (None, true, "722b035ad36d2ac3e5dbbdfdfe3d636c716ad73157e85f3523e012efd0ef7c47"),
    (Some(7.0), true, "b16661bf161947d0aba50585e6e2858b830f90f6af5f7c71c6320f512f2257d4"),
];

/// A sample that was opened, and read by its recipe.
struct Read {
    encoded: Encoded,
    recipe: RecipeHandle,
}

impl Read {
    fn new(sample: &sample::Sample) -> Self {
        let sniffed = wasm::sniffed(&sample.csv, true).unwrap().js_value();
        let dialect = field(&sniffed, "dialect");
        // Every table here has one, which is not always to be seen.
        js_sys::Reflect::set(&dialect, &"header".into(), &true.into()).unwrap();
        let dialect = Ts::new_unchecked(dialect);
        let missing = Ts::new_unchecked(js_sys::Object::new().into());
        let mut pass = ProfilePass::new(&sample.csv, true, Some(dialect), missing).unwrap();
        for chunk in sample.csv.chunks(CHUNK) {
            pass.push(chunk).unwrap();
        }
        let opened = pass.finish().unwrap().unwrap();
        let recipe = RecipeHandle::new(&sample.recipe).unwrap();
        let encoded = encoded(opened.encode(&recipe).unwrap(), sample);
        Self { encoded, recipe }
    }

    /// The search of the recipe at its end.
    fn searched(&self) -> PolicySearch {
        let mut search = self.encoded.search(&self.recipe).unwrap();
        let mut progress = search.advance(0.0).unwrap().js_value();
        while field(&progress, "status") == "running" {
            progress = search.advance(1_000.0).unwrap().js_value();
        }
        assert_eq!(field(&progress, "status"), "done");
        search
    }
}

/// A recipe whose release is in a drawn order or the file's, with its suppressed records or without them.
fn written(recipe: &str, shuffle: Option<f64>, are_removed: bool) -> RecipeHandle {
    let shuffle = shuffle.map(|seed| format!(r#""shuffle": {seed}, "#));
    let suppressed = if are_removed { "remove" } else { "star" };
    let release = format!(r#", "release": {{{}"suppressed": "{suppressed}"}}}}"#, shuffle.unwrap_or_default());
    let body = recipe.trim_end().strip_suffix('}').unwrap();
    RecipeHandle::new(&(body.to_owned() + &release)).unwrap()
}

fn encoded(mut pass: EncodePass, sample: &sample::Sample) -> Encoded {
    for chunk in sample.csv.chunks(CHUNK) {
        pass.push(chunk, chunk).unwrap();
    }
    let mut preparation = pass.finish().unwrap();
    while preparation.step().unwrap() < 1.0 {}
    preparation.finish().unwrap()
}

#[wasm_bindgen_test]
fn the_sample_is_released_as_natively_and_its_claims_hold() {
    let sample = sample::default_hospital();
    let chunks = || sample.csv.chunks(CHUNK);
    let read = Read::new(&sample);
    let table = read.encoded.summary().unwrap().js_value();
    assert_eq!(field(&table, "inputSha256"), SAMPLE);

    let mut search = read.searched();
    let outcome = search.outcome().unwrap().js_value();
    assert_eq!(field(&outcome, "optimal"), true);

    for (shuffle, are_removed, digest) in RELEASES {
        let recipe = written(&sample.recipe, shuffle, are_removed);
        let mut pass = search.release(&recipe, None).unwrap();
        let mut bytes = Vec::new();
        for chunk in chunks() {
            bytes.extend(pass.push(chunk, chunk));
        }
        let released = pass.finish().unwrap();
        bytes.extend(released.last());
        let mut found = Digest::new();
        found.push(&bytes);
        assert_eq!(found.finish(), digest);

        let mut pass = released.verify().unwrap();
        for chunk in bytes.chunks(CHUNK) {
            pass.push(chunk).unwrap();
        }
        let mut pass = pass.finish().unwrap();
        for chunk in chunks() {
            pass.push(chunk, chunk).unwrap();
        }
        pass.original_ended().unwrap();
        assert_eq!(pass.push_release(&bytes), 0);
        let verification = pass.finish().unwrap().js_value();
        assert_eq!(field(&verification, "holds"), true);
        assert_eq!(field(&verification, "violatingRecords"), 0.0);
        let number = |object: &JsValue, name: &str| field(object, name).as_f64().unwrap_or(0.0);
        let removed = number(&verification, "removedRecords");
        assert_eq!(removed > 0.0, are_removed);
        let records = number(&verification, "records") + removed;
        assert_eq!(records, number(&table, "records"));
    }
}

/// The code of the error that the page is told.
fn code<Answer>(answer: Result<Answer, wasm::Thrown>) -> JsValue {
    let thrown = answer.err().map(JsValue::from);
    thrown.map_or(JsValue::NULL, |thrown| field(&thrown, "code"))
}

#[wasm_bindgen_test]
fn an_error_is_thrown_with_its_code_message_and_advice() {
    let thrown = JsValue::from(RecipeHandle::new("{\"kanon\": 1, \"colums\": {}}").unwrap_err());
    for name in ["code", "message", "advice"] {
        let text = field(&thrown, name).as_string().unwrap_or_default();
        assert!(!text.is_empty(), "{name} of {thrown:?}");
    }
    assert!(field(&thrown, "place").is_object());
}

#[wasm_bindgen_test]
fn a_name_that_nobody_knows_is_refused() {
    let Read { encoded, .. } = Read::new(&sample::default_hospital());
    let is_misuse = |code: JsValue| code == "boundary";
    for (blank, is_known) in [("wildcard", true), ("nothing", true), ("nothin", false)] {
        let review = encoded.review(2, Ts::new_unchecked(blank.into()), Vec::new(), false);
        assert_eq!(!is_misuse(code(review)), is_known, "{blank}");
    }
}

#[wasm_bindgen_test]
fn what_was_found_is_handed_out_as_an_exhibit_or_refused_with_its_code() {
    let read = Read::new(&sample::default_hospital());
    let mut search = read.searched();
    let outcome = search.outcome().unwrap().js_value();
    let snippet = search.policy_exhibit(&read.recipe, false).unwrap();
    let text = |name: &str| field(&snippet.js_value(), name).as_string();
    let html = text("html").unwrap_or_default();
    assert!(html.starts_with("<kanon-policy>\n"), "{html}");
    // The digits of the loss are those of the outcome.
    let loss = js_sys::JSON::stringify(&field(&outcome, "loss")).map(String::from);
    let recorded = format!("\"loss\":{},", loss.unwrap_or_default());
    assert!(html.contains(&recorded), "{recorded} in {html}");
    assert!(text("contents").is_some_and(|contents| contents.contains("no value of the data")));
    assert_eq!(code(search.lattice_exhibit()), "exhibit-too-large");
}

#[wasm_bindgen_test]
fn what_was_begun_over_a_table_goes_on_when_the_table_is_dropped() {
    let read = Read::new(&sample::default_hospital());
    let mut kept = read.encoded.search(&read.recipe).unwrap();
    let mut other = read.searched();
    drop(read);
    let levels = |search: &mut PolicySearch| {
        let best = field(&search.advance(1e9).unwrap().js_value(), "best");
        js_sys::Array::from(&field(&best, "levels")).join(" ")
    };
    assert_eq!(levels(&mut kept), levels(&mut other));
}

#[wasm_bindgen_test]
fn a_file_that_is_another_now_is_not_released() {
    let sample = sample::default_hospital();
    let read = Read::new(&sample);
    let mut pass = read.searched().release(&read.recipe, None).unwrap();
    let mut raw = sample.csv.clone();
    raw[0] ^= 1;
    pass.push(&raw, &sample.csv);
    assert_eq!(code(pass.finish()), "data-changed");
}

/// The levels of a search's best policy.
fn best(search: &mut PolicySearch) -> Vec<u8> {
    let policy = field(&search.outcome().unwrap().js_value(), "policy");
    let levels = js_sys::Array::from(&policy);
    (levels.iter()).map(|own| field(&own, "level").as_f64().unwrap() as u8).collect()
}

/// The first records of the sample: checks are slow where the core is compiled for tests.
fn few() -> sample::Sample {
    let sample = sample::default_hospital();
    let ends = (sample.csv.iter().enumerate()).filter(|(_, byte)| **byte == b'\n');
    let end = ends.map(|(place, _)| place + 1).nth(500).unwrap();
    let csv = sample.csv[..end].to_vec();
    sample::Sample { csv, ..sample }
}

/// How the check of a proof ends.
fn checked(read: &Read, recipe: &RecipeHandle, proof: &[u8]) -> JsValue {
    let nobody = js_sys::Function::new_no_args("");
    let check = read.encoded.check_proof(recipe);
    check.finish(proof, 0, 1, nobody).unwrap().js_value()
}

/// The proof that is made together with one of a crew, over what it is handed.
fn proven_with_crew(read: &Read, levels: &[u8]) -> Vec<u8> {
    let mut proving = read.encoded.prove(&read.recipe, levels).unwrap();
    let grouped = proving.grouped().unwrap();
    let recipe = RecipeHandle::new(&grouped.recipe).unwrap();
    let mut crew = wasm::Crew::new(&recipe, grouped.table.to_vec(), None, Some(levels.to_vec())).unwrap();
    let mut n_lent = 0;
    while proving.advance(0.2).unwrap() < 1.0 {
        let Some(lent) = proving.lend().unwrap().map(|lent| lent.js_value()) else {
            continue;
        };
        n_lent += 1;
        crew.begin(&field(&lent, "1").as_string().unwrap()).unwrap();
        while crew.advance(1.0).unwrap() {}
        let number = field(&lent, "0").as_f64().unwrap();
        proving.absorb(number, &crew.findings().unwrap()).unwrap();
    }
    assert!(n_lent > 0);
    proving.finish().unwrap()
}

#[wasm_bindgen_test]
fn a_proof_is_made_in_steps_and_holds_and_no_changed_one_does() {
    let sample = few();
    let read = Read::new(&sample);
    let mut search = read.searched();
    assert_eq!(search.unprovable(), None);
    let levels = best(&mut search);
    let mut proving = read.encoded.prove(&read.recipe, &levels).unwrap();
    let mut share = 0.0;
    while share < 1.0 {
        let next = proving.advance(0.2).unwrap();
        assert!(next >= share);
        share = next;
    }
    let proof = proving.finish().unwrap();
    assert_eq!(proven_with_crew(&read, &levels), proof);

    let verdict = checked(&read, &read.recipe, &proof);
    assert_eq!(field(&verdict, "outcome"), "proven");
    let loss = field(&search.outcome().unwrap().js_value(), "loss");
    assert_eq!(field(&verdict, "loss"), loss);
    let mut cut = proof.clone();
    cut.pop();
    assert_eq!(field(&checked(&read, &read.recipe, &cut), "outcome"), "refused");
    let other = sample.recipe.replace("\"k\": 5", "\"k\": 6");
    assert_ne!(other, sample.recipe);
    let other = RecipeHandle::new(&other).unwrap();
    assert_eq!(field(&checked(&read, &other, &proof), "outcome"), "wrong-file");
    assert_eq!(field(&checked(&read, &read.recipe, b"k"), "outcome"), "wrong-file");

    // A coarser policy is valid, too, and not the best one.
    let coarser = (0..levels.len()).find_map(|place| {
        let mut levels = levels.clone();
        levels[place] += 1;
        read.encoded.prove(&read.recipe, &levels).ok()
    });
    let mut proving = coarser.unwrap();
    while proving.advance(1_000.0).unwrap() < 1.0 {}
    assert_eq!(code(proving.finish()), "proof-not-first");
}

#[wasm_bindgen_test]
fn a_proof_under_conditions_is_refused_before_and_after_the_search() {
    let sample = few();
    let conditions = r#"{"protect": [{"k-anonymity": 5}, {"average-risk": 0.9}],"#;
    let recipe = sample.recipe.replacen('{', conditions, 1);
    let read = Read::new(&sample::Sample { recipe, ..sample });
    let mut search = read.encoded.search(&read.recipe).unwrap();
    assert!(search.unprovable().unwrap().contains("has other conditions"));
    let levels = [0; 7];
    assert_eq!(code(read.encoded.prove(&read.recipe, &levels)), "proof-conditions");
}

#[wasm_bindgen_test]
fn the_most_records_are_searched_and_reported_to_the_last_digit() {
    let csv = include_bytes!("data/huge-counts/table.csv");
    let read = Read::new(&sample::Sample {
        csv: csv.to_vec(),
        recipe: include_str!("data/huge-counts/recipe.json").to_owned(),
        ..sample::default_hospital()
    });
    let mut search = read.searched();
    assert_eq!(best(&mut search), [1, 0]);
    let mut pass = search.release(&read.recipe, None).unwrap();
    let mut bytes = pass.push(csv, csv);
    let released = pass.finish().unwrap();
    bytes.extend(released.last());
    // An object has numbers of the page's kind, and the report is text of the core's.
    let report = released.report(false).unwrap();
    assert!(report.contains("\"records\": 9223372036854775807,"), "{report}");
    let mut pass = released.verify().unwrap();
    pass.push(&bytes).unwrap();
    let mut pass = pass.finish().unwrap();
    pass.push(csv, csv).unwrap();
    pass.original_ended().unwrap();
    assert_eq!(pass.push_release(&bytes), 0);
    let verification = pass.finish().unwrap().js_value();
    assert_eq!(field(&verification, "holds"), true);
    let one_less = String::from_utf8(bytes).unwrap().replace("3952", "3951");
    let mut pass = released.verify().unwrap();
    pass.push(one_less.as_bytes()).unwrap();
    let mut pass = pass.finish().unwrap();
    pass.push(csv, csv).unwrap();
    pass.original_ended().unwrap();
    pass.push_release(one_less.as_bytes());
    let verification = pass.finish().unwrap().js_value();
    assert_eq!(field(&verification, "holds"), false);
}

/// The seed of the order in which a recipe says that rows are written, if it names one.
fn seed(recipe: &RecipeHandle) -> Option<u64> {
    let settled: serde_json::Value = serde_json::from_str(&recipe.settled().unwrap()).unwrap();
    settled.pointer("/release/shuffle").and_then(serde_json::Value::as_u64)
}

#[wasm_bindgen_test]
fn seeds_and_keys_are_drawn_and_each_is_another_one() {
    let seeds: BTreeSet<u64> = (0..20).map(|_| wasm::draw_seed().unwrap() as u64).collect();
    assert_eq!(seeds.len(), 20);
    assert!(seeds.iter().all(|seed| (Shuffle::LEAST_SEED..Shuffle::SEEDS_BELOW).contains(seed)));
    let keys: BTreeSet<String> = (0..20).map(|_| wasm::draw_key().unwrap()).collect();
    assert_eq!(keys.len(), 20);
    assert!(keys.iter().all(|key| key.len() == 64 && key.bytes().all(|byte| byte.is_ascii_hexdigit())));
    let body = sample::default_hospital().recipe;
    let body = body.trim_end().strip_suffix('}').unwrap();
    let drawn = RecipeHandle::new(&format!(r#"{body}, "release": {{"shuffle": true}}}}"#)).unwrap();
    assert!(drawn.normalized().contains(r#""shuffle": true"#));
    let settled: BTreeSet<u64> = (0..20).filter_map(|_| seed(&drawn)).collect();
    assert_eq!(settled.len(), 20);
    assert_eq!(seed(&written(&sample::default_hospital().recipe, Some(7.0), false)), Some(7));
    assert_eq!(seed(&written(&sample::default_hospital().recipe, None, false)), None);
}

#[wasm_bindgen_test]
fn an_order_that_each_run_draws_is_drawn_with_the_recipe() {
    let sample = sample::default_hospital();
    let mut read = Read::new(&sample);
    let body = sample.recipe.trim_end().strip_suffix('}').unwrap();
    read.recipe = RecipeHandle::new(&format!(r#"{body}, "release": {{"shuffle": true}}}}"#)).unwrap();
    let mut search = read.searched();
    let mut pass = search.release(&read.recipe, None).unwrap();
    let mut bytes = pass.push(&sample.csv, &sample.csv);
    let released = pass.finish().unwrap();
    bytes.extend(released.last());
    assert!(released.report(false).unwrap().contains("\"order_seed\": "));
    assert!(!released.report(true).unwrap().contains("\"order_seed\""));
}
