//! k-anonymous releases of microdata, proven optimal.

pub mod classes;
pub mod data;
pub mod error;
pub mod hierarchy;
pub mod lattice;
pub mod loss;
pub mod monitor;
pub mod release;
pub mod risk;
pub mod sample;
pub mod search;
pub mod study;
#[cfg(target_arch = "wasm32")]
pub mod wasm;

pub use error::{Error, ErrorKind, Place, Result};
