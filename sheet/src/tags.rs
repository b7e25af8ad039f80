//! What the tags of a sheet say that its reader does not: hidden rows and columns, and cells that no sheet has.

/// The longest part of a tag that is looked at: what counts stands at its beginning.
const LONGEST: usize = 512;

/// The most letters and digits of a cell's name: `XFD1048576` is the last one.
const MOST_LETTERS: usize = 3;
const MOST_DIGITS: usize = 7;

/// Sees the text of a sheet piece by piece.
#[derive(Debug, Default)]
pub(crate) struct Tags {
    tag: Vec<u8>,
    is_inside: bool,
    pub(crate) has_hidden_rows: bool,
    pub(crate) has_hidden_columns: bool,
    /// The first cell or row that no sheet can have. Its number would be taken for another one.
    pub(crate) outside: Option<String>,
}

impl Tags {
    /// Sees the next piece.
    pub(crate) fn see(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            match byte {
                b'<' => {
                    self.tag.clear();
                    self.is_inside = true;
                }
                b'>' if self.is_inside => {
                    self.is_inside = false;
                    self.end_tag();
                }
                _ if self.is_inside && self.tag.len() < LONGEST => self.tag.push(byte),
                _ => {}
            }
        }
    }

    fn end_tag(&mut self) {
        let tag = String::from_utf8_lossy(&self.tag);
        let Some((name, attributes)) = tag.split_once(|between: char| between.is_ascii_whitespace()) else { return };
        let is_hidden = || matches!(attribute(attributes, "hidden"), Some("1" | "true"));
        match name.rsplit(':').next() {
            Some("row") => self.has_hidden_rows |= is_hidden(),
            Some("col") => self.has_hidden_columns |= is_hidden(),
            Some("c") => {}
            _ => return,
        }
        if self.outside.is_none()
            && let Some(place) = attribute(attributes, "r").filter(|place| is_outside(place))
        {
            self.outside = Some(place.chars().take(30).collect());
        }
    }
}

/// The value of an attribute.
fn attribute<'a>(attributes: &'a str, name: &str) -> Option<&'a str> {
    let mut rest = attributes;
    while let Some((before, after)) = rest.split_once('=') {
        let after = after.trim_start();
        let quote = after.chars().next().filter(|quote| ['"', '\''].contains(quote))?;
        let (value, further) = after[1..].split_once(quote)?;
        if before.trim() == name {
            return Some(value);
        }
        rest = further;
    }
    None
}

/// Whether the name of a cell or the number of a row is too long for a sheet.
fn is_outside(place: &str) -> bool {
    let letters = place.bytes().filter(u8::is_ascii_alphabetic).count();
    let digits = place.bytes().filter(u8::is_ascii_digit).count();
    letters > MOST_LETTERS || digits > MOST_DIGITS
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(text: &str) -> Tags {
        let mut tags = Tags::default();
        text.as_bytes().chunks(3).for_each(|piece| tags.see(piece));
        tags
    }

    #[test]
    fn rows_and_columns_are_hidden_by_their_own_attribute() {
        let tags = seen(r#"<cols><col min="1" max="2" hidden="1"/></cols><row r="2" spans="1:2"><c r="A2"/></row>"#);
        assert!(tags.has_hidden_columns && !tags.has_hidden_rows && tags.outside.is_none());
        let tags =
            seen("<x:row r='2' hidden = 'true'\n><c r=\"A2\"><v>hidden=\"1\"</v></c></x:row><col hidden=\"0\"/>");
        assert!(tags.has_hidden_rows && !tags.has_hidden_columns);
        let tags = seen(r#"<row r="2" unhidden="1"><filterColumn hidden="1"/><row/><col/></row>"#);
        assert!(!tags.has_hidden_rows && !tags.has_hidden_columns);
    }

    #[test]
    fn a_number_that_no_sheet_has_is_kept() {
        assert_eq!(seen(r#"<c r="XFD1048576"/><row r="1048576"/>"#).outside, None);
        for place in ["A4294967297", "AAAAAAA1", "A99999999999"] {
            assert_eq!(seen(&format!(r#"<c s="1" r="{place}"/>"#)).outside.as_deref(), Some(place));
        }
        assert_eq!(seen(r#"<row r="4294967297">"#).outside.as_deref(), Some("4294967297"));
    }
}
