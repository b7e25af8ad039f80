//! Writes the result as the page that the step Review saves for the same files.

use super::asked::{Asked, Known};
use super::{Verify, dialect_of, released};
use crate::failure::Failure;
use crate::input::{profile, read_columns, read_text, stream};
use crate::original::read_table;
use crate::output::{Output, Places};
use crate::pipe::read_bytes;
use crate::progress::Budget;
use crate::recipe_file::{beside, read_recipe};
use kanon::data::{MissingCodes, TableReader};
use kanon::document::{AuditedReport, ProofState, ReviewedColumn, ReviewedFile, ReviewedRelease, Verdict, parse_said};
use kanon::hierarchy::HierarchySpec;
use kanon::proof_file::PlainStudy;
use kanon::recipe::{Digest, FrontierSettings, Recipe};
use kanon::release::disclosure::{
    FinishedDisclosure, FinishedScan, ScanSettings, looks_like_identifiers, told_of_finished,
};
use kanon::release::review::{Blank, Review};
use kanon::review_files::{DeclaredRelease, FileKind, GivenFile, ReviewFiles};
use kanon::uniques::{Missing, Question, Tuples, UniquesSearch};
use kanon_check::{Failure as Unproven, Watch, check};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The parts of the recognized files that the page needs.
struct Given {
    files: Vec<GivenFile>,
    given_files: ReviewFiles,
}

impl Verify {
    /// The destination of the page, if one was asked for.
    pub(super) fn claim_page(&self) -> Result<Option<Output>, Failure> {
        if self.out_html.is_none() {
            return Ok(None);
        }
        let mut read: Vec<PathBuf> = self.given()?.into_iter().map(|(_, path)| path).collect();
        read.extend(self.key_file.iter().chain(&self.said).cloned());
        Places::reading(read.iter().map(PathBuf::as_path)).claim_if_given(self.out_html.as_ref())
    }

    /// Writes the page, and returns what the check of the proof gave.
    pub(super) fn write_page(
        &self,
        mut output: Output,
        audited: Option<AuditedReport>,
    ) -> Result<Option<ProofState>, Failure> {
        let verdict = self.verdict(audited)?;
        output.write(verdict.html_for(self.edition.into()).as_bytes())?;
        Output::commit([output])?;
        Ok(verdict.proof)
    }

    /// The files of a review, each with its kind.
    fn given(&self) -> Result<Vec<(FileKind, PathBuf)>, Failure> {
        let mut given: Vec<(FileKind, PathBuf)> = Vec::new();
        let named = [
            (FileKind::Release, &self.release),
            (FileKind::Report, &self.report),
            (FileKind::Recipe, &self.recipe),
            (FileKind::Original, &self.data),
            (FileKind::Proof, &self.proof),
        ];
        for (kind, path) in named {
            given.extend(path.iter().map(|path| (kind, path.clone())));
        }
        let people = self.population.iter().cloned();
        given.extend(people.map(|file| (FileKind::Population, file)));
        let Some(path) = &self.recipe else {
            return Ok(given);
        };
        let recipe = Recipe::parse(&read_text(path)?);
        let recipe = recipe.map_err(|error| Failure::in_file(path, error))?;
        for column in recipe.columns.values() {
            if let Some(HierarchySpec::File(file)) = &column.hierarchy {
                given.push((FileKind::Hierarchy, beside(path, file)));
            }
        }
        if self.release.is_none()
            && let Some(name) = (recipe.frontier.as_ref()).and_then(|frontier| frontier.reference.as_deref())
            && name != FrontierSettings::SAFE_HARBOR
        {
            // Reports of levels and of sweeps do not depend on it, so it may be missing.
            let file = Some(beside(path, name)).filter(|file| file.is_file());
            given.extend(file.map(|file| (FileKind::Reference, file)));
        }
        let of_frontier = || recipe.frontier.as_ref()?.population.as_deref();
        let population = match self.release {
            Some(_) => recipe.population(),
            None => of_frontier(),
        };
        let population = population.map(|file| beside(path, file)).filter(|file| {
            let is_used = self.data.is_some() || recipe.asks_for_people();
            is_used && self.population.is_none() && file.is_file()
        });
        given.extend(population.map(|file| (FileKind::Population, file)));
        Ok(given)
    }

    /// Recognizes the files as the page does, except that their kinds are declared.
    fn files(&self) -> Result<Given, Failure> {
        let mut files = Vec::new();
        for (kind, path) in self.given()? {
            let mut digest = Digest::new();
            // The bytes on disk: nothing is decoded.
            stream(&path, "utf-8", &mut |raw, _| {
                digest.push(raw);
                Ok(())
            })?;
            let is_text =
                matches!(kind, FileKind::Report | FileKind::Recipe | FileKind::Reference | FileKind::Hierarchy);
            files.push(GivenFile {
                name: name_of(&path),
                sha256: digest.finish(),
                text: match is_text {
                    true => read_text(&path)?,
                    false => String::new(),
                },
                said: Some(kind),
            });
        }
        let given_files = ReviewFiles::of(&files);
        Ok(Given { files, given_files })
    }

    fn verdict(&self, audited: Option<AuditedReport>) -> Result<Verdict, Failure> {
        let Given { files, given_files } = self.files()?;
        let said = match &self.said {
            None => Ok(Default::default()),
            Some(path) => parse_said(&read_text(path)?).map_err(|error| Failure::in_file(path, error)),
        }?;
        let release = match &self.release {
            None => None,
            Some(path) => {
                let has_none = (audited.as_ref()).is_some_and(AuditedReport::has_no_suppressed);
                Some(self.release_shows(path, &given_files, has_none)?)
            }
        };
        let told = files.iter().zip(&given_files.files);
        Ok(Verdict {
            files: told
                .map(|(file, told)| ReviewedFile {
                    name: file.name.clone(),
                    kind: told.kind,
                    sha256: file.sha256.clone(),
                    agrees: told.agrees,
                })
                .collect(),
            release,
            audited,
            proof: self.checked_proof()?,
            said,
        })
    }

    /// What the release shows of itself under the declared settings. `has_none` says that no record of it is
    /// suppressed.
    fn release_shows(
        &self,
        path: &Path,
        given_files: &ReviewFiles,
        has_none: bool,
    ) -> Result<ReviewedRelease, Failure> {
        let in_release = |error| Failure::in_file(path, error);
        let given = (given_files.recipe.as_deref()).map(Recipe::parse).transpose()?;
        let written = (given.as_ref()).filter(|recipe| recipe.dialect.is_some());
        let dialect = dialect_of(path, written.and_then(|recipe| recipe.dialect.clone()))?;
        let missing = match written {
            Some(recipe) => recipe.missing(&dialect),
            None => MissingCodes::everywhere(&dialect.missing),
        };
        let profile = profile(path, &dialect, missing)?;
        let names: Vec<String> = (profile.columns.iter()).map(|column| column.name.clone()).collect();
        let all = given_files.declared.as_ref();
        let declared = all.filter(|declared| dialect.header || declared.left_out.is_empty());
        let asked = Asked::of(self, declared, &names, &dialect);
        let recipe = asked.recipe(&dialect)?;
        let qis = asked.qis();
        let reader = TableReader::new(&dialect, &qis).with_count_column(asked.count_column());
        let (table, sha256) = read_columns(path, &dialect.encoding, reader)?;
        let table = Arc::new(table);
        let beside_k = asked.beside_k(all, has_none);
        let given = given.as_ref().filter(|_| declared.is_some());
        let people = self.people_file(given);
        let conditions = super::conditions::check(path, &dialect, beside_k, (given, people), &sha256)?;
        let budget = Budget::new(self.seconds)?;
        let blanks = MissingCodes::everywhere(&asked.blank_values);
        let mut review = Review::new(&table, &qis, asked.k, asked.blank, &asked.blank_cells()).map_err(in_release)?;
        if !super::reviewed::compare_rows(&mut review, &budget)? {
            return Err(budget.stopped("there is no verdict: not every row was compared"));
        }
        let settings = ScanSettings { k: asked.k, ..ScanSettings::of(&recipe, &dialect) };
        let scan = FinishedScan::new(Arc::clone(&table), &qis, asked.blank, &asked.blank_values, settings)
            .map_err(in_release)?;
        let FinishedDisclosure { warnings, has_classes } =
            super::reviewed::looked_through(path, &dialect, scan, &sha256)?;
        let missing = match asked.blank {
            Blank::Category => Missing::Value,
            Blank::Wildcard | Blank::Nothing => Missing::Ignore,
        };
        let question = Question { k: asked.k.max(2), max_size: self.max_size };
        let tuples = Tuples::new(&table, missing, &blanks, question.k).map_err(in_release)?;
        let tuples = Arc::new(tuples);
        let mut search = UniquesSearch::new(Arc::clone(&tuples), question, None).map_err(in_release)?;
        if !super::reviewed::find_combinations(&mut search, &budget)? {
            return Err(budget.stopped("there is no verdict: there may be further combinations"));
        }
        let findings = search.findings();
        let untouched = |name: &str| {
            let mut columns = declared.into_iter().flat_map(|declared| &declared.columns);
            columns.find(|column| column.name == name).map(|column| column.is_untouched)
        };
        let columns = profile.signs().into_iter().map(|signs| {
            let said = asked.columns.get(&signs.column);
            ReviewedColumn {
                role: match said {
                    Some((Known::Role(role), _)) => Some(*role),
                    _ => None,
                },
                is_count: matches!(said, Some((Known::Count, _))),
                by: said.map(|&(_, by)| by),
                is_untouched: untouched(&signs.column),
                signs,
            }
        });
        Ok(ReviewedRelease {
            k: asked.k,
            k_by: asked.k_by,
            blank: asked.blank,
            blank_values: asked.blank_values.clone(),
            columns: columns.collect(),
            left_out: declared.map_or_else(Vec::new, |declared| declared.left_out.clone()),
            are_removed: all.is_some_and(|declared: &DeclaredRelease| declared.are_removed),
            is_of_cells: all.is_some_and(|declared| declared.cells.is_some()),
            reviewed: review.reviewed(&table),
            combinations: (findings.combinations(), findings.unsafe_records(&tuples), question.k),
            conditions,
            has_classes,
            identifiers: looks_like_identifiers(&warnings),
            disclosure: told_of_finished(&warnings).into_iter().map(|told| told.words).collect(),
        })
    }

    /// The result of the proof's check.
    fn checked_proof(&self) -> Result<Option<ProofState>, Failure> {
        let (Some(path), Some(recipe), Some(data)) = (&self.proof, &self.recipe, &self.data) else {
            return Ok(None);
        };
        let recipe = read_recipe(recipe)?;
        let input = read_table(data, &recipe)?;
        let proof = read_bytes(path).map_err(|error| Failure::file(path, error))?;
        let checked = PlainStudy::of(&input.prepared, &recipe).and_then(|study| {
            let release = match self.release.as_deref() {
                None => None,
                Some(path) => {
                    let table = match released(path, &recipe, &input) {
                        Ok(read) => read.table,
                        Err(_) => return Ok(ProofState::Failed),
                    };
                    Some(study.release(&table)?)
                }
            };
            let boxes = Boxes::default();
            let recipe = study.recipe.to_json();
            let found = check(&proof, &study.csv, &recipe, release.as_deref(), 1, &boxes);
            let is_other_file = matches!(found, Err(Unproven::WrongFile(_)));
            let are_closed = boxes.0.load(Ordering::Relaxed);
            Ok(ProofState::of_check(found.is_ok(), is_other_file, are_closed))
        });
        Ok(Some(checked.unwrap_or(ProofState::Failed)))
    }
}

/// Fails unless a proof that was named holds.
pub(super) fn conclude_proof(proof: ProofState) -> Result<(), Failure> {
    match proof {
        ProofState::Proven => Ok(()),
        ProofState::Refused => Err(Failure::no("the proof does not hold")),
        ProofState::OtherRelease => Err(Failure::no("the proof is of another release")),
        ProofState::WrongFile => Err(Failure::no("the proof is of another table or recipe, or is none")),
        ProofState::NotChecked | ProofState::Failed => Err(Failure::not_checked(
            "the proof could not be checked, so this is no pass. Check it with `kanon check`, or leave it out.",
        )),
    }
}

/// Whether all boxes of a proof were closed.
#[derive(Default)]
struct Boxes(AtomicBool);

impl Watch for Boxes {
    fn all_closed(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The name of a file without its folder.
fn name_of(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    name.to_string_lossy().into_owned()
}
