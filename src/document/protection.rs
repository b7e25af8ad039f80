//! The attackers against whom the release protects, and how well.

use super::numbers::Numbers;
use super::text::{heading, list, names, paragraph};
use super::{Content, Edition};
use crate::data::Role;
use crate::exhibit::figure::{grouped, percent};
use crate::exhibit::markup::Table;
use crate::release::disclosure::Warning;
use crate::risk::{Exposure, Uniqueness};
use crate::study::{AttackedPopulation, AttackersBeforeAfter, UniquenessBeforeAfter};

/// What each attacker knows, and the highest and the average risk against that attacker.
pub(super) fn adversaries(content: &Content<'_>) -> String {
    let Content { report, numbers, .. } = *content;
    let after = &report.risk.after;
    let mut table =
        Table::new("Risk of the records that are not suppressed", &["Adversary", "Knows", "Highest", "Average"]);
    let mut row = |name: &str, knows: &str, highest: &str, average: &str| {
        table.push([name, knows, highest, average].map(str::to_owned).to_vec());
    };
    let highest = numbers.one_in(after.smallest_class);
    let average = percent(after.average);
    row(
        "Prosecutor, acquaintance",
        "that a person is in the table, and the person's quasi-identifiers",
        &highest,
        &average,
    );
    let found = report.attackers.as_ref();
    let journalist = found.and_then(|found| found.after.journalist);
    // A point of a frontier may have a population of its own.
    let among = super::chosen::journalist(content).filter(|_| journalist.is_none());
    let (seen, mean) = match (journalist, &among) {
        (Some(risk), _) => (percent(risk.highest), percent(risk.average)),
        (None, Some((highest, average, _))) => (highest.clone(), average.clone()),
        (None, None) => (format!("at most {highest}"), format!("at most {average}")),
    };
    row("Journalist", "the quasi-identifiers of somebody in the population", &seen, &mean);
    let marketer = found.map(|found| found.after.marketer);
    row(
        "Marketer",
        match journalist {
            Some(_) => "the quasi-identifiers of everybody in the population",
            None => "the quasi-identifiers of everybody in the table",
        },
        "asks for no single person",
        &marketer.map_or_else(|| average.clone(), |risk| percent(risk.average)),
    );
    let mut html = table.html() + "\n";
    let population = found.and_then(|found| found.population.as_ref());
    html += &paragraph(&match found.and_then(|found| found.weight_column.as_ref()) {
        _ if let Some(population) = population => among_people(population, content),
        Some(column) if journalist.is_some() => format!(
            "The population is estimated from the weights of {column}: the people of a class are the sum of the weights of \
             its records, and at least its records. The numbers are as good as the weights."
        ),
        _ if among.is_some() => among.map(|(_, _, told)| told).unwrap_or_default(),
        _ => "No population was used: the numbers against the journalist are those against the prosecutor, who knows more."
            .to_owned(),
    });
    if let Some(marketer) = marketer {
        html += &paragraph(&format!(
            "The marketer is expected to match {} of {} records rightly, without knowing which.",
            expected_matches(marketer.expected, numbers),
            numbers.count(after.records),
        ));
    }
    let suppressed = report.risk.suppressed.records;
    if suppressed > 0 {
        html += &paragraph(&format!(
            "The suppressed records that are in the release ({}) are looked for among each other: highest risk {}.",
            numbers.count(suppressed),
            numbers.one_in(suppressed),
        ));
    }
    html
}

/// A number of matches, in whole records.
fn expected_matches(expected: f64, numbers: Numbers) -> String {
    numbers.count(expected.round() as u64)
}

/// The threshold, and thresholds in common use.
pub(super) fn threshold(content: &Content<'_>) -> String {
    let Content { report, numbers, .. } = *content;
    let all = report.records + report.removed_records.unwrap_or_default();
    let asked = paragraph(&format!(
        "k = {}: no record that is not suppressed has a risk above {}. At most {} of the records may be suppressed for it \
         ({}); {} are.",
        grouped(report.k),
        percent(1.0 / report.k.max(1) as f64),
        percent(report.suppression_limit),
        grouped(report.suppression_limit_records),
        match report.suppressed_records {
            0 => "none".to_owned(),
            records => numbers.share(records, all),
        },
    ));
    let over = report.attackers.as_ref().map(|attackers| {
        let (before, after) = (&attackers.before, &attackers.after);
        let own = match content.recipe.risk.threshold {
            Some(_) => "chosen for this release",
            None => "1 ÷ k",
        };
        let journalist = match (&before.journalist, &after.journalist) {
            (Some(before), Some(after)) => format!(
                " To the journalist they are {} and {}.",
                numbers.count(before.records_over),
                numbers.count(after.records_over)
            ),
            _ => String::new(),
        };
        let is_below = after.marketer.average <= attackers.threshold;
        paragraph(&format!(
            "The threshold is {}, {own}. Over it, which is more than on it, were {} records of the original and are {} of \
             the release.{journalist} The marketer's average is {} it.",
            percent(attackers.threshold),
            numbers.count(before.prosecutor.records_over),
            numbers.count(after.prosecutor.records_over),
            if is_below { "not above" } else { "above" },
        ))
    });
    let practice = paragraph(
        "For comparison: classes of at least 3, 5, 11 or 20 records are asked for in practice, the smaller ones under \
         agreements and the larger ones for the public; as risks, 0.33, 0.2, 0.09 and 0.05. A risk of 0.09 to the letter \
         needs 12 records, since 1 ÷ 11 is above it.",
    );
    [asked, over.unwrap_or_default(), practice].concat()
}

/// Risk of the original and of the release.
pub(super) fn risk(content: &Content<'_>) -> String {
    let Content { report, numbers, .. } = *content;
    let (before, after) = (&report.risk.before, &report.risk.after);
    let mut table = Table::new("Records", &["Of the records", "Original", "Release, not suppressed"]);
    let mut row = |name: &str, before: String, after: String| table.push(vec![name.to_owned(), before, after]);
    row("Records", numbers.count(before.records), numbers.count(after.records));
    row("Classes", grouped(before.classes as u64), grouped(after.classes as u64));
    row("Records of the smallest class", numbers.count(before.smallest_class), numbers.count(after.smallest_class));
    row("Records alone in their class", numbers.count(before.unique_records), numbers.count(after.unique_records));
    row("Records over the threshold", numbers.count(before.records_at_risk), numbers.count(after.records_at_risk));
    row("Highest risk", numbers.one_in(before.smallest_class), numbers.one_in(after.smallest_class));
    row("Average risk", percent(before.average), percent(after.average));
    let mut html = table.html() + "\n";
    if let Some(attackers) = &report.attackers {
        html += &attacked(attackers, numbers);
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
            content.numbers.count(*not_placed)
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
fn attacked(attackers: &AttackersBeforeAfter, numbers: Numbers) -> String {
    let AttackersBeforeAfter { threshold, before, after, uniqueness, .. } = attackers;
    let mut table = Table::new("Attackers", &["Against whom", "Original", "Release"]);
    let over = format!("records with a risk above {}", percent(*threshold));
    let mut of = |name: &str, before: &Exposure, after: &Exposure| {
        let mut row = |what: &str, figure: &dyn Fn(&Exposure) -> String| {
            table.push(vec![format!("{name}: {what}"), figure(before), figure(after)]);
        };
        row("highest risk", &|risk| numbers.risk(risk.highest));
        row("average risk", &|risk| percent(risk.average));
        row(&over, &|risk| numbers.count(risk.records_over));
    };
    of("Prosecutor", &before.prosecutor, &after.prosecutor);
    if let (Some(before), Some(after)) = (&before.journalist, &after.journalist) {
        of("Journalist", before, after);
    }
    table.push(vec![
        "Marketer: records matched rightly".to_owned(),
        expected_matches(before.marketer.expected, numbers),
        expected_matches(after.marketer.expected, numbers),
    ]);
    table.push(vec![
        "Marketer: average risk".to_owned(),
        percent(before.marketer.average),
        percent(after.marketer.average),
    ]);
    let estimated = uniqueness.as_ref().map(|estimated| unique_in_population(estimated, numbers));
    table.html() + "\n" + &estimated.unwrap_or_default()
}

/// The records that are expected to be unique in the population, by every estimate.
fn unique_in_population(estimated: &UniquenessBeforeAfter, numbers: Numbers) -> String {
    let UniquenessBeforeAfter { sampling_fraction, before, after } = estimated;
    let head = &["Unique in the population", "Original", "Release"];
    let mut table = Table::new("Records that are unique in the population", head);
    let mut row = |what: &str, of: &dyn Fn(&Uniqueness) -> String| {
        table.push(vec![what.to_owned(), of(before), of(after)]);
    };
    let fitted = |estimate: Option<f64>| match estimate {
        Some(estimate) => expected_matches(estimate, numbers),
        None => "no fit".to_owned(),
    };
    row("Records that are unique in the table", &|found| numbers.count(found.in_table));
    row("Of them expected to be unique in the population", &|found| expected_matches(found.in_population, numbers));
    row("The same as a share of all records", &|found| percent(found.share));
    row("By Zayatz", &|found| expected_matches(found.zayatz, numbers));
    row("By the slide negative binomial model", &|found| match found.in_table {
        0 => expected_matches(0.0, numbers),
        _ => fitted(found.slide_negative_binomial),
    });
    row("By Pitman's model", &|found| match found.in_table {
        0 => expected_matches(0.0, numbers),
        _ => fitted(found.pitman),
    });
    let taken = match before.estimator {
        Some(estimator) => format!(" Of the original it takes that by {}.", estimator.name()),
        None => String::new(),
    };
    table.html()
        + "\n"
        + &paragraph(&format!(
            "These are estimates for a table that is a random sample of {} of its population. Dankar's rule chooses among \
             them.{taken}",
            percent(*sampling_fraction)
        ))
}

/// Records singled out by columns that k does not cover.
pub(super) fn by_other_columns(disclosure: &[Warning], numbers: Numbers) -> String {
    let found: Vec<String> = (disclosure.iter())
        .filter(|warning| warning.code() == "singling-out")
        .map(|warning| super::limits::sentence(warning, numbers))
        .collect();
    let by_others = match found.is_empty() {
        true => {
            "Of the sensitive and insensitive columns that are released as they are or in part, none has a value that \
             fewer than k records have; several of them together, or what is left of identifiers, may still single out."
        }
        false => "By other columns:",
    };
    paragraph(by_others) + &list(found)
}

/// Answers to the three questions of European practice.
pub(super) fn three_questions(content: &Content<'_>) -> String {
    let Content { report, recipe, numbers, .. } = *content;
    let sensitive: Vec<&str> =
        (recipe.columns.keys()).map(String::as_str).filter(|name| recipe.role(name) == Role::Sensitive).collect();
    let alike: Vec<String> = (report.disclosure.iter())
        .filter(|warning| matches!(warning.code(), "classes-alike" | "suppressed-alike"))
        .map(|warning| super::limits::sentence(warning, numbers))
        .collect();
    let inference = match (sensitive.is_empty(), alike.is_empty()) {
        (true, _) => "Not shown: no column was named sensitive.".to_owned(),
        (false, true) => format!(
            "In every class there are at least two values of {}. What most of a class share is not limited by k.",
            names(sensitive.iter().copied())
        ),
        (false, false) => "Not excluded:".to_owned(),
    };
    [
        heading("Singling out"),
        paragraph(&match numbers.count(report.risk.after.unique_records).as_str() {
            "0" => "By the quasi-identifiers no record that is not suppressed is alone.".to_owned(),
            records => format!("By the quasi-identifiers {records} records are alone."),
        }),
        by_other_columns(&report.disclosure, numbers),
        heading("Linkability"),
        paragraph("Not shown: it depends on what others have. The fields of section 4 name what is known of that."),
        heading("Inference"),
        paragraph(&inference),
        list(alike),
    ]
    .concat()
}
