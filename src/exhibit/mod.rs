//! Exhibits: recorded results that any page can draw without the engine.
//!
//! An [`Exhibit`] is made from a report, or from a recipe and its table. As a [`snippet`](Exhibit::snippet) it is an
//! HTML element, such as `<kanon-frontier>`. It contains its JSON in a script element that is never run, and a drawing
//! and a table for places without scripts: print, feeds, and the time before the element is defined. The elements
//! belong to the page (`www/exhibit`). Each [`Kind`] has one module here and one there.
//!
//! **Invariant:** an exhibit contains a value of the table, a label of a hierarchy or a bound of an interval only if it
//! was asked to ([`Values`]), and it says so. It has every number of a report digit by digit.

pub(crate) mod figure;
mod frontier;
mod hierarchy;
mod lattice;
pub(crate) mod markup;
mod policy;
mod ranks;
mod replay;
pub(crate) mod svg;
pub(crate) mod words;

pub use hierarchy::GroupRecords;

use crate::error::{ExhibitError, Result};
use crate::hierarchy::Hierarchy;
use crate::recipe::Recipe;
use crate::report::edition::Edition;
use crate::report::{Report, ReportKind, kind_of_report};
use crate::run::Outcome;
use crate::search::Algorithm;
use crate::table::EncodedStudy;
use serde::Serialize;

/// The version of the recorded JSON, which an element checks before it draws.
pub const FORMAT: u32 = 1;

/// What an exhibit shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The policies that no other beats in both risk and loss.
    Frontier,
    /// What a released policy does to each column.
    Policy,
    /// The values of a column and their groups.
    Hierarchy,
    /// Every policy of a lattice.
    Lattice,
    /// A search at work.
    Replay,
}

impl Kind {
    /// The name in the recorded JSON; the element is `kanon-` and this.
    pub fn name(self) -> &'static str {
        match self {
            Self::Frontier => "frontier",
            Self::Policy => "policy",
            Self::Hierarchy => "hierarchy",
            Self::Lattice => "lattice",
            Self::Replay => "replay",
        }
    }
}

/// What every recorded JSON begins with.
#[derive(Serialize)]
struct Head<'a> {
    exhibit: &'static str,
    format: u32,
    caption: &'a str,
}

impl<'a> Head<'a> {
    fn of(kind: Kind, caption: &'a str) -> Self {
        Self { exhibit: kind.name(), format: FORMAT, caption }
    }
}

/// Whether an exhibit contains values of the table: values, labels of hierarchies, bounds of intervals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Values {
    /// No values.
    LeftOut,
    /// The values that the drawing can show.
    Included,
}

impl Values {
    /// The user's choice.
    pub fn asked(are_included: bool) -> Self {
        match are_included {
            true => Self::Included,
            false => Self::LeftOut,
        }
    }
}

/// A recorded result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exhibit {
    kind: Kind,
    json: String,
    fallback: String,
    contents: String,
}

impl Exhibit {
    /// An exhibit of the report of a frontier, as `kanon frontier` writes it.
    ///
    /// # Errors
    /// A text that is not a report of a frontier, or a report without a policy.
    pub fn frontier(report: &str, values: Values) -> Result<Self> {
        expect(report, ReportKind::Frontier)?;
        frontier::exhibit(report, values)
    }

    /// An exhibit of the report of a release, as `kanon anonymize` writes it.
    ///
    /// # Errors
    /// A text that is not a report of a release.
    pub fn policy(report: &str, values: Values) -> Result<Self> {
        expect(report, ReportKind::Release)?;
        policy::exhibit(report, values)
    }

    /// An exhibit of an outcome, whether it is released or not. It equals that of its release's report.
    ///
    /// # Errors
    /// None: the report is about a release.
    pub fn outcome(recipe: &Recipe, prepared: &EncodedStudy, outcome: &Outcome, values: Values) -> Result<Self> {
        // The digests of the files, which exhibits omit.
        let (input, output) = (String::new(), String::new());
        let report = Report::new(recipe, &prepared.names(), outcome, input, output)
            .with_words(prepared.in_words(outcome.policy.levels()));
        policy::exhibit(&report.to_json(), values)
    }

    /// An exhibit of a column's hierarchy. With the column's values, it includes the records in each group.
    ///
    /// # Errors
    /// [`ExhibitError::HoldsValues`] if values are left out although the hierarchy is made from them, and
    /// [`ExhibitError::TooLarge`] if there is too much to draw.
    pub fn hierarchy(
        column: &str,
        hierarchy: &Hierarchy,
        records: Option<GroupRecords<'_>>,
        values: Values,
    ) -> Result<Self> {
        hierarchy::exhibit(column, hierarchy, records, values)
    }

    /// An exhibit of all policies that a recipe allows, each evaluated on the table. It contains no value.
    ///
    /// # Errors
    /// Whatever [`EncodedStudy::problem`] refuses, [`ExhibitError::TooLarge`] for too many policies to draw, and
    /// [`ExhibitError::GivesBack`] if a hidden number follows from what everybody would see.
    pub fn lattice(prepared: &EncodedStudy, recipe: &Recipe, edition: Edition) -> Result<Self> {
        lattice::exhibit(prepared, recipe, edition)
    }

    /// An exhibit of a run of an algorithm on a small lattice, with every recorded step. It contains no value.
    ///
    /// # Errors
    /// Whatever [`EncodedStudy::problem`] and [`Algorithm::search`] refuse, and [`ExhibitError::TooLarge`] for a
    /// lattice or a run that is too large to follow.
    pub fn replay(prepared: &EncodedStudy, recipe: &Recipe, algorithm: Algorithm, edition: Edition) -> Result<Self> {
        replay::exhibit(prepared, recipe, algorithm, edition)
    }

    /// The element with the recorded JSON and the content that is read without a script. It has no blank line, so that
    /// it can be used in Markdown.
    pub fn snippet(&self) -> String {
        let Self { kind, json, fallback, .. } = self;
        let name = kind.name();
        format!(
            "<kanon-{name}>\n<script type=\"application/kanon+json\">{}</script>\n{fallback}\n</kanon-{name}>\n",
            markup::inert(json)
        )
    }

    /// What it shows.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The recorded JSON, on one line.
    pub fn json(&self) -> &str {
        &self.json
    }

    /// Which values of the table it contains, in a sentence.
    pub fn contents(&self) -> &str {
        &self.contents
    }
}

/// Refuses a report of another kind.
fn expect(report: &str, expected: ReportKind) -> Result<()> {
    match kind_of_report(report)? {
        given if given == expected => Ok(()),
        given => Err(ExhibitError::OtherReport { given: given.name(), expected: expected.name() }.into()),
    }
}
