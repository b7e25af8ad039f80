//! `kanon sheet`.

use crate::console::{plural, say};
use crate::failure::Failure;
use crate::output::{Output, Places};
use crate::pipe::waiting;
use clap::{Args, value_parser};
use kanon::data::{Record, RecordReader, sniff};
use kanon_sheet::{Limits, SheetError, SheetView, Workbook};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

#[derive(Args)]
pub(crate) struct Sheet {
    /// The workbook (.xlsx, .xlsm)
    file: PathBuf,
    /// The sheet [default: the only one that is not empty]
    #[arg(long)]
    sheet: Option<String>,
    /// The row with the names of the columns [default: detected]
    #[arg(long, value_parser = value_parser!(u32).range(1..), requires = "out")]
    header_row: Option<u32>,
    /// Write the sheet to this CSV file. Without it, the sheets are listed
    #[arg(long)]
    out: Option<PathBuf>,
}

impl Sheet {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let refused = |error| self.refused(&error);
        let mut places = Places::reading([self.file.as_path()]);
        let output = places.claim_if_given(self.out.as_ref())?;
        let mut workbook = Workbook::open(read(&self.file)?).map_err(refused)?;
        let Some(mut output) = output else {
            return self.list(&workbook);
        };
        let name = match &self.sheet {
            Some(name) => name.clone(),
            None => match workbook.only_sheet().map_err(refused)? {
                Some(name) => name.to_owned(),
                None => return Err(self.which(&workbook)),
            },
        };
        let table = workbook.table(&name, self.header_row).map_err(refused)?;
        output.write(&table.csv)?;
        Output::commit([output])?;
        say!(
            "{}: {}, {}",
            table.name,
            plural(table.records.into(), "record", "records"),
            plural(table.columns.into(), "column", "columns")
        );
        if workbook.sheets().iter().any(|sheet| sheet.name == table.name && sheet.is_hidden) {
            say!("the sheet is hidden in the workbook");
        }
        say!("header: row {}, {}", table.header_row, table.header_reason.words(table.columns));
        for sentence in table.done.sentences() {
            say!("{sentence}");
        }
        // The records that the text has and that may be none, as every reading of it tells.
        let sniffed = sniff(&table.csv, true);
        let mut reader = RecordReader::new(&sniffed.dialect);
        let mut pass = |_: Record<'_>| Ok(());
        reader.push(&table.csv, &mut pass)?;
        reader.finish(&mut pass)?;
        for odd in reader.odd() {
            say!("{odd}");
        }
        Ok(())
    }

    fn list(&self, workbook: &Workbook) -> Result<(), Failure> {
        let mut sheets = workbook.sheets();
        if let Some(name) = &self.sheet {
            sheets.retain(|sheet| sheet.name == *name);
            if sheets.is_empty() {
                let sheets = workbook.sheets().into_iter().map(|sheet| sheet.name);
                return Err(self.refused(&SheetError::NoSuchSheet { sheet: name.clone(), sheets: sheets.collect() }));
            }
        }
        for sheet in &sheets {
            say!("{}", described(sheet));
        }
        Ok(())
    }

    fn which(&self, workbook: &Workbook) -> Failure {
        let sheets: Vec<String> = (workbook.sheets().iter())
            .filter(|sheet| sheet.columns > 0)
            .map(|sheet| format!("  {}", described(sheet)))
            .collect();
        let problem = format!("several sheets are not empty. Say which by --sheet:\n{}", sheets.join("\n"));
        Failure::file(&self.file, problem)
    }

    fn refused(&self, error: &SheetError) -> Failure {
        Failure::file(&self.file, format!("{error}. {}", error.advice()))
    }
}

fn described(sheet: &SheetView) -> String {
    let hidden = if sheet.is_hidden { ", hidden" } else { "" };
    let Some(row) = sheet.header_row else {
        return format!("{}: empty{hidden}", sheet.name);
    };
    format!(
        "{}: {}, {}{hidden}; header in row {row}, {}",
        sheet.name,
        plural(sheet.records.into(), "record", "records"),
        plural(sheet.columns.into(), "column", "columns"),
        sheet.header_reason
    )
}

/// The bytes of a workbook, which is read as a whole.
fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let most = Limits::default().unpacked;
    let failed = |error: std::io::Error| Failure::file(path, error);
    let mut bytes = Vec::new();
    let read = || File::open(path).and_then(|file| file.take(most + 1).read_to_end(&mut bytes));
    waiting(path, "write to", read).map_err(failed)?;
    if bytes.len() as u64 > most {
        let error = SheetError::TooLarge { mebibytes: most >> 20 };
        return Err(Failure::file(path, format!("{error}. {}", error.advice())));
    }
    Ok(bytes)
}
