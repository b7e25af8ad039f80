//! The encoding of bytes that are no UTF-8, guessed by the letters that stand in words.

use super::tables::{IBM437, IBM850, MACINTOSH, WINDOWS_1250, WINDOWS_1251, WINDOWS_1252};

/// The encodings that are tried. Of two that explain the letters equally well, the first is taken.
const TRIED: [(&str, &str); 6] = [
    ("windows-1252", WINDOWS_1252),
    ("macintosh", MACINTOSH),
    ("ibm850", IBM850),
    ("ibm437", IBM437),
    ("windows-1250", WINDOWS_1250),
    ("windows-1251", WINDOWS_1251),
];

/// How far away in its word a plain letter is looked for.
const N_NEAR: usize = 4;

/// The letters from here on are Greek and Cyrillic.
const FIRST_GREEK: char = '\u{370}';

/// How much more must speak for another encoding than for windows-1252.
const MARGIN: i64 = 2;

/// The letters beyond ASCII of languages, in lower case. A file is mostly in one of them.
const LANGUAGES: [&str; 17] = [
    "äöüß",
    "àâæçéèêëîïôœùûüÿ",
    "áéíñóúü",
    "áàâãçéêíóôõú",
    "àèéìíòóù",
    "åäöé",
    "æøåé",
    "ëïéèöüá",
    "ąćęłńóśźż",
    "áčďéěíňóřšťúůýž",
    "áäčďéíĺľňóôŕšťúýž",
    "áéíóöőúüű",
    "čćđšž",
    "ăâîșțşţ",
    "абвгдежзийклмнопрстуфхцчшщъыьэюяё",
    "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя",
    "áðéíóúýþæö",
];

/// Characters that are no letters, and that tables of people have.
const SYMBOLS: &str = "£€°§µ½¼¾²³®©«»–—‘’“”„…·\u{a0}";

/// Of these, those that may stand between two letters.
const BETWEEN_LETTERS: &str = "–—’·\u{a0}";

/// An encoding, and the letters that tell it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::data) struct Guess {
    pub(in crate::data) encoding: &'static str,
    /// The characters beyond ASCII that fit the words around them; but under another encoding than windows-1252, those
    /// of them that do not under windows-1252.
    pub(in crate::data) fits: u64,
}

/// Guesses the encoding. Each byte beyond ASCII speaks for an encoding in which it is a letter that fits its
/// neighbours, most for one of the letters of one language, and against one in which it is none, or a capital within a
/// word. Without more for another one than a symbol or two, it is windows-1252.
pub(in crate::data) fn guess(bytes: &[u8]) -> Guess {
    let fits = TRIED.map(|(encoding, table)| (encoding, Fit::of(bytes, table)));
    let [(usual, western), ..] = &fits;
    let best = fits.iter().reduce(|best, fit| if fit.1.score() > best.1.score() { fit } else { best });
    match best.filter(|(_, fit)| fit.score() > western.score() + MARGIN) {
        Some((encoding, fit)) => {
            let told = fit.fits().zip(western.fits()).filter(|(own, other)| *own && !*other);
            Guess { encoding, fits: told.count() as u64 }
        }
        None => Guess { encoding: usual, fits: western.fits().filter(|fits| *fits).count() as u64 },
    }
}

/// How well an encoding explains the bytes beyond ASCII.
struct Fit {
    characters: Vec<Character>,
    /// The language that has the most of the letters.
    language: &'static str,
}

/// What a byte is under an encoding.
enum Character {
    /// A letter that fits its neighbours, in lower case.
    Letter(char),
    /// A symbol that may stand there.
    Symbol,
    /// A letter by itself, which says nothing.
    Lone,
    /// What stands in no text there.
    Wrong,
}

impl Fit {
    fn of(bytes: &[u8], table: &str) -> Self {
        let upper: Vec<char> = table.chars().collect();
        let character = |byte: u8| match byte.checked_sub(0x80) {
            Some(at) => upper.get(usize::from(at)).copied().unwrap_or('\0'),
            None => char::from(byte),
        };
        let told = bytes.iter().enumerate().filter(|(_, byte)| !byte.is_ascii()).map(|(at, &byte)| {
            let beside = |at: Option<usize>| at.and_then(|at| bytes.get(at)).map_or(' ', |&byte| character(byte));
            let word = |at: &usize| bytes.get(*at).is_some_and(|&byte| character(byte).is_alphabetic());
            let is_plain = |at: usize| bytes[at].is_ascii();
            let has_plain = (at + 1..=at + N_NEAR).take_while(word).any(is_plain)
                || (at.saturating_sub(N_NEAR)..at).rev().take_while(word).any(is_plain);
            Character::of(character(byte), beside(at.checked_sub(1)), beside(at.checked_add(1)), has_plain)
        });
        let characters: Vec<Character> = told.collect();
        let count = |language: &&str| characters.iter().filter(|one| one.is_of(language)).count();
        // Of equals the first.
        let language = LANGUAGES.into_iter().rev().max_by_key(count).unwrap_or_default();
        Self { characters, language }
    }

    /// Of each character, whether it fits the words around it.
    fn fits(&self) -> impl Iterator<Item = bool> {
        self.characters.iter().map(|one| matches!(one, Character::Symbol) || one.is_of(self.language))
    }

    fn score(&self) -> i64 {
        let points = |one: &Character| match one {
            Character::Letter(_) if one.is_of(self.language) => 3,
            Character::Letter(_) | Character::Symbol => 1,
            Character::Lone => 0,
            Character::Wrong => -3,
        };
        self.characters.iter().map(points).sum()
    }
}

impl Character {
    /// The character between two others, in a word that has plain letters near it or has not.
    fn of(own: char, before: char, after: char, has_plain: bool) -> Self {
        let is_within = before.is_alphabetic() && after.is_alphabetic();
        // A Latin word has plain letters, and a Greek or Cyrillic one has no Latin ones.
        let is_beside = |other: char| match own >= FIRST_GREEK {
            true => other >= FIRST_GREEK && other.is_alphabetic(),
            false => has_plain && other.is_alphabetic(),
        };
        let is_in_word = is_beside(before) || is_beside(after);
        // A capital stands first, or among capitals.
        let is_misplaced = own.is_uppercase() && (before.is_lowercase() || is_within && after.is_lowercase());
        if own.is_alphabetic() && is_in_word && !is_misplaced {
            Self::Letter(own.to_lowercase().next().unwrap_or(own))
        } else if SYMBOLS.contains(own) && (!is_within || BETWEEN_LETTERS.contains(own)) {
            Self::Symbol
        } else if own.is_alphabetic() && !is_in_word && !is_within {
            Self::Lone
        } else {
            Self::Wrong
        }
    }

    fn is_of(&self, language: &str) -> bool {
        matches!(self, Self::Letter(letter) if language.contains(*letter))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bytes of a text, or nothing if the encoding lacks a character.
    fn encoded(encoding: &str, text: &str) -> Option<Vec<u8>> {
        let (_, table) = TRIED.into_iter().find(|(label, _)| *label == encoding)?;
        let byte = |character: char| match u8::try_from(character) {
            Ok(byte) if byte.is_ascii() => Some(byte),
            _ => Some(0x80 + u8::try_from(table.chars().position(|own| own == character)?).ok()?),
        };
        text.chars().map(byte).collect()
    }

    #[test]
    fn an_encoding_is_known_by_the_letters_in_words() {
        for (text, encodings) in [
            ("name,ort\nMüller,Köln\nGroß,Düsseldorf\n", &["windows-1252", "macintosh", "ibm850"][..]),
            ("nom,prénom\nLefèvre,François\nÉmile Hélène,Noël\n", &["windows-1252", "macintosh", "ibm850"]),
            ("nombre\nPeña Núñez\nJosé García\nÁvila\n", &["windows-1252", "macintosh", "ibm850"]),
            ("namn\nSjöström\nÅsa Öberg\nJärvinen\n", &["windows-1252", "macintosh", "ibm850"]),
            ("navn\nSørensen\nÆbelø\nÅrhus\n", &["windows-1252", "macintosh", "ibm850"]),
            ("nazwisko\nWałęsa\nŁódź\nŻółkiewski\n", &["windows-1250"]),
            ("jméno\nDvořák\nČeské Budějovice\nPříbram\n", &["windows-1250"]),
            ("név\nErdős\nSzűcs Gyöngyi\n", &["windows-1250"]),
            ("город\nМосква\nСанкт-Петербург\nТверь\n", &["windows-1251"]),
            ("KÜNSTLERNAME;KÖNIG\nÄRZTE\n", &["windows-1252", "macintosh", "ibm850"]),
            ("the knowledge\u{a0}of it, the patient’s\u{a0}age\n", &["windows-1252", "macintosh"]),
            ("sign,illness\nx,’€\ny,’€\n", &["windows-1252"]),
            ("temp °C,price £\n20 °C,£5\n", &["windows-1252"]),
        ] {
            for encoding in encodings {
                let bytes = encoded(encoding, text).unwrap_or_default();
                assert_eq!(guess(&bytes).encoding, *encoding, "{text}");
            }
        }
    }

    #[test]
    fn characters_are_counted_that_tell_the_encoding() {
        let count = |encoding, text| encoded(encoding, text).map(|bytes| guess(&bytes).fits);
        assert_eq!(count("windows-1252", "Müller\nKöln ½\n"), Some(3));
        assert_eq!(count("ibm850", "Müller\nKöln\nGroß\n"), Some(2), "ß is á");
        assert_eq!(guess(b"a;b\n1;\xc3").fits, 0);
    }
}
