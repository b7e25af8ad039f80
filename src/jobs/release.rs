//! Writes a release while its original is read again, with its report.

use super::encode::Original;
use crate::error::{Error, Result};
use crate::lattice::Level;
use crate::people::{People, attackers};
use crate::recipe::{Digest, Recipe};
use crate::release::disclosure::{ScanSettings, Warning};
use crate::release::{Key, ReleaseWriter, Transformation};
use crate::report::{Report, UniquesReport};
use crate::run::{Outcome, Suppressed, UniqueQuestions};
use crate::table::policy_warnings;
use std::sync::Arc;

/// The report of a release, by the disclosure warnings of its bytes and their SHA-256.
type Reporting<Of> = Box<dyn FnOnce(&Original, Vec<Warning>, String) -> Of + Send>;

/// The pass over an original that writes its release.
pub struct ReleaseJob<Of> {
    original: Arc<Original>,
    writer: ReleaseWriter,
    input: Digest,
    output: Digest,
    /// What is wrong with the file, unless it has changed.
    wrong: Option<Error>,
    report: Reporting<Of>,
}

/// What is known of a release once it is written.
pub struct Rewritten<Of> {
    /// The last bytes, still to be written.
    pub last: Vec<u8>,
    /// The report.
    pub report: Of,
}

impl ReleaseJob<Report> {
    /// The release of the outcome's policy; `transformation` is the one of its levels. `people` are those of the
    /// population, and `key` is the key of keyed hashes, if the recipe asks for them.
    ///
    /// # Errors
    /// A recipe that chose suppressed cells or another point of a frontier, and one without a seed for the order of the
    /// rows.
    pub fn of_policy(
        original: &Arc<Original>,
        recipe: Recipe,
        outcome: Outcome,
        transformation: Arc<Transformation>,
        people: Option<&People>,
        key: Option<Key>,
    ) -> Result<Self> {
        recipe.expect_policy()?;
        outcome.expect_point(&recipe)?;
        let (prepared, policy) = (&original.prepared, outcome.policy.clone());
        let mut disclosure =
            policy_warnings(&recipe, prepared, policy.levels(), &|row| transformation.is_suppressed(row))?;
        let attackers = attackers(&recipe, prepared, policy.levels(), people)?;
        let settings = recipe.clone();
        let report = move |original: &Original, seen, output_sha256| {
            disclosure.extend::<Vec<Warning>>(seen);
            let (prepared, levels) = (&original.prepared, outcome.policy.levels());
            Report::new(&recipe, &prepared.names(), &outcome, original.sha256.clone(), output_sha256)
                .with_reading(&recipe, prepared)
                .with_words(prepared.in_words(levels))
                .with_attackers(attackers)
                .with_slack(prepared.slack(&recipe, levels))
                .with_disclosure(disclosure)
        };
        Self::new(original, &settings, transformation, policy.levels(), key, Box::new(report))
    }
}

impl ReleaseJob<UniquesReport> {
    /// The table with these cells suppressed. `report` tells how they were found, and `key` is the key of keyed hashes.
    ///
    /// # Errors
    /// A recipe without a seed for the order of the rows.
    pub fn of_cells(
        original: &Arc<Original>,
        recipe: Recipe,
        questions: &Arc<UniqueQuestions>,
        suppressed: &Arc<Suppressed>,
        report: UniquesReport,
        key: Option<Key>,
    ) -> Result<Self> {
        let transformation = Arc::new(suppressed.transformation(&original.prepared, questions));
        let (settings, levels) = (recipe.for_cells(), questions.levels());
        let (own, suppressed) = (Arc::clone(questions), Arc::clone(suppressed));
        let report = move |original: &Original, seen, output_sha256| {
            let disclosure = suppressed.disclosure(&recipe, &original.prepared, &own, seen);
            report.of_release(&recipe, &suppressed, disclosure, output_sha256)
        };
        Self::new(original, &settings, transformation, levels, key, Box::new(report))
    }
}

impl<Of> ReleaseJob<Of> {
    /// The writing of a transformed original whose quasi-identifiers are on these levels.
    fn new(
        original: &Arc<Original>,
        recipe: &Recipe,
        transformation: Arc<Transformation>,
        levels: &[Level],
        key: Option<Key>,
        report: Reporting<Of>,
    ) -> Result<Self> {
        let prepared = &original.prepared;
        let dialect = original.dialect();
        let treatments = recipe.treatments_with(dialect, key);
        let writer = ReleaseWriter::new(dialect, Arc::clone(prepared.table()), transformation, treatments)
            .with_scan(ScanSettings::of(recipe, dialect).with_levels(recipe, prepared, levels))
            .with_suppressed(recipe.release.suppressed)
            .shuffled(recipe.order_seed()?);
        let original = Arc::clone(original);
        Ok(Self { original, writer, input: Digest::new(), output: Digest::new(), wrong: None, report })
    }

    /// The encoding of the original.
    pub fn encoding(&self) -> &str {
        &self.original.dialect().encoding
    }

    /// Takes a chunk of the original: `raw` as on disk, `text` as UTF-8. Returns the next bytes of the release. Reads
    /// the rest even of a file with a fault: it shows whether it has changed since it was read.
    pub fn push(&mut self, raw: &[u8], text: &[u8]) -> Vec<u8> {
        self.input.push(raw);
        let mut released = Vec::with_capacity(text.len());
        self.write(&mut released, |writer, released| writer.push(text, released));
        released
    }

    /// The next piece after the end of the original; empty once all is written.
    pub fn rest(&mut self) -> Vec<u8> {
        let mut released = Vec::new();
        self.write(&mut released, |writer, released| writer.rest(released).map(drop));
        released
    }

    fn write(&mut self, released: &mut Vec<u8>, write: impl Fn(&mut ReleaseWriter, &mut Vec<u8>) -> Result<()>) {
        if self.wrong.is_none() {
            self.wrong = write(&mut self.writer, released).err();
            self.output.push(released);
        }
    }

    /// The last bytes of the release, and its report.
    ///
    /// # Errors
    /// A file that is not the original, and a cell that cannot be written.
    pub fn finish(self) -> Result<Rewritten<Of>> {
        let Self { original, writer, input, mut output, wrong, report } = self;
        original.expect_same(input)?;
        if let Some(wrong) = wrong {
            return Err(wrong);
        }
        let mut last = Vec::new();
        let seen = writer.finish(&mut last)?;
        output.push(&last);
        Ok(Rewritten { last, report: report(&original, seen, output.finish()) })
    }
}
