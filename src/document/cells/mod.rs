//! The report of a release with suppressed cells. It has the same fourteen sections as other documents, filled for such
//! a release, which has no policy and so neither classes nor a loss.

mod findings;

use super::columns::{other_columns, role_words, treatment_words};
use super::numbers::Figures;
use super::text::{names, paragraph};
use super::{Edition, Sections, TITLES, release};
use crate::exhibit::figure::{grouped, percent, plural};
use crate::exhibit::markup::{Table, escaped};
use crate::exhibit::words;
use crate::lattice::Level;
use crate::recipe::{Recipe, Suppress};
use crate::release::Treatment;
use crate::release::disclosure::{Warning, told};
use crate::report::ClaimedCells;
use crate::run::ClassesAfter;
use crate::uniques::Missing;

/// The inputs of a section.
#[derive(Debug, Clone, Copy)]
pub(super) struct CellContent<'a> {
    pub(super) report: &'a ClaimedCells,
    pub(super) classes: &'a ClassesAfter,
    pub(super) recipe: &'a Recipe,
    pub(super) edition: Edition,
    pub(super) figures: Figures<'a>,
}

/// Their keys in a report.
const KEYS: [&str; 4] = ["wildcard", "matches_nothing", "category", "attacker"];

/// The readings of a suppressed cell, for the number of records that are still unsafe.
const READINGS: [&str; 4] =
    ["may be any value", "matches nothing", "is a value of its own", "hides nothing from who knows all values"];

impl CellContent<'_> {
    /// The sections, without the fields for people to fill in.
    pub(super) fn sections(&self) -> Sections {
        let texts = [
            self.verdict(),
            self.data(),
            String::new(),
            self.columns(),
            self.adversaries(),
            self.threshold(),
            self.method(),
            self.minimality(),
            self.risk(),
            self.three_questions(),
            self.utility(),
            self.limits(),
            String::new(),
            self.closing(),
        ];
        TITLES.into_iter().zip(texts).collect()
    }

    fn qis(&self) -> String {
        names(self.report.names().map(String::as_str))
    }

    fn unsafe_after(&self) -> [u64; 4] {
        let after = self.report.unsafe_after;
        [after.wildcard, after.matches_nothing, after.category, after.attacker]
    }

    fn disclosure(&self) -> &[Warning] {
        self.report.disclosure.as_deref().unwrap_or_default()
    }

    /// The level to which a column was generalized first.
    fn level(&self, name: &str) -> Level {
        self.report.policy.get(name).copied().unwrap_or_default()
    }

    /// That level in words, without a label in the public edition.
    fn level_in_words(&self, name: &str) -> String {
        let level = self.level(name);
        match (self.report.policy_in_words.get(name), self.edition) {
            (None, _) => format!("level {level} of its hierarchy"),
            (Some(said), Edition::Internal) => said.clone(),
            (Some(said), Edition::External) => words::without_label(said),
        }
    }

    /// The columns that were generalized first, with their levels.
    fn generalized(&self) -> Vec<String> {
        (self.report.names())
            .filter(|name| self.level(name) > 0)
            .map(|name| format!("{name}: {}", self.level_in_words(name)))
            .collect()
    }

    /// The cells of all quasi-identifiers.
    fn all_cells(&self) -> u64 {
        self.report.records * self.report.suppressed_cells_by_qi.len() as u64
    }

    /// The number of suppressed cells.
    fn cells(&self) -> String {
        let Some(cells) = self.figures.whole(&["suppressed_cells"]) else {
            return "Single cells are suppressed: they are *. How many is not shown in this edition.".to_owned();
        };
        format!(
            "{} ({}) {} suppressed: {} *.",
            plural(cells, "cell", "cells"),
            percent(cells as f64 / self.all_cells().max(1) as f64),
            if cells == 1 { "is" } else { "are" },
            if cells == 1 { "it is" } else { "they are" },
        )
    }

    /// The records that are unsafe by a reading.
    fn unsafe_by(&self, reading: usize) -> String {
        self.figures.count(&["unsafe_after", KEYS[reading]])
    }

    fn verdict(&self) -> String {
        let (k, columns) = (self.report.k, self.qis());
        let promise = match self.unsafe_after() {
            [0, 0, 0, 0] => format!(
                "In this release every record may be taken for at least {k} by its {columns}, however a suppressed cell is read: \
                 whoever knows these columns of a person finds at least {k} records that may be that person's."
            ),
            [0, ..] => format!(
                "In this release every record may be taken for at least {k} by whoever takes a suppressed cell of {columns} for \
                 any value. For other readers there are records that may be taken for fewer: section 9 counts them."
            ),
            _ => format!(
                "This release does not keep k = {k}: records may be taken for fewer (their number: {}), even where a suppressed cell of {columns} may be any value.",
                self.unsafe_by(0)
            ),
        };
        let found = told(self.disclosure()).len() as u64;
        let mut html = format!(
            "<p class=\"verdict\">{} {} No record is left out; of one, all these columns may be *. {}</p>\n",
            escaped(&promise),
            escaped(&self.cells()),
            escaped(&match &self.generalized()[..] {
                [] => "The cells were chosen for the release in place of a policy that generalizes.".to_owned(),
                levels =>
                    format!("Before that, these columns were generalized for all records: {}.", levels.join("; ")),
            }),
        );
        if found > 0 {
            let things = match found {
                1 => "One thing".to_owned(),
                more => grouped(more) + " things",
            };
            html += &paragraph(&format!("{things} may be disclosed although this holds: see section 12."));
        }
        html += &self.figures.left_out().map_or_else(String::new, |words| paragraph(&words));
        html
    }

    fn data(&self) -> String {
        let (report, recipe) = (self.report, self.recipe);
        let mut table = Table::new("The table", &["Of the table", "Number"]);
        for (name, number) in [
            ("Records of the original that were read", report.records),
            ("Records of the release", report.records),
            ("Columns that the recipe names", recipe.columns.len() as u64),
            ("Quasi-identifiers", report.suppressed_cells_by_qi.len() as u64),
            ("Cells of quasi-identifiers", self.all_cells()),
        ] {
            table.push(vec![name.to_owned(), grouped(number)]);
        }
        if self.edition == Edition::Internal {
            report.read.told().into_iter().for_each(|(name, value)| table.push(vec![name, value]));
        }
        let digest = report.input_sha256.as_deref();
        table.html() + "\n" + &release::of_original(recipe, self.edition, digest)
    }

    fn columns(&self) -> String {
        let (report, recipe) = (self.report, self.recipe);
        let mut table =
            Table::new("Every column that the recipe names", &["Column", "Role", "In the release", "Untouched"]);
        for name in recipe.columns.keys() {
            let treatment = recipe.treatment(name);
            let (released, is_untouched) = match report.suppressed_cells_by_qi.get(name) {
                Some(&cells) => {
                    let level = self.level(name);
                    let values = match level {
                        0 => "as given".to_owned(),
                        _ => self.level_in_words(name),
                    };
                    let suppressed = match cells {
                        0 => String::new(),
                        _ => ", single cells *".to_owned(),
                    };
                    (values + &suppressed, level == 0 && cells == 0)
                }
                None => (treatment_words(&treatment, self.edition), treatment == Treatment::Keep),
            };
            table.push(vec![
                name.clone(),
                role_words(recipe.role(name)).to_owned(),
                released,
                if is_untouched { "yes" } else { "no" }.to_owned(),
            ]);
        }
        table.html() + "\n" + &paragraph(&other_columns(recipe, self.disclosure()))
    }

    fn adversaries(&self) -> String {
        let mut table = Table::new(
            "Records that may be taken for fewer than k, by who reads the release",
            &["Whoever knows the quasi-identifiers, and to whom a suppressed cell", "Records"],
        );
        for (reading, name) in READINGS.iter().enumerate() {
            table.push(vec![(*name).to_owned(), self.unsafe_by(reading)]);
        }
        table.html()
            + "\n"
            + &self.classes()
            + &paragraph(
                "Where single cells are suppressed, which records are like each other depends on how a suppressed cell is \
                 read; so there is one number for each reading, and no average risk of classes. No population was used: a \
                 journalist, who looks for somebody in a population, finds at most what whoever knows that a person is in the \
                 table does.",
            )
    }

    fn threshold(&self) -> String {
        let k = self.report.k;
        paragraph(&format!(
            "k = {}: a record that may be taken for at least so many has a risk of at most {}. Which k is enough is for persons \
             to say.",
            grouped(k),
            percent(1.0 / k.max(1) as f64)
        ))
    }

    fn method(&self) -> String {
        let (report, settings) = (self.report, &self.recipe.uniques);
        let mut table = Table::new("Settings", &["Setting", "Value"]);
        let mut row = |name: &str, value: String| table.push(vec![name.to_owned(), value]);
        row("Program", format!("Kanon {}", report.version));
        row("k", grouped(report.k));
        row("Cells", way(report.suppress).to_owned());
        row("Combinations were found by", report.method.name().to_owned());
        row(
            "A missing value",
            match report.missing {
                Missing::Ignore => "matches nothing, and makes nothing unsafe",
                Missing::Value => "is a value like any other",
            }
            .to_owned(),
        );
        let weights: Vec<String> = (settings.weights.iter()).map(|(name, weight)| format!("{name} {weight}")).collect();
        if !weights.is_empty() {
            row("Cost of a cell, 1 where it is not named", weights.join(", "));
        }
        let levels = self.generalized();
        if !levels.is_empty() {
            row("Generalized before", levels.join("; "));
        }
        if self.recipe.release.shuffle.is_some() {
            row("Order of the rows", "drawn at random from a seed that the recipe states".to_owned());
        }
        let why = match report.chosen.as_ref().map_or("", |chosen| chosen.why()) {
            "" => String::new(),
            why => paragraph(&format!("Why it was chosen: {why}")),
        };
        paragraph(
            "A combination of values of the quasi-identifiers is unsafe when fewer than k records have it. Single cells are \
             suppressed until none is left for the reader that the setting names; all other cells keep what they were before that.",
        ) + &why
            + &table.html()
            + "\n"
    }

    fn minimality(&self) -> String {
        let report = self.report;
        let claim = match (report.proven_minimal, self.figures.has(&["suppression_cost"])) {
            (true, _) => "No suppression of this kind costs less.".to_owned(),
            (false, true) => format!(
                "That no suppression of this kind costs less is not proven: this one costs {}, and every one costs at least {}.",
                report.suppression_cost, report.lower_bound_cost
            ),
            (false, false) => "That no suppression of this kind costs less is not proven.".to_owned(),
        };
        let ended = report.ended_after_steps.map_or(String::new(), |steps| {
            format!(" The search was ended early, after {steps} steps, with the best that it had.")
        });
        paragraph(&(claim + &ended))
            + &paragraph(
                "Whether a policy that generalizes would serve the use better is not said by this. The claim is checked by the \
                 second command of section 14, which finds combinations by another method and chooses the cells anew.",
            )
    }
}

/// Which cells are suppressed, in words.
fn way(suppress: Suppress) -> &'static str {
    match suppress {
        Suppress::None => "none",
        Suppress::PerRecord => "the cheapest of each record by itself, counted against the original",
        Suppress::Wildcard => {
            "as few as could be found, of all records together, for whoever takes a suppressed cell for any value"
        }
        Suppress::Strict => "as few as could be found, of all records together, however a suppressed cell is read",
    }
}
