//! What the tests share: small studies, oracles that know only the definitions, random studies, and the program in a
//! folder.
//!
//! The oracles share no code with what they check. They are slow and plain on purpose; keep them so.

#![allow(unreachable_pub, reason = "the benches have parts of it as well")]

pub mod adult;
pub mod chapters;
pub mod combinations;
pub mod intruder;
pub mod markup;
pub mod missing_cells;
pub mod partition;
pub mod program;
pub mod random;
pub mod released;
pub mod reported;
pub mod small_study;
pub mod state;
pub mod stream;
pub mod survey;
pub mod tamper;
pub mod tuples;
pub mod whole_lattice;
