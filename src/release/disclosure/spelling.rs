//! The words of a text, whatever the spelling.

use super::tokens::{folded, tokens};

/// Marks that only part words.
const PARTING: &str = "-–—‐‑−_,.;:/\\|()[]{}\"'’‘“”„«»&…·*";

/// Words that a name may have or not.
const CONNECTING: [&str; 14] =
    ["of", "the", "and", "for", "from", "in", "at", "by", "de", "du", "del", "von", "und", "et"];

/// What follows a number in the name of a span or of a place in an order: `20s`, `2nd`.
const OF_SPANS: [&str; 6] = ["s", "er", "st", "nd", "rd", "th"];

/// From this number of digits on, a number is a word beside the letters that it touches: `age37` has two words, the
/// quarter `Q1` has one.
const LEAST_DIGITS: usize = 2;

/// The words of a text in order: runs of letters, numbers, and marks that do not only part words. Upper and lower case,
/// accents, a plural `s`, zeros before a number and after its point, and connecting words make no difference.
///
/// Linear in the text.
pub(super) fn words(text: &str, has_decimal_commas: bool) -> Vec<String> {
    let text = folded(text);
    let mut all = Vec::new();
    for range in tokens(&text, has_decimal_commas) {
        let token = &text[range];
        if !token.chars().all(|character| PARTING.contains(character)) {
            parted(token, has_decimal_commas, &mut all);
        }
    }
    let is_connecting = |word: &String| CONNECTING.contains(&word.as_str());
    if !all.iter().all(is_connecting) {
        all.retain(|word| !is_connecting(word));
    }
    all
}

/// The words of a text as a key that is the same in any order.
pub(super) fn key(words: &[String]) -> String {
    let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
    words.sort_unstable();
    words.join(" ")
}

/// Adds a token's words: itself, or its numbers and the letters between them.
fn parted(token: &str, has_decimal_commas: bool, all: &mut Vec<String>) {
    if !token.contains(char::is_alphabetic) {
        all.push(number(token, has_decimal_commas));
        return;
    }
    let is_digit = |character: char| character.is_ascii_digit();
    let mut rest = token;
    let mut letters = String::new();
    while let Some(start) = rest.find(is_digit) {
        let (before, from) = rest.split_at(start);
        let end = from.find(|character| !is_digit(character)).unwrap_or(from.len());
        let (digits, after) = from.split_at(end);
        letters.push_str(before);
        if digits.len() < LEAST_DIGITS || OF_SPANS.contains(&after) {
            letters.push_str(digits);
        } else {
            push_letters(&mut letters, all);
            all.push(number(digits, has_decimal_commas));
        }
        rest = after;
    }
    letters.push_str(rest);
    push_letters(&mut letters, all);
}

/// Adds a word of letters without the `s` of a plural.
fn push_letters(letters: &mut String, all: &mut Vec<String>) {
    let word = std::mem::take(letters);
    let is_stem =
        |stem: &&str| stem.chars().count() >= 3 && stem.ends_with(|end: char| end.is_alphabetic() && end != 's');
    let stem = word.strip_suffix('s').filter(is_stem);
    let word = stem.unwrap_or(&word).trim_matches('.');
    if !word.is_empty() {
        all.push(word.to_owned());
    }
}

/// A number in its shortest form, if it is one; a date and any other text as it is.
fn number(text: &str, has_decimal_commas: bool) -> String {
    let (sign, digits) = match text.strip_prefix(['-', '−']) {
        Some(digits) => ("-", digits),
        None => ("", text),
    };
    let digits = match has_decimal_commas {
        true => digits.replace(',', "."),
        false => digits.replace(',', ""),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((&digits, ""));
    let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if !are_digits(whole) || !are_digits(fraction) || (whole.is_empty() && fraction.is_empty()) {
        return text.to_owned();
    }
    let (whole, fraction) = (whole.trim_start_matches('0'), fraction.trim_end_matches('0'));
    let whole = if whole.is_empty() { "0" } else { whole };
    match fraction.is_empty() {
        true => format!("{sign}{whole}"),
        false => format!("{sign}{whole}.{fraction}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_the_same_in_any_spelling() {
        for (text, expected) in [
            ("Pilot of Htown", "pilot htown"),
            ("Pilot  of-Htown", "pilot htown"),
            ("Pilóts, (HTOWN)", "pilot htown"),
            ("Ｐｉｌｏｔ Hto\u{ad}wn", "pilot htown"),
            ("Pilo\u{301}t's", "pilot s"),
            ("Łódź Žižkov Ærø", "lodz zizkov aero"),
            ("37y", "37 y"),
            ("age37 0037 37.0 037.50", "age 37 37 37 37.5"),
            ("20s 2nd Q1 1990s", "20s 2nd q1 1990s"),
            ("A1 A12 J45.1", "a1 a 12 j 45 1"),
            ("[-5, -.5)", "-5 -0.5"),
            ("1,000 1000", "1000 1000"),
            ("1.2.2020", "1.2.2020"),
            ("C++ of", "c + +"),
            ("of the", "of the"),
            ("gas class bus", "gas class bus"),
            ("", ""),
        ] {
            assert_eq!(words(text, false).join(" "), expected, "{text}");
        }
        assert_eq!(words("2,50 – 7,5", true).join(" "), "2.5 7.5");
        assert_eq!(key(&words("town of the H", false)), key(&words("h town", false)));
    }
}
