//! What is known of a column whose role is to be suggested: its values, and what they may be under its name.

use super::ColumnProfile;
use super::patterns::Pattern;
use crate::data::kind::Kind;
use crate::data::lexicon::{Concept, NameMeaning};
use crate::data::reading::Reading;

/// Fewer values than this cannot distinguish persons, whatever the name suggests (`email_allowed`).
pub(super) const DIFFERENT: u64 = 10;

/// Up to this number of values are a category or a count.
pub(super) const FEW: u64 = 30;

/// A column with up to this number of distinct values is a category, whatever the number of records.
pub(super) const CATEGORIES: u64 = 100;

/// Counts are below this.
const MOST_COUNTED: f64 = 100.0;

/// No body weighs more, in kilograms or pounds.
const HEAVIEST: f64 = 500.0;

/// No newborn weighs more, in grams.
const HEAVIEST_NEWBORN: f64 = 7_000.0;

/// A weight below this is none of an adult's body.
const LIGHTEST: f64 = 10.0;

/// The minimum length of a number that identifies persons or cases, rather than a measurement.
const LONG_NUMBER: usize = 5;

/// Meanings that are sensitive, and what they are about.
pub(super) const OUTCOMES: [(Concept, &str); 6] = [
    (Concept::Health, "about health"),
    (Concept::Money, "about income, wealth or amounts"),
    (Concept::Belief, "about beliefs or opinions"),
    (Concept::Offence, "about offences"),
    (Concept::Mark, "about marks or scores"),
    (Concept::Outcome, "about outcomes"),
];

/// What is known of a column's values.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Values {
    /// Whether they look like names of persons.
    pub(super) are_names: bool,
    /// Whether they look like streets with the number of a house.
    pub(super) are_addresses: bool,
    /// Whether they are whole numbers that begin near 0 or 1 and leave none out.
    pub(super) are_counted_up: bool,
}

/// A column whose role is to be suggested.
pub(super) struct KnownColumn<'a> {
    pub(super) profile: &'a ColumnProfile,
    /// What its name means.
    pub(super) meaning: NameMeaning,
    pub(super) values: Values,
    /// The records that have a value.
    pub(super) known: u64,
}

impl KnownColumn<'_> {
    pub(super) fn numbers(&self) -> String {
        let more = if self.profile.distinct_is_exact { "" } else { "more than " };
        let plural = if self.known == 1 { "" } else { "s" };
        let values = if self.profile.distinct == 1 { "" } else { "s" };
        format!(
            "{more}{} distinct value{values} in {} record{plural}",
            thousands(self.profile.distinct),
            thousands(self.known)
        )
    }

    pub(super) fn has_person(&self) -> bool {
        Concept::PERSONS.iter().any(|&concept| self.meaning.has(concept)) || self.meaning.has(Concept::Event)
    }

    pub(super) fn has_date(&self) -> bool {
        let meaning = &self.meaning;
        if !meaning.has(Concept::Date) && !meaning.has(Concept::Time) {
            return false;
        }
        if self.has_dates() || self.has_times() || meaning.is_code {
            return true;
        }
        // `data` is no date in English, and `two_year_relapse` is no year.
        let is_head =
            [meaning.found.first(), meaning.found.iter().rev().find(|found| found.concepts != [Concept::Flag])];
        let is_date = is_head.into_iter().flatten().any(|found| {
            found.concepts.iter().any(|concept| is_when(*concept)) && !found.concepts.contains(&Concept::Flag)
        });
        // Neither is the cause of a death.
        let is_outcome = |at: Concept| meaning.begins_with(at) && !meaning.ends_with(Concept::Time);
        let ends_so = meaning.ends_with(Concept::Outcome) || self.values.are_names;
        if ends_so || OUTCOMES.iter().any(|&(concept, _)| is_outcome(concept)) {
            return false;
        }
        let is_alone = OUTCOMES.iter().all(|&(concept, _)| !meaning.has(concept)) && !meaning.has(Concept::Flag);
        (is_date || is_alone) && (self.profile.distinct <= CATEGORIES || self.are_compact_dates())
    }

    /// Whether they are days or moments of digits alone: `20190331`, `201903311200`.
    pub(super) fn are_compact_dates(&self) -> bool {
        let is_one = |value: &str| {
            [8, 12, 14].contains(&value.len())
                && value.bytes().all(|byte| byte.is_ascii_digit())
                && (value.starts_with("19") || value.starts_with("20"))
        };
        !self.profile.top.is_empty() && self.profile.top.iter().all(|top| is_one(&top.value))
    }

    pub(super) fn is_technical(&self) -> bool {
        let meaning = &self.meaning;
        let others = meaning.found.iter().filter(|found| !found.concepts.contains(&Concept::Technical));
        meaning.ends_with(Concept::Technical)
            || others.into_iter().all(|found| {
                found.concepts.iter().all(|concept| {
                    matches!(
                        concept,
                        Concept::Flag
                            | Concept::Number
                            | Concept::Date
                            | Concept::Time
                            | Concept::Person
                            | Concept::Event
                    )
                })
            })
    }

    pub(super) fn may_be_weight(&self) -> bool {
        if !matches!(self.profile.kind, Kind::Integer | Kind::Decimal) || self.profile.distinct < DIFFERENT {
            return false;
        }
        let meaning = &self.meaning;
        if meaning.is_code {
            return true;
        }
        let is_of_body = [Concept::Body, Concept::Birth, Concept::Relative, Concept::Health]
            .iter()
            .any(|&concept| meaning.has(concept));
        let is_bare = meaning.found.len() == 1;
        let looks_like_body =
            (self.profile.histogram.as_ref()).is_some_and(|numbers| numbers.min >= LIGHTEST && numbers.max <= HEAVIEST);
        !(is_of_body || is_bare && looks_like_body)
    }

    /// Whether they are the years of a school: kindergarten, and 1 to 13.
    pub(super) fn are_school_years(&self) -> bool {
        let is_year = |value: &str| {
            ["PK", "KG", "K"].contains(&value.to_uppercase().as_str())
                || value.parse().is_ok_and(|year: u8| (1..=13).contains(&year))
        };
        self.profile.distinct <= 16 && self.profile.top.iter().all(|top| is_year(&top.value))
    }

    /// Whether a weight, of which the name says no more, may be that of children's or newborns' bodies: whole numbers
    /// below what these have in grams.
    pub(super) fn may_be_grams(&self) -> bool {
        !self.meaning.is_code
            && self.meaning.found.len() == 1
            && self.profile.kind == Kind::Integer
            && (self.profile.histogram.as_ref()).is_some_and(|numbers| numbers.max <= HEAVIEST_NEWBORN)
    }

    pub(super) fn is_distinct(&self) -> bool {
        !self.profile.distinct_is_exact || self.profile.distinct.saturating_mul(2) > self.known
    }

    pub(super) fn is_all_distinct(&self) -> bool {
        self.profile.distinct_is_exact && self.profile.distinct == self.known
    }

    /// Whether most records are alone with their value.
    pub(super) fn is_alone(&self) -> bool {
        self.profile.alone.is_none_or(|alone| alone.saturating_mul(2) > self.known)
    }

    /// Whether at least half of the records have a value that fewer than five have.
    pub(super) fn is_mostly_rare(&self) -> bool {
        self.profile.rare.is_none_or(|rare| rare.saturating_mul(2) >= self.known)
    }

    pub(super) fn rare(&self) -> String {
        let rare = self.profile.rare.unwrap_or(self.known);
        format!("{} of {} records", thousands(rare), thousands(self.known))
    }

    pub(super) fn has_dates(&self) -> bool {
        // Even if a few cells are not dates.
        self.profile.kind == Kind::Date
            || self.profile.readings.iter().any(|reading| matches!(reading, Reading::Date(_)))
    }

    pub(super) fn has_times(&self) -> bool {
        self.profile.kind == Kind::Time || self.profile.readings.contains(&Reading::Time)
    }

    pub(super) fn is_free_text(&self) -> bool {
        let profile = self.profile;
        profile.kind == Kind::Text
            && profile.distinct >= DIFFERENT
            && (self.is_distinct() || profile.distinct > CATEGORIES || profile.pattern == Some(Pattern::Sentences))
    }

    pub(super) fn is_exact_place(&self) -> bool {
        self.profile.kind != Kind::Integer || self.is_long()
    }

    /// Whether they are small whole numbers, as of children or rooms.
    pub(super) fn is_count(&self) -> bool {
        self.profile.kind == Kind::Integer
            && self.profile.distinct <= FEW
            && (self.profile.histogram.as_ref()).is_some_and(|numbers| numbers.max < MOST_COUNTED)
    }

    /// Whether the most frequent values have as many digits before the point, or signs, as numbers of persons.
    pub(super) fn is_long(&self) -> bool {
        let whole = |value: &str| value.split(['.', ',']).next().map_or(0, |whole| whole.chars().count());
        !self.profile.top.is_empty() && self.profile.top.iter().all(|top| whole(&top.value) >= LONG_NUMBER)
    }
}

fn is_when(concept: Concept) -> bool {
    matches!(concept, Concept::Date | Concept::Time)
}

/// `20,000`.
pub(crate) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::with_capacity(digits.len() * 4 / 3);
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}
