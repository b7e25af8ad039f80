//! Suggested roles: what a stranger can know is a quasi-identifier, what names or numbers a person is an identifier,
//! outcomes are sensitive, and of the rest the user decides. Names are those of public dictionaries
//! (`data/column_names.txt`), and values are drawn for what they mean.

use kanon::data::{ColumnProfile, Dialect, Profiler, Role};
use std::collections::BTreeMap;
use std::fmt::Write as _;

const IDENTIFIER: Option<Role> = Some(Role::Identifier);
const QUASI: Option<Role> = Some(Role::QuasiIdentifier);
const SENSITIVE: Option<Role> = Some(Role::Sensitive);
const INSENSITIVE: Option<Role> = Some(Role::Insensitive);

/// The columns of a table of so many records, of which each value is made from the number of its record.
fn profiled(columns: &[(&str, &dyn Fn(usize) -> String)], records: usize) -> Vec<ColumnProfile> {
    let mut text = String::new();
    let quoted = |cell: &str| format!("\"{}\"", cell.replace('"', "\"\""));
    let line = |cells: Vec<String>| cells.iter().map(|cell| quoted(cell)).collect::<Vec<_>>().join(",");
    writeln!(text, "{}", line(columns.iter().map(|(name, _)| (*name).to_owned()).collect())).unwrap();
    for record in 0..records {
        writeln!(text, "{}", line(columns.iter().map(|(_, value)| value(record)).collect())).unwrap();
    }
    let mut profiler = Profiler::new(&Dialect::default());
    profiler.push(text.as_bytes()).unwrap();
    profiler.finish().unwrap().columns
}

/// The suggestion for a single column.
fn suggested(name: &str, records: usize, value: impl Fn(usize) -> String) -> (Option<Role>, String) {
    let columns = profiled(&[(name, &value)], records);
    (columns[0].suggestion.role, columns[0].suggestion.reason.clone())
}

/// A number that is drawn from another one.
fn drawn(number: usize, most: usize) -> usize {
    (number + 1).wrapping_mul(2_654_435_761) / 64 % most
}

fn full_name(number: usize) -> String {
    const GIVEN: [&str; 6] = ["Anna", "Berta", "Carl", "Dora", "Emil", "Fritz"];
    const FAMILY: [&str; 7] = ["Ashley", "Bradford", "Carlton", "Dalewood", "Millson", "Norman", "Thorn"];
    format!("{} {}", GIVEN[number % 6], FAMILY[number / 6 % 7])
}

fn of_kind(role: &str, kind: &str, record: usize) -> String {
    match (role, kind) {
        ("identifier", "number") => (100_000 + 37 * drawn(record / 4, 20_000)).to_string(),
        ("identifier", "name") => full_name(drawn(record, 42)),
        ("identifier", "address") => format!("{} Oak Street", 1 + drawn(record, 99)),
        ("identifier", "mail") => format!("p{record}@mail.example"),
        ("identifier", "text") => format!("Seen on day {record} by the team of ward {}", record % 7),
        ("quasi", "number") => (20 + drawn(record, 60)).to_string(),
        ("quasi", "date") => {
            format!("20{}-0{}-1{}", 10 + drawn(record, 10), 1 + drawn(record + 7, 9), drawn(record + 9, 9))
        }
        ("quasi", "place") => (53_700 + drawn(record, 40)).to_string(),
        ("sensitive", "amount") => format!("{}.{}", 20 + drawn(record, 4_000), drawn(record + 3, 10)),
        ("weight", _) => format!("{}.{:02}", drawn(record, 3_000), drawn(record + 5, 100)),
        _ => ["A1", "B2", "C3", "D4"][drawn(record, 4)].to_owned(),
    }
}

#[test]
fn names_of_public_dictionaries_get_their_roles() {
    let names = include_str!("data/column_names.txt");
    let (mut all, mut right, mut open) = (0, 0, 0);
    let mut wrong = Vec::new();
    for (head, names) in names.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(": ")) {
        let (role, kind) = head.split_once(' ').unwrap();
        let expected = match role {
            "identifier" => IDENTIFIER,
            "quasi" => QUASI,
            "sensitive" => SENSITIVE,
            _ => INSENSITIVE,
        };
        for names in names.split(' ').collect::<Vec<_>>().chunks(8) {
            let values: Vec<_> =
                (0..names.len()).map(|at| move |record: usize| of_kind(role, kind, record + 1_000 * at)).collect();
            let columns: Vec<(&str, &dyn Fn(usize) -> String)> =
                names.iter().zip(&values).map(|(name, value)| (*name, value as &dyn Fn(usize) -> String)).collect();
            for column in profiled(&columns, 240) {
                all += 1;
                let is_weight = column.suggestion.reason.contains("how many people a record stands for");
                match column.suggestion.role {
                    None => open += 1,
                    found if found == expected && is_weight == (role == "weight") => right += 1,
                    found => wrong.push(format!("{} is {found:?}, not {role}", column.name)),
                }
            }
        }
    }
    assert!(all >= 600, "{all}");
    assert!(!wrong.iter().any(|wrong| wrong.ends_with("identifier")), "{wrong:?}");
    assert!(100 * (right + open) >= 98 * all && 100 * open <= 5 * all, "{right} + {open} of {all}: {wrong:?}");
}

#[test]
fn what_names_or_numbers_a_person_is_never_published_in_tables_with_several_records_a_person() {
    let number = |record: usize| (900_000 + 37 * (record / 4)).to_string();
    let letter = |record: usize| ["A", "B", "C", "D", "E"][record % 5].to_owned();
    for name in
        ["hadm_id", "record_id", "tax_id", "usubjid", "subjid", "patid", "empid", "custno", "Kundennr", "claim_key"]
    {
        let columns = profiled(&[(name, &number), ("code", &letter)], 480);
        assert_eq!(columns[0].suggestion.role, IDENTIFIER, "{name}: {}", columns[0].suggestion.reason);
    }
    // Neither by a name that says nothing, nor by one of a table.
    for name in ["x7", "HB030", "member", "household", "Lunch PIN"] {
        let role = suggested(name, 480, number).0;
        assert!(matches!(role, IDENTIFIER | None), "{name}: {role:?}");
    }
    // A table made of another one keeps the numbers of its rows, from 0 or 1.
    for name in ["Unnamed: 0", "column 1", "index", "lfd", "x7"] {
        for first in [0, 1] {
            let (role, reason) = suggested(name, 60, |record| (first + record).to_string());
            assert_eq!(role, IDENTIFIER, "{name}: {reason}");
            assert!(reason.starts_with("It numbers the records one by one"), "{name}: {reason}");
        }
    }
    assert_eq!(suggested("age", 60, |record| record.to_string()).0, QUASI);
    // The year of a school is known, and 1 to 6 may be marks.
    let year = |record: usize| ["K", "1", "2", "3"][record % 4].to_owned();
    assert_eq!(suggested("Grade", 480, year).0, QUASI);
    assert_eq!(suggested("Grade", 480, |record| (1 + record % 6).to_string()).0, None);
    assert_eq!(suggested("Grade", 480, |record| ["A", "B", "C"][record % 3].to_owned()).0, SENSITIVE);
    // A thing has a number, too.
    for name in ["site_id", "ward_id", "dept_id", "school_code"] {
        assert_eq!(suggested(name, 480, |record| (701 + record % 6).to_string()).0, QUASI, "{name}");
    }
}

#[test]
fn a_person_is_found_by_what_stays_the_same() {
    let person = |record: usize| record / 5;
    let code = move |record: usize| format!("{}-{}", 1 + person(record) % 3, 100 + person(record));
    let age = move |record: usize| (30 + person(record) % 9).to_string();
    let sex = move |record: usize| ["F", "M"][drawn(person(record), 2)].to_owned();
    let race = move |record: usize| ["white", "black", "asian"][drawn(person(record) + 3, 3)].to_owned();
    let term = |record: usize| ["Rash", "Nausea", "Headache"][drawn(record, 3)].to_owned();
    for traits in [
        vec![("AGE", &age as &dyn Fn(usize) -> String)],
        vec![("SEX", &sex), ("RACE", &race)],
        vec![("AGE", &age), ("SEX", &sex), ("RACE", &race)],
    ] {
        let columns = [vec![("Q17", &code as &dyn Fn(usize) -> String), ("AETERM", &term)], traits].concat();
        let found = &profiled(&columns, 100)[0].suggestion;
        assert_eq!(found.role, IDENTIFIER, "{}", found.reason);
        assert!(found.reason.starts_with("It numbers persons: `"), "{}", found.reason);
    }
    // The ward says nothing of a person's age.
    let ward = |record: usize| format!("W{}", record % 12);
    let found = &profiled(&[("Q17", &ward), ("AGE", &age), ("SEX", &sex)], 100)[0].suggestion;
    assert_ne!(found.role, IDENTIFIER, "{}", found.reason);
}

#[test]
fn other_persons_are_named_by_words_and_by_values() {
    for name in ["ManagerName", "doctor", "teacher", "next_of_kin", "judge", "Hausarzt", "medico_tratante", "cognome"] {
        assert_eq!(suggested(name, 200, |record| full_name(drawn(record, 25))).0, IDENTIFIER, "{name}");
    }
    let surname_first = |record: usize| {
        let name = full_name(drawn(record, 40));
        let (given, family) = name.split_once(' ').unwrap();
        format!("{}, {given}", family.to_uppercase())
    };
    for (name, value) in
        [("x7", &(|record: usize| full_name(drawn(record, 40))) as &dyn Fn(usize) -> String), ("entry", &surname_first)]
    {
        let (role, reason) = suggested(name, 200, value);
        assert_eq!(role, IDENTIFIER, "{name}");
        assert!(reason.starts_with("The values look like names of persons"), "{reason}");
    }
    // A few of them are told as what they are, and left to the user.
    let few = |record: usize| full_name(7 * (record % 3));
    for (name, value) in [
        ("ManagerName", &few as &dyn Fn(usize) -> String),
        ("USUBJID", &(|record: usize| format!("01-{}", 100 + record % 5))),
        ("patient_no", &(|record: usize| (40_100 + record % 4).to_string())),
    ] {
        let (role, reason) = suggested(name, 200, value);
        assert_eq!(role, None, "{name}: {reason}");
        assert!(reason.contains("which points at one person, but has few values; "), "{name}: {reason}");
    }
    let system =
        |record: usize| ["Skin and tissue disorders, all", "Ear and labyrinth disorders"][record % 2].to_owned();
    assert_eq!(suggested("body_system", 176, system).0, SENSITIVE);
    // Categories have few words that are capitalized.
    let degree = |record: usize| ["High school", "Some college", "Never married"][record % 3].to_owned();
    assert_eq!(suggested("x7", 200, degree).0, None);
    for name in ["Straße", "rue", "calle", "via_residenza", "indirizzo"] {
        let role = suggested(name, 200, |record| format!("{} Lindenweg", 1 + drawn(record, 90))).0;
        assert_eq!(role, IDENTIFIER, "{name}");
    }
}

#[test]
fn what_most_records_are_alone_with_is_never_insensitive() {
    for name in ["tract_ce", "x7", "form_version", "row_count", "level", "index"] {
        let (role, reason) = suggested(name, 170, |record| (1_000 + 13 * drawn(record, 3_000)).to_string());
        assert_ne!(role, INSENSITIVE, "{name}: {reason}");
    }
}

#[test]
fn digits_are_counted_before_the_point() {
    let plain = |record: usize| (120 + drawn(record, 200)).to_string();
    let pointed = |record: usize| format!("{}.0", 120 + drawn(record, 200));
    for name in ["cholesterol", "x7"] {
        assert_ne!(suggested(name, 300, plain).0, IDENTIFIER);
        assert_ne!(suggested(name, 300, pointed).0, IDENTIFIER);
    }
    assert_eq!(suggested("x7", 300, |record| (400_000 + 37 * record).to_string()).0, IDENTIFIER);
}

#[test]
fn repeated_phrases_are_no_free_text() {
    let class = |record: usize| format!("Disorders of the organ class {}", record % 22);
    assert_ne!(suggested("soc", 176, class).0, IDENTIFIER);
    assert_eq!(suggested("diagnosis_text", 176, class).0, SENSITIVE);
    assert_eq!(suggested("charge", 176, |record| format!("Theft of goods of degree {}", record % 30)).0, SENSITIVE);
    let note = |record: usize| format!("Seen on {record} by Dr Wilson of ward {}", record % 7);
    assert_eq!(suggested("diagnosis_text", 176, note).0, IDENTIFIER);
}

#[test]
fn health_beliefs_and_offences_are_sensitive() {
    let names = [
        "mental health disorder",
        "hepatitis",
        "tb",
        "orientation",
        "alcohol",
        "TermReason",
        "union_member",
        "political_party",
        "prior_arrests",
        "cause_of_death",
        "Pflegegrad",
        "embarazo",
        "wyznanie",
        "loan_status",
    ];
    for name in names {
        let (role, reason) = suggested(name, 200, |record| ["yes", "no", "unknown"][record % 3].to_owned());
        assert_eq!(role, SENSITIVE, "{name}: {reason}");
    }
}

#[test]
fn words_of_a_question_do_not_mean_what_they_mean_in_a_short_name() {
    let answer = |record: usize| ["a", "b", "c", "d"][drawn(record, 4)].to_owned();
    for (question, expected) in [
        ("Please state whether you take part in the paid job functions", None),
        ("Are you in one of the United States at the moment?", None),
        ("What country do you live in?", QUASI),
        ("Have you ever been told of a mental health disorder?", SENSITIVE),
        ("Which party would you vote for if there were an election?", SENSITIVE),
        ("What was your age when you moved there for good?", QUASI),
    ] {
        let (role, reason) = suggested(question, 200, answer);
        assert_eq!(role, expected, "{question}: {reason}");
    }
}

#[test]
fn columns_with_hardly_a_value_are_left_to_the_user() {
    for full in [1, 4, 9] {
        let (role, reason) =
            suggested("x7", 300, |record| if record < full { format!("v{record}") } else { String::new() });
        assert_eq!(role, None, "{reason}");
        assert!(reason.starts_with(&format!("Only {full} of the cells ha")), "{reason}");
    }
}

#[test]
fn survey_weights_are_told_from_those_of_bodies() {
    let weight = |record: usize| format!("{}.{:03}", 50 + drawn(record, 4_000), record % 1_000);
    let body = |record: usize| format!("{}.{}", 42 + drawn(record, 70), record % 10);
    for (name, is_weight) in [("weight", true), ("WTMEC2YR", true), ("peso", true), ("birth_weight", false)] {
        let (role, reason) = suggested(name, 300, weight);
        assert_eq!(reason.contains("how many people a record stands for"), is_weight, "{name}: {role:?} {reason}");
    }
    for name in ["weight", "peso", "weight_kg", "Gewicht"] {
        assert_eq!(suggested(name, 300, body).0, QUASI, "{name}");
    }
    // In grams, or of children, they may be either.
    let whole = |least: usize, most: usize| move |record: usize| (least + drawn(record, most)).to_string();
    for (least, most) in [(900, 4_000), (4, 90)] {
        assert_eq!(suggested("peso", 300, whole(least, most)).0, None);
    }
    assert_eq!(suggested("peso", 300, whole(200, 40_000)).0, INSENSITIVE);
}

#[test]
fn no_more_quasi_identifiers_are_suggested_than_a_release_can_have() {
    let value = |record: usize| ["a", "b", "c"][drawn(record, 3)].to_owned();
    let names =
        ["sex", "race", "county", "occupation", "marital", "education", "country", "language", "city", "citizen"];
    let later = ["hospital", "school", "visit_date", "employer", "admission_year"];
    let all: Vec<(&str, &dyn Fn(usize) -> String)> =
        later.iter().chain(&names).map(|name| (*name, &value as &dyn Fn(usize) -> String)).collect();
    let columns = profiled(&all, 60);
    let mut roles: BTreeMap<Option<&str>, usize> = BTreeMap::new();
    for column in &columns {
        *roles
            .entry(column.suggestion.role.map(|role| if role == Role::QuasiIdentifier { "quasi" } else { "other" }))
            .or_default() += 1;
    }
    assert_eq!(roles, BTreeMap::from([(None, 3), (Some("quasi"), 12)]));
    // What is surest to be known stays, and the others say why they do not.
    for column in &columns {
        let is_sure = names.contains(&column.name.as_str());
        assert!(!is_sure || column.suggestion.role == QUASI, "{}", column.name);
        if column.suggestion.role.is_none() {
            assert!(column.suggestion.reason.contains("12 other columns"), "{}", column.suggestion.reason);
        }
    }
}

#[test]
fn a_name_that_says_nothing_is_left_to_the_user_and_dates_are_known() {
    for records in [60, 400] {
        assert_eq!(suggested("q7", records, |record| (record % 5).to_string()).0, None);
        assert_eq!(suggested("q7", records, |record| format!("2019-0{}-11", 1 + record % 9)).0, QUASI);
        assert_eq!(suggested("q7", records, |record| format!("1{}:0{}", record % 9, record % 6)).0, QUASI);
    }
}

#[test]
fn the_reason_has_the_columns_own_word_and_numbers() {
    let age = |record: usize| if record < 250 { String::new() } else { (17 + record % 74).to_string() };
    let reason = suggested("Alter", 20_000, age).1;
    assert_eq!(
        reason,
        "The name has “alter”, which others may know about a person; 74 distinct values in 19,750 records."
    );
    assert_eq!(suggested("x", 12, |_| String::new()).1, "All 12 cells are missing.");
}
