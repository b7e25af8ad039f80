//! Opens a table that no recipe describes: how it is written, what its columns hold, and what is proposed for them.

use crate::data::{Dialect, Dictionary, MissingCodes, Profile, Profiler, Reading, Sniffed, sniff};
use crate::error::{DataError, Error, ErrorKind, Result};
use crate::hierarchy::ColumnValues;
use crate::recipe::{NamedMissing, Proposed, with_named};
use std::mem;

/// Profiles the columns of a table.
pub struct OpenJob {
    dialect: Dialect,
    missing: MissingCodes,
    signs: Signs,
    /// Whether a quote that nothing closes is part of the text: the quote is a guess, and no cell seen is quoted.
    may_be_text: bool,
    profiler: Profiler,
}

/// What becomes of the usual signs for a missing value.
enum Signs {
    /// They count as values, but for those that were given.
    AsGiven,
    /// A first reading tells which the recipe names.
    ToName,
    /// The recipe names these.
    Named(NamedMissing),
}

/// A table, profiled.
pub struct OpenedTable {
    /// How the file is written.
    pub dialect: Dialect,
    /// The missing values.
    pub missing: MissingCodes,
    /// The contents, column by column.
    pub profile: Profile,
    named: NamedMissing,
}

impl OpenJob {
    /// A job at the beginning of a file in this dialect, with these missing values.
    pub fn new(dialect: Dialect, missing: MissingCodes) -> Self {
        let profiler = Profiler::new(&dialect).with_missing(missing.clone());
        Self { dialect, missing, signs: Signs::AsGiven, may_be_text: false, profiler }
    }

    /// As [`new`](Self::new), in the dialect that the beginning of the file looks like.
    pub fn guessed(sniffed: &Sniffed, missing: MissingCodes) -> Self {
        Self { may_be_text: !sniffed.has_quoted_cells, ..Self::new(sniffed.dialect.clone(), missing) }
    }

    /// As [`guessed`](Self::guessed), for a first recipe: it names usual signs for a missing value, see
    /// [`Proposed::missing`].
    pub fn proposing(sniffed: &Sniffed) -> Self {
        let missing = MissingCodes::everywhere(&sniffed.dialect.missing);
        Self { signs: Signs::ToName, ..Self::guessed(sniffed, missing) }
    }

    /// The encoding of the file.
    pub fn encoding(&self) -> &str {
        &self.dialect.encoding
    }

    /// Takes a chunk of the file as UTF-8.
    ///
    /// # Errors
    /// As [`Profiler::push`].
    pub fn push(&mut self, text: &[u8]) -> Result<()> {
        self.profiler.push(text)
    }

    /// The table; none if the job is back at the beginning, because the file must be read once more in another way.
    ///
    /// # Errors
    /// As [`Profiler::finish`].
    pub fn finish(&mut self) -> Result<Option<OpenedTable>> {
        let profile = match self.begin_again().finish() {
            Ok(profile) => profile,
            Err(error) if self.may_be_text && error.kind() == &ErrorKind::Data(DataError::OpenQuote) => {
                self.may_be_text = false;
                self.dialect.quote = None;
                self.begin_again();
                return Ok(None);
            }
            Err(error) => return Err(error),
        };
        if self.names_others(&profile) {
            self.begin_again();
            return Ok(None);
        }
        let named = match &self.signs {
            Signs::Named(named) => named.clone(),
            Signs::AsGiven | Signs::ToName => NamedMissing::new(),
        };
        Ok(Some(OpenedTable { dialect: self.dialect.clone(), missing: self.missing.clone(), profile, named }))
    }

    /// Goes back to the beginning of the file. Returns the profiler so far.
    fn begin_again(&mut self) -> Profiler {
        let profiler = Profiler::new(&self.dialect).with_missing(self.missing.clone());
        mem::replace(&mut self.profiler, profiler)
    }

    /// Whether the recipe names other missing values than those that the file was read with.
    fn names_others(&mut self, profile: &Profile) -> bool {
        let (named, is_other) = match mem::replace(&mut self.signs, Signs::AsGiven) {
            Signs::AsGiven => return false,
            Signs::ToName => {
                let named = Proposed::missing(profile);
                let is_other = !named.is_empty();
                (named, is_other)
            }
            Signs::Named(mut named) => {
                let before = named.len();
                Proposed::keep(&mut named, profile);
                let is_other = named.len() < before;
                (named, is_other)
            }
        };
        self.missing = with_named(&self.dialect, &named);
        self.signs = Signs::Named(named);
        is_other
    }
}

impl OpenedTable {
    /// The names of the columns.
    pub fn header(&self) -> Vec<String> {
        self.profile.columns.iter().map(|column| column.name.clone()).collect()
    }

    /// The values of a column, for a hierarchy over them.
    ///
    /// # Errors
    /// As [`dictionary`](Self::dictionary).
    pub fn values<'a>(&'a self, column: &str, reading: Option<&'a Reading>) -> Result<ColumnValues<'a>> {
        Ok(ColumnValues { reading, ..ColumnValues::new(self.dictionary(column)?, self.missing.of(column)) })
    }

    /// The values of a column.
    ///
    /// # Errors
    /// No such column, or one with more values than are kept.
    pub fn dictionary(&self, column: &str) -> Result<&Dictionary> {
        if let Some(dictionary) = self.profile.dictionary(column) {
            return Ok(dictionary);
        }
        let kind = match self.profile.column(column) {
            Some(profile) => DataError::TooManyValues { limit: profile.distinct },
            None => DataError::NoSuchColumn { columns: self.header() },
        };
        Err(Error::new(kind).in_column(column))
    }

    /// What is proposed for the columns.
    pub fn proposed(&self) -> Proposed {
        Proposed::of(&self.profile, &self.dialect, &self.named)
    }
}

/// Proposes a first recipe for a table in UTF-8: roles, missing values and hierarchies. A person must check it,
/// and decide on the columns that it leaves open.
///
/// # Errors
/// A table that cannot be read.
pub fn propose(csv: &[u8]) -> Result<Proposed> {
    let mut job = OpenJob::proposing(&sniff(csv, true));
    loop {
        job.push(csv)?;
        if let Some(opened) = job.finish()? {
            return Ok(opened.proposed());
        }
    }
}
