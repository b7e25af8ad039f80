//! The handle class: the release and its verification.

use super::disclosed::{Disclosed, Disclosures};
use super::error::{Result, misuse};
use super::json;
use super::messages;
use super::released::{ReleasedHead, ReleasedRow};
use super::session::{Comparing, Pass, Session};
use crate::data::{Role, TableReader};
use crate::error::{DataError, Error};
use crate::release::disclosure::{Warning, Watched};
use crate::release::{ReleaseWriter, SuppressedRecords, Transformation};
use crate::study::audit::{Evidence, ReleaseAudit};
use crate::study::{Digest, Outcome, Report, foreseen};
use std::sync::Arc;
use tsify::Ts;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
impl Session {
    /// The first records as the best policy would release them.
    #[wasm_bindgen(js_name = releasedHead)]
    pub fn released_head(&mut self, count: usize) -> Result<Ts<ReleasedHead>> {
        let transformation = self.transformation()?;
        let identifiers = self.identifiers()?;
        self.set_suppressed(SuppressedRecords::Remove)?;
        let removed = self.foreseen(&transformation)?;
        self.set_suppressed(SuppressedRecords::Star)?;
        let disclosure = self.foreseen(&transformation)?;
        let (header, head) = self.head()?;
        let Some(encoded) = &self.encoded else {
            return Err(misuse("no search was started"));
        };
        let table = encoded.prepared.table();
        let columns: Vec<(usize, Option<usize>)> = (header.iter().enumerate())
            .filter(|(_, name)| !identifiers.contains(name))
            .map(|(place, name)| (place, transformation.qi(name)))
            .collect();
        let rows = (head.iter().take(count).enumerate())
            .map(|(row, cells)| ReleasedRow {
                suppressed: transformation.is_suppressed(row),
                cells: columns
                    .iter()
                    .map(|&(place, qi)| match qi {
                        Some(qi) => transformation
                            .cell(qi, row, table.columns[qi].codes.get(row))
                            .to_owned(),
                        None => cells[place].clone(),
                    })
                    .collect(),
            })
            .collect();
        let columns = columns
            .into_iter()
            .map(|(place, _)| header[place].clone())
            .collect();
        let disclosure = disclosure.iter().map(Into::into).collect();
        json::message(&ReleasedHead {
            columns,
            rows,
            disclosure,
            disclosure_removed: removed.iter().map(Into::into).collect(),
        })
    }

    /// Begins to write the release of the best policy while the file is read again, its rows in an order drawn from a seed
    /// where one is given, and without the suppressed records where they are removed.
    #[wasm_bindgen(js_name = releaseBegin)]
    pub fn release_begin(&mut self, shuffle: Option<f64>, are_removed: bool) -> Result<()> {
        let suppressed = match are_removed {
            true => SuppressedRecords::Remove,
            false => SuppressedRecords::Star,
        };
        if let Some((_, recipe)) = &mut self.run {
            recipe.release.shuffle = shuffle.map(|seed| seed as u64);
        }
        self.set_suppressed(suppressed)?;
        let transformation = Arc::new(self.transformation()?);
        let identifiers = self.identifiers()?;
        self.disclosure = self.foreseen(&transformation)?;
        let recipe = self.running()?.2.clone();
        let Some(encoded) = &self.encoded else {
            return Err(misuse("no search was started"));
        };
        let table = Arc::clone(encoded.prepared.table());
        let writer = ReleaseWriter::new(&encoded.dialect, table, transformation, identifiers)
            .watched(Watched::of(&recipe, &encoded.dialect))
            .with_suppressed(suppressed)
            .shuffled(recipe.release.shuffle);
        self.begin(Pass::Release(Box::new(writer), Digest::new()));
        Ok(())
    }

    /// What a chunk of the file, as UTF-8, becomes.
    #[wasm_bindgen(js_name = releaseRead)]
    pub fn release_read(&mut self, chunk: &[u8]) -> Result<Vec<u8>> {
        let Some(Pass::Release(writer, digest) | Pass::Suppressed(writer, digest)) = &mut self.pass
        else {
            return Err(misuse("`releaseRead` before `releaseBegin`"));
        };
        let mut released = Vec::with_capacity(chunk.len());
        writer.push(chunk, &mut released)?;
        digest.push(&released);
        Ok(released)
    }

    /// The next piece of what is left of the release when the file has ended; nothing where all is written.
    #[wasm_bindgen(js_name = releaseRest)]
    pub fn release_rest(&mut self) -> Result<Vec<u8>> {
        let Some(Pass::Release(writer, digest)) = &mut self.pass else {
            return Err(misuse("`releaseRest` before `releaseBegin`"));
        };
        let mut released = Vec::new();
        writer.rest(&mut released)?;
        digest.push(&released);
        Ok(released)
    }

    /// What is left of the release. The report is complete from now on.
    #[wasm_bindgen(js_name = releaseEnd)]
    pub fn release_end(&mut self) -> Result<Vec<u8>> {
        let Some(Pass::Release(writer, mut digest)) = self.pass.take() else {
            return Err(misuse("`releaseEnd` before `releaseBegin`"));
        };
        let mut released = Vec::new();
        let seen = writer.finish(&mut released)?;
        digest.push(&released);
        let input_sha256 = std::mem::take(&mut self.digest).finish();
        let Some(encoded) = &self.encoded else {
            return Err(misuse("no search was started"));
        };
        if input_sha256 != encoded.sha256 {
            return Err(Error::new(DataError::Changed).into());
        }
        let mut disclosure = std::mem::take(&mut self.disclosure);
        disclosure.extend(seen);
        let (prepared, run, recipe) = self.running()?;
        let outcome = Outcome::of(run)?;
        let report = Report::new(
            recipe,
            &prepared.names(),
            &outcome,
            input_sha256,
            digest.finish(),
        );
        self.report = Some(report.with_disclosure(disclosure));
        Ok(released)
    }

    /// The report of the last release, as JSON; for those who get the release, or for those who keep the original.
    pub fn report(&self, for_recipients: bool) -> Result<String> {
        let report = self.report.as_ref();
        let report = report.ok_or_else(|| misuse("nothing was released"))?;
        Ok(if for_recipients {
            report.for_recipients().to_json()
        } else {
            report.to_json()
        })
    }

    /// What the last release may disclose.
    pub fn disclosed(&self) -> Result<Ts<Disclosures>> {
        let warnings = self.report.iter().flat_map(|report| &report.disclosure);
        let disclosed: Vec<Disclosed> = warnings.map(Into::into).collect();
        json::message(&Disclosures(disclosed))
    }

    /// Begins to read the last release, to verify it.
    #[wasm_bindgen(js_name = verifyBegin)]
    pub fn verify_begin(&mut self) -> Result<()> {
        let (_, _, recipe) = self.running()?;
        let count_column = recipe.count_column.clone();
        let may_be_empty = recipe.release.suppressed.are_removed();
        let Some(encoded) = &self.encoded else {
            return Err(misuse("nothing was released"));
        };
        let dialect = encoded.dialect.clone();
        let names = self.released_names(encoded.prepared.names())?;
        let count_column = self.released_names(count_column)?.pop();
        let reader = TableReader::new(&dialect, &names)
            .with_count_column(count_column)
            .may_be_empty(may_be_empty);
        self.begin(Pass::Verify(Box::new(reader)));
        Ok(())
    }

    /// Ends the reading of the release, and begins to compare it with the original, byte by byte.
    #[wasm_bindgen(js_name = compareBegin)]
    pub fn compare_begin(&mut self) -> Result<()> {
        let Some(Pass::Verify(reader)) = self.pass.take() else {
            return Err(misuse("`compareBegin` before `verifyBegin`"));
        };
        let (Some(encoded), Some(report), Some((_, recipe))) =
            (&self.encoded, &self.report, &self.run)
        else {
            return Err(misuse("nothing was released"));
        };
        let mut release = reader.finish()?;
        // Without a header, columns are named by their positions, which are others in the release.
        for (column, name) in release.columns.iter_mut().zip(encoded.prepared.names()) {
            column.name = name;
        }
        let audit = ReleaseAudit::new(&report.to_json(), &encoded.prepared)?;
        let comparison = audit.comparison(recipe, &encoded.prepared, &encoded.dialect);
        let output_sha256 = std::mem::take(&mut self.digest).finish();
        self.begin(Pass::Compare(Box::new(Comparing {
            audit,
            comparison,
            release,
            output_sha256,
        })));
        Ok(())
    }

    /// Takes a chunk of the original, as UTF-8; an empty one ends it. Gives how many bytes of the release can be compared.
    #[wasm_bindgen(js_name = compareOriginal)]
    pub fn compare_original(&mut self, chunk: &[u8]) -> Result<usize> {
        let comparison = &mut self.comparing()?.comparison;
        if chunk.is_empty() {
            comparison.end_original()?;
        } else {
            comparison.push_original(chunk)?;
        }
        Ok(comparison.wanted())
    }

    /// Takes a chunk of the release. Gives how many bytes more can be compared.
    #[wasm_bindgen(js_name = compareRelease)]
    pub fn compare_release(&mut self, chunk: &[u8]) -> Result<usize> {
        let comparison = &mut self.comparing()?.comparison;
        comparison.push_release(chunk);
        Ok(comparison.wanted())
    }

    /// Ends the verification: every claim of the report, settled.
    #[wasm_bindgen(js_name = verifyEnd)]
    pub fn verify_end(&mut self) -> Result<Ts<messages::Verification>> {
        let input_sha256 = std::mem::take(&mut self.digest).finish();
        let Some(Pass::Compare(comparing)) = self.pass.take() else {
            return Err(misuse("`verifyEnd` before `compareBegin`"));
        };
        let (Some(encoded), Some((_, recipe))) = (&self.encoded, &self.run) else {
            return Err(misuse("nothing was released"));
        };
        if input_sha256 != encoded.sha256 {
            return Err(Error::new(DataError::Changed).into());
        }
        let mut comparison = comparing.comparison;
        let seen = comparison.seen();
        let difference = comparison.finish();
        let verification = comparing.audit.finish(&Evidence {
            recipe,
            prepared: &encoded.prepared,
            input_sha256: &input_sha256,
            release: &comparing.release,
            output_sha256: &comparing.output_sha256,
            difference: difference.as_ref(),
            dialect: &encoded.dialect,
            seen: &seen,
        })?;
        json::message(&messages::Verification::from(verification))
    }
}

impl Session {
    fn comparing(&mut self) -> Result<&mut Comparing> {
        match &mut self.pass {
            Some(Pass::Compare(comparing)) => Ok(comparing),
            _ => Err(misuse("nothing is being compared")),
        }
    }

    fn transformation(&mut self) -> Result<Transformation> {
        let (prepared, run, recipe) = self.running()?;
        let policy = Outcome::of(run)?.policy;
        let classes = run.evaluator().classes(&policy);
        let k = recipe.privacy.k;
        Ok(Transformation::new(
            prepared.table(),
            prepared.hierarchies(),
            prepared.qis(),
            classes,
            k,
        ))
    }

    fn set_suppressed(&mut self, suppressed: SuppressedRecords) -> Result<()> {
        let Some((_, recipe)) = &mut self.run else {
            return Err(misuse("no search was started"));
        };
        recipe.release.suppressed = suppressed;
        Ok(())
    }

    fn foreseen(&mut self, transformation: &Transformation) -> Result<Vec<Warning>> {
        let Some(dialect) = self.encoded.as_ref().map(|encoded| encoded.dialect.clone()) else {
            return Err(misuse("no search was started"));
        };
        let (prepared, run, recipe) = self.running()?;
        let policy = Outcome::of(run)?.policy;
        let is_suppressed = |row| transformation.is_suppressed(row);
        Ok(foreseen(
            recipe,
            &dialect,
            prepared,
            policy.levels(),
            &is_suppressed,
        )?)
    }

    fn identifiers(&mut self) -> Result<Vec<String>> {
        let (_, _, recipe) = self.running()?;
        Ok(recipe
            .with_role(Role::Identifier)
            .map(str::to_owned)
            .collect())
    }

    /// The names that these columns have in the release. Without a header, columns are named by their positions, which
    /// change where identifiers are left out.
    fn released_names(&self, names: impl IntoIterator<Item = String>) -> Result<Vec<String>> {
        let (Some(encoded), Some((_, recipe))) = (&self.encoded, &self.run) else {
            return Err(misuse("nothing was released"));
        };
        if encoded.dialect.header {
            return Ok(names.into_iter().collect());
        }
        let (header, _) = self.head()?;
        let released: Vec<&String> = (header.iter())
            .filter(|name| recipe.role(name) != Role::Identifier)
            .collect();
        let position = |name: String| released.iter().position(|released| **released == name);
        Ok((names.into_iter().filter_map(position))
            .map(|position| format!("column {}", position + 1))
            .collect())
    }
}
