//! The words of a column's name.

/// The words of a column's name in lower case: `patientAge_group` has three, and `zip5` one.
pub fn words(name: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut last_is_lower = false;
    for character in name.chars() {
        let starts_word = character.is_uppercase() && last_is_lower;
        if starts_word || !character.is_alphabetic() {
            words.push(std::mem::take(&mut word));
        }
        if character.is_alphabetic() {
            word.extend(character.to_lowercase());
        }
        last_is_lower = character.is_lowercase();
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn a_name_is_parted_at_capitals_digits_and_signs() {
        assert_eq!(words("patientAge_group"), ["patient", "age", "group"]);
        assert_eq!(words("zip5"), ["zip"]);
        assert_eq!(words("AGE"), ["age"]);
        assert_eq!(words("2019"), [""; 0]);
    }
}
