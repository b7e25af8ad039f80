//! Runs of searches under the budget of a recipe, and what came out of them.

mod classes_after;
mod descent;
mod findings_view;
mod full_domain;
mod impact;
mod outcome;
mod reference;
mod refusal;
mod search;
mod suitable;
mod suppressed_release;
mod suppressing;
mod sweep;
mod tradeoffs;
mod unique_questions;
mod visited;

pub use classes_after::{ClassesAfter, ReadAs};
pub use findings_view::{FindingsView, RecordView, RiskyRecord};
pub use full_domain::{FullDomainRun, LookedAt};
pub use impact::{ColumnImpact, ImpactColumns, ImpactReport, ModelReport, impact};
pub use outcome::{Neighbour, Outcome};
pub use reference::Reference;
pub use search::{Run, RunStatus};
pub use suitable::Suitable;
pub use suppressing::{Suppressed, Suppressing};
pub use sweep::{Sweep, SweepBest, SweepPoint};
pub use tradeoffs::{PartitionFigures, Tradeoffs};
pub use unique_questions::{Generalized, UniqueQuestions};
pub use visited::Visited;
