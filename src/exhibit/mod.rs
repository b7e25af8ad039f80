//! Exhibits: results as they were found, recorded so that any page can draw them without the engine.
//!
//! An [`Exhibit`] is made of a report, or of a recipe and its table. As a [`snippet`](Exhibit::snippet) it is an element of
//! HTML, such as `<kanon-frontier>`, with its JSON in a script element that nothing runs, and beside it a drawing and a table,
//! which are what is read where no script is: in print, in feeds, and before the element is there. The elements are the page's
//! (`www/exhibit`); each [`Kind`] has one module here and one there.
//!
//! **Invariant:** an exhibit holds a value of the table, a label of a hierarchy or a bound of an interval only where it was
//! asked to ([`Values`]), and says so. Every number of a report stands in it digit for digit.

mod figure;
mod frontier;
mod markup;
mod svg;

use crate::error::{ExhibitError, Result};
use crate::study::ReportKind;

/// The version of the recorded JSON, which an element asks for before it draws.
pub const FORMAT: u32 = 1;

/// What an exhibit shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The policies of which no other is better in risk and loss.
    Frontier,
}

impl Kind {
    /// The name in the recorded JSON; the element is `kanon-` and this.
    pub fn name(self) -> &'static str {
        match self {
            Self::Frontier => "frontier",
        }
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

    /// The element with the recorded JSON and what is read without a script. It has no blank line, so that it may stand in
    /// Markdown.
    pub fn snippet(&self) -> String {
        let Self {
            kind,
            json,
            fallback,
            ..
        } = self;
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
        given => Err(ExhibitError::OtherReport {
            given: given.name(),
            expected: expected.name(),
        }
        .into()),
    }
}
