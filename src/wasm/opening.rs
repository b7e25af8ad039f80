//! The handle classes for an opened file, its columns and their hierarchies.

use super::encoding::EncodePass;
use super::error::{Result, misuse};
use super::json;
use super::messages::{self, HierarchyView};
use super::recipe::RecipeHandle;
use crate::data::{CodePage, Dialect, Dictionary, MissingCodes, Reading, Sniffed, ValueCount, sniff, suggest_links};
use crate::hierarchy::{self, Blocks, Edit, Hierarchy, HierarchySpec, Proposal, Tree, suggest};
use crate::jobs::{OpenJob, OpenedTable};
use crate::recipe::Privacy;
use crate::sample::{DEFAULT_SEED, SampleKind};
use crate::table::HierarchySummary;
use std::collections::BTreeMap;
use std::sync::Arc;
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// The most rows of a hierarchy that are shown.
const SHOWN_ROWS: usize = 2_000;
/// The most values missing from a hierarchy that are listed.
const SHOWN_MISSING: usize = 1_000;

/// Reports panics on the console.
#[wasm_bindgen(start)]
fn start() {
    console_error_panic_hook::set_once();
}

/// Detects how a file is written from its first bytes. `whole` says that there are no more.
#[wasm_bindgen(js_name = sniff)]
pub fn sniffed(head: &[u8], whole: bool) -> Result<Ts<messages::Sniffed>> {
    json::message(&messages::Sniffed::from(sniff(head, whole)))
}

/// The text of bytes in a code page of DOS; none if the label is not one of those that no browser decodes.
#[wasm_bindgen(js_name = decodeCodePage)]
pub fn decode_code_page(label: &str, bytes: &[u8]) -> Option<String> {
    CodePage::named(label).map(|page| page.decode(bytes))
}

/// A generated sample of the named kind; by default hospital discharges.
#[wasm_bindgen]
pub fn sample(kind: Option<String>) -> Result<Ts<messages::Sample>> {
    let kind = match kind {
        Some(name) => SampleKind::named(&name).ok_or_else(|| misuse("there is no such sample"))?,
        None => SampleKind::Hospital,
    };
    let sample = kind.generate(kind.usual_records(), DEFAULT_SEED);
    let sample = messages::Sample::try_from(sample).map_err(|error| misuse(&error.to_string()))?;
    json::message(&sample)
}

/// The hierarchy of a file.
#[wasm_bindgen(js_name = parseHierarchy)]
pub fn parse_hierarchy(text: &str, file: &str) -> Result<Ts<HierarchySpec>> {
    json::message(&hierarchy::parse_hierarchy(text, file)?)
}

/// The pass that profiles the columns of a file.
#[wasm_bindgen]
pub struct ProfilePass {
    job: OpenJob,
    sniffed: Sniffed,
}

/// A profiled file.
#[wasm_bindgen]
pub struct Opened {
    pub(super) file: Arc<OpenedTable>,
}

#[wasm_bindgen]
impl ProfilePass {
    /// Starts the pass over a file with these first bytes; `whole` says that there are no more. Without a dialect, it
    /// is detected. `missing` has the missing values of single columns.
    #[wasm_bindgen(constructor)]
    pub fn new(
        head: &[u8],
        whole: bool,
        dialect: Option<Ts<Dialect>>,
        missing: Ts<messages::MissingOfColumns>,
    ) -> Result<ProfilePass> {
        let sniffed = sniff(head, whole);
        let asked: Option<Dialect> = dialect.as_ref().map(json::said).transpose()?;
        let of_columns: BTreeMap<String, Vec<String>> = json::said(&missing)?;
        let missing = |dialect: &Dialect| MissingCodes::everywhere(&dialect.missing).with_columns(&of_columns);
        let job = match asked {
            Some(dialect) => OpenJob::new(dialect.clone(), missing(&dialect)),
            None => OpenJob::guessed(&sniffed, missing(&sniffed.dialect)),
        };
        Ok(Self { job, sniffed })
    }

    /// The encoding of the file.
    #[wasm_bindgen(getter)]
    pub fn encoding(&self) -> String {
        self.job.encoding().to_owned()
    }

    /// How the file looks from its first bytes.
    pub fn sniffed(&self) -> Result<Ts<messages::Sniffed>> {
        json::message(&messages::Sniffed::from(self.sniffed.clone()))
    }

    /// Takes a chunk of the file as UTF-8.
    pub fn push(&mut self, text: &[u8]) -> Result<()> {
        Ok(self.job.push(text)?)
    }

    /// The file, with its profile; none if it must be read once more from the beginning, in another way.
    pub fn finish(&mut self) -> Result<Option<Opened>> {
        Ok(self.job.finish()?.map(|opened| Opened { file: Arc::new(opened) }))
    }
}

#[wasm_bindgen]
impl Opened {
    /// How the file is written.
    pub fn dialect(&self) -> Result<Ts<Dialect>> {
        json::message(&self.file.dialect)
    }

    /// The contents of the file.
    pub fn profile(&self) -> Result<Ts<messages::Profile>> {
        json::message(&messages::Profile::from(&self.file.profile))
    }

    /// A hierarchy over a column: groups and records on each level, and values of the data that it lacks. Without a
    /// specification, each value is either itself or `*`.
    pub fn hierarchy(
        &self,
        column: &str,
        spec: Option<Ts<HierarchySpec>>,
        kind: Option<Ts<Reading>>,
    ) -> Result<Ts<HierarchyView>> {
        let (dictionary, hierarchy) = self.build(column, spec, kind)?;
        let missing = hierarchy.missing(dictionary);
        let summary = HierarchySummary::of(&hierarchy, dictionary);
        let view = HierarchyView {
            height: hierarchy.height(),
            names: hierarchy.level_names(),
            leaves: hierarchy.n_leaves(),
            levels: summary.levels,
            rows: hierarchy.rows().take(SHOWN_ROWS).map(|row| row.into_iter().map(str::to_owned).collect()).collect(),
            missing_count: missing.len(),
            missing_records: missing.iter().map(|(_, count)| count).sum(),
            missing: (missing.into_iter().take(SHOWN_MISSING))
                .map(|(value, count)| ValueCount { value, count })
                .collect(),
        };
        json::message(&view)
    }

    /// A proposed hierarchy, from the column's name and values. A value that stays where others are joined has at least
    /// `k` records; without it, as many as a recipe asks for by default.
    #[wasm_bindgen(js_name = suggestHierarchy)]
    pub fn suggest_hierarchy(&self, column: &str, kind: Option<Ts<Reading>>, k: Option<u32>) -> Result<Ts<Proposal>> {
        let reading: Option<Reading> = kind.as_ref().map(json::said).transpose()?;
        let values = self.file.values(column, reading.as_ref())?;
        let k = k.map_or(Privacy::default().k, u64::from);
        json::message(&suggest(column, &values, k))
    }

    /// Columns of which one determines another.
    #[wasm_bindgen(js_name = suggestLinks)]
    pub fn suggest_links(&self) -> Result<Ts<messages::LinkSuggestions>> {
        json::message(&messages::LinkSuggestions(suggest_links(&self.file.profile)))
    }

    /// The columns for which a file may be a hierarchy; none if it can only be a table.
    #[wasm_bindgen(js_name = coveredColumns)]
    pub fn covered_columns(&self, text: &str, file: &str) -> Result<Ts<messages::CoveredColumns>> {
        let own = &self.file;
        let columns = (own.profile.columns.iter())
            .filter_map(|column| Some((column.name.as_str(), own.profile.dictionary(&column.name)?)))
            .map(|(name, dictionary)| (name, dictionary, own.missing.of(name)));
        let found = hierarchy::covered_columns(text, file, columns);
        json::message(&messages::CoveredColumns(found))
    }

    /// The meaning of a column's values under a reading.
    #[wasm_bindgen(js_name = readColumn)]
    pub fn read_column(&self, column: &str, kind: Ts<Reading>) -> Result<Ts<messages::ReadColumn>> {
        let reading: Reading = json::said(&kind)?;
        let missing = self.file.missing.of(column);
        let read = reading.read_column(self.file.dictionary(column)?, missing);
        json::message(&read.into())
    }

    /// The drawing of a hierarchy over a column.
    #[wasm_bindgen(js_name = hierarchyBlocks)]
    pub fn hierarchy_blocks(
        &self,
        column: &str,
        spec: Option<Ts<HierarchySpec>>,
        kind: Option<Ts<Reading>>,
    ) -> Result<Ts<Blocks>> {
        let (dictionary, hierarchy) = self.build(column, spec, kind)?;
        json::message(&Blocks::of(&hierarchy, dictionary))
    }

    /// A hierarchy after an edit by hand.
    #[wasm_bindgen(js_name = editHierarchy)]
    pub fn edit_hierarchy(
        &self,
        column: &str,
        spec: Option<Ts<HierarchySpec>>,
        kind: Option<Ts<Reading>>,
        edit: Ts<Edit>,
    ) -> Result<Ts<Tree>> {
        let edit: Edit = json::said(&edit)?;
        let edited = (self.tree(column, spec, kind)?.edited(&edit)).map_err(|error| error.in_column(column))?;
        json::message(&edited)
    }

    /// The rows of a hierarchy over a column, with the names of its levels.
    #[wasm_bindgen(js_name = hierarchyTree)]
    pub fn hierarchy_tree(
        &self,
        column: &str,
        spec: Option<Ts<HierarchySpec>>,
        kind: Option<Ts<Reading>>,
    ) -> Result<Ts<Tree>> {
        json::message(&self.tree(column, spec, kind)?)
    }

    /// The text of a hierarchy file.
    #[wasm_bindgen(js_name = formatHierarchy)]
    pub fn format_hierarchy(
        &self,
        column: &str,
        spec: Option<Ts<HierarchySpec>>,
        kind: Option<Ts<Reading>>,
    ) -> Result<String> {
        let (_, hierarchy) = self.build(column, spec, kind)?;
        Ok(hierarchy::format_rows(hierarchy.rows())?)
    }

    /// The pass over the file that reads the recipe's quasi-identifiers into memory.
    pub fn encode(&self, recipe: &RecipeHandle) -> Result<EncodePass> {
        EncodePass::new(&self.file, &recipe.recipe)
    }
}

impl Opened {
    fn tree(&self, column: &str, spec: Option<Ts<HierarchySpec>>, kind: Option<Ts<Reading>>) -> Result<Tree> {
        let spec: Option<HierarchySpec> = spec.as_ref().map(json::said).transpose()?;
        let reading: Option<Reading> = kind.as_ref().map(json::said).transpose()?;
        let values = self.file.values(column, reading.as_ref())?;
        Ok(Tree::of(spec.as_ref(), &values).map_err(|error| error.in_column(column))?)
    }

    pub(super) fn build(
        &self,
        column: &str,
        spec: Option<Ts<HierarchySpec>>,
        kind: Option<Ts<Reading>>,
    ) -> Result<(&Dictionary, Hierarchy)> {
        let spec: Option<HierarchySpec> = spec.as_ref().map(json::said).transpose()?;
        let reading: Option<Reading> = kind.as_ref().map(json::said).transpose()?;
        let values = self.file.values(column, reading.as_ref())?;
        let hierarchy = match spec {
            Some(spec) => spec.build(&values),
            None => Hierarchy::identity(values.dictionary),
        };
        Ok((self.file.dictionary(column)?, hierarchy.map_err(|error| error.in_column(column))?))
    }
}
