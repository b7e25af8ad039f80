//! The part of a user's input that a message may show.

use std::borrow::Cow;
use std::fmt::Write;

/// A text in the form for a message: on one line, without characters that control a terminal or change the writing
/// direction, and with at most `most` characters. A longer text loses its middle.
pub fn shown(text: &str, most: usize) -> Cow<'_, str> {
    // A text of this many bytes has at most this many characters.
    let is_short = text.len() <= most || text.chars().nth(most).is_none();
    if is_short && !text.contains(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut result = String::new();
    if is_short {
        escape(text, &mut result);
    } else {
        let (head, tail) = (most - most / 3, most / 3);
        let cut = |count| text.char_indices().nth(count).map_or(0, |(place, _)| place);
        let end = match tail {
            0 => text.len(),
            _ => (text.char_indices().rev().nth(tail - 1)).map_or(0, |(place, _)| place),
        };
        escape(&text[..cut(head)], &mut result);
        result.push_str(" … ");
        escape(&text[end..], &mut result);
    }
    Cow::Owned(result)
}

/// A name or a value of a file in the form for a message.
pub(super) fn quoted(text: &str) -> Cow<'_, str> {
    const MOST: usize = 120;
    shown(text, MOST)
}

/// The first few of many names, and the number of further ones.
pub(super) fn listed(names: &[String]) -> String {
    const MOST: usize = 50;
    let mut list: Vec<Cow<'_, str>> = names.iter().take(MOST).map(|name| quoted(name)).collect();
    if names.len() > MOST {
        list.push(format!("and {} more", names.len() - MOST).into());
    }
    list.join(", ")
}

fn escape(text: &str, result: &mut String) {
    for character in text.chars() {
        if is_hidden(character) {
            // Writing to a string cannot fail.
            let _ = write!(result, "{}", character.escape_default());
        } else {
            result.push(character);
        }
    }
}

fn is_hidden(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_short_and_plain_stays_as_it_is() {
        for text in ["", "age", "Zoë · 名前", "\u{feff}age"] {
            assert_eq!(shown(text, 20), text);
        }
    }

    #[test]
    fn what_steers_a_terminal_is_spelled_out() {
        assert_eq!(shown("a\u{1b}[31m\r\nb\0", 99), r"a\u{1b}[31m\r\nb\u{0}");
        assert_eq!(shown("\u{202e}txt.exe", 99), r"\u{202e}txt.exe");
    }

    #[test]
    fn of_a_long_text_the_middle_is_left_out() {
        let long = "ä".repeat(1_000_000) + "end";
        assert_eq!(shown(&long, 9), "ääääää … end");
        assert_eq!(shown("123456789", 9), "123456789");
        assert_eq!(shown("1234567890", 9), "123456 … 890");
        assert_eq!(shown("12", 1), "1 … ");
    }
}
