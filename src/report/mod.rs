//! Reports: what is written beside a release, a sweep, a frontier and a search for unsafe combinations.
//!
//! Types that read and write one JSON; how each field is checked is in [`crate::audit`].

mod claimed_cells;
mod detail;
pub mod edition;
mod fields;
mod file;
mod frontier;
mod kind;
mod release;
mod sweep;
mod taken;
mod uniques;

pub use claimed_cells::{ClaimedCells, ClaimedImpact};
pub use detail::Detail;
pub use file::kind_of_report;
pub use frontier::{FrontierPolicy, FrontierReport, ReferenceReport};
pub use kind::ReportKind;
pub use release::{ClaimedReport, ConditionReport, Report, SuppressedRisk, WorkReport};
pub use sweep::{PointReport, SweepReport};
pub use uniques::{ScoreSummary, UniquesReport};

pub(crate) use fields::{Field, Need};
pub(crate) use file::{fields_of_report, read_report};
pub(crate) use release::{RiskBeforeAfter, lattice_size};
