//! Names and sentences of a review, as messages.

use crate::document;
use crate::study::{ReportKind, dossier};
use serde::Serialize;
use tsify::Tsify;

/// The kind of a file in a review.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "kebab-case")]
pub enum FileKind {
    /// The released table.
    Release,
    /// The report of a release.
    Report,
    /// The recipe that it was made by.
    Recipe,
    /// The table that it was made from.
    Original,
    /// A hierarchy that the recipe names.
    Hierarchy,
    /// The population of the risk.
    Population,
    /// The recipe whose policy a frontier is compared with.
    Reference,
    /// The proof that no other policy loses less.
    Proof,
    /// A table that may be the release or the original.
    Table,
    /// Nothing that a review can use.
    Other,
}

/// A source of a statement in a review.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "kebab-case")]
pub enum Teller {
    /// The report.
    Report,
    /// The recipe.
    Recipe,
    /// Both agree.
    Both,
    /// The reviewer.
    Reviewer,
}

/// The kind of a report that is not about a release.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "kebab-case")]
pub enum StudiedKind {
    /// The best policies of several settings.
    Sweep,
    /// Policies that no other beats in both risk and loss.
    Frontier,
}

message! {
    /// A kind of file.
    #[derive(Eq)]
    pub struct KindWords {
        /// The kind.
        kind: FileKind,
        /// The name.
        words: String,
        /// Whether a reviewer may declare it.
        is_sayable: bool,
    }

    /// A source of statements.
    #[derive(Eq)]
    pub struct TellerWords {
        /// The source.
        teller: Teller,
        /// The name.
        words: String,
    }

    /// A field for the reviewer on the page of the verdict.
    #[derive(Eq)]
    pub struct VerdictField {
        /// The name in files.
        name: String,
        /// The question.
        label: String,
    }

    /// The names and sentences of a review.
    #[derive(Eq)]
    pub struct ReviewWords {
        /// The kinds of files.
        kinds: Vec<KindWords>,
        /// The sources.
        tellers: Vec<TellerWords>,
        /// The fields for the reviewer.
        fields: Vec<VerdictField>,
        /// The sentence for a proof whose check did not finish.
        proof_failed: String,
    }

    /// Conclusions from the findings of a review.
    #[derive(Eq)]
    pub struct VerdictTold {
        /// Whether all-blank records are suppressed ones, to which k does not apply.
        blanks_are_suppressed: bool,
        /// The note that suppressed records have unsafe combinations too; null if they have none.
        of_suppressed: Option<String>,
        /// What was not looked for and why, one sentence each.
        not_checked: Vec<String>,
    }
}

impl ReviewWords {
    /// All names and sentences.
    pub fn all() -> Self {
        let kinds = dossier::FileKind::ALL.map(|kind| KindWords {
            kind: kind.into(),
            words: kind.words().to_owned(),
            is_sayable: kind.is_sayable(),
        });
        let tellers =
            dossier::Teller::ALL.map(|teller| TellerWords { teller: teller.into(), words: teller.words().to_owned() });
        let fields = document::VERDICT_FIELDS
            .map(|(name, label)| VerdictField { name: name.to_owned(), label: label.to_owned() });
        Self {
            kinds: kinds.into(),
            tellers: tellers.into(),
            fields: fields.into(),
            proof_failed: document::ProofState::Failed.words().to_owned(),
        }
    }
}

impl StudiedKind {
    /// The kind of a report that is not about a release.
    pub fn of(kind: ReportKind) -> Option<Self> {
        match kind {
            ReportKind::Sweep => Some(Self::Sweep),
            ReportKind::Frontier => Some(Self::Frontier),
            ReportKind::Release | ReportKind::Uniques | ReportKind::Study => None,
        }
    }
}

impl From<dossier::FileKind> for FileKind {
    fn from(kind: dossier::FileKind) -> Self {
        match kind {
            dossier::FileKind::Release => Self::Release,
            dossier::FileKind::Report => Self::Report,
            dossier::FileKind::Recipe => Self::Recipe,
            dossier::FileKind::Original => Self::Original,
            dossier::FileKind::Hierarchy => Self::Hierarchy,
            dossier::FileKind::Population => Self::Population,
            dossier::FileKind::Reference => Self::Reference,
            dossier::FileKind::Proof => Self::Proof,
            dossier::FileKind::Table => Self::Table,
            dossier::FileKind::Other => Self::Other,
        }
    }
}

impl From<dossier::Teller> for Teller {
    fn from(teller: dossier::Teller) -> Self {
        match teller {
            dossier::Teller::Report => Self::Report,
            dossier::Teller::Recipe => Self::Recipe,
            dossier::Teller::Both => Self::Both,
            dossier::Teller::Reviewer => Self::Reviewer,
        }
    }
}

impl From<&document::Verdict> for VerdictTold {
    fn from(verdict: &document::Verdict) -> Self {
        Self {
            blanks_are_suppressed: verdict.blanks_are_suppressed(),
            of_suppressed: verdict.of_suppressed(),
            not_checked: (verdict.not_checked().into_iter()).map(str::to_owned).collect(),
        }
    }
}
