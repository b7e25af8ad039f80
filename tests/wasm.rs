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

#[wasm_bindgen_test]
fn the_sample_is_released_and_its_claims_hold() {
    let sample = sample::default_hospital();
    let chunks = || sample.csv.chunks(CHUNK);
    let mut session = Session::new();

    let sniffed = session.sniff(&sample.csv, true).unwrap().js_value();
    session
        .profile_begin(Ts::new_unchecked(field(&sniffed, "dialect")))
        .unwrap();
    for chunk in chunks() {
        session.read_raw(chunk);
        session.read(chunk).unwrap();
    }
    session.profile_end().unwrap();

    session.encode_begin(&sample.recipe).unwrap();
    for chunk in chunks() {
        session.read_raw(chunk);
        session.read(chunk).unwrap();
    }
    let table = session.encode_end().unwrap().js_value();
    assert_eq!(field(&table, "inputSha256"), SAMPLE);

    let mut progress = session.search_begin(&sample.recipe).unwrap().js_value();
    while field(&progress, "status") == "running" {
        progress = session.search_advance(1_000.0).unwrap().js_value();
    }
    assert_eq!(field(&progress, "status"), "done");
    let outcome = session.outcome().unwrap().js_value();
    assert_eq!(field(&outcome, "optimal"), true);

    session.release_begin(None).unwrap();
    let mut released = Vec::new();
    for chunk in chunks() {
        session.read_raw(chunk);
        released.extend(session.release_read(chunk).unwrap());
    }
    released.extend(session.release_end().unwrap());

    session.verify_begin().unwrap();
    for chunk in released.chunks(CHUNK) {
        session.read_raw(chunk);
        session.read(chunk).unwrap();
    }
    session.compare_begin().unwrap();
    for chunk in chunks() {
        session.read_raw(chunk);
        session.compare_original(chunk).unwrap();
    }
    session.compare_original(&[]).unwrap();
    assert_eq!(session.compare_release(&released).unwrap(), 0);
    let verification = session.verify_end().unwrap().js_value();
    assert_eq!(field(&verification, "holds"), true);
    assert_eq!(field(&verification, "violatingRecords"), 0.0);
    assert_eq!(field(&verification, "records"), field(&table, "records"));
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
