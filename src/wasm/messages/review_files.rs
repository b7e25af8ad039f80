//! The inputs and results of a review, as messages.

use super::{ReviewWords, StudiedKind};
use crate::data::ColumnSigns;
use crate::release::review::Blank;
use crate::review_files::{self, DeclaredColumn, GivenFile, Recognized, SaidBy};
use serde::Serialize;
use tsify::Tsify;

/// Files that were given together.
#[derive(Debug, Clone, PartialEq, Eq, Tsify)]
pub struct GivenFiles(pub Vec<GivenFile>);

impl From<Vec<GivenFile>> for GivenFiles {
    fn from(files: Vec<GivenFile>) -> Self {
        Self(files)
    }
}

/// The findings for all columns.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Tsify)]
pub struct SignsOfColumns(pub Vec<ColumnSigns>);

message! {
    /// What report and recipe say of a release.
    pub struct DeclaredRelease {
        /// The declared k.
        k: u64,
        /// The source of k.
        k_by: SaidBy,
        /// Whether suppressed records are removed.
        are_removed: bool,
        /// The values that a suppressed cell may stand for while k still holds; null if whole records are suppressed.
        cells: Option<Blank>,
        /// Whether missing values are read like suppressed cells.
        ignores_missing: bool,
        /// The columns of the release that report or recipe name.
        columns: Vec<DeclaredColumn>,
        /// The columns that are not in the release.
        left_out: Vec<String>,
        /// The column with the number of records that a row represents.
        count_column: Option<String>,
        /// The conditions beside k, as JSON in the form of a recipe.
        protect: String,
        /// The source of these conditions.
        protect_by: SaidBy,
        /// The column with the number of people that a row represents, if a condition counts people.
        weight_column: Option<String>,
        /// Contradictions between the two.
        contradictions: Vec<String>,
    }

    /// Recognized files.
    pub struct ReviewFiles {
        /// The kind of each file, in the order given.
        files: Vec<Recognized>,
        /// What report and recipe say; null if neither was given.
        promised: Option<DeclaredRelease>,
        /// The recipe as JSON, with the rows of the files that it names.
        recipe: Option<String>,
        /// The recipe whose policy a frontier is compared with, as JSON.
        reference: Option<String>,
        /// The kind of a report that is not about a release.
        studied: Option<StudiedKind>,
        /// Names for the kinds of files and for the sources.
        words: ReviewWords,
    }

}

impl From<review_files::ReviewFiles> for ReviewFiles {
    fn from(review: review_files::ReviewFiles) -> Self {
        Self {
            files: review.files,
            promised: review.declared.map(Into::into),
            recipe: review.recipe,
            reference: review.reference,
            studied: review.studied.and_then(StudiedKind::of),
            words: ReviewWords::all(),
        }
    }
}

impl From<review_files::DeclaredRelease> for DeclaredRelease {
    fn from(declared: review_files::DeclaredRelease) -> Self {
        Self {
            k: declared.k,
            k_by: declared.k_by,
            are_removed: declared.are_removed,
            cells: declared.cells,
            ignores_missing: declared.ignores_missing,
            columns: declared.columns,
            left_out: declared.left_out,
            count_column: declared.count_column,
            protect: serde_json::to_string(&declared.protect).unwrap_or_default(),
            protect_by: declared.protect_by,
            weight_column: declared.weight_column,
            contradictions: declared.contradictions,
        }
    }
}
