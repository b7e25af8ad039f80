//! Suggests a role for a column, by its name and its values.
//!
//! A quasi-identifier is what a stranger can know of a person: traits, places, dates. What names or numbers persons,
//! households, visits, staff or relatives is an identifier, however many records have each value. Outcomes, amounts
//! and beliefs are sensitive. Of the rest the user decides.

use super::known_column::{CATEGORIES, DIFFERENT, FEW, KnownColumn, OUTCOMES, Values, thousands};
use super::patterns::Pattern;
use super::{ColumnProfile, Suggestion};
use crate::data::kind::Kind;
use crate::data::lexicon::{Concept, Lexicon, NameMeaning};
use crate::data::role::Role;

/// How sure it is that strangers know a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    /// Traits, ages and places.
    Known,
    /// Dates and facilities.
    FoundOut,
    /// By the values alone.
    ByValues,
}

impl Rank {
    /// The rank of a column that was suggested as a quasi-identifier.
    pub(super) fn of(meaning: &NameMeaning) -> Self {
        let is_trait = TRAITS.iter().chain(&[Concept::Place]).any(|&concept| meaning.has(concept));
        if is_trait {
            Self::Known
        } else if meaning.found.is_empty() {
            Self::ByValues
        } else {
            Self::FoundOut
        }
    }
}

/// The suggested role of a column, with the reason. `records` is the number of the file's records.
pub(super) fn suggest_role(profile: &ColumnProfile, records: u64, values: Values, lexicon: &Lexicon) -> Suggestion {
    let known = records.saturating_sub(profile.missing);
    let column = KnownColumn { profile, meaning: lexicon.read(&profile.name), values, known };
    let (role, why) = column.suggest(records);
    let reason = if known == 0 { why } else { format!("{why}; {}.", column.numbers()) };
    Suggestion { role, reason }
}

type Told = (Option<Role>, String);

const IDENTIFIER: Option<Role> = Some(Role::Identifier);
const QUASI: Option<Role> = Some(Role::QuasiIdentifier);
const SENSITIVE: Option<Role> = Some(Role::Sensitive);
const INSENSITIVE: Option<Role> = Some(Role::Insensitive);
const TO_DECIDE: Option<Role> = None;

/// Concepts that point at one person by themselves.
const DIRECT: [Concept; 18] = [
    Concept::Surname,
    Concept::Phone,
    Concept::Fax,
    Concept::Email,
    Concept::Address,
    Concept::Coordinate,
    Concept::Social,
    Concept::Record,
    Concept::Plan,
    Concept::Account,
    Concept::Licence,
    Concept::Vehicle,
    Concept::Device,
    Concept::Url,
    Concept::Ip,
    Concept::Biometric,
    Concept::Photograph,
    Concept::Number,
];

/// Shorter words say little in a question.
const ASKED_LETTERS: usize = 5;

/// Words that mean the same in a question as in a short name.
const ASKED: [&str; 24] = [
    "country",
    "city",
    "town",
    "zip",
    "postcode",
    "postal",
    "county",
    "education",
    "married",
    "marital",
    "ethnicity",
    "ethnic",
    "race",
    "nationality",
    "occupation",
    "language",
    "children",
    "land",
    "wohnort",
    "beruf",
    "pays",
    "ville",
    "pais",
    "profession",
];

const TRAITS: [Concept; 4] = [Concept::Age, Concept::Birth, Concept::Sex, Concept::Demography];

impl KnownColumn<'_> {
    fn suggest(&self, records: u64) -> Told {
        let profile = self.profile;
        if self.known == 0 {
            return (INSENSITIVE, format!("All {} cells are missing.", thousands(records)));
        }
        // With blank cells, a single value is a flag that some records have and others do not.
        if profile.distinct <= 1 && profile.distinct_is_exact && profile.missing == 0 {
            return (INSENSITIVE, "All values are the same".to_owned());
        }
        self.by_form().or_else(|| self.by_name()).unwrap_or_else(|| self.by_values())
    }

    /// What the values look like, whatever the name says.
    fn by_form(&self) -> Option<Told> {
        let pattern = self.profile.pattern?;
        match pattern {
            Pattern::Postcode => None,
            // A name of an outcome says more than phrases that many records have.
            Pattern::Sentences if self.outcome().is_some() && !self.is_alone() => None,
            Pattern::Sentences if self.is_distinct() => {
                Some((IDENTIFIER, "The values are sentences, which may name persons and days".to_owned()))
            }
            Pattern::Sentences => None,
            _ => Some((IDENTIFIER, format!("The values look like {}, which point at one person", pattern.name()))),
        }
    }

    fn by_name(&self) -> Option<Told> {
        let meaning = &self.meaning;
        let named = |concept| meaning.word(concept).map(str::to_owned);
        if self.meaning.is_question {
            return self.by_question();
        }
        if let Some(word) = named(Concept::Text).filter(|_| self.is_free_text()) {
            return Some((
                IDENTIFIER,
                format!("The name has “{word}”, as of free text, which may name persons and days"),
            ));
        }
        if let Some(word) = named(Concept::Weight).filter(|_| self.may_be_weight() && self.may_be_grams()) {
            let told = format!("The name has “{word}”: that of a body, or how many people a record stands for");
            return Some((TO_DECIDE, told));
        }
        if let Some(word) = named(Concept::Weight).filter(|_| self.may_be_weight()) {
            return Some((
                INSENSITIVE,
                format!(
                    "The name has “{word}”. If it says how many people a record stands for, name it under Release: risk \
                     is then told among them",
                ),
            ));
        }
        if let Some(word) = named(Concept::Technical).filter(|_| self.is_technical()) {
            if let Some(told) = self.numbers_records() {
                return Some(told);
            }
            if self.is_mostly_rare() {
                return Some((
                    TO_DECIDE,
                    format!(
                        "The name has “{word}”, which concerns the file, but {} are nearly alone with their value",
                        self.rare()
                    ),
                ));
            }
            return Some((INSENSITIVE, format!("The name has “{word}”, which concerns the file and not the person")));
        }
        if let Some(told) = self.by_identifier() {
            return Some(told);
        }
        if self.has_date() {
            let word = named(Concept::Date).or_else(|| named(Concept::Time)).unwrap_or_default();
            return Some((QUASI, format!("The name has “{word}”: others may know when something happened")));
        }
        if self.has_dates() {
            return Some((QUASI, "Others may know a date".to_owned()));
        }
        let is_place = meaning.ends_with(Concept::Place) || meaning.begins_with(Concept::Place);
        if let Some(word) = named(Concept::Place).filter(|_| is_place && !meaning.has(Concept::Money)) {
            return Some((QUASI, known(&word)));
        }
        if let Some(word) =
            named(Concept::Age).or_else(|| named(Concept::Birth)).filter(|_| !meaning.has(Concept::Weight))
        {
            return Some((QUASI, known(&word)));
        }
        if let Some(word) = named(Concept::Mark).filter(|word| word.starts_with("grade") && self.are_school_years()) {
            let is_sure = self.profile.kind == Kind::Text;
            let told = format!("The name has “{word}”: the year of a school, which others may know, or a mark");
            return Some(if is_sure { (QUASI, known(&word)) } else { (TO_DECIDE, told) });
        }
        if let Some(told) = self.outcome() {
            return Some(told);
        }
        for concept in [Concept::Sex, Concept::Demography, Concept::Place, Concept::Facility] {
            if let Some(word) = named(concept) {
                return Some((QUASI, known(&word)));
            }
        }
        if let Some(word) = named(Concept::Weight).or_else(|| named(Concept::Body)) {
            return Some((QUASI, known(&word)));
        }
        if let Some(word) = named(Concept::Person)
            .or_else(|| named(Concept::Relative))
            .filter(|_| self.is_count() && named(Concept::Count).is_some())
        {
            return Some((QUASI, known(&word)));
        }
        None
    }

    /// In questions, few words mean what they mean elsewhere.
    fn by_question(&self) -> Option<Told> {
        let named = |concept| self.meaning.word(concept).map(str::to_owned);
        if self.is_free_text() && named(Concept::Text).is_some() {
            return Some((IDENTIFIER, "The answers are free text, which may name persons and days".to_owned()));
        }
        if let Some(told) = self.outcome() {
            return Some(told);
        }
        for concept in [Concept::Age, Concept::Birth, Concept::Sex] {
            if let Some(word) = named(concept) {
                return Some((QUASI, known(&word)));
            }
        }
        let asked = self.meaning.found.iter().find(|found| ASKED.contains(&found.word.as_str()));
        asked.map(|found| (QUASI, known(&found.word)))
    }

    /// Whoever has the file from which a table was made finds the record by its number.
    fn numbers_records(&self) -> Option<Told> {
        let told = "It numbers the records one by one, by which the original's are found again";
        let are_numbered = self.is_all_distinct() && self.known >= DIFFERENT && self.values.are_counted_up;
        are_numbered.then(|| (IDENTIFIER, told.to_owned()))
    }

    /// What names or numbers a person, a household, a visit, staff or a relative.
    fn by_identifier(&self) -> Option<Told> {
        let meaning = &self.meaning;
        let named = |concept| meaning.word(concept).map(str::to_owned);
        let is_of_thing = meaning.has(Concept::Facility) || meaning.has(Concept::Place);
        let is_of_trait = TRAITS.iter().any(|&concept| meaning.has(concept)) || self.has_date();
        let is_of_outcome = OUTCOMES.iter().any(|&(concept, _)| meaning.has(concept));
        let points = |word: &str| format!("The name has “{word}”, which points at one person");
        let is_text = self.profile.kind == Kind::Text;
        let many = self.profile.distinct >= DIFFERENT || self.is_all_distinct();
        if !many {
            // A few streets, surnames or numbers of persons are still those of persons.
            let word = DIRECT[..8].iter().find_map(|&concept| named(concept));
            let is_one = is_text && self.profile.distinct > 2 && !is_of_thing && !is_of_trait && !is_of_outcome;
            let names_person = is_text && meaning.has(Concept::Name) && self.has_person();
            let person = named(Concept::Name).filter(|_| names_person);
            let person =
                person.or_else(|| named(Concept::Number).filter(|_| meaning.numbers_persons() || meaning.is_code));
            let word = word.filter(|_| is_one).or(person);
            return word.map(|word| (TO_DECIDE, format!("{}, but has few values", points(&word))));
        }
        if is_text && self.values.are_addresses && self.is_mostly_rare() && !is_of_outcome && !is_of_trait {
            return Some((IDENTIFIER, "The values look like addresses, which point at one person".to_owned()));
        }
        for concept in Concept::PERSONS {
            if let Some(word) =
                named(concept).filter(|_| meaning.ends_with(concept) && is_text && concept != Concept::Person)
            {
                return Some((IDENTIFIER, points(&word)));
            }
        }
        for concept in DIRECT {
            let Some(word) = named(concept) else { continue };
            let fits = match concept {
                Concept::Number => continue,
                Concept::Coordinate => self.is_exact_place(),
                Concept::Address if self.values.are_addresses => true,
                Concept::Address if meaning.has(Concept::Flag) && !self.is_mostly_rare() => continue,
                Concept::Address => !meaning.ends_with(Concept::Place) && !is_of_trait,
                Concept::Surname => is_text && (!is_of_thing || self.has_person()),
                Concept::Vehicle | Concept::Licence => !is_of_thing,
                // Those of a study count from 1.
                Concept::Record if self.profile.kind == Kind::Integer => !is_of_outcome && !is_of_trait,
                Concept::Account | Concept::Plan | Concept::Record => {
                    self.is_long() && (!is_of_outcome || meaning.has(Concept::Number)) && !is_of_trait
                }
                _ => true,
            };
            if fits && concept == Concept::Coordinate {
                return Some((IDENTIFIER, format!("The name has “{word}”, which points at one place")));
            }
            if fits {
                return Some((IDENTIFIER, points(&word)));
            }
        }
        let person = Concept::PERSONS.iter().chain(&[Concept::Event]).find_map(|&concept| named(concept));
        if let Some(number) = named(Concept::Number) {
            if self.is_count() && (meaning.has(Concept::Count) || meaning.begins_with(Concept::Number)) {
                return None;
            }
            let is_direct = meaning.numbers_persons();
            if is_of_trait && !meaning.is_code && !is_direct {
                return None;
            }
            if let Some(person) = person.filter(|_| is_direct || !is_of_thing) {
                return Some((
                    IDENTIFIER,
                    format!("The name has “{person}” and “{number}”, which point at one person"),
                ));
            }
            if is_of_thing {
                let told = format!(
                    "The name has “{number}” of a place or a facility, but {} are nearly alone with it",
                    self.rare()
                );
                return self.is_mostly_rare().then_some((TO_DECIDE, told));
            }
            if is_of_outcome {
                let is_code = meaning.has(Concept::Flag) || self.profile.distinct <= FEW;
                return (!is_code).then(|| {
                    (
                        TO_DECIDE,
                        format!("The name has “{number}”: it may number persons or visits, or what was found of them"),
                    )
                });
            }
            return Some((IDENTIFIER, points(&number)));
        }
        if let Some(name) = named(Concept::Name) {
            if Concept::PERSONS.iter().any(|&concept| meaning.has(concept)) && is_text {
                return Some((IDENTIFIER, points(&name)));
            }
            if is_of_thing || is_of_trait || is_of_outcome {
                return None;
            }
            return Some(if self.values.are_names || (!meaning.has_unknown && self.profile.kind == Kind::Text) {
                (IDENTIFIER, points(&name))
            } else {
                (TO_DECIDE, format!("The name has “{name}”, and does not say of what"))
            });
        }
        // `family` is a trait, unless its values are long numbers.
        let is_code = self.profile.name.contains(|sign: char| sign.is_ascii_digit());
        let is_sole = meaning.found.len() == 1 && !is_code && self.profile.distinct > CATEGORIES;
        let numbers_some = self.profile.kind == Kind::Integer && (self.is_long() || is_sole) && !self.has_date();
        if (is_of_trait && !numbers_some) || is_of_outcome || is_of_thing {
            return None;
        }
        let person = person?;
        if self.is_count() || self.has_dates() {
            return None;
        }
        if self.values.are_names || self.is_long() || numbers_some || self.profile.kind == Kind::Text {
            return Some((IDENTIFIER, points(&person)));
        }
        Some((TO_DECIDE, format!("The name has “{person}”: it may number persons")))
    }

    fn outcome(&self) -> Option<Told> {
        let meaning = &self.meaning;
        OUTCOMES.iter().find_map(|&(concept, about)| {
            let word = meaning.word(concept)?;
            // `paid` may be any work in a question.
            if meaning.is_question && word.len() < ASKED_LETTERS {
                return None;
            }
            Some((SENSITIVE, format!("The name has “{word}”, {about}, which a person may want to keep private")))
        })
    }

    fn by_values(&self) -> Told {
        let profile = self.profile;
        let nothing = "The name says nothing of what it tells";
        if let Some(pattern) = profile.pattern.filter(|pattern| *pattern == Pattern::Postcode) {
            return (QUASI, format!("The values look like {}, which others may know", pattern.name()));
        }
        if self.values.are_names {
            return (IDENTIFIER, "The values look like names of persons".to_owned());
        }
        if self.known < DIFFERENT {
            return (
                TO_DECIDE,
                format!("Only {} of the cells have a value, too few to say what they tell", thousands(self.known)),
            );
        }
        if self.has_dates() {
            return (QUASI, "Others may know a date".to_owned());
        }
        if self.has_times() {
            return (QUASI, "Others may know a time of day".to_owned());
        }
        if profile.kind == Kind::Decimal {
            return (SENSITIVE, "Decimal numbers look like measurements or amounts".to_owned());
        }
        if self.is_all_distinct() {
            return self.numbers_records().unwrap_or((IDENTIFIER, "Every record has a value of its own".to_owned()));
        }
        if !profile.distinct_is_exact {
            return (IDENTIFIER, "There are too many values for a category".to_owned());
        }
        if profile.kind == Kind::Text && self.is_distinct() {
            return (IDENTIFIER, "Most values occur once".to_owned());
        }
        if self.is_distinct() && self.is_long() {
            return (IDENTIFIER, "Most values occur once, as numbers of persons do".to_owned());
        }
        if self.is_mostly_rare() {
            return (TO_DECIDE, format!("{nothing}, and {} are nearly alone with their value", self.rare()));
        }
        (TO_DECIDE, nothing.to_owned())
    }
}

fn known(word: &str) -> String {
    format!("The name has “{word}”, which others may know about a person")
}
