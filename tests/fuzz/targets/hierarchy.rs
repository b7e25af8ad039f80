//! Fuzz target: a hierarchy file is read, checked, and written again.

#![no_main]

#[path = "../properties/hierarchy.rs"]
mod hierarchy;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    hierarchy::holds(bytes);
});
