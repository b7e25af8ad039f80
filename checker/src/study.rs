//! A table, its hierarchies, and what is asked of them.

use super::digest::{digest, line};
use super::loss::{Loss, Sizes};
use super::{Failure, wrong};
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, PoisonError};

/// A column and its hierarchy.
pub(super) struct Column {
    /// Value, group on level 1, …, group on the top; sorted by values.
    pub(super) rows: Vec<Vec<String>>,
    /// `groups[level][row]`: the first row of the same group.
    pub(super) groups: Vec<Vec<u32>>,
    /// `costs[level][row]` of a cell, what a suppressed one costs, and what each level costs all records.
    pub(super) costs: Vec<Vec<u64>>,
    pub(super) most: u64,
    totals: Vec<u64>,
    weight: f64,
    /// The levels that are allowed.
    range: (usize, usize),
    /// The row of each tuple.
    pub(super) codes: Vec<u32>,
}

/// One column, or linked ones that share a level, and the levels that are allowed.
pub(super) struct Axis {
    pub(super) members: Vec<usize>,
    pub(super) min: usize,
    pub(super) max: usize,
}

/// The distinct tuples of the table, and what is asked.
pub(super) struct Study {
    pub(super) dialect: Dialect,
    pub(super) names: Vec<String>,
    pub(super) columns: Vec<Column>,
    pub(super) axes: Vec<Axis>,
    /// The records of each tuple.
    pub(super) records: Vec<u32>,
    n: u64,
    /// Of policies whose classes were counted.
    sizes: Mutex<HashMap<Vec<usize>, Sizes>>,
    pub(super) k: u64,
    pub(super) limit: u64,
    pub(super) loss: Loss,
    /// What a proof must say of it.
    pub(super) asked: Value,
}

/// How a table is written.
pub(super) struct Dialect {
    delimiter: u8,
    quote: Option<u8>,
    count: Option<String>,
}

/// Takes the cells of a row and its number of records.
type Take<'a> = dyn FnMut(Vec<&str>, u64) -> Result<(), Failure> + 'a;

impl Dialect {
    fn new(recipe: &Value) -> Result<Self, Failure> {
        let written = &recipe["dialect"];
        let usual = [("header", json!(true)), ("encoding", json!("utf-8")), ("ragged", json!("refuse"))];
        if usual.iter().any(|(key, usual)| written.get(key).is_some_and(|own| own != usual)) {
            return wrong("only tables in UTF-8 with a header are read: see kanon check --plain");
        }
        let byte = |key: &str| written[key].as_str().and_then(|text| text.bytes().next());
        let has_no_quote = written.get("quote").is_some_and(Value::is_null);
        let quote = if has_no_quote { None } else { byte("quote").or(Some(b'"')) };
        let count = recipe["count_column"].as_str().map(str::to_owned);
        Ok(Self { delimiter: byte("delimiter").unwrap_or(b','), quote, count })
    }

    fn reader<'a>(&self, data: &'a [u8]) -> csv::Reader<&'a [u8]> {
        let mut reader = csv::ReaderBuilder::new();
        reader.delimiter(self.delimiter).quoting(self.quote.is_some());
        reader.quote(self.quote.unwrap_or(b'"')).from_reader(data)
    }

    /// The cells of the named columns and the number of records, of each row.
    pub(super) fn each(&self, data: &[u8], names: &[String], take: &mut Take<'_>) -> Result<(), Failure> {
        let mut reader = self.reader(data);
        let header = reader.headers()?.clone();
        let place = |name: &String| match header.iter().filter(|own| own == name).count() {
            1 => Ok(header.iter().take_while(|own| own != name).count()),
            _ => wrong(format!("the table has not exactly one column `{name}`")),
        };
        let places = names.iter().map(place).collect::<Result<Vec<_>, _>>()?;
        let count = self.count.as_ref().map(place).transpose()?;
        for record in reader.records() {
            let record = record?;
            let Some(records) = count.map_or(Some(1), |place| record[place].parse().ok()) else {
                return wrong("a number of records is none");
            };
            take(places.iter().map(|&place| &record[place]).collect(), records)?;
        }
        Ok(())
    }
}

impl Column {
    fn read(name: &str, settings: &Value, loss: &Loss) -> Result<Self, Failure> {
        let hierarchy = &settings["hierarchy"];
        let rows = hierarchy.get("rows").or_else(|| hierarchy["tree"].get("rows"));
        let rows: Option<Vec<Vec<String>>> = rows.and_then(|rows| serde_json::from_value(rows.clone()).ok());
        let (Some(mut rows), None) = (rows, settings.get("release")) else {
            return wrong(format!("the hierarchy of `{name}` is not written as rows: see kanon check --plain"));
        };
        rows.sort_unstable();
        let height = rows.first().map_or(0, Vec::len);
        if height == 0
            || rows.iter().any(|row| row.len() != height)
            || rows.windows(2).any(|two| two[0][0] == two[1][0])
        {
            return wrong(format!("the rows of `{name}` have not all the same levels, or a value has two"));
        }
        let (mut groups, mut costs) = (Vec::<Vec<u32>>::new(), Vec::new());
        for level in 0..height {
            let (mut numbers, mut leaves) = (HashMap::new(), vec![0; rows.len()]);
            let number = |(row, cells): (u32, &Vec<String>)| *numbers.entry(cells[level].clone()).or_insert(row);
            let own: Vec<u32> = (0..).zip(&rows).map(number).collect();
            let is_apart =
                |below: &Vec<u32>| own.iter().zip(below).any(|(&group, &below)| group != own[below as usize]);
            if groups.last().is_some_and(is_apart) {
                return wrong(format!("level {level} of `{name}` does not coarsen the one below"));
            }
            own.iter().for_each(|&group| leaves[group as usize] += 1);
            costs.push(own.iter().map(|&group| (loss.cost)(leaves[group as usize], level as u64)).collect());
            groups.push(own);
        }
        let level = |key: &str, or: usize| settings.get(key).map_or(Some(or as u64), Value::as_u64);
        let weight = settings.get("weight").map_or(Some(1.0), Value::as_f64);
        let most = (loss.cost)(rows.len() as u64, height as u64 - 1).max(1);
        match (level("min_level", 0), level("max_level", height - 1), weight) {
            (Some(min), Some(max), Some(weight)) if min <= max && max < height as u64 && weight >= 0.0 => Ok(Self {
                range: (min as usize, max as usize),
                totals: (0..height as u64).collect(),
                codes: Vec::new(),
                rows,
                groups,
                costs,
                most,
                weight,
            }),
            _ => wrong(format!("levels or weight of `{name}` are none")),
        }
    }

    pub(super) fn value(&self, row: u32) -> &str {
        &self.rows[row as usize][0]
    }

    /// A line for each value, with the least value of its group on every level.
    fn lines(&self) -> Vec<String> {
        let groups = |row: usize| self.groups.iter().map(move |own| self.value(own[row]));
        (0..self.rows.len()).map(|row| line(groups(row), "")).collect()
    }

    /// Sets the row of each tuple. What cells cost all records follows, unless levels cost.
    fn set(&mut self, codes: Vec<u32>, records: &[u32], of_levels: bool) {
        self.codes = codes;
        if of_levels {
            self.most = 0;
            self.costs.iter_mut().for_each(|costs| costs.fill(0));
            return;
        }
        let all = || self.codes.iter().zip(records);
        let total = |costs: &Vec<u64>| all().map(|(&row, &records)| u64::from(records) * costs[row as usize]).sum();
        self.totals = self.costs.iter().map(total).collect();
    }

    /// What each level loses of the column: bits of all records, times its weight.
    fn bits(&self, records: &[u32]) -> Vec<f64> {
        let count = |groups: &Vec<u32>| {
            let mut counts = vec![0_u64; self.rows.len()];
            let each = self.codes.iter().zip(records);
            each.for_each(|(&row, &records)| counts[groups[row as usize] as usize] += u64::from(records));
            counts
        };
        let values = count(&self.groups[0]);
        let of_level = |groups: &Vec<u32>| {
            let counts = count(groups);
            let seen = values.iter().zip(groups).filter(|(own, _)| **own > 0);
            let bits = seen.map(|(&own, &group)| own as f64 * (counts[group as usize] as f64 / own as f64).log2());
            self.weight * bits.sum::<f64>()
        };
        self.groups.iter().map(of_level).collect()
    }
}

impl Study {
    pub(super) fn read(data: &[u8], recipe: &str) -> Result<Self, Failure> {
        let recipe: Value = serde_json::from_str(recipe)?;
        let dialect = Dialect::new(&recipe)?;
        let none = serde_json::Map::new();
        let settings = recipe["columns"].as_object().unwrap_or(&none);
        let is_asked = |name: &str| settings.get(name).is_some_and(|own| own["role"] == "quasi-identifier");
        let header = dialect.reader(data).headers()?.clone();
        let names: Vec<String> = header.iter().filter(|name| is_asked(name)).map(str::to_owned).collect();
        if names.is_empty() || names.len() != settings.keys().filter(|name| is_asked(name)).count() {
            return wrong("the table has not each quasi-identifier of the recipe");
        }
        let (privacy, measure, aggregate) =
            (&recipe["privacy"], &recipe["loss"]["measure"], &recipe["loss"]["aggregate"]);
        let (Some(k), Some(share)) = (privacy["k"].as_u64(), privacy["suppression_limit"].as_f64()) else {
            return wrong("the recipe does not say k and the suppression limit");
        };
        let mut loss = Loss::new(measure.as_str().unwrap_or("it"), aggregate.as_str().unwrap_or("it"))?;
        let columns = names.iter().map(|name| Column::read(name, &settings[name], &loss));
        let mut columns = columns.collect::<Result<Vec<_>, _>>()?;
        let (mut tuples, mut n) = (BTreeMap::<Vec<u32>, u32>::new(), 0_u64);
        dialect.each(data, &names, &mut |cells, records| {
            let row = |(column, cell): (&Column, &&str)| column.rows.binary_search_by(|row| row[0].as_str().cmp(cell));
            let Ok(rows) = columns.iter().zip(&cells).map(|all| row(all).map(|row| row as u32)).collect() else {
                return wrong(format!("a hierarchy lacks a value of {cells:?}"));
            };
            n = n.saturating_add(records);
            if n >= u64::from(u32::MAX) {
                return wrong("the table has too many records");
            }
            *tuples.entry(rows).or_default() += records as u32;
            Ok(())
        })?;
        tuples.retain(|_, records| *records > 0);
        if n < k.max(1) {
            return wrong("the table has fewer records than k");
        }
        let exact = share * n as f64;
        let is_whole = (exact - exact.round()).abs() <= exact.round() * 1e-12;
        let limit = if is_whole { exact.round() } else { exact.floor() } as u64;
        let records: Vec<u32> = tuples.values().copied().collect();
        let of = if loss.of_levels { 1 } else { n };
        let parts = columns.iter().map(|column| (column.most * of, column.weight)).collect();
        for (qi, column) in columns.iter_mut().enumerate() {
            column.set(tuples.keys().map(|rows| rows[qi]).collect(), &records, loss.of_levels);
        }
        loss.set(parts, || columns.iter().map(|column| column.bits(&records)).collect());
        let line_of = |(rows, records): (&Vec<u32>, &u32)| {
            line(columns.iter().zip(rows).map(|(column, &row)| column.value(row)), &records.to_string())
        };
        let table = digest(std::iter::once(tuples.iter().map(line_of).collect()), "");
        let hierarchies = digest(columns.iter().map(Column::lines), "\n");
        let asked = json!({"table": table, "hierarchies": hierarchies, "columns": names, "records": n, "k": k, "limit": limit, "measure": measure, "aggregate": aggregate});
        let axes = axes(&names, &columns, recipe["linked"].as_array().map_or(&[], Vec::as_slice))?;
        let sizes = Mutex::default();
        Ok(Self { dialect, names, columns, axes, records, n, sizes, k, limit, loss, asked })
    }

    /// The records and the first tuple of each class of a policy.
    fn classes(&self, levels: &[usize]) -> Vec<(u64, u32)> {
        let numbers = self.numbers(levels);
        let groups = |tuple: u32| {
            let columns = self.columns.iter().zip(levels);
            columns.map(|(own, &level)| own.groups[level][own.codes[tuple as usize] as usize]).collect::<Vec<_>>()
        };
        let number = |tuple| numbers.as_ref().map(|numbers| self.number(tuple, numbers)).ok_or_else(|| groups(tuple));
        let mut keyed: Vec<_> = (0..self.records.len() as u32).map(|tuple| (number(tuple), tuple)).collect();
        keyed.sort_unstable();
        let classes = keyed.chunk_by(|one, other| one.0 == other.0);
        let size = |class: &[(_, u32)]| class.iter().map(|row| u64::from(self.records[row.1 as usize])).sum();
        classes.map(|class| (size(class), class[0].1)).collect()
    }

    /// The sizes of a policy's classes.
    fn sizes(&self, levels: &[usize]) -> Sizes {
        let known = || self.sizes.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sizes) = known().get(levels) {
            return *sizes;
        }
        let mut sizes = Sizes::default();
        for (size, _) in self.classes(levels) {
            let square = u128::from(size).pow(2);
            sizes.squares += square;
            if size < self.k {
                sizes.small_squares += square;
                sizes.small += size;
            } else {
                sizes.large += 1;
            }
        }
        known().insert(levels.to_vec(), sizes);
        sizes
    }

    /// A bound for the loss of all policies from `lo` on that suppress as much, at this price; the loss of `lo` where
    /// it is the only one.
    pub(super) fn bound(&self, lo: &[usize], suppressed: u64, price: &[u64], is_single: bool) -> f64 {
        if self.loss.of_sizes {
            return self.loss.of_sizes((self.n, self.k), self.sizes(lo), suppressed, is_single);
        }
        let columns = self.columns.iter().zip(lo);
        self.loss.of(columns.zip(price).map(|((column, &level), price)| column.totals[level] + price))
    }

    /// The loss of a policy and the records that it suppresses, from its classes.
    pub(super) fn claim(&self, levels: &[usize]) -> (f64, u64) {
        let (mut price, mut suppressed) = (vec![0; levels.len()], 0);
        for (size, tuple) in self.classes(levels).into_iter().filter(|class| class.0 < self.k) {
            suppressed += size;
            for (sum, (column, &level)) in price.iter_mut().zip(self.columns.iter().zip(levels)) {
                *sum += size * (column.most - column.costs[level][column.codes[tuple as usize] as usize]);
            }
        }
        (self.bound(levels, suppressed, &price, true), suppressed)
    }

    /// What each row of each column adds to a tuple's number, which is the same for all tuples that are equal at some
    /// levels alone; `None` where there is no room for that.
    pub(super) fn numbers(&self, levels: &[usize]) -> Option<Vec<Vec<u128>>> {
        let mut unit = 1_u128;
        let number = |(column, &level): (&Column, &usize)| {
            let own = column.groups[level].iter().map(|&group| unit.checked_mul(group.into())).collect();
            unit = unit.checked_mul(column.rows.len() as u128)?;
            own
        };
        self.columns.iter().zip(levels).map(number).collect()
    }

    /// The number of a tuple.
    pub(super) fn number(&self, tuple: u32, numbers: &[Vec<u128>]) -> u128 {
        let own = self.columns.iter().zip(numbers);
        own.map(|(column, numbers)| numbers[column.codes[tuple as usize] as usize]).sum()
    }

    /// All cuts by number: an axis, and the highest level below.
    pub(super) fn cuts(&self) -> Vec<(&Axis, usize)> {
        self.axes.iter().flat_map(|axis| (axis.min..axis.max).map(move |level| (axis, level))).collect()
    }

    /// Whether the recipe allows a policy.
    pub(super) fn allows(&self, levels: &[usize]) -> bool {
        let is_allowed = |axis: &Axis| {
            let mut own = axis.members.iter().map(|&qi| levels[qi]);
            own.all(|level| level == levels[axis.members[0]] && (axis.min..=axis.max).contains(&level))
        };
        levels.len() == self.columns.len() && self.axes.iter().all(is_allowed)
    }

    /// The policy of the level that this gives for each axis.
    pub(super) fn policy(&self, level: impl Fn(&Axis) -> usize) -> Vec<usize> {
        let mut levels = vec![0; self.columns.len()];
        for axis in &self.axes {
            axis.members.iter().for_each(|&qi| levels[qi] = level(axis));
        }
        levels
    }
}

/// The axes: linked columns are one, and links that have a column in common are one link.
fn axes(names: &[String], columns: &[Column], links: &[Value]) -> Result<Vec<Axis>, Failure> {
    let mut axis_of: Vec<usize> = (0..names.len()).collect();
    for link in links {
        let own = |qi: &usize| link.as_array().is_some_and(|link| link.contains(&json!(names[*qi])));
        let joined: Vec<usize> = (0..names.len()).filter(own).map(|qi| axis_of[qi]).collect();
        let first = joined.iter().copied().min().unwrap_or_default();
        axis_of.iter_mut().filter(|axis| joined.contains(axis)).for_each(|axis| *axis = first);
    }
    let mut axes = BTreeMap::<usize, Axis>::new();
    for (qi, (&axis, column)) in axis_of.iter().zip(columns).enumerate() {
        let axis = axes.entry(axis).or_insert(Axis { members: Vec::new(), min: 0, max: usize::MAX });
        axis.members.push(qi);
        axis.min = axis.min.max(column.range.0);
        axis.max = axis.max.min(column.range.1);
    }
    match axes.values().any(|axis| axis.min > axis.max) {
        true => wrong("linked columns have no level in common"),
        false => Ok(axes.into_values().collect()),
    }
}
