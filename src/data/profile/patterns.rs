//! Patterns of values that point at one person or a place, whatever the name of their column.

use crate::data::postcode::Postcode;
use crate::data::reading::Reading;
use serde::Serialize;

/// The minimum number of values: fewer match any pattern by chance.
const ENOUGH: usize = 3;

/// A value of at least this many words is a sentence.
const WORDS_OF_A_SENTENCE: usize = 4;

/// Patterns of values that point at one person, apart from postal codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Pattern {
    /// International bank account numbers.
    Iban,
    /// Numbers of patients of the National Health Service.
    NhsNumber,
    /// National provider identifiers of the United States.
    ProviderIdentifier,
    /// Social security numbers of the United States.
    SocialSecurityNumber,
    /// E-mail addresses.
    Mail,
    /// Addresses on the web.
    WebAddress,
    /// Addresses of computers.
    InternetAddress,
    /// Universally unique identifiers.
    Uuid,
    /// Telephone numbers.
    Telephone,
    /// Postal codes with letters, which point at a place.
    Postcode,
    /// Free text.
    Sentences,
}

/// Whether a value has a pattern.
type Test = fn(&str) -> bool;

/// The test of each pattern, those with check digits first.
const TESTS: [(Pattern, Test); 10] = [
    (Pattern::Iban, is_iban),
    (Pattern::NhsNumber, is_nhs_number),
    (Pattern::ProviderIdentifier, is_npi),
    (Pattern::SocialSecurityNumber, is_social_security_number),
    (Pattern::Mail, is_mail),
    (Pattern::WebAddress, is_web_address),
    (Pattern::InternetAddress, is_internet_address),
    (Pattern::Uuid, is_uuid),
    (Pattern::Telephone, is_telephone_number),
    (Pattern::Postcode, |value| Postcode::of(value).is_some()),
];

impl Pattern {
    /// The pattern of nearly all of the given values of a column. `may_be_free_text` means that sentences are not
    /// categories.
    pub(super) fn of(values: &[&str], may_be_free_text: bool) -> Option<Self> {
        if values.len() < ENOUGH {
            return None;
        }
        let fits = |is: Test| values.iter().filter(|value| is(value.trim())).count();
        let form = TESTS.iter().find(|(_, is)| fits(*is) * 10 >= values.len() * 9);
        let sentences = Some(Self::Sentences).filter(|_| may_be_free_text && are_sentences(values));
        form.map(|(pattern, _)| *pattern).or(sentences)
    }

    /// Whether values with these readings, for all or most of them, can have the pattern. Numbers with a unit have
    /// the form of postal codes (`1097 KG`), days that of telephone numbers (`01-08-2023`), and some of both have
    /// many words.
    pub(super) fn may_be(self, readings: &[Reading]) -> bool {
        match self {
            Self::Postcode | Self::Sentences => readings.is_empty(),
            Self::Telephone => !readings.iter().any(|reading| matches!(reading, Reading::Date(_))),
            _ => true,
        }
    }

    /// The pattern of a single value.
    pub(super) fn of_value(value: &str) -> Option<Self> {
        let form = TESTS.iter().find(|(_, is)| is(value));
        form.map(|(pattern, _)| *pattern)
    }

    /// Whether values with this name are recognised only by a check digit, which some numbers have by chance.
    pub(super) fn has_check_digit(name: &str) -> bool {
        [Self::NhsNumber.name(), Self::ProviderIdentifier.name()].contains(&name)
    }

    /// The name of such values.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Iban => "bank account numbers (IBAN)",
            Self::NhsNumber => "NHS numbers",
            Self::ProviderIdentifier => "provider identifiers (NPI)",
            Self::SocialSecurityNumber => "social security numbers",
            Self::Mail => "e-mail addresses",
            Self::WebAddress => "web addresses",
            Self::InternetAddress => "internet addresses",
            Self::Uuid => "identifiers of software (UUID)",
            Self::Telephone => "telephone numbers",
            Self::Postcode => "postal codes",
            Self::Sentences => "sentences",
        }
    }
}

/// Whether a value has as many words as a sentence.
pub(super) fn is_sentence(value: &str) -> bool {
    value.split_whitespace().nth(WORDS_OF_A_SENTENCE - 1).is_some()
}

/// Whether at least half of the values are sentences.
fn are_sentences(values: &[&str]) -> bool {
    values.iter().filter(|value| is_sentence(value)).count() * 2 >= values.len()
}

/// The most values that are looked at for names.
const LOOKED_AT: usize = 500;

/// The minimum number of values that can be the names of persons.
const NAMES: usize = 10;

/// Whether most of the values, and at least ten, are two or three capitalized words or `SURNAME, Given`.
pub(super) fn are_names_of_persons(values: &[&str]) -> bool {
    let values = &values[..values.len().min(LOOKED_AT)];
    values.len() >= NAMES && values.iter().filter(|value| is_name_of_person(value.trim())).count() * 2 > values.len()
}

fn is_name_of_person(value: &str) -> bool {
    let is_word = |word: &str| {
        let mut signs = word.chars();
        signs.next().is_some_and(char::is_uppercase)
            && word.chars().all(|sign| sign.is_alphabetic() || "-'’.".contains(sign))
    };
    let is_capitalized = |word: &str| is_word(word) && word.chars().skip(1).any(char::is_lowercase);
    if let Some((surname, given)) = value.split_once(", ") {
        return surname.split(' ').all(is_word) && given.split(' ').all(is_word) && given.chars().count() > 1;
    }
    let words: Vec<&str> = value.split(' ').collect();
    // The surname may be in capitals.
    (2..=3).contains(&words.len())
        && words.iter().all(|word| is_word(word))
        && words.iter().filter(|word| is_capitalized(word)).count() + 1 >= words.len()
        && words.iter().any(|word| is_capitalized(word))
}

/// Whether most of the values, and at least ten, are a street with the number of a house.
pub(super) fn are_addresses(values: &[&str]) -> bool {
    let is_address = |value: &str| {
        let mut words = value.split([' ', ',']).filter(|word| !word.is_empty());
        let begins_with_digit = |word: &str| word.starts_with(|sign: char| sign.is_ascii_digit());
        let is_street = |word: &str| word.chars().filter(|sign| sign.is_alphabetic()).count() > 3;
        words.clone().any(begins_with_digit) && words.any(is_street)
    };
    let values = &values[..values.len().min(LOOKED_AT)];
    values.len() >= NAMES && values.iter().filter(|value| is_address(value)).count() * 2 > values.len()
}

fn digits(value: &str, separators: &[char]) -> Option<Vec<u32>> {
    value.chars().filter(|character| !separators.contains(character)).map(|character| character.to_digit(10)).collect()
}

fn is_mail(value: &str) -> bool {
    value.split_once('@').is_some_and(|(name, host)| {
        let is_clean = |part: &str| !part.contains(['@', ' ', ',', ';']);
        !name.is_empty() && is_clean(name) && is_clean(host) && host.trim_matches('.').contains('.')
    })
}

fn is_web_address(value: &str) -> bool {
    !value.contains(' ') && ["http://", "https://", "www."].iter().any(|start| value.starts_with(start))
}

fn is_internet_address(value: &str) -> bool {
    let parts: Vec<&str> = value.split('.').collect();
    let is_byte = |part: &&str| part.len() <= 3 && part.parse::<u8>().is_ok();
    parts.len() == 4 && parts.iter().all(is_byte)
}

fn is_uuid(value: &str) -> bool {
    let lengths = value.split('-').map(str::len);
    lengths.eq([8, 4, 4, 4, 12]) && value.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-')
}

/// `123-45-6789`. The United States assign no number with a group of zeros.
fn is_social_security_number(value: &str) -> bool {
    let parts: Vec<&str> = value.split('-').collect();
    let is_group =
        |part: &&str| part.bytes().all(|byte| byte.is_ascii_digit()) && part.bytes().any(|byte| byte != b'0');
    parts.iter().map(|part| part.len()).eq([3, 2, 4]) && parts.iter().all(is_group)
}

/// Ten digits; the last one checks the others modulo 11.
fn is_nhs_number(value: &str) -> bool {
    let digits = digits(value, &[' ', '-']).unwrap_or_default();
    let weighted = digits.iter().zip((2..=10).rev());
    let sum: u32 = weighted.map(|(digit, weight)| digit * weight).sum();
    digits.len() == 10 && digits.last() == Some(&((11 - sum % 11) % 11))
}

/// Ten digits that begin with 1 or 2, with a Luhn check digit that includes the prefix `80840`.
fn is_npi(value: &str) -> bool {
    let Some(digits) = digits(value, &[]) else {
        return false;
    };
    let doubled = |digit: u32| digit * 2 / 10 + digit * 2 % 10;
    let sum: u32 = (digits.iter().rev().enumerate())
        .map(|(place, &digit)| if place % 2 == 1 { doubled(digit) } else { digit })
        .sum();
    // `80840` adds 24.
    digits.len() == 10 && [1, 2].contains(&digits[0]) && (sum + 24).is_multiple_of(10)
}

/// Two letters of a country, two check digits and an account; the remainder of all modulo 97 is 1.
fn is_iban(value: &str) -> bool {
    let compact: String = value.chars().filter(|character| *character != ' ').collect();
    let is_formed = (15..=34).contains(&compact.len())
        && compact.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && compact.bytes().take(2).all(|byte| byte.is_ascii_uppercase())
        && compact.bytes().skip(2).take(2).all(|byte| byte.is_ascii_digit());
    is_formed && {
        let (head, account) = compact.split_at(4);
        let rest = account.chars().chain(head.chars()).fold(0, |rest, character| {
            let number = character.to_digit(36).unwrap_or(0);
            (rest * if number > 9 { 100 } else { 10 } + number) % 97
        });
        rest == 1
    }
}

/// Seven digits or more, with at least one separator common in telephone numbers.
fn is_telephone_number(value: &str) -> bool {
    let n_digits = value.bytes().filter(u8::is_ascii_digit).count();
    let is_part = |character: char| character.is_ascii_digit() || " +()-./".contains(character);
    let begins = value.starts_with(['+', '(', '0']);
    // Nine digits in two parts are a ZIP code of the United States.
    let is_zip = n_digits == 9 && value.len() == 10 && value.as_bytes()[5] == b'-';
    begins
        && !is_zip
        && (7..=15).contains(&n_digits)
        && value.chars().all(is_part)
        && value.contains([' ', '+', '(', '-'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_point_at_a_person_are_known_by_their_form() {
        let cases: [(&str, &[&str]); 9] = [
            (
                "bank account numbers (IBAN)",
                &["DE89 3704 0044 0532 0130 00", "GB82WEST12345698765432", "FR1420041010050500013M02606"],
            ),
            ("NHS numbers", &["943 476 5919", "4010232137", "987-654-4322"]),
            ("provider identifiers (NPI)", &["1234567893", "1245319599", "1679576722"]),
            ("social security numbers", &["123-45-6789", "078-05-1120", "219-09-9999"]),
            ("e-mail addresses", &["a@b.org", "first.last@uni.example", "x_1@mail.co.uk"]),
            ("web addresses", &["https://a.example", "www.b.example/c", "http://d.example"]),
            ("internet addresses", &["192.168.0.1", "10.0.0.255", "8.8.8.8"]),
            (
                "identifiers of software (UUID)",
                &[
                    "123e4567-e89b-12d3-a456-426614174000",
                    "00000000-0000-4000-8000-000000000001",
                    "ABCDEF01-2345-6789-abcd-ef0123456789",
                ],
            ),
            ("telephone numbers", &["+44 20 7946 0958", "(212) 555-0142", "020 7946 0958"]),
        ];
        for (name, values) in cases {
            let found = Pattern::of(values, false).map(Pattern::name);
            assert_eq!(found, Some(name), "{values:?}");
        }
    }

    #[test]
    fn other_values_are_nothing_of_that() {
        let cases: [&[&str]; 8] = [
            &["1234567890", "2345678901", "1111111111"],
            &["DE89 3704 0044 0532 0130 01", "GB82WEST12345698765433", "FR1420041010050500013M02607"],
            &["2019-03-31", "2020-01-01", "1999-12-31"],
            &["31/03/2019", "01/04/2019", "02/05/2019"],
            &["a@b", "@b.org", "a b@c.org"],
            &["1.2.3", "1.2.3.4.5", "256.1.1.1"],
            &["12345", "54321", "99999"],
            &["+44 20 7946 0958", "none", "not known"],
        ];
        for values in cases {
            assert_eq!(Pattern::of(values, false), None, "{values:?}");
        }
        assert_eq!(Pattern::of(&["a@b.org"], false), None);
        assert!(are_sentences(&["Seen by Dr Wilson on 15/1", "To come again next week", "ok"]));
        assert!(!are_sentences(&["high school", "some college", "bachelor degree"]));
    }
}
