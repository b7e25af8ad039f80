//! Workbooks that the tests make, and what becomes of them.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod cells;
mod parts;
mod properties;
mod refusals;
mod tables;
