//! The release of a recipe, from the search to the files written.

use crate::attackers::attacked;
use crate::console::{complain, plural, say, warned_by_recipe};
use crate::crew::{Sharing, drive};
use crate::failure::Failure;
use crate::original::{MANY, write_release};
use crate::output::Output;
use crate::progress::{Budget, Progress};
use crate::proving::prove;
use crate::search_progress::found;
use kanon::jobs::{Original, ReleaseJob};
use kanon::lattice::size_in_words;
use kanon::people::People;
use kanon::proof_file::{Passport, Proven, demand_provable};
use kanon::recipe::{Chosen, ChosenPoint, FrontierSpace, Recipe};
use kanon::release::Key;
use kanon::release::disclosure::told;
use kanon::report::{Detail, Report, WorkReport};
use kanon::run::{Outcome, Run};
use kanon::search::{Algorithm, Evaluator};
use std::num::NonZero;
use std::path::Path;
use std::sync::Arc;
use std::thread;

/// The destinations of a release and its reports.
pub(crate) struct ReleaseOutputs {
    pub(crate) release: Output,
    /// The report for those who keep the original.
    pub(crate) report: Option<Output>,
    /// The report for recipients of the release.
    pub(crate) recipient_report: Option<Output>,
    /// The proof that no policy loses less.
    pub(crate) proof: Option<Output>,
    /// Recipe, report and proof in one file.
    pub(crate) passport: Option<Output>,
}

impl ReleaseOutputs {
    fn asks_for_proof(&self) -> bool {
        self.proof.is_some() || self.passport.is_some()
    }

    /// Writes everything except the release. `proof` is given if it was asked for.
    fn write_reports(&mut self, recipe: &Recipe, report: &Report, proof: Option<&[u8]>) -> Result<(), Failure> {
        if let Some(output) = &mut self.report {
            output.write(report.to_json().as_bytes())?;
        }
        if let Some(output) = &mut self.recipient_report {
            output.write(report.for_recipients()?.to_json().as_bytes())?;
        }
        let Some(proof) = proof else {
            return Ok(());
        };
        if let Some(output) = &mut self.proof {
            output.write(proof)?;
        }
        if let Some(output) = &mut self.passport {
            let report = &report.to_json();
            let passport = Passport::of(Proven { recipe, report, proof });
            output.write(&passport.archive()?)?;
        }
        Ok(())
    }

    /// Moves the release first: next to an older report, its digest shows that the two do not belong together.
    fn commit(self) -> Result<(), Failure> {
        let others = [self.report, self.recipient_report, self.proof, self.passport];
        Output::commit([self.release].into_iter().chain(others.into_iter().flatten()))
    }
}

/// Searches for the best policy of a recipe, and writes its release and reports.
pub(crate) fn release(
    data: &Path,
    recipe: &Recipe,
    original: &Arc<Original>,
    mut outputs: ReleaseOutputs,
    people: Option<&People>,
    threads: Option<NonZero<usize>>,
    key: Option<Key>,
) -> Result<(), Failure> {
    let mut progress = Progress::new("search");
    let prepared = &original.prepared;
    if prepared.tuples().len() >= MANY {
        progress.tell_now("starting");
    }
    let problem = Arc::new(prepared.problem(recipe)?);
    let is_proven = outputs.asks_for_proof();
    if is_proven {
        demand_provable(&problem)?;
    }
    let mut run = Run::new(Arc::clone(&problem), &recipe.search)?;
    let threads = self::threads(threads);
    // A chosen policy needs no search.
    let is_shared = match run.follow(recipe, &prepared.names())? {
        true => {
            drop(progress);
            false
        }
        false => search(&mut run, threads, progress)?,
    };
    let outcome = Outcome::of(&mut run)?;
    outcome.expect_point(recipe)?;
    let proven = match is_proven {
        true => Some(prove(Arc::clone(&problem), recipe, prepared, &outcome.policy, None, threads)?),
        false => None,
    };
    let is_of_boxes = run.boxes().is_some();
    // For a large table, the search takes as much memory as all that follows.
    drop(run);
    let transformation = Arc::new(original.transformation(Evaluator::new(problem).classes(&outcome.policy)));
    let job = ReleaseJob::of_policy(original, recipe.clone(), outcome, transformation, people, key)?;
    let report = write_release(data, &mut outputs.release, job)?;
    let (proof, line) = proven.unzip();
    outputs.write_reports(recipe, &report, proof.as_deref())?;
    outputs.commit()?;
    say!("{}\n{}", Detail::of(&report).sentence(), summary(recipe, &report, is_shared));
    if let Some(line) = line {
        say!("{line}");
    }
    tell(&report);
    if recipe.search.algorithm == Algorithm::Exact && !is_of_boxes {
        say!(
            "A quasi-identifier has more than 32 levels, a record takes more room than the exact search has for it, or \
             there are more records than it counts under this measure: best-first was used in its place. What is \
             proven is just as true; it takes longer."
        );
    }
    Ok(())
}

/// Prints the conditions, what attackers find, and the disclosure warnings.
fn tell(report: &Report) {
    for condition in &report.conditions {
        say!("{}", condition.sentence());
    }
    if let Some(attackers) = &report.attackers {
        say!("{}", attacked(attackers, report.chosen.as_ref()));
    }
    for warning in told(&report.disclosure) {
        complain(&warned_by_recipe(&warning));
    }
}

/// The number of threads asked for, or the number of cores.
pub(crate) fn threads(asked: Option<NonZero<usize>>) -> usize {
    let cores = || thread::available_parallelism().ok();
    asked.or_else(cores).map_or(1, NonZero::get)
}

/// Runs the search to its end or budget, and shows progress on a terminal. Returns whether several threads shared it.
pub(crate) fn search(run: &mut Run, threads: usize, progress: Progress) -> Result<bool, Failure> {
    let is_of_boxes = run.boxes().is_some();
    let mut sharing = Sharing::new(if is_of_boxes { threads } else { 1 });
    drive(run, &mut sharing, &Budget::unlimited(), progress, |run| found(&run.progress()))?;
    Ok(sharing.is_begun())
}

/// The treatment of the suppressed records.
fn became(report: &Report) -> String {
    let suppressed = report.suppressed_records;
    let they = plural(suppressed, "suppressed record", "suppressed records");
    match report.removed_records {
        Some(_) => format!("{they} removed, {} left", report.records),
        None if suppressed == 1 => format!("{they} forms a class of 1"),
        None => format!("{they} form a class of {suppressed}"),
    }
}

/// What is proven of other policies.
fn proof(report: &Report) -> String {
    if report.optimal {
        return "no valid policy loses less".to_owned();
    }
    match &report.chosen {
        Some(Chosen::Frontier(ChosenPoint { exact: true, .. })) => {
            return "chosen from an exact frontier: no policy of its kind has less risk and no more loss, as the report of the \
                    frontier shows (this one does not)"
                .to_owned();
        }
        Some(_) => return "chosen: no search was run, and nothing is proven".to_owned(),
        None => {}
    }
    if report.lattice_size == 1 {
        return "the settings leave only this policy: nothing is proven about others".to_owned();
    }
    format!("not proven: no valid policy loses less than {:.6}", report.bound)
}

/// The description of a policy that a person chose, on a line of its own.
fn chosen_words(recipe: &Recipe, chosen: &Chosen) -> String {
    let words = match chosen {
        Chosen::Policy(policy) => match policy.best {
            Some(best) if best.proven => {
                format!("instead of the best one, which by the recipe loses {:.6}", best.loss)
            }
            Some(best) => format!("instead of the best known one, which by the recipe loses {:.6}", best.loss),
            None => "by its levels".to_owned(),
        },
        Chosen::Cells(_) => "in place of a policy".to_owned(),
        Chosen::Frontier(point) if point.space == FrontierSpace::FullDomain => format!(
            "of a frontier of levels, under k {}, with {} {:.4} and loss {:.4}",
            recipe.privacy.k,
            recipe.full_domain_risk().words(&recipe.protect),
            point.risk,
            point.loss
        ),
        Chosen::Frontier(point) => {
            let whom = match &point.population {
                Some(population) => {
                    format!("against the {} people of {}", population.people, population.file)
                }
                None => "against the records of the table".to_owned(),
            };
            let reference = point.reference.as_ref().map(|reference| {
                format!("; {}: risk {:.4}, loss {:.4}", reference.name, reference.risk, reference.loss)
            });
            format!(
                "of a frontier, with risk {:.4} {whom} and loss {:.4}{}",
                point.risk,
                point.loss,
                reference.unwrap_or_default()
            )
        }
    };
    let why = match chosen.why() {
        "" => String::new(),
        why => format!(". {why}"),
    };
    format!("chosen {words}{why}\n")
}

fn summary(recipe: &Recipe, report: &Report, is_shared: bool) -> String {
    let policy: Vec<String> = report
        .policy
        .iter()
        .map(|(name, level)| match report.policy_in_words.get(name) {
            Some(words) => format!("{name} {level} ({words})"),
            None => format!("{name} {level}"),
        })
        .collect();
    let proof = proof(report);
    let (records, suppressed) = (report.records, report.suppressed_records);
    let removed = report.removed_records;
    let all = records + removed.unwrap_or_default();
    let uncounted = if report.measure.counts_suppression() { "" } else { ", which the loss does not count" };
    let kept = plural(report.classes, "class", "classes");
    let records = match suppressed {
        0 => format!("none of {} suppressed", plural(all, "record", "records")),
        _ if suppressed == all => format!(
            "every record suppressed{uncounted}: {} {}",
            match removed {
                None => "no value of a quasi-identifier is left, in",
                Some(_) => "removed, and none left of",
            },
            plural(all, "record", "records")
        ),
        _ => format!("{suppressed} of {all} records suppressed{uncounted}; {}", became(report)),
    };
    // With several threads, timing decides which boxes are examined.
    let varies = match (is_shared, report.optimal) {
        (false, _) => "",
        (true, true) => "; with several threads, the number of boxes differs from run to run, the answer does not",
        (true, false) => "; with several threads, the work within a budget differs from run to run",
    };
    format!(
        "policy: {}\n{}loss {:.6}; {proof}\n{records}; {kept} of at least {}\n{} in the lattice, {} in {:.2} s{varies}",
        policy.join(", "),
        report.chosen.as_ref().map_or(String::new(), |chosen| chosen_words(recipe, chosen)),
        report.loss,
        report.k,
        match u64::try_from(report.lattice_size) {
            Ok(size) => plural(size, "policy", "policies"),
            Err(_) => format!("{} policies", size_in_words(report.lattice_size)),
        },
        match report.work {
            WorkReport::Policies { policies_checked, .. } => plural(policies_checked, "check", "checks"),
            WorkReport::Boxes { boxes_looked_at, .. } => plural(boxes_looked_at, "box looked at", "boxes looked at"),
        },
        report.seconds,
    )
}
