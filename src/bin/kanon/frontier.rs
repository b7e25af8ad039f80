//! `kanon frontier`.

use crate::anonymize::{Input, inputs, read_table};
use crate::console::{end_progress, plural, progress, say};
use crate::failure::Failure;
use crate::input::{header, sniff_file, stream};
use crate::output::{Output, Places};
use crate::recipe_file::{RecipeFile, beside, read_recipe};
use clap::Args;
use kanon::data::{Table, TableReader};
use kanon::monitor::When;
use kanon::partition::PartitionPolicy;
use kanon::search::Status;
use kanon::study::{
    FrontierReport, FrontierSettings, FrontierSpace, FullDomainRun, Outcome, Recipe, Run,
    RunStatus, Tradeoffs,
};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

#[derive(Args)]
pub(crate) struct Frontier {
    /// The table
    data: PathBuf,
    /// The recipe, with a section `frontier`
    #[arg(long)]
    recipe: PathBuf,
    /// Where the report goes
    #[arg(long)]
    report: PathBuf,
}

impl Frontier {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let RecipeFile { recipe, files } = RecipeFile::read(&self.recipe)?;
        let mut output = Places::reading(inputs(&self.data, &files)).claim(&self.report)?;
        let input = read_table(&self.data, &recipe)?;
        let settings = recipe.frontier.clone().unwrap_or_default();
        let report = match settings.space {
            FrontierSpace::Partition => self.partition(&recipe, &settings, input)?,
            FrontierSpace::FullDomain => full_domain(&recipe, input)?,
        };
        output.write(report.to_json().as_bytes())?;
        Output::commit([output])?;
        say!("{}", summary(&report));
        Ok(())
    }

    fn partition(
        &self,
        recipe: &Recipe,
        settings: &FrontierSettings,
        input: Input,
    ) -> Result<FrontierReport, Failure> {
        let tradeoffs = read_tradeoffs(&self.recipe, recipe, settings, &input)?;
        let reference = match &settings.reference {
            None => None,
            Some(name) => Some((
                name.as_str(),
                reference(&self.recipe, &self.data, name, &tradeoffs, &input.sha256)?,
            )),
        };
        let reference = reference.as_ref().map(|(name, policy)| (*name, policy));
        let mut run = tradeoffs.run(recipe, reference.map(|(_, policy)| policy))?;
        let clock = Instant::now();
        loop {
            let slice = Instant::now();
            let status = run.advance(&mut When(|| slice.elapsed().as_secs_f64() > 1.0));
            if status == Status::Done {
                break;
            }
            let explorer = run.explorer();
            progress!(
                "{} policies evaluated · area {:.4} · {:.0} s",
                explorer.evaluated(),
                explorer.staircase().area(),
                clock.elapsed().as_secs_f64()
            );
        }
        let seconds = clock.elapsed().as_secs_f64();
        if seconds >= 1.0 {
            end_progress();
        }
        Ok(FrontierReport::partition(
            recipe,
            &tradeoffs,
            &run,
            reference,
            seconds,
            input.sha256,
        )?)
    }
}

/// The policy to compare with: Safe Harbor's, or the best one of another recipe for the same table.
pub(crate) fn reference(
    recipe_path: &Path,
    data: &Path,
    name: &str,
    tradeoffs: &Tradeoffs,
    sha256: &str,
) -> Result<PartitionPolicy, Failure> {
    if name == FrontierSettings::SAFE_HARBOR {
        return Ok(tradeoffs.safe_harbor()?.0);
    }
    let recipe = read_recipe(&beside(recipe_path, name))?;
    let input = read_table(data, &recipe)?;
    if input.sha256 != sha256 {
        return Err(Failure::changed(data));
    }
    let problem = Arc::new(input.prepared.problem(&recipe)?);
    let mut run = Run::new(problem, &recipe.search)?;
    let clock = Instant::now();
    run.advance(f64::INFINITY, &mut || clock.elapsed().as_secs_f64() * 1e3);
    let policy = Outcome::of(&mut run)?.policy;
    Ok(tradeoffs.of_levels(&input.prepared, &policy))
}

/// Reads the population that a recipe names, and joins it with the table.
pub(crate) fn read_tradeoffs(
    recipe_path: &Path,
    recipe: &Recipe,
    settings: &FrontierSettings,
    input: &Input,
) -> Result<Tradeoffs, Failure> {
    let population = match &settings.population {
        None => None,
        Some(file) => Some(read_population(
            &beside(recipe_path, file),
            recipe,
            settings,
        )?),
    };
    let table = input.prepared.table();
    Ok(Tradeoffs::new(
        recipe,
        &input.dialect,
        table,
        population.as_ref(),
    )?)
}

fn read_population(
    path: &Path,
    recipe: &Recipe,
    settings: &FrontierSettings,
) -> Result<Table, Failure> {
    let dialect = sniff_file(path)?.dialect;
    let names = header(path, &dialect)?;
    let count = Some(settings.population_count.clone()).filter(|count| names.contains(count));
    let columns = Tradeoffs::population_columns(recipe)?;
    let mut reader = TableReader::new(&dialect, &columns).with_count_column(count);
    stream(path, &dialect.encoding, &mut |_, text| reader.push(text))?;
    reader
        .finish()
        .map_err(|error| Failure::in_file(path, error))
}

fn full_domain(recipe: &Recipe, input: Input) -> Result<FrontierReport, Failure> {
    let names = input.prepared.names();
    let mut run = FullDomainRun::new(input.prepared, recipe)?;
    let clock = Instant::now();
    let mut now = || clock.elapsed().as_secs_f64() * 1e3;
    while run.advance(1000.0, &mut now)? == RunStatus::Running {}
    Ok(FrontierReport::full_domain(
        recipe,
        &names,
        &run,
        input.sha256,
    ))
}

fn summary(report: &FrontierReport) -> String {
    let found = if report.exact {
        "exact"
    } else {
        "best found; there may be better ones"
    };
    let area = report
        .area
        .map_or(String::new(), |area| format!("; area {area:.4}"));
    let mut summary = format!(
        "{} on the frontier ({found}){area}\n{} evaluated in {:.2} s",
        plural(report.frontier.len() as u64, "policy", "policies"),
        plural(report.policies_evaluated, "policy", "policies"),
        report.seconds
    );
    if let Some(reference) = &report.reference {
        let better = reference.dominated_by.len() as u64;
        summary += &format!(
            "\n{}: risk {:.4}, loss {:.4}; {} of the frontier {} no worse in both and better in one",
            reference.name,
            reference.risk,
            reference.loss,
            plural(better, "policy", "policies"),
            if better == 1 { "is" } else { "are" }
        );
    }
    summary
}
