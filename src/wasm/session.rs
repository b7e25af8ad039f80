//! The handle class: opening a file, its columns and their hierarchies.

use super::error::{Result, misuse};
use super::frontier::Begun;
use super::json;
use super::messages::{self, HierarchyView, TableSummary, ValueCount};
use super::uniques::Uniques;
use crate::data::{Dialect, Dictionary, Kind, Profile, Profiler, Table, TableReader, sniff};
use crate::error::{DataError, Error};
use crate::hierarchy::{self, Hierarchy, HierarchySpec, suggest};
use crate::lattice::size_in_words;
use crate::release::disclosure::Warning;
use crate::release::{Comparison, ReleaseWriter};
use crate::study::audit::ReleaseAudit;
use crate::study::{Digest, HierarchySummary, Prepared, Preparing, Recipe, Report, Run, Sweep};
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// Rows of a hierarchy that are shown at most.
const SHOWN_ROWS: usize = 2_000;
/// Values missing from a hierarchy that are listed at most.
const SHOWN_MISSING: usize = 1_000;

/// One study: a file, its profile, its quasi-identifiers in memory, a search and a release.
#[wasm_bindgen]
#[derive(Default)]
pub struct Session {
    pub(super) pass: Option<Pass>,
    /// Of the pass that is under way, over the bytes as they are on disk.
    pub(super) digest: Digest,
    opened: Option<Opened>,
    pub(super) encoded: Option<Encoded>,
    pub(super) run: Option<(Run, Recipe)>,
    /// A search beside that one, to be compared with it.
    pub(super) rival: Option<Run>,
    /// The best policies for every k or limit.
    pub(super) sweep: Option<Sweep>,
    pub(super) report: Option<Report>,
    /// Of the release that is being written, as far as it was known before.
    pub(super) disclosure: Vec<Warning>,
    /// Read for the frontier.
    pub(super) population: Option<Table>,
    pub(super) frontier: Option<Begun>,
    pub(super) uniques: Option<Uniques>,
}

/// A pass over a file that is under way.
pub(super) enum Pass {
    Profile(Box<Profiler>, Dialect),
    Encode(Box<TableReader>, Box<Recipe>, Dialect),
    /// After that pass.
    Prepare(Box<Preparing>, Box<Recipe>, Dialect),
    Release(Box<ReleaseWriter>, Digest),
    /// A table with its cells suppressed, which is written.
    Suppressed(Box<ReleaseWriter>, Digest),
    Verify(Box<TableReader>),
    /// The columns that an impact is measured with.
    Impact(Box<TableReader>),
    Compare(Box<Comparing>),
    Population(Box<TableReader>),
}

/// A release that was read, while it is compared with the original.
pub(super) struct Comparing {
    pub(super) audit: ReleaseAudit,
    pub(super) comparison: Comparison,
    pub(super) release: Table,
    pub(super) output_sha256: String,
}

/// A file that was profiled.
struct Opened {
    dialect: Dialect,
    profile: Profile,
}

/// The quasi-identifiers in memory.
pub(super) struct Encoded {
    pub(super) prepared: Prepared,
    pub(super) dialect: Dialect,
    pub(super) sha256: String,
}

#[wasm_bindgen]
impl Session {
    /// A session without a file. Panics are told to the console from now on.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default, reason = "there is a default")]
    pub fn new() -> Self {
        console_error_panic_hook::set_once();
        Self::default()
    }

    /// Sniffs how a file is written from its first bytes; `whole` says that there are no more.
    pub fn sniff(&self, head: &[u8], whole: bool) -> Result<Ts<messages::Sniffed>> {
        json::message(&messages::Sniffed::from(sniff(head, whole)))
    }

    /// Begins to profile a file.
    #[wasm_bindgen(js_name = profileBegin)]
    pub fn profile_begin(&mut self, dialect: Ts<messages::Dialect>) -> Result<()> {
        let dialect: Dialect = json::said(&dialect)?;
        self.begin(Pass::Profile(Box::new(Profiler::new(&dialect)), dialect));
        Ok(())
    }

    /// Takes a chunk of the file as it is on disk, for its SHA-256.
    #[wasm_bindgen(js_name = pushRaw)]
    pub fn push_raw(&mut self, chunk: &[u8]) {
        self.digest.push(chunk);
    }

    /// Takes the same chunk as UTF-8.
    pub fn push(&mut self, chunk: &[u8]) -> Result<()> {
        match &mut self.pass {
            Some(Pass::Profile(profiler, _)) => profiler.push(chunk)?,
            Some(
                Pass::Encode(reader, ..)
                | Pass::Verify(reader)
                | Pass::Impact(reader)
                | Pass::Population(reader),
            ) => reader.push(chunk)?,
            Some(
                Pass::Release(..) | Pass::Suppressed(..) | Pass::Compare(..) | Pass::Prepare(..),
            )
            | None => {
                return Err(misuse("`push` outside of a pass"));
            }
        }
        Ok(())
    }

    /// Ends the profile. The session's earlier file is forgotten only now.
    #[wasm_bindgen(js_name = profileEnd)]
    pub fn profile_end(&mut self) -> Result<Ts<messages::Profile>> {
        let Some(Pass::Profile(profiler, dialect)) = self.pass.take() else {
            return Err(misuse("`profileEnd` without `profileBegin`"));
        };
        let profile = profiler.finish()?;
        let message = json::message(&messages::Profile::from(&profile))?;
        self.opened = Some(Opened { dialect, profile });
        self.encoded = None;
        self.run = None;
        self.rival = None;
        self.frontier = None;
        self.report = None;
        self.uniques = None;
        Ok(message)
    }

    /// A hierarchy over a column: groups and records on each level, and values of the data that it misses. Without a
    /// specification, each value is itself or `*`.
    pub fn hierarchy(
        &self,
        column: &str,
        spec: Option<Ts<messages::HierarchySpec>>,
    ) -> Result<Ts<HierarchyView>> {
        let (dictionary, hierarchy) = self.build(column, spec)?;
        let missing = hierarchy.missing(dictionary);
        let summary = HierarchySummary::of(&hierarchy, dictionary);
        let view = HierarchyView {
            height: hierarchy.height(),
            leaves: hierarchy.n_leaves(),
            levels: summary.levels.into_iter().map(Into::into).collect(),
            rows: hierarchy
                .rows()
                .take(SHOWN_ROWS)
                .map(|row| row.into_iter().map(str::to_owned).collect())
                .collect(),
            missing_count: missing.len(),
            missing_records: missing.iter().map(|(_, count)| count).sum(),
            missing: (missing.into_iter().take(SHOWN_MISSING))
                .map(|(value, count)| ValueCount { value, count })
                .collect(),
        };
        json::message(&view)
    }

    /// A hierarchy to begin with, from the column's values.
    #[wasm_bindgen(js_name = suggestHierarchy)]
    pub fn suggest_hierarchy(&self, column: &str) -> Result<Ts<messages::HierarchySpec>> {
        let opened = self.opened()?;
        let dictionary = opened.dictionary(column)?;
        let kind = opened
            .profile
            .column(column)
            .map_or(Kind::Text, |column| column.kind);
        let spec = suggest(dictionary, kind, &opened.dialect.missing);
        json::message(&spec.into())
    }

    /// The rows of a hierarchy file.
    #[wasm_bindgen(js_name = parseHierarchy)]
    pub fn parse_hierarchy(&self, text: &str, file: &str) -> Result<Ts<messages::Rows>> {
        let rows = hierarchy::parse_rows(text, file)?;
        json::message(&messages::Rows(rows))
    }

    /// The text of a hierarchy file.
    #[wasm_bindgen(js_name = formatHierarchy)]
    pub fn format_hierarchy(
        &self,
        column: &str,
        spec: Option<Ts<messages::HierarchySpec>>,
    ) -> Result<String> {
        let (_, hierarchy) = self.build(column, spec)?;
        Ok(hierarchy::format_rows(hierarchy.rows())?)
    }

    /// Checks a recipe.
    #[wasm_bindgen(js_name = checkRecipe)]
    pub fn check_recipe(&self, recipe: &str) -> Result<()> {
        Recipe::parse(recipe)?;
        Ok(())
    }

    /// A recipe with every default written out.
    #[wasm_bindgen(js_name = normalizeRecipe)]
    pub fn normalize_recipe(&self, recipe: &str) -> Result<String> {
        Ok(Recipe::parse(recipe)?.to_json())
    }

    /// Begins to read the recipe's quasi-identifiers into memory.
    #[wasm_bindgen(js_name = encodeBegin)]
    pub fn encode_begin(&mut self, recipe: &str) -> Result<()> {
        let recipe = Recipe::parse(recipe)?;
        let opened = self.opened()?;
        Prepared::check_columns(&recipe, &opened.header())?;
        let dialect = recipe
            .dialect
            .clone()
            .unwrap_or_else(|| opened.dialect.clone());
        let reader = TableReader::new(&dialect, &Prepared::columns(&recipe)?)
            .with_count_column(recipe.count_column.clone());
        self.begin(Pass::Encode(Box::new(reader), Box::new(recipe), dialect));
        Ok(())
    }

    /// Ends the reading, and builds the hierarchy of the next column. Gives the share of the preparation that is done: below 1
    /// as long as there are further columns.
    #[wasm_bindgen(js_name = encodeStep)]
    pub fn encode_step(&mut self) -> Result<f64> {
        let (preparing, recipe, dialect) = match self.pass.take() {
            Some(Pass::Encode(reader, recipe, dialect)) => {
                let preparing = Preparing::new(&recipe, &dialect, reader.finish()?);
                (Box::new(preparing), recipe, dialect)
            }
            Some(Pass::Prepare(mut preparing, recipe, dialect)) => {
                preparing.step()?;
                (preparing, recipe, dialect)
            }
            _ => return Err(misuse("`encodeStep` without `encodeBegin`")),
        };
        let share = preparing.next().map(|_| preparing.share());
        self.pass = Some(Pass::Prepare(preparing, recipe, dialect));
        Ok(share.unwrap_or(1.0))
    }

    /// Ends the preparation: the records are grouped.
    #[wasm_bindgen(js_name = encodeEnd)]
    pub fn encode_end(&mut self) -> Result<Ts<TableSummary>> {
        let (prepared, recipe, dialect) = match self.pass.take() {
            Some(Pass::Encode(reader, recipe, dialect)) => {
                let prepared = Prepared::new(&recipe, &dialect, reader.finish()?)?;
                (prepared, recipe, dialect)
            }
            Some(Pass::Prepare(preparing, recipe, dialect)) => {
                (preparing.finish()?, recipe, dialect)
            }
            _ => return Err(misuse("`encodeEnd` without `encodeBegin`")),
        };
        let summary = TableSummary {
            records: prepared.table().records(),
            tuples: prepared.tuples().len(),
            input_sha256: std::mem::take(&mut self.digest).finish(),
            risk_before: prepared.risk(recipe.privacy.k).into(),
            lattice_size: size_in_words(prepared.problem(&recipe)?.lattice().size()),
        };
        self.run = None;
        self.rival = None;
        self.frontier = None;
        self.sweep = None;
        self.uniques = None;
        self.encoded = Some(Encoded {
            prepared,
            dialect,
            sha256: summary.input_sha256.clone(),
        });
        json::message(&summary)
    }

    /// The generated sample.
    pub fn sample(&self) -> Result<Ts<messages::Sample>> {
        let sample = messages::Sample::try_from(crate::sample::default_hospital())
            .map_err(|error| misuse(&error.to_string()))?;
        json::message(&sample)
    }

    /// Size of the memory in bytes. It never shrinks, so this is the most that was needed.
    #[wasm_bindgen(js_name = memoryBytes)]
    pub fn memory_bytes(&self) -> f64 {
        let memory: js_sys::WebAssembly::Memory = wasm_bindgen::memory().unchecked_into();
        let buffer: js_sys::ArrayBuffer = memory.buffer().unchecked_into();
        buffer.byte_length().into()
    }
}

impl Opened {
    fn header(&self) -> Vec<String> {
        self.profile
            .columns
            .iter()
            .map(|column| column.name.clone())
            .collect()
    }

    fn dictionary(&self, column: &str) -> Result<&Dictionary> {
        if let Some(dictionary) = self.profile.dictionary(column) {
            return Ok(dictionary);
        }
        let kind = match self.profile.column(column) {
            Some(profile) => DataError::TooManyValues {
                limit: profile.distinct,
            },
            None => DataError::NoSuchColumn {
                columns: self.header(),
            },
        };
        Err(Error::new(kind).in_column(column).into())
    }
}

impl Session {
    /// Begins a pass, with a fresh digest.
    pub(super) fn begin(&mut self, pass: Pass) {
        self.digest = Digest::new();
        self.pass = Some(pass);
    }

    /// The first records of the file that is open.
    pub(super) fn head(&self) -> Result<(Vec<String>, &[Vec<String>])> {
        let opened = self.opened()?;
        Ok((opened.header(), &opened.profile.head))
    }

    /// How the file that is open is written.
    pub(super) fn opened_dialect(&self) -> Result<&Dialect> {
        Ok(&self.opened()?.dialect)
    }

    fn opened(&self) -> Result<&Opened> {
        self.opened
            .as_ref()
            .ok_or_else(|| misuse("no file is open"))
    }

    fn build(
        &self,
        column: &str,
        spec: Option<Ts<messages::HierarchySpec>>,
    ) -> Result<(&Dictionary, Hierarchy)> {
        let opened = self.opened()?;
        let dictionary = opened.dictionary(column)?;
        let spec: Option<HierarchySpec> = spec.as_ref().map(json::said).transpose()?;
        let hierarchy = match spec {
            Some(spec) => spec.build(dictionary, &opened.dialect.missing),
            None => Hierarchy::identity(dictionary),
        };
        Ok((
            dictionary,
            hierarchy.map_err(|error| error.in_column(column))?,
        ))
    }
}
