//! The fields of reports: of which kinds they are, what they are called, and what a check needs to recompute them.
//!
//! `kind` and `format` are not among them: every report has both, and they are read first.

use super::kind::ReportKind;
use Form::{Any, Count, Digest, List, MaybeCount, Number, Object, Text, Truth};
use Need::{Clock, Original, Program, Recipe, Released, Search};
use ReportKind::{Compare, Frontier, Release, Study, Sweep, Uniques};
use serde_json::{Map, Value};

/// A field of reports.
#[derive(Debug)]
pub(crate) struct Field {
    pub(crate) key: &'static str,
    /// What it is, for people who read a claim.
    pub(crate) words: &'static str,
    /// The kinds of which every report has it.
    always: &'static [ReportKind],
    /// The kinds of which some reports have it, by the recipe or by what was found.
    sometimes: &'static [ReportKind],
    pub(crate) form: Form,
    pub(crate) need: Need,
}

/// The form of a value. A field that is not recomputed must at least have it.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Form {
    Any,
    /// An integer that is not negative.
    Count,
    MaybeCount,
    /// A number that is not negative.
    Number,
    Truth,
    Text,
    /// A SHA-256 in hexadecimal digits.
    Digest,
    List,
    Object,
}

impl Form {
    /// Whether a value has this form.
    pub(crate) fn fits(self, value: &Value) -> bool {
        let is_digit = |digit: u8| matches!(digit, b'0'..=b'9' | b'a'..=b'f');
        match self {
            Any => true,
            Count => value.is_u64(),
            MaybeCount => value.is_u64() || value.is_null(),
            Number => value.as_f64().is_some_and(|number| number >= 0.0),
            Truth => value.is_boolean(),
            Text => value.is_string(),
            Digest => value.as_str().is_some_and(|text| text.len() == 64 && text.bytes().all(is_digit)),
            List => value.is_array(),
            Object => value.is_object(),
        }
    }
}

/// What must be at hand to recompute a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Need {
    Released,
    Recipe,
    Original,
    /// The search as it went, which no check has.
    Search,
    /// The time that it took, which no check has.
    Clock,
    /// The program that wrote the report, which no check has.
    Program,
}

impl Need {
    /// Why a field is not checked without it.
    pub(crate) const fn reason(self) -> &'static str {
        match self {
            Released => "the release was not given",
            Recipe => "cannot be known without the recipe",
            Original => "cannot be known without the original",
            Search => "the work of a search is not checked",
            Clock => "time leaves no trace",
            Program => concat!("what made the report; this is ", env!("CARGO_PKG_VERSION")),
        }
    }
}

impl Field {
    /// The field of this key.
    pub(crate) fn named(key: &str) -> Option<&'static Self> {
        FIELDS.iter().find(|field| field.key == key)
    }

    /// The fields of a kind.
    pub(crate) fn of(kind: ReportKind) -> impl Iterator<Item = &'static Self> {
        FIELDS.iter().filter(move |field| field.always.contains(&kind) || field.sometimes.contains(&kind))
    }
}

impl ReportKind {
    /// The keys that a report with these fields has as well.
    fn keys_of(self, fields: &Map<String, Value>) -> &'static [&'static str] {
        let has = |key: &&str| fields.contains_key(*key);
        match self {
            // Without a table only the impact is said.
            Self::Uniques if OF_TABLE.iter().any(|key| *key != "impact" && has(key)) => &OF_TABLE,
            Self::Uniques if fields.get("suppress").is_some_and(|suppress| suppress != "none") => &["impact"],
            _ => &[],
        }
    }

    /// The keys that a report of this kind with these fields has.
    pub(crate) fn keys_for(self, fields: &Map<String, Value>) -> impl Iterator<Item = &'static str> {
        self.keys().chain(self.keys_of(fields).iter().copied())
    }

    /// The keys that every report of this kind has. Other keys depend on the recipe or on what was found.
    pub(crate) fn keys(self) -> impl Iterator<Item = &'static str> {
        FIELDS.iter().filter(move |field| field.always.contains(&self)).map(|field| field.key)
    }
}

/// The keys of a report of `uniques` for which a table was written.
const OF_TABLE: [&str; 4] = ["classes_after", "impact", "disclosure", "output_sha256"];

const fn row(
    key: &'static str,
    words: &'static str,
    always: &'static [ReportKind],
    sometimes: &'static [ReportKind],
    form: Form,
    need: Need,
) -> Field {
    Field { key, words, always, sometimes, form, need }
}

/// The kinds that are verified.
const VERIFIED: &[ReportKind] = &[Release, Uniques, Sweep, Frontier];

/// All fields. Of `compare` and `study`, which nothing verifies, those that a reader needs.
const FIELDS: &[Field] = &[
    row("version", "version of the program", &[Release, Uniques, Sweep, Frontier, Study], &[], Text, Program),
    row("read", "how the original was read", &ReportKind::ALL, &[], Object, Original),
    row("k", "k", &[Release, Uniques], &[], Count, Recipe),
    row("max_size", "most columns of a combination", &[Uniques], &[], MaybeCount, Recipe),
    row("missing", "what a missing value was taken for", &[Uniques], &[], Text, Recipe),
    row("suppress", "which cells are suppressed", &[Uniques], &[], Text, Recipe),
    row("suppression_limit", "suppression limit, as a share of the records", &[Release], &[], Number, Recipe),
    row("measure", "measure of information loss", &[Release, Sweep], &[], Text, Recipe),
    row("aggregate", "how the losses of columns become one", &[Release, Sweep], &[], Text, Recipe),
    row("algorithm", "search", &[Release], &[], Text, Recipe),
    row("seed", "seed", &[Release, Frontier], &[], Count, Recipe),
    row("conditions", "conditions", &[Sweep], &[Release], List, Released),
    row("swept", "settings that were swept", &[Sweep], &[], Object, Recipe),
    row("space", "which policies the frontier is of", &[Frontier], &[], Text, Recipe),
    row("chosen", "what was chosen", &[], &[Release, Uniques], Object, Recipe),
    row("treatments", "what becomes of the other columns", &[], &[Release, Uniques], Object, Recipe),
    row("policy", "policy", &[Release, Uniques, Compare], &[], Object, Recipe),
    row("policy_in_words", "policy in words", &[Release, Uniques], &[], Object, Original),
    row("loss", "information loss", &[Release], &[], Number, Original),
    row("loss_by_quasi_identifier", "information loss by column", &[Release], &[], Any, Original),
    row("groups_by_quasi_identifier", "groups left of each column", &[Release], &[], Object, Released),
    row("optimal", "whether the policy is proven the best", &[Release], &[], Truth, Original),
    row("bound", "proven bound of the loss", &[Release], &[], Number, Original),
    row("records", "records", &[Release, Uniques, Compare], &[], Count, Released),
    row("classes", "classes", &[Release], &[], Count, Released),
    row("suppressed_records", "suppressed records", &[Release], &[], Count, Released),
    row("removed_records", "suppressed records removed", &[], &[Release], Count, Original),
    row("suppression_limit_records", "suppression limit in records", &[Release], &[], Count, Original),
    row("ragged_records", "ragged records of the original", &[Release], &[], Object, Original),
    row("risk", "risk", &[Release], &[], Object, Released),
    row("attackers", "what attackers find", &[Release], &[], Object, Released),
    row("slack", "cells that could be finer", &[], &[Release], Object, Original),
    row("lattice_size", "policies that the recipe allows", &[Release, Sweep], &[], Any, Original),
    row("method", "method", &[Uniques, Frontier], &[], Text, Original),
    row("unsafe_records", "unsafe records", &[Uniques], &[], Count, Original),
    row("combinations", "unsafe combinations", &[Uniques], &[], Count, Original),
    row("combinations_by_size", "unsafe combinations by their number of columns", &[Uniques], &[], List, Original),
    row("combinations_by_qi", "unsafe combinations by column", &[Uniques], &[], Object, Original),
    row(
        "records_by_smallest_size",
        "records by the columns of their smallest combination",
        &[Uniques],
        &[],
        List,
        Original,
    ),
    row("records_resolved_without", "unsafe records that are safe without a column", &[Uniques], &[], Object, Original),
    row("scores", "scores of unsafe records", &[Uniques], &[], Object, Original),
    row("suppressed_cells", "suppressed cells", &[Uniques], &[], Count, Released),
    row("suppressed_cells_by_qi", "suppressed cells by column", &[Uniques], &[], Object, Released),
    row("suppression_cost", "cost of the suppressed cells", &[Uniques], &[], Number, Original),
    row("lower_bound_cells", "fewest cells that are proven to be needed", &[Uniques], &[], Count, Original),
    row("lower_bound_cost", "least cost that is proven to be needed", &[Uniques], &[], Number, Original),
    row("proven_minimal", "whether fewer cells are proven not to do", &[Uniques], &[], Truth, Original),
    row("ended_after_steps", "steps after which the search for cells was ended", &[], &[Uniques], Count, Original),
    row("unsafe_after", "records that are still unsafe", &[Uniques], &[], Object, Recipe),
    row("classes_after", "classes, and records that may be taken for few", &[], &[Uniques], Object, Recipe),
    row("impact", "what suppression does to analyses", &[], &[Uniques], Object, Original),
    row("points", "points", &[Sweep], &[], List, Original),
    row("frontier", "frontier", &[Frontier], &[], List, Original),
    row("policies_on_frontier", "policies on the frontier", &[Frontier], &[], Count, Original),
    row("exact", "whether no policy lies below the frontier", &[Frontier], &[], Truth, Original),
    row("bits", "boundaries that a policy may keep", &[Frontier], &[], MaybeCount, Original),
    row("area", "area under the frontier", &[Frontier], &[], Any, Original),
    row("area_by_policies", "area under the frontier as the search went on", &[Frontier], &[], List, Original),
    row("bottom", "original on the frontier's axes", &[Frontier], &[], Any, Original),
    row("top", "most general policy on the frontier's axes", &[Frontier], &[], Any, Original),
    row("bottom_expected", "matches to be expected in the original", &[Frontier], &[], Any, Original),
    row("reference", "policy to compare with", &[Frontier], &[], Any, Original),
    row("people", "people", &[Frontier], &[], MaybeCount, Original),
    row("unknown_records", "records whose values nobody of the population has", &[Frontier], &[], MaybeCount, Original),
    row("columns", "columns", &[Compare], &[], List, Original),
    row("results", "results", &[Study], &[], Any, Original),
    row("complete", "whether all was done that was asked for", &[Uniques, Sweep, Frontier], &[], Truth, Original),
    row("boxes_looked_at", "boxes of policies looked at", &[Frontier], &[Release], MaybeCount, Search),
    row("policies_evaluated", "policies evaluated", &[Frontier], &[Release], Count, Search),
    row("policies_checked", "policies checked", &[], &[Release], Count, Search),
    row("policies_pruned", "policies excluded without a check", &[], &[Release], Count, Search),
    row("seconds", "seconds of the search", VERIFIED, &[], Number, Clock),
    row("disclosure", "what the release may disclose", &[Release], &[Uniques], List, Original),
    row("order_seed", "seed of the order of the rows", &[], &[Release, Uniques], Count, Original),
    row("input_sha256", "SHA-256 of the original", VERIFIED, &[], Digest, Original),
    row("recipe_sha256", "SHA-256 of the recipe", VERIFIED, &[], Digest, Recipe),
    row("output_sha256", "SHA-256 of the release", &[Release], &[Uniques], Digest, Released),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_stands_once() {
        for (place, field) in FIELDS.iter().enumerate() {
            assert!(FIELDS[..place].iter().all(|other| other.key != field.key), "{}", field.key);
            assert!(field.always.iter().all(|kind| !field.sometimes.contains(kind)), "{}", field.key);
        }
    }

    #[test]
    fn the_book_tells_each_field_of_a_kind_that_is_verified() {
        let book = include_str!("../../docs/src/reports.md");
        for &kind in VERIFIED {
            let (_, section) = book.split_once(&format!("\n## `{}`\n", kind.name())).unwrap();
            let section = section.split("\n## ").next().unwrap();
            let rows = section.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
            let mut told: Vec<&str> = rows.filter(|key| !key.contains('.')).collect();
            let mut fields: Vec<&str> = Field::of(kind).map(|field| field.key).chain(["kind", "format"]).collect();
            told.sort_unstable();
            fields.sort_unstable();
            assert_eq!(told, fields, "{}", kind.name());
        }
    }
}
