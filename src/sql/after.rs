//! The scripts that require a policy.

use super::source::{Script, Source, numbered};
use crate::classes::{Classes, K, Kept, RollupMemory, rollup};
use crate::data::{Dialect, RecordWriter, Terminator};
use crate::error::{Error, Result, SqlError};
use crate::lattice::{Level, Policy};
use crate::release::verify::SUPPRESSED;
use crate::report::ClaimedReport;
use crate::table::EncodedStudy;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Rows of one statement.
const BATCH: usize = 500;

/// The released classes, and their sums.
struct Expected {
    /// Records of each class that is not suppressed, by its labels.
    classes: BTreeMap<Vec<String>, u64>,
    suppressed: u64,
    records: u64,
}

impl Source<'_> {
    /// The scripts for the policy of a report, made from an extract of this table.
    ///
    /// Time in the extract's tuples × quasi-identifiers, and in the values of the maps.
    ///
    /// # Errors
    /// A report on a different extract: it lacks a quasi-identifier, has a level above the hierarchy, or other numbers
    /// of records, classes or suppressed records. Also a value with a U+0000.
    pub fn scripts_of_policy(&self, prepared: &EncodedStudy, report: &ClaimedReport) -> Result<Vec<Script>> {
        let levels = self.levels(prepared, report)?;
        let expected = self.expected(prepared, &levels, report.k);
        for (what, said, counted) in [
            ("records", report.records, expected.records - self.removed(&expected)),
            ("suppressed records", report.suppressed_records, expected.suppressed),
            ("classes", report.classes, expected.classes.len() as u64),
        ] {
            if said != counted {
                let kind = SqlError::OtherExtract { what, said, counted };
                return Err(kind.into());
            }
        }
        Ok(vec![
            Script { name: "2-map.sql", text: self.map(prepared, &levels)? },
            Script { name: "3-release.sql", text: self.release(report.k) },
            Script { name: "4-verify.sql", text: self.verify(&expected, report.k) },
            Script { name: "5-failing.sql", text: self.failing(report.k) },
            Script { name: "expected_classes.csv", text: self.expected_classes(&expected)? },
            Script { name: "6-differences.sql", text: self.differences() },
        ])
    }

    fn expected(&self, prepared: &EncodedStudy, levels: &[Level], k: u64) -> Expected {
        let tuples = prepared.tuples();
        let mut classes = Classes::like(tuples);
        let policy = Policy::new(levels.to_vec());
        let mut memory = RollupMemory::default();
        rollup(tuples, &policy, prepared.qis(), &mut memory, &mut classes);
        let k = K::new(k);
        // A file may have its columns in a different order than the recipe.
        let names = prepared.names();
        let places = (self.names().into_iter()).filter_map(|name| names.iter().position(|own| own == name));
        let places: Vec<usize> = places.collect();
        let kept = classes.iter().filter(|class| k.keeps(class.count));
        let labelled = kept.map(|class| {
            let labels = (places.iter()).map(|&qi| prepared.label(qi, levels[qi], class.group(qi)).to_owned());
            (labels.collect(), class.count)
        });
        Expected {
            classes: labelled.collect(),
            suppressed: Kept::of(&classes, k).suppressed(),
            records: classes.counts().iter().sum(),
        }
    }

    /// Records that are not in the release.
    fn removed(&self, expected: &Expected) -> u64 {
        if self.are_removed() { expected.suppressed } else { 0 }
    }

    fn are_removed(&self) -> bool {
        self.recipe.release.suppressed.are_removed()
    }

    fn levels(&self, prepared: &EncodedStudy, report: &ClaimedReport) -> Result<Vec<Level>> {
        let names = prepared.names();
        let heights = prepared.qis().iter().map(|qi| qi.height());
        let levels = (names.iter().zip(heights)).map(|(name, height)| {
            let level = report.policy.get(name).copied();
            level
                .filter(|&level| usize::from(level) < height)
                .ok_or_else(|| Error::new(SqlError::NoLevel).in_column(name))
        });
        levels.collect()
    }

    /// A table that maps each value of a column to its replacement.
    pub(super) fn pairs<'v>(
        &self,
        table: &str,
        other: &str,
        column: &str,
        rows: impl Iterator<Item = (&'v str, &'v str)>,
    ) -> Result<String> {
        let text_type = self.engine.text_type();
        let mut text =
            format!("DROP TABLE IF EXISTS {table};\nCREATE TABLE {table} (value {text_type}, {other} {text_type});\n");
        let literal = |text: &str| match text.contains('\0') {
            true => Err(Error::new(SqlError::Nul).in_column(column)),
            false => Ok(self.engine.literal(text)),
        };
        let rows = rows
            .map(|(value, other)| Ok(format!("({}, {})", literal(value)?, literal(other)?)))
            .collect::<Result<Vec<_>>>()?;
        for batch in rows.chunks(BATCH) {
            let batch = batch.join(",\n  ");
            let _ = write!(text, "INSERT INTO {table} VALUES\n  {batch};\n");
        }
        Ok(text)
    }

    fn map(&self, prepared: &EncodedStudy, levels: &[Level]) -> Result<String> {
        let text_type = self.engine.text_type();
        let mut text = self.head(&[
            "What stands for each value in the release: a table for each quasi-identifier.",
            "The values are those of people: keep the tables as the table itself.",
        ]);
        let columns = prepared.table().columns.iter().zip(prepared.qis());
        for ((qi, (column, values)), level) in columns.enumerate().zip(levels) {
            let table = self.made(&format!("map_{}", self.place_of(&column.name)));
            let rows = (column.dictionary.iter().zip(0..)).map(|((value, _), code)| {
                let label = prepared.label(qi, *level, values.group(*level, code));
                (value, label)
            });
            text += &self.pairs(&table, "released", &column.name, rows)?;
        }
        let expected = self.made("expected");
        let names = numbered("q", levels.len());
        let typed: Vec<_> = (names.iter()).map(|name| format!("{name} {text_type}")).collect();
        let _ = write!(
            text,
            "-- For expected_classes.csv, which is loaded here before 6-differences.sql is asked.\nDROP TABLE IF EXISTS {expected};\nCREATE TABLE {expected} ({}, records {});\n",
            typed.join(", "),
            self.engine.count_type()
        );
        Ok(text)
    }

    /// The place of a quasi-identifier among those of the recipe, from 1. A file may order them differently.
    fn place_of(&self, name: &str) -> usize {
        let place = self.names().iter().position(|own| *own == name);
        place.map_or(0, |place| place + 1)
    }

    fn release(&self, k: u64) -> String {
        let names = self.names();
        let n = names.len();
        let others = self.others();
        let (q, o) = (numbered("q", n), numbered("o", others.len()));
        let (mapped, classes, release) = (self.made("mapped"), self.made("classes"), self.made("release"));

        let released = (q.iter().zip(1..)).map(|(q, number)| format!("m{number}.released AS {q}"));
        let cells = (o.iter().zip(&others)).map(|(o, (_, cell))| format!("{cell} AS {o}"));
        let inner: Vec<_> =
            (self.keys().into_iter()).chain([format!("{} AS n", self.records_of_row())]).chain(cells).collect();
        let outer: Vec<_> =
            released.chain(["t.n AS n".to_owned()]).chain(o.iter().map(|o| format!("t.{o} AS {o}"))).collect();
        let joins: String = (1..=n)
            .map(|number| {
                let map = self.made(&format!("map_{number}"));
                format!("\nLEFT JOIN {map} AS m{number} ON m{number}.value = t.v{number}")
            })
            .collect();
        let is_known = q.iter().map(|q| format!("{q} IS NOT NULL"));
        let is_known: Vec<_> = is_known.collect();

        let star = self.engine.literal(SUPPRESSED);
        let mut cells: Vec<_> = (q.iter().zip(&names))
            .map(|(q, name)| {
                let name = self.engine.identifier(name);
                match self.are_removed() {
                    true => format!("c.{q} AS {name}"),
                    false => {
                        format!("CASE WHEN c.records >= {k} THEN c.{q} ELSE {star} END AS {name}")
                    }
                }
            })
            .collect();
        cells.extend(self.recipe.count_column.iter().map(|name| format!("m.n AS {}", self.engine.identifier(name))));
        cells
            .extend((o.iter().zip(&others)).map(|(o, (name, _))| format!("m.{o} AS {}", self.engine.identifier(name))));
        let on: Vec<_> = q.iter().map(|q| format!("c.{q} = m.{q}")).collect();
        let only = match self.are_removed() {
            true => format!("\nWHERE c.records >= {k}"),
            false => String::new(),
        };
        let q = q.join(", ");
        format!(
            "{head}DROP VIEW IF EXISTS {release};\nDROP TABLE IF EXISTS {classes};\nDROP VIEW IF EXISTS {mapped};\nCREATE VIEW {mapped} AS\nSELECT {outer}\nFROM (\n  SELECT {inner}\n  FROM {table} AS t\n) AS t{joins};\nCREATE TABLE {classes} AS\nSELECT {q}, {sum} AS records\nFROM {mapped}\nWHERE {known}\nGROUP BY {q};\nCREATE VIEW {release} AS\nSELECT {cells}\nFROM {mapped} AS m\nLEFT JOIN {classes} AS c ON {on}{only};\n",
            head = self.head(&[
                "The release, as a view over the table. Its classes are counted when this is run, and not by the view:",
                "run it again when the table has changed. A value that no map has is suppressed with its record.",
                "Let others read the view alone: what it is made from shows what it suppresses.",
            ]),
            outer = outer.join(",\n  "),
            inner = inner.join(",\n    "),
            table = self.table.quoted(self.engine),
            sum = self.sum("n"),
            known = is_known.join(" AND "),
            cells = cells.join(",\n  "),
            on = on.join(" AND "),
        )
    }

    /// The classes of the release view, with its quasi-identifiers named `q1`, `q2`, …, as a common table expression.
    fn released(&self) -> String {
        let names = self.names();
        let q = numbered("q", names.len());
        let named: Vec<_> =
            (q.iter().zip(&names)).map(|(q, name)| format!("r.{} AS {q}", self.engine.identifier(name))).collect();
        let records = match &self.recipe.count_column {
            Some(name) => format!("r.{}", self.engine.identifier(name)),
            None => format!("CAST(1 AS {})", self.engine.count_type()),
        };
        let q = q.join(", ");
        format!(
            "WITH rows_of_release AS (\n  SELECT {}, {records} AS n\n  FROM {} AS r\n), released AS (\n  SELECT {q}, {} AS records\n  FROM rows_of_release\n  GROUP BY {q}\n)",
            named.join(", "),
            self.made("release"),
            self.sum("n"),
        )
    }

    /// The condition that every quasi-identifier of a class is `*`.
    fn is_suppressed(&self) -> String {
        let star = self.engine.literal(SUPPRESSED);
        let stars = numbered("q", self.names().len());
        let stars: Vec<_> = stars.iter().map(|q| format!("{q} = {star}")).collect();
        stars.join(" AND ")
    }

    fn verify(&self, expected: &Expected, k: u64) -> String {
        let count = self.engine.count_type();
        let star = self.is_suppressed();
        let unmapped = numbered("q", self.names().len());
        let unmapped: Vec<_> = unmapped.iter().map(|q| format!("{q} IS NULL")).collect();
        // Classes whose counts differ from those at the time of the release.
        let names = numbered("q", self.names().len());
        let on: Vec<_> = names.iter().map(|q| format!("c.{q} = r.{q}")).collect();
        let star_literal = self.engine.literal(SUPPRESSED);
        let r_star: Vec<_> = (names.iter()).map(|q| format!("r.{q} = {star_literal}")).collect();
        let released = expected.records - self.removed(expected);
        let stars = expected.suppressed - self.removed(expected);
        // A class whose labels are all `*` looks like suppressed records.
        let of_stars = |classes: &BTreeMap<Vec<String>, u64>| {
            let is_star = |labels: &[String]| labels.iter().all(|label| label == SUPPRESSED);
            (classes.iter()).filter(|(labels, _)| is_star(labels)).map(|(_, records)| *records).collect::<Vec<_>>()
        };
        let hidden = of_stars(&expected.classes);
        let stars = stars + hidden.iter().sum::<u64>();
        let classes = expected.classes.len() - hidden.len();
        format!(
            "{head}{released_classes}, counted AS (\n  SELECT COALESCE({sum}, 0) AS records,\n    COALESCE(CAST(SUM(CASE WHEN {star} THEN records ELSE 0 END) AS {count}), 0) AS suppressed,\n    MIN(CASE WHEN {star} THEN NULL ELSE records END) AS smallest_class,\n    CAST(SUM(CASE WHEN {star} THEN 0 ELSE 1 END) AS {count}) AS classes,\n    (SELECT COALESCE({unmapped_sum}, 0) FROM {mapped} WHERE {unmapped}) AS unmapped,\n    (SELECT CAST(COUNT(*) AS {count}) FROM released AS r LEFT JOIN {classes_table} AS c ON {on} WHERE NOT ({r_star}) AND (c.records IS NULL OR c.records <> r.records)) AS changed\n  FROM released\n)\nSELECT records, {released} AS records_expected, suppressed, {stars} AS suppressed_expected, smallest_class, classes, {classes} AS classes_expected, unmapped, changed,\n  CASE WHEN records = {released} AND suppressed = {stars} AND classes = {classes} AND unmapped = 0 AND changed = 0 AND COALESCE(smallest_class, {k}) >= {k} THEN 'passed' ELSE 'failed' END AS verdict\nFROM counted;\n",
            head = self.head(&["One row: the release as it is counted now, beside what the search says of it."]),
            released_classes = self.released(),
            sum = self.sum("records"),
            unmapped_sum = self.sum("n"),
            mapped = self.made("mapped"),
            unmapped = unmapped.join(" OR "),
            classes_table = self.made("classes"),
            on = on.join(" AND "),
            r_star = r_star.join(" AND "),
        )
    }

    fn failing(&self, k: u64) -> String {
        let q = numbered("q", self.names().len()).join(", ");
        format!(
            "{}{}\nSELECT {q}, records FROM released WHERE records < {k} AND NOT ({}) ORDER BY {q};\n",
            self.head(&["The released classes that are too small. None: passed."]),
            self.released(),
            self.is_suppressed(),
        )
    }

    fn differences(&self) -> String {
        let names = numbered("q", self.names().len());
        let on: Vec<_> = names.iter().map(|q| format!("e.{q} = r.{q}")).collect();
        let both: Vec<_> = (names.iter()).map(|q| format!("COALESCE(e.{q}, r.{q}) AS {q}")).collect();
        // A database may read an empty text of a file as NULL.
        let texts: Vec<_> = (names.iter()).map(|q| format!("COALESCE(e.{q}, '') AS {q}")).collect();
        format!(
            "{}{}, expected AS (\n  SELECT {}, e.records AS records\n  FROM {} AS e\n)\nSELECT {}, e.records AS expected, r.records AS released\nFROM expected AS e\nFULL OUTER JOIN released AS r ON {}\nWHERE e.records IS NULL OR r.records IS NULL OR e.records <> r.records;\n",
            self.head(
                &["The classes that are not as expected_classes.csv has them, once it is loaded. None: passed.",]
            ),
            self.released(),
            texts.join(", "),
            self.made("expected"),
            both.join(", "),
            on.join(" AND "),
        )
    }

    fn expected_classes(&self, expected: &Expected) -> Result<String> {
        let writer = RecordWriter::new(&Dialect::default(), Terminator::Lf);
        let mut csv = Vec::new();
        let names = numbered("q", self.names().len());
        let header = names.iter().map(String::as_str).chain(["records"]);
        writer.write(header, &mut csv)?;
        let mut classes = expected.classes.clone();
        let stars = expected.suppressed - self.removed(expected);
        if stars > 0 {
            let labels = vec![SUPPRESSED.to_owned(); names.len()];
            *classes.entry(labels).or_default() += stars;
        }
        for (labels, records) in &classes {
            let records = records.to_string();
            let cells = labels.iter().map(String::as_str).chain([records.as_str()]);
            writer.write(cells, &mut csv)?;
        }
        Ok(String::from_utf8_lossy(&csv).into_owned())
    }
}
