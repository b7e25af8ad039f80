//! Exhibits: results as they were found, recorded so that any page can draw them without the engine.
//!
//! An [`Exhibit`] is made of a report, or of a recipe and its table. As a [`snippet`](Exhibit::snippet) it is an
//! element of HTML, such as `<kanon-frontier>`, with its JSON in a script element that nothing runs, and beside it a
//! drawing and a table, which are what is read where no script is: in print, in feeds, and before the element is there.
//! The elements are the page's (`www/exhibit`); each [`Kind`] has one module here and one there.
//!
//! **Invariant:** an exhibit holds a value of the table, a label of a hierarchy or a bound of an interval only where it
//! was asked to ([`Values`]), and says so. Every number of a report stands in it digit for digit.

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

use crate::data::Dictionary;
use crate::error::{ExhibitError, Result};
use crate::hierarchy::Hierarchy;
use crate::search::Algorithm;
use crate::study::{Outcome, Prepared, Recipe, Report, ReportKind};
use serde::Serialize;

/// The version of the recorded JSON, which an element asks for before it draws.
pub const FORMAT: u32 = 1;

/// What an exhibit shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The policies of which no other is better in risk and loss.
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

/// Whether values of the table stand in an exhibit: values, labels of hierarchies, bounds of intervals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Values {
    /// None does.
    LeftOut,
    /// Those that the drawing can show do.
    Included,
}

impl Values {
    /// As somebody who was asked has said.
    pub fn asked(are_included: bool) -> Self {
        match are_included {
            true => Self::Included,
            false => Self::LeftOut,
        }
    }
}

/// A result, recorded.
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
    /// What is no report of a frontier, or one without a policy.
    pub fn frontier(report: &str, values: Values) -> Result<Self> {
        expect(report, ReportKind::Frontier)?;
        frontier::exhibit(report, values)
    }

    /// An exhibit of the report of a release, as `kanon anonymize` writes it.
    ///
    /// # Errors
    /// What is no report of a release.
    pub fn policy(report: &str, values: Values) -> Result<Self> {
        expect(report, ReportKind::Release)?;
        policy::exhibit(report, values)
    }

    /// An exhibit of an outcome whether it is released or not: the same as that of its release's report.
    ///
    /// # Errors
    /// None: the report is one of a release.
    pub fn outcome(recipe: &Recipe, prepared: &Prepared, outcome: &Outcome, values: Values) -> Result<Self> {
        // The digests of the files, which no exhibit holds.
        let (input, output) = (String::new(), String::new());
        let report = Report::new(recipe, &prepared.names(), outcome, input, output)
            .with_words(prepared.in_words(outcome.policy.levels()));
        policy::exhibit(&report.to_json(), values)
    }

    /// An exhibit of a column's hierarchy; with the values of the column, of the records in each group as well.
    ///
    /// # Errors
    /// [`ExhibitError::HoldsValues`] where values are left out, as a hierarchy is made of them, and
    /// [`ExhibitError::TooLarge`] for more than can be drawn.
    pub fn hierarchy(
        column: &str,
        hierarchy: &Hierarchy,
        dictionary: Option<&Dictionary>,
        values: Values,
    ) -> Result<Self> {
        hierarchy::exhibit(column, hierarchy, dictionary, values)
    }

    /// An exhibit of all policies that a recipe allows, each evaluated on the table. It holds no value.
    ///
    /// # Errors
    /// What [`Prepared::problem`] refuses, and [`ExhibitError::TooLarge`] for more policies than can be drawn.
    pub fn lattice(prepared: &Prepared, recipe: &Recipe) -> Result<Self> {
        lattice::exhibit(prepared, recipe)
    }

    /// An exhibit of a run of an algorithm on a small lattice, every step of it as its ledger recorded it. It holds no
    /// value.
    ///
    /// # Errors
    /// What [`Prepared::problem`] and [`Algorithm::search`] refuse, and [`ExhibitError::TooLarge`] for a lattice or a
    /// run that is too large to be followed.
    pub fn replay(prepared: &Prepared, recipe: &Recipe, algorithm: Algorithm) -> Result<Self> {
        replay::exhibit(prepared, recipe, algorithm)
    }

    /// The element with the recorded JSON and what is read without a script. It has no blank line, so that it may stand
    /// in Markdown.
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

    /// Which values of the table it holds, in a sentence.
    pub fn contents(&self) -> &str {
        &self.contents
    }
}

/// Refuses a report of another kind.
fn expect(report: &str, expected: ReportKind) -> Result<()> {
    match ReportKind::of(report) {
        given if given == expected => Ok(()),
        given => Err(ExhibitError::OtherReport { given: given.name(), expected: expected.name() }.into()),
    }
}
