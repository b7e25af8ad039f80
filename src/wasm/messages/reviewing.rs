//! The words of a review, as messages.

use crate::document;
use crate::study::{ReportKind, dossier};
use serde::Serialize;
use tsify::Tsify;

/// What a file is to a review.
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
    /// The population that the risk of its policy is against.
    Population,
    /// The recipe whose policy a frontier is compared with.
    Reference,
    /// The proof that no other policy loses less.
    Proof,
    /// A table, of which nothing tells which it is.
    Table,
    /// Nothing that a review can use.
    Other,
}

/// Who says something that a review goes by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "kebab-case")]
pub enum Teller {
    /// The report.
    Report,
    /// The recipe.
    Recipe,
    /// Both say the same.
    Both,
    /// The reviewer.
    Reviewer,
}

/// What a report is of that is of no release.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "kebab-case")]
pub enum StudiedKind {
    /// Of the best policies of several settings.
    Sweep,
    /// Of policies of which no other is better in risk and loss.
    Frontier,
}

message! {
    /// What a file may be taken for.
    #[derive(Eq)]
    pub struct KindWords {
        /// What it is.
        kind: FileKind,
        /// What that is called.
        words: String,
        /// Whether somebody may say it.
        is_sayable: bool,
    }

    /// Who may say something.
    #[derive(Eq)]
    pub struct TellerWords {
        /// Who.
        teller: Teller,
        /// What they are called.
        words: String,
    }

    /// What the reviewer may say on the page of the verdict.
    #[derive(Eq)]
    pub struct VerdictField {
        /// Its name in files.
        name: String,
        /// What is asked for.
        label: String,
    }

    /// The words of a review.
    #[derive(Eq)]
    pub struct ReviewWords {
        /// What files may be taken for.
        kinds: Vec<KindWords>,
        /// Who may say something.
        tellers: Vec<TellerWords>,
        /// What the reviewer may say.
        fields: Vec<VerdictField>,
        /// That a proof could not be checked to its end.
        proof_failed: String,
    }

    /// What follows from all that a review found.
    #[derive(Eq)]
    pub struct VerdictTold {
        /// Whether the records that are all blank are suppressed ones, of which k is not asked.
        blanks_are_suppressed: bool,
        /// That suppressed records have unsafe combinations, too; null where they have none.
        of_suppressed: Option<String>,
        /// What was not looked for and why, a sentence each.
        not_checked: Vec<String>,
    }
}

impl ReviewWords {
    /// All words.
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
    /// The kind of a report, where it is of no release.
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
