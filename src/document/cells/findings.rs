//! The suppressed records and cells of a release, the limits of its promises, and how it is checked.

use super::{CellContent, KEYS, READINGS};
use crate::document::protection::by_other_columns;
use crate::document::release::{self, Digests};
use crate::document::text::{heading, list, paragraph};
use crate::document::{Edition, limits};
use crate::exhibit::figure::{NOT_SHOWN, grouped, percent, plural};
use crate::exhibit::markup::Table;
use crate::recipe::Suppress;

impl CellContent<'_> {
    pub(super) fn risk(&self) -> String {
        let mut table =
            Table::new("Records that may be taken for fewer than k", &["Where a suppressed cell", "Before", "After"]);
        let before = self.figures.count(&["unsafe_records"]);
        for (reading, name) in READINGS.iter().enumerate() {
            table.push(vec![(*name).to_owned(), before.clone(), self.unsafe_by(reading)]);
        }
        let of_size = match self.recipe.uniques.max_size {
            None => String::new(),
            Some(most) => paragraph(&format!("Before: by combinations of at most {most} quasi-identifiers.")),
        };
        table.html() + "\n" + &of_size
    }

    /// The classes of the release, and how many records each one may match, by reading.
    pub(super) fn classes(&self) -> String {
        let after = self.classes;
        let k = grouped(self.report.k);
        let mut table = Table::new(
            "For how many a record may be taken, and the records over the threshold",
            &["Where a suppressed cell", "Fewest that a record may be taken for", "Records over the threshold"],
        );
        for ((name, key), read) in READINGS.iter().zip(KEYS).zip(after.readings()) {
            let is_shown = self.figures.has(&["classes_after", key]);
            let fewest = match read.fewest() {
                _ if !is_shown => NOT_SHOWN.to_owned(),
                Some(fewest) => grouped(fewest),
                None => format!("at least {k}"),
            };
            let over = match read.records_over {
                _ if !is_shown => NOT_SHOWN.to_owned(),
                Some(records) => grouped(records),
                None => "not counted: the threshold is below 1 / k".to_owned(),
            };
            table.push(vec![(*name).to_owned(), fewest, over]);
        }
        let classes = match self.figures.has(&["classes_after", "classes"]) {
            true => format!(
                " Where a suppressed cell is a value of its own, the records are {}; the smallest has {}.",
                plural(after.classes, "class", "classes"),
                plural(after.smallest_class, "record", "records"),
            ),
            false => String::new(),
        };
        table.html()
            + "\n"
            + &paragraph(&format!(
                "Over the threshold is a record whose risk, 1 / the records that it may be taken for, is above {}.{classes}",
                percent(after.threshold),
            ))
    }

    pub(super) fn three_questions(&self) -> String {
        let [.., category, attacker] = self.unsafe_after();
        let (reader, records, reading) = match category {
            0 => ("who knows all values of a record", attacker, 3),
            _ => ("to whom a suppressed cell is a value of its own", category, 2),
        };
        let singled = match records {
            0 => "By the quasi-identifiers every record is like at least k − 1 others.".to_owned(),
            _ => format!(
                "Not excluded for every reader: to one {reader}, records may be taken for fewer than k. Their number: {}.",
                self.unsafe_by(reading)
            ),
        };
        let by_others = by_other_columns(self.disclosure(), self.edition);
        [
            heading("Singling out"),
            paragraph(&singled),
            by_others,
            heading("Linkability"),
            paragraph("Not shown: it depends on what others have. The fields of section 4 name what is known of that."),
            heading("Inference"),
            paragraph("Not shown: where single cells are suppressed, records are in no classes whose other columns could be compared."),
        ]
        .concat()
    }

    pub(super) fn utility(&self) -> String {
        let report = self.report;
        let mut table = Table::new("Suppressed cells of each quasi-identifier", &["Column", "Cells", "Of its records"]);
        for name in report.names() {
            let path = ["suppressed_cells_by_qi", name];
            let share = (self.figures.whole(&path))
                .map_or(NOT_SHOWN.to_owned(), |cells| percent(cells as f64 / report.records.max(1) as f64));
            table.push(vec![name.clone(), self.figures.count(&path), share]);
        }
        let impact = match &report.impact {
            None => String::new(),
            Some(_) if self.edition == Edition::External => String::new(),
            Some(impact) => paragraph(&format!(
                "The 95 % intervals of the shares before and after overlap for {} of {} values that the release still has.",
                grouped(impact.overlapping),
                grouped(impact.compared)
            )),
        };
        paragraph(&self.cells())
            + &table.html()
            + "\n"
            + &impact
            + &paragraph("A loss as of a policy is not computed for suppressed cells.")
    }

    pub(super) fn limits(&self) -> String {
        let found = limits::sentences(self.disclosure(), self.edition);
        [
            limits::found_in_release(found.into_iter()),
            limits::uncovered_columns(self.recipe, self.disclosure()),
            heading("Conclusions from suppressed cells"),
            paragraph(&format!(
                "A suppressed cell tells that its record was rare with its value{}. Whoever knows the rules and how values \
                 are distributed may exclude common values by that.",
                match self.report.suppress {
                    Suppress::None | Suppress::PerRecord => "",
                    // Where suppressed cells have to match, others are suppressed beside them.
                    Suppress::Wildcard | Suppress::Strict => ", or that others were that are like it now",
                }
            )),
            heading("True of every release of this kind"),
            list([
                "Records that are alike may share a value of another column: then it is known of each of them, however large k is.",
                "Another release of the same persons, with other cells or other columns, may tell more together with this one than \
                 each does alone.",
                "k counts records. Where a person has several, k records may be of fewer persons.",
            ]),
        ]
        .concat()
    }

    pub(super) fn closing(&self) -> String {
        let report = self.report;
        let command = match self.recipe.chosen_cells() {
            Some(_) => "anonymize",
            None => "uniques",
        };
        let digests = Digests {
            release: report.output_sha256.as_deref().unwrap_or_default(),
            original: report.input_sha256.as_deref(),
            recipe: report.recipe_sha256.as_deref(),
        };
        [
            digests.html(self.edition),
            release::repeated(
                &report.version,
                true,
                &format!(
                    "kanon {command} ORIGINAL --recipe RECIPE --out RELEASE --report REPORT\n\
                     kanon verify RELEASE --report REPORT --recipe RECIPE --data ORIGINAL"
                ),
            ),
            heading("Formulas"),
            paragraph(&format!(
                "Risk of a record: 1 ÷ records that it may be taken for. Threshold: {}. Share of suppressed cells: suppressed \
                 cells ÷ (records × quasi-identifiers).",
                match &report.classes_after {
                    Some(after) if self.recipe.risk.threshold.is_some() => {
                        format!("{} (chosen for this release)", percent(after.threshold))
                    }
                    _ => format!("1 ÷ k = {}", percent(1.0 / report.k.max(1) as f64)),
                }
            )),
        ]
        .concat()
    }
}
