//! How files are recognized.

use super::*;
use crate::recipe::Digest;

const RECIPE: &str = r#"{
    "kanon": 1,
    "columns": {
        "name": {"role": "identifier"},
        "age": {"role": "quasi-identifier", "hierarchy": {"intervals": {"widths": [10]}}},
        "diagnosis": {"role": "sensitive"}
    },
    "privacy": {"k": 3, "suppression_limit": 0.5}
}"#;
const ORIGINAL: &str = "name,age,diagnosis\nAda,31,flu\nBob,32,flu\nCyd,33,asthma\n";
const RELEASE: &str = "age,diagnosis\n30-39,flu\n30-39,flu\n30-39,asthma\n";

fn sha256(text: &str) -> String {
    let mut digest = Digest::new();
    digest.push(text.as_bytes());
    digest.finish()
}

fn given(name: &str, text: &str) -> GivenFile {
    GivenFile { name: name.to_owned(), sha256: sha256(text), text: text.to_owned(), said: None }
}

/// The beginning of a report as the program writes it, with the fields that a check reads first.
fn report(output: &str, input: Option<&str>) -> String {
    let prosecutor = r#"{"smallest_class": 3, "classes": 1, "records": 3, "unique_records": 0,
        "records_at_risk": 0, "highest": 0.3, "average": 0.3}"#;
    let recipe = Recipe::parse(RECIPE).unwrap().sha256();
    let inside = match input {
        Some(input) => format!(r#""input_sha256": "{input}", "recipe_sha256": "{recipe}","#),
        None => r#""edition": "external", "below": 3, "not_shown": [],"#.to_owned(),
    };
    format!(
        r#"{{"kind": "release", "format": 1, "version": "0", "policy": {{"age": 1}}, "policy_in_words": {{}},
        "ragged_records": {{"left_out": 0, "padded": 0}}, "attackers": null,
        "read": {{"missing_values": [], "signs_as_values": [], "values_without_code": [], "odd_records": []}},
        "treatments": {{"name": "drop", "diagnosis": "keep"}}, "k": 3, "suppression_limit": 0.5,
        "measure": "iyengar", "aggregate": "arithmetic-mean", "loss": 0.1, "loss_by_quasi_identifier": null,
        "groups_by_quasi_identifier": {{"age": 2}},
        "optimal": true, "bound": 0.1, "suppressed_records": 0, "suppression_limit_records": 1, "records": 3,
        "classes": 1, "lattice_size": 2, "policies_checked": 1, "policies_pruned": 0, "algorithm": "exact",
        "seed": 1, "seconds": 0.0,
        "risk": {{"before": {prosecutor}, "after": {prosecutor}, "suppressed": {{"records": 0, "highest": 0}}}},
        "disclosure": [], {inside} "output_sha256": "{output}"}}"#
    )
}

/// A report with all keys of its kind, of which these have values.
fn studied(kind: ReportKind, values: &[(&str, &str)]) -> String {
    let mut report = serde_json::json!({"kind": kind, "format": kind.format()});
    kind.keys().for_each(|key| report[key] = serde_json::Value::Null);
    values.iter().for_each(|(key, value)| report[*key] = (*value).into());
    report.to_string()
}

fn kinds(review: &ReviewFiles) -> Vec<FileKind> {
    review.files.iter().map(|file| file.kind).collect()
}

#[test]
fn the_population_of_a_chosen_policy_is_known_by_its_name() {
    let chosen = r#""chosen": {"frontier": {"space": "partition", "risk": 0.1, "loss": 0.2,
        "population": {"file": "lists/people.csv", "people": 9, "journalist": 0.1}}}"#;
    let fixed = r#""quasi-identifier", "min_level": 1, "max_level": 1"#;
    let recipe =
        (RECIPE.replace(r#""privacy""#, &format!("{chosen}, \"privacy\""))).replace(r#""quasi-identifier""#, fixed);
    let people = given("people.csv", "age,count\n31,9\n");
    let tables = [given("release.csv", RELEASE), given("recipe.json", &recipe), people.clone()];
    let expected = [FileKind::Release, FileKind::Recipe, FileKind::Population];
    assert_eq!(kinds(&ReviewFiles::of(&tables)), expected);
    // Without a file that names it, it is an ordinary table. A declared kind counts, and so do digests.
    let without = [given("recipe.json", RECIPE), people.clone()];
    assert_eq!(kinds(&ReviewFiles::of(&without))[1], FileKind::Release);
    let mut said = tables.clone();
    said[2].said = Some(FileKind::Original);
    assert_eq!(kinds(&ReviewFiles::of(&said))[2], FileKind::Original);
}

#[test]
fn files_are_told_apart_by_what_they_hold_and_not_by_their_names() {
    let inside = report(&sha256(RELEASE), Some(&sha256(ORIGINAL)));
    let files = [
        given("release.csv", ORIGINAL),
        given("recipe.json", &inside),
        given("original.csv", RELEASE),
        given("report.json", RECIPE),
    ];
    let review = ReviewFiles::of(&files);
    use FileKind::{Original, Recipe, Release, Report};
    assert_eq!(kinds(&review), [Original, Report, Release, Recipe]);
    let agrees: Vec<_> = review.files.iter().map(|file| file.agrees).collect();
    assert_eq!(agrees, [Some(true), None, Some(true), Some(true)]);
    let declared = review.declared.unwrap();
    assert_eq!((declared.k, declared.k_by), (3, SaidBy::Both));
    assert_eq!(declared.left_out, ["name"]);
    assert_eq!(declared.contradictions, Vec::<String>::new());
    let roles: Vec<_> =
        (declared.columns.iter()).map(|column| (column.name.as_str(), column.role, column.by)).collect();
    assert_eq!(
        roles,
        [
            ("age", Some(crate::data::Role::QuasiIdentifier), SaidBy::Both),
            ("diagnosis", Some(crate::data::Role::Sensitive), SaidBy::Recipe),
        ]
    );
}

#[test]
fn a_changed_file_is_found_by_what_is_left_and_does_not_agree() {
    let changed = RELEASE.replace("asthma", "cancer");
    let inside = report(&sha256(RELEASE), Some(&sha256(ORIGINAL)));
    let review = ReviewFiles::of(&[
        given("a", &changed),
        given("b", ORIGINAL),
        given("c", &inside),
        given("d", &RECIPE.replace("\"k\": 3", "\"k\": 2")),
    ]);
    assert_eq!(kinds(&review)[..2], [FileKind::Release, FileKind::Original]);
    let agrees: Vec<_> = review.files.iter().map(|file| file.agrees).collect();
    assert_eq!(agrees, [Some(false), Some(true), None, Some(false)]);
    let declared = review.declared.unwrap();
    assert_eq!(declared.k, 3);
    assert_eq!(declared.contradictions, ["k is 3 in the report and 2 in the recipe."]);
}

#[test]
fn two_tables_are_told_apart_without_a_report_only_where_something_tells() {
    let both = |one: &str, other: &str| kinds(&ReviewFiles::of(&[given("a", one), given("b", other)]));
    use FileKind::{Original, Release, Table};
    assert_eq!(both(ORIGINAL, RELEASE), [Original, Release]);
    let starred = RELEASE.replace("30-39,asthma", "*,asthma");
    assert_eq!(both(&starred, RELEASE), [Release, Original]);
    assert_eq!(both(RELEASE, RELEASE), [Table, Table]);
    let mut said = given("b", RELEASE);
    said.said = Some(Original);
    let review = ReviewFiles::of(&[given("a", RELEASE), said]);
    assert_eq!(kinds(&review), [Release, Original]);
    assert_eq!(kinds(&ReviewFiles::of(&[given("a", RELEASE)])), [Release]);
}

#[test]
fn a_proof_is_told_by_its_first_line_whatever_follows() {
    let proof = "{\"k\": 3, \"kanon_proof\": 1}\n\u{0}x\u{fffd}\n";
    let review = ReviewFiles::of(&[given("a", RELEASE), given("b", proof)]);
    assert_eq!(kinds(&review), [FileKind::Release, FileKind::Proof]);
    assert_eq!(review.files[1].problem, None);
    let other = given("b", "{\"about\": \"kanon_proof\"}\n");
    assert_eq!(kinds(&ReviewFiles::of(&[other])), [FileKind::Other]);
}

#[test]
fn what_is_none_of_them_is_told_with_what_to_do() {
    for (text, word) in [
        ("", "empty"),
        ("PK\u{3}\u{4}\0\0", "not a text file"),
        ("{\"k\": 5", "begins like JSON"),
        ("{\"kanon_project\": 1}", "a project"),
        ("{\"a\": 1}", "neither a report nor a recipe"),
        ("{\"kind\": \"sweep\"}", "report of `sweep`"),
    ] {
        let review = ReviewFiles::of(&[given("f", text)]);
        let file = &review.files[0];
        assert_eq!(file.kind, FileKind::Other, "{text}");
        assert!(file.why.contains(word), "{text}: {}", file.why);
        assert!(file.problem.is_some(), "{text}");
    }
    let broken = report("0", None).replace("\"k\": 3", "\"k\": -3");
    let review = ReviewFiles::of(&[given("r", &broken)]);
    assert_eq!(kinds(&review), [FileKind::Report]);
    assert!(review.files[0].problem.as_ref().unwrap().contains("line"));
    assert_eq!(review.declared, None);
}

#[test]
fn hierarchies_that_a_recipe_names_are_taken_into_it() {
    let named = RECIPE.replace(r#"{"intervals": {"widths": [10]}}"#, r#"{"file": "h/hierarchy_age.csv"}"#);
    let review = ReviewFiles::of(&[given("r", &named), given("t", RELEASE)]);
    assert!(review.files[0].problem.as_ref().unwrap().contains("was not given"));
    assert_eq!(review.recipe, None);
    let review = ReviewFiles::of(&[
        given("r", &named),
        given("hierarchy_age.csv", "31;30-39;*\n32;30-39;*\n33;30-39;*\n"),
        given("t", RELEASE),
    ]);
    assert_eq!(kinds(&review), [FileKind::Recipe, FileKind::Hierarchy, FileKind::Release]);
    assert!(review.recipe.unwrap().contains("30-39"));
}

#[test]
fn the_report_of_a_sweep_is_of_the_original_and_speaks_of_no_release() {
    let sweep = |input: &str| studied(ReportKind::Sweep, &[("recipe_sha256", "0"), ("input_sha256", input)]);
    let digest = sha256(ORIGINAL);
    let files = [given("a.csv", ORIGINAL), given("b.json", RECIPE), given("c.json", &sweep(&digest))];
    let review = ReviewFiles::of(&files);
    let expected = [FileKind::Original, FileKind::Recipe, FileKind::Report];
    assert_eq!(kinds(&review), expected);
    assert_eq!(review.studied, Some(ReportKind::Sweep));
    assert!(review.declared.is_none());
    assert_eq!(review.files[0].agrees, Some(true));
    // Nothing else identifies a third table.
    let other = [given("a.csv", RELEASE), files[1].clone(), files[2].clone()];
    let review = ReviewFiles::of(&other);
    assert_eq!(kinds(&review), expected);
    assert_eq!(review.files[0].agrees, Some(false));
    // A report that does not name its data is none.
    let nameless = sweep("").replace("input_sha256", "input");
    let none = ReviewFiles::of(&[given("c.json", &nameless)]);
    assert_eq!(kinds(&none), [FileKind::Other]);
    assert!(none.files[0].problem.is_some() && none.studied.is_none());
}

#[test]
fn a_recipe_that_a_frontier_is_compared_with_is_none_that_it_was_made_by() {
    let own = RECIPE.replacen(r#""kanon": 1,"#, r#""kanon": 1, "frontier": {"reference": "recipes/other.json"},"#, 1);
    let digest = Recipe::parse(&own).unwrap().sha256();
    let named = [("input_sha256", &*sha256(ORIGINAL)), ("recipe_sha256", &*digest)];
    let report = studied(ReportKind::Frontier, &named);
    let files =
        [given("other.json", RECIPE), given("own.json", &own), given("report.json", &report), given("a.csv", ORIGINAL)];
    let review = ReviewFiles::of(&files);
    let expected = [FileKind::Reference, FileKind::Recipe, FileKind::Report, FileKind::Original];
    assert_eq!(kinds(&review), expected);
    assert_eq!(review.files[1].agrees, Some(true));
    assert_eq!(review.reference, Some(Recipe::parse(RECIPE).unwrap().to_json()));
    assert!(review.recipe.unwrap().contains("recipes/other.json"));
    // Under a different name, the kind has to be declared.
    let mut renamed = files.clone();
    renamed[0].name = "third.json".to_owned();
    let review = ReviewFiles::of(&renamed);
    assert_eq!(kinds(&review)[..2], [FileKind::Recipe, FileKind::Recipe]);
    assert_eq!((review.reference, review.files[1].agrees), (None, Some(true)));
    renamed[0].said = Some(FileKind::Reference);
    let review = ReviewFiles::of(&renamed);
    assert_eq!(kinds(&review), expected);
    assert!(review.reference.is_some());
    assert!(ReviewFiles::of(&files[1..]).reference.is_none());
}
