//! `kanon propose`.

use crate::console::{plural, say};
use crate::failure::Failure;
use crate::input::open_unknown;
use crate::output::{Output, Places};
use clap::Args;
use kanon::data::{EncodingEvidence, Kind, Role, Sniffed};
use kanon::jobs::OpenedTable;
use kanon::recipe::ProposedColumn;
use std::path::PathBuf;

#[derive(Args)]
pub(crate) struct Propose {
    /// The table
    data: PathBuf,
    /// Write the recipe to this file, `*.kanon.json`, without the columns that a person has to decide on
    #[arg(long)]
    out: Option<PathBuf>,
}

impl Propose {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let mut places = Places::reading([self.data.as_path()]);
        let output = places.claim_if_given(self.out.as_ref())?;
        let (sniffed, opened) = open_unknown(&self.data)?;
        let proposed = opened.proposed();
        tell_reading(&sniffed, &opened);
        for (column, proposal) in opened.profile.columns.iter().zip(&proposed.columns) {
            say!("");
            tell_column(column, proposal);
        }
        if !proposed.links.is_empty() {
            say!("");
        }
        for link in &proposed.links {
            say!("linked: {} ({})", link.columns.join(", "), link.reason);
        }
        let open = proposed.to_decide();
        if !open.is_empty() {
            say!("");
            say!("to decide, those first that single out most records: {}", open.join(", "));
        }
        let Some(mut output) = output else {
            return Ok(());
        };
        let recipe = proposed.recipe().map_err(|error| Failure::in_file(&self.data, error))?;
        let text = serde_json::to_string_pretty(&recipe).map_err(|error| Failure::input(error.to_string()))?;
        output.write((text + "\n").as_bytes())?;
        Output::commit([output])
    }
}

/// How the file was read.
fn tell_reading(sniffed: &Sniffed, opened: &OpenedTable) {
    let OpenedTable { dialect, profile, .. } = opened;
    say!(
        "{}, {}",
        plural(profile.records, "record", "records"),
        plural(profile.columns.len() as u64, "column", "columns")
    );
    let told = match sniffed.encoding_told() {
        Some(told) => format!(": it is {told}"),
        None if sniffed.encoding_evidence == EncodingEvidence::Most => ", but for some bytes that are not".to_owned(),
        None => String::new(),
    };
    say!("{}; text in {}{told}", dialect.cells_in_words(), dialect.encoding);
    say!("{}", dialect.names_in_words());
    for text in sniffed.rows_above() {
        say!("left out above the table: {text}");
    }
    for odd in &profile.odd {
        say!("{odd}");
    }
    let missing: Vec<String> = dialect
        .missing
        .iter()
        .map(|code| if code.is_empty() { "empty cells".into() } else { format!("`{code}`") })
        .collect();
    say!("missing in every column: {}", missing.join(", "));
    if profile.ragged_count > 0 {
        let records = plural(profile.ragged_count, "record has", "records have");
        say!("{records} another number of cells than the header");
    }
}

/// What is proposed for a column, and why.
fn tell_column(column: &kanon::data::ColumnProfile, proposal: &ProposedColumn) {
    let role = match proposal.role {
        Some(Role::Identifier) => "identifier",
        Some(Role::QuasiIdentifier) => "quasi-identifier",
        Some(Role::Sensitive) => "sensitive",
        Some(Role::Insensitive) => "insensitive",
        None => "to decide",
    };
    let kind =
        match column.readings.first().filter(|_| column.exceptions.is_some()).map_or(column.kind, Kind::of_reading) {
            Kind::Integer => "whole numbers",
            Kind::Decimal => "numbers",
            Kind::Date => "dates",
            Kind::Time => "times",
            Kind::Text => "text",
            Kind::Empty => "empty",
        };
    let least = if column.distinct_is_exact { "" } else { "more than " };
    let missing = if column.missing == 0 { String::new() } else { format!(", {} missing", column.missing) };
    say!("{}: {role}", column.name);
    let but = if column.exceptions.is_some() { ", but for some values" } else { "" };
    say!("  {kind}{but}, {least}{}{missing}", plural(column.distinct, "value", "values"));
    say!("  {}", proposal.reason);
    if let Some(kind) = proposal.kind.as_ref().and_then(|kind| serde_json::to_string(kind).ok()) {
        say!("  kind: {kind}");
    }
    if let Some(hierarchy) = &proposal.hierarchy {
        let spec = hierarchy.spec.as_ref().and_then(|spec| serde_json::to_string(spec).ok());
        say!("  hierarchy: {}", spec.as_deref().unwrap_or("none: each value, or `*`"));
        say!("  {}", hierarchy.reason);
    }
    for missing in &proposal.missing {
        say!("  `{}` is named missing in the recipe: {}", missing.code, missing.reason);
    }
    if let Some(exceptions) = &column.exceptions {
        say!("  {exceptions}");
    }
    for missing in &column.missing_proposals {
        let records = plural(missing.records, "record", "records");
        let code = &missing.code;
        say!("  `{code}` in {records} may mean a missing value: {}; it counts as a value", missing.reason);
    }
    if let Some(lists) = &column.lists {
        say!("  {lists}");
    }
    if !proposal.readings.is_empty() {
        let readings: Vec<String> =
            proposal.readings.iter().filter_map(|own| serde_json::to_string(own).ok()).collect();
        say!("  the values can be read in several ways; give one as `kind`: {}", readings.join(" or "));
    }
}
