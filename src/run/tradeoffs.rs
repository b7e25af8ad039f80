//! The frontier of a recipe's table: its domains, its population and its reference policy.

use crate::data::{Dialect, MissingCodes, Profile, Reading, Table};
use crate::error::{FrontierError, Result};
use crate::frontier::{Engine, Point, Published, SafeHarbor, SafeHarborColumn, SafeHarborTable};
use crate::hierarchy::Census;
use crate::lattice::Policy;
use crate::loss::KlDivergence;
use crate::partition::{Domain, Frequencies, Grouping, Interval, PartitionPolicy, Space, groups_by};
use crate::recipe::Recipe;
use crate::release::Treatment;
use crate::risk::PopulationRisk;
use crate::table::EncodedStudy;
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
    pub(crate) fn with_missing(
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

    /// Safe Harbor's rule, with the ZIP areas of the recipe's census.
    ///
    /// # Errors
    /// No column that the rule covers.
    pub fn safe_harbor(&self, recipe: &Recipe) -> Result<SafeHarbor> {
        SafeHarbor::of(&self.space, census(recipe))
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
        SafeHarborTable::new(&columns, census(recipe))
    }

    /// The partition policy closest to a full-domain one: a boundary wherever two neighbours are in different groups of
    /// its level. Values that the hierarchy does not cover form groups of their own. Suppression is not carried over.
    pub fn of_levels(&self, prepared: &EncodedStudy, policy: &Policy) -> PartitionPolicy {
        let labels = self.labels_of_levels(prepared, policy);
        self.space.policy_of(|qi, value| {
            let value = self.space.domains()[qi].value(value);
            *labels[qi].get(value).unwrap_or(&value)
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
        let classes: Vec<Vec<u32>> = (0..self.space.domains().len()).map(|qi| self.space.starts(policy, qi)).collect();
        let intervals = (self.space.domains().iter().enumerate())
            .map(|(qi, domain)| {
                (self.space.intervals(policy, qi).into_iter())
                    .map(|(first, last)| domain.interval(first, last))
                    .collect()
            })
            .collect();
        Ok(PartitionFigures { intervals, ..self.figures_by(&classes) })
    }

    /// As [`figures`](Self::figures) for values put together that need not be neighbours. The intervals are the runs
    /// of values with one label, by that label.
    pub fn figures_of(&self, grouping: &Grouping) -> PartitionFigures {
        let intervals = (self.space.domains().iter())
            .zip(grouping.classes().iter().zip(grouping.labels()))
            .map(|(domain, (classes, labels))| {
                let mut places = 0..classes.len();
                (classes.chunk_by(|one, other| one == other))
                    .filter_map(|run| {
                        let first = places.next()?;
                        let last = run.len().checked_sub(2).and_then(|more| places.nth(more)).unwrap_or(first);
                        Some(Interval {
                            label: labels[first].clone(),
                            first: domain.value(first as u32).to_owned(),
                            last: domain.value(last as u32).to_owned(),
                        })
                    })
                    .collect()
            })
            .collect();
        PartitionFigures { intervals, ..self.figures_by(grouping.classes()) }
    }

    fn figures_by(&self, classes: &[Vec<u32>]) -> PartitionFigures {
        let groups = groups_by(&self.frequencies, classes);
        let risk = PopulationRisk::of(&groups);
        let measure = KlDivergence::new(&self.frequencies);
        let terms = (groups.iter())
            // At most the number of records, which is below 2³².
            .map(|group| measure.term(group.records as u32))
            .sum();
        PartitionFigures {
            point: Point {
                risk: risk.expected / self.engine.most_risk(),
                loss: measure.loss(terms, self.volumes(classes)),
            },
            risk,
            intervals: Vec::new(),
        }
    }

    /// The values that a full-domain policy puts together, by the labels of its levels. Values that the hierarchy does
    /// not cover form groups of their own. Suppression is not carried over.
    pub fn grouping_of_levels(&self, prepared: &EncodedStudy, policy: &Policy) -> Grouping {
        let labels = self.labels_of_levels(prepared, policy);
        let own = |qi: usize| {
            let domain = &self.space.domains()[qi];
            let label = |value: u32| {
                let value = domain.value(value);
                labels[qi].get(value).copied().unwrap_or(value).to_owned()
            };
            (0..domain.len() as u32).map(label).collect()
        };
        Grouping::of_labels((0..self.space.domains().len()).map(own).collect())
    }

    /// For each quasi-identifier, the label of each value that the hierarchy covers.
    fn labels_of_levels<'a>(&self, prepared: &'a EncodedStudy, policy: &Policy) -> Vec<FxHashMap<&'a str, &'a str>> {
        let names = prepared.names();
        (self.space.domains().iter())
            .map(|domain| {
                let place = names.iter().position(|name| name == domain.name());
                place.map_or_else(FxHashMap::default, |place| {
                    let level = usize::from(policy.levels()[place]);
                    prepared.hierarchies()[place].rows().map(|row| (row[0], row[level])).collect()
                })
            })
            .collect()
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

    /// Σ N ln w over the groups of values of all quasi-identifiers.
    fn volumes(&self, classes: &[Vec<u32>]) -> f64 {
        let mut volumes = 0.0;
        for (qi, classes) in classes.iter().enumerate() {
            let mut widths = vec![0_u32; classes.len()];
            classes.iter().for_each(|&class| widths[class as usize] += 1);
            for (values, records, _) in self.frequencies.iter() {
                let width = widths[classes[values[qi] as usize] as usize];
                volumes += f64::from(records) * libm::log(f64::from(width));
            }
        }
        volumes
    }
}

/// The census of the recipe.
fn census(recipe: &Recipe) -> Census {
    recipe.frontier.as_ref().map_or_else(Census::default, |frontier| frontier.census)
}
