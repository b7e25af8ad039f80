//! `kanon compare`.

use crate::column_list::{Listed, how_to_quote};
use crate::console::say;
use crate::failure::Failure;
use crate::input::read_columns;
use crate::original::read_table;
use crate::population::with_population;
use crate::progress::Progress;
use crate::recipe_file::RecipeFile;
use crate::release::{search, threads};
use clap::Args;
use kanon::compare::{Asked, Candidate, CandidateReport};
use kanon::data::{Table, TableReader};
use kanon::jobs::Original;
use kanon::lattice::Level;
use kanon::recipe::Recipe;
use kanon::run::{Outcome, Run};
use std::path::PathBuf;
use std::sync::Arc;

#[derive(Args)]
pub(crate) struct Compare {
    /// The table
    data: PathBuf,
    /// The recipe
    #[arg(long)]
    recipe: PathBuf,
    /// A policy, as `age=1,zip=2`; other columns stay at level 0 [default: the best policy]
    #[arg(long)]
    policy: Option<String>,
    /// A second policy to compare it with
    #[arg(long)]
    with: Option<String>,
    /// Two released columns to cross, as `age,diagnosis`
    #[arg(long, value_parser = Listed::parse)]
    cross: Vec<Listed>,
    /// A risk threshold beside 1/3, 1/5, 1/11 and 1/20
    #[arg(long)]
    threshold: Option<f64>,
}

impl Compare {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let RecipeFile { recipe, .. } = RecipeFile::read_to_run(&self.recipe)?;
        let mut input = read_table(&self.data, &recipe)?;
        input.prepared = with_population(&self.recipe, &recipe, input.prepared)?;
        let names = input.prepared.names();
        let first = match &self.policy {
            Some(policy) => levels(policy, &names)?,
            None => best(&recipe, &input)?,
        };
        let second = self.with.as_ref().map(|policy| levels(policy, &names)).transpose()?;
        let asked = Asked { threshold: self.threshold, cross: self.crossed(&recipe, &names)? };
        let others = self.others(&recipe, &input)?;
        let k = recipe.privacy.k;
        let reports = [first].into_iter().chain(second).map(|levels| {
            let candidate = Candidate { levels, k };
            CandidateReport::new(&input.prepared, &recipe, &candidate, &others, &asked)
        });
        let reports = reports.collect::<kanon::Result<Vec<_>>>()?;
        let json = serde_json::to_string_pretty(&reports);
        say!("{}", json.map_err(|error| Failure::input(error.to_string()))?);
        Ok(())
    }

    /// The sensitive columns that the classes may reveal, and the columns to cross.
    fn others(&self, recipe: &Recipe, input: &Original) -> Result<Table, Failure> {
        let columns = recipe.read_to_compare(&self.cross.concat());
        if columns.is_empty() {
            return Ok(Table::default());
        }
        let reader = TableReader::new(input.dialect(), &columns);
        let (table, sha256) = read_columns(&self.data, &input.dialect().encoding, reader)?;
        if sha256 != input.sha256 {
            return Err(Failure::changed(&self.data));
        }
        Ok(table)
    }

    fn crossed(&self, recipe: &Recipe, names: &[String]) -> Result<Option<(String, String)>, Failure> {
        let cross = self.cross.concat();
        let is_there = |name: &String| names.contains(name) || recipe.is_crossed(name);
        if let Some(name) = cross.iter().find(|name| !is_there(name)) {
            return Err(Failure::input(format!(
                "--cross: `{name}` is not a column that is released with its values. Name two of {}.",
                (recipe.columns.keys().filter(|name| is_there(name))).cloned().collect::<Vec<_>>().join(", ")
            )));
        }
        match cross.as_slice() {
            [] => Ok(None),
            [one, other] => Ok(Some((one.clone(), other.clone()))),
            _ => Err(Failure::input("--cross: name two columns, as `age,zip`.")),
        }
    }
}

fn place(option: &str, name: &str, names: &[String]) -> Result<usize, Failure> {
    names.iter().position(|own| own == name).ok_or_else(|| {
        Failure::input(format!(
            "{option}: `{name}` is not a quasi-identifier of the recipe. It has {}.{}",
            names.join(", "),
            how_to_quote(names)
        ))
    })
}

/// The levels of a policy written as `age=1,zip=2`.
fn levels(policy: &str, names: &[String]) -> Result<Vec<Level>, Failure> {
    let mut levels = vec![0; names.len()];
    let parts =
        [Listed::parse(policy).map_err(|problem| Failure::input(format!("--policy, --with: {problem}")))?].concat();
    for part in parts.iter().filter(|part| !part.is_empty()) {
        let level =
            part.rsplit_once('=').and_then(|(name, level)| Some((name.trim(), level.trim().parse::<Level>().ok()?)));
        let Some((name, level)) = level else {
            return Err(Failure::input(format!(
                "`{part}` is not the level of a column. Write it as `age=1`.{}",
                how_to_quote(names)
            )));
        };
        levels[place("--policy, --with", name, names)?] = level;
    }
    Ok(levels)
}

/// The levels of the recipe's best policy.
fn best(recipe: &Recipe, input: &Original) -> Result<Vec<Level>, Failure> {
    let problem = Arc::new(input.prepared.problem(recipe)?);
    let mut run = Run::new(problem, &recipe.search)?;
    search(&mut run, threads(None), Progress::new("search"))?;
    Ok(Outcome::of(&mut run)?.policy.levels().to_vec())
}
