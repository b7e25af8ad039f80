//! Lists of columns in options: a record of CSV, so that a name may hold a comma.

use crate::failure::Failure;
use crate::input::header;
use kanon::data::{Dialect, RecordReader};
use kanon::error::{DataError, Error};
use std::borrow::Borrow;
use std::path::Path;

/// The cells of one list. An option that is repeated has several, which `concat` joins.
#[derive(Debug, Clone)]
pub(crate) struct Listed(Vec<String>);

impl Borrow<[String]> for Listed {
    fn borrow(&self) -> &[String] {
        &self.0
    }
}

impl Listed {
    /// Reads a list.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let mut reader = RecordReader::new(&Dialect { header: false, ..Dialect::default() });
        let mut records: Vec<Vec<String>> = Vec::new();
        let mut sink = |record: kanon::data::Record<'_>| {
            records.push(record.iter().map(str::to_owned).collect());
            Ok(())
        };
        let read = reader.push(text.as_bytes(), &mut sink).and_then(|()| reader.finish(&mut sink));
        match (read, records.len()) {
            (Ok(()), 1) => Ok(Self(records.concat())),
            // The empty text is one empty value.
            (Ok(()), 0) => Ok(Self(vec![String::new()])),
            (Ok(()), _) => Err("it has several lines. Write one list, or repeat the option".to_owned()),
            (Err(_), _) => Err("a quote stays open. Close it, and write a quote within a name twice".to_owned()),
        }
    }
}

/// How a list names a column with a comma, if one of these has one; empty otherwise.
pub(crate) fn how_to_quote(names: &[String]) -> String {
    let Some(name) = names.iter().find(|name| name.contains(',') && !name.contains('\n')) else {
        return String::new();
    };
    let quoted = name.replace('"', "\"\"");
    format!(" Put a name with a comma in double quotes, as in a CSV file: '\"{quoted}\"'.")
}

/// Refuses the first column of a list that a file does not have, with how to name it.
pub(crate) fn expect_columns(path: &Path, dialect: &Dialect, named: &[String]) -> Result<(), Failure> {
    if named.is_empty() {
        return Ok(());
    }
    let columns = header(path, dialect)?;
    let Some(name) = named.iter().find(|name| !columns.contains(name)) else {
        return Ok(());
    };
    let how = how_to_quote(&columns);
    let failure = Failure::in_file(path, Error::new(DataError::NoSuchColumn { columns }).in_column(name));
    Err(Failure { message: failure.message + &how, ..failure })
}
