//! Recognizes files that were given together for a review, and collects what they say of the release.
//!
//! Nothing is guessed. A file is recognized by its own content, by the report's digests, or by elimination. If nothing
//! distinguishes two tables, the reviewer must say which is which ([`FileKind::Table`]).

mod declared;
mod kinds;
mod reports;
mod tables;
mod words;

pub use declared::{DeclaredColumn, DeclaredRelease, SaidBy};
pub use words::StatementSource;

use self::kinds::by_itself;
use self::reports::{GivenReport, Named};
use self::tables::TableHead;
use crate::recipe::{Recipe, Suppress};
use crate::report::{ClaimedCells, ReportKind};
use serde::{Deserialize, Serialize};

/// The part of a file in a review.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum FileKind {
    /// The released table.
    Release,
    /// The report of a release, of a sweep, or of a frontier.
    Report,
    /// The recipe that it was made by.
    Recipe,
    /// The table that it was made from.
    Original,
    /// A hierarchy that the recipe names.
    Hierarchy,
    /// The population of the risk on a frontier.
    Population,
    /// The recipe whose policy a frontier is compared with.
    Reference,
    /// The proof that no other policy loses less.
    Proof,
    /// A table that may be the release or the original.
    Table,
    /// Nothing that a review can use.
    Other,
}

/// A given file.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GivenFile {
    /// The name, by which a recipe refers to a hierarchy.
    pub name: String,
    /// SHA-256 of its bytes.
    pub sha256: String,
    /// The whole text of a JSON file or a hierarchy, the beginning of a table.
    pub text: String,
    /// The kind that the reviewer declares.
    pub said: Option<FileKind>,
}

/// A recognized file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Recognized {
    /// The kind that was recognized.
    pub kind: FileKind,
    /// Why, in a sentence.
    pub why: String,
    /// Whether the report's digest is that of the file; `None` where no report names one.
    pub agrees: Option<bool>,
    /// Why it cannot be used as this kind, and what to do.
    pub problem: Option<String>,
}

/// Files that were given together for a review.
#[derive(Debug, Clone, PartialEq)]
pub struct ReviewFiles {
    /// The kind of each file, in the order given.
    pub files: Vec<Recognized>,
    /// What report and recipe say of the release; `None` if neither was given.
    pub declared: Option<DeclaredRelease>,
    /// The recipe as JSON, with the rows of the hierarchy files that it names.
    pub recipe: Option<String>,
    /// The recipe whose policy a frontier is compared with, in the form of `recipe`.
    pub reference: Option<String>,
    /// The kind of a report that is not about a release: a sweep or a frontier.
    pub studied: Option<ReportKind>,
}

impl ReviewFiles {
    /// Recognizes files. If two are of the same kind, the first one counts; among recipes, the one that matches the
    /// report's digest.
    pub fn of(files: &[GivenFile]) -> Self {
        let mut told: Vec<Recognized> = files.iter().map(by_itself).collect();
        let first = |told: &[Recognized], kind| told.iter().position(|file| file.kind == kind);
        let report_text = first(&told, FileKind::Report).map(|place| files[place].text.as_str());
        let report = report_text.and_then(|text| GivenReport::of(text).ok());
        let named = report.as_ref().map(GivenReport::digests).unwrap_or_default();
        let place_of_recipe = place_of_recipe(files, &told, &named);
        let mut recipe = None;
        if let Some(place) = place_of_recipe {
            match Recipe::parse(&files[place].text) {
                Ok(read) => recipe = Some(read),
                Err(error) => told[place].problem = Some(in_words(&error)),
            }
        }
        if let (Some(own), Some(place)) = (&mut recipe, place_of_recipe) {
            claim_hierarchies(own, files, &mut told);
            match resolve(own, files) {
                Ok(()) => told[place].agrees = named.recipe.as_ref().map(|sha| *sha == own.sha256()),
                Err(error) => told[place].problem = Some(in_words(&error)),
            }
        }
        let recipe = recipe.filter(|_| place_of_recipe.is_some_and(|place| told[place].problem.is_none()));
        let studied = report.as_ref().and_then(GivenReport::studied);
        let reference = (recipe.as_ref()).and_then(|recipe| reference(recipe, place_of_recipe, files, &mut told));
        let of_recipe = recipe.as_ref().and_then(|recipe| match studied {
            Some(_) => recipe.frontier.as_ref()?.population.as_deref(),
            None => recipe.population(),
        });
        let of_report = || report.as_ref()?.population();
        claim_population(of_recipe.or_else(of_report), files, &mut told);
        tell_tables(files, &mut told, &named, studied.is_some());
        for (file, given) in told.iter_mut().zip(files) {
            let own = match file.kind {
                FileKind::Release => &named.output,
                FileKind::Original => &named.input,
                _ => continue,
            };
            file.agrees = own.as_ref().map(|sha| *sha == given.sha256);
        }
        Self {
            declared: DeclaredRelease::of(
                report.as_ref().filter(|_| studied.is_none()),
                recipe.as_ref().filter(|_| has_release(&told, studied)),
            ),
            studied,
            reference: reference.map(|recipe| recipe.to_json()),
            recipe: recipe.map(|recipe| recipe.to_json()),
            files: told,
        }
    }
}

/// Replaces the hierarchy files that a recipe names by their given rows.
fn resolve(recipe: &mut Recipe, files: &[GivenFile]) -> crate::error::Result<()> {
    recipe.resolve_files(&mut |path| {
        let file = files.iter().find(|file| file.name == name_of(path));
        file.map(|file| file.text.clone()).ok_or_else(|| "it was not given with the recipe".to_owned())
    })
}

/// The name of a file, without the folders before it.
fn name_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The place of the recipe: the one that matches the report's digest, otherwise the first.
fn place_of_recipe(files: &[GivenFile], told: &[Recognized], named: &Named) -> Option<usize> {
    let places = || (0..told.len()).filter(|&place| told[place].kind == FileKind::Recipe);
    let is_named = |place: &usize| {
        let read = Recipe::parse(&files[*place].text).ok();
        let resolved = read.and_then(|mut recipe| resolve(&mut recipe, files).ok().map(|()| recipe));
        resolved.is_some_and(|recipe| named.recipe == Some(recipe.sha256()))
    };
    match places().count() {
        0 | 1 => places().next(),
        _ => places().find(is_named).or_else(|| places().next()),
    }
}

/// The reference recipe of a frontier: by the file name in the given recipe, or as the reviewer declares it.
fn reference(recipe: &Recipe, own: Option<usize>, files: &[GivenFile], told: &mut [Recognized]) -> Option<Recipe> {
    let name = recipe.frontier.as_ref()?.reference.as_deref()?;
    let is_it = |place: &usize| {
        let is_named = files[*place].name == name_of(name) && Some(*place) != own;
        let kind = told[*place].kind;
        kind == FileKind::Reference || is_named && kind == FileKind::Recipe
    };
    let place = (0..told.len()).find(is_it)?;
    if files[place].said.is_none() {
        let why = "the recipe compares its frontier with a file of this name";
        told[place] = self::told(FileKind::Reference, why);
    }
    let read = Recipe::parse(&files[place].text);
    let resolved = read.and_then(|mut other| resolve(&mut other, files).map(|()| other));
    resolved.map_err(|error| told[place].problem = Some(in_words(&error))).ok()
}

/// Whether a release is under review. If the report is not about a release, only if a release was given.
fn has_release(told: &[Recognized], studied: Option<ReportKind>) -> bool {
    studied.is_none() || told.iter().any(|file| file.kind == FileKind::Release)
}

fn in_words(error: &crate::Error) -> String {
    format!("{error} {}", error.advice())
}

fn told(kind: FileKind, why: impl Into<String>) -> Recognized {
    Recognized { kind, why: why.into(), agrees: None, problem: None }
}

/// Marks the files that a recipe names as hierarchies.
fn claim_hierarchies(recipe: &Recipe, files: &[GivenFile], told: &mut [Recognized]) {
    for (column, settings) in &recipe.columns {
        let Some(crate::hierarchy::HierarchySpec::File(path)) = &settings.hierarchy else {
            continue;
        };
        let name = name_of(path);
        for (file, own) in files.iter().zip(told.iter_mut()) {
            if file.name == name && file.said.is_none() && own.kind == FileKind::Table {
                own.kind = FileKind::Hierarchy;
                own.why = format!("the recipe names it as the hierarchy of {column}");
            }
        }
    }
}

/// Marks the file that recipe or report names as the population, unless the report's digests say otherwise.
fn claim_population(path: Option<&str>, files: &[GivenFile], told: &mut [Recognized]) {
    let Some(path) = path else {
        return;
    };
    let name = name_of(path);
    for (file, own) in files.iter().zip(told.iter_mut()) {
        if file.name == name && file.said.is_none() && own.kind == FileKind::Table {
            own.kind = FileKind::Population;
            own.why = "it has the name of the population".to_owned();
        }
    }
}

/// Distinguishes tables: by the digests of the report, then by elimination, then by comparing the beginnings of release
/// and original.
fn tell_tables(files: &[GivenFile], told: &mut [Recognized], named: &Named, is_studied: bool) {
    for (file, own) in files.iter().zip(told.iter_mut()) {
        if own.kind != FileKind::Table || file.said.is_some() {
            continue;
        }
        let is = |digest: &Option<String>| digest.as_ref() == Some(&file.sha256);
        if is(&named.output) {
            *own = self::told(FileKind::Release, "its SHA-256 is that of the release in the report");
        } else if is(&named.input) {
            *own = self::told(FileKind::Original, "its SHA-256 is that of the original in the report");
        }
    }
    let open: Vec<usize> =
        (0..told.len()).filter(|&place| told[place].kind == FileKind::Table && files[place].said.is_none()).collect();
    let has = |kind| told.iter().any(|file| file.kind == kind);
    match (open[..].as_ref(), has(FileKind::Release), has(FileKind::Original)) {
        (&[only], false, false) if is_studied => {
            told[only] = self::told(FileKind::Original, "the report is not about a release");
        }
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
        own.problem = Some("It may be the release or the original. Say which it is.".to_owned());
    }
}

#[cfg(test)]
mod tests;
