//! The findings of a review as a document to read, print and sign.
//!
//! The caller passes the inputs and findings. Every word is written here, so that page and program make the same bytes
//! from the same files.

mod sections;
#[cfg(test)]
mod tests;

use super::text::{filled, page, section};
use super::{Edition, words_of};
use crate::audit::CheckedCondition;
use crate::data::{ColumnSigns, Role, SignKind, is_free_text_by_name};
use crate::error::{DocumentError, Result};
use crate::exhibit::figure::{grouped, plural};
use crate::release::review::{Blank, Reviewed};
use crate::release::verify::Claim;
use crate::review_files::{FileKind, StatementSource};
use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

/// The style of a verdict, added to the common style.
const STYLE: &str = include_str!("verdict.css");

/// The reviewer's fields, by the names of files and by their questions.
pub const VERDICT_FIELDS: [(&str, &str); 4] = [
    ("reviewer", "Reviewer: name, role, organisation"),
    ("date", "Date of the review"),
    ("decision", "Decision, and its conditions"),
    ("signature", "Signature"),
];

/// The findings of a review.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Verdict {
    /// The given files.
    pub files: Vec<ReviewedFile>,
    /// What the release shows about itself; `None` if none was given because the report is not about one.
    pub release: Option<ReviewedRelease>,
    /// The result for the report; `None` if none was given.
    pub audited: Option<AuditedReport>,
    /// The result for the proof; `None` if none was given.
    pub proof: Option<ProofState>,
    /// The reviewer's texts, by the names of [`VERDICT_FIELDS`].
    pub said: IndexMap<String, String>,
}

/// A file given to a review.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReviewedFile {
    /// The name.
    pub name: String,
    /// The recognized kind.
    pub kind: FileKind,
    /// SHA-256 of its bytes.
    pub sha256: String,
    /// Whether the report names the same digest; `None` if it names none.
    pub agrees: Option<bool>,
}

/// What a release shows about itself.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReviewedRelease {
    /// The required k.
    pub k: u64,
    /// The source of k.
    pub k_by: StatementSource,
    /// The reading of a blank cell.
    pub blank: Blank,
    /// The values that count as blank beside `*`.
    pub blank_values: Vec<String>,
    /// The columns of the release.
    pub columns: Vec<ReviewedColumn>,
    /// Columns of the original that are declared missing in it.
    pub left_out: Vec<String>,
    /// Whether suppressed records are declared removed.
    pub are_removed: bool,
    /// Whether single cells are declared suppressed.
    pub is_of_cells: bool,
    /// The findings about its classes.
    pub reviewed: Reviewed,
    /// Minimum unsafe combinations, the records that have one, and the number of records below which they are unsafe.
    pub combinations: (u64, u64, u64),
    /// The result for each condition beside k.
    pub conditions: Vec<CheckedCondition>,
    /// Whether the records form classes, so that risks of classes were looked for.
    pub has_classes: bool,
    /// That columns look like identifiers, which nobody named; `None` if none does.
    pub identifiers: Option<String>,
    /// The disclosure warnings, one sentence a kind.
    pub disclosure: Vec<String>,
}

/// A column in a review.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReviewedColumn {
    /// The role; `None` if it is not declared.
    pub role: Option<Role>,
    /// Whether it holds the number of records that a row represents.
    pub is_count: bool,
    /// The source of that.
    pub by: Option<StatementSource>,
    /// Whether it is published unchanged; `None` if that is not declared.
    pub is_untouched: Option<bool>,
    /// The findings about it.
    pub signs: ColumnSigns,
}

impl ReviewedColumn {
    /// Whether it holds free text, which tells nobody apart.
    fn is_free_text(&self) -> bool {
        is_free_text_by_name(&self.signs.column) || self.signs.signs.iter().any(|sign| sign.kind == SignKind::FreeText)
    }
}

/// The result of a report's check.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AuditedReport {
    /// The claims, checked.
    pub claims: Vec<Claim>,
    /// Why the check did not finish.
    pub failure: Option<String>,
    /// Whether original and recipe were at hand.
    pub has_original: bool,
    /// The suppressed records, if they were counted.
    pub suppressed_records: Option<u64>,
}

impl AuditedReport {
    /// Whether the original shows that no record is suppressed.
    pub fn has_no_suppressed(&self) -> bool {
        self.has_original && self.suppressed_records == Some(0)
    }
}

/// The state of a proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum ProofState {
    /// Not checked, because an input was missing.
    NotChecked,
    /// The check did not finish.
    Failed,
    /// It holds.
    Proven,
    /// It does not prove the claim.
    Refused,
    /// It holds for a different release.
    OtherRelease,
    /// It is about a different table or recipe, or is not a proof.
    WrongFile,
}

impl ProofState {
    /// The state after a check: whether the proof holds, whether a file did not match, and whether all boxes of the
    /// tree were closed by then.
    pub fn of_check(is_proven: bool, is_other_file: bool, are_closed: bool) -> Self {
        match (is_proven, is_other_file, are_closed) {
            (true, ..) => Self::Proven,
            (false, true, true) => Self::OtherRelease,
            (false, true, false) => Self::WrongFile,
            (false, false, _) => Self::Refused,
        }
    }

    /// The state in a few words.
    pub fn words(self) -> &'static str {
        match self {
            Self::NotChecked => "The proof was not checked",
            Self::Failed => "The proof could not be checked to its end",
            Self::Proven => "The proof holds",
            Self::Refused => "The proof does not hold",
            Self::OtherRelease => "The proof holds, but not for this release",
            Self::WrongFile => "The proof is of something else",
        }
    }
}

/// A section: its title, and its text as HTML.
type Section = (&'static str, fn(&Verdict, Edition) -> String);

/// The sections in their order.
const SECTIONS: [Section; 8] = [
    ("Verdict", sections::summary),
    ("Files", sections::files),
    ("Classes of the release", sections::classes),
    ("Conditions beside k", sections::conditions),
    ("Claims of the report", sections::claims),
    ("Columns", sections::columns),
    ("What it may disclose all the same", sections::disclosure),
    ("Not checked", sections::not_checked),
];

/// Reads the reviewer's texts.
///
/// # Errors
/// JSON that is not an object of texts, and a field that is none of [`VERDICT_FIELDS`].
pub fn parse_said(json: &str) -> Result<IndexMap<String, String>> {
    let said = read(json)?;
    check(&said)?;
    Ok(said)
}

fn read<'a, T: Deserialize<'a>>(json: &'a str) -> Result<T> {
    let syntax = |error: serde_json::Error| DocumentError::Syntax { line: error.line(), problem: error.to_string() };
    Ok(serde_json::from_str(json).map_err(syntax)?)
}

fn check(said: &IndexMap<String, String>) -> Result<()> {
    let is_known = |name: &String| VERDICT_FIELDS.iter().any(|(known, _)| known == name);
    match said.keys().find(|name| !is_known(name)) {
        None => Ok(()),
        Some(given) => Err(DocumentError::UnknownField {
            given: given.clone(),
            known: VERDICT_FIELDS.map(|(name, _)| name).join(", "),
        }
        .into()),
    }
}

impl Verdict {
    /// Reads the findings of a review.
    ///
    /// # Errors
    /// JSON that is not a verdict, and a reviewer's field that is none of [`VERDICT_FIELDS`].
    pub fn parse(json: &str) -> Result<Self> {
        let verdict: Self = read(json)?;
        check(&verdict.said)?;
        Ok(verdict)
    }

    /// The page for those who have the original: one file without a script. The bytes are the same for the same
    /// verdict, in whatever order files were given.
    pub fn html(&self) -> String {
        self.html_for(Edition::Internal)
    }

    /// The page for these readers. The external one says what was checked and what holds, with no figure of a claim, a
    /// condition or a column, no digest of the original, and no number of records below k.
    pub fn html_for(&self, edition: Edition) -> String {
        let is_there = |(title, _): &Section| match *title {
            "Classes of the release" | "Columns" | "What it may disclose all the same" => self.release.is_some(),
            "Conditions beside k" => (self.release.as_ref()).is_some_and(|release| !release.conditions.is_empty()),
            _ => true,
        };
        let texts =
            (SECTIONS.iter()).filter(|section| is_there(section)).map(|(title, text)| (*title, text(self, edition)));
        let said: String = (VERDICT_FIELDS.iter())
            .map(|(name, label)| filled(label, self.said.get(*name).map(String::as_str)))
            .collect();
        let sections: String = (texts.chain([("Reviewer", said)]).zip(1..))
            .map(|((title, text), number)| section(number, title, &text))
            .collect();
        let title = match self.release {
            Some(_) => "Review of a release",
            None => "Review of a report",
        };
        let readers = match edition {
            Edition::Internal => String::new(),
            Edition::External => format!("<p class=\"edition\">{}</p>\n", words_of(edition)),
        };
        page(title, title, STYLE, &readers, &sections)
    }

    /// Whether all-blank records are suppressed ones, to which k does not apply. They form an ordinary class if
    /// suppressed records are removed, if single cells are suppressed, and if the report is known to have no suppressed
    /// record.
    pub fn blanks_are_suppressed(&self) -> bool {
        let Some(release) = &self.release else {
            return false;
        };
        let has_none = (self.audited.as_ref()).is_some_and(AuditedReport::has_no_suppressed);
        let is_class = release.blank != Blank::Category || release.are_removed || release.is_of_cells || has_none;
        !is_class && release.reviewed.blank_records > 0
    }

    /// The note that suppressed records have unsafe combinations too, if they may have some.
    pub fn of_suppressed(&self) -> Option<String> {
        let release = self.release.as_ref()?;
        let records = release.reviewed.blank_records;
        let (combinations, _, k) = release.combinations;
        let has = self.blanks_are_suppressed() && combinations > 0 && records < k;
        has.then(|| {
            format!(
                "The {} fewer than {}: the * of each of their columns is among these combinations, as a value that few have.",
                plural(records, "suppressed record is", "suppressed records are"),
                grouped(k)
            )
        })
    }

    /// The claims of report and proof, checked.
    pub fn claims(&self) -> Vec<Claim> {
        let settled = |claim: &str, found: &str, holds| Claim {
            field: None,
            claim: claim.to_owned(),
            claimed: String::new(),
            found: found.to_owned(),
            holds: Some(holds),
        };
        let mut claims = match &self.audited {
            None => Vec::new(),
            Some(AuditedReport { failure: Some(failure), .. }) => {
                vec![settled("the report belongs to these files", failure, false)]
            }
            Some(report) => report.claims.clone(),
        };
        match self.proof {
            None | Some(ProofState::NotChecked) => {}
            Some(ProofState::Proven) => claims.push(settled("the proof holds", "", true)),
            Some(state) => claims.push(settled("the proof holds", state.words(), false)),
        }
        claims
    }

    /// What was not looked for and why, one sentence each.
    pub fn not_checked(&self) -> Vec<&'static str> {
        let mut told = Vec::new();
        let report = self.audited.as_ref();
        let has_original = report.is_some_and(|report| report.has_original);
        if let Some(release) = &self.release {
            let has = |role| (release.columns.iter()).any(|column| column.role == Some(role));
            if !release.has_classes {
                told.push(
                    "What classes disclose was not looked for: rows have blanks in different columns, so that records are in no classes.",
                );
            } else {
                if !has(Role::Sensitive) {
                    told.push("Classes of one sensitive value were not looked for: no column is said to be sensitive.");
                }
                let identifiers = (release.columns.iter()).filter(|column| column.role == Some(Role::Identifier));
                let (texts, numbers): (Vec<_>, Vec<_>) = identifiers.partition(|column| column.is_free_text());
                match (numbers.is_empty(), texts.is_empty()) {
                    (false, _) => {}
                    (true, true) => told.push(
                        "Whether records of one person stand for several was not looked for: no column is said to tell persons apart.",
                    ),
                    (true, false) => told.push(
                        "Whether records of one person stand for several was not looked for: the columns that are said to identify persons hold free text, which does not tell them apart.",
                    ),
                }
            }
            if !has_original {
                told.push("Labels that hold a rare value cannot be told without the original.");
            }
        }
        match report {
            None => told.push("Nothing that somebody claims of this release was checked: no report was given."),
            Some(_) if !has_original && self.release.is_some() => {
                told.push("The release was not compared with its original: that takes the original and the recipe.")
            }
            Some(_) => {}
        }
        if self.proof == Some(ProofState::NotChecked) {
            told.push("The proof was not checked: that takes the original and the recipe.");
        }
        told
    }
}
