//! Splits a text into words, numbers and marks.

use std::ops::Range;

/// Letters with the ones that they are without accents.
const PLAIN: [(&str, &str); 27] = [
    ("àáâãäåāăą", "a"),
    ("çćĉċč", "c"),
    ("ďđð", "d"),
    ("èéêëēĕėęě", "e"),
    ("ĝğġģ", "g"),
    ("ĥħ", "h"),
    ("ìíîïĩīĭįı", "i"),
    ("ĵ", "j"),
    ("ķ", "k"),
    ("ĺļľŀł", "l"),
    ("ñńņňŋ", "n"),
    ("òóôõöøōŏő", "o"),
    ("ŕŗř", "r"),
    ("śŝşšș", "s"),
    ("ţťŧț", "t"),
    ("ùúûüũūŭůűų", "u"),
    ("ŵ", "w"),
    ("ýÿŷ", "y"),
    ("źżž", "z"),
    ("ß", "ss"),
    ("æ", "ae"),
    ("œ", "oe"),
    ("þ", "th"),
    ("ﬁ", "fi"),
    ("ﬂ", "fl"),
    ("\u{a0}\u{2007}\u{202f}", " "),
    // Not shown: accents by themselves are below, these part or join words.
    ("\u{ad}\u{200b}\u{200c}\u{200d}\u{2060}\u{feff}", ""),
];

/// A text in the form in which tokens are looked for: trimmed, in lower case, without accents, and in the usual widths.
pub(super) fn folded(text: &str) -> String {
    let text = text.trim();
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let mut folded = String::with_capacity(text.len());
    for character in text.chars().flat_map(char::to_lowercase) {
        let code = u32::from(character);
        let plain = PLAIN.iter().find(|(accented, _)| accented.contains(character));
        match (code, plain) {
            // Accents after their letter.
            (0x300..=0x36f, _) => {}
            (0xff01..=0xff5e, _) => folded.extend(char::from_u32(code - 0xfee0)),
            (_, Some((_, plain))) => folded.push_str(plain),
            _ => folded.push(character),
        }
    }
    folded
}

/// The ranges of a text's tokens, in bytes and in order: runs of letters and digits, and every other character that is
/// no space by itself. Marks belong to a number in these cases.
///
/// - A point between two digits, and one before a digit if no letter, digit or point precedes it (`2.5`, `.5`,
///   `1.2.2020`).
/// - A comma between two digits: of thousands (`1,000`), and any if `has_decimal_commas`. Otherwise `20,21` is two
///   numbers.
/// - A `-` or `−` before a number as its sign, after nothing, a space, an opening bracket or a mark between numbers. In
///   `20-24` it is not a sign.
///
/// Linear in the text.
pub(super) fn tokens(text: &str, has_decimal_commas: bool) -> Vec<Range<usize>> {
    let (starts, chars): (Vec<usize>, Vec<char>) = text.char_indices().unzip();
    let text_of = Characters { chars: &chars, has_decimal_commas };
    let mut found: Vec<Range<usize>> = Vec::new();
    for (place, &start) in starts.iter().enumerate() {
        let end = start + chars[place].len_utf8();
        match found.last_mut() {
            Some(last) if text_of.are_together(place) => last.end = end,
            _ if chars[place].is_whitespace() => {}
            _ => found.push(start..end),
        }
    }
    found
}

/// The characters of a text, with their positions.
struct Characters<'a> {
    chars: &'a [char],
    has_decimal_commas: bool,
}

impl Characters<'_> {
    /// Whether a character and the one before it belong to the same token.
    fn are_together(&self, place: usize) -> bool {
        let Some(before) = place.checked_sub(1) else {
            return false;
        };
        self.is_word(before) && self.is_word(place)
            || self.is_within(before)
            || self.is_within(place)
            || self.is_leading_point(before)
            || self.is_sign(before)
    }

    /// A mark between the digits of a number.
    fn is_within(&self, place: usize) -> bool {
        let is_between = place > 0 && self.is_digit(place - 1) && self.is_digit(place + 1);
        match self.chars[place] {
            '.' => is_between,
            ',' => is_between && (self.has_decimal_commas || self.is_of_thousands(place)),
            _ => false,
        }
    }

    /// A comma with one to three digits before it and three after it.
    fn is_of_thousands(&self, place: usize) -> bool {
        let has_more_before = place >= 4 && (place - 4..place).all(|place| self.is_digit(place));
        let behind = (place + 1..).take_while(|&place| self.is_digit(place));
        !has_more_before && behind.take(4).count() == 3
    }

    fn is_leading_point(&self, place: usize) -> bool {
        let begins = place == 0 || !self.is_word(place - 1) && self.chars[place - 1] != '.';
        self.chars[place] == '.' && begins && self.is_digit(place + 1)
    }

    fn is_sign(&self, place: usize) -> bool {
        const BEFORE: &str = "([{<>=≤≥,;:/–-…";
        let is_before = |char: char| char.is_whitespace() || BEFORE.contains(char);
        let is_minus = matches!(self.chars[place], '-' | '−');
        let next = place + 1;
        is_minus
            && (place == 0 || is_before(self.chars[place - 1]))
            && next < self.chars.len()
            && (self.is_digit(next) || self.is_leading_point(next))
    }

    fn is_word(&self, place: usize) -> bool {
        self.chars[place].is_alphanumeric()
    }

    fn is_digit(&self, place: usize) -> bool {
        (self.chars.get(place)).is_some_and(char::is_ascii_digit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_belong_to_numbers() {
        let split = |text: &str, has_decimal_commas: bool| -> String {
            let tokens = tokens(text, has_decimal_commas).into_iter();
            let tokens: Vec<&str> = tokens.map(|range| &text[range]).collect();
            tokens.join(" ")
        };
        for (text, expected) in [
            ("", ""),
            ("a bc\tÄß-9", "a bc Äß - 9"),
            ("35–37, 38-40", "35 – 37 , 38 - 40"),
            ("[2.5, 5)", "[ 2.5 , 5 )"),
            ("[-5, -.5)", "[ -5 , -.5 )"),
            ("-20--10", "-20 - -10"),
            ("5 − 7 · −7", "5 − 7 · −7"),
            ("5..7", "5 . . 7"),
            ("1.2.2020 e.g. 3.x", "1.2.2020 e . g . 3 . x"),
            ("20,21,22", "20 , 21 , 22"),
            ("1,000 1,000,000 1,0000 1000,000", "1,000 1,000,000 1 , 0000 1000 , 000"),
            ("5%-7%", "5 % - 7 %"),
            ("C++", "C + +"),
        ] {
            assert_eq!(split(text, false), expected);
        }
        assert_eq!(split("2,5 – 3,25", true), "2,5 – 3,25");
    }

    #[test]
    fn letters_are_small_and_have_no_accents() {
        assert_eq!(folded(" Äther STRAẞE "), "ather strasse");
    }
}
