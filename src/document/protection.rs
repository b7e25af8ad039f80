//! The attackers against whom the release protects, and how well.

use super::numbers::Figures;
use super::text::{heading, list, names, paragraph};
use super::{Content, Edition};
use crate::data::Role;
use crate::exhibit::figure::{NOT_SHOWN, grouped, percent, plural};
use crate::exhibit::markup::Table;
use crate::people::{AttackedPopulation, UniquenessBeforeAfter};
use crate::release::disclosure::Warning;

/// What each attacker knows, and the highest and the average risk against that attacker.
pub(super) fn adversaries(content: &Content<'_>) -> String {
    let Content { report, recipe, figures, .. } = *content;
    let mut table =
        Table::new("Risk of the records that are not suppressed", &["Adversary", "Knows", "Highest", "Average"]);
    let mut row = |name: &str, knows: &str, highest: &str, average: &str| {
        table.push([name, knows, highest, average].map(str::to_owned).to_vec());
    };
    let highest = figures.percent(&["risk", "after", "highest"]);
    let average = figures.percent(&["risk", "after", "average"]);
    row(
        "Prosecutor, acquaintance",
        "that a person is in the table, and the person's quasi-identifiers",
        &highest,
        &average,
    );
    let found = report.attackers.as_ref();
    let has_journalist = found.is_some_and(|found| found.after.journalist.is_some());
    // A point of a frontier may have a population of its own.
    let among = super::chosen::journalist(content).filter(|_| !has_journalist);
    let at_most = |figure: &str| if figure == NOT_SHOWN { figure.to_owned() } else { format!("at most {figure}") };
    let (seen, mean) = match &among {
        _ if has_journalist => {
            let of = |key| figures.percent(&["attackers", "after", "journalist", key]);
            (of("highest"), of("average"))
        }
        Some((highest, average, _)) => (highest.clone(), average.clone()),
        None => (at_most(&highest), at_most(&average)),
    };
    row("Journalist", "the quasi-identifiers of somebody in the population", &seen, &mean);
    row(
        "Marketer",
        match has_journalist {
            true => "the quasi-identifiers of everybody in the population",
            false => "the quasi-identifiers of everybody in the table",
        },
        "asks for no single person",
        &match found {
            Some(_) => figures.percent(&["attackers", "after", "marketer", "average"]),
            None => average.clone(),
        },
    );
    let mut html = table.html() + "\n";
    let population = found.and_then(|found| found.population.as_ref());
    let is_sample = found.is_some_and(|found| found.uniqueness.is_some());
    let names_people = recipe.risk.weight_column.is_some() || recipe.risk.population.is_some();
    html += &paragraph(&match found.and_then(|found| found.weight_column.as_ref()) {
        _ if let Some(population) = population => among_people(population, content),
        Some(column) if has_journalist => format!(
            "The population is estimated from the weights of {column}: the people of a class are the sum of the weights of \
             its records, and at least its records. The numbers are as good as the weights."
        ),
        _ if among.is_some() => among.map(|(_, _, told)| told).unwrap_or_default(),
        _ if names_people => {
            "The recipe names the people of a population; the report does not say what was found among them.".to_owned()
        }
        _ if is_sample => {
            "People of the population were not counted: the numbers against the journalist are those against the \
             prosecutor, who knows more. Section 9 estimates who is unique in the population."
                .to_owned()
        }
        _ => "No population was used: the numbers against the journalist are those against the prosecutor, who knows more."
            .to_owned(),
    });
    if found.is_some() && figures.has(&["attackers", "after", "marketer", "expected"]) {
        html += &paragraph(&format!(
            "The marketer is expected to match {} of {} records rightly, without knowing which.",
            figures.expected(&["attackers", "after", "marketer", "expected"]),
            figures.count(&["risk", "after", "records"]),
        ));
    }
    if report.risk.suppressed.records > 0 && figures.has(&["risk", "suppressed"]) {
        html += &paragraph(&format!(
            "The suppressed records that are in the release ({}) are looked for among each other: highest risk {}.",
            figures.count(&["risk", "suppressed", "records"]),
            figures.percent(&["risk", "suppressed", "highest"]),
        ));
    }
    html
}

/// The threshold, and thresholds in common use.
pub(super) fn threshold(content: &Content<'_>) -> String {
    let Content { report, figures, .. } = *content;
    let all = report.records + report.removed_records.unwrap_or_default();
    let promise = match content.promised() {
        0 | 1 => format!("k = {}: nothing is promised of the sizes of classes.", report.k),
        k => format!("k = {}: each record that is not suppressed is in a class of at least so many.", grouped(k)),
    };
    let suppressed = match figures.whole(&["suppressed_records"]) {
        Some(0) => "none is".to_owned(),
        Some(records) => format!("{} are", percent(records as f64 / all.max(1) as f64)),
        None => format!("fewer than {} are", grouped(figures.below())),
    };
    let limit = match figures.has(&["suppression_limit"]) {
        true => format!(
            "At most {} of the records may be suppressed for it (in records: {}); {suppressed}.",
            figures.percent(&["suppression_limit"]),
            figures.count(&["suppression_limit_records"]),
        ),
        false => format!("Of the records {suppressed} suppressed."),
    };
    let (threshold, own) = content.threshold();
    let over = report.attackers.as_ref().map(|attackers| {
        let count = |when, who| match figures.whole(&["attackers", when, who, "records_over"]) {
            Some(records) => grouped(records),
            None => format!("a number that is {NOT_SHOWN}"),
        };
        let journalist = match &attackers.after.journalist {
            Some(_) => format!(
                " Against the journalist: {} and {}.",
                count("before", "journalist"),
                count("after", "journalist")
            ),
            None => String::new(),
        };
        let is_below = figures
            .number(&["attackers", "after", "marketer", "average"])
            .map(|average| if average <= threshold { "not above" } else { "above" });
        let marketer = is_below.map(|is_below| format!(" The marketer's average is {is_below} it."));
        paragraph(&format!(
            "The threshold of the risk is {} ({own}). Records with a greater risk: {} of the original, and {} of those \
             that are not suppressed.{journalist}{}",
            percent(threshold),
            count("before", "prosecutor"),
            count("after", "prosecutor"),
            marketer.unwrap_or_default(),
        ))
    });
    let practice = paragraph(
        "For comparison: classes of at least 3, 5, 11 or 20 records are asked for in practice, the smaller ones under \
         agreements and the larger ones for the public; as risks, 0.33, 0.2, 0.09 and 0.05. A risk of 0.09 to the letter \
         needs 12 records, since 1 ÷ 11 is above it.",
    );
    [paragraph(&format!("{promise} {limit}")), over.unwrap_or_default(), practice].concat()
}

/// Risk of the original and of the release.
pub(super) fn risk(content: &Content<'_>) -> String {
    let Content { report, figures, .. } = *content;
    let mut table = Table::new("Records", &["Of the records", "Original", "Release, not suppressed"]);
    let mut row = |name: &str, figure: &dyn Fn(&[&str]) -> String, key: &str| {
        let of = |when| figure(&["risk", when, key]);
        table.push(vec![name.to_owned(), of("before"), of("after")]);
    };
    let count = |path: &[&str]| figures.count(path);
    let percent = |path: &[&str]| figures.percent(path);
    row("Records", &count, "records");
    row("Classes", &count, "classes");
    row("Records of the smallest class", &count, "smallest_class");
    row("Records alone in their class", &count, "unique_records");
    row("Records in classes smaller than k", &count, "records_at_risk");
    row("Highest risk", &percent, "highest");
    row("Average risk", &percent, "average");
    let mut html = table.html() + "\n";
    if report.attackers.is_some() {
        html += &attacked(content);
    }
    html
}

/// How the people of a population table were counted.
fn among_people(population: &AttackedPopulation, content: &Content<'_>) -> String {
    let AttackedPopulation { file, people, not_placed } = population;
    let open = match not_placed {
        0 => String::new(),
        _ => format!(
            " Of {} of them it is not known in which class they are; they are counted in none, so that the risk is told \
             as higher than it is.",
            content.figures.count(&["attackers", "population", "not_placed"])
        ),
    };
    let table = match content.edition {
        Edition::Internal => format!("the table {file},"),
        Edition::External => "a table".to_owned(),
    };
    format!(
        "The population is {table} of {} people: the people of a class are those whose values are generalized to \
         the same, and at least its records.{open}",
        grouped(*people)
    )
}

/// What attackers find before and after.
fn attacked(content: &Content<'_>) -> String {
    let Content { report, figures, .. } = *content;
    let mut table = Table::new("Attackers", &["Against whom", "Original", "Release, not suppressed"]);
    let over = format!("records with a risk above {}", percent(content.threshold().0));
    let mut row = |what: String, who: &str, figure: &dyn Fn(&[&str]) -> String, key: &str| {
        let of = |when| figure(&["attackers", when, who, key]);
        table.push(vec![what, of("before"), of("after")]);
    };
    let count = |path: &[&str]| figures.count(path);
    let percent = |path: &[&str]| figures.percent(path);
    let has_journalist = (report.attackers.as_ref()).is_some_and(|found| found.after.journalist.is_some());
    let people = [("Prosecutor", "prosecutor", true), ("Journalist", "journalist", has_journalist)];
    for (name, who, _) in people.into_iter().filter(|(_, _, is_there)| *is_there) {
        row(format!("{name}: highest risk"), who, &percent, "highest");
        row(format!("{name}: average risk"), who, &percent, "average");
        row(format!("{name}: {over}"), who, &count, "records_over");
    }
    let expected = |path: &[&str]| figures.expected(path);
    row("Marketer: records matched rightly".to_owned(), "marketer", &expected, "expected");
    row("Marketer: average risk".to_owned(), "marketer", &percent, "average");
    let estimated = report.attackers.as_ref().and_then(|found| found.uniqueness.as_ref());
    let estimated = estimated.map(|estimated| unique_in_population(estimated, figures));
    table.html() + "\n" + &estimated.unwrap_or_default()
}

/// The records that are expected to be unique in the population, by every estimate.
fn unique_in_population(estimated: &UniquenessBeforeAfter, figures: Figures<'_>) -> String {
    let head = &["Unique in the population", "Original", "Release"];
    let mut table = Table::new("Records that are unique in the population", head);
    let path = |when, key| ["attackers", "uniqueness", when, key];
    let has = |when| figures.has(&path(when, "in_table"));
    let fitted = |when, key| match figures.whole(&path(when, "in_table")) {
        Some(0) => "0".to_owned(),
        Some(_) if !figures.has(&path(when, key)) => "no fit".to_owned(),
        _ => figures.expected(&path(when, key)),
    };
    let mut row = |what: &str, of: &dyn Fn(&'static str) -> String| {
        table.push(vec![what.to_owned(), of("before"), of("after")]);
    };
    row("Records that are unique in the table", &|when| figures.count(&path(when, "in_table")));
    row("Of them expected to be unique in the population", &|when| figures.expected(&path(when, "in_population")));
    row("The same as a share of all records", &|when| figures.percent(&path(when, "share")));
    row("By Zayatz", &|when| figures.expected(&path(when, "zayatz")));
    row("By the slide negative binomial model", &|when| fitted(when, "slide_negative_binomial"));
    row("By Pitman's model", &|when| fitted(when, "pitman"));
    let taken = match estimated.before.estimator {
        Some(estimator) if has("before") => format!(" Of the original it takes that by {}.", estimator.name()),
        _ => String::new(),
    };
    table.html()
        + "\n"
        + &paragraph(&format!(
            "These are estimates for a table that is a random sample of {} of its population. Dankar's rule chooses among \
             them.{taken}",
            percent(estimated.sampling_fraction)
        ))
}

/// Records singled out by columns that k does not cover.
pub(super) fn by_other_columns(disclosure: &[Warning], edition: Edition) -> String {
    let is_of_others =
        |warning: &&Warning| matches!(warning.code(), "singling-out" | "singling-out-together" | "given-back");
    let found: Vec<Warning> = disclosure.iter().filter(is_of_others).cloned().collect();
    let by_others = match found.is_empty() {
        true => {
            "Of the columns that are released as they are or in part and are no quasi-identifiers, none has a value that \
             fewer than k records have, nor have all of them together."
        }
        false => "By other columns:",
    };
    paragraph(by_others) + &list(super::limits::sentences(&found, edition))
}

/// Answers to the three questions of European practice.
pub(super) fn three_questions(content: &Content<'_>) -> String {
    let Content { report, recipe, edition, figures, .. } = *content;
    let sensitive: Vec<&str> =
        (recipe.columns.keys()).map(String::as_str).filter(|name| recipe.role(name) == Role::Sensitive).collect();
    let alike: Vec<Warning> = (report.disclosure.iter())
        .filter(|warning| matches!(warning.code(), "classes-alike" | "suppressed-alike"))
        .cloned()
        .collect();
    let inference = match (sensitive.is_empty(), alike.is_empty()) {
        (true, _) => "Not shown: no column was named sensitive.".to_owned(),
        (false, true) => format!(
            "No class was found in which every record has the same known value of {}. A class with blank cells of such a \
             column is not judged by that, and what most records of a class share is not limited by k.",
            names(sensitive.iter().copied())
        ),
        (false, false) => "Not excluded:".to_owned(),
    };
    [
        heading("Singling out"),
        paragraph(&match figures.whole(&["risk", "after", "unique_records"]) {
            Some(0) => "By the quasi-identifiers no record that is not suppressed is alone.".to_owned(),
            Some(records) => format!(
                "By the quasi-identifiers {} alone.",
                plural(records, "record that is not suppressed is", "records that are not suppressed are")
            ),
            // Every class that is kept has at least k records.
            None if content.promised() > 1 => {
                "By the quasi-identifiers no record that is not suppressed is alone.".to_owned()
            }
            None => "How many records are alone by the quasi-identifiers is not shown.".to_owned(),
        }),
        by_other_columns(&report.disclosure, edition),
        heading("Linkability"),
        paragraph("Not shown: it depends on what others have. The fields of section 4 name what is known of that."),
        heading("Inference"),
        paragraph(&inference),
        list(super::limits::sentences(&alike, edition)),
    ]
    .concat()
}
