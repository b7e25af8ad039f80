//! Proofs as files: the study in a plain form, the tree, and the passport that packs both.

mod archive;
mod digest;
mod passport;
mod written;

pub use passport::{Passport, Proven};
pub use written::{PlainStudy, Strictest, TreeBytes, demand_provable, proof_file, proof_header};
