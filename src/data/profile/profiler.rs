//! Reads a file for its profile.

use super::column::{ColumnTally, ValueLimits};
use super::suggest_roles::suggest_roles;
use super::{ColumnProfile, Profile};
use crate::data::csv::{Record, RecordReader};
use crate::data::dialect::Dialect;
use crate::data::lexicon::Lexicon;
use crate::data::missing::MissingCodes;
use crate::error::Result;

/// The number of records of the head.
const N_HEAD: usize = 500;

/// Reads a file once and profiles it.
///
/// The dictionary of a column with more than 250,000 distinct values is dropped. The limit is lower if the file has
/// more than 24 columns, or if the values are long. Dates, times and decimal numbers have 4,000,000 more, together.
#[derive(Debug)]
pub struct Profiler {
    reader: RecordReader,
    tally: Tally,
}

#[derive(Debug)]
struct Tally {
    missing: MissingCodes,
    max_values: usize,
    limits: ValueLimits,
    columns: Vec<(ColumnTally, Vec<String>)>,
    head: Vec<Vec<String>>,
    head_rows: Vec<u64>,
}

impl Profiler {
    /// A profiler at the beginning of a file.
    pub fn new(dialect: &Dialect) -> Self {
        Self {
            reader: RecordReader::new(dialect),
            tally: Tally {
                missing: MissingCodes::everywhere(&dialect.missing),
                max_values: usize::MAX,
                limits: ValueLimits::default(),
                columns: Vec::new(),
                head: Vec::new(),
                head_rows: Vec::new(),
            },
        }
    }

    /// Sets the values that denote a missing one, instead of the dialect's codes for every column.
    #[must_use]
    pub fn with_missing(mut self, missing: MissingCodes) -> Self {
        self.tally.missing = missing;
        self
    }

    /// Keeps at most `max_values` distinct values of a column.
    #[must_use]
    pub fn with_max_values(mut self, max_values: usize) -> Self {
        self.tally.max_values = max_values.max(1);
        self
    }

    /// Reads a chunk of UTF-8 bytes, which may end anywhere.
    ///
    /// # Errors
    /// As [`RecordReader::push`].
    pub fn push(&mut self, chunk: &[u8]) -> Result<()> {
        let Self { reader, tally } = self;
        reader.push(chunk, &mut |record| {
            tally.push(&record);
            Ok(())
        })
    }

    /// Reads the last record and returns the profile.
    ///
    /// # Errors
    /// As [`push`](Self::push). Also if the file has no header or no records.
    pub fn finish(self) -> Result<Profile> {
        let Self { mut reader, mut tally } = self;
        reader.finish(&mut |record| {
            tally.push(&record);
            Ok(())
        })?;
        reader.expect_records()?;
        let records = reader.records();
        let lexicon = Lexicon::new();
        let (mut columns, dictionaries): (Vec<ColumnProfile>, Vec<_>) = tally
            .columns
            .into_iter()
            .zip(reader.header().unwrap_or_default())
            .enumerate()
            .map(|(place, ((column, missing), name))| {
                let first_row = |value: &str| {
                    let mut head = tally.head.iter().zip(&tally.head_rows);
                    head.find(|(record, _)| record.get(place).is_some_and(|cell| cell == value)).map(|(_, &row)| row)
                };
                column.finish(name, records, &missing, &first_row, &lexicon)
            })
            .unzip();
        suggest_roles(&mut columns, &tally.head, &tally.missing, &lexicon);
        let renamed = reader.renamed().to_vec();
        let odd = reader.odd();
        let ragged = reader.into_ragged();
        Ok(Profile {
            records,
            columns,
            head: tally.head,
            head_rows: tally.head_rows,
            renamed,
            odd,
            ragged_counts: ragged.counts(),
            ragged: ragged.first,
            ragged_count: ragged.count,
            dictionaries,
        })
    }
}

impl Tally {
    fn push(&mut self, record: &Record<'_>) {
        if self.columns.is_empty() {
            let n_columns = record.header().len();
            let names = record.header().iter();
            self.columns = names.map(|name| (ColumnTally::default(), self.missing.of(name).to_vec())).collect();
            self.limits = ValueLimits::of_columns(n_columns).at_most(self.max_values);
        }
        if self.head.len() < N_HEAD {
            self.head.push(record.iter().map(str::to_owned).collect());
            self.head_rows.push(record.number());
        }
        for ((column, missing), cell) in self.columns.iter_mut().zip(record.iter()) {
            column.push(cell, &mut self.limits, missing);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{Dictionary, Histogram, Kind, Pattern, RaggedRecord, Role, Terminator, sniff};
    use crate::error::Error;
    use std::fmt::Write as _;
    use std::path::Path;

    fn profile(text: &str, max_values: usize) -> Result<Profile> {
        let mut profiler = Profiler::new(&Dialect { missing: vec![String::new(), "?".into()], ..Dialect::default() })
            .with_max_values(max_values);
        for chunk in text.as_bytes().chunks(7) {
            profiler.push(chunk)?;
        }
        profiler.finish()
    }

    fn top(profile: &Profile, column: usize) -> Vec<(&str, u64)> {
        let top = &profile.columns[column].top;
        top.iter().map(|top| (top.value.as_str(), top.count)).collect()
    }

    #[test]
    fn what_is_a_number_or_a_day_points_at_nobody() -> Result<()> {
        let pattern = |value: &dyn Fn(usize) -> String| -> Result<Option<Pattern>> {
            let values = (1..30).map(value).chain(["none".to_owned()]);
            let text = format!("x\n{}\n", values.collect::<Vec<_>>().join("\n"));
            Ok(profile(&text, usize::MAX)?.columns[0].pattern)
        };
        let letters = |number: usize| ["AB", "CD"][number % 2];
        let codes = |number: usize| format!("{} {}", 1097 + number, letters(number));
        assert_eq!(pattern(&codes)?, Some(Pattern::Postcode));
        assert_eq!(pattern(&|number| format!("{} KG", 1097 + number))?, None);
        let calls = |number: usize| format!("020 79460{:03}", number % 1000);
        assert_eq!(pattern(&calls)?, Some(Pattern::Telephone));
        assert_eq!(pattern(&|number| format!("01-{number:02}-2023"))?, None);
        let seen = |number: usize| format!("Seen by doctor {number}");
        assert_eq!(pattern(&seen)?, Some(Pattern::Sentences));
        let moments = |number: usize| format!("{number} May 2005 20:15:52");
        assert_eq!(pattern(&moments)?, None);
        Ok(())
    }

    #[test]
    fn columns_are_counted() -> Result<()> {
        let profile = profile("age,sex\n30,F\n40,?\n30,\n35.5,M\n40,F\n", usize::MAX)?;
        assert_eq!(profile.records, 5);
        let [age, sex] = profile.columns.as_slice() else {
            unreachable!("two columns");
        };
        assert_eq!((age.kind, age.distinct, age.missing), (Kind::Decimal, 3, 0));
        assert_eq!((sex.kind, sex.distinct, sex.missing), (Kind::Text, 2, 2));
        assert_eq!(top(&profile, 0), [("30", 2), ("40", 2), ("35.5", 1)]);
        assert_eq!(top(&profile, 1), [("F", 2), ("M", 1)]);
        let mut counts = vec![0; 20];
        (counts[0], counts[11], counts[19]) = (2, 1, 2);
        assert_eq!(age.histogram, Some(Histogram { min: 30.0, max: 40.0, counts }));
        assert_eq!(sex.histogram, None);
        assert_eq!(profile.dictionary("sex").map(|sex| sex.len()), Some(4));
        assert!(profile.dictionary("zip").is_none());
        assert_eq!(profile.head.len(), 5);
        assert_eq!(profile.head[1], ["40", "?"]);
        Ok(())
    }

    #[test]
    fn too_many_values_are_counted_without_keeping_them() -> Result<()> {
        let mut text = "id,n,word,mixed\n".to_owned();
        for record in 0..10_000 {
            let id = if record % 4 == 0 { 7 } else { record };
            let mixed = if record == 9_999 { "end".into() } else { record.to_string() };
            writeln!(text, "{id},{},x{record},{mixed}", record % 100).ok();
        }
        let exact = profile(&text, usize::MAX)?;
        let capped = profile(&text, 2_000)?;
        let [id, n, word, mixed] = capped.columns.as_slice() else {
            unreachable!("four columns");
        };
        assert_eq!((id.distinct, id.distinct_is_exact), (2_000, false));
        assert_eq!((n.distinct, n.distinct_is_exact), (100, true));
        // If not all values were kept, it is unknown which of them no other record has.
        assert_eq!((id.alone, n.alone), (None, Some(0)));
        assert_eq!(exact.columns[0].alone, Some(7_499));
        assert_eq!(id.kind, Kind::Integer);
        assert_eq!((word.kind, mixed.kind), (Kind::Text, Kind::Text));
        assert_eq!(mixed.histogram, None);
        assert_eq!(top(&capped, 0)[0], ("7", 2_501));
        assert_eq!(top(&capped, 0)[0], top(&exact, 0)[0]);
        assert!(capped.dictionary("id").is_none());
        assert!(capped.dictionary("n").is_some());
        let counts =
            |profile: &Profile| profile.columns[0].histogram.as_ref().map(|histogram| histogram.counts.clone());
        for (capped, exact) in counts(&capped).iter().flatten().zip(counts(&exact).iter().flatten()) {
            assert!(capped.abs_diff(*exact) <= 6, "{capped} for {exact}");
        }
        Ok(())
    }

    #[test]
    fn what_has_an_order_is_kept_beyond_the_limit() -> Result<()> {
        let mut text = "seen,income,id,mixed\n".to_owned();
        for record in 0..1_000 {
            let (hour, minute) = (record / 60 % 24, record % 60);
            let seen = if record == 700 { "unknown".into() } else { format!("2024-03-05 {hour:02}:{minute:02}") };
            let mixed = if record > 200 { format!("x{record}") } else { format!("{record}.5") };
            writeln!(text, "{seen},{record}.25,{record},{mixed}").ok();
        }
        let profile = profile(&text, 50)?;
        let kept = |name: &str| profile.dictionary(name).map(Dictionary::len);
        assert_eq!(["seen", "income", "id", "mixed"].map(kept), [Some(1_000), Some(1_000), None, None]);
        let exact: Vec<bool> = profile.columns.iter().map(|column| column.distinct_is_exact).collect();
        assert_eq!(exact, [true, true, false, false]);
        assert_eq!(profile.columns[0].alone, Some(1_000));
        assert!(profile.columns[0].exceptions.as_ref().is_some_and(|told| told.contains("unknown")));
        Ok(())
    }

    #[test]
    fn missing_cells_are_counted_beyond_the_limit() -> Result<()> {
        let mut text = "id\n".to_owned();
        for record in 0..1_000 {
            let id = if record % 10 == 0 { "?".into() } else { record.to_string() };
            writeln!(text, "{id}").ok();
        }
        let capped = profile(&text, 50)?;
        assert_eq!(capped.columns[0].missing, 100);
        assert_eq!(capped.columns[0].kind, Kind::Integer);
        assert_eq!(capped.columns[0].histogram.as_ref().map(|histogram| histogram.counts.iter().sum()), Some(900_u64));
        Ok(())
    }

    #[test]
    fn ragged_records_are_listed() -> Result<()> {
        let mut text = "a,b\n".to_owned();
        text.push_str(&"1,2\n1\n".repeat(150));
        text.push_str("1,2,3\n");
        let profile = profile(&text, usize::MAX)?;
        assert_eq!((profile.records, profile.ragged_count), (301, 151));
        assert_eq!(profile.ragged.len(), 100);
        assert_eq!(profile.ragged[1], RaggedRecord { row: 4, cells: 1 });
        assert_eq!(top(&profile, 1), [("2", 151)]);
        Ok(())
    }

    #[test]
    fn files_without_records_are_refused() {
        let code = |text| profile(text, usize::MAX).err().map(|error: Error| error.code());
        assert_eq!(code(""), Some("data-empty"));
        assert_eq!(code("a,b\n"), Some("data-no-records"));
    }

    #[test]
    fn a_published_file_has_its_known_numbers() -> std::result::Result<(), Box<dyn std::error::Error>> {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/adult/adult.csv");
        let Ok(bytes) = std::fs::read(&file) else {
            println!("absent: {}", file.display());
            return Ok(());
        };
        let sniffed = sniff(&bytes[..bytes.len().min(1 << 18)], false);
        assert_eq!((sniffed.dialect.delimiter, sniffed.dialect.header), (b';', true));
        assert_eq!(sniffed.terminator, Terminator::CrLf);
        let mut profiler = Profiler::new(&sniffed.dialect);
        for chunk in bytes.chunks(60_001) {
            profiler.push(chunk)?;
        }
        let profile = profiler.finish()?;
        assert_eq!((profile.records, profile.ragged_count), (30_162, 0));
        let distinct: Vec<u64> = profile.columns.iter().map(|column| column.distinct).collect();
        assert_eq!(distinct, [2, 72, 5, 7, 16, 41, 7, 14, 2]);
        assert_eq!(profile.column("age").map(|age| age.kind), Some(Kind::Integer));
        let ages = profile.column("age").and_then(|age| age.histogram.as_ref());
        assert_eq!(ages.map(|ages| (ages.min, ages.max, ages.counts.iter().sum())), Some((17.0, 90.0, 30_162_u64)));
        Ok(())
    }

    #[test]
    fn wide_files_work() -> Result<()> {
        let header: Vec<String> = (0..300).map(|column| format!("c{column}")).collect();
        let row: Vec<String> = (0..300).map(|column| (column * 3).to_string()).collect();
        let text = format!("{}\n{}\n{}\n", header.join(","), row.join(","), row.join(","));
        let profile = profile(&text, usize::MAX)?;
        assert_eq!(profile.columns.len(), 300);
        assert!(profile.columns.iter().all(|column| column.distinct == 1));
        Ok(())
    }

    #[test]
    fn as_json_it_is_what_the_page_expects() -> std::result::Result<(), Box<dyn std::error::Error>> {
        let profile = profile("age,sex\n30,F\n40\n", usize::MAX)?;
        assert_eq!(profile.columns[0].suggestion.role, Some(Role::QuasiIdentifier));
        let json = serde_json::to_value(&profile)?;
        assert_eq!(json["raggedCount"], 1);
        assert_eq!(json["ragged"][0], serde_json::json!({"row": 2, "cells": 1}));
        assert_eq!(json["head"][0][1], "F");
        let age = &json["columns"][0];
        assert_eq!(age["kind"], "integer");
        assert_eq!(age["distinctIsExact"], true);
        assert_eq!(age["top"][0], serde_json::json!({"value": "30", "count": 1}));
        assert_eq!(age["histogram"]["max"], 40.0);
        assert_eq!(age["suggestion"]["role"], "quasi-identifier");
        Ok(())
    }
}
