//! Disclosure warnings for a finished table, from its text alone.

use super::{DisclosureScan, ReleasedLevels, ScanSettings, ScannedRow, Warning, is_sorted_by_labels};
use crate::data::{MissingCodes, Record, RecordReader, Table};
use crate::error::{DataError, Error, Result};
use crate::release::review::{Blank, blank_codes};
use crate::release::verify::SUPPRESSED;
use std::sync::Arc;

/// Looks for disclosure risks in a finished table while its file is read a second time.
///
/// If a blank cell is not a value of its own and rows have blanks in different columns, the records do not form
/// classes, and risks of classes are not looked for. Labels that reveal a rare value cannot be recognized without the
/// original.
///
/// Time in the rows and columns; memory as for a [`DisclosureScan`].
#[derive(Debug)]
pub struct FinishedScan {
    reader: RecordReader,
    rows: FinishedRows,
}

/// The disclosure warnings for a finished table.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FinishedDisclosure {
    /// The warnings, in a fixed order.
    pub warnings: Vec<Warning>,
    /// Whether the records form classes, so that risks of classes were looked for.
    pub has_classes: bool,
}

#[derive(Debug)]
struct FinishedRows {
    table: Arc<Table>,
    /// Places of the quasi-identifiers in the table.
    columns: Vec<usize>,
    /// A number for each of their values, 0 for a blank one.
    codes: Vec<Vec<u32>>,
    blank: Blank,
    blank_values: MissingCodes,
    k: u64,
    /// Columns that the file must have.
    asked: Vec<String>,
    scan: DisclosureScan,
    next: usize,
    blank_records: u64,
    /// Which cells of the first row with a value are blank.
    pattern: Option<Vec<bool>>,
    has_classes: bool,
}

impl FinishedScan {
    /// Starts at the beginning of the file that `table` was read from. Cells with `*` are blank, and those that
    /// `missing` names.
    ///
    /// # Errors
    /// A quasi-identifier that the table does not have.
    pub fn new(
        table: Arc<Table>,
        qis: &[String],
        blank: Blank,
        missing: &[String],
        mut settings: ScanSettings,
    ) -> Result<Self> {
        let columns = (qis.iter()).map(|name| table.place(name)).collect::<Result<Vec<usize>>>()?;
        settings.missing.add(SUPPRESSED);
        // Nobody says what was done to the identifiers that the file has.
        settings.replaced.extend_from_slice(&settings.identifiers);
        settings.records = table.records();
        settings.hidden = Vec::new();
        settings.levels = columns.iter().map(|&place| ReleasedLevels::of_labels(&table.columns[place])).collect();
        let mut blank_values = settings.missing.clone();
        missing.iter().for_each(|code| blank_values.add(code));
        Ok(Self {
            reader: RecordReader::new(&settings.dialect),
            rows: FinishedRows {
                codes: blank_codes(&table, &columns, &MissingCodes::everywhere(missing)),
                columns,
                blank,
                blank_values,
                k: settings.k,
                asked: [&settings.sensitive[..], &settings.identifiers].concat(),
                scan: DisclosureScan::new(settings),
                next: 0,
                blank_records: 0,
                pattern: None,
                has_classes: true,
                table,
            },
        })
    }

    /// Reads a chunk of the file.
    ///
    /// # Errors
    /// [`DataError::NoSuchColumn`] for a sensitive column or an identifier, [`DataError::Changed`] if the file has
    /// different rows from the table, and any error of reading.
    pub fn push(&mut self, chunk: &[u8]) -> Result<()> {
        let Self { reader, rows } = self;
        reader.push(chunk, &mut |record| rows.see(&record))
    }

    /// Reads the last record, and returns the warnings.
    ///
    /// # Errors
    /// See [`push`](Self::push).
    pub fn finish(self) -> Result<FinishedDisclosure> {
        let Self { mut reader, mut rows } = self;
        reader.finish(&mut |record| rows.see(&record))?;
        if rows.next != rows.table.n_rows {
            return Err(DataError::Changed.into());
        }
        Ok(rows.disclosure(reader.header().unwrap_or_default()))
    }
}

impl FinishedRows {
    fn see(&mut self, record: &Record<'_>) -> Result<()> {
        let header = record.header();
        if self.next == 0 {
            for name in &self.asked {
                if !header.contains(name) {
                    let columns = header.to_vec();
                    return Err(Error::new(DataError::NoSuchColumn { columns }).in_column(name));
                }
            }
            self.scan.start(header, &|_| true);
            header.iter().for_each(|name| self.scan.see_cell(name));
        }
        record.expect_cells(header.len())?;
        if self.next == self.table.n_rows {
            return Err(DataError::Changed.into());
        }
        let row = self.next;
        self.next += 1;
        let codes: Vec<u32> = self.columns.iter().map(|&column| self.table.columns[column].codes.get(row)).collect();
        let groups: Vec<u32> = (codes.iter().zip(&self.codes)).map(|(&code, groups)| groups[code as usize]).collect();
        let records = self.table.weight(row);
        if groups.iter().all(|&group| group == 0) {
            self.blank_records += records;
        } else if self.blank != Blank::Category {
            let pattern: Vec<bool> = groups.iter().map(|&group| group == 0).collect();
            let first = self.pattern.get_or_insert_with(|| pattern.clone());
            self.has_classes &= *first == pattern;
        }
        self.scan.see(ScannedRow {
            record,
            shown: &|place| record.get(place),
            codes: &codes,
            groups: &groups,
            records,
        });
        Ok(())
    }

    fn disclosure(self, header: &[String]) -> FinishedDisclosure {
        let (records, k) = (self.blank_records, self.k);
        let mut warnings = Vec::new();
        if records == self.table.records() {
            warnings.push(Warning::AllSuppressed { records });
        }
        if (1..k).contains(&records) {
            warnings.push(Warning::SuppressedClass { records, k });
        }
        for &place in &self.columns {
            let column = &self.table.columns[place];
            if is_sorted_by_labels(column, self.blank_values.of(&column.name)) {
                let column = column.name.clone();
                warnings.push(Warning::Sorted { column });
            }
        }
        warnings.extend(self.scan.warnings(header));
        let has_classes = self.has_classes;
        warnings.retain(|warning| has_classes || !warning.is_of_classes());
        FinishedDisclosure { warnings, has_classes }
    }
}
