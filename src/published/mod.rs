//! Reproduces the papers' tables and figures on any table.
//!
//! | here | reproduces |
//! |---|---|
//! | [`pruning`] | Prasser et al. 2016, tables 1 to 4: stores, Flash, best-first with and without prediction |
//! | [`anytime`] | Prasser et al. 2016, figure 7 and table 5: the time to the optimum, and quality against IGreedy in IGreedy's time |
//! | [`frontier`] | Xia et al. 2013, figures 5, 6 and 8: the area under the frontier by policies, H against what a chain finds, what is better than Safe Harbor |
//! | [`ola`] | El Emam et al. 2009: the losses of Datafly and Samarati against the optimum, and the work of OLA against Incognito |
//!
//! A [`Study`] is a resumable computation that yields row after row. All figures except seconds are the same on every
//! machine. The caller's clock returns milliseconds.

pub mod anytime;
pub mod frontier;
mod making;
pub mod ola;
pub mod pruning;
mod study;
mod subject;

pub use study::{Row, Step, Study};
pub use subject::Subject;
