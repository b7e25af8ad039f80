//! The frontier of a recipe's table: its domains, its population and its reference policy.

mod axis;
mod column_optimality;
mod descent;
mod full_domain;
mod report;
mod settings;
mod taken;

pub use column_optimality::{ColumnProofCounts, ColumnProofs};
pub use full_domain::{FullDomainRun, LookedAt};
pub use report::{FrontierPolicy, FrontierReport, OwnIntervalsReport, Reference, ReferenceReport};
pub use settings::{FrontierSettings, FrontierSpace, FullDomainRisk};

use super::encoded_study::EncodedStudy;
use super::recipe::Recipe;
use crate::data::{Dialect, MissingCodes, Profile, Reading, Table};
use crate::error::{FrontierError, Result};
use crate::frontier::{Engine, Method, Point, Published, Run, SafeHarbor, SafeHarborColumn, SafeHarborTable, Settings};
use crate::lattice::Policy;
use crate::loss::KlDivergence;
use crate::partition::{Domain, Frequencies, Interval, PartitionPolicy, Space, groups};
use crate::release::Treatment;
use crate::risk::PopulationRisk;
use rustc_hash::FxHashMap;

/// The partition policies of a table, ready to be searched.
pub struct Tradeoffs {
    space: Space,
    frequencies: Frequencies,
    engine: Engine,
}

/// The effect of a partition policy on its table.
#[derive(Debug, Clone, PartialEq)]
pub struct PartitionFigures {
    /// The risk and loss of the policy.
    pub point: Point,
    /// Risk in the population, or in the table if no population is known.
    pub risk: PopulationRisk,
    /// For each quasi-identifier, its intervals.
    pub intervals: Vec<Vec<Interval>>,
}

impl Tradeoffs {
    /// The columns that a population table must have for a recipe's table. It is read with the count column of the
    /// settings, if it has one.
    ///
    /// # Errors
    /// A recipe without a quasi-identifier.
    pub fn population_columns(recipe: &Recipe) -> Result<Vec<String>> {
        EncodedStudy::quasi_identifiers(recipe)
    }

    /// Refuses a table with more values in a column than its domain may have. Called before hierarchies are built.
    ///
    /// # Errors
    /// [`FrontierError::DomainTooLarge`] for the first such column.
    pub fn expect_few_values(recipe: &Recipe, table: &Table) -> Result<()> {
        table.columns.iter().try_for_each(|column| {
            let domain = recipe.column(&column.name).and_then(|settings| settings.domain.as_ref());
            Domain::expect_few_values(&column.name, domain, &[&column.dictionary])
        })
    }

    /// The policies over the quasi-identifiers of a table.
    ///
    /// # Errors
    /// A domain that does not hold the values of table and population, a population without one of the columns, and
    /// more people or combinations of values than can be counted.
    pub fn new(recipe: &Recipe, dialect: &Dialect, table: &Table, population: Option<&Table>) -> Result<Self> {
        Self::with_missing(recipe, &recipe.missing(dialect), table, population)
    }

    /// As [`Tradeoffs::new`], with the given codes for missing values.
    pub(super) fn with_missing(
        recipe: &Recipe,
        missing: &MissingCodes,
        table: &Table,
        population: Option<&Table>,
    ) -> Result<Self> {
        recipe.expect_sizes_alone("a frontier of intervals")?;
        let domains = (table.columns.iter())
            .map(|column| {
                let settings = recipe.column(&column.name);
                let spec = settings.and_then(|settings| settings.domain.as_ref());
                let reading = settings.and_then(|settings| settings.kind.as_ref());
                let mut columns = vec![&column.dictionary];
                let people = population.and_then(|population| population.column(&column.name));
                columns.extend(people.map(|people| &people.dictionary));
                Domain::new(&column.name, spec, &columns, missing.of(&column.name), reading)
            })
            .collect::<Result<_>>()?;
        let space = Space::new(domains);
        let frequencies = Frequencies::new(&space, table, population)?;
        let engine = Engine::new(&space, &frequencies);
        Ok(Self { space, frequencies, engine })
    }

    /// The space of the policies.
    pub fn space(&self) -> &Space {
        &self.space
    }

    /// How often each tuple occurs in table and population.
    pub fn frequencies(&self) -> &Frequencies {
        &self.frequencies
    }

    /// The engine at the bottom policy.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Starts the search that a recipe asks for. `reference` is the policy to compare with. Without one, it is Safe
    /// Harbor's policy if there is one, so that the result does not depend on what else is drawn. A bisecting search
    /// uses the reference that the recipe names.
    ///
    /// # Errors
    /// See [`Run::new`].
    pub fn run(&self, recipe: &Recipe, reference: Option<&PartitionPolicy>) -> Result<Run> {
        let settings = recipe.frontier.clone().unwrap_or_default();
        let usual = || match settings.method {
            Method::Bisecting => None,
            _ => self.safe_harbor().ok().map(|harbor| harbor.policy),
        };
        let settings = Settings {
            method: settings.method,
            policies: settings.policies,
            threshold: settings.threshold,
            seed: recipe.search.seed(),
            reference: reference.cloned().or_else(usual),
        };
        Run::new(&self.space, &self.engine, &settings)
    }

    /// Safe Harbor's policy.
    ///
    /// # Errors
    /// No column that the rule covers.
    pub fn safe_harbor(&self) -> Result<SafeHarbor> {
        SafeHarbor::of(&self.space, &self.frequencies)
    }

    /// The treatment of each of Safe Harbor's identifiers under its policy, in a file with this profile. Without a
    /// policy if the rule covers no quasi-identifier.
    pub fn safe_harbor_table(
        &self,
        harbor: Option<&SafeHarbor>,
        recipe: &Recipe,
        profile: &Profile,
    ) -> SafeHarborTable {
        let rules = harbor.map_or(&[][..], |harbor| &harbor.rules);
        let rule = |name: &str| {
            let mut rules = self.space.domains().iter().zip(rules);
            rules.find(|(domain, _)| domain.name() == name).map(|(_, rule)| *rule)
        };
        let said = recipe.frontier.as_ref().map_or(&[][..], |frontier| &frontier.not_identifying);
        let columns: Vec<SafeHarborColumn<'_>> = (profile.columns.iter())
            .map(|column| {
                let settings = recipe.column(&column.name);
                let guessed = Some(column.readings.as_slice()).filter(|_| !column.is_doubtful);
                SafeHarborColumn {
                    profile: column,
                    role: settings.map(|settings| settings.role),
                    reading: settings
                        .and_then(|settings| settings.kind.as_ref())
                        .or(guessed.and_then(<[Reading]>::first)),
                    rule: rule(&column.name),
                    published: match recipe.treatment(&column.name) {
                        Treatment::Keep => Published::Values,
                        Treatment::Drop => Published::Nothing,
                        Treatment::Constant(_) | Treatment::Pseudonym(_) => Published::Stand,
                        Treatment::KeyedHash(_) | Treatment::Mask(_) => Published::Derived,
                    },
                    said_to_be_none: said.contains(&column.name),
                }
            })
            .collect();
        SafeHarborTable::new(&columns)
    }

    /// The partition policy closest to a full-domain one: a boundary wherever two neighbours are in different groups of
    /// its level. Values that the hierarchy does not cover form groups of their own. Suppression is not carried over.
    pub fn of_levels(&self, prepared: &EncodedStudy, policy: &Policy) -> PartitionPolicy {
        let names = prepared.names();
        let labels: Vec<FxHashMap<&str, &str>> = (prepared.hierarchies().iter())
            .zip(policy.levels())
            .map(|(hierarchy, &level)| hierarchy.rows().map(|row| (row[0], row[usize::from(level)])).collect())
            .collect();
        self.space.policy_of(|qi, value| {
            let domain = &self.space.domains()[qi];
            let place = names.iter().position(|name| name == domain.name());
            let label = place.and_then(|place| labels[place].get(domain.value(value)));
            label.ok_or(value)
        })
    }

    /// Evaluates a policy from the tuples, without a search.
    ///
    /// Time in the number of tuples.
    ///
    /// # Errors
    /// A policy of a different space.
    pub fn figures(&self, policy: &PartitionPolicy) -> Result<PartitionFigures> {
        if policy.len() != self.space.n_bits() {
            return Err(FrontierError::OtherSpace { given: policy.len(), expected: self.space.n_bits() }.into());
        }
        let of_policy = groups(&self.space, &self.frequencies, policy);
        let risk = PopulationRisk::of(&of_policy);
        let measure = KlDivergence::new(&self.frequencies);
        let terms = (of_policy.iter())
            // At most the number of records, which is below 2³².
            .map(|group| measure.term(group.records as u32))
            .sum();
        let intervals = (self.space.domains().iter().enumerate())
            .map(|(qi, domain)| {
                (self.space.intervals(policy, qi).into_iter())
                    .map(|(first, last)| domain.interval(first, last))
                    .collect()
            })
            .collect();
        Ok(PartitionFigures {
            point: Point {
                risk: risk.expected / self.engine.most_risk(),
                loss: measure.loss(terms, self.volumes(policy)),
            },
            risk,
            intervals,
        })
    }

    /// For each quasi-identifier its name, and each value of its domain with the name of its interval: the rows of a
    /// hierarchy whose level 1 is the policy.
    pub fn hierarchy_rows(&self, policy: &PartitionPolicy) -> Vec<(String, Vec<[String; 2]>)> {
        let labels = (0..self.space.domains().len()).map(|qi| self.space.labels(policy, qi));
        self.rows_of(labels)
    }

    /// As [`hierarchy_rows`](Self::hierarchy_rows) with the given labels: for each quasi-identifier, the label of each
    /// value of its domain.
    pub fn rows_of(&self, labels: impl Iterator<Item = Vec<String>>) -> Vec<(String, Vec<[String; 2]>)> {
        (self.space.domains().iter().zip(labels))
            .map(|(domain, labels)| {
                let rows = (labels.into_iter().zip(0..))
                    .map(|(label, place)| [domain.value(place).to_owned(), label])
                    .collect();
                (domain.name().to_owned(), rows)
            })
            .collect()
    }

    /// Σ N ln w over the intervals of all quasi-identifiers.
    fn volumes(&self, policy: &PartitionPolicy) -> f64 {
        let mut volumes = 0.0;
        for qi in 0..self.space.domains().len() {
            let starts = self.space.starts(policy, qi);
            let mut widths = vec![0_u32; starts.len()];
            starts.iter().for_each(|&start| widths[start as usize] += 1);
            for (values, records, _) in self.frequencies.iter() {
                let width = widths[starts[values[qi] as usize] as usize];
                volumes += f64::from(records) * libm::log(f64::from(width));
            }
        }
        volumes
    }
}
