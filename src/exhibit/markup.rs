//! HTML as text, with the necessary escapes.

/// Text for use between tags or in an attribute with double quotes. Line breaks become spaces, so that no snippet has a
/// blank line, which ends HTML in Markdown.
pub(crate) fn escaped(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => result.push_str("&amp;"),
            '<' => result.push_str("&lt;"),
            '>' => result.push_str("&gt;"),
            '"' => result.push_str("&quot;"),
            '\'' => result.push_str("&#39;"),
            character if character.is_control() => result.push(' '),
            character => result.push(character),
        }
    }
    result
}

/// The most letters of a word that a cell keeps on one line.
const UNBROKEN: usize = 16;

/// A cell's text that may break after an underscore and within a long word. The style of a site rarely breaks column
/// names, and one long name makes a table wider than a phone.
fn breakable(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let mut unbroken = 0;
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        result.push_str(&escaped(character.encode_utf8(&mut [0; 4])));
        unbroken = if character.is_whitespace() { 0 } else { unbroken + 1 };
        let goes_on = (characters.peek()).is_some_and(|next| next.is_alphanumeric());
        if goes_on && (character == '_' || unbroken >= UNBROKEN) {
            result.push_str("<wbr/>");
            unbroken = 0;
        }
    }
    result
}

/// JSON for a script element: without `<`, which could end the element or begin a comment in it.
pub(crate) fn inert(json: &str) -> String {
    json.replace('<', "\\u003c")
}

/// A table with a caption and cells of text. The first cell of a row is its head.
pub(crate) struct Table {
    caption: String,
    head: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table without a row.
    pub(crate) fn new(caption: impl Into<String>, head: &[&str]) -> Self {
        Self { caption: caption.into(), head: head.iter().map(|&cell| cell.to_owned()).collect(), rows: Vec::new() }
    }

    /// Adds a row, of as many cells as the head has.
    pub(crate) fn push(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    /// The table as HTML, for a page with its own style.
    pub(crate) fn html(&self) -> String {
        self.written(escaped)
    }

    /// The table as HTML for other pages, whatever their style: see [`breakable`].
    pub(crate) fn html_for_any_style(&self) -> String {
        self.written(breakable)
    }

    fn written(&self, in_cell: fn(&str) -> String) -> String {
        let cells = |cells: &[String], first: &str| -> String {
            let tags = |place: usize| if place == 0 { first } else { "td" };
            (cells.iter().enumerate())
                .map(|(place, cell)| {
                    let tag = tags(place);
                    let scope = if tag == "th" { " scope=\"row\"" } else { "" };
                    format!("<{tag}{scope}>{}</{tag}>", in_cell(cell))
                })
                .collect()
        };
        let head: String = (self.head.iter()).map(|cell| format!("<th scope=\"col\">{}</th>", escaped(cell))).collect();
        let rows: String = (self.rows.iter()).map(|row| format!("<tr>{}</tr>\n", cells(row, "th"))).collect();
        format!(
            "<table>\n<caption>{}</caption>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table>",
            escaped(&self.caption)
        )
    }
}

/// The places of at most `most` of `count` things, evenly spaced, including the first and the last.
pub(crate) fn chosen(count: usize, most: usize) -> Vec<usize> {
    if count <= most || most < 2 {
        return (0..count.min(most)).collect();
    }
    (0..most).map(|place| place * (count - 1) / (most - 1)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_html_would_read_is_escaped() {
        assert_eq!(escaped("a<b & \"c\"\n\n'd'"), "a&lt;b &amp; &quot;c&quot;  &#39;d&#39;");
        let json = inert(r#"{"a": "</script><!--"}"#);
        assert!(!json.contains('<'));
        let read: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(read["a"], "</script><!--");
    }

    #[test]
    fn long_names_may_be_broken_and_numbers_and_words_stay_whole() {
        assert_eq!(breakable("admission_date"), "admission_<wbr/>date");
        assert_eq!(breakable("level 1: 3 groups"), "level 1: 3 groups");
        assert_eq!(breakable("_a_ <_"), "_<wbr/>a_ &lt;_");
        assert_eq!(breakable("12,345,678.901"), "12,345,678.901");
        let long = breakable(&"é".repeat(40));
        assert!(long.split("<wbr/>").all(|part| part.chars().count() <= UNBROKEN));
        assert_eq!(long.replace("<wbr/>", ""), "é".repeat(40));
    }

    #[test]
    fn of_many_the_first_and_the_last_are_chosen() {
        assert_eq!(chosen(3, 12), [0, 1, 2]);
        assert_eq!(chosen(0, 12), [0_usize; 0]);
        for count in 13..200 {
            let places = chosen(count, 12);
            assert_eq!((places[0], places[11], places.len()), (0, count - 1, 12));
            assert!(places.windows(2).all(|pair| pair[0] < pair[1]));
        }
    }
}
