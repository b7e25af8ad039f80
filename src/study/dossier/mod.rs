//! Files that were given together for a review, told apart by what is in them, and what they say of the release.
//!
//! Nothing is guessed: a file is what it says of itself, what the report's digests say of it, or what follows from the
//! other files; of two tables that nothing tells apart, somebody has to say which is which ([`FileKind::Table`]).

mod promised;
mod tables;

pub use promised::{Promised, PromisedColumn, SaidBy};

use self::tables::TableHead;
use super::uniques::{ClaimedCells, Suppress};
use super::{Recipe, Report, ReportKind};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The key by which a proof's first line tells that it is one.
const PROOF: &str = "kanon_proof";

/// What a file is to a review.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FileKind {
    /// The released table.
    Release,
    /// The report of a release, of a policy or of suppressed cells.
    Report,
    /// The recipe that it was made by.
    Recipe,
    /// The table that it was made from.
    Original,
    /// A hierarchy that the recipe names.
    Hierarchy,
    /// The population that the risk of a policy of a frontier is against.
    Population,
    /// The proof that no other policy loses less.
    Proof,
    /// A table, of which nothing tells whether it is the release or the original.
    Table,
    /// Nothing that a review can use.
    Other,
}

/// A file as it was given.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct GivenFile {
    /// Its name, which is what a recipe calls a hierarchy by.
    pub name: String,
    /// SHA-256 of its bytes.
    pub sha256: String,
    /// All of a JSON text or of a hierarchy, and the beginning of a table.
    pub text: String,
    /// What somebody says that it is.
    pub said: Option<FileKind>,
}

/// A file that was told apart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Recognized {
    /// What it is taken for.
    pub kind: FileKind,
    /// Why, in a sentence.
    pub why: String,
    /// Whether the report's digest is that of the file; `None` where no report names one.
    pub agrees: Option<bool>,
    /// Why it cannot be used as what it is, with what to do.
    pub problem: Option<String>,
}

/// Files that were given together for a review.
#[derive(Debug, Clone, PartialEq)]
pub struct Dossier {
    /// What each file is taken for, in the order in which they were given.
    pub files: Vec<Recognized>,
    /// What report and recipe say of the release; `None` where there is neither.
    pub promised: Option<Promised>,
    /// The recipe, with the rows of the hierarchy files that it names, as JSON.
    pub recipe: Option<String>,
}

/// The digests that a report names.
#[derive(Debug, Default)]
struct Named {
    output: Option<String>,
    input: Option<String>,
    recipe: Option<String>,
}

/// A report that somebody gives.
enum GivenReport {
    Policy(Box<Report>),
    Cells(Box<ClaimedCells>),
}

impl GivenReport {
    fn of(text: &str) -> serde_json::Result<Self> {
        Ok(match ReportKind::of(text) {
            ReportKind::Uniques => Self::Cells(serde_json::from_str(text)?),
            _ => Self::Policy(serde_json::from_str(text)?),
        })
    }

    /// The file of the population that its risk is against.
    fn population(&self) -> Option<&str> {
        match self {
            Self::Policy(report) => report.population(),
            Self::Cells(_) => None,
        }
    }

    fn digests(&self) -> Named {
        match self {
            Self::Policy(report) => Named {
                output: Some(report.output_sha256.clone()),
                input: report.input_sha256.clone(),
                recipe: report.recipe_sha256.clone(),
            },
            Self::Cells(report) => Named {
                output: report.output_sha256.clone(),
                input: report.input_sha256.clone(),
                recipe: report.recipe_sha256.clone(),
            },
        }
    }
}

impl Dossier {
    /// Tells files apart. Where two are the same kind, the first one counts.
    pub fn of(files: &[GivenFile]) -> Self {
        let mut told: Vec<Recognized> = files.iter().map(by_itself).collect();
        let first = |told: &[Recognized], kind| told.iter().position(|file| file.kind == kind);
        let report_text = first(&told, FileKind::Report).map(|place| files[place].text.as_str());
        let report = report_text.and_then(|text| GivenReport::of(text).ok());
        let named = report
            .as_ref()
            .map(GivenReport::digests)
            .unwrap_or_default();
        let place_of_recipe = first(&told, FileKind::Recipe);
        let mut recipe = None;
        if let Some(place) = place_of_recipe {
            match Recipe::parse(&files[place].text) {
                Ok(read) => recipe = Some(read),
                Err(error) => told[place].problem = Some(in_words(&error)),
            }
        }
        if let (Some(own), Some(place)) = (&mut recipe, place_of_recipe) {
            claim_hierarchies(own, files, &mut told);
            let resolved = own.resolve_files(&mut |path| {
                let name = path.rsplit('/').next().unwrap_or(path);
                let file = files.iter().find(|file| file.name == name);
                file.map(|file| file.text.clone())
                    .ok_or_else(|| "it was not given with the recipe".to_owned())
            });
            match resolved {
                Ok(()) => {
                    told[place].agrees = named.recipe.as_ref().map(|sha| *sha == own.sha256())
                }
                Err(error) => told[place].problem = Some(in_words(&error)),
            }
        }
        let recipe =
            recipe.filter(|_| place_of_recipe.is_some_and(|place| told[place].problem.is_none()));
        let of_recipe = recipe.as_ref().and_then(Recipe::population);
        let of_report = || report.as_ref()?.population();
        claim_population(of_recipe.or_else(of_report), files, &mut told);
        tell_tables(files, &mut told, &named);
        for (file, given) in told.iter_mut().zip(files) {
            let own = match file.kind {
                FileKind::Release => &named.output,
                FileKind::Original => &named.input,
                _ => continue,
            };
            file.agrees = own.as_ref().map(|sha| *sha == given.sha256);
        }
        Self {
            promised: Promised::of(report.as_ref(), recipe.as_ref()),
            recipe: recipe.map(|recipe| recipe.to_json()),
            files: told,
        }
    }
}

fn in_words(error: &crate::Error) -> String {
    format!("{error} {}", error.advice())
}

fn told(kind: FileKind, why: impl Into<String>) -> Recognized {
    Recognized {
        kind,
        why: why.into(),
        agrees: None,
        problem: None,
    }
}

fn unusable(why: impl Into<String>, problem: impl Into<String>) -> Recognized {
    Recognized {
        problem: Some(problem.into()),
        ..told(FileKind::Other, why)
    }
}

/// What a file is by its own text, or by what somebody says.
fn by_itself(file: &GivenFile) -> Recognized {
    if let Some(kind) = file.said {
        let mut said = told(kind, "as you said");
        if kind == FileKind::Report {
            said.problem = report_problem(&file.text);
        }
        return said;
    }
    let text = file.text.trim_start_matches('\u{feff}').trim_start();
    if is_proof(text) {
        return told(FileKind::Proof, "it begins as a proof does");
    }
    if text.contains('\0') || text.starts_with("PK\u{3}\u{4}") {
        return unusable(
            "its bytes are no text",
            "It may be a workbook or an archive. Unpack it, or save the sheet as CSV, and give that file.",
        );
    }
    if text.is_empty() {
        return unusable(
            "it is empty",
            "Take it away, or give the file as it was written.",
        );
    }
    if !text.starts_with(['{', '[']) {
        return told(FileKind::Table, "a table");
    }
    match serde_json::from_str::<Value>(text) {
        Ok(value) => by_its_keys(&value, text),
        Err(error) => unusable(
            "it begins as JSON does",
            format!(
                "It cannot be read at line {}: {error}. Give the report or the recipe as it was written.",
                error.line()
            ),
        ),
    }
}

/// Whether a text begins with the first line of a proof; what follows is no text.
fn is_proof(text: &str) -> bool {
    let line = text.lines().next().unwrap_or_default();
    line.contains(PROOF)
        && serde_json::from_str::<Value>(line).is_ok_and(|value| value.get(PROOF).is_some())
}

fn by_its_keys(value: &Value, text: &str) -> Recognized {
    let has = |key: &str| value.get(key).is_some();
    if has("kanon_project") {
        return unusable(
            "a project",
            "A release belongs to a recipe. Open the project, and save its recipe from the menu Recipe.",
        );
    }
    if has("kanon") || has("columns") {
        return told(FileKind::Recipe, "it has the settings of a recipe");
    }
    let is_report = has("output_sha256") || has("policy") || has("kind") || has("input_sha256");
    if !is_report {
        return unusable(
            "JSON that is neither a report nor a recipe",
            "Take it away; a table is read as CSV.",
        );
    }
    match ReportKind::of(text) {
        ReportKind::Release => Recognized {
            problem: report_problem(text),
            ..told(FileKind::Report, "it has the fields of a release's report")
        },
        ReportKind::Uniques if has("output_sha256") => Recognized {
            problem: report_problem(text),
            ..told(
                FileKind::Report,
                "it has the fields of a report of suppressed cells",
            )
        },
        other => unusable(
            format!("a report of `{}`", other.name()),
            "It does not speak of a release. `kanon verify` checks such a report with its recipe and its data.",
        ),
    }
}

/// Why a text cannot be read as the report of a release.
fn report_problem(text: &str) -> Option<String> {
    GivenReport::of(text).err().map(|error| {
        format!(
            "The report cannot be read at line {}: {error}. Take it as it was written with the release.",
            error.line()
        )
    })
}

/// Takes the files that a recipe names as hierarchies for these.
fn claim_hierarchies(recipe: &Recipe, files: &[GivenFile], told: &mut [Recognized]) {
    for (column, settings) in &recipe.columns {
        let Some(crate::hierarchy::HierarchySpec::File(path)) = &settings.hierarchy else {
            continue;
        };
        let name = path.rsplit('/').next().unwrap_or(path);
        for (file, own) in files.iter().zip(told.iter_mut()) {
            if file.name == name && file.said.is_none() && own.kind == FileKind::Table {
                own.kind = FileKind::Hierarchy;
                own.why = format!("the recipe names it as the hierarchy of {column}");
            }
        }
    }
}

/// Takes the file that recipe or report names as the population for that, unless the report says that it is something
/// else.
fn claim_population(path: Option<&str>, files: &[GivenFile], told: &mut [Recognized]) {
    let Some(path) = path else {
        return;
    };
    let name = path.rsplit('/').next().unwrap_or(path);
    for (file, own) in files.iter().zip(told.iter_mut()) {
        if file.name == name && file.said.is_none() && own.kind == FileKind::Table {
            own.kind = FileKind::Population;
            own.why = "risk is against it, by its name".to_owned();
        }
    }
}

/// Tells tables apart: by the digests of the report, by what is left then, and by what a release looks like beside its
/// original.
fn tell_tables(files: &[GivenFile], told: &mut [Recognized], named: &Named) {
    for (file, own) in files.iter().zip(told.iter_mut()) {
        if own.kind != FileKind::Table || file.said.is_some() {
            continue;
        }
        let is = |digest: &Option<String>| digest.as_ref() == Some(&file.sha256);
        if is(&named.output) {
            *own = self::told(
                FileKind::Release,
                "its SHA-256 is that of the release in the report",
            );
        } else if is(&named.input) {
            *own = self::told(
                FileKind::Original,
                "its SHA-256 is that of the original in the report",
            );
        }
    }
    let open: Vec<usize> = (0..told.len())
        .filter(|&place| told[place].kind == FileKind::Table && files[place].said.is_none())
        .collect();
    let has = |kind| told.iter().any(|file| file.kind == kind);
    match (
        open[..].as_ref(),
        has(FileKind::Release),
        has(FileKind::Original),
    ) {
        (&[only], false, false) => {
            told[only] = self::told(FileKind::Release, "the only table");
        }
        (&[only], true, false) => {
            told[only] = self::told(FileKind::Original, "the other table is the release");
        }
        (&[only], false, true) => {
            told[only] = self::told(FileKind::Release, "the other table is the original");
        }
        (&[one, other], false, false) => {
            let [first, second] = [one, other].map(|place| TableHead::of(&files[place].text));
            if let Some((is_first, why)) = first.is_release_beside(&second) {
                let (release, original) = if is_first { (one, other) } else { (other, one) };
                told[release] = self::told(FileKind::Release, why);
                told[original] = self::told(FileKind::Original, "the other table is the release");
            }
        }
        _ => {}
    }
    for own in told.iter_mut().filter(|own| own.kind == FileKind::Table) {
        own.problem = Some(
            "Nothing tells whether it is the release or the original. Say which it is.".to_owned(),
        );
    }
}

#[cfg(test)]
mod tests;
