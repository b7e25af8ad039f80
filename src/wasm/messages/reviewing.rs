//! Names and sentences of a review, as messages.

use crate::document;
use crate::report::ReportKind;
use crate::review_files::{FileKind, StatementSource};
use serde::Serialize;
use tsify::Tsify;

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
    pub struct SourceWords {
        /// The source.
        teller: StatementSource,
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
        tellers: Vec<SourceWords>,
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
        let kinds =
            FileKind::ALL.map(|kind| KindWords { kind, words: kind.words().to_owned(), is_sayable: kind.is_sayable() });
        let tellers = StatementSource::ALL.map(|teller| SourceWords { teller, words: teller.words().to_owned() });
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
            ReportKind::Release | ReportKind::Uniques | ReportKind::Compare | ReportKind::Study => None,
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
