//! k-anonymous releases of microdata, proven optimal.
//!
//! A table holds records of people. Some of its columns, the *quasi-identifiers*, are known to others and identify
//! people when they are combined. Kanon generalizes these columns, each to one level of its hierarchy, and suppresses
//! records that are still rare. Every kept record then shares its quasi-identifiers with at least k − 1 others. Of all
//! ways to do this, Kanon finds one that loses least, with a proof.
//!
//! # Vocabulary
//!
//! | term | meaning |
//! |---|---|
//! | hierarchy | of a quasi-identifier: levels 0 … h−1; level 0 is the value itself, each level coarsens the one below |
//! | policy | one level for each quasi-identifier; ARX says transformation, OLA says node |
//! | lattice | all policies; y generalizes x when no level of y is below that of x |
//! | rank | the sum of a policy's levels; OLA says height |
//! | equivalence class | the records that agree on all quasi-identifiers after generalization |
//! | suppressed | in a class smaller than k: all its quasi-identifiers become `*` |
//! | valid | suppressing no more records than the limit allows |
//! | loss | information lost by a release; lower is better |
//!
//! # Floors
//!
//! Each line is a floor. A module uses only modules of the floors below it; `tests/tidy` reads the floors from here.
//!
//! ```text
//! wasm                         the browser's interface; the command line is in bin/kanon
//! jobs                         whole pieces of work, from bytes to a verified release; hosts drive them
//! document                     a report to read, print and sign
//! exhibit, published, sql      recorded results for other pages; the papers' studies; scripts for databases
//! audit, compare, review_files  checks of reports; releases side by side; the files of a review
//! report                       what is written beside a result
//! proof_file, run              proofs as files; searches under the budget of a recipe, and what came out of them
//! people                       a population, attackers, and what protects from them
//! table                        the encoded table of a recipe
//! recipe                       settings, as people write them
//! frontier, release, sample    trade-offs of risk and loss; applying and verifying a policy; generated tables
//! proof                        proofs of optimality, for others to check
//! effect, local, search        the effect of a policy on the data; cell suppression; the best policy
//! loss, risk, uniques          the loss of a release; its remaining risk; unsafe combinations
//! privacy                      which classes may be released
//! classes, partition           equivalence classes, suppression; intervals of ordered domains
//! hierarchy                    generalization of values
//! data, lattice                values; order
//! draw, error, monitor, sorting
//! ```
//!
//! The core is a library of functions over values. It reads no file, no clock and no global: the caller passes in
//! bytes, time and the seed. The same data, recipe and seed give the same bytes, natively and as WebAssembly.
//!
//! # Example
//!
//! ```
//! let recipe = kanon::recipe::Recipe::parse(
//!     r#"{
//!         "kanon": 1,
//!         "columns": {
//!             "age": {"role": "quasi-identifier", "hierarchy": {"intervals": {"widths": [10, 20]}}},
//!             "zip": {"role": "quasi-identifier", "hierarchy": {"mask": {"from": "right"}}}
//!         },
//!         "privacy": {"k": 2, "suppression_limit": 0}
//!     }"#,
//! )?;
//! let done = kanon::anonymize(b"age,zip\n31,13053\n37,13068\n42,13053\n49,13053\n", &recipe)?;
//!
//! // Ages in bands of ten years, and ZIP codes to three digits.
//! assert_eq!(done.report.policy["age"], 1);
//! assert_eq!(done.report.policy["zip"], 2);
//! assert!(done.report.optimal && done.verification.holds);
//! # Ok::<(), kanon::Error>(())
//! ```

pub mod audit;
pub mod classes;
pub mod compare;
pub mod data;
pub mod document;
mod draw;
pub mod effect;
pub mod error;
pub mod exhibit;
pub mod frontier;
pub mod hierarchy;
pub mod jobs;
pub mod lattice;
pub mod local;
pub mod loss;
pub mod monitor;
pub mod partition;
pub mod people;
pub mod privacy;
pub mod proof;
pub mod proof_file;
pub mod published;
pub mod recipe;
pub mod release;
pub mod report;
pub mod review_files;
pub mod risk;
pub mod run;
pub mod sample;
pub mod search;
mod sorting;
pub mod sql;
pub mod table;
pub mod uniques;
#[cfg(target_arch = "wasm32")]
pub mod wasm;

pub use error::{Error, ErrorKind, Place, Result};
pub use jobs::{anonymize, propose};
