//! The words of a column's name.

/// Names of columns of ages.
const AGE: &[&str] = &["age", "ages", "alter", "edad", "âge"];

/// Words in names of ages that are not counted in years.
const OTHER_UNITS: [&str; 10] =
    ["day", "days", "week", "weeks", "month", "months", "hour", "hours", "gestational", "gestation"];

/// The words of a column's name in lower case: `patientAge_group` has three, and `zip5` has one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Words(Vec<String>);

impl Words {
    /// The words of a name.
    pub fn of(name: &str) -> Self {
        Self(parted(name))
    }

    /// Whether one of them is among these keywords.
    pub fn have(&self, keywords: &[&str]) -> bool {
        self.iter().any(|word| keywords.contains(&word))
    }

    /// Whether they mention an age.
    pub fn have_age(&self) -> bool {
        self.have(AGE)
    }

    /// Whether they mention an age that is counted in years, or in a unit that they do not name: days, weeks or months
    /// are others.
    pub fn have_age_in_years(&self) -> bool {
        self.have_age() && !self.have(&OTHER_UNITS)
    }

    /// The words in order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }
}

fn parted(name: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut last_is_lower = false;
    let mut last_is_upper = false;
    let mut rest = name.chars().peekable();
    while let Some(character) = rest.next() {
        // `IPAddress` has two words, and so has `birthDate`.
        let next_is_lower = rest.peek().is_some_and(|next| next.is_lowercase());
        let starts_word = character.is_uppercase() && (last_is_lower || (last_is_upper && next_is_lower));
        if starts_word || !character.is_alphabetic() {
            words.push(std::mem::take(&mut word));
        }
        if character.is_alphabetic() {
            word.extend(character.to_lowercase());
        }
        last_is_lower = character.is_lowercase();
        last_is_upper = character.is_uppercase();
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::Words;

    fn words(name: &str) -> Vec<String> {
        Words::of(name).0
    }

    #[test]
    fn a_name_is_parted_at_capitals_digits_and_signs() {
        assert_eq!(words("patientAge_group"), ["patient", "age", "group"]);
        assert_eq!(words("zip5"), ["zip"]);
        assert_eq!(words("IPAddress LinkedInURL"), ["ip", "address", "linked", "in", "url"]);
        assert_eq!(words("AGE"), ["age"]);
        assert_eq!(words("2019"), [""; 0]);
    }

    #[test]
    fn a_word_is_found_whole() {
        assert!(Words::of("AGE_GROUP").have_age() && !Words::of("message").have_age());
        assert!(Words::of("birthDate").have(&["date"]) && !Words::of("update").have(&["date"]));
    }
}
