//! The fields of a document, as messages.

use crate::document::{Field, Term};
use serde::Serialize;
use tsify::Tsify;

message! {
    /// The fields for people to fill in, in the order of the document.
    pub struct DocumentFields {
        /// Each of them.
        fields: Vec<DocumentField>,
    }
    /// The glossary.
    pub struct Glossary {
        /// The terms, in alphabetical order.
        terms: Vec<GlossaryTerm>,
    }
    /// A term of the glossary.
    pub struct GlossaryTerm {
        /// The term.
        name: String,
        /// The meaning.
        means: String,
        /// The formula; empty if there is none.
        formula: String,
    }
    /// A field for a person to fill in.
    pub struct DocumentField {
        /// The name in files.
        name: String,
        /// The title of its section, with its number.
        section: String,
        /// The question.
        label: String,
    }
}

impl From<Field> for DocumentField {
    fn from(field: Field) -> Self {
        Self { name: field.name.to_owned(), section: field.title(), label: field.label.to_owned() }
    }
}

impl From<Term> for GlossaryTerm {
    fn from(term: Term) -> Self {
        Self { name: term.name.to_owned(), means: term.means.to_owned(), formula: term.formula.to_owned() }
    }
}
