//! Fuzz target: a recipe is parsed, printed, and parsed again.

#![no_main]

#[path = "../properties/recipe.rs"]
mod recipe;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    recipe::holds(bytes);
});
