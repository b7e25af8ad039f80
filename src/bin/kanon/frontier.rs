//! `kanon frontier`.

use crate::console::{plural, say};
use crate::crew::{Alone, drive};
use crate::failure::Failure;
use crate::input::profile;
use crate::original::{encode, inputs, prepare, read_table};
use crate::output::{Output, Places};
use crate::population::{people, read_population, with_population};
use crate::progress::{Budget, Progress};
use crate::publish_args::PublishArgs;
use crate::recipe_file::{RecipeFile, beside, read_recipe};
use crate::release::{ReleaseOutputs, release};
use clap::Args;
use kanon::jobs::Original;
use kanon::recipe::{FrontierSettings, FrontierSpace, Recipe};
use kanon::report::FrontierReport;
use kanon::run::{FullDomainRun, Reference, Tradeoffs};
use std::num::NonZero;
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
    /// Write the report to this file
    #[arg(long)]
    report: PathBuf,
    /// Time limit in seconds; exit code 3, with an incomplete report of the frontier found by then
    #[arg(long)]
    seconds: Option<f64>,
    /// Release this policy of the frontier: its number in the report, from 1
    #[arg(long, requires = "out")]
    take: Option<NonZero<usize>>,
    /// Write the release to this file
    #[arg(long, requires = "take")]
    out: Option<PathBuf>,
    /// Write the recipe of that release to this file, for verification
    #[arg(long, requires = "take")]
    release_recipe: Option<PathBuf>,
    /// Write the report of the release to this file, for those who keep the original
    #[arg(long, requires = "take")]
    release_report: Option<PathBuf>,
    #[command(flatten)]
    publish: PublishArgs,
}

/// What a search has found: its report, and the recipe of the policy to be released.
struct Found {
    report: FrontierReport,
    taken: Option<Recipe>,
}

impl Frontier {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let RecipeFile { recipe, files } = RecipeFile::read_to_run(&self.recipe)?;
        let key = match self.out {
            Some(_) => self.publish.key(&recipe, inputs(&self.data, &files).chain([self.recipe.as_path()]))?,
            None => None,
        };
        let files = self.publish.with_files(files);
        let mut places = Places::reading(inputs(&self.data, &files));
        let mut output = places.claim(&self.report)?;
        let mut recipe_output = places.claim_if_given(self.release_recipe.as_ref())?;
        let outputs = match &self.out {
            None => None,
            Some(out) => Some(ReleaseOutputs {
                release: places.claim(out)?,
                report: places.claim_if_given(self.release_report.as_ref())?,
                recipient_report: None,
                proof: None,
                passport: None,
            }),
        };
        Budget::new(self.seconds)?;
        let encoded = encode(&self.data, &recipe)?;
        let settings = recipe.frontier.clone().unwrap_or_default();
        let is_partition = settings.space == FrontierSpace::Partition;
        if is_partition {
            Tradeoffs::expect_few_values(&recipe, &encoded.table)
                .map_err(|error| Failure::in_file(&self.data, error))?;
        }
        let mut input = prepare(encoded, &self.data, &recipe)?;
        if !is_partition {
            input.prepared = with_population(&self.recipe, &recipe, input.prepared)?;
        }
        if self.out.is_some() {
            self.publish.check(&self.data, &recipe, &input)?;
        }
        let budget = Budget::new(self.seconds)?;
        let Found { report, taken } = if is_partition {
            self.partition(&recipe, &settings, input, &budget)?
        } else {
            self.full_domain(&recipe, input, &budget)?
        };
        output.write(report.to_json().as_bytes())?;
        if let (Some(output), Some(taken)) = (&mut recipe_output, &taken) {
            output.write(taken.to_json().as_bytes())?;
        }
        Output::commit([output].into_iter().chain(recipe_output))?;
        say!("{}", summary(&report));
        if let Some((outputs, taken)) = outputs.zip(taken) {
            let mut input = read_table(&self.data, &taken)?;
            input.prepared = with_population(&self.recipe, &taken, input.prepared)?;
            if input.sha256 != report.input_sha256 {
                return Err(Failure::changed(&self.data));
            }
            let people = people(&self.recipe, &taken, &input.prepared)?;
            release(&self.data, &taken, &Arc::new(input), outputs, people.as_ref(), None, key)?;
        }
        if report.complete {
            return Ok(());
        }
        Err(budget.stopped("the search was not complete"))
    }

    fn partition(
        &self,
        recipe: &Recipe,
        settings: &FrontierSettings,
        input: Original,
        budget: &Budget,
    ) -> Result<Found, Failure> {
        let tradeoffs = read_tradeoffs(&self.recipe, recipe, settings, &input)?;
        let reference = match &settings.reference {
            None => None,
            Some(name) => Some(reference(&self.recipe, recipe, &self.data, name, &tradeoffs, &input)?),
        };
        let reference = reference.as_ref();
        let mut run = tradeoffs.run(recipe, reference)?;
        let clock = Instant::now();
        let complete = drive(&mut run, &mut Alone, budget, Progress::new("frontier"), |run| {
            let (explorer, area) = (run.explorer(), run.explorer().staircase().area());
            format!("{} policies evaluated · area {area:.4}", explorer.evaluated())
        })?;
        let seconds = clock.elapsed().as_secs_f64();
        let report =
            FrontierReport::partition(recipe, &input.prepared, &tradeoffs, &run, reference, seconds, input.sha256)?;
        let taken = match self.place(&report)? {
            None => None,
            Some(place) => {
                let policy = run.explorer().staircase().policy(place);
                Some(tradeoffs.taken(recipe, &policy, reference, report.exact)?)
            }
        };
        let report = FrontierReport { complete, ..report };
        Ok(Found { report, taken })
    }

    /// The place of the policy to release.
    fn place(&self, report: &FrontierReport) -> Result<Option<usize>, Failure> {
        let Some(number) = self.take.map(NonZero::get) else {
            return Ok(None);
        };
        let all = report.frontier.len();
        if number > all {
            return Err(Failure::input(format!(
                "there is no policy {number} on the frontier: it has {}. Give --take a number from 1 to {all}.",
                plural(all as u64, "policy", "policies")
            )));
        }
        Ok(Some(number - 1))
    }

    fn full_domain(&self, recipe: &Recipe, input: Original, budget: &Budget) -> Result<Found, Failure> {
        let records = input.prepared.table().records();
        let report = full_domain(recipe, input, budget)?;
        let taken = (self.place(&report)?).map(|place| recipe.taken(&report.frontier[place], records, report.exact));
        Ok(Found { report, taken })
    }
}

/// The policy to compare with: Safe Harbor's, or the best one of another recipe for the same table.
pub(crate) fn reference(
    recipe_path: &Path,
    recipe: &Recipe,
    data: &Path,
    name: &str,
    tradeoffs: &Tradeoffs,
    input: &Original,
) -> Result<Reference, Failure> {
    if name == FrontierSettings::SAFE_HARBOR {
        let profile = profile(data, input.dialect(), recipe.missing(input.dialect()))?;
        return Ok(Reference::of_rule(tradeoffs, recipe, &profile)?);
    }
    let recipe = read_recipe(&beside(recipe_path, name))?;
    let own = read_table(data, &recipe)?;
    if own.sha256 != input.sha256 {
        return Err(Failure::changed(data));
    }
    let clock = Instant::now();
    let mut now = || clock.elapsed().as_secs_f64() * 1e3;
    let found = Reference::of_recipe(name, &recipe, tradeoffs, &own.prepared, &mut now)?;
    Ok(found)
}

/// Reads the population that a recipe names, and joins it with the table.
pub(crate) fn read_tradeoffs(
    recipe_path: &Path,
    recipe: &Recipe,
    settings: &FrontierSettings,
    input: &Original,
) -> Result<Tradeoffs, Failure> {
    let population = match &settings.population {
        None => None,
        Some(file) => Some(read_population(&beside(recipe_path, file), recipe)?),
    };
    let table = input.prepared.table();
    Ok(Tradeoffs::new(recipe, input.dialect(), table, population.as_ref())?)
}

fn full_domain(recipe: &Recipe, input: Original, budget: &Budget) -> Result<FrontierReport, Failure> {
    let mut run = FullDomainRun::new(input.prepared.clone(), recipe)?;
    let is_over = drive(&mut run, &mut Alone, budget, Progress::new("frontier"), |run| {
        let (points, steps) = (run.points().len(), run.looked_at().steps);
        format!("{points} policies on the frontier · {steps} policies or boxes checked")
    })?;
    if !is_over {
        run.stop();
    }
    let complete = !run.was_stopped();
    let report = FrontierReport::full_domain(recipe, &input.prepared, &run, input.sha256);
    Ok(FrontierReport { complete, ..report })
}

fn summary(report: &FrontierReport) -> String {
    let found = match (report.exact, report.complete) {
        (true, _) => "exact",
        (false, true) => "best found; there may be better ones",
        (false, false) => "best found so far; there may be better ones",
    };
    let area = report.area.map_or(String::new(), |area| format!("; area {area:.4}"));
    let mut summary = format!(
        "{} on the frontier ({found}){area}\n{} evaluated{} in {:.2} s",
        plural(report.frontier.len() as u64, "policy", "policies"),
        plural(report.policies_evaluated, "policy", "policies"),
        report.boxes_looked_at.map_or(String::new(), |boxes| format!(", {} looked at", plural(boxes, "box", "boxes"))),
        report.seconds
    );
    if let Some(reference) = &report.reference {
        let better = reference.dominated_by.len() as u64;
        let census = reference.census.map_or(String::new(), |census| format!(" (census of {})", census.year()));
        let is_rule = reference.census.is_some();
        summary += &format!(
            "\n{}{census}: risk {:.4}, loss {:.4}; {} of the frontier {} no worse in both and better in one{}",
            reference.name,
            reference.risk,
            reference.loss,
            plural(better, "policy", "policies"),
            if better == 1 { "is" } else { "are" },
            match (is_rule, better) {
                (false, _) => "",
                (true, 1) => ", and keeps its rule",
                (true, _) => ", and keep its rule",
            }
        );
        if !reference.against_rule.is_empty() {
            let columns: Vec<String> =
                (reference.against_rule.iter()).map(|(column, count)| format!("{column} ({count})")).collect();
            summary += &format!(
                "\nPolicies with as little of both that do not keep its rule, by column: {}",
                columns.join(", ")
            );
        }
        let open = (reference.safe_harbor.iter()).flat_map(|table| &table.incomplete);
        let open: Vec<&str> = open.map(String::as_str).collect();
        if !open.is_empty() {
            summary += &format!(
                "\nThis is not Safe Harbor: {} may be among its identifiers and would be kept unchanged. The report has the list.",
                open.join(", ")
            );
        }
    }
    summary
}
