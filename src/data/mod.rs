//! The microdata as read from a file.
//!
//! A [`Table`] is dictionary-encoded while it is read: a [`Column`] is a [`Dictionary`] of its distinct values and
//! one code for each record. It holds only the requested columns and does not change afterwards. Files arrive in
//! chunks of UTF-8 bytes, which may end anywhere.
//!
//! **Invariant:** above this module and [`hierarchy`](crate::hierarchy), no module compares or holds a value as text.

mod begins;
mod beyond_ascii;
mod csv;
mod date;
mod dialect;
mod dictionary;
mod encoding;
mod kind;
mod lexicon;
mod list_cells;
mod missing;
mod number;
mod postcode;
mod profile;
mod rare;
mod reading;
mod role;
mod shape;
mod shown;
mod sniff;
mod spelling;
mod table;
mod table_reader;
mod texts;
mod weights;
mod words;

pub use csv::{
    OddReason, OddRecord, RaggedCounts, RaggedRecord, RaggedRecords, Record, RecordReader, RecordWriter, RenamedColumn,
};
pub use date::{Date, DateFormat, Moment, Precision, TimeOfDay, UsualFormats};
pub use dialect::{Dialect, RaggedRule, Terminator};
pub use dictionary::{Dictionary, ValueCode};
pub use encoding::CodePage;
pub use kind::Kind;
pub use lexicon::{Concept, Lexicon, NameMeaning};
pub use list_cells::ListCells;
pub use missing::MissingCodes;
pub use number::Number;
pub use postcode::Postcode;
pub(crate) use profile::thousands;
pub use profile::{
    ColumnProfile, ColumnSigns, ColumnTally, Histogram, LinkSuggestion, MissingProposal, Pattern, Profile, Profiler,
    Sign, SignKind, Suggestion, TextTally, ValueCount, ValueLimits, is_free_text_by_name, may_be_named_with_others,
    suggest_links, usual_signs,
};
pub use rare::rare;
pub use reading::{
    AgeUnits, DecimalPoint, Guess, GuessTally, Meaning, MixedDates, NumberFormat, NumberSigns, ReadColumn, Reading,
    Thousands, is_currency, is_one_of, odd_values, singular,
};
pub use role::Role;
pub(crate) use shown::shown;
pub use sniff::{EncodingEvidence, Sniffed, sniff};
pub(crate) use spelling::{one_spelling, without_blanks};
pub use table::{Codes, Column, Table};
pub use table_reader::{EXACT_AS_FLOAT, TableReader};
pub use texts::Texts;
pub(crate) use weights::MOST_PEOPLE;
pub use words::Words;
