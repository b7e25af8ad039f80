//! What persons fill in a document.

use crate::document::{Field, Term};
use serde::Serialize;
use tsify::Tsify;

message! {
    /// The places that persons fill, in the order of the document.
    pub struct DocumentFields {
        /// Each of them.
        fields: Vec<DocumentField>,
    }
    /// The glossary.
    pub struct Glossary {
        /// Its words, in the order of the alphabet.
        terms: Vec<GlossaryTerm>,
    }
    /// A word of the glossary.
    pub struct GlossaryTerm {
        /// The word.
        name: String,
        /// What it means.
        means: String,
        /// How it is computed; empty where nothing is.
        formula: String,
    }
    /// A place that a person fills.
    pub struct DocumentField {
        /// Its name in files.
        name: String,
        /// The title of its section, with its number.
        section: String,
        /// What is asked for.
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
