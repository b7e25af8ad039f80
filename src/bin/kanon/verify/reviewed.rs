//! Reviews a finished table without a report.

use super::{Verify, conditions, dialect_of};
use crate::column_list::expect_columns;
use crate::console::{complain, plural, say, warned};
use crate::crew::{Alone, drive};
use crate::failure::Failure;
use crate::input::{read_columns, stream_for};
use crate::progress::{Budget, Progress};
use crate::recipe_file::read_recipe;
use crate::verdict::{conclude, print_review, print_risk};
use kanon::audit::AskedOfFinished;
use kanon::data::{Dialect, MissingCodes, Table, TableReader};
use kanon::privacy::Condition;
use kanon::recipe::{Digest, Recipe};
use kanon::release::Treatment;
use kanon::release::disclosure::{
    FinishedDisclosure, FinishedScan, ScanSettings, looks_like_identifiers, told_of_finished,
};
use kanon::release::review::{Blank, BlankCells, Review, Reviewed};
use kanon::release::verify::{verify, verify_without_suppressed};
use kanon::uniques::{Missing, Question, Tuples, UniquesSearch};
use std::path::Path;
use std::sync::Arc;

/// A finished table, and the settings of its review.
struct Finished<'a> {
    path: &'a Path,
    dialect: Dialect,
    table: Arc<Table>,
    sha256: String,
    k: u64,
    blank: Blank,
}

impl Verify {
    /// Prints what the release shows of itself. Records that are all blank are suppressed, unless a reading is given.
    pub(super) fn review(&self) -> Result<(), Failure> {
        let recipe = self.recipe.as_deref().map(read_recipe).transpose()?;
        let path = self.path()?;
        let in_release = |error| Failure::in_file(path, error);
        let dialect = dialect_of(path, recipe.as_ref().and_then(|recipe| recipe.dialect.clone()))?;
        // Then a row of blanks is not a suppressed record.
        let are_removed = (recipe.as_ref()).is_some_and(|recipe| recipe.release.suppressed.are_removed());
        let recipe = match recipe {
            Some(recipe) => self.named_alike(recipe, &dialect)?,
            None => None,
        };
        let lists = [&self.qi, &self.sensitive, &self.identifier, &self.insensitive];
        expect_columns(path, &dialect, &lists.map(|list| list.concat()).concat())?;
        let count_column = match &recipe {
            Some(recipe) => recipe.count_column.clone(),
            None => self.count_column.clone(),
        };
        let qis = self.quasi_identifiers(recipe.as_ref())?;
        let asked = self.beside_k(recipe.as_ref(), qis.clone(), count_column.clone());
        self.check_options(&asked)?;
        let settings = self.scan_settings(recipe.as_ref(), &asked, &dialect)?;
        let has_sensitive = !settings.sensitive.is_empty();
        let reader = TableReader::new(&dialect, &qis).with_count_column(count_column);
        let (table, sha256) = read_columns(path, &dialect.encoding, reader)?;
        let people = self.people_file(recipe.as_ref());
        let checked = conditions::check(path, &dialect, asked, (recipe.as_ref(), people), &sha256)?;
        let finished = Finished {
            path,
            dialect,
            table: Arc::new(table),
            sha256,
            k: settings.k,
            blank: self.blank.map(Blank::from).unwrap_or_default(),
        };
        let disclosure = self.disclosure(&finished, &qis, settings)?;
        let named = conclude_identifiers(&disclosure);
        let (release, k) = (&*finished.table, finished.k);
        let budget = Budget::new(self.seconds)?;
        let cells = BlankCells::of_words(&self.missing.concat(), false);
        let mut review = Review::new(release, &qis, k, finished.blank, &cells).map_err(in_release)?;
        let is_done = compare_rows(&mut review, &budget)?;
        let reviewed = review.reviewed(release);
        if !is_done {
            print_partial(&reviewed, &review, k);
            print_disclosure(&disclosure, has_sensitive);
            return Err(budget.stopped("not every row was compared with all others"));
        }
        let mut has_all = true;
        if self.uniques {
            has_all = self.print_combinations(release, k, finished.blank, &budget)?;
        }
        let verdict = if self.blank.is_none() {
            let verification = match are_removed {
                true => verify_without_suppressed(release, &qis, k),
                false => verify(release, &qis, k, None),
            };
            let verification = verification.map_err(in_release)?;
            print_risk(&reviewed, !are_removed);
            conclude(&verification)
        } else {
            print_review(&reviewed, k);
            match reviewed.smallest >= k {
                true => Ok(()),
                false => Err(Failure::no("verification failed")),
            }
        };
        let checked = conditions::conclude(&checked);
        let verdict = named.and(verdict).and(checked).and(self.conclude_classes(&disclosure));
        print_disclosure(&disclosure, has_sensitive);
        match (verdict, has_all) {
            (Ok(()), false) => Err(budget.stopped("there may be further combinations")),
            (verdict, _) => verdict,
        }
    }

    /// Fails if columns were named to see what classes disclose of them, and the records are in no classes.
    fn conclude_classes(&self, disclosure: &FinishedDisclosure) -> Result<(), Failure> {
        let named = [("--sensitive", &self.sensitive), ("--identifier", &self.identifier)];
        let named: Vec<&str> =
            named.into_iter().filter(|(_, columns)| !columns.is_empty()).map(|(name, _)| name).collect();
        if disclosure.has_classes || named.is_empty() {
            return Ok(());
        }
        Err(Failure::not_checked(format!(
            "{}: what classes disclose could not be checked, so this is no pass: rows have blanks in different columns, and are in no classes. Leave the option out, or read blanks with --blank category.",
            named.join(" and ")
        )))
    }

    /// Refuses options that nothing asks for.
    fn check_options(&self, asked: &AskedOfFinished) -> Result<(), Failure> {
        let options = [("--population", self.population.is_some()), ("--weight-column", self.weight_column.is_some())];
        let counts_people = asked.protect.iter().any(Condition::counts_people);
        match options.into_iter().find(|(_, is_given)| *is_given && !counts_people) {
            Some((option, _)) => Err(Failure::input(format!("{option}: no condition counts people. Leave it out."))),
            None => Ok(()),
        }
    }

    /// The recipe, if its column names apply to the release. Without a header, columns are named by position, and
    /// positions change if columns are left out.
    fn named_alike(&self, recipe: Recipe, dialect: &Dialect) -> Result<Option<Recipe>, Failure> {
        if dialect.header || recipe.treatments().values().all(|own| *own != Treatment::Drop) {
            return Ok(Some(recipe));
        }
        match &recipe.count_column {
            None => Ok(None),
            Some(column) => Err(Failure::input(format!(
                "`{column}` of the recipe is a position, which changes when columns are left out. Leave --recipe out, and name the column of the file with --count-column."
            ))),
        }
    }

    /// The columns that others may know.
    fn quasi_identifiers(&self, recipe: Option<&Recipe>) -> Result<Vec<String>, Failure> {
        if !self.qi.is_empty() && self.own_k().is_some() {
            return Ok(self.qi.concat());
        }
        let Some(recipe) = recipe.filter(|recipe| recipe.chosen_cells().is_none()) else {
            return Err(Failure::input(
                "the recipe does not give the quasi-identifiers and the k of this file: its columns have no names, or it suppresses single cells. Name them with --qi and --k.",
            ));
        };
        match self.qi.is_empty() {
            true => Ok(recipe.quasi_identifiers().map(str::to_owned).collect()),
            false => Ok(self.qi.concat()),
        }
    }

    /// The conditions beside k, of the command or else of the recipe. Records that are all blank are suppressed; if
    /// those are removed, they form a class.
    fn beside_k(
        &self,
        recipe: Option<&Recipe>,
        quasi_identifiers: Vec<String>,
        count_column: Option<String>,
    ) -> AskedOfFinished {
        let of_recipe = recipe.filter(|_| self.protect.is_none());
        let are_removed = recipe.is_some_and(|recipe| recipe.release.suppressed.are_removed());
        AskedOfFinished {
            protect: match (&self.protect, of_recipe) {
                (Some(own), _) => own.0.clone(),
                (None, Some(recipe)) => recipe.protect.clone(),
                (None, None) => Vec::new(),
            },
            quasi_identifiers,
            count_column,
            weight_column: match of_recipe {
                Some(recipe) => recipe.risk.weight_column.clone(),
                None => self.weight_column.clone(),
            },
            population: None,
            blank: self.blank.map(Blank::from).unwrap_or_default(),
            blank_values: self.missing.concat(),
            are_blanks_kept: are_removed,
            are_removed,
        }
    }

    /// What the scan of the release looks for.
    fn scan_settings(
        &self,
        recipe: Option<&Recipe>,
        asked: &AskedOfFinished,
        dialect: &Dialect,
    ) -> Result<ScanSettings, Failure> {
        let mut named: Vec<String> = Vec::new();
        let own = [
            asked.quasi_identifiers.clone(),
            self.sensitive.concat(),
            self.identifier.concat(),
            self.insensitive.concat(),
        ];
        for name in own.into_iter().flatten().chain(asked.count_column.clone()) {
            if named.contains(&name) {
                return Err(Failure::input(format!("`{name}` is named twice. A column has one role.")));
            }
            named.push(name);
        }
        let mut sensitive = self.sensitive.concat();
        let mut uncovered = [&self.sensitive[..], &self.insensitive[..]].concat().concat();
        let mut replaced = Vec::new();
        if let Some(recipe) = recipe {
            let of_recipe = ScanSettings::of(recipe, dialect);
            // A column that is left out cannot be scanned, and a constant reveals nothing.
            let is_further = |name: &String| !named.contains(name);
            sensitive.extend(of_recipe.sensitive.into_iter().filter(is_further));
            uncovered.extend(of_recipe.uncovered.into_iter().filter(is_further));
            replaced = of_recipe.replaced;
            named.extend(recipe.columns.keys().cloned());
        }
        // It counts people, and names none.
        named.extend(asked.weight_column.iter().filter(|name| !named.contains(name)).cloned().collect::<Vec<_>>());
        for name in asked.protect.iter().filter_map(Condition::column) {
            if !named.iter().any(|own| own == name) {
                sensitive.push(name.to_owned());
                uncovered.push(name.to_owned());
                named.push(name.to_owned());
            }
        }
        let of_recipe = || recipe.map(|recipe| recipe.privacy.k);
        Ok(ScanSettings {
            k: self.own_k().or_else(of_recipe).unwrap_or(1),
            sensitive,
            identifiers: self.identifier.concat(),
            uncovered,
            replaced,
            named,
            missing: match recipe {
                Some(recipe) => recipe.missing(dialect),
                None => MissingCodes::everywhere(&dialect.missing),
            },
            dialect: dialect.clone(),
            ..ScanSettings::default()
        })
    }

    /// The disclosure warnings of the release's text.
    fn disclosure(
        &self,
        finished: &Finished<'_>,
        qis: &[String],
        settings: ScanSettings,
    ) -> Result<FinishedDisclosure, Failure> {
        let path = finished.path;
        let table = Arc::clone(&finished.table);
        let scan = FinishedScan::new(table, qis, finished.blank, &self.missing.concat(), settings)
            .map_err(|error| Failure::in_file(path, error))?;
        looked_through(path, &finished.dialect, scan, &finished.sha256)
    }

    /// Counts the minimum unsafe combinations. Returns whether all were found.
    fn print_combinations(&self, release: &Table, k: u64, blank: Blank, budget: &Budget) -> Result<bool, Failure> {
        let path = self.path()?;
        let in_release = |error| Failure::in_file(path, error);
        let missing = match blank {
            Blank::Category => Missing::Value,
            Blank::Wildcard | Blank::Nothing => Missing::Ignore,
        };
        let mut blanks = MissingCodes::everywhere(&self.missing.concat());
        blanks.add("*");
        let question = Question { k: k.max(2), max_size: self.max_size };
        let tuples = Arc::new(Tuples::new(release, missing, &blanks, question.k).map_err(in_release)?);
        let mut search = UniquesSearch::new(Arc::clone(&tuples), question, None).map_err(in_release)?;
        let has_all = find_combinations(&mut search, budget)?;
        let findings = search.findings();
        let reading = match missing {
            Missing::Value => "a blank cell is a category",
            Missing::Ignore => "a blank cell matches nothing",
        };
        say!(
            "{}{} in {} (k = {}, {reading})",
            if has_all { "" } else { "at least " },
            plural(findings.combinations(), "minimum unsafe combination", "minimum unsafe combinations"),
            plural(findings.unsafe_records(&tuples), "record", "records"),
            question.k
        );
        for size in (1..=tuples.n_columns()).filter(|&size| findings.by_size(size) > 0) {
            say!("  {} of {size}", findings.by_size(size));
        }
        Ok(has_all)
    }
}

/// Reads a file once more for disclosure risks. `sha256` is the digest of the file when it was first read.
pub(super) fn looked_through(
    path: &Path,
    dialect: &Dialect,
    mut scan: FinishedScan,
    sha256: &str,
) -> Result<FinishedDisclosure, Failure> {
    let mut digest = Digest::new();
    let mut wrong = Ok(());
    stream_for("looking through", path, &dialect.encoding, &mut |raw, text| {
        digest.push(raw);
        if wrong.is_ok() {
            wrong = scan.push(text);
        }
        Ok(())
    })?;
    if digest.finish() != sha256 {
        return Err(Failure::changed(path));
    }
    let found = wrong.and_then(|()| scan.finish());
    found.map_err(|error| Failure::in_file(path, error))
}

/// Finds the minimum unsafe combinations, and shows progress on a terminal. Returns whether the budget was enough.
pub(super) fn find_combinations(search: &mut UniquesSearch, budget: &Budget) -> Result<bool, Failure> {
    drive(search, &mut Alone, budget, Progress::new("combinations"), |_| String::new())
}

/// Compares every row with all others, and shows progress on a terminal. Returns whether the budget was enough.
pub(super) fn compare_rows(review: &mut Review, budget: &Budget) -> Result<bool, Failure> {
    drive(review, &mut Alone, budget, Progress::new("comparing rows"), |_| String::new())
}

/// Fails if columns that look like identifiers go out, and nobody said what they are: who is named needs no attack.
fn conclude_identifiers(disclosure: &FinishedDisclosure) -> Result<(), Failure> {
    let Some(words) = looks_like_identifiers(&disclosure.warnings) else {
        return Ok(());
    };
    say!("FAILS: {words}");
    Err(Failure::no(
        "verification failed: columns look like identifiers. Take them out of the file, or name them with --identifier or --insensitive",
    ))
}

/// Prints the results so far when the budget ends a comparison.
fn print_partial(reviewed: &Reviewed, review: &Review, k: u64) {
    say!(
        "open: {} % of the different rows were compared with all others; of their {}, {} may be taken for fewer than {k}",
        (100.0 * review.share()).floor(),
        plural(reviewed.records, "record", "records"),
        reviewed.records_below_k
    );
}

/// Prints the disclosure warnings of a finished table, and what was not looked for.
fn print_disclosure(disclosure: &FinishedDisclosure, has_sensitive: bool) {
    if !disclosure.has_classes {
        say!(
            "not checked: what classes disclose: rows have blanks in different columns, so that records are in no classes"
        );
    } else if !has_sensitive {
        say!("not checked: classes of one sensitive value: no column is named with --sensitive");
    }
    for told in told_of_finished(&disclosure.warnings) {
        complain(&warned(told.code, &told.words));
    }
}
