//! `kanon verify`.

use crate::anonymize::read_table;
use crate::console::say;
use crate::failure::Failure;
use crate::input::{read_text, sniff_file, stream};
use crate::recipe_file::read_recipe;
use crate::reproof::prove_again;
use clap::{Args, ValueEnum};
use kanon::data::{Table, TableReader};
use kanon::local::UnsafeAfter;
use kanon::monitor::Unlimited;
use kanon::release::cells::{CellClaims, verify_cells};
use kanon::release::review::{Blank, Review, Reviewed};
use kanon::release::verify::{Claim, Claims, Verification, verify};
use kanon::study::uniques::UniqueQuestions;
use kanon::study::{Prepared, Recipe, Report, Reproof};
use kanon::uniques::{Missing, Question, Tuples, UniquesSearch};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

#[derive(Args)]
pub(crate) struct Verify {
    /// The released table
    release: PathBuf,
    /// The quasi-identifiers, separated by commas
    #[arg(long, value_delimiter = ',', required_unless_present = "report")]
    qi: Vec<String>,
    /// The k that must hold
    #[arg(long, required_unless_present = "report")]
    k: Option<u64>,
    /// The column that says how many records a row stands for
    #[arg(long, conflicts_with = "recipe")]
    count_column: Option<String>,
    /// The report whose claims are to be checked; needs the recipe and the original table
    #[arg(long, requires = "recipe", requires = "data")]
    report: Option<PathBuf>,
    /// The recipe that the report belongs to
    #[arg(long)]
    recipe: Option<PathBuf>,
    /// The original table
    #[arg(long)]
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
    #[arg(long, requires = "report")]
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
        match (&self.report, &self.recipe, &self.data) {
            (Some(report), Some(recipe), Some(data)) => self.check_report(report, recipe, data),
            _ => self.review_release(),
        }
    }

    /// Says what the release shows of itself. Records that are all blank are suppressed, unless a reading is given.
    fn review_release(&self) -> Result<(), Failure> {
        let release = self.read_release(&self.qi, self.count_column.clone())?;
        let in_release = |error| Failure::in_file(&self.release, error);
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

    fn check_report(
        &self,
        report: &std::path::Path,
        recipe: &std::path::Path,
        data: &std::path::Path,
    ) -> Result<(), Failure> {
        let json = read_text(report)?;
        let recipe = read_recipe(recipe)?;
        if let Ok(claimed) = serde_json::from_str(&json) {
            return self.check_cells(&claimed, &recipe, data);
        }
        let claimed: Report =
            serde_json::from_str(&json).map_err(|error| Failure::file(report, error))?;
        let original = read_table(data, &recipe)?;
        let prepared: &Prepared = &original.prepared;
        same_original(data, &claimed.input_sha256, &original.sha256)?;
        let names = prepared.names();
        let levels: Vec<u8> = names
            .iter()
            .filter_map(|name| claimed.policy.get(name).copied())
            .collect();
        if levels.len() != names.len() {
            return Err(Failure::input(format!(
                "{}: the policy does not name the recipe's quasi-identifiers {}",
                report.display(),
                names.join(", ")
            )));
        }
        let release = self.read_release(&names, recipe.count_column.clone())?;
        let claims = Claims {
            records: claimed.records,
            suppressed_records: claimed.suppressed_records,
            classes: claimed.classes,
            loss: claimed.loss,
            settings: &prepared.loss(&recipe),
            levels: &levels,
            hierarchies: prepared.hierarchies(),
            original: Some(prepared.table()),
        };
        let verification = verify(&release, &names, self.k.unwrap_or(claimed.k), Some(&claims))
            .map_err(|error| Failure::in_file(&self.release, error))?;
        conclude(&verification)?;
        if self.optimality {
            let problem = Arc::new(prepared.problem(&recipe)?);
            let reproof = Reproof::new(problem, &claimed, &levels)?;
            prove_again(reproof, &claimed, &names, self.seconds)?;
        }
        Ok(())
    }

    /// Checks the report of a suppression of cells.
    fn check_cells(
        &self,
        claimed: &UniquesClaims,
        recipe: &Recipe,
        data: &std::path::Path,
    ) -> Result<(), Failure> {
        let original = read_table(data, recipe)?;
        let prepared = &original.prepared;
        same_original(data, &claimed.input_sha256, &original.sha256)?;
        let names = prepared.names();
        let release = self.read_release(&names, recipe.count_column.clone())?;
        let settings = &recipe.uniques;
        let questions = UniqueQuestions::new(prepared, &original.dialect, settings)?;
        let kept_as = |qi: usize, value: u32| {
            let level = questions.levels()[qi];
            prepared
                .label(qi, level, prepared.qis()[qi].group(level, value))
                .to_owned()
        };
        let missing: &[String] = match settings.missing {
            Missing::Ignore => &original.dialect.missing,
            Missing::Value => &[],
        };
        let after = claimed.unsafe_after;
        let claims = CellClaims {
            k: settings.k,
            records: claimed.records,
            cells: claimed.suppressed_cells_by_qi.clone().into_iter().collect(),
            unsafe_after: [
                after.wildcard,
                after.matches_nothing,
                after.category,
                after.attacker,
            ],
        };
        let checked = verify_cells(&release, prepared.table(), &claims, missing, &kept_as)
            .map_err(|error| Failure::in_file(&self.release, error))?;
        print_claims(&checked);
        if checked.iter().all(|claim| claim.holds == Some(true)) {
            Ok(())
        } else {
            Err(Failure::no("verification failed"))
        }
    }

    fn read_release(&self, qis: &[String], count_column: Option<String>) -> Result<Table, Failure> {
        let dialect = sniff_file(&self.release)?.dialect;
        let mut reader = TableReader::new(&dialect, qis).with_count_column(count_column);
        stream(&self.release, &dialect.encoding, &mut |_, text| {
            reader.push(text)
        })?;
        reader
            .finish()
            .map_err(|error| Failure::in_file(&self.release, error))
    }
}

/// Tells what was found, and fails where anything does not hold.
fn conclude(verification: &Verification) -> Result<(), Failure> {
    print(verification);
    if verification.holds {
        Ok(())
    } else {
        Err(Failure::no("verification failed"))
    }
}

fn print(verification: &Verification) {
    let Verification {
        records,
        suppressed_records,
        classes,
        smallest_class,
        k,
        violating_records,
        ..
    } = verification;
    say!("{records} records, {suppressed_records} of them suppressed");
    say!("{classes} classes, the smallest of {smallest_class} records");
    if *violating_records > 0 {
        say!("{violating_records} records are in classes smaller than {k}, for example:");
        for (values, count) in &verification.worst {
            say!("  {count} × {}", values.join(" · "));
        }
    } else {
        say!("{k}-anonymous");
    }
    print_claims(&verification.claims);
}

fn print_claims(claims: &[Claim]) {
    for claim in claims {
        let verdict = match claim.holds {
            Some(true) => "holds",
            Some(false) => "FAILS",
            None => "open",
        };
        say!(
            "{verdict}: {} claimed {}, found {}",
            claim.claim,
            claim.claimed,
            claim.found
        );
    }
}

/// What a report on suppressed cells claims of the release.
#[derive(Deserialize)]
struct UniquesClaims {
    records: u64,
    suppressed_cells_by_qi: BTreeMap<String, u64>,
    unsafe_after: UnsafeAfter,
    input_sha256: String,
}

fn same_original(data: &std::path::Path, claimed: &str, found: &str) -> Result<(), Failure> {
    if claimed == found {
        return Ok(());
    }
    Err(Failure::no(format!(
        "{}: the report is of another original: its SHA-256 is {claimed}, that of the file is {found}",
        data.display(),
    )))
}

fn print_risk(reviewed: &Reviewed) {
    say!(
        "{} records are alone; the highest risk of a record is {:.4}, the mean {:.4}",
        reviewed.unique_records,
        reviewed.highest_risk,
        reviewed.average_risk
    );
}

fn print_review(reviewed: &Reviewed, k: u64) {
    say!(
        "{} records, {} different rows, {} blank cells",
        reviewed.records,
        reviewed.classes,
        reviewed.blank_cells.iter().sum::<u64>()
    );
    say!(
        "every record may be taken for at least {}",
        reviewed.smallest
    );
    print_risk(reviewed);
    if reviewed.records_below_k > 0 {
        say!(
            "{} records may be taken for fewer than {k}, for example:",
            reviewed.records_below_k
        );
        for (cells, records, found) in reviewed.worst.iter().filter(|(_, _, found)| *found < k) {
            say!("  {records} × {}, taken for {found}", cells.join(" · "));
        }
    } else {
        say!("{k}-anonymous");
    }
}
