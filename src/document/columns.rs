//! The columns: their roles, treatments and losses.

use super::distributions::distributions;
use super::text::paragraph;
use super::{Content, Edition};
use crate::data::Role;
use crate::exhibit::figure::loss;
use crate::exhibit::markup::Table;
use crate::exhibit::svg::{Anchor, Drawing, Scale, Tone, WIDTH};
use crate::exhibit::words;
use crate::loss::{Aggregate, MeasureName};
use crate::recipe::{Chosen, FrontierSpace, Recipe};
use crate::release::Treatment;
use crate::release::disclosure::Warning;

/// Role and treatment of every column that the recipe or the report names.
pub(super) fn columns(content: &Content<'_>) -> String {
    let Content { report, recipe, .. } = *content;
    let mut table =
        Table::new("Every column that the recipe names", &["Column", "Role", "In the release", "Untouched"]);
    for name in recipe.columns.keys() {
        let treatment = recipe.treatment(name);
        let released = match report.policy.contains_key(name) {
            true => level(content, name),
            false => treatment_words(&treatment, content.edition),
        };
        let is_untouched = match report.policy.get(name) {
            Some(&level) => report.keeps_untouched(level),
            None => treatment == Treatment::Keep,
        };
        table.push(vec![
            name.clone(),
            role_words(recipe.role(name)).to_owned(),
            released,
            if is_untouched { "yes" } else { "no" }.to_owned(),
        ]);
    }
    table.html() + "\n" + &paragraph(&other_columns(recipe, &report.disclosure))
}

/// The columns of the release that the recipe gives no role.
pub(super) fn other_columns(recipe: &Recipe, disclosure: &[Warning]) -> String {
    let are_unnamed = disclosure.iter().any(|warning| matches!(warning.code(), "unnamed" | "unnamed-identifier"));
    let count = recipe.count_column.as_ref().filter(|&name| !recipe.columns.contains_key(name));
    match (count, are_unnamed) {
        (None, false) => "No other column is in the release.".to_owned(),
        (Some(count), false) => {
            format!("Of other columns only {count} is in the release, which counts the records of a row.")
        }
        (None, true) => "Other columns of the file are in the release as they were: section 12 names them.".to_owned(),
        (Some(count), true) => format!(
            "Other columns of the file are in the release as they were: {count}, which counts the records of a row, and \
             those that section 12 names."
        ),
    }
}

/// The level of a quasi-identifier in words, without a label of values in the public edition.
fn level(content: &Content<'_>, name: &str) -> String {
    let Content { report, edition, .. } = *content;
    let level = report.policy.get(name).copied().unwrap_or_default();
    match (report.policy_in_words.get(name), edition) {
        (None, _) => format!("level {level}"),
        (Some(said), Edition::Internal) => said.clone(),
        (Some(said), Edition::External) => words::without_label(said),
    }
}

pub(super) fn role_words(role: Role) -> &'static str {
    match role {
        Role::Identifier => "identifier",
        Role::QuasiIdentifier => "quasi-identifier",
        Role::Sensitive => "sensitive",
        Role::Insensitive => "insensitive",
    }
}

pub(super) fn treatment_words(treatment: &Treatment, edition: Edition) -> String {
    match (treatment, edition) {
        (Treatment::Keep, _) => "as given".to_owned(),
        (Treatment::Drop, _) => "left out".to_owned(),
        (Treatment::Constant(_), Edition::External) => "one text for every value".to_owned(),
        (Treatment::Constant(text), Edition::Internal) => format!("“{text}” for every value"),
        (Treatment::Pseudonym(_), _) => "a number for each value".to_owned(),
        (Treatment::KeyedHash(hash), _) => {
            format!("keyed hash (HMAC-SHA-256), {} hexadecimal digits", hash.digits)
        }
        (Treatment::Mask(mask), _) => {
            format!("masked, with the first {} and the last {} characters", mask.first, mask.last)
        }
    }
}

/// The loss of each column, as a table and a drawing.
pub(super) fn utility(content: &Content<'_>) -> String {
    let Content { report, figures, .. } = *content;
    let whole = paragraph(&format!(
        "Loss of the release: {} ({}{}).",
        figures.loss(&["loss"]),
        report.measure.name(),
        no_loss(content),
    ));
    let whole = match &report.chosen {
        Some(Chosen::Frontier(point)) if point.space == FrontierSpace::Partition => {
            whole
                + &paragraph(&format!(
                    "On the frontier that it was chosen from: {} nats (KL divergence).",
                    figures.loss(&["chosen", "frontier", "loss"])
                ))
        }
        _ => whole,
    };
    let Some(losses) = &report.loss_by_quasi_identifier else {
        let untold = paragraph("This measure does not tell the columns apart.");
        return whole + &untold + &distributions(content);
    };
    if !figures.has(&["loss"]) {
        return whole + &distributions(content);
    }
    let mut table = Table::new("Loss of each quasi-identifier", &["Column", "In the release", "Groups left", "Loss"]);
    for (name, lost) in losses {
        let groups = report.groups_by_quasi_identifier.get(name).map_or_else(String::new, u64::to_string);
        table.push(vec![name.clone(), level(content, name), groups, loss(*lost)]);
    }
    let rows: Vec<(&str, f64)> = losses.iter().map(|(name, lost)| (name.as_str(), *lost)).collect();
    whole + &bars(&rows) + "\n" + &table.html() + "\n" + &distributions(content)
}

/// The loss of the table as it is, in words after the measure's name.
fn no_loss(content: &Content<'_>) -> &'static str {
    let weights = content.recipe.columns.values().map(|column| column.weight);
    let is_product = content.report.measure.is_aggregated() && content.report.aggregate == Aggregate::GeometricMean;
    match content.report.measure {
        MeasureName::Aecs => "; 1 where every record is alone",
        MeasureName::Discernibility | MeasureName::DmStar => {
            "; as many as there are records where every record is alone"
        }
        // Weights multiply what nothing loses, too.
        _ if is_product && weights.into_iter().any(|weight| weight != 1.0) => "",
        _ => "; 0 loses nothing",
    }
}

fn bars(losses: &[(&str, f64)]) -> String {
    const ROW: f64 = 34.0;
    let most = losses.iter().map(|(_, lost)| *lost).fold(1.0, f64::max);
    let (left, right) = (4.0, WIDTH - 64.0);
    let scale = Scale::from_zero(most, (0.0, right - left));
    let label = "Loss of each quasi-identifier; the table below has the same numbers.";
    let mut drawing = Drawing::new(ROW * losses.len() as f64 + 8.0, label);
    for ((name, lost), row) in losses.iter().zip(0_u32..) {
        let top = ROW * f64::from(row);
        drawing.text((left, top + 14.0), Anchor::Start, &words::cut(name, 60));
        drawing.line(&format!("M{left:.1} {:.1}H{right:.1}", top + 24.0), Tone::Faint);
        drawing.rect((left, top + 18.0), (scale.at(*lost), 8.0), 0.7, false);
        drawing.text((WIDTH - 8.0, top + 26.0), Anchor::End, &loss(*lost));
    }
    drawing.html()
}
