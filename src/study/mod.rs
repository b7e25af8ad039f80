//! A whole study, from a recipe and a file to a release and its report.
//!
//! A front end (the browser's or the command line's) reads and writes the bytes and keeps the clock. Everything else is
//! here: [`Recipe`] → [`EncodedStudy`] → [`Run`] of a search → [`Outcome`] → release and [`Report`].

mod archive;
mod attackers;
pub mod audit;
pub mod compare;
mod defaults;
mod detail;
mod digest;
mod disclosure;
pub mod edition;
mod encoded_study;
mod finished;
mod finished_people;
mod five_people;
mod frontier;
mod generalized;
mod grouped;
mod hierarchy_summary;
mod meanings;
mod outcome;
mod passport;
mod people;
mod plain_people;
mod proof_digest;
mod proof_file;
mod proposed;
mod protected;
mod read_report;
mod recipe;
mod refusal;
mod report;
mod report_file;
mod report_kind;
mod reproof;
pub mod review_files;
mod run;
mod sensitive;
mod strict;
mod study_builder;
mod suitable;
mod sweep;
mod sweep_report;
mod swept;
pub mod uniques;
mod unnamed_signs;
mod visited;

pub use attackers::{AttackersBeforeAfter, UniquenessBeforeAfter, attackers};
pub use defaults::{Defaults, defaults};
pub use detail::Detail;
pub use digest::Digest;
pub use disclosure::{policy_warnings, sorted_by};
pub use encoded_study::EncodedStudy;
pub use finished::{AskedOfFinished, CheckedCondition, FinishedConditions};
pub use five_people::FivePeople;
pub use frontier::{
    ColumnProofCounts, ColumnProofs, FrontierPolicy, FrontierReport, FrontierSettings, FrontierSpace, FullDomainRisk,
    FullDomainRun, LookedAt, OwnIntervalsReport, PartitionFigures, Reference, ReferenceReport, Tradeoffs,
};
pub use grouped::Grouped;
pub use hierarchy_summary::{HierarchySummary, LevelSummary};
pub use outcome::{Neighbour, Outcome};
pub use passport::{Passport, Proven};
pub use people::{AttackedPopulation, People};
pub use proof_file::{PlainStudy, Strictest, TreeBytes, demand_provable, proof_file, proof_header};
pub use proposed::{NamedMissing, Proposed, ProposedColumn, with_named};
pub use read_report::{NoCode, OddCount, ReadReport, ReadValue};
pub use recipe::{
    BestKnown, Budget, Chosen, ChosenCells, ChosenPoint, ChosenPolicy, ChosenPopulation, ChosenReference,
    ColumnSettings, Loss, Privacy, Recipe, ReleaseSettings, RiskSettings, SearchSettings, Shuffle,
};
pub use report::{ClaimedReport, ConditionReport, Report, SuppressedRisk, WorkReport};
pub use report_file::kind_of_report;
pub use report_kind::ReportKind;
pub use reproof::{Reproof, Reproving, Verdict};
pub use run::{Run, RunStatus};
pub use study_builder::StudyBuilder;
pub use suitable::Suitable;
pub use sweep::{Sweep, SweepBest, SweepPoint};
pub use sweep_report::{PointReport, SweepReport};
pub use swept::{Swept, SweptSetting, SweptThresholds};
pub use unnamed_signs::{told_unnamed, unnamed_signs};
pub use visited::Visited;
