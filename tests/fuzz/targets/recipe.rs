//! A recipe: parsed, printed, parsed again.

#![no_main]

#[path = "../properties/recipe.rs"]
mod recipe;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    recipe::holds(bytes);
});
