//! Fuzz target: a proof is checked against a table and a recipe.

#![no_main]

#[path = "../properties/proof.rs"]
mod proof;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    proof::holds(bytes);
});
