//! What a review found, as a document: to be read, printed and signed.
//!
//! Who reviews hands over what was given and what was found; every word is said here, so that page and program make
//! the same bytes of the same files.

mod sections;
#[cfg(test)]
mod tests;

use super::text::{filled, page, section};
use crate::data::{ColumnSigns, Role};
use crate::error::{DocumentError, Result};
use crate::exhibit::figure::{grouped, plural};
use crate::release::review::{Blank, Reviewed};
use crate::release::verify::Claim;
use crate::study::CheckedCondition;
use crate::study::dossier::{FileKind, Teller};
use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

/// What the page of a verdict has beside the style of all documents.
const STYLE: &str = include_str!("verdict.css");

/// What the reviewer says, by the names of files and by what is asked for.
pub const VERDICT_FIELDS: [(&str, &str); 4] = [
    ("reviewer", "Reviewer: name, role, organisation"),
    ("date", "Date of the review"),
    ("decision", "Decision, and its conditions"),
    ("signature", "Signature"),
];

/// What a review found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Verdict {
    /// The files that were given.
    pub files: Vec<ReviewedFile>,
    /// What the release shows of itself; `None` where none was given, as the report speaks of none.
    pub release: Option<ReviewedRelease>,
    /// What became of the report; `None` where none was given.
    pub audited: Option<AuditedReport>,
    /// What became of the proof; `None` where none was given.
    pub proof: Option<ProofState>,
    /// What the reviewer says, by the names of [`VERDICT_FIELDS`].
    pub said: IndexMap<String, String>,
}

/// A file that a review was given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReviewedFile {
    /// Its name.
    pub name: String,
    /// What it was taken for.
    pub kind: FileKind,
    /// SHA-256 of its bytes.
    pub sha256: String,
    /// Whether the report names the same digest; `None` where it names none.
    pub agrees: Option<bool>,
}

/// What a release shows of itself.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReviewedRelease {
    /// The k that was asked for.
    pub k: u64,
    /// Who says so.
    pub k_by: Teller,
    /// What a blank cell was taken for.
    pub blank: Blank,
    /// The values that are blank as `*` is.
    pub blank_values: Vec<String>,
    /// The columns of the release.
    pub columns: Vec<ReviewedColumn>,
    /// Columns of the original that it is without, where somebody says so.
    pub left_out: Vec<String>,
    /// Whether somebody says that suppressed records are removed.
    pub are_removed: bool,
    /// Whether somebody says that single cells are suppressed.
    pub is_of_cells: bool,
    /// What its classes show.
    pub reviewed: Reviewed,
    /// Minimum unsafe combinations, the records that have one, and below how many records they are unsafe.
    pub combinations: (u64, u64, u64),
    /// What it has of each condition beside k.
    pub conditions: Vec<CheckedCondition>,
    /// Whether records are in classes, so that it was looked for what these disclose.
    pub has_classes: bool,
    /// What it may disclose all the same, a sentence each.
    pub disclosure: Vec<String>,
}

/// A column that a review looked at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReviewedColumn {
    /// What it is; `None` where nobody said.
    pub role: Option<Role>,
    /// Whether it says how many records a row stands for.
    pub is_count: bool,
    /// Who says so.
    pub by: Option<Teller>,
    /// Whether it is published as it was; `None` where nobody says.
    pub is_untouched: Option<bool>,
    /// What it shows.
    pub signs: ColumnSigns,
}

/// What became of a report.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AuditedReport {
    /// Its claims, settled.
    pub claims: Vec<Claim>,
    /// Why the check came to no end.
    pub failure: Option<String>,
    /// Whether original and recipe were at hand.
    pub has_original: bool,
    /// The suppressed records that were counted, where they were.
    pub suppressed_records: Option<u64>,
}

impl AuditedReport {
    /// Whether it is known by the original that no record is suppressed.
    pub fn has_no_suppressed(&self) -> bool {
        self.has_original && self.suppressed_records == Some(0)
    }
}

/// What became of a proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProofState {
    /// What its check takes was not given.
    NotChecked,
    /// Its check came to no end.
    Failed,
    /// It holds.
    Proven,
    /// It proves nothing.
    Refused,
    /// It holds for another release.
    OtherRelease,
    /// It is of another table or recipe, or is none.
    WrongFile,
}

impl ProofState {
    /// What a check has come to: whether it found the proof to hold, whether a file was another one, and whether all
    /// boxes of the tree were closed by then.
    pub fn of_check(is_proven: bool, is_other_file: bool, are_closed: bool) -> Self {
        match (is_proven, is_other_file, are_closed) {
            (true, ..) => Self::Proven,
            (false, true, true) => Self::OtherRelease,
            (false, true, false) => Self::WrongFile,
            (false, false, _) => Self::Refused,
        }
    }

    /// What became of it, in a few words.
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
type Section = (&'static str, fn(&Verdict) -> String);

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

/// Reads what a reviewer says.
///
/// # Errors
/// JSON that is no object of texts, and a field that is none of [`VERDICT_FIELDS`].
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
    /// Reads what a review found.
    ///
    /// # Errors
    /// JSON that is no verdict, and a field of the reviewer's that is none of [`VERDICT_FIELDS`].
    pub fn parse(json: &str) -> Result<Self> {
        let verdict: Self = read(json)?;
        check(&verdict.said)?;
        Ok(verdict)
    }

    /// The page: one file without a script, the same bytes for the same verdict, in whatever order files were given.
    pub fn html(&self) -> String {
        let is_there = |(title, _): &Section| match *title {
            "Classes of the release" | "Columns" | "What it may disclose all the same" => self.release.is_some(),
            "Conditions beside k" => (self.release.as_ref()).is_some_and(|release| !release.conditions.is_empty()),
            _ => true,
        };
        let texts = (SECTIONS.iter()).filter(|section| is_there(section)).map(|(title, text)| (*title, text(self)));
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
        page(title, title, STYLE, "", &sections)
    }

    /// Whether the records that are all blank are suppressed ones, of which k is not asked. They are a class as any
    /// other where suppressed records are removed, where single cells are suppressed, and where the report is known to
    /// have no suppressed record.
    pub fn blanks_are_suppressed(&self) -> bool {
        let Some(release) = &self.release else {
            return false;
        };
        let has_none = (self.audited.as_ref()).is_some_and(AuditedReport::has_no_suppressed);
        let is_class = release.blank != Blank::Category || release.are_removed || release.is_of_cells || has_none;
        !is_class && release.reviewed.blank_records > 0
    }

    /// That suppressed records have unsafe combinations, too, where they may have some.
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

    /// The claims of report and proof, settled.
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

    /// What was not looked for and why, a sentence each.
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
                if !has(Role::Identifier) {
                    told.push(
                        "Whether records of one person stand for several was not looked for: no column is said to tell persons apart.",
                    );
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
