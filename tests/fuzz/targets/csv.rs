//! A delimited file: sniffed, read in chunks, written again.

#![no_main]

#[path = "../properties/csv.rs"]
mod csv;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    csv::holds(bytes);
});
