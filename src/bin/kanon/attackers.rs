//! What attackers find, in words.

use crate::console::plural;
use kanon::people::{AttackersBeforeAfter, UniquenessBeforeAfter};
use kanon::recipe::{Chosen, ChosenPoint};
use kanon::risk::Exposure;

/// What each attacker finds, one line for each.
pub(crate) fn attacked(attackers: &AttackersBeforeAfter, chosen: Option<&Chosen>) -> String {
    let AttackersBeforeAfter { threshold, weight_column, population, before, after, uniqueness } = attackers;
    let told = |name: &str, before: &Exposure, after: &Exposure| {
        format!(
            "{name}: highest risk {:.4}, average {:.4}; {} over {threshold:.4} ({} before)",
            after.highest,
            after.average,
            plural(after.records_over, "record", "records"),
            before.records_over,
        )
    };
    let prosecutor = told("prosecutor", &before.prosecutor, &after.prosecutor);
    let by_whom = match (population, weight_column) {
        (Some(population), _) => {
            let mut words = format!("among the {} people of {}", population.people, population.file);
            if population.not_placed > 0 {
                words +=
                    &format!(", {} of them with values that no hierarchy covers, in no class", population.not_placed);
            }
            Some(words)
        }
        (None, Some(column)) => Some(format!("by the weights of `{column}`")),
        (None, None) => None,
    };
    let journalist = match (&before.journalist, &after.journalist, by_whom) {
        (Some(before), Some(after), Some(words)) => told(&format!("journalist, {words}"), before, after),
        _ if let Some(Chosen::Frontier(ChosenPoint { population: Some(population), .. })) = chosen => {
            format!(
                "journalist, among the {} people of {}: highest risk {:.4}",
                population.people, population.file, population.journalist
            )
        }
        _ => "journalist: at most the prosecutor's risk, because no population was used".to_owned(),
    };
    let marketer = format!(
        "marketer: {:.1} records matched correctly, {:.4} of all ({:.4} before)",
        after.marketer.expected, after.marketer.average, before.marketer.average,
    );
    let unique = uniqueness.as_ref().map(unique_in_population);
    [Some(prosecutor), Some(journalist), Some(marketer), unique]
        .into_iter()
        .flatten()
        .collect::<Vec<String>>()
        .join("\n")
}

/// The records that are expected to be unique in the population.
fn unique_in_population(estimated: &UniquenessBeforeAfter) -> String {
    let UniquenessBeforeAfter { sampling_fraction, before, after } = estimated;
    let by = match before.estimator {
        None => String::new(),
        Some(estimator) => format!(", by {}", estimator.name()),
    };
    format!(
        "unique in the population, of which the table is {sampling_fraction}: {:.1} expected of {} ({:.1} of {} before{by})",
        after.in_population,
        plural(after.in_table, "unique record", "unique records"),
        before.in_population,
        before.in_table,
    )
}
