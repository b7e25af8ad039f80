//! k-anonymous releases of microdata, proven optimal.

pub mod data;
pub mod error;
pub mod hierarchy;
pub mod monitor;
pub mod sample;

pub use error::{Error, ErrorKind, Place, Result};
