//! `kanon sweep`.

use crate::console::{percent, plural, say};
use crate::crew::{Alone, drive};
use crate::failure::Failure;
use crate::original::{inputs, read_table};
use crate::output::{Output, Places};
use crate::population::with_population;
use crate::progress::{Budget, Progress};
use crate::proving::prove;
use crate::recipe_file::RecipeFile;
use crate::release::threads;
use clap::Args;
use kanon::lattice::Policy;
use kanon::privacy::Condition;
use kanon::proof::holds_for_greater_k;
use kanon::proof_file::{Strictest, demand_provable};
use kanon::recipe::{Recipe, Swept};
use kanon::report::{PointReport, SweepReport};
use kanon::run::{Sweep as Machine, SweepPoint};
use kanon::table::EncodedStudy;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[derive(Args)]
pub(crate) struct Sweep {
    /// The table
    data: PathBuf,
    /// The recipe
    #[arg(long)]
    recipe: PathBuf,
    /// The least k
    #[arg(long, default_value_t = 2)]
    k_from: u64,
    /// The greatest k
    #[arg(long, default_value_t = 100)]
    k_to: u64,
    /// Sweep over suppression limits (shares from 0 to 1, comma-separated), with the recipe's k
    #[arg(long, value_delimiter = ',', conflicts_with_all = ["k_from", "k_to"])]
    limits: Vec<f64>,
    /// Sweep over the threshold of this condition (its number in `protect`, from 1)
    #[arg(long, requires = "thresholds", conflicts_with_all = ["k_from", "k_to", "limits"])]
    condition: Option<usize>,
    /// The thresholds of that condition, separated by commas
    #[arg(long, value_delimiter = ',', requires = "condition")]
    thresholds: Vec<f64>,
    /// Find the cost of each condition: the best policy without it, against all conditions
    #[arg(long, conflicts_with_all = ["k_from", "k_to", "limits", "condition"])]
    each_condition: bool,
    /// Write the points to this file, as JSON
    #[arg(long)]
    report: PathBuf,
    /// Time limit in seconds; exit code 3, with an incomplete report of the points proven
    #[arg(long)]
    seconds: Option<f64>,
    /// Write proofs that no policy loses less to this folder, one for each run of equal answers
    #[arg(long)]
    proofs: Option<PathBuf>,
}

impl Sweep {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let RecipeFile { recipe, files } = RecipeFile::read_to_run(&self.recipe)?;
        let mut places = Places::reading(inputs(&self.data, &files));
        let mut output = places.claim(&self.report)?;
        let input = read_table(&self.data, &recipe)?;
        let prepared = &with_population(&self.recipe, &recipe, input.prepared)?;
        if self.proofs.is_some() {
            demand_provable(&prepared.problem(&recipe)?)?;
        }
        let swept = self.swept(&recipe)?;
        let mut machine = Machine::new(prepared, &recipe, &swept)?;
        let budget = Budget::new(self.seconds)?;
        drive(&mut machine, &mut Alone, &budget, Progress::new("sweep"), |machine| {
            format!("{} of {} points proven", machine.points().len(), machine.n_points())
        })?;
        let (proven, all) = (machine.points().len(), machine.n_points());
        let names = prepared.names();
        let points = machine.points().iter();
        let points = points.map(|point| PointReport::new(point, &names)).collect();
        let seconds = machine.milliseconds() / 1e3;
        let report = SweepReport::new(prepared, &recipe, swept, points, seconds, input.sha256)?;
        output.write(report.to_json().as_bytes())?;
        let (proofs, told) = match &self.proofs {
            Some(folder) => self.prove(folder, &machine, &recipe, prepared, &mut places)?,
            None => (Vec::new(), Vec::new()),
        };
        Output::commit([output].into_iter().chain(proofs))?;
        for point in machine.points() {
            say!("{}", line(point));
        }
        if self.each_condition && proven == all {
            prices(machine.points()).iter().for_each(|line| say!("{line}"));
        }
        let searched = machine.points().iter().filter(|point| !point.followed).count();
        let answers = if proven < all {
            format!("{proven} of {all} answers")
        } else {
            plural(proven as u64, "answer", "answers")
        };
        say!("{answers} proven in {:.2} s with {}", report.seconds, plural(searched as u64, "search", "searches"),);
        told.iter().for_each(|line| say!("{line}"));
        if proven < all {
            let open = match all - proven {
                1 => "1 point is not proven".to_owned(),
                open => format!("{open} points are not proven"),
            };
            return Err(budget.stopped(&open));
        }
        Ok(())
    }
}

impl Sweep {
    /// The setting that the sweep varies.
    fn swept(&self, recipe: &Recipe) -> Result<Swept, Failure> {
        Ok(match self.condition {
            Some(number) => Swept::thresholds(recipe, number, self.thresholds.clone())?,
            None if self.each_condition => Swept::each_condition(recipe)?,
            None if self.limits.is_empty() => Swept::K(self.k_from, self.k_to),
            None => Swept::limits(self.limits.clone()),
        })
    }

    /// Proves each answer, and prints a line for each proof.
    fn prove(
        &self,
        folder: &Path,
        machine: &Machine,
        recipe: &Recipe,
        prepared: &EncodedStudy,
        places: &mut Places,
    ) -> Result<(Vec<Output>, Vec<String>), Failure> {
        fs::create_dir_all(folder).map_err(|error| Failure::file(folder, error))?;
        let (mut outputs, mut lines) = (Vec::new(), Vec::new());
        let records = prepared.table().records();
        let under = |point: &SweepPoint| point.setting.recipe(recipe);
        let is_one_by_one = self.limits.is_empty() && !holds_for_greater_k(recipe.loss.measure);
        let runs = machine.runs().flat_map(|run| {
            let size = if is_one_by_one { 1 } else { run.len().max(1) };
            run.chunks(size)
        });
        for run in runs {
            let (Some(first), Some(last)) = (run.first(), run.last()) else {
                continue;
            };
            let Some(best) = &first.best else { continue };
            let ends = [first, last].map(|point| &point.setting);
            let (strictest, ends) = match self.limits.as_slice() {
                [] => (Strictest::K(last.setting.k), ends.map(|setting| setting.k.to_string())),
                _ => (
                    Strictest::Limit(under(last).suppression_limit(records)),
                    ends.map(|setting| setting.suppression_limit.to_string()),
                ),
            };
            let what = if self.limits.is_empty() { "k" } else { "limit" };
            let name = match run {
                [_] => format!("{what}-{}.kanon.proof", ends[0]),
                _ => format!("{what}-{}.kanon.proof", ends.join("-to-")),
            };
            let own = under(first);
            let problem = Arc::new(prepared.problem(&own)?);
            let policy = Policy::new(best.levels.as_slice());
            let strictest = Some(strictest).filter(|_| run.len() > 1);
            let (bytes, line) = prove(problem, &own, prepared, &policy, strictest, threads(None))?;
            let mut output = places.claim(&folder.join(&name))?;
            output.write(&bytes)?;
            outputs.push(output);
            lines.push(format!("{name}: {line}"));
        }
        Ok((outputs, lines))
    }
}

fn line(point: &SweepPoint) -> String {
    let setting = &point.setting;
    let limit = percent(setting.suppression_limit);
    let setting = format!("k {}, limit {limit}{}", setting.k, setting.words());
    match &point.best {
        Some(best) => format!(
            "{setting}: loss {:.6}, {} suppressed, {}",
            best.loss,
            plural(best.suppressed_records, "record", "records"),
            plural(best.classes as u64, "class", "classes"),
        ),
        None => format!("{setting}: no policy is valid"),
    }
}

/// How much less each point with conditions left out loses than the last point, under all conditions.
fn prices(points: &[SweepPoint]) -> Vec<String> {
    let Some((all, relaxed)) = points.split_last() else {
        return Vec::new();
    };
    let price = |point: &SweepPoint| {
        let conditions: Vec<String> = point.setting.left_out.iter().map(Condition::words).collect();
        let conditions = conditions.join("; ");
        match (&point.best, &all.best) {
            (Some(without), Some(with)) => format!(
                "{conditions}: costs {:.6} of loss, from {:.6} to {:.6}",
                with.loss - without.loss,
                without.loss,
                with.loss
            ),
            (Some(without), None) => {
                format!("{conditions}: no policy is valid with it; without it the best one loses {:.6}", without.loss)
            }
            (None, Some(with)) => {
                format!("{conditions}: no policy is valid without it; with it the best one loses {:.6}", with.loss)
            }
            (None, None) => format!("{conditions}: no policy is valid, even without it"),
        }
    };
    relaxed.iter().map(price).collect()
}
