//! Fuzz target: a delimited file is sniffed, read in chunks, and written again.

#![no_main]

#[path = "../properties/csv.rs"]
mod csv;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    csv::holds(bytes);
});
