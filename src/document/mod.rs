//! The report of a release as a document to read, print and sign.
//!
//! A [`Document`] is made from the report, its recipe, and the texts that people fill in ([`Said`]). A missing text
//! leaves a blank to fill in by hand. The document is one HTML page without a script, and the same input gives the same
//! bytes. Its sections are those that review boards, ethics committees and agencies ask for, with one function each.
//!
//! There are two [`Edition`]s. The external one may be published: it has no digest against which a guess of a small
//! original could be tested, no label, and no number of records below k.

mod cells;
mod chosen;
mod columns;
mod distributions;
mod fields;
mod glossary;
mod limits;
mod method;
mod numbers;
mod protection;
mod release;
mod text;
mod verdict;

pub use fields::{FIELDS, Field, Said, blank_fields};
pub use glossary::{GLOSSARY, Term};
pub use verdict::{
    AuditedReport, ProofState, ReviewedColumn, ReviewedFile, ReviewedRelease, VERDICT_FIELDS, Verdict, parse_said,
};

use self::cells::CellContent;
use self::numbers::Numbers;
use crate::error::{DocumentError, ReportError, Result};
use crate::study::compare::CandidateReport;
use crate::study::uniques::ClaimedCells;
use crate::study::{Recipe, Report, ReportKind};

/// The readers of the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edition {
    /// Those who have the original.
    Internal,
    /// Everybody.
    External,
}

impl Edition {
    /// All editions.
    pub const ALL: [Self; 2] = [Self::Internal, Self::External];

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Internal => "internal",
            Self::External => "external",
        }
    }

    /// The description, in a sentence.
    fn words(self) -> &'static str {
        match self {
            Self::Internal => {
                "Internal edition: it has digests of the original and of the recipe, by which a small file can be \
                 guessed. It stays with those who have the original."
            }
            Self::External => {
                "External edition: without digests of the original and the recipe, without labels of values, and \
                 without numbers of records below k."
            }
        }
    }
}

/// The inputs of a section.
#[derive(Debug, Clone, Copy)]
struct Content<'a> {
    report: &'a Report,
    recipe: &'a Recipe,
    edition: Edition,
    numbers: Numbers,
    compared: Option<&'a CandidateReport>,
}

/// A section about a policy's release: its text as HTML, without the fields for people to fill in.
type Section = fn(&Content<'_>) -> String;

/// Sections with their titles.
type Sections = Vec<(&'static str, String)>;

/// The titles of the sections in their order.
const TITLES: [&str; 14] = [
    "Verdict",
    "Data",
    "Purpose, recipients and conditions",
    "Columns",
    "Adversaries",
    "Threshold",
    "Method",
    "Whether a better policy exists",
    "Risk before and after",
    "Singling out, linkability, inference",
    "Utility",
    "Limits",
    "Test by a motivated intruder, and review",
    "Signatures, digests and how to repeat it",
];

/// The sections of a policy's release.
const SECTIONS: [Section; 14] = [
    release::verdict,
    release::data,
    text::nothing,
    columns::columns,
    protection::adversaries,
    protection::threshold,
    method::method,
    method::optimality,
    protection::risk,
    protection::three_questions,
    columns::utility,
    limits::limits,
    text::nothing,
    release::closing,
];

/// The report of a release as a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    html: String,
}

impl Document {
    /// Makes the document from a report, as `kanon anonymize` writes it, and its recipe.
    ///
    /// # Errors
    /// A report that cannot be read, that is not about a release, or that is the one for recipients; and a recipe that
    /// does not belong to it.
    pub fn new(report: &str, recipe: &Recipe, said: &Said, edition: Edition) -> Result<Self> {
        Self::of(report, recipe, said, edition, None)
    }

    /// Makes the document with distributions by column. `compared` is the output of `kanon compare` for the original,
    /// with the release's policy among the policies.
    ///
    /// # Errors
    /// Those of [`new`](Self::new), and a comparison that cannot be read or lacks the policy and the records of the
    /// report.
    pub fn with_distributions(
        report: &str,
        recipe: &Recipe,
        said: &Said,
        edition: Edition,
        compared: &str,
    ) -> Result<Self> {
        let compared: Vec<CandidateReport> = serde_json::from_str(compared)
            .map_err(|error| ReportError::Syntax { line: error.line(), problem: error.to_string() })?;
        Self::of(report, recipe, said, edition, Some(&compared))
    }

    fn of(
        report: &str,
        recipe: &Recipe,
        said: &Said,
        edition: Edition,
        compared: Option<&[CandidateReport]>,
    ) -> Result<Self> {
        match ReportKind::of(report) {
            ReportKind::Release => {}
            ReportKind::Uniques if compared.is_none() => {
                return Self::of_cells(report, recipe, said, edition);
            }
            other => {
                let given = other.name();
                return Err(DocumentError::OtherReport { given }.into());
            }
        }
        let report: Report = serde_json::from_str(report)
            .map_err(|error| ReportError::Syntax { line: error.line(), problem: error.to_string() })?;
        belongs_to(report.recipe_sha256.as_ref(), recipe)?;
        let is_of_the_release = |one: &&CandidateReport| {
            one.policy == report.policy
                && one.k == report.k
                && one.records == report.records + report.removed_records.unwrap_or_default()
                && one.suppressed_records == report.suppressed_records
        };
        let compared = match compared.map(|all| all.iter().find(is_of_the_release)) {
            Some(None) => return Err(DocumentError::OtherComparison.into()),
            Some(found) => found,
            None => None,
        };
        let content = Content { report: &report, recipe, edition, numbers: Numbers::new(edition, report.k), compared };
        let texts = SECTIONS.into_iter().map(|section| section(&content));
        let sections: Sections = TITLES.into_iter().zip(texts).collect();
        Ok(Self { html: page(&sections, said, edition) })
    }

    /// The document of a release with suppressed cells.
    fn of_cells(report: &str, recipe: &Recipe, said: &Said, edition: Edition) -> Result<Self> {
        let report = ClaimedCells::parse(report)?;
        if !report.is_of_release() {
            let given = ReportKind::Uniques.name();
            return Err(DocumentError::OtherReport { given }.into());
        }
        belongs_to(report.recipe_sha256.as_ref(), recipe)?;
        let content = CellContent { report: &report, recipe, edition, numbers: Numbers::new(edition, report.k) };
        Ok(Self { html: page(&content.sections(), said, edition) })
    }

    /// The page.
    pub fn html(&self) -> &str {
        &self.html
    }
}

/// Checks that a report is one for those who keep the original, and belongs to this recipe.
fn belongs_to(digest: Option<&String>, recipe: &Recipe) -> Result<()> {
    match digest {
        None => Err(DocumentError::ForRecipients.into()),
        Some(digest) if *digest != recipe.sha256() => Err(DocumentError::OtherRecipe.into()),
        Some(_) => Ok(()),
    }
}

fn page(texts: &Sections, said: &Said, edition: Edition) -> String {
    let sections: String = (texts.iter().zip(1..))
        .map(|((title, text), number)| text::section(number, title, &(text.clone() + &text::fields(said, number))))
        .collect();
    text::page(
        &format!("Report of a release, {} edition", edition.name()),
        "Report of a release",
        "",
        &format!("<p class=\"edition\">{}</p>\n", edition.words()),
        &sections,
    )
}
