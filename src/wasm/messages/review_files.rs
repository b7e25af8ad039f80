//! The inputs and results of a review, as messages.

use super::{Blank, FileKind, ReviewWords, Role, StudiedKind};
use crate::{data, review_files};
use serde::Serialize;
use tsify::Tsify;

/// The source of a statement about a release.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "kebab-case")]
pub enum SaidBy {
    /// The report.
    Report,
    /// The recipe.
    Recipe,
    /// Both.
    Both,
}

/// Kinds of values that may identify a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "kebab-case")]
pub enum SignKind {
    /// Days.
    Day,
    /// Whole postal codes.
    Postcode,
    /// Identifiers.
    Identifier,
    /// Free text.
    FreeText,
}

/// Files that were given together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Tsify)]
pub struct GivenFiles(pub Vec<GivenFile>);

/// The findings for all columns.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Tsify)]
pub struct SignsOfColumns(pub Vec<ColumnSigns>);

message! {
    /// A given file.
    #[derive(Eq)]
    pub struct GivenFile {
        /// The name.
        name: String,
        /// SHA-256 of its bytes.
        sha256: String,
        /// The whole text of a JSON file or a hierarchy, the beginning of a table.
        text: String,
        /// The kind that the reviewer declares.
        said: Option<FileKind>,
    }

    /// A recognized file.
    pub struct Recognized {
        /// The kind that was recognized.
        kind: FileKind,
        /// Why.
        why: String,
        /// Whether the report's digest is that of the file; null if no report names one.
        agrees: Option<bool>,
        /// Why it cannot be used, and what to do.
        problem: Option<String>,
    }

    /// What report and recipe say of a column of the release.
    pub struct DeclaredColumn {
        /// The column.
        name: String,
        /// The role.
        role: Option<Role>,
        /// The source of the role.
        by: SaidBy,
        /// Whether it is published unchanged.
        is_untouched: bool,
    }

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

    /// Values of a column that may identify a person.
    #[derive(Eq)]
    pub struct Sign {
        /// Their kind.
        kind: SignKind,
        /// The name of that kind.
        name: String,
        /// Records with such a value.
        records: u64,
        /// Distinct values.
        values: u64,
        /// The first of them.
        example: String,
    }

    /// The findings for a column.
    #[derive(Eq)]
    pub struct ColumnSigns {
        /// The column.
        column: String,
        /// Distinct values.
        distinct: u64,
        /// False if there are more.
        distinct_is_exact: bool,
        /// Records whose value is unique; null if that is not counted.
        alone: Option<u64>,
        /// Whether all values were examined.
        is_looked_through: bool,
        /// The findings.
        signs: Vec<Sign>,
    }
}

impl From<Vec<review_files::GivenFile>> for GivenFiles {
    fn from(files: Vec<review_files::GivenFile>) -> Self {
        let files = files.into_iter().map(|file| GivenFile {
            name: file.name,
            sha256: file.sha256,
            text: file.text,
            said: file.said.map(Into::into),
        });
        Self(files.collect())
    }
}

impl From<review_files::SaidBy> for SaidBy {
    fn from(by: review_files::SaidBy) -> Self {
        match by {
            review_files::SaidBy::Report => Self::Report,
            review_files::SaidBy::Recipe => Self::Recipe,
            review_files::SaidBy::Both => Self::Both,
        }
    }
}

impl From<review_files::ReviewFiles> for ReviewFiles {
    fn from(review: review_files::ReviewFiles) -> Self {
        let files = review.files.into_iter().map(|file| Recognized {
            kind: file.kind.into(),
            why: file.why,
            agrees: file.agrees,
            problem: file.problem,
        });
        Self {
            files: files.collect(),
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
        let columns = declared.columns.into_iter().map(|column| DeclaredColumn {
            name: column.name,
            role: column.role.map(Into::into),
            by: column.by.into(),
            is_untouched: column.is_untouched,
        });
        Self {
            k: declared.k,
            k_by: declared.k_by.into(),
            are_removed: declared.are_removed,
            cells: declared.cells.map(Into::into),
            ignores_missing: declared.ignores_missing,
            columns: columns.collect(),
            left_out: declared.left_out,
            count_column: declared.count_column,
            protect: serde_json::to_string(&declared.protect).unwrap_or_default(),
            protect_by: declared.protect_by.into(),
            weight_column: declared.weight_column,
            contradictions: declared.contradictions,
        }
    }
}

impl From<data::SignKind> for SignKind {
    fn from(kind: data::SignKind) -> Self {
        match kind {
            data::SignKind::Day => Self::Day,
            data::SignKind::Postcode => Self::Postcode,
            data::SignKind::Identifier => Self::Identifier,
            data::SignKind::FreeText => Self::FreeText,
        }
    }
}

impl From<data::ColumnSigns> for ColumnSigns {
    fn from(found: data::ColumnSigns) -> Self {
        let signs = found.signs.into_iter().map(|sign| Sign {
            kind: sign.kind.into(),
            name: sign.name,
            records: sign.records,
            values: sign.values,
            example: sign.example,
        });
        Self {
            column: found.column,
            distinct: found.distinct,
            distinct_is_exact: found.distinct_is_exact,
            alone: found.alone,
            is_looked_through: found.is_looked_through,
            signs: signs.collect(),
        }
    }
}
