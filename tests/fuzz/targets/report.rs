//! Fuzz target: the report of a sweep, a frontier or unsafe combinations is checked.

#![no_main]

#[path = "../properties/report.rs"]
mod report;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    report::holds(bytes);
});
