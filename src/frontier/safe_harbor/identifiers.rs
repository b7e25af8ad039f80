//! The identifiers of the Safe Harbor rule, and which of them a column may be.

use crate::data::{ColumnProfile, Kind, Pattern, Reading, Role, Words};

/// The identifiers of Safe Harbor, in the order of the rule, each with words in column names that suggest it, in
/// English, German, Spanish and French.
pub const IDENTIFIERS: [(&str, &[&str]); 18] = [
    (
        "names",
        &[
            "name",
            "surname",
            "firstname",
            "lastname",
            "forename",
            "nachname",
            "vorname",
            "familienname",
            "apellido",
            "apellidos",
            "nombre",
            "nombres",
            "nom",
            "prenom",
            "prénom",
        ],
    ),
    (
        "places",
        &[
            "address",
            "street",
            "city",
            "town",
            "county",
            "district",
            "zip",
            "zipcode",
            "zcta",
            "postal",
            "postcode",
            "place",
            "lat",
            "latitude",
            "lon",
            "lng",
            "longitude",
            "coordinates",
            "gps",
            "easting",
            "northing",
            "plz",
            "postleitzahl",
            "adresse",
            "anschrift",
            "strasse",
            "straße",
            "ort",
            "wohnort",
            "stadt",
            "gemeinde",
            "landkreis",
            "direccion",
            "dirección",
            "ciudad",
            "municipio",
            "provincia",
            "rue",
            "ville",
            "commune",
        ],
    ),
    (
        "dates",
        &[
            "date",
            "birth",
            "birthdate",
            "birthday",
            "born",
            "dob",
            "admission",
            "discharge",
            "death",
            "age",
            "datum",
            "geburt",
            "geburtsdatum",
            "geburtstag",
            "geboren",
            "aufnahme",
            "aufnahmedatum",
            "entlassung",
            "entlassungsdatum",
            "sterbedatum",
            "todesdatum",
            "alter",
            "fecha",
            "nacimiento",
            "edad",
            "naissance",
            "âge",
        ],
    ),
    ("telephone", &["phone", "telephone", "mobile", "cell", "telefon", "handy", "telefono", "teléfono", "téléphone"]),
    ("fax", &["fax"]),
    ("email", &["email", "mail", "correo", "courriel"]),
    ("social-security", &["ssn", "social", "insuree"]),
    ("medical-record", &["mrn", "record", "chart", "patient", "fallnummer", "paciente"]),
    (
        "health-plan",
        &["plan", "beneficiary", "insurance", "medicare", "medicaid", "versicherung", "versichertennummer"],
    ),
    ("account", &["account", "iban", "konto", "kontonummer", "cuenta"]),
    ("licence", &["licence", "license", "certificate"]),
    ("vehicle", &["vehicle", "vin", "plate", "kennzeichen"]),
    ("device", &["device", "serial", "imei"]),
    ("url", &["url", "website", "homepage", "link"]),
    ("ip", &["ip"]),
    ("biometric", &["fingerprint", "voice", "biometric", "retina", "iris"]),
    ("photograph", &["photo", "photograph", "image", "picture"]),
    ("other", &["id", "code", "number", "uuid", "key"]),
];

/// Under a name of a date, fewer distinct values than this are answers and not dates: died, or not.
const DIFFERENT: u64 = 10;

/// The first age that the rule mentions.
pub(super) const OLDEST: f64 = 90.0;

/// Whether a column's name is one of dates.
pub(super) fn is_of_dates(words: &Words) -> bool {
    IDENTIFIERS.iter().any(|(identifier, names)| *identifier == "dates" && words.have(names))
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
    let words = Words::of(&column.name);
    let points_at_one = role == Some(Role::Identifier) || column.suggestion.role == Role::Identifier;
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
    let by_name = |identifier: &str, names: &[&str]| {
        let counts = match identifier {
            "places" => true,
            "dates" => {
                if words.have_age() {
                    !is_young
                } else {
                    column.distinct >= DIFFERENT
                }
            }
            _ => false,
        };
        words.have(names) && (points_at_one || counts)
    };
    let mut found: Vec<&'static str> = (IDENTIFIERS.iter())
        .filter(|&&(identifier, names)| by_values == Some(identifier) || by_name(identifier, names))
        .map(|&(identifier, _)| identifier)
        .collect();
    if found.is_empty() && points_at_one {
        found.push("other");
    }
    found
}
