//! The fields that only people can fill in, by section.

use super::TITLES;
use crate::error::{DocumentError, Result};
use indexmap::IndexMap;
use serde::Serialize;

/// A field for a person to fill in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Field {
    /// The name in files.
    pub name: &'static str,
    /// The number of its section.
    pub section: u8,
    /// The question.
    pub label: &'static str,
}

impl Field {
    /// The title of its section, with its number.
    pub fn title(&self) -> String {
        let section = TITLES.get(usize::from(self.section) - 1);
        let title = section.copied().unwrap_or_default();
        format!("{}. {title}", self.section)
    }
}

const fn field(section: u8, name: &'static str, label: &'static str) -> Field {
    Field { name, section, label }
}

/// All fields, in the order of the document.
pub const FIELDS: [Field; 22] = [
    field(2, "source", "Source of the data"),
    field(2, "collected", "When the data were collected, and how old they are"),
    field(2, "population", "Population, and the share of it that is in the data"),
    field(2, "earlier_releases", "Earlier releases of the same data"),
    field(3, "purpose", "Purpose of the release"),
    field(3, "recipients", "Recipients"),
    field(3, "release_model", "Public, under an agreement, or in a controlled place"),
    field(3, "conditions", "Conditions for recipients"),
    field(4, "overlapping_data", "Known data of others that have columns of this release"),
    field(4, "reasons", "Why columns have these roles"),
    field(5, "attacks", "Attacks that were considered"),
    field(6, "threshold_reason", "Why this threshold is right for this release"),
    field(10, "inference", "What may be inferred about persons, and why that is acceptable"),
    field(11, "estimates", "Estimates that recipients need, and how they fared"),
    field(11, "alternatives", "Alternatives that were considered"),
    field(13, "intruder_test", "Test by a motivated intruder: who, what was tried, what was found"),
    field(13, "review_date", "Date of the next review"),
    field(13, "triggers", "What brings the review forward"),
    field(13, "contact", "Contact"),
    field(14, "prepared_by", "Prepared by: name, role, date, signature"),
    field(14, "checked_by", "Checked by: name, role, date, signature"),
    field(14, "approved_by", "Approved by: name, role, date, signature"),
];

/// The filled-in texts, by field name. A missing field leaves a blank to fill in by hand.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Said {
    texts: IndexMap<String, String>,
}

impl Said {
    /// Reads an object of texts.
    ///
    /// # Errors
    /// A text that is not a JSON object of texts, and a name that is none of [`FIELDS`].
    pub fn parse(json: &str) -> Result<Self> {
        let json = json.strip_prefix('\u{feff}').unwrap_or(json);
        let texts: IndexMap<String, String> = serde_json::from_str(json)
            .map_err(|error| DocumentError::Syntax { line: error.line(), problem: error.to_string() })?;
        let is_known = |name: &String| FIELDS.iter().any(|field| field.name == name);
        if let Some(given) = texts.keys().find(|name| !is_known(name)) {
            let known: Vec<&str> = FIELDS.iter().map(|field| field.name).collect();
            return Err(DocumentError::UnknownField { given: given.clone(), known: known.join(", ") }.into());
        }
        Ok(Self { texts })
    }

    /// The text of a field, unless it is blank.
    pub(super) fn text(&self, name: &str) -> Option<&str> {
        let text = self.texts.get(name)?.trim();
        (!text.is_empty()).then_some(text)
    }
}

/// A file with every field, to fill in.
pub fn blank_fields() -> String {
    let blank: IndexMap<&str, &str> = FIELDS.iter().map(|field| (field.name, "")).collect();
    // Keys and values are strings, so this cannot fail.
    serde_json::to_string_pretty(&blank).unwrap_or_default() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_stands_in_a_section() {
        for field in FIELDS {
            assert!(field.title().len() > 3, "{}", field.name);
        }
        assert_eq!(FIELDS[0].title(), "2. Data");
    }

    #[test]
    fn a_blank_file_is_read_and_says_nothing() -> Result<()> {
        let said = Said::parse(&blank_fields())?;
        assert!(FIELDS.iter().all(|field| said.text(field.name).is_none()));
        assert_eq!(said.texts.len(), FIELDS.len());
        Ok(())
    }

    #[test]
    fn what_no_section_asks_for_is_refused_by_its_name() {
        let refused = Said::parse(r#"{"purpose": "x", "porpose": "y"}"#).unwrap_err();
        assert_eq!(refused.code(), "document-unknown-field");
        assert!(refused.to_string().contains("`porpose`"));
        let refused = Said::parse("{\n\"purpose\": 3}").unwrap_err();
        assert_eq!(refused.code(), "document-syntax");
        assert!(refused.to_string().contains("line 2"));
    }
}
