//! Checks conditions on classes other than size, from the text of tables and by the definitions alone.
//!
//! It shares no code with the models that it checks, and it computes differently where possible: entropies are sums of
//! −p log p, ordered values are moved one by one, and in a hierarchy the work is counted edge by edge.

use super::plain_people::PlainPeople;
use crate::data::{Column, Table};
use crate::error::{DataError, Error, Result};
use crate::hierarchy::Hierarchy;
use crate::privacy::{Closeness, Condition, Distance, Diversity, DiversityKind, GreatestRisk, Likeness, Threshold};
use std::collections::BTreeMap;

/// The share by which an entropy may miss its ℓ, and a sum of quotients its limit, due to rounding.
const ROUNDING: f64 = 1e-12;

/// A sensitive column that conditions name, with the properties of its values.
#[derive(Debug, Clone)]
pub struct PlainSensitive<'a> {
    column: &'a Column,
    missing: Vec<bool>,
    /// For each value, the one that it counts as: the first of those that mean the same.
    same: Vec<u32>,
    /// The place of each value in their order, if they have one, and the number of places.
    places: Option<(Vec<Option<usize>>, usize)>,
    /// The group of each value on each level below the root, if there is a hierarchy.
    groups: Option<Vec<Vec<u32>>>,
}

impl<'a> PlainSensitive<'a> {
    /// A column. `missing` marks its missing values.
    pub fn new(column: &'a Column, missing: Vec<bool>) -> Self {
        let same = (0..column.dictionary.len() as u32).collect();
        Self { column, missing, same, places: None, groups: None }
    }

    /// Counts values of one meaning as one: 1 and 1.0. A value without a meaning counts by itself.
    #[must_use]
    pub fn with_meanings<M: Ord>(mut self, meaning: &dyn Fn(&str) -> Option<M>) -> Self {
        let known = (self.column.dictionary.iter().zip(0..)).filter(|(_, code)| !self.missing[*code as usize]);
        let mut meant: Vec<(M, &str, u32)> =
            known.filter_map(|((value, _), code)| Some((meaning(value)?, value, code))).collect();
        meant.sort_unstable();
        for group in meant.chunk_by(|one, other| one.0 == other.0) {
            group.iter().for_each(|(_, _, code)| self.same[*code as usize] = group[0].2);
        }
        self
    }

    /// Adds the order of its values.
    #[must_use]
    pub fn in_order(mut self, order: &[&str]) -> Self {
        let values = self.column.dictionary.iter();
        let place = |value| order.iter().position(|own| *own == value);
        self.places = Some((values.map(|(value, _)| place(value)).collect(), order.len()));
        self
    }

    /// Adds the order of what its values mean, those of one meaning at one place. Values without one come first, by
    /// their text.
    #[must_use]
    pub fn in_order_of<M: Ord>(mut self, meaning: &dyn Fn(&str) -> Option<M>) -> Self {
        let known = (self.column.dictionary.iter().zip(0..)).filter(|(_, code)| !self.missing[*code]);
        let mut meant: Vec<(Option<M>, &str, usize)> =
            known.map(|((value, _), code)| (meaning(value), value, code)).collect();
        meant.sort_unstable();
        let mut places = vec![None; self.missing.len()];
        let mut next = 0;
        for group in meant.chunk_by(|one, other| one.0.is_some() && one.0 == other.0) {
            group.iter().for_each(|(_, _, code)| places[*code] = Some(next));
            next += 1;
        }
        self.places = Some((places, next));
        self
    }

    /// Adds its hierarchy, by the text of its rows. If the highest level has several groups, they share a root above
    /// it.
    ///
    /// # Errors
    /// A value that no row has.
    pub fn in_hierarchy(mut self, hierarchy: &Hierarchy) -> Result<Self> {
        let rows: Vec<Vec<&str>> = hierarchy.rows().collect();
        let of_value = |value: &str| {
            let kind = DataError::NoSuchGroup { level: 0 };
            let row = rows.iter().find(|row| row[0] == value);
            row.ok_or_else(|| Error::new(kind).in_column(&self.column.name).with_value(value))
        };
        let values = self.column.dictionary.iter();
        let own = values.map(|(value, _)| of_value(value)).collect::<Result<Vec<_>>>()?;
        let mut groups: Vec<Vec<u32>> = (0..hierarchy.height())
            .map(|level| {
                // A group is its label and those above it: two groups may have the same label.
                let mut numbers: BTreeMap<&[&str], u32> = BTreeMap::new();
                let mut of_level = Vec::with_capacity(own.len());
                for row in &own {
                    let next = numbers.len() as u32;
                    of_level.push(*numbers.entry(&row[level..]).or_insert(next));
                }
                of_level
            })
            .collect();
        let mut tops: Vec<Option<&&str>> = rows.iter().map(|row| row.last()).collect();
        tops.sort_unstable();
        tops.dedup();
        if tops.len() == 1 {
            groups.pop();
        }
        self.groups = Some(groups);
        Ok(self)
    }
}

/// The conditions of a recipe over the rows of one table.
#[derive(Debug, Clone)]
pub struct PlainConditions<'a> {
    conditions: &'a [Condition],
    columns: Vec<PlainSensitive<'a>>,
    weights: Option<&'a [u64]>,
    /// For each column, the records of each known value of the whole table.
    whole: Vec<BTreeMap<u32, u64>>,
    people: Option<PlainPeople>,
}

impl<'a> PlainConditions<'a> {
    /// The conditions over a table with these sensitive columns. Time in rows × columns.
    pub fn new(conditions: &'a [Condition], columns: Vec<PlainSensitive<'a>>, table: &'a Table) -> Self {
        let mut own = Self { conditions, columns, weights: table.weights.as_deref(), whole: Vec::new(), people: None };
        let rows: Vec<usize> = (0..table.n_rows).collect();
        own.whole = (own.columns.iter()).map(|column| own.values(column, &rows)).collect();
        own
    }

    /// Adds the people of each row's class, for conditions that count people.
    #[must_use]
    pub fn with_people(self, people: PlainPeople) -> Self {
        let people = Some(people);
        Self { people, ..self }
    }

    /// The conditions.
    pub fn conditions(&self) -> &[Condition] {
        self.conditions
    }

    /// Whether the records of these rows may be released as one class. Time in rows × conditions.
    pub fn hold(&self, rows: &[usize]) -> bool {
        (0..self.conditions.len()).all(|number| match &self.conditions[number] {
            // Of the whole release.
            Condition::AverageRisk(_) | Condition::MarketerRisk(_) => true,
            condition => self.figure(number, rows).is_some_and(|figure| Bound::of(condition).admits(figure)),
        })
    }

    /// Whether classes of these rows may be released as a whole. Time in rows × conditions.
    pub fn admit(&self, classes: &[&[usize]]) -> bool {
        self.conditions.iter().all(|condition| {
            let average = self.average(condition, classes);
            average.is_none_or(|average| Bound::of(condition).admits(average))
        })
    }

    /// The average over the records of classes, for a condition on the whole release. `None` for any other condition,
    /// without a record, and if people are unknown.
    fn average(&self, condition: &Condition, classes: &[&[usize]]) -> Option<f64> {
        let records: u64 = classes.iter().map(|rows| self.records(rows)).sum();
        let sum = match condition {
            Condition::AverageRisk(_) => classes.len() as f64,
            Condition::MarketerRisk(_) => {
                let people = self.people.as_ref()?;
                let right = classes.iter().map(|rows| {
                    let records = self.records(rows);
                    records as f64 / people.of(rows, records)
                });
                right.sum()
            }
            _ => return None,
        };
        (records > 0).then(|| sum / records as f64)
    }

    /// The worst figure of each condition among classes of these rows, which are all that is kept. `None` if none is
    /// kept, and if it is undefined without an order or a hierarchy.
    pub fn worst(&self, classes: &[Vec<usize>]) -> Vec<Option<f64>> {
        let all: Vec<&[usize]> = classes.iter().map(Vec::as_slice).collect();
        (0..self.conditions.len())
            .map(|number| {
                let figures = classes.iter().map(|rows| self.figure(number, rows));
                match &self.conditions[number] {
                    condition @ (Condition::AverageRisk(_) | Condition::MarketerRisk(_)) => {
                        self.average(condition, &all)
                    }
                    condition => figures.reduce(|one, other| Some(Bound::of(condition).worse(one?, other?))).flatten(),
                }
            })
            .collect()
    }

    /// The number of records in rows.
    pub(super) fn records(&self, rows: &[usize]) -> u64 {
        match self.weights {
            Some(weights) => rows.iter().map(|&row| weights[row]).sum(),
            None => rows.len() as u64,
        }
    }

    /// The records of each known value among rows.
    fn values(&self, sensitive: &PlainSensitive<'_>, rows: &[usize]) -> BTreeMap<u32, u64> {
        let mut values = BTreeMap::new();
        for &row in rows {
            let value = sensitive.column.codes.get(row);
            if !sensitive.missing[value as usize] {
                *values.entry(sensitive.same[value as usize]).or_default() +=
                    self.weights.map_or(1, |weights| weights[row]);
            }
        }
        values
    }

    /// The figure by which a condition judges a class; `None` if there is none.
    fn figure(&self, number: usize, rows: &[usize]) -> Option<f64> {
        let condition = &self.conditions[number];
        let Some(name) = condition.column() else {
            let records = self.records(rows);
            return match condition {
                Condition::KMap(_) => Some(self.people.as_ref()?.of(rows, records)),
                _ => Some(records as f64),
            };
        };
        let place = (self.columns.iter()).position(|own| own.column.name == name)?;
        let sensitive = &self.columns[place];
        let values = self.values(sensitive, rows);
        let known: u64 = values.values().sum();
        match condition {
            Condition::KAnonymity(_) | Condition::KMap(_) | Condition::AverageRisk(_) | Condition::MarketerRisk(_) => {
                None
            }
            Condition::LDiversity(Diversity { kind, l, .. }) => Some(match kind {
                DiversityKind::Distinct => values.len() as f64,
                DiversityKind::Entropy if known == 0 => 0.0,
                DiversityKind::Entropy => {
                    let parts = values.values().map(|&records| {
                        let part = records as f64 / known as f64;
                        -part * libm::log(part)
                    });
                    libm::exp(parts.sum())
                }
                DiversityKind::Recursive => {
                    let mut falling: Vec<u64> = values.into_values().collect();
                    falling.sort_unstable();
                    falling.reverse();
                    let rare: u64 = falling.iter().skip(*l as usize - 1).sum();
                    match rare {
                        0 => f64::INFINITY,
                        rare => falling[0] as f64 / rare as f64,
                    }
                }
            }),
            Condition::BetaLikeness(_) => {
                let whole = &self.whole[place];
                let all: u64 = whole.values().sum();
                // The expected count of a value among this many records, in fractions of a record.
                let excess = values.iter().map(|(value, &records)| {
                    let expected = u128::from(whole[value]) * u128::from(known);
                    let found = u128::from(records) * u128::from(all);
                    found.saturating_sub(expected) as f64 / expected as f64
                });
                excess.reduce(f64::max).or(Some(0.0))
            }
            Condition::TCloseness(Closeness { .. }) if known == 0 => Some(0.0),
            Condition::TCloseness(Closeness { distance, .. }) => {
                let whole = &self.whole[place];
                let all: u64 = whole.values().sum();
                let more = |value: &u32| {
                    let own = values.get(value).copied().unwrap_or_default();
                    i128::from(own) * i128::from(all) - i128::from(whole[value]) * i128::from(known)
                };
                let unit = i128::from(all) * i128::from(known);
                let moved: Vec<(u32, i128)> = whole.keys().map(|value| (*value, more(value))).collect();
                match distance {
                    Distance::Equal => {
                        let over: i128 = moved.iter().map(|(_, more)| (*more).max(0)).sum();
                        Some(over as f64 / unit as f64)
                    }
                    Distance::Ordered => {
                        let (places, n) = sensitive.places.as_ref()?;
                        let mut placed = vec![0; *n];
                        for (value, more) in moved {
                            placed[places[value as usize]?] = more;
                        }
                        let apart = (*n as i128 - 1).max(1);
                        Some(carried(placed) as f64 / (apart * unit) as f64)
                    }
                    Distance::Hierarchical => {
                        let levels = sensitive.groups.as_ref()?;
                        let height = levels.len().max(1) as i128;
                        Some(passed(levels, &moved) as f64 / (2 * height * unit) as f64)
                    }
                }
            }
        }
    }
}

/// The figures that a condition allows.
enum Bound {
    AtLeast(f64),
    AtMost(f64),
    Below(f64),
}

impl Bound {
    fn of(condition: &Condition) -> Self {
        match condition {
            Condition::KAnonymity(least) | Condition::KMap(least) => Self::AtLeast(least_number(*least)),
            Condition::LDiversity(Diversity { kind, l, c, .. }) => match kind {
                DiversityKind::Distinct => Self::AtLeast(*l),
                DiversityKind::Entropy => Self::AtLeast(*l * (1.0 - ROUNDING)),
                DiversityKind::Recursive => Self::Below(c.unwrap_or(1.0)),
            },
            Condition::TCloseness(Closeness { t, .. }) => Self::AtMost(*t),
            Condition::AverageRisk(risk) => Self::AtMost(*risk),
            // The sum of quotients is rounded.
            Condition::MarketerRisk(risk) => Self::AtMost(*risk * (1.0 + ROUNDING)),
            Condition::BetaLikeness(Likeness { beta, .. }) => Self::AtMost(*beta),
        }
    }

    fn admits(&self, figure: f64) -> bool {
        match self {
            Self::AtLeast(least) => figure >= *least,
            Self::AtMost(most) => figure <= *most,
            Self::Below(end) => figure < *end,
        }
    }

    /// The less safe figure.
    fn worse(&self, one: f64, other: f64) -> f64 {
        match self {
            Self::AtLeast(_) => one.min(other),
            Self::AtMost(_) | Self::Below(_) => one.max(other),
        }
    }
}

/// The least number that a threshold requires: for a risk, the least number of people who share it equally.
fn least_number(least: Threshold) -> f64 {
    match least {
        Threshold::Number(number) => number as f64,
        Threshold::Risk(GreatestRisk { risk }) => {
            let (mut small, mut large) = (0_u64, 1_u64 << 62);
            while large - small > 1 {
                let middle = small + (large - small) / 2;
                match 1.0 / middle as f64 <= risk {
                    true => large = middle,
                    false => small = middle,
                }
            }
            large as f64
        }
    }
}

/// The work of moving the surplus on a line to where it is missing, from first to last.
fn carried(mut places: Vec<i128>) -> i128 {
    let mut work = 0;
    let (mut from, mut to) = (0, 0);
    loop {
        while from < places.len() && places[from] <= 0 {
            from += 1;
        }
        while to < places.len() && places[to] >= 0 {
            to += 1;
        }
        if from == places.len() || to == places.len() {
            return work;
        }
        let now = places[from].min(-places[to]);
        places[from] -= now;
        places[to] += now;
        work += now * from.abs_diff(to) as i128;
    }
}

/// The amount that passes the edges of a hierarchy, each of length 1, when the surplus is moved.
fn passed(levels: &[Vec<u32>], moved: &[(u32, i128)]) -> i128 {
    let of_level = |groups: &Vec<u32>| -> i128 {
        let mut surplus: BTreeMap<u32, i128> = BTreeMap::new();
        for &(value, more) in moved {
            *surplus.entry(groups[value as usize]).or_default() += more;
        }
        surplus.values().map(|more| more.abs()).sum()
    };
    levels.iter().map(of_level).sum()
}

/// The rows of each class of a release by its text, except those that `is_left_out` names.
///
/// # Errors
/// A quasi-identifier that the release does not have.
pub fn rows_of_classes(
    release: &Table,
    qis: &[String],
    is_left_out: &dyn Fn(&[&Column], usize) -> bool,
) -> Result<Vec<Vec<usize>>> {
    let columns = (qis.iter())
        .map(|name| release.place(name).map(|place| &release.columns[place]))
        .collect::<Result<Vec<_>>>()?;
    let mut classes: BTreeMap<Vec<u32>, Vec<usize>> = BTreeMap::new();
    for row in (0..release.n_rows).filter(|&row| !is_left_out(&columns, row)) {
        let codes = columns.iter().map(|column| column.codes.get(row));
        classes.entry(codes.collect()).or_default().push(row);
    }
    Ok(classes.into_values().collect())
}
