//! Postal codes of other countries, which are written in several ways.

/// The digits of postal codes of many countries: Germany, France, Spain, Italy.
const DIGITS: usize = 5;

/// A country, or several, by the form of the postal codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::hierarchy) enum Postal {
    /// `SW1A 1AA`: outward code, area.
    British,
    /// `K1A 0B1`: forward sortation area, province or part of one.
    Canadian,
    /// `1012 AB`: district, region.
    Dutch,
    /// `01067`: three, two and one digit.
    FiveDigits,
}

impl Postal {
    /// A code as the post writes it, in its parts: in capitals, with one blank, with the zeros that a spreadsheet took
    /// away. `None` for other values.
    ///
    /// Sources: Royal Mail, "PAF Programmers' Guide", for the forms of British codes; Canada Post, "Addressing
    /// Guidelines".
    fn parts(self, value: &str) -> Option<(String, String)> {
        let code: String = value.chars().filter(|sign| !sign.is_whitespace() && *sign != '-').collect();
        let code = code.to_ascii_uppercase();
        if !code.is_ascii() {
            return None;
        }
        let form: String = code.bytes().map(form_of).collect();
        let first = match (self, form.as_str()) {
            (Self::British, "A99AA" | "A999AA" | "AA99AA" | "AA999AA" | "A9A9AA" | "AA9A9AA") => code.len() - 3,
            (Self::Canadian, "A9A9A9") => 3,
            (Self::Dutch, "9999AA") => 4,
            (Self::FiveDigits, "9999" | "99999") if form.len() == DIGITS || !code.starts_with('0') => {
                return Some((format!("{code:0>DIGITS$}"), String::new()));
            }
            _ => return None,
        };
        let (first, second) = code.split_at(first);
        Some((first.to_owned(), second.to_owned()))
    }

    /// Whether a value is such a code.
    pub(in crate::hierarchy) fn has(self, value: &str) -> bool {
        self.parts(value).is_some()
    }

    /// A code as the post writes it.
    pub(in crate::hierarchy) fn written(self, value: &str) -> Option<String> {
        let (first, second) = self.parts(value)?;
        Some(if second.is_empty() { first } else { format!("{first} {second}") })
    }

    /// The names of the levels between the values and the top.
    pub(super) fn names(self) -> &'static [&'static str] {
        match self {
            Self::British => &["postcode", "district", "area"],
            Self::Canadian => &["postal code", "forward sortation area", "first letter"],
            Self::Dutch => &["postcode", "4 digits", "first 2 digits"],
            Self::FiveDigits => &["5 digits", "first 3 digits", "first 2 digits", "first digit"],
        }
    }

    /// The group of a value on one of these levels.
    pub(super) fn group(self, value: &str, level: usize) -> String {
        let Some((first, _)) = self.parts(value) else {
            return "no postal code".to_owned();
        };
        let length = match (self, level) {
            (_, 0) => return self.written(value).unwrap_or(first),
            (Self::FiveDigits, _) => DIGITS - 1 - level,
            (_, 1) => first.len(),
            (Self::British, _) => first.bytes().take_while(u8::is_ascii_alphabetic).count(),
            (Self::Canadian, _) => 1,
            (Self::Dutch, _) => 2,
        };
        first[..length].to_owned()
    }
}

fn form_of(sign: u8) -> char {
    match sign {
        b'A'..=b'Z' => 'A',
        b'0'..=b'9' => '9',
        other => char::from(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn groups(postal: Postal, value: &str) -> Vec<String> {
        (0..postal.names().len()).map(|level| postal.group(value, level)).collect()
    }

    #[test]
    fn spellings_of_a_code_are_one() {
        for value in ["SW1A 1AA", "sw1a1aa", " SW1A  1AA ", "Sw1a-1aa"] {
            assert_eq!(groups(Postal::British, value), ["SW1A 1AA", "SW1A", "SW"], "{value}");
        }
        assert_eq!(groups(Postal::British, "m11ae"), ["M1 1AE", "M1", "M"]);
        for value in ["K1A 0B1", "k1a0b1", "K1A-0B1"] {
            assert_eq!(groups(Postal::Canadian, value), ["K1A 0B1", "K1A", "K"], "{value}");
        }
        for value in ["1012 AB", "1012ab"] {
            assert_eq!(groups(Postal::Dutch, value), ["1012 AB", "1012", "10"], "{value}");
        }
        for value in ["01067", "1067"] {
            assert_eq!(groups(Postal::FiveDigits, value), ["01067", "010", "01", "0"], "{value}");
        }
    }

    #[test]
    fn other_values_are_none() {
        for value in ["", "SW1A", "K1A", "0106", "106", "123456", "é1A 0B1", "1012", "unknown"] {
            let is_one = [Postal::British, Postal::Canadian, Postal::Dutch].iter().any(|postal| postal.has(value));
            assert!(!is_one, "{value}");
            assert_eq!(Postal::FiveDigits.has(value), value == "1012", "{value}");
        }
    }
}
