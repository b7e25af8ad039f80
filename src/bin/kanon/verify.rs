//! `kanon verify`.

mod asked;
mod conditions;
mod page;
mod reviewed;
mod studied;

use self::conditions::Conditions;
use crate::column_list::Listed;
use crate::compare::compare;
use crate::console::say;
use crate::failure::Failure;
use crate::gzip;
use crate::input::{guess, read_columns, read_text, stream};
use crate::original::read_table;
use crate::population::read_population;
use crate::publish_args::read_key;
use crate::recipe_file::{beside, read_recipe};
use crate::report::Readers;
use crate::reproof::prove_again;
use crate::verdict::conclude;
use clap::{Args, ValueEnum, value_parser};
use kanon::audit::{ReleasedTable, Reproof, audit_alone};
use kanon::data::{Dialect, Table};
use kanon::document::AuditedReport;
use kanon::jobs::{Claimed, Original, ReadRelease, ReadReleaseJob, VerifyJob};
use kanon::recipe::{Chosen, Recipe};
use kanon::release::Key;
use kanon::release::review::Blank;
use kanon::release::verify::Verification;
use kanon::report::{ClaimedReport, ReportKind, kind_of_report};
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[derive(Args)]
pub(crate) struct Verify {
    /// The released table; omit it for the report of a sweep or a frontier
    #[arg(required_unless_present = "report")]
    release: Option<PathBuf>,
    /// The quasi-identifiers, separated by commas, those with a comma in double quotes [default: those of the recipe]
    #[arg(long, value_parser = Listed::parse, required_unless_present_any = ["report", "recipe"])]
    qi: Vec<Listed>,
    /// The k that must hold [default: that of the recipe]
    #[arg(long, required_unless_present_any = ["report", "recipe", "protect"], value_parser = value_parser!(u64).range(1..))]
    k: Option<u64>,
    /// Conditions that must hold: one condition or a list, as JSON in the form of a recipe's `protect`
    #[arg(long, conflicts_with = "report", value_name = "JSON", value_parser = Conditions::parse)]
    protect: Option<Conditions>,
    /// The column with the number of people that a row represents, for a k-map or marketer-risk condition
    #[arg(long, requires = "protect")]
    weight_column: Option<String>,
    /// The column with the number of records that a row represents
    #[arg(long, conflicts_with = "recipe")]
    count_column: Option<String>,
    /// Sensitive columns, separated by commas: classes that share one value are reported
    #[arg(long, value_parser = Listed::parse, conflicts_with = "report")]
    sensitive: Vec<Listed>,
    /// Columns that identify persons, separated by commas: classes of fewer than k persons are reported
    #[arg(long, value_parser = Listed::parse, conflicts_with = "report")]
    identifier: Vec<Listed>,
    /// All other known columns of the file, separated by commas
    #[arg(long, value_parser = Listed::parse, conflicts_with = "report")]
    insensitive: Vec<Listed>,
    /// The report to check; claims that need the recipe or the original are listed if these are missing
    #[arg(long)]
    report: Option<PathBuf>,
    /// The recipe of the report. Without a report, it provides dialect, count column, roles and conditions
    #[arg(long)]
    recipe: Option<PathBuf>,
    /// The original table
    #[arg(long, requires = "recipe", requires = "report")]
    data: Option<PathBuf>,
    /// The population of the risk or of a k-map, with or without --data [default: the recipe's, if it exists]
    #[arg(long)]
    population: Option<PathBuf>,
    /// The key of the keyed hashes. Without it, only the one-to-one correspondence with the values is checked
    #[arg(long, requires = "data")]
    key_file: Option<PathBuf>,
    /// How to read a blank cell: `*`, or a value of --missing
    #[arg(long, value_enum, conflicts_with = "report")]
    blank: Option<BlankName>,
    /// Values that count as blank beside `*`, separated by commas
    #[arg(long, value_parser = Listed::parse, requires = "blank")]
    missing: Vec<Listed>,
    /// Also count the minimum unsafe combinations
    #[arg(long, conflicts_with = "report")]
    uniques: bool,
    /// The most quasi-identifiers in such a combination
    #[arg(long, requires = "uniques")]
    max_size: Option<usize>,
    /// Also prove the best policy again: by a different algorithm, or by a proof of boxes for many policies
    #[arg(long, requires = "data")]
    optimality: bool,
    /// Time limit in seconds (--optimality: 600 by default). Open claims are listed; exit code 3 (--optimality: 4)
    #[arg(long)]
    seconds: Option<f64>,
    /// Write the verdict to this file, as the page that Review saves for the same files
    #[arg(long, value_name = "FILE")]
    out_html: Option<PathBuf>,
    /// The readers of that page
    #[arg(long, requires = "out_html", value_enum, default_value_t = Readers::Internal)]
    edition: Readers,
    /// The reviewer's texts for that page: a JSON object with reviewer, date, decision and signature
    #[arg(long, requires = "out_html", value_name = "FILE")]
    said: Option<PathBuf>,
    /// The proof that no policy loses less; the result of its check is shown on that page
    #[arg(long, requires = "out_html", requires = "data", value_name = "FILE")]
    proof: Option<PathBuf>,
}

/// The reading of a blank cell.
#[derive(Clone, Copy, ValueEnum)]
enum BlankName {
    /// A value of its own; records that are all blank are suppressed
    Category,
    /// Any value
    Wildcard,
    /// No value: it matches nothing
    Nothing,
}

impl From<BlankName> for Blank {
    fn from(name: BlankName) -> Self {
        match name {
            BlankName::Category => Self::Category,
            BlankName::Wildcard => Self::Wildcard,
            BlankName::Nothing => Self::Nothing,
        }
    }
}

impl Verify {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        self.check_conditions()?;
        let page = self.claim_page()?;
        let mut found = None;
        let settled = match &self.report {
            Some(_) if self.seconds.is_some() && self.data.is_none() && self.out_html.is_none() => {
                Err(too_short_for_seconds())
            }
            Some(report) => self.check_report(report, &mut found),
            None => self.review(),
        };
        let Some(page) = page else {
            return settled;
        };
        let has_original = self.data.is_some();
        if let (None, Err(failure), Some(_)) = (&found, &settled, &self.report) {
            // Nothing can be said about files that cannot be read.
            let Some(cause) = &failure.cause else {
                return settled;
            };
            found = Some(AuditedReport { failure: Some(cause.clone()), ..AuditedReport::default() });
        }
        let found = found.map(|found| AuditedReport { has_original, ..found });
        let written = self.write_page(page, found);
        Failure::worse(settled, written.and_then(|proof| proof.map_or(Ok(()), page::conclude_proof)))
    }

    /// Checks a report, and stores the results for its claims in `found`.
    fn check_report(&self, report: &Path, found: &mut Option<AuditedReport>) -> Result<(), Failure> {
        if let Some(path) = &self.release
            && gzip::expect_plain(path)?
        {
            say!("{} is zipped: bytes and digests are those of the text in it", path.display());
        }
        let json = read_text(report)?;
        let kind = kind_of_report(&json).map_err(|error| Failure::in_file(report, error))?;
        if kind != ReportKind::Release {
            return self.check_studied(kind, report, &json, found);
        }
        let path = self.path()?;
        let recipe = self.recipe.as_deref().map(read_recipe).transpose()?;
        let in_report = |error| Failure::in_file(report, error);
        match (recipe, &self.data) {
            (Some(mut recipe), Some(data)) => {
                recipe.take_order(&json).map_err(in_report)?;
                self.check_release(report, &json, &recipe, data, found)
            }
            (recipe, _) => {
                let own = self.count_column.clone();
                let released = ReleasedTable::alone(&json, recipe.as_ref(), own).map_err(in_report)?;
                let dialect = recipe.as_ref().and_then(|recipe| recipe.dialect.clone());
                let (release, sha256) = read_released(released, path, dialect)?;
                let verification = audit_alone(&json, recipe.as_ref(), &release, &sha256)
                    .map_err(|error| Failure::in_file(path, error))?;
                *found = Some(settled_by(&verification));
                conclude(&verification)?;
                match self.population {
                    None => Ok(()),
                    Some(_) => Err(Failure::not_checked(
                        "--population: what a report says of people is counted with --recipe and --data alone, so this is no pass. Name them, or leave the option out.",
                    )),
                }
            }
        }
    }

    /// Checks the report of a release against the original, byte by byte and field by field.
    fn check_release(
        &self,
        report: &Path,
        json: &str,
        recipe: &Recipe,
        data: &Path,
        found: &mut Option<AuditedReport>,
    ) -> Result<(), Failure> {
        if self.seconds.is_some() && !self.optimality && self.out_html.is_none() {
            return Err(too_short_for_seconds());
        }
        let key = self.key(recipe)?;
        let mut original = read_table(data, recipe)?;
        let population = self.read_population(recipe)?.map(Arc::new);
        if let Some(population) = population.clone().filter(|_| recipe.asks_for_people()) {
            let counted = original.prepared.with_population(recipe, population);
            original.prepared = counted.map_err(|error| Failure::in_file(data, error))?;
        }
        let original = Arc::new(original);
        let prepared = &original.prepared;
        let names = prepared.names();
        let path = self.path()?;
        let claimed = Claimed {
            original: Arc::clone(&original),
            recipe: recipe.clone(),
            report: json.to_owned(),
            key,
            population,
        };
        let mut job = VerifyJob::new(claimed).map_err(|error| Failure::in_file(report, error))?;
        let audit = Arc::clone(job.audit());
        let in_release = |error| Failure::in_file(path, error);
        stream(path, "utf-8", &mut |_, chunk| job.push(chunk))?;
        let mut comparison = job.finish().map_err(in_release)?;
        compare(&mut comparison, data, &original.dialect().encoding, path)?;
        let verification = comparison.finish().map_err(in_release)?;
        *found = Some(settled_by(&verification));
        conclude(&verification)?;
        if self.optimality {
            let problem = Arc::new(prepared.problem(recipe)?);
            if problem.lattice().size() == 1 {
                return Err(Failure::input(
                    "--optimality: the recipe fixes one policy, so there is nothing to prove. Leave the option out.",
                ));
            }
            let claimed = claimed_of_all(recipe, audit.report());
            let reproof = Reproof::new(problem, &claimed, audit.levels())?;
            prove_again(reproof, &claimed, &names, self.reproof_seconds())?;
        }
        Ok(())
    }

    /// The key of keyed hashes, if it is at hand.
    fn key(&self, recipe: &Recipe) -> Result<Option<Key>, Failure> {
        if self.key_file.is_some() && recipe.hashed().next().is_none() {
            return Err(Failure::input("--key-file: the recipe hashes no column. Leave it out."));
        }
        read_key(self.key_file.as_deref(), self.others())
    }

    /// The files that are checked, none of which is a key.
    fn others(&self) -> impl Iterator<Item = &Path> {
        [&self.release, &self.report, &self.recipe, &self.data].into_iter().flatten().map(PathBuf::as_path)
    }

    /// The population of the risk, if it is at hand.
    fn read_population(&self, recipe: &Recipe) -> Result<Option<Table>, Failure> {
        let Some(population) = recipe.population() else {
            return match &self.population {
                None => Ok(None),
                Some(_) => Err(Failure::input("--population: the recipe does not use a population. Leave it out.")),
            };
        };
        let beside_recipe = || {
            let path = beside(self.recipe.as_deref()?, population);
            path.is_file().then_some(path)
        };
        (self.population.clone().or_else(beside_recipe)).map(|path| read_population(&path, recipe)).transpose()
    }

    /// The time limit of a second search for a best policy.
    fn reproof_seconds(&self) -> f64 {
        self.seconds.unwrap_or(600.0)
    }

    /// The release, if one is needed.
    fn path(&self) -> Result<&Path, Failure> {
        self.release.as_deref().ok_or_else(|| {
            Failure::input(
                "the report is about a release. Name the released table: kanon verify RELEASE --report REPORT",
            )
        })
    }
}

/// The claim for a second search to prove. For a policy chosen instead of the proven best one, it is the loss of the
/// best one.
fn claimed_of_all(recipe: &Recipe, report: &ClaimedReport) -> ClaimedReport {
    let mut claimed = report.clone();
    if let Some(Chosen::Policy(policy)) = &recipe.chosen
        && let Some(best) = policy.best.filter(|best| best.proven)
    {
        claimed.optimal = false;
        claimed.bound = claimed.bound.max(best.loss);
    }
    claimed
}

/// The results for a report's claims.
fn settled_by(verification: &Verification) -> AuditedReport {
    AuditedReport {
        claims: verification.claims.clone(),
        suppressed_records: Some(verification.suppressed_records),
        ..AuditedReport::default()
    }
}

/// Fails: nothing in this command takes long.
fn too_short_for_seconds() -> Failure {
    Failure::input(
        "--seconds limits a review without a report, --optimality, and the check of a report of `uniques`. Leave it out.",
    )
}

/// Reads the release of an original.
pub(crate) fn released(path: &Path, recipe: &Recipe, original: &Original) -> Result<ReadRelease, Failure> {
    let mut job = ReadReleaseJob::new(original, recipe);
    stream(path, "utf-8", &mut |_, chunk| job.push(chunk))?;
    job.finish().map_err(|error| Failure::in_file(path, error))
}

/// How a release is written; detected if there is no dialect.
fn dialect_of(path: &Path, dialect: Option<Dialect>) -> Result<Dialect, Failure> {
    Ok(match dialect {
        Some(dialect) => dialect.of_release(),
        None => guess(path)?,
    })
}

/// The quasi-identifiers, and the file's SHA-256. Without a dialect, it is detected.
fn read_released(released: ReleasedTable, path: &Path, dialect: Option<Dialect>) -> Result<(Table, String), Failure> {
    let dialect = dialect_of(path, dialect)?;
    read_columns(path, &dialect.encoding, released.reader(&dialect))
}
