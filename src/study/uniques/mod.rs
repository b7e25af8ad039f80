//! Unsafe combinations and local suppression, from a recipe to a report.

mod claimed;
mod classes;
mod impact;
mod questions;
mod release;
mod report;
mod settings;
mod suppressing;
mod view;

pub use claimed::{ClaimedCells, ClaimedImpact};
pub use classes::{ClassesAfter, ReadAs};
pub use impact::{ColumnImpact, ImpactColumns, ImpactReport, ModelReport, impact};
pub use questions::{Generalized, UniqueQuestions};
pub use report::{ScoreSummary, UniquesReport};
pub use settings::{ImpactSettings, Suppress, UniquesSettings};
pub use suppressing::{Suppressed, Suppressing};
pub use view::{FindingsView, RecordView, RiskyRecord};
