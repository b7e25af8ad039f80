//! The core as the page gets it, compiled to WebAssembly: `cargo xtask test` runs this in Node.

#![cfg(target_arch = "wasm32")]

use kanon::sample;
use kanon::study::Digest;
use wasm_bindgen_test::wasm_bindgen_test;

/// The digest that the native tests hold, too.
const SAMPLE: &str = "37348ed8a490f4ada0efd5abfe036bd661d845035ef912b8ae3f2834590b51d5";

#[wasm_bindgen_test]
fn the_sample_has_the_same_bytes_as_natively() {
    let mut digest = Digest::new();
    digest.push(&sample::default_hospital().csv);
    assert_eq!(digest.finish(), SAMPLE);
}
