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

pub use crate::report::edition::Edition;
pub use fields::{FIELDS, Field, Said, blank_fields};
pub use glossary::{GLOSSARY, Term};
pub use verdict::{
    AuditedReport, ProofState, ReviewedColumn, ReviewedFile, ReviewedRelease, VERDICT_FIELDS, Verdict, parse_said,
};

use self::cells::CellContent;
use self::numbers::Figures;
use crate::compare::CandidateReport;
use crate::error::{DocumentError, Result};
use crate::exhibit::figure::grouped;
use crate::recipe::Recipe;
use crate::report::edition::Shown;
use crate::report::{ClaimedCells, ConditionReport, Report, ReportKind, kind_of_report};

/// The description of an edition, in a sentence.
fn words_of(edition: Edition) -> &'static str {
    match edition {
        Edition::Internal => {
            "Internal edition: it has digests of the original and of the recipe, by which a small file can be guessed. It \
             stays with those who have the original."
        }
        Edition::External => {
            "External edition: without digests of the original and the recipe, without labels of values, and without \
             numbers of records below k and what gives them back."
        }
    }
}

/// The inputs of a section.
#[derive(Debug, Clone, Copy)]
struct Content<'a> {
    report: &'a Report,
    recipe: &'a Recipe,
    edition: Edition,
    figures: Figures<'a>,
    compared: Option<&'a CandidateReport>,
}

impl Content<'_> {
    /// The one threshold of the risk, and what it is, in words.
    fn threshold(&self) -> (f64, String) {
        let threshold = match &self.report.attackers {
            Some(attackers) => attackers.threshold,
            None => self.recipe.risk_threshold(),
        };
        let words = match self.recipe.risk.threshold {
            Some(_) => "chosen for this release".to_owned(),
            None => format!("1 ÷ {}", grouped((1.0 / threshold).round() as u64)),
        };
        (threshold, words)
    }

    /// The least size of a class that the release promises: k, unless it has a smaller class.
    fn promised(&self) -> u64 {
        match self.report.risk.after {
            after if after.classes > 0 && after.smallest_class < self.report.k => 1,
            _ => self.report.k,
        }
    }

    /// A condition, by its place in the list, with what the release has where the edition shows it.
    fn condition(&self, place: usize, condition: &ConditionReport) -> String {
        match self.figures.has_found(place) {
            true => condition.sentence(),
            false => condition.scope(),
        }
    }
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
        let compared = CandidateReport::parse_all(compared)?;
        Self::of(report, recipe, said, edition, Some(&compared))
    }

    fn of(
        report: &str,
        recipe: &Recipe,
        said: &Said,
        edition: Edition,
        compared: Option<&[CandidateReport]>,
    ) -> Result<Self> {
        match kind_of_report(report)? {
            ReportKind::Release => {}
            ReportKind::Uniques if compared.is_none() => {
                return Self::of_cells(report, recipe, said, edition);
            }
            other => {
                let given = other.name();
                return Err(DocumentError::OtherReport { given }.into());
            }
        }
        let shown = Shown::of(report, edition)?;
        let report = Report::parse(report)?;
        belongs_to(report.recipe_sha256.as_ref(), recipe)?;
        report.expect_settings(recipe)?;
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
        let content = Content { report: &report, recipe, edition, figures: Figures(&shown), compared };
        let texts = SECTIONS.into_iter().map(|section| section(&content));
        let sections: Sections = TITLES.into_iter().zip(texts).collect();
        Ok(Self { html: page(&sections, said, edition) })
    }

    /// The document of a release with suppressed cells.
    fn of_cells(report: &str, recipe: &Recipe, said: &Said, edition: Edition) -> Result<Self> {
        let shown = Shown::of(report, edition)?;
        let report = ClaimedCells::parse(report)?;
        let (true, Some(classes)) = (report.is_of_release(), &report.classes_after) else {
            let given = ReportKind::Uniques.name();
            return Err(DocumentError::OtherReport { given }.into());
        };
        belongs_to(report.recipe_sha256.as_ref(), recipe)?;
        report.expect_settings(recipe)?;
        let content = CellContent { report: &report, classes, recipe, edition, figures: Figures(&shown) };
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
        &format!("<p class=\"edition\">{}</p>\n", words_of(edition)),
        &sections,
    )
}
