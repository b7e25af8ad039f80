//! `kanon verify`.

use crate::anonymize::{read_recipe, read_table};
use crate::failure::Failure;
use crate::input::{sniff_file, stream};
use crate::reproof::prove_again;
use clap::Args;
use kanon::data::{Table, TableReader};
use kanon::release::verify::{Claims, Verification, verify};
use kanon::study::{Prepared, Report, Reproof};
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
    /// Also search for the best policy again, by another algorithm than the report's
    #[arg(long, requires = "report")]
    optimality: bool,
    /// The most that this search may take
    #[arg(long, default_value_t = 600.0, requires = "optimality")]
    seconds: f64,
}

impl Verify {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let verification = match (&self.report, &self.recipe, &self.data) {
            (Some(report), Some(recipe), Some(data)) => {
                return self.check_report(report, recipe, data);
            }
            _ => {
                let release = self.read_release(&self.qi, self.count_column.clone())?;
                verify(&release, &self.qi, self.k.unwrap_or(1), None)
                    .map_err(|error| Failure::in_file(&self.release, error))?
            }
        };
        conclude(&verification)
    }

    fn check_report(
        &self,
        report: &std::path::Path,
        recipe: &std::path::Path,
        data: &std::path::Path,
    ) -> Result<(), Failure> {
        let json = std::fs::read_to_string(report).map_err(|error| Failure::file(report, error))?;
        let claimed: Report =
            serde_json::from_str(&json).map_err(|error| Failure::file(report, error))?;
        let recipe = read_recipe(recipe)?;
        let original = read_table(data, &recipe)?;
        let prepared: &Prepared = &original.prepared;
        if claimed.input_sha256 != original.sha256 {
            return Err(Failure::no(format!(
                "{}: the report is of another original: its SHA-256 is {}, that of the file is {}",
                data.display(),
                claimed.input_sha256,
                original.sha256
            )));
        }
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
    println!("{records} records, {suppressed_records} of them suppressed");
    println!("{classes} classes, the smallest of {smallest_class} records");
    if *violating_records > 0 {
        println!("{violating_records} records are in classes smaller than {k}, for example:");
        for (values, count) in &verification.worst {
            println!("  {count} × {}", values.join(" · "));
        }
    } else {
        println!("{k}-anonymous");
    }
    for claim in &verification.claims {
        let verdict = match claim.holds {
            Some(true) => "holds",
            Some(false) => "FAILS",
            None => "open",
        };
        println!(
            "{verdict}: {} claimed {}, found {}",
            claim.claim, claim.claimed, claim.found
        );
    }
}
