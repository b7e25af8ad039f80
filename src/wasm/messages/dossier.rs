//! What a review is given and finds, as messages.

use super::{Blank, FileKind, ReviewWords, Role, StudiedKind};
use crate::data;
use crate::study::dossier;
use serde::Serialize;
use tsify::Tsify;

/// Who says something of a release.
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

/// What values are that may point at one person.
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

/// What all columns show.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Tsify)]
pub struct SignsOfColumns(pub Vec<ColumnSigns>);

message! {
    /// A file as it was given.
    #[derive(Eq)]
    pub struct GivenFile {
        /// Its name.
        name: String,
        /// SHA-256 of its bytes.
        sha256: String,
        /// All of a JSON text or of a hierarchy, and the beginning of a table.
        text: String,
        /// What somebody says that it is.
        said: Option<FileKind>,
    }

    /// A file that was told apart.
    pub struct Recognized {
        /// What it is taken for.
        kind: FileKind,
        /// Why.
        why: String,
        /// Whether the report's digest is that of the file; null where no report names one.
        agrees: Option<bool>,
        /// Why it cannot be used, with what to do.
        problem: Option<String>,
    }

    /// What report and recipe say of a column of the release.
    pub struct PromisedColumn {
        /// The column.
        name: String,
        /// What it is.
        role: Option<Role>,
        /// Who says that.
        by: SaidBy,
        /// Whether it is published as it was.
        is_untouched: bool,
    }

    /// What report and recipe say of a release.
    pub struct Promised {
        /// The k that is to hold.
        k: u64,
        /// Who says it.
        k_by: SaidBy,
        /// Whether suppressed records are removed.
        are_removed: bool,
        /// What a suppressed cell may be taken for such that k holds; null where whole records are suppressed.
        cells: Option<Blank>,
        /// Whether missing values are read as suppressed cells are.
        ignores_missing: bool,
        /// The columns of the release that they name.
        columns: Vec<PromisedColumn>,
        /// The columns that are not in the release.
        left_out: Vec<String>,
        /// The column that says how many records a row stands for.
        count_column: Option<String>,
        /// What is to hold beside k, as JSON, as a recipe has it.
        protect: String,
        /// Who says it.
        protect_by: SaidBy,
        /// The column that says how many people a row stands for, where people are asked for.
        weight_column: Option<String>,
        /// In what they contradict each other.
        contradictions: Vec<String>,
    }

    /// Files that were told apart.
    pub struct Dossier {
        /// What each file is taken for, in the order in which they were given.
        files: Vec<Recognized>,
        /// What report and recipe say; null where there is neither.
        promised: Option<Promised>,
        /// The recipe with the rows of the files that it names, as JSON.
        recipe: Option<String>,
        /// The recipe whose policy a frontier is compared with, as JSON.
        reference: Option<String>,
        /// What the report is of, where it is of no release.
        studied: Option<StudiedKind>,
        /// What files and those who say something are called.
        words: ReviewWords,
    }

    /// Values of a column that may point at one person.
    #[derive(Eq)]
    pub struct Sign {
        /// What they are.
        kind: SignKind,
        /// What they are called.
        name: String,
        /// Records that have one.
        records: u64,
        /// Different ones.
        values: u64,
        /// The first of them.
        example: String,
    }

    /// What a column shows.
    #[derive(Eq)]
    pub struct ColumnSigns {
        /// The column.
        column: String,
        /// Different values.
        distinct: u64,
        /// False where there are more.
        distinct_is_exact: bool,
        /// Records whose value no other record has; null where that is not counted.
        alone: Option<u64>,
        /// Whether all values were looked at.
        is_looked_through: bool,
        /// What was found.
        signs: Vec<Sign>,
    }
}

impl From<Vec<dossier::GivenFile>> for GivenFiles {
    fn from(files: Vec<dossier::GivenFile>) -> Self {
        let files = files.into_iter().map(|file| GivenFile {
            name: file.name,
            sha256: file.sha256,
            text: file.text,
            said: file.said.map(Into::into),
        });
        Self(files.collect())
    }
}

impl From<dossier::SaidBy> for SaidBy {
    fn from(by: dossier::SaidBy) -> Self {
        match by {
            dossier::SaidBy::Report => Self::Report,
            dossier::SaidBy::Recipe => Self::Recipe,
            dossier::SaidBy::Both => Self::Both,
        }
    }
}

impl From<dossier::Dossier> for Dossier {
    fn from(dossier: dossier::Dossier) -> Self {
        let files = dossier.files.into_iter().map(|file| Recognized {
            kind: file.kind.into(),
            why: file.why,
            agrees: file.agrees,
            problem: file.problem,
        });
        Self {
            files: files.collect(),
            promised: dossier.promised.map(Into::into),
            recipe: dossier.recipe,
            reference: dossier.reference,
            studied: dossier.studied.and_then(StudiedKind::of),
            words: ReviewWords::all(),
        }
    }
}

impl From<dossier::Promised> for Promised {
    fn from(promised: dossier::Promised) -> Self {
        let columns = promised.columns.into_iter().map(|column| PromisedColumn {
            name: column.name,
            role: column.role.map(Into::into),
            by: column.by.into(),
            is_untouched: column.is_untouched,
        });
        Self {
            k: promised.k,
            k_by: promised.k_by.into(),
            are_removed: promised.are_removed,
            cells: promised.cells.map(Into::into),
            ignores_missing: promised.ignores_missing,
            columns: columns.collect(),
            left_out: promised.left_out,
            count_column: promised.count_column,
            protect: serde_json::to_string(&promised.protect).unwrap_or_default(),
            protect_by: promised.protect_by.into(),
            weight_column: promised.weight_column,
            contradictions: promised.contradictions,
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
