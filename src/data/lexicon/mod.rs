//! What the words of a column's name mean, in the languages of common tables and in the codes of large surveys and
//! registers.
//!
//! The lists are data: a file for each language, and one of whole names. The head of each names its sources. Roles
//! and the Safe Harbor rule are suggested from the same lists.

use super::words::Words;
use rustc_hash::FxHashMap;

/// The files. A line has a concept and its words, in lower case and without accents. `birth*` begins a word, `*nummer`
/// ends one.
const LANGUAGES: [&str; 10] = [
    include_str!("english.txt"),
    include_str!("german.txt"),
    include_str!("french.txt"),
    include_str!("spanish.txt"),
    include_str!("portuguese.txt"),
    include_str!("italian.txt"),
    include_str!("dutch.txt"),
    include_str!("nordic.txt"),
    include_str!("polish.txt"),
    include_str!("others.txt"),
];

/// Whole names: `#` is a digit, `?` a letter, `*` any text.
const CODES: &str = include_str!("codes.txt");

/// A name of more words is a question, in which single words say little.
const QUESTION: usize = 5;

/// The most words that are read as one: `date_of_birth`.
const JOINED: usize = 4;

/// A code of this many letters beside any text is sure.
const SURE: usize = 6;

/// What survey tools write below the text of a question, which says nothing of it.
const ANSWERS: [&str; 2] = [" · Response", " · Open-Ended Response"];

/// The most parts of a word.
const PARTS: usize = 3;

/// Short words that are read at the end or beginning of others: `custid`, `birthyr`.
const SHORT: [&str; 9] = ["id", "nr", "no", "yr", "dt", "hh", "cd", "mo", "nm"];

/// A word of which a part is looked for has at least this many letters.
const PARTED: usize = 4;

macro_rules! concepts {
    ($($(#[$doc:meta])* $concept:ident $name:literal,)*) => {
        /// What a word of a name means.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Concept {
            $($(#[$doc])* $concept,)*
        }

        impl Concept {
            fn of(name: &str) -> Option<Self> {
                match name {
                    $($name => Some(Self::$concept),)*
                    _ => None,
                }
            }
        }
    };
}

concepts! {
    /// A name that only persons have: `surname`.
    Surname "surname",
    /// Telephone numbers.
    Phone "phone",
    /// Fax numbers.
    Fax "fax",
    /// Addresses of mail.
    Email "email",
    /// Streets and houses.
    Address "address",
    /// Exact coordinates.
    Coordinate "coordinate",
    /// Numbers that a state gives to persons.
    Social "social",
    /// Numbers of records of patients.
    Record "record",
    /// Numbers of insured persons.
    Plan "plan",
    /// Accounts and cards.
    Account "account",
    /// Passports and licences.
    Licence "licence",
    /// Numbers of vehicles.
    Vehicle "vehicle",
    /// Numbers of devices.
    Device "device",
    /// Addresses on the web.
    Url "url",
    /// Addresses of computers.
    Ip "ip",
    /// Traits by which machines recognise persons.
    Biometric "biometric",
    /// Pictures and recordings.
    Photograph "photograph",
    /// Free text.
    Text "text",
    /// A name of whatever the other words say.
    Name "name",
    /// A number of whatever the other words say.
    Number "number",
    /// How many there are.
    Count "count",
    /// The persons of the table, and their households.
    Person "person",
    /// Their relatives.
    Relative "relative",
    /// Persons who work for them.
    Staff "staff",
    /// Visits, claims, specimens: what belongs to one person.
    Event "event",
    /// Hospitals, schools, firms.
    Facility "facility",
    /// Places.
    Place "place",
    /// Dates.
    Date "date",
    /// Years, hours, durations.
    Time "time",
    /// Ages.
    Age "age",
    /// Birth.
    Birth "birth",
    /// Sex.
    Sex "sex",
    /// Other traits that strangers know.
    Demography "demography",
    /// Health.
    Health "health",
    /// Income, wealth and amounts.
    Money "money",
    /// Beliefs and opinions.
    Belief "belief",
    /// Offences.
    Offence "offence",
    /// Marks and scores.
    Mark "mark",
    /// Outcomes, reasons and decisions.
    Outcome "outcome",
    /// How many people a record stands for.
    Weight "weight",
    /// Whose weight may be that of a body.
    Body "body",
    /// Says only in what form something is told: `flag`, `code`.
    Flag "flag",
    /// What concerns the file and not the person.
    Technical "technical",
}

/// The lists, ready to be asked.
#[derive(Debug)]
pub struct Lexicon {
    words: FxHashMap<&'static str, Vec<Concept>>,
    /// Beginnings and ends of words.
    affixes: Vec<(&'static str, Concept)>,
    codes: Vec<(&'static str, Concept)>,
}

/// A word of a name with what it may mean.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The word as the name has it, in lower case.
    pub word: String,
    /// What it may mean, the likelier first.
    pub concepts: Vec<Concept>,
}

/// What a name means.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct NameMeaning {
    /// The words that are known, in the order of the name.
    pub found: Vec<Found>,
    /// Whether the name as a whole is one of a dictionary.
    pub is_code: bool,
    /// Whether it is a question.
    pub is_question: bool,
    /// Whether a word is unknown.
    pub has_unknown: bool,
}

impl Concept {
    /// Persons of the table, their relatives, and who works for them.
    pub const PERSONS: [Self; 3] = [Self::Staff, Self::Relative, Self::Person];
}

impl NameMeaning {
    /// The first word that may have this meaning.
    pub fn word(&self, concept: Concept) -> Option<&str> {
        self.found.iter().find(|found| found.concepts.contains(&concept)).map(|found| found.word.as_str())
    }

    /// Whether a word may have this meaning.
    pub fn has(&self, concept: Concept) -> bool {
        self.word(concept).is_some()
    }

    /// Whether the last word that says more than a form may have this meaning.
    pub fn ends_with(&self, concept: Concept) -> bool {
        let last = self.found.iter().rev().find(|found| found.concepts != [Concept::Flag]);
        last.is_some_and(|found| found.concepts.contains(&concept))
    }

    /// Whether a word for a person, or for what belongs to one, stands beside a word for a number.
    pub fn numbers_persons(&self) -> bool {
        let is_person = |found: &Found| {
            found.concepts.iter().any(|concept| Concept::PERSONS.contains(concept) || *concept == Concept::Event)
        };
        let is_number = |found: &Found| found.concepts.contains(&Concept::Number);
        let is_pair =
            |[one, other]: &[&Found; 2]| (is_person(one) && is_number(other)) || (is_number(one) && is_person(other));
        self.found.iter().zip(self.found.iter().skip(1)).any(|(one, other)| is_pair(&[one, other]))
    }

    /// Whether the first word may have this meaning.
    pub fn begins_with(&self, concept: Concept) -> bool {
        self.found.first().is_some_and(|found| found.concepts.contains(&concept))
    }
}

impl Default for Lexicon {
    fn default() -> Self {
        Self::new()
    }
}

impl Lexicon {
    /// Reads the lists.
    pub fn new() -> Self {
        let mut words: FxHashMap<&'static str, Vec<Concept>> = FxHashMap::default();
        let mut affixes = Vec::new();
        for (concept, word) in LANGUAGES.iter().flat_map(|text| entries(text)) {
            if word.contains('*') {
                affixes.push((word, concept));
            } else {
                let known = words.entry(word).or_default();
                if !known.contains(&concept) {
                    known.push(concept);
                }
            }
        }
        Self { words, affixes, codes: entries(CODES).map(|(concept, word)| (word, concept)).collect() }
    }

    /// What a name means.
    pub fn read(&self, name: &str) -> NameMeaning {
        let name = name.trim();
        let name = ANSWERS.iter().find_map(|answer| name.strip_suffix(answer)).unwrap_or(name);
        let code: String = name.trim().chars().map(|sign| if sign == ' ' { '_' } else { sign }).collect();
        let code = folded(&code);
        let whole = |is_sure: bool| {
            let codes = self.codes.iter().filter(|(pattern, _)| is_sure_code(pattern) == is_sure);
            let concepts = codes.filter(|(pattern, _)| fits(pattern.as_bytes(), code.as_bytes()));
            concepts.map(|&(_, concept)| concept).next()
        };
        let of_code = |concept| NameMeaning {
            found: vec![Found { word: name.trim().to_lowercase(), concepts: vec![concept] }],
            is_code: true,
            ..NameMeaning::default()
        };
        if let Some(concept) = whole(true) {
            return of_code(concept);
        }
        let meaning = self.read_words(name);
        if meaning.found.iter().all(|found| found.concepts.iter().all(|concept| *concept == Concept::Flag))
            && let Some(concept) = whole(false)
        {
            return of_code(concept);
        }
        meaning
    }

    fn read_words(&self, name: &str) -> NameMeaning {
        let words: Vec<String> = Words::of(name).iter().map(str::to_owned).collect();
        let plain: Vec<String> = words.iter().map(|word| folded(word)).collect();
        let mut meaning = NameMeaning { is_question: words.len() > QUESTION, ..NameMeaning::default() };
        let mut at = 0;
        while at < words.len() {
            let longest = if meaning.is_question { 1 } else { JOINED.min(words.len() - at) };
            let joined = (2..=longest).rev().find_map(|n| {
                let concepts = self.words.get(plain[at..at + n].concat().as_str())?;
                Some((words[at..at + n].join(" "), concepts.clone(), n))
            });
            if let Some((word, concepts, n)) = joined {
                meaning.found.push(Found { word, concepts });
                at += n;
                continue;
            }
            let parts = self.word(&plain[at], !meaning.is_question);
            meaning.has_unknown |= parts.is_empty() && plain[at].len() > 2;
            meaning.found.extend(parts.into_iter().map(|concepts| Found { word: words[at].clone(), concepts }));
            at += 1;
        }
        meaning
    }

    /// What a single word may mean: as it is, by its beginning or end, or by its parts.
    fn word(&self, word: &str, may_be_parted: bool) -> Vec<Vec<Concept>> {
        if let Some(concepts) = self.words.get(word) {
            return vec![concepts.clone()];
        }
        // Umlauts may be written with an e: `Haushaltsgroesse`.
        let plain = word.replace("ae", "a").replace("oe", "o").replace("ue", "u");
        let meanings = if plain == word { Vec::new() } else { self.word_as_written(&plain, may_be_parted) };
        if meanings.is_empty() { self.word_as_written(word, may_be_parted) } else { meanings }
    }

    fn word_as_written(&self, word: &str, may_be_parted: bool) -> Vec<Vec<Concept>> {
        if let Some(concepts) = self.words.get(word) {
            return vec![concepts.clone()];
        }
        let affix = self.affixes.iter().filter(|(affix, _)| fits(affix.as_bytes(), word.as_bytes()));
        if let Some(&(_, concept)) = affix.max_by_key(|(affix, _)| (affix.starts_with('*'), affix.len())) {
            return vec![vec![concept]];
        }
        if !may_be_parted || word.len() < PARTED {
            return Vec::new();
        }
        self.parts(word, PARTS).unwrap_or_default()
    }

    /// What the parts of a word mean, if it has at most so many: the longest beginnings first.
    fn parts(&self, word: &str, most: usize) -> Option<Vec<Vec<Concept>>> {
        let known = |part: &str| {
            let is_said = part.len() > 2 || SHORT.contains(&part);
            self.words.get(part).filter(|_| is_said).cloned()
        };
        (2..word.len().saturating_sub(1)).rev().find_map(|at| {
            let (begin, end) = word.split_at_checked(at)?;
            let begin = known(begin)?;
            let rest = known(end).map(|end| vec![end]).or_else(|| (most > 2).then(|| self.parts(end, most - 1))?)?;
            Some([vec![begin], rest].concat())
        })
    }
}

/// Whether a pattern of a code says enough of a name to go before the name's words.
fn is_sure_code(pattern: &str) -> bool {
    let written = pattern.bytes().filter(|byte| byte.is_ascii_alphabetic() || *byte == b'_').count();
    !pattern.contains('*') || written >= SURE
}

/// The concepts of a list with their words.
fn entries(text: &'static str) -> impl Iterator<Item = (Concept, &'static str)> {
    let lines = text.lines().filter_map(|line| line.split_once(": "));
    lines
        .filter_map(|(name, words)| Some((Concept::of(name)?, words)))
        .flat_map(|(concept, words)| words.split(' ').map(move |word| (concept, word)))
}

/// In lower case, and without accents.
fn folded(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for sign in text.chars().flat_map(char::to_lowercase) {
        match sign {
            'à'..='å' | 'ā' | 'ă' | 'ą' => plain.push('a'),
            'æ' => plain.push_str("ae"),
            'ç' | 'ć' | 'č' => plain.push('c'),
            'ď' | 'ð' => plain.push('d'),
            'è'..='ë' | 'ē' | 'ė' | 'ę' | 'ě' => plain.push('e'),
            'ì'..='ï' | 'ı' | 'ī' => plain.push('i'),
            'ł' => plain.push('l'),
            'ñ' | 'ń' | 'ň' => plain.push('n'),
            'ò'..='ö' | 'ø' | 'ō' | 'ő' => plain.push('o'),
            'œ' => plain.push_str("oe"),
            'ř' => plain.push('r'),
            'ś' | 'š' | 'ş' => plain.push('s'),
            'ß' => plain.push_str("ss"),
            'ť' | 'ţ' => plain.push('t'),
            'ù'..='ü' | 'ū' | 'ů' | 'ű' => plain.push('u'),
            'ý' | 'ÿ' => plain.push('y'),
            'ź' | 'ż' | 'ž' => plain.push('z'),
            // An accent of its own.
            '\u{300}'..='\u{36f}' => {}
            other => plain.push(other),
        }
    }
    plain
}

/// Whether a text fits a pattern: `#` is a digit, `?` a letter, `*` any text.
fn fits(pattern: &[u8], text: &[u8]) -> bool {
    match (pattern.split_first(), text.split_first()) {
        (None, None) => true,
        (Some((b'*', rest)), _) => (0..=text.len()).any(|skipped| fits(rest, &text[skipped..])),
        (Some((sign, rest)), Some((byte, text))) => {
            let is_one = match sign {
                b'#' => byte.is_ascii_digit(),
                b'?' => byte.is_ascii_alphabetic(),
                _ => sign == byte,
            };
            is_one && fits(rest, text)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn concepts(name: &str) -> Vec<Concept> {
        Lexicon::new().read(name).found.into_iter().filter_map(|found| found.concepts.first().copied()).collect()
    }

    #[test]
    fn every_line_of_the_lists_has_a_concept_that_exists() {
        for text in LANGUAGES.iter().chain(&[CODES]) {
            let mut lines = text.lines();
            assert!(lines.next().is_some_and(|head| head.starts_with("# ") && head.contains("Source")), "{text:.60}");
            for line in lines {
                let (name, words) = line.split_once(": ").unwrap_or_default();
                assert!(Concept::of(name).is_some(), "{line:.60}");
                for word in words.split(' ') {
                    assert!(!word.is_empty() && (folded(word) == word), "{name}: {word}");
                }
            }
        }
    }

    #[test]
    fn blanks_beside_a_name_mean_nothing() {
        let lexicon = Lexicon::new();
        for name in ["sex", "First Name", "R5 · Response", "SEER_REG", "Ward", "dn0"] {
            for beside in [" ", "  ", "\t", "\u{a0}"] {
                let padded = format!("{beside}{name}{beside}");
                assert_eq!(lexicon.read(&padded).found, lexicon.read(name).found, "{padded:?}");
            }
        }
    }

    #[test]
    fn a_name_is_read_by_its_words() {
        use Concept::{Age, Birth, Date, Facility, Number, Person, Surname};
        assert_eq!(concepts("date_of_birth"), [Date, Birth]);
        assert_eq!(concepts("First Name"), [Surname]);
        assert_eq!(concepts("hospital_id"), [Facility, Number]);
        assert_eq!(concepts("patientAge"), [Person, Age]);
        assert_eq!(concepts("xyzzy"), []);
    }

    #[test]
    fn a_word_is_read_by_its_parts_and_without_accents() {
        use Concept::{Age, Date, Demography, Number, Person};
        assert_eq!(concepts("custid"), [Person, Number]);
        assert_eq!(concepts("Fallnummern"), concepts("fallnummern"));
        assert_eq!(concepts("Âge"), [Age]);
        assert_eq!(concepts("Haushaltsgröße"), concepts("Haushaltsgroesse"));
        assert_eq!(concepts("Nationalitaet"), [Demography]);
        assert_eq!(concepts("Einstellungsdatum"), [Date]);
        // Two letters alone are no word in another one.
        assert_eq!(concepts("cntct"), []);
    }

    #[test]
    fn whole_names_of_dictionaries_are_read_as_such() {
        for (name, concept) in [
            ("RIAGENDR", Concept::Sex),
            ("hv005", Concept::Weight),
            ("PWGTP17", Concept::Weight),
            ("DB030", Concept::Number),
            ("HY140G", Concept::Money),
            ("LBDTC", Concept::Date),
        ] {
            let meaning = Lexicon::new().read(name);
            assert!(meaning.is_code && meaning.has(concept), "{name}: {meaning:?}");
        }
        assert!(!Lexicon::new().read("county").is_code);
    }
}
