//! Minimum unsafe combinations.
//!
//! A set of columns is *unsafe* for a record if fewer than k records have its values on them. It is a *minimum unsafe
//! combination* (MINUC; a minimal sample unique, or MSU, at k = 2, as in SUDA) if it is unsafe and none of its proper
//! subsets is. All of them are found, of any size, and counted: by size, by column, by value, by record. They are
//! never stored, as there may be thousands for each record. Those of a single record are computed again on request.
//!
//! | method | takes | time |
//! |---|---|---|
//! | [`Method::Bitmap`] | one tuple after the other, all column sets at once | n² + n·2^m |
//! | [`Method::Partition`] | one column set after the other, all tuples at once | n times the column sets |
//! | [`Method::HittingSet`] | one tuple after the other, combination by combination | n² and the combinations |
//!
//! **Invariant:** the safe sets of a record are closed under subsets. All methods rely on this.
//!
//! # Example
//!
//! ```
//! use kanon::data::MissingCodes;
//! use kanon::monitor::Unlimited;
//! use kanon::people::FivePeople;
//! use kanon::uniques::{Missing, Question, Tuples, UniquesSearch};
//! use std::sync::Arc;
//!
//! let people = FivePeople::new()?;
//! let tuples = Arc::new(Tuples::new(people.prepared.table(), Missing::Ignore, &MissingCodes::default(), 2)?);
//! let question = Question { k: 2, max_size: None };
//! let mut search = UniquesSearch::new(tuples, question, None)?;
//! search.advance(&mut Unlimited);
//!
//! // Everyone is the only one of an age, and the man is the only one of his sex.
//! assert_eq!(search.findings().by_column(0), 5);
//! assert_eq!(search.findings().by_column(1), 1);
//! # Ok::<(), kanon::Error>(())
//! ```

mod bitmap;
mod dis;
mod findings;
mod handed;
mod hitting_set;
mod lanes;
mod method;
mod partition;
mod search;
mod suda;
mod tuples;

pub(crate) use bitmap::{Bitmap, MAX_COLUMNS as MAX_BITMAP_COLUMNS};
pub(crate) use hitting_set::largest_agreements;
pub(crate) use tuples::BLOCK;

pub use dis::{DIS_FRACTION, dis};
pub use findings::{Findings, TupleFinding};
pub use method::{Estimate, Method};
pub use search::{Question, UniquesSearch, combinations_of};
pub use suda::FORMULA;
pub use tuples::{ColumnSet, MAX_COLUMNS, Missing, Tuples, columns_of};
