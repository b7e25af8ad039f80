//! Paragraphs, and what persons say.

use super::Content;
use super::fields::{FIELDS, Said};
use crate::exhibit::markup::escaped;

/// The text of a section that persons fill alone.
pub(super) fn nothing(_: &Content<'_>) -> String {
    String::new()
}

/// A paragraph of a text.
pub(super) fn paragraph(text: &str) -> String {
    format!("<p>{}</p>\n", escaped(text))
}

/// A list of texts; nothing where there is none.
pub(super) fn list<Text: AsRef<str>>(texts: impl IntoIterator<Item = Text>) -> String {
    let items: String = (texts.into_iter())
        .map(|text| format!("<li>{}</li>\n", escaped(text.as_ref())))
        .collect();
    match items.is_empty() {
        true => String::new(),
        false => format!("<ul>\n{items}</ul>\n"),
    }
}

/// A heading within a section.
pub(super) fn heading(text: &str) -> String {
    format!("<h3>{}</h3>\n", escaped(text))
}

/// Names of columns in a row.
pub(super) fn names<'a>(columns: impl IntoIterator<Item = &'a str>) -> String {
    let columns: Vec<&str> = columns.into_iter().collect();
    match columns.split_last() {
        None => "no column".to_owned(),
        Some((only, [])) => (*only).to_owned(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
    }
}

/// The fields of a section: what was said, or a blank to be filled by hand.
pub(super) fn fields(said: &Said, section: u8) -> String {
    (FIELDS.iter())
        .filter(|field| field.section == section)
        .map(|field| filled(field.label, said.text(field.name)))
        .collect()
}

/// What a person said of a matter, or a blank to be filled by hand.
pub(super) fn filled(label: &str, said: Option<&str>) -> String {
    let lines = said.unwrap_or_default().lines();
    let text: String = lines
        .filter(|line| !line.trim().is_empty())
        .map(paragraph)
        .collect();
    let text = match text.is_empty() {
        true => "<p class=\"blank\"></p>\n",
        false => &text,
    };
    format!("<div class=\"field\">\n{}{text}</div>\n", heading(label))
}
