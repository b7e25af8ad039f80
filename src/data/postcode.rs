//! Postal codes that are recognised by their form alone.

/// The form of a postal code with letters. Every character must match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Postcode {
    /// A district that begins with letters, and a place in it: `BR1 1BL`, `K1A 0B1`.
    TwoParts,
    /// Four digits and two letters: `1012 AB`.
    DigitsAndLetters,
}

/// The maximum number of characters.
const LONGEST: usize = 8;

impl Postcode {
    /// The form of a value, if it is such a code.
    pub fn of(value: &str) -> Option<Self> {
        if value.len() > LONGEST {
            return None;
        }
        let sign = |sign: char| match sign {
            'A'..='Z' | 'a'..='z' => 'A',
            '0'..='9' => '9',
            other => other,
        };
        match value.chars().map(sign).collect::<String>().as_str() {
            "A9 9AA" | "A99 9AA" | "AA9 9AA" | "AA99 9AA" | "A9A 9AA" | "AA9A 9AA" | "A9A 9A9" => Some(Self::TwoParts),
            // In lower case these are numbers with a unit: `1097 kg`.
            "9999 AA" if !value.ends_with(|sign: char| sign.is_ascii_lowercase()) => Some(Self::DigitsAndLetters),
            _ => None,
        }
    }
}
