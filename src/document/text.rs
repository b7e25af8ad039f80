//! The page, its sections and paragraphs, and the fields for people to fill in.

use super::Content;
use super::fields::{FIELDS, Said};
use crate::exhibit::markup::escaped;

const STYLE: &str = include_str!("document.css");

/// A page of sections: one file without a script. `style` is added to the common style, and `opening` is the HTML
/// between its heading and its sections.
pub(super) fn page(title: &str, heading: &str, style: &str, opening: &str, sections: &str) -> String {
    let (title, heading) = (escaped(title), escaped(heading));
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <title>{title}</title>\n<style>\n{STYLE}{style}</style>\n</head>\n<body>\n<main>\n\
         <h1>{heading}</h1>\n{opening}{sections}</main>\n</body>\n</html>\n",
    )
}

/// A section of a page, with its number and its text as HTML.
pub(super) fn section(number: usize, title: &str, text: &str) -> String {
    format!(
        "<section aria-labelledby=\"s{number}\">\n<h2 id=\"s{number}\">{number}. {}</h2>\n{text}</section>\n",
        escaped(title),
    )
}

/// The text of a section that only consists of fields.
pub(super) fn nothing(_: &Content<'_>) -> String {
    String::new()
}

/// A paragraph of a text.
pub(super) fn paragraph(text: &str) -> String {
    format!("<p>{}</p>\n", escaped(text))
}

/// A list of texts; empty if there are none.
pub(super) fn list<Text: AsRef<str>>(texts: impl IntoIterator<Item = Text>) -> String {
    let items: String = (texts.into_iter()).map(|text| format!("<li>{}</li>\n", escaped(text.as_ref()))).collect();
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

/// The fields of a section: the text, or a blank to fill in by hand.
pub(super) fn fields(said: &Said, section: usize) -> String {
    (FIELDS.iter())
        .filter(|field| usize::from(field.section) == section)
        .map(|field| filled(field.label, said.text(field.name)))
        .collect()
}

/// A field: its text, or a blank to fill in by hand.
pub(super) fn filled(label: &str, said: Option<&str>) -> String {
    let lines = said.unwrap_or_default().lines();
    let text: String = lines.filter(|line| !line.trim().is_empty()).map(paragraph).collect();
    let text = match text.is_empty() {
        true => "<p class=\"blank\"></p>\n",
        false => &text,
    };
    format!("<div class=\"field\">\n{}{text}</div>\n", heading(label))
}
