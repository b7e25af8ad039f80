//! Fuzz target: a released file is read under a dialect, reviewed, and verified.

#![no_main]

#[path = "../properties/release.rs"]
mod release;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    release::holds(bytes);
});
