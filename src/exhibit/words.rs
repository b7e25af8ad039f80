//! Levels in words, without a value of the table.

use crate::hierarchy::{Hierarchy, SAYS_NOTHING};

/// The text after a level's width or number: the bounds of outer intervals, or the label of the rest.
const BEHIND: [&str; 3] = [", below ", ", from ", ", rest "];

/// The name of a level without labels and bounds, which may be values; `*` is not one.
pub(crate) fn without_label(name: &str) -> String {
    match name.strip_suffix(SAYS_NOTHING) {
        None => {
            let end = BEHIND.iter().filter_map(|words| name.find(words)).min();
            name[..end.unwrap_or(name.len())].to_owned()
        }
        Some("*") => name.to_owned(),
        Some(_) => "one group".to_owned(),
    }
}

/// The names of all levels of a hierarchy, without labels.
pub(crate) fn of_levels(hierarchy: &Hierarchy) -> Vec<String> {
    (hierarchy.level_names().iter()).map(|name| without_label(name)).collect()
}

/// A text of at most `most` characters; a longer one is cut at the end.
pub(crate) fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some(_) => {
            let kept: String = text.chars().take(most.saturating_sub(1)).collect();
            format!("{}…", kept.trim_end())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_level_says_no_label_of_a_top() -> crate::Result<()> {
        let rows = [["Wien", "Austria"], ["Graz", "Austria"]];
        let rows = rows.map(|row| row.map(str::to_owned).to_vec());
        let hierarchy = Hierarchy::from_rows(&rows)?;
        assert_eq!(hierarchy.level_names()[1], "Austria: nothing said");
        assert_eq!(of_levels(&hierarchy), ["as given", "one group"]);
        assert_eq!(without_label("*: nothing said"), "*: nothing said");
        Ok(())
    }

    #[test]
    fn the_name_of_a_level_says_no_bound_and_no_label_of_a_rest() {
        assert_eq!(without_label("width 5, below 18 as one, from 103 on as one"), "width 5");
        assert_eq!(without_label("width 5, from 103 on as one"), "width 5");
        assert_eq!(without_label("4 most frequent, rest Graz"), "4 most frequent");
        assert_eq!(without_label("month, of any year"), "month, of any year");
    }

    #[test]
    fn a_long_text_is_cut_between_characters() {
        assert_eq!(cut("größer", 6), "größer");
        assert_eq!(cut("größer", 5), "größ…");
        assert_eq!(cut("ab cd", 4), "ab…");
    }
}
