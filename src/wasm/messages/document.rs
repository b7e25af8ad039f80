//! What persons fill in a document.

use crate::document::Field;
use serde::Serialize;
use tsify::Tsify;

message! {
    /// The places that persons fill, in the order of the document.
    pub struct DocumentFields {
        /// Each of them.
        fields: Vec<DocumentField>,
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
        Self {
            name: field.name.to_owned(),
            section: field.title(),
            label: field.label.to_owned(),
        }
    }
}
