//! `kanon uniques`.

use crate::anonymize::Anonymize;
use crate::console::{complain, plural, say, warned_by_recipe};
use crate::crew::{Alone, drive};
use crate::failure::Failure;
use crate::input::stream;
use crate::original::{inputs, read_table, write_release};
use crate::output::{Output, Places};
use crate::progress::{Budget, Progress, clock};
use crate::publish_args::PublishArgs;
use crate::recipe_file::{RecipeFile, tell_idle};
use clap::Args;
use kanon::data::{Table, TableReader};
use kanon::jobs::{Original, ReleaseJob, SuppressJob, Work};
use kanon::monitor::When;
use kanon::recipe::{Digest, Recipe, Suppress};
use kanon::release::disclosure::told;
use kanon::report::UniquesReport;
use kanon::run::{ImpactColumns, Suppressed, UniqueQuestions, impact};
use kanon::uniques::{Method, UniquesSearch};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

#[derive(Args)]
pub(crate) struct Uniques {
    /// The table
    data: PathBuf,
    /// The recipe, `*.kanon.json`, with a section `uniques`
    #[arg(long)]
    recipe: PathBuf,
    /// Write the report to this file, for those who keep the original
    #[arg(long)]
    report: Option<PathBuf>,
    /// Write the report for recipients to this file: without numbers below k, and what gives them back
    #[arg(long, requires = "out")]
    recipient_report: Option<PathBuf>,
    /// Write the table with suppressed cells to this file
    #[arg(long)]
    out: Option<PathBuf>,
    /// Time limit in seconds for search and suppression; exit code 3, with the results so far
    #[arg(long)]
    seconds: Option<f64>,
    #[command(flatten)]
    publish: PublishArgs,
}

impl Uniques {
    /// The command for the options of `anonymize`, if the recipe chose suppressed cells.
    pub(crate) fn chosen_by(asked: &Anonymize) -> Self {
        Self {
            data: asked.data.clone(),
            recipe: asked.recipe.clone(),
            report: asked.report.clone(),
            recipient_report: asked.recipient_report.clone(),
            out: Some(asked.out.clone()),
            seconds: None,
            publish: asked.publish.clone(),
        }
    }

    pub(crate) fn run(&self) -> Result<(), Failure> {
        self.run_by(RecipeFile::read_to_run(&self.recipe)?)
    }

    /// Runs with a recipe that is already read.
    pub(crate) fn run_by(&self, RecipeFile { recipe, files }: RecipeFile) -> Result<(), Failure> {
        if self.out.is_some() && recipe.uniques.suppress == Suppress::None {
            return Err(Failure::input(format!(
                "{}: `uniques.suppress` is none, so there is no table to write. Choose per-record, wildcard or strict, or leave --out out.",
                self.recipe.display()
            )));
        }
        // Before a search that may take long.
        if recipe.uniques.suppress != Suppress::None {
            recipe
                .expect_sizes_alone("a table with suppressed cells")
                .map_err(|error| Failure::in_file(&self.recipe, error))?;
        }
        tell_idle(&self.recipe, recipe.without_effect_on_cells());
        let key = match self.out {
            Some(_) => self.publish.key(&recipe, inputs(&self.data, &files).chain([self.recipe.as_path()]))?,
            None => None,
        };
        let files = self.publish.with_files(files);
        let mut places = Places::reading(inputs(&self.data, &files));
        let mut output = places.claim_if_given(self.out.as_ref())?;
        let mut report_output = places.claim_if_given(self.report.as_ref())?;
        let mut recipient_output = places.claim_if_given(self.recipient_report.as_ref())?;
        let input = Arc::new(read_table(&self.data, &recipe)?);
        if self.out.is_some() {
            self.publish.check(&self.data, &recipe, &input)?;
        }
        let started = Instant::now();
        let budget = Budget::new(self.seconds)?;
        let prepared = &input.prepared;
        let questions = Arc::new(UniqueQuestions::new(prepared, &recipe)?);
        let mut search = questions.search()?;
        let has_all = find(&mut search, &questions, &budget)?;
        let asked = recipe.uniques.suppress != Suppress::None;
        let (suppressed, is_ended) = match SuppressJob::new(prepared, &questions)?.filter(|_| has_all) {
            Some(job) => suppress(job, &budget)?,
            None => (None, false),
        };
        let suppressed = suppressed.map(Arc::new);
        let names = prepared.names();
        let method = search.method();
        let mut report = UniquesReport::new(&names, &questions, method, search.findings(), suppressed.as_deref());
        let is_missing = asked && suppressed.is_none();
        if let Some(suppressed) = &suppressed {
            let numbers = read_columns(&self.data, &input, &recipe)?;
            let numbers =
                ImpactColumns::new(&numbers, &questions).map_err(|error| Failure::in_file(&self.data, error))?;
            report.impact = Some(impact(prepared, &questions, suppressed, &numbers)?);
        }
        report.complete = has_all && !is_missing;
        report.seconds = started.elapsed().as_secs_f64();
        report.input_sha256 = Some(input.sha256.clone());
        report.recipe_sha256 = Some(recipe.sha256());
        if let (Some(output), Some(suppressed)) = (&mut output, &suppressed) {
            let job = ReleaseJob::of_cells(&input, recipe.clone(), &questions, suppressed, report, key)?;
            report = write_release(&self.data, output, job)?;
        }
        if let Some(output) = &mut report_output {
            output.write(report.to_json().as_bytes())?;
        }
        if let Some(output) = &mut recipient_output {
            output.write(report.for_recipients()?.to_json().as_bytes())?;
        }
        // Nothing is written if cells were to be suppressed and are not.
        let output = output.filter(|_| !is_missing);
        let recipient_output = recipient_output.filter(|_| !is_missing);
        Output::commit((output.into_iter()).chain(report_output).chain(recipient_output))?;
        let are_equal = questions.weights().are_equal();
        say!("{}", summary(&report, are_equal, has_all));
        for warning in told(report.disclosure.as_deref().unwrap_or_default()) {
            complain(&warned_by_recipe(&warning));
        }
        if is_ended {
            return Err(
                budget.stopped("all combinations were found, and the cells are from the best suppression so far")
            );
        }
        match (has_all, is_missing) {
            (true, false) => Ok(()),
            (false, false) => Err(budget.stopped("there may be further combinations")),
            (false, true) => Err(budget.stopped("there may be further combinations, and no cells were suppressed")),
            (true, true) => {
                Err(budget.stopped("all combinations were found, but the suppression of cells is not complete"))
            }
        }
    }
}

/// Reads the columns that the impact is measured with.
pub(crate) fn read_columns(path: &Path, input: &Original, recipe: &Recipe) -> Result<Table, Failure> {
    let columns = recipe.uniques.impact.columns();
    if columns.is_empty() {
        return Ok(Table::default());
    }
    let mut reader = TableReader::new(input.dialect(), &columns);
    let mut digest = Digest::new();
    stream(path, &input.dialect().encoding, &mut |raw, text| {
        digest.push(raw);
        reader.push(text)
    })?;
    if digest.finish() != input.sha256 {
        return Err(Failure::changed(path));
    }
    reader.finish().map_err(|error| Failure::in_file(path, error))
}

/// Searches for the combinations, and shows progress on a terminal. Returns whether all are found.
fn find(search: &mut UniquesSearch, questions: &UniqueQuestions, budget: &Budget) -> Result<bool, Failure> {
    let progress = Progress::new("combinations");
    let foreseen = match progress.is_terminal() {
        true => Foreseen::of(search, questions, budget)?,
        false => None,
    };
    drive(search, &mut Alone, budget, progress, |search| {
        let found = format!("{} so far", search.findings().combinations());
        match &foreseen {
            Some(foreseen) if search.share() < SAMPLED => format!("{found} · {foreseen}"),
            _ => found,
        }
    })
}

/// Suppresses cells, and shows progress on a terminal. If the budget is spent before that is done, takes the best
/// suppression so far. Returns it, if there is one, and whether the search was ended early.
fn suppress(mut job: SuppressJob, budget: &Budget) -> Result<(Option<Suppressed>, bool), Failure> {
    let is_done =
        drive(&mut job, &mut Alone, budget, Progress::new("suppression"), |SuppressJob { search, .. }| {
            match search.can_end() {
                true => format!("best {}, proven at least {}", search.cost_so_far(), search.bound_so_far()),
                false => String::new(),
            }
        })?;
    let is_ended = !is_done && job.search.can_end();
    if !is_done && job.search.end() {
        job.complete()?;
    }
    Ok((job.finish(), is_ended))
}

/// Below this share of done work, a sample gives a better estimate.
const SAMPLED: f64 = 0.05;

/// The estimate from a sample of the records for the whole search.
enum Foreseen {
    /// The expected time, and the expected number of combinations.
    About(Duration, f64),
    /// Not a single record was searched in the time of a sample. The number of records to search.
    Long(usize),
}

impl Foreseen {
    /// The most tuples of a sample, and its time limit.
    const MOST: usize = 40;
    const TIME: Duration = Duration::from_secs(2);

    /// Searches in tuples spread over the table; nothing for a method that takes all tuples at once.
    fn of(search: &UniquesSearch, questions: &UniqueQuestions, budget: &Budget) -> Result<Option<Self>, Failure> {
        let (tuples, question) = (questions.tuples(), questions.question());
        let method = search.method();
        let targets: Vec<usize> = (0..tuples.len()).filter(|&tuple| tuples.count(tuple) < question.k).collect();
        if method == Method::Partition || targets.is_empty() {
            return Ok(None);
        }
        let start = Instant::now();
        let is_over = || start.elapsed() >= Self::TIME || budget.is_spent();
        let (mut searched, mut combinations) = (0_usize, 0);
        let step = targets.len().div_ceil(Self::MOST);
        for &tuple in targets.iter().skip(step / 2).step_by(step) {
            let range = tuple..tuple + 1;
            let mut one = UniquesSearch::in_range(Arc::clone(tuples), question, Some(method), range)?;
            if is_over() || !one.advance(&mut When(is_over)) {
                break;
            }
            searched += 1;
            combinations += one.findings().combinations();
        }
        let scale = targets.len() as f64 / searched as f64;
        let time = Duration::try_from_secs_f64(start.elapsed().as_secs_f64() * scale);
        Ok(Some(match (searched, time) {
            (1.., Ok(time)) => Self::About(time, combinations as f64 * scale),
            _ => Self::Long(targets.len()),
        }))
    }
}

impl fmt::Display for Foreseen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::About(time, combinations) => {
                let time = clock(*time);
                write!(f, "by a sample about {combinations:.0} in {time}")
            }
            Self::Long(records) => {
                write!(f, "one record takes over 2 s, and there are {records}")
            }
        }
    }
}

/// The result in words. If all cells cost the same, the cheapest are the fewest.
fn summary(report: &UniquesReport, are_equal: bool, has_all: bool) -> String {
    let sizes: Vec<String> = (report.combinations_by_size.iter().zip(1..))
        .filter(|(count, _)| **count > 0)
        .map(|(count, size)| format!("{size}: {count}"))
        .collect();
    let of_size = report.max_size.map_or(String::new(), |most| {
        format!(" of at most {}", plural(most as u64, "quasi-identifier", "quasi-identifiers"))
    });
    let k = report.k;
    let at_least = if has_all { "" } else { "at least " };
    let mut lines = vec![format!(
        "{at_least}{} of {} {} an unsafe combination{of_size} (k = {k})",
        report.unsafe_records,
        plural(report.records, "record", "records"),
        if report.unsafe_records == 1 { "has" } else { "have" },
    )];
    if report.combinations > 0 {
        lines.push(format!(
            "{at_least}{}, by size {}",
            plural(report.combinations, "minimum unsafe combination", "minimum unsafe combinations"),
            sizes.join(", ")
        ));
    }
    if report.suppress != Suppress::None {
        let cells = plural(report.suppressed_cells, "cell", "cells");
        if report.max_size.is_some() {
            lines.push("cells are suppressed for combinations of every size".to_owned());
        }
        let after = report.unsafe_after;
        let of_what = match report.suppress {
            Suppress::None => "",
            Suppress::PerRecord => "of each record by itself, counted against the original",
            Suppress::Wildcard => "of all records together, if a suppressed cell may be any value",
            Suppress::Strict => "of all records together, for every reading of a suppressed cell",
        };
        lines.push(match (are_equal, report.proven_minimal) {
            (true, true) => format!("{cells} suppressed; proven fewest {of_what}"),
            (true, false) => format!(
                "{cells} suppressed, not proven fewest {of_what}: at least {} must be",
                report.lower_bound_cells
            ),
            (false, true) => {
                format!("{cells} suppressed, which cost {}; proven cheapest {of_what}", report.suppression_cost)
            }
            (false, false) => format!(
                "{cells} suppressed, which cost {}, not proven cheapest {of_what}: at least {} must be paid",
                report.suppression_cost, report.lower_bound_cost
            ),
        });
        lines.push(format!(
            "records still unsafe if a suppressed cell may be anything: {}, matches nothing: {}, is a category: {}; against someone who knows all values: {}",
            after.wildcard, after.matches_nothing, after.category, after.attacker
        ));
    }
    lines.push(format!("{:.2} s", report.seconds));
    lines.join("\n")
}
