//! `kanon verify`.

mod studied;

use crate::anonymize::{Input, read_table};
use crate::compare::compare;
use crate::console::say;
use crate::failure::Failure;
use crate::input::{header, read_columns, read_text, sniff_file};
use crate::recipe_file::read_recipe;
use crate::reproof::prove_again;
use crate::verdict::{conclude, print_review, print_risk};
use clap::{Args, ValueEnum, value_parser};
use kanon::data::{Dialect, Role, Table};
use kanon::monitor::Unlimited;
use kanon::release::review::{Blank, Review};
use kanon::release::verify::verify;
use kanon::study::audit::{Evidence, ReleaseAudit, audit_alone, quasi_identifiers};
use kanon::study::{Prepared, Recipe, Reproof};
use kanon::uniques::{Missing, Question, Tuples, UniquesSearch};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use studied::Kind;

#[derive(Args)]
pub(crate) struct Verify {
    /// The released table; not for the report of a sweep or a frontier, which speaks of none
    #[arg(required_unless_present = "report")]
    release: Option<PathBuf>,
    /// The quasi-identifiers, separated by commas
    #[arg(long, value_delimiter = ',', required_unless_present = "report")]
    qi: Vec<String>,
    /// The k that must hold
    #[arg(long, required_unless_present = "report", value_parser = value_parser!(u64).range(1..))]
    k: Option<u64>,
    /// The column that says how many records a row stands for
    #[arg(long, conflicts_with = "recipe")]
    count_column: Option<String>,
    /// The report whose claims are to be checked; what cannot be known without recipe and original is said
    #[arg(long)]
    report: Option<PathBuf>,
    /// The recipe that the report belongs to; without a report, its dialect is that of the release
    #[arg(long)]
    recipe: Option<PathBuf>,
    /// The original table
    #[arg(long, requires = "recipe", requires = "report")]
    data: Option<PathBuf>,
    /// What a blank cell is taken for: `*`, and the values that --missing names
    #[arg(long, value_enum, conflicts_with = "report")]
    blank: Option<BlankName>,
    /// Values that are blank as `*` is, separated by commas
    #[arg(long, value_delimiter = ',', requires = "blank")]
    missing: Vec<String>,
    /// Also count the minimum unsafe combinations
    #[arg(long, conflicts_with = "report")]
    uniques: bool,
    /// The most quasi-identifiers of such a combination
    #[arg(long, requires = "uniques")]
    max_size: Option<usize>,
    /// Also search for the best policy again, by another algorithm than the report's
    #[arg(long, requires = "data")]
    optimality: bool,
    /// The most that this search may take
    #[arg(long, default_value_t = 600.0, requires = "optimality")]
    seconds: f64,
}

/// What a blank cell is taken for.
#[derive(Clone, Copy, ValueEnum)]
enum BlankName {
    /// A value of its own; records that are all blank are suppressed
    Category,
    /// Any value
    Wildcard,
    /// No value: it is like nothing
    Nothing,
}

impl Verify {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        match &self.report {
            Some(report) => self.check_report(report),
            None => self.review_release(),
        }
    }

    /// Says what the release shows of itself. Records that are all blank are suppressed, unless a reading is given.
    fn review_release(&self) -> Result<(), Failure> {
        let recipe = self.recipe.as_deref().map(read_recipe).transpose()?;
        let dialect = recipe.and_then(|recipe| recipe.dialect);
        let path = self.path()?;
        let (release, _) = read_release(path, &self.qi, self.count_column.clone(), dialect)?;
        let in_release = |error| Failure::in_file(path, error);
        let k = self.k.unwrap_or(1);
        let blank = match self.blank {
            None | Some(BlankName::Category) => Blank::Category,
            Some(BlankName::Wildcard) => Blank::Wildcard,
            Some(BlankName::Nothing) => Blank::Nothing,
        };
        let mut review =
            Review::new(&release, &self.qi, k, blank, &self.missing).map_err(in_release)?;
        review.advance(&mut Unlimited);
        let reviewed = review.reviewed(&release);
        if self.uniques {
            self.print_combinations(&release, k, blank)
                .map_err(in_release)?;
        }
        if self.blank.is_none() {
            let verification = verify(&release, &self.qi, k, None).map_err(in_release)?;
            print_risk(&reviewed);
            return conclude(&verification);
        }
        print_review(&reviewed, k);
        if reviewed.smallest >= k {
            Ok(())
        } else {
            Err(Failure::no("verification failed"))
        }
    }

    fn print_combinations(&self, release: &Table, k: u64, blank: Blank) -> kanon::Result<()> {
        let missing = match blank {
            Blank::Category => Missing::Value,
            Blank::Wildcard | Blank::Nothing => Missing::Ignore,
        };
        let mut blanks = self.missing.clone();
        blanks.push("*".to_owned());
        let question = Question {
            k: k.max(2),
            max_size: self.max_size,
        };
        let tuples = Arc::new(Tuples::new(release, missing, &blanks, question.k)?);
        let mut search = UniquesSearch::new(Arc::clone(&tuples), question, None)?;
        search.advance(&mut Unlimited);
        let findings = search.findings();
        let reading = match missing {
            Missing::Value => "a blank cell is a category",
            Missing::Ignore => "a blank cell matches nothing",
        };
        say!(
            "{} minimum unsafe combinations in {} records (k = {}, {reading})",
            findings.combinations(),
            findings.unsafe_records(&tuples),
            question.k
        );
        for size in (1..=tuples.n_columns()).filter(|&size| findings.by_size(size) > 0) {
            say!("  {} of {size}", findings.by_size(size));
        }
        Ok(())
    }

    fn check_report(&self, report: &Path) -> Result<(), Failure> {
        let json = read_text(report)?;
        let kind = Kind::of(&json);
        if kind != Kind::Release {
            return self.check_studied(kind, report, &json);
        }
        let path = self.path()?;
        let recipe = self.recipe.as_deref().map(read_recipe).transpose()?;
        let in_report = |error| Failure::in_file(report, error);
        match (recipe, &self.data) {
            (Some(recipe), Some(data)) => self.check_release(report, &json, &recipe, data),
            (recipe, _) => {
                let names = quasi_identifiers(&json).map_err(in_report)?;
                let (count_column, dialect) = match &recipe {
                    Some(recipe) => (recipe.count_column.clone(), recipe.dialect.clone()),
                    None => (self.count_column.clone(), None),
                };
                let (release, sha256) = read_release(path, &names, count_column, dialect)?;
                let found = audit_alone(&json, recipe.as_ref(), &release, &sha256)
                    .map_err(|error| Failure::in_file(path, error))?;
                conclude(&found)
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
    ) -> Result<(), Failure> {
        let original = read_table(data, recipe)?;
        let prepared: &Prepared = &original.prepared;
        let audit =
            ReleaseAudit::new(json, prepared).map_err(|error| Failure::in_file(report, error))?;
        let names = prepared.names();
        let path = self.path()?;
        let (release, output_sha256) = released(path, data, recipe, &original)?;
        let (difference, seen) = compare(
            audit.comparison(recipe, prepared, &original.dialect),
            data,
            &original.dialect.encoding,
            &original.sha256,
            path,
        )?;
        let verification = audit
            .finish(&Evidence {
                recipe,
                prepared,
                input_sha256: &original.sha256,
                release: &release,
                output_sha256: &output_sha256,
                difference: difference.as_ref(),
                dialect: &original.dialect,
                seen: &seen,
            })
            .map_err(|error| Failure::in_file(path, error))?;
        conclude(&verification)?;
        if self.optimality {
            let problem = Arc::new(prepared.problem(recipe)?);
            let claimed = audit.report();
            let reproof = Reproof::new(problem, claimed, audit.levels())?;
            prove_again(reproof, claimed, &names, self.seconds)?;
        }
        Ok(())
    }

    /// The release, where one is needed.
    fn path(&self) -> Result<&Path, Failure> {
        self.release.as_deref().ok_or_else(|| {
            Failure::input(
                "the report is of a release. Name the released table: kanon verify RELEASE --report REPORT",
            )
        })
    }
}

/// The quasi-identifiers of a release under the names that the original has for them, and the file's SHA-256.
fn released(
    path: &Path,
    data: &Path,
    recipe: &Recipe,
    original: &Input,
) -> Result<(Table, String), Failure> {
    let names = original.prepared.names();
    let dialect = original.dialect.clone();
    let released = released_names(data, recipe, &dialect, &names)?;
    let (mut release, sha256) =
        read_release(path, &released.names, released.count_column, Some(dialect))?;
    for (column, name) in release.columns.iter_mut().zip(&names) {
        column.name.clone_from(name);
    }
    Ok((release, sha256))
}

/// What the quasi-identifiers and the count column are called in the release. Without a header, columns are named by
/// their positions, which change where identifiers are left out.
fn released_names(
    data: &Path,
    recipe: &Recipe,
    dialect: &Dialect,
    names: &[String],
) -> Result<ReleasedNames, Failure> {
    if dialect.header {
        return Ok(ReleasedNames {
            names: names.to_vec(),
            count_column: recipe.count_column.clone(),
        });
    }
    let header = header(data, dialect)?;
    let released: Vec<&String> = (header.iter())
        .filter(|name| recipe.role(name) != Role::Identifier)
        .collect();
    let name = |name: &String| {
        let position = released.iter().position(|released| *released == name);
        position.map(|position| format!("column {}", position + 1))
    };
    Ok(ReleasedNames {
        names: names.iter().filter_map(name).collect(),
        count_column: recipe.count_column.as_ref().and_then(name),
    })
}

/// The released quasi-identifiers, and the file's SHA-256. Without a dialect it is sniffed.
fn read_release(
    path: &Path,
    qis: &[String],
    count_column: Option<String>,
    dialect: Option<Dialect>,
) -> Result<(Table, String), Failure> {
    let dialect = match dialect {
        Some(dialect) => Dialect {
            encoding: "utf-8".to_owned(),
            ..dialect
        },
        None => sniff_file(path)?.dialect,
    };
    read_columns(path, &dialect, qis, count_column)
}

/// Columns by their names in the release.
struct ReleasedNames {
    names: Vec<String>,
    count_column: Option<String>,
}
