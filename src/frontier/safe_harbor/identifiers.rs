//! The identifiers of the Safe Harbor rule, and which of them a column may be.

use crate::data::{ColumnProfile, Concept, Kind, Lexicon, Pattern, Reading, Role};

/// The identifiers of Safe Harbor, in the order of the rule, each with what words in column names mean that suggest it.
pub const IDENTIFIERS: [(&str, &[Concept]); 18] = [
    ("names", &[Concept::Surname, Concept::Name]),
    ("places", &[Concept::Address, Concept::Place, Concept::Coordinate]),
    ("dates", &[Concept::Date, Concept::Birth, Concept::Age]),
    ("telephone", &[Concept::Phone]),
    ("fax", &[Concept::Fax]),
    ("email", &[Concept::Email]),
    ("social-security", &[Concept::Social]),
    ("medical-record", &[Concept::Record, Concept::Person]),
    ("health-plan", &[Concept::Plan]),
    ("account", &[Concept::Account]),
    ("licence", &[Concept::Licence]),
    ("vehicle", &[Concept::Vehicle]),
    ("device", &[Concept::Device]),
    ("url", &[Concept::Url]),
    ("ip", &[Concept::Ip]),
    ("biometric", &[Concept::Biometric]),
    ("photograph", &[Concept::Photograph]),
    ("other", &[Concept::Number]),
];

/// Under a name of a date, fewer distinct values than this are answers and not dates: died, or not.
const DIFFERENT: u64 = 10;

/// The first age that the rule mentions.
pub(super) const OLDEST: f64 = 90.0;

/// Whether a column's name is one of dates.
pub(super) fn is_of_dates(name: &str) -> bool {
    let meaning = Lexicon::new().read(name);
    [Concept::Date, Concept::Birth].iter().any(|&concept| meaning.has(concept))
}

/// The identifier for a pattern of values.
fn of_pattern(pattern: Pattern) -> &'static str {
    match pattern {
        Pattern::Iban => "account",
        Pattern::NhsNumber => "medical-record",
        Pattern::ProviderIdentifier => "licence",
        Pattern::SocialSecurityNumber => "social-security",
        Pattern::Mail => "email",
        Pattern::WebAddress => "url",
        Pattern::InternetAddress => "ip",
        Pattern::Telephone => "telephone",
        Pattern::Postcode => "places",
        Pattern::Uuid | Pattern::Sentences => "other",
    }
}

/// The identifiers that a column may be, by its values as they are read and by the words of its name, in the rule's
/// order. A name alone is enough for places, and for dates if the values do not contradict it. For the others, the role
/// or the suggested role of the column must be that of an identifier as well.
pub(super) fn identifiers_of(
    column: &ColumnProfile,
    role: Option<Role>,
    reading: Option<&Reading>,
) -> Vec<&'static str> {
    let meaning = Lexicon::new().read(&column.name);
    let points_at_one = [role, column.suggestion.role].contains(&Some(Role::Identifier));
    // A kind determines how a column is read. It does not rule out that the column contains a date.
    let mut readings = reading.into_iter().chain(&column.readings);
    let by_values = column.pattern.map(of_pattern).or_else(|| {
        readings.find_map(|reading| match reading {
            Reading::Date(_) => Some("dates"),
            Reading::Place => Some("places"),
            Reading::Text => Some("other"),
            _ => None,
        })
    });
    let is_young = column.kind != Kind::Text && (column.histogram.as_ref()).is_some_and(|ages| ages.max < OLDEST);
    let by_name = |identifier: &str, concepts: &[Concept]| {
        let counts = match identifier {
            "places" => true,
            "dates" => {
                if meaning.has(Concept::Age) {
                    !is_young
                } else {
                    column.distinct >= DIFFERENT
                }
            }
            _ => false,
        };
        concepts.iter().any(|&concept| meaning.has(concept)) && (points_at_one || counts)
    };
    let mut found: Vec<&'static str> = (IDENTIFIERS.iter())
        .filter(|&&(identifier, concepts)| by_values == Some(identifier) || by_name(identifier, concepts))
        .map(|&(identifier, _)| identifier)
        .collect();
    if found.is_empty() && points_at_one {
        found.push("other");
    }
    found
}
