//! Reads an original: its columns, its hierarchies, and again while its release is written.

use crate::console::{complain, plural};
use crate::failure::Failure;
use crate::input::{header, read_columns, sniff_file, stream, stream_for, tell_guess};
use crate::output::Output;
use crate::progress::Progress;
use kanon::data::{Dialect, Dictionary, ListCells, MissingCodes, RaggedCounts, RenamedColumn, Sniffed, Table};
use kanon::error::DataError;
use kanon::jobs::{EncodeJob, Original, ReadTable, ReleaseJob, Rewritten, dialect_and_names};
use kanon::recipe::Recipe;
use kanon::sql::Values;
use kanon::table::{told_unnamed, unnamed_signs};
use std::path::{Path, PathBuf};

/// The number of values or tuples for which a step without progress takes about a second.
pub(crate) const MANY: usize = 300_000;

/// The inputs of a command: the table, the recipe and the files that it names.
pub(crate) fn inputs<'a>(data: &'a Path, files: &'a [PathBuf]) -> impl Iterator<Item = &'a Path> {
    [data].into_iter().chain(files.iter().map(PathBuf::as_path))
}

/// Writes a release while the table is read again, and returns its report.
pub(crate) fn write_release<Report>(
    data: &Path,
    output: &mut Output,
    mut job: ReleaseJob<Report>,
) -> Result<Report, Failure> {
    let (mut failure, encoding) = (None, job.encoding().to_owned());
    stream_for("writing from", data, &encoding, &mut |raw, text| {
        if failure.is_none() {
            failure = output.write(&job.push(raw, text)).err();
        }
        Ok(())
    })?;
    if let Some(failure) = failure {
        return Err(failure);
    }
    loop {
        let released = job.rest();
        if released.is_empty() {
            break;
        }
        output.write(&released)?;
    }
    let Rewritten { last, report } = job.finish().map_err(|error| match error.kind() {
        kanon::ErrorKind::Data(DataError::Changed) => Failure::changed(data),
        _ => Failure::in_file(data, error),
    })?;
    output.write(&last)?;
    Ok(report)
}

/// Reads the quasi-identifiers of a table into memory, builds their hierarchies and groups the records.
pub(crate) fn read_table(path: &Path, recipe: &Recipe) -> Result<Original, Failure> {
    prepare(encode(path, recipe)?, path, recipe)
}

/// As [`read_table`], for an extract at the lowest levels of its columns, with the values of its table. Without values,
/// reads a table.
pub(crate) fn read_extract(path: &Path, recipe: &Recipe, values: Option<&Path>) -> Result<Original, Failure> {
    let Some(of) = values else {
        return read_table(path, recipe);
    };
    let values = read_values(of, recipe)?;
    let input = prepare(encode_with(path, recipe, values.columns())?, path, recipe)?;
    (values.check(&input.prepared, recipe)).map_err(|error| Failure::in_file(of, error))?;
    Ok(input)
}

/// Reads the values of a table's quasi-identifiers.
pub(crate) fn read_values(path: &Path, recipe: &Recipe) -> Result<Values, Failure> {
    let (read, _) = read_columns(path, "utf-8", Values::reader())?;
    Values::new(&read, recipe).map_err(|error| Failure::in_file(path, error))
}

/// Reads the quasi-identifiers of a table into memory.
pub(crate) fn encode(path: &Path, recipe: &Recipe) -> Result<ReadTable, Failure> {
    encode_with(path, recipe, Vec::new())
}

fn encode_with(path: &Path, recipe: &Recipe, known: Vec<(String, Dictionary)>) -> Result<ReadTable, Failure> {
    let sniffed = recipe.dialect.is_none().then(|| sniff_file(path)).transpose()?;
    let guessed = sniffed.as_ref().map(|sniffed| sniffed.dialect.clone());
    let (dialect, names) = dialect_and_names(recipe, guessed, |dialect| header(path, dialect))?;
    let encoding = dialect.encoding.clone();
    let in_file = |error| Failure::in_file(path, error);
    let mut job = EncodeJob::new(recipe, dialect, names, known).map_err(in_file)?;
    stream(path, &encoding, &mut |raw, text| job.push(raw, text))?;
    let read = job.finish().map_err(in_file)?;
    let ReadTable { dialect, table, .. } = &read;
    tell_where_the_table_is(path, dialect, sniffed.as_ref(), table);
    tell_how_it_was_read(path, table);
    tell_values(path, table, &recipe.missing(dialect));
    Ok(read)
}

/// The most records that may be none that are listed individually.
const TOLD_RECORDS: usize = 5;

/// The most columns whose new names are listed individually.
const TOLD_COLUMNS: usize = 20;

/// Reports which rows were taken for no part of the table, and which records may be none.
fn tell_where_the_table_is(path: &Path, dialect: &Dialect, sniffed: Option<&Sniffed>, table: &Table) {
    let tell = |words: String| complain(&format!("{}: {words}", path.display()));
    let above = sniffed.map(Sniffed::rows_above).unwrap_or_default();
    if !above.is_empty() {
        let rows = if above.len() == 1 { "the row above is" } else { "the rows above are" };
        let what = if dialect.header { "the names of the columns are" } else { "the table begins" };
        tell(format!("{what} in row {}; {rows} left out: {}", dialect.header_row, above.join(" / ")));
    }
    if sniffed.is_some() {
        tell_guess(path, dialect);
    }
    let skip = &dialect.skip;
    let odd = &table.odd;
    for odd in odd.iter().take(TOLD_RECORDS) {
        tell(odd.to_string());
    }
    if !odd.is_empty() {
        let mut skip: Vec<u64> = odd.iter().map(|odd| odd.row).chain(skip.iter().copied()).collect();
        skip.sort_unstable();
        skip.dedup();
        let without = serde_json::to_string(&Dialect { skip, ..dialect.clone() }).unwrap_or_default();
        let more = match odd.len().saturating_sub(TOLD_RECORDS) {
            0 => String::new(),
            more => format!("{} may be none as well; ", plural(more as u64, "record", "records")),
        };
        tell(format!(
            "{more}without {}: \"dialect\": {without} in the recipe",
            if odd.len() == 1 { "it" } else { "them" }
        ));
    }
}

/// Reports the usual signs for a missing value that count as values, and columns whose cells are lists.
fn tell_values(path: &Path, table: &Table, missing: &MissingCodes) {
    let lists = table.columns.iter().filter_map(|column| {
        ListCells::of(&column.dictionary, missing.of(&column.name)).map(|lists| lists.told(&column.name))
    });
    for words in told_unnamed(&unnamed_signs(table, missing)).into_iter().chain(lists) {
        complain(&format!("{}: {words}", path.display()));
    }
}

/// Reports how the reading changed a file: names of columns and ragged records.
fn tell_how_it_was_read(path: &Path, table: &Table) {
    let tell = |words: String| complain(&format!("{}: {words}", path.display()));
    let (nameless, renamed): (Vec<_>, Vec<_>) = table.renamed.iter().partition(|renamed| renamed.given.is_empty());
    match nameless.as_slice() {
        [] => {}
        [one] => tell(format!("column {} has no name and is called `{}`", one.position, one.name)),
        [first, .., last] => tell(format!(
            "{} columns have no names and are called by their places, from `{}` to `{}`. If the names are in another row, say so: `\"dialect\": {{\"header_row\": 2}}` in the recipe",
            nameless.len(),
            first.name,
            last.name
        )),
    }
    for RenamedColumn { position, given, name } in renamed.iter().take(TOLD_COLUMNS) {
        tell(format!("column {position} is called `{name}`, because an earlier column is `{given}`"));
    }
    if let more @ 1.. = renamed.len().saturating_sub(TOLD_COLUMNS) {
        tell(format!("{} renamed as well", plural(more as u64, "column is", "columns are")));
    }
    let RaggedCounts { left_out, padded } = table.ragged.counts();
    if left_out > 0 {
        let records = plural(left_out, "record is", "records are");
        tell(format!("{records} left out: the number of cells differs from the header's"));
    }
    if padded > 0 {
        let records = plural(padded, "record has", "records have");
        tell(format!("{records} fewer cells than the header, padded with empty ones"));
    }
}

/// Builds the hierarchies and groups the records.
pub(crate) fn prepare(read: ReadTable, path: &Path, recipe: &Recipe) -> Result<Original, Failure> {
    let mut preparation = read.prepare(recipe);
    let mut progress = Progress::new("preparing");
    let in_file = |error| Failure::in_file(path, error);
    while let Some((name, values)) = preparation.next() {
        let of_column = || format!("{name}, {values} values");
        if values >= MANY {
            progress.tell_now(&of_column());
        }
        progress.tell_more(Some(preparation.share()), of_column);
        preparation.step().map_err(in_file)?;
    }
    progress.tell_more(Some(preparation.share()), || "grouping".to_owned());
    preparation.finish(recipe, None).map_err(in_file)
}
