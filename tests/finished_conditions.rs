//! Conditions beside k on a finished file without a report, by `kanon verify FILE --protect …` and `--recipe`.
//!
//! Every model is judged, against figures computed by hand. A condition that cannot be checked says why. The page of
//! the verdict shows the same. Known values in the tables here: flu 6, asthma 2, gout 1.

use crate::support::program::{Ended, Folder};

/// Two classes and two suppressed records; one illness is missing.
const FILE: &str = "\
age,illness,cost,people
20-29,flu,\"1,5\",1.5
30-39,flu,\"2,5\",2
20-29,flu,\"9,5\",1.5
*,flu,\"3,5\",1
30-39,asthma,\"1,5\",2
20-29,asthma,\"2,5\",1.5
30-39,gout,\"3,5\",2
20-29,flu,\"9,5\",1.5
*,flu,\"9,5\",1
30-39,,\"1,5\",2
";

fn folder() -> Folder {
    let folder = Folder::empty();
    folder.write("file.csv", FILE);
    folder
}

fn verified(protect: &str, further: &str) -> Ended {
    folder().kanon(&format!("verify file.csv --qi age --protect {protect}{further}"))
}

#[test]
fn each_model_is_judged_by_the_values_of_the_classes() {
    let diversity = |rest: &str| format!(r#"{{"l-diversity":{{"column":"illness",{rest}}}}}"#);
    let closeness = |t: &str| format!(r#"{{"t-closeness":{{"column":"illness","t":{t}}}}}"#);
    for (condition, holds, found) in [
        (diversity(r#""l":2"#), true, "the fewest are 2"),
        (diversity(r#""l":3"#), false, "the fewest are 2"),
        // exp(−¾ log ¾ − ¼ log ¼).
        (diversity(r#""kind":"entropy","l":1.75"#), true, "the least mixed is as 1.755"),
        (diversity(r#""kind":"entropy","l":1.76"#), false, "the least mixed is as 1.755"),
        // 3 flu against 1 asthma: fewer than 4 times as many, and not fewer than 3 times.
        (diversity(r#""kind":"recursive","l":2,"c":4"#), true, "the most are 3.000 times as many"),
        (diversity(r#""kind":"recursive","l":2,"c":3"#), false, "the most are 3.000 times as many"),
        (diversity(r#""kind":"recursive","l":3,"c":9"#), false, "one has fewer than 3 different values"),
        // (⅓, ⅓, ⅓) is ⅓ away from (6, 2, 1) ÷ 9.
        (closeness("0.34"), true, "the farthest is 0.3333 away"),
        (closeness("0.33"), false, "the farthest is 0.3333 away"),
        // Two classes of eight records.
        (r#"{"average-risk":0.25}"#.to_owned(), true, "it is 0.2500"),
        (r#"{"average-risk":0.24}"#.to_owned(), false, "it is 0.2500"),
    ] {
        let (code, verdict) = if holds { (0, "holds: ") } else { (1, "FAILS: ") };
        let ended = verified(&condition, "").exits(code).prints(&[verdict, found]);
        let line = ended.printed();
        let line = line.lines().find(|line| line.contains(found)).unwrap();
        assert!(line.starts_with(verdict), "{condition}: {line}");
    }
}

#[test]
fn people_are_counted_by_weights_and_asked_for_as_a_number_or_a_risk() {
    let by_weights = " --weight-column people";
    for (condition, code) in [
        (r#"{"k-map":6}"#, 0),
        (r#"{"k-map":7}"#, 1),
        (r#"{"k-map":{"risk":0.17}}"#, 0),
        (r#"{"k-map":{"risk":0.16}}"#, 1),
    ] {
        verified(condition, by_weights).exits(code).prints(&["the fewest are 6"]);
    }
    verified(r#"{"k-map":{"risk":0.16}}"#, by_weights)
        .exits(1)
        .prints(&["at least 7 people of the population, for a risk of at most 0.16"]);
    verified(r#"{"marketer-risk":0.05}"#, "").exits(2).complains(&["--protect has a marketer-risk", "--weight-column"]);
    verified(r#"{"k-map":6}"#, "").exits(2).complains(&["--weight-column"]);
    // The words of the command, and not those of a recipe.
    let ended = verified(r#"{"k-map":6}"#, " --weight-column age").exits(2);
    assert!(!ended.complaint().contains("risk.weight_column"));
    ended.complains(&["--weight-column: `age` is a quasi-identifier as well"]);
}

#[test]
fn several_are_told_each_with_the_classes_that_fail_and_one_that_cannot_be_checked_says_why() {
    let ordered = |column: &str| format!(r#"{{"t-closeness":{{"column":"{column}","distance":"ordered","t":0.05}}}}"#);
    let all = format!(
        r#"[{{"k-anonymity":4}},{{"l-diversity":{{"column":"illness","l":3}}}},{},{}]"#,
        ordered("illness"),
        ordered("cost")
    );
    let ended = verified(&all, "").exits(1).prints(&[
        "4-anonymous",
        "FAILS: in every class: at least 3 different values of `illness`: the fewest are 2",
        "  in 1 of 2 classes with 4 records, for example:\n  4 × 20-29: 2\n",
        "not checked: in every class: values of `illness`",
        "its values are texts, whose order nobody has said",
        // The numbers have commas.
        "FAILS: in every class: values of `cost`",
    ]);
    ended.complains(&["verification failed"]);
}

#[test]
fn a_recipe_says_what_is_asked_and_how_the_values_are_read() {
    let folder = folder();
    let recipe = |protect: &str, release: &str| {
        format!(
            r#"{{"kanon": 1, "columns": {{"age": {{"role": "quasi-identifier"}}, "illness": {{"role": "sensitive",
                "domain": {{"values": ["asthma", "flu", "gout"]}}}}}}, "protect": [{{"k-anonymity": 4}}, {protect}]
                {release}}}"#
        )
    };
    let ordered = r#"{"t-closeness": {"column": "illness", "distance": "ordered", "t": 0.2}}"#;
    folder.write("recipe.json", recipe(ordered, ""));
    // (⅓, ⅓, ⅓) from (2, 6, 1) ÷ 9: ⅑ of a place, and ⅔ − ⅓ − … by the order: (|⅑| + |−2⁄9|) ÷ 2.
    folder.kanon("verify file.csv --recipe recipe.json").exits(0).prints(&[
        "4-anonymous",
        "holds: in every class: values of `illness`",
        "0.1667 away",
    ]);
    folder
        .kanon("verify file.csv --recipe recipe.json --k 5")
        .exits(1)
        .prints(&["in classes smaller than 5", "holds: in every class"]);
    // Where suppressed records are removed, a row of blanks is a class as any other.
    let diverse = r#"{"l-diversity": {"column": "illness", "l": 2}}"#;
    folder.write("recipe.json", recipe(diverse, r#", "release": {"suppressed": "remove"}"#));
    folder.kanon("verify file.csv --recipe recipe.json --k 2").exits(1).prints(&["the fewest are 1", "2 × *: 1"]);
    // The population is another table, and its people are not those of the file.
    let people = recipe(r#"{"k-map": 5}"#, r#", "risk": {"population": "town.csv"}"#);
    folder.write("recipe.json", people);
    folder
        .kanon("verify file.csv --recipe recipe.json")
        .exits(4)
        .complains(&["1 condition could not be checked, so this is no pass"])
        .prints(&["not checked: in every class: at least 5 people", "Give the table of the population as well"]);
    // In its words, which hierarchies make of them what they made of the records.
    let people = r#"{"kanon": 1, "columns": {"age": {"role": "quasi-identifier", "hierarchy": {"rows": [["21", "20-29", "*"],
            ["25", "20-29", "*"], ["33", "30-39", "*"]]}}}, "protect": [{"k-map": 5}], "risk": {"population": "town.csv"}}"#;
    folder.write("recipe.json", people);
    let verify = "verify file.csv --recipe recipe.json --k 2";
    // 7 people from 20 to 29, and 5 from 30 to 39.
    folder.write("town.csv", "age,count\n21,3\n25,4\n33,5\n");
    folder.kanon(verify).exits(0).prints(&["holds: in every class: at least 5 people", "the fewest are 5"]);
    // 4 records from 30 to 39: who of them is none of the 4 people, the file does not tell.
    folder.write("town.csv", "age,count\n21,3\n25,4\n33,4\n");
    folder.kanon(verify).exits(4).prints(&[
        "not checked: in every class: at least 5 people",
        "the fewest are 4 by the population alone, in 1 of 2 classes too few",
    ]);
    // With all of them there would be 8.
    let people = people.replace(r#""k-map": 5"#, r#""k-map": 9"#);
    folder.write("recipe.json", &people);
    folder.kanon(verify).exits(1).prints(&[
        "FAILS: in every class: at least 9 people",
        "the fewest are 8, if every record is a person outside the population",
        "4 × 30-39: 8",
    ]);
    folder.write("town.csv", "age,count\nyoung,3\n");
    folder
        .kanon(verify)
        .exits(4)
        .prints(&["not checked: ", "no value of `age` in the population becomes one of this file"]);
    // Groups of neighbours are made of the values of the original.
    let of_neighbours = people.replace(
        r#"{"rows": [["21", "20-29", "*"],
            ["25", "20-29", "*"], ["33", "30-39", "*"]]}"#,
        r#"{"groups": {"order": "text", "fan_out": [2]}}"#,
    );
    folder.write("recipe.json", of_neighbours);
    folder.kanon(verify).exits(4).prints(&["not checked: ", "the groups of `age` are made from the original's values"]);
    // Without a recipe the cells themselves are looked for.
    folder.write("town.csv", "age,count\n20-29,9\n30-39,6\n");
    let asked = |k: u32| format!(r#"verify file.csv --qi age --protect {{"k-map":{k}}} --population town.csv"#);
    folder.kanon(&asked(6)).exits(0).prints(&["holds: ", "the fewest are 6"]);
    folder.kanon(&asked(11)).exits(1).prints(&["FAILS: "]);
}

/// A report with a condition that needs the original does not leave the others unchecked.
#[test]
fn of_several_conditions_those_are_checked_that_the_release_tells() {
    let folder = Folder::empty();
    let rows: String = (0..12).map(|n| format!("{},{}\n", 20 + n / 2, ["flu", "gout"][n % 2])).collect();
    folder.write("data.csv", format!("age,illness\n{rows}"));
    folder.write("people.csv", "age,count\n20,9\n21,9\n22,9\n23,9\n24,9\n25,9\n");
    folder.write(
        "recipe.json",
        r#"{"kanon": 1, "columns": {"age": {"role": "quasi-identifier"}, "illness": {"role": "sensitive"}},
            "protect": [{"k-anonymity": 2}, {"k-map": 9}, {"l-diversity": {"column": "illness", "l": 2}}, {"average-risk": 0.5}],
            "risk": {"population": "people.csv"}}"#,
    );
    folder.kanon("anonymize data.csv --recipe recipe.json --out release.csv --report report.json").exits(0);
    let map = "not checked: in every class that is kept: at least 9 people of the population";
    let with_recipe = "verify release.csv --report report.json --recipe recipe.json";
    folder.kanon(with_recipe).exits(0).prints(&[map]);
    // Without the recipe it is not known which values are missing, and sizes are.
    folder
        .kanon("verify release.csv --report report.json")
        .exits(0)
        .prints(&[map, "which values are missing cannot be known without the recipe"]);
    let release = folder.read("release.csv");
    folder.write("release.csv", release.replace("20,gout", "20,flu"));
    let ended = folder.kanon(with_recipe).exits(1);
    let line = |part: &str| ended.printed().lines().find(|line| line.contains(part)).unwrap_or_default().to_owned();
    assert!(line("2 different").starts_with("FAILS"), "{}", ended.printed());
    let report = folder.read("report.json");
    folder.write("release.csv", release);
    folder.write("report.json", report.replace("\"found\": 0.5", "\"found\": 0.4"));
    folder.kanon(with_recipe).exits(1).prints(&["FAILS: "]);
}

#[test]
fn blanks_in_different_columns_leave_no_classes_to_judge() {
    let folder = Folder::empty();
    folder.write("file.csv", "a,b,illness\n1,*,flu\n*,2,flu\n1,2,asthma\n");
    let asked = r#"verify file.csv --qi a,b --protect {"l-diversity":{"column":"illness","l":2}}"#;
    folder
        .kanon(&format!("{asked} --blank wildcard"))
        .exits(4)
        .prints(&["not checked: in every class", "records are in no classes"]);
    folder.kanon(asked).exits(1).prints(&["in 3 of 3 classes"]);
}

#[test]
fn the_page_of_the_verdict_has_them_too() {
    let folder = folder();
    let asked = r#"verify file.csv --qi age --k 4 --out-html v.html --protect"#;
    folder.kanon(&format!(r#"{asked} {{"l-diversity":{{"column":"illness","l":3}}}}"#)).exits(1);
    let page = folder.read("v.html");
    for part in [
        "Conditions beside k",
        "Of 1 condition beside k, 0 hold, 1 does not, and 0 could not be checked.",
        "the fewest are 2",
    ] {
        assert!(page.contains(part), "{part}\n{page}");
    }
}

#[test]
fn what_cannot_be_meant_is_refused() {
    for (protect, parts) in [
        (r#"{"l-diversity":{"column":"age","l":2}}"#, "`age` is not a sensitive column"),
        (r#"{"l-diversity":{"column":"weight","l":2}}"#, "weight"),
        (r#"{"l-diversity":{"column":"illness","l":0}}"#, "ℓ is 0"),
        (r#"{"beauty":3}"#, "beauty"),
        ("3", "--protect"),
    ] {
        verified(protect, "").exits(2).complains(&[parts]);
    }
    verified(r#"{"k-anonymity":2}"#, " --k 3").exits(2).complains(&["--k gives a k as well"]);
    folder().kanon("verify file.csv --qi age").exits(2).complains(&["--k"]);
}

#[test]
fn people_are_counted_by_the_column_that_the_recipe_names() {
    let folder = Folder::empty();
    folder.write("data.csv", "q\na\na\nb\n");
    folder.write("people.csv", "q,people,count\na,2,1000\nb,1,1000\n");
    let asked = |people: &str, k: u64| {
        let recipe = format!(
            r#"{{"kanon": 1, "columns": {{"q": {{"role": "quasi-identifier"}}}}, "protect": [{{"k-map": {k}}}],
                "privacy": {{"suppression_limit": 0}}, "risk": {{"population": "people.csv"}},
                "frontier": {{"population_count": "{people}"}}}}"#
        );
        folder.write("recipe.json", &recipe);
        folder.kanon("verify data.csv --recipe recipe.json")
    };
    asked("people", 1).exits(0).prints(&["the fewest are 1"]);
    asked("people", 8).exits(1).prints(&["FAILS"]);
    asked("count", 8).exits(0).prints(&["the fewest are 1000"]);
    // A column that somebody names is meant, and not left out where it is not there.
    let released = "anonymize data.csv --recipe recipe.json --out out.csv";
    asked("peple", 1).exits(2).complains(&["people.csv", "`peple`"]);
    folder.kanon(released).exits(2).complains(&["people.csv", "`peple`"]);
}

/// A condition that was asked for and cannot be checked is no pass: its exit code is none of those that a program may
/// take for "done", and the page does not say that it holds. Where something fails, that is what counts.
#[test]
fn what_was_asked_for_and_not_checked_is_no_pass() {
    let folder = Folder::empty();
    let rows = "A,none,$1\nA,mild,2 EUR\nB,none,$1\nB,severe,3\n".repeat(2);
    folder.write("file.csv", format!("town,pain,pay\n{rows}"));
    let closeness = |column: &str| format!(r#"{{"t-closeness":{{"column":"{column}","distance":"ordered","t":0.1}}}}"#);
    for column in ["pain", "pay"] {
        let asked = format!("verify file.csv --qi town --k 2 --protect {}", closeness(column));
        folder
            .kanon(&format!("{asked} --out-html v.html"))
            .exits(4)
            .complains(&["1 condition could not be checked"])
            .prints(&["not checked: "]);
        let page = folder.read("v.html");
        assert!(page.contains("0 hold, 0 do not, and 1 could not be checked: this is no pass"), "{page}");
        folder.kanon(&asked.replace("--k 2", "--k 5")).exits(1);
    }
    // Beside one that holds, and beside one that fails.
    let diversity = |l: u32| format!(r#"{{"l-diversity":{{"column":"pain","l":{l}}}}}"#);
    for (l, code) in [(2, 4), (3, 1)] {
        let list = format!("[{},{}]", closeness("pain"), diversity(l));
        folder.kanon(&format!("verify file.csv --qi town --k 2 --protect {list}")).exits(code);
    }
}

/// What was given to be checked with, and checks nothing, is no pass without a word.
#[test]
fn an_option_that_checks_nothing_is_refused_or_no_pass() {
    let folder = folder();
    folder.write("town.csv", "age,count\n20-29,9\n30-39,6\n");
    let asked = "verify file.csv --qi age --k 1";
    folder.kanon(&format!("{asked} --population town.csv")).exits(2).complains(&["--population: no condition counts"]);
    let average = r#"verify file.csv --qi age --protect {"average-risk":0.25}"#.to_owned();
    folder.kanon(&average).exits(0);
    for option in ["--weight-column people", "--population town.csv"] {
        folder.kanon(&format!("{average} {option}")).exits(2).complains(&["no condition counts people. Leave it out."]);
    }
    folder.write("data.csv", "age,illness\n20,flu\n20,gout\n21,flu\n21,flu\n");
    folder.write(
        "recipe.json",
        r#"{"kanon": 1, "columns": {"age": {"role": "quasi-identifier"}, "illness": {"role": "sensitive"}},
            "privacy": {"k": 2}, "risk": {"population": "people.csv"}}"#,
    );
    folder.write("people.csv", "age,count\n20,9\n21,9\n");
    folder.kanon("anonymize data.csv --recipe recipe.json --out release.csv --report report.json").exits(0);
    let report = "verify release.csv --report report.json --recipe recipe.json";
    folder.kanon(report).exits(0);
    folder.kanon(&format!("{report} --population people.csv")).exits(4).complains(&["--population: ", "no pass"]);
    folder.kanon(&format!("{report} --data data.csv --population people.csv")).exits(0);
    folder.write("key", "0123456789abcdefghij");
    let keyed = format!("{report} --data data.csv --key-file key");
    folder.kanon(&keyed).exits(2).complains(&["--key-file: the recipe hashes no column"]);
}
