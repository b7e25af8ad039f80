//! A table, its hierarchies, and what is asked of them.

use super::classes::Row;
use super::loss::{Loss, Part, Sizes};
use super::{Failure, wrong};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, PoisonError};

/// A column and its hierarchy. Above the top is one more level, on which all are equal and cost what is suppressed.
pub(super) struct Column {
    /// Value, group on level 1, …, group on the top; sorted by values.
    pub(super) rows: Vec<Vec<String>>,
    /// The first row of each row's group on each level, which is the group's number; and the same of each tuple.
    firsts: Vec<Vec<u32>>,
    pub(super) groups: Vec<Vec<u32>>,
    /// What a cell of each group costs on each level; nothing where all cost the same as a suppressed one.
    pub(super) costs: Vec<Vec<u64>>,
    pub(super) most: u64,
    /// What each level costs all records.
    totals: Vec<u64>,
    weight: f64,
    range: (usize, usize),
}

/// The distinct tuples of the table, and what is asked.
pub(super) struct Study {
    pub(super) names: Vec<String>,
    pub(super) columns: Vec<Column>,
    /// The lowest and the highest policy that is allowed.
    pub(super) lowest: Vec<usize>,
    pub(super) highest: Vec<usize>,
    /// Columns that have the same level.
    axes: Vec<Vec<usize>>,
    pub(super) rows: Vec<Row>,
    n: u64,
    /// Of policies whose classes were counted.
    sizes: Mutex<HashMap<Vec<usize>, Sizes>>,
    pub(super) k: u64,
    pub(super) limit: u64,
    pub(super) loss: Loss,
    /// How the table is written.
    pub(super) dialect: Value,
    /// The column that says how many records a row stands for.
    pub(super) count: Option<String>,
    /// What a proof must say of it.
    pub(super) asked: Value,
}

/// Reads a table as the recipe says that it is written.
fn reader<'a>(data: &'a [u8], dialect: &Value) -> csv::Reader<&'a [u8]> {
    let byte = |key: &str| dialect[key].as_str()?.bytes().next();
    let has_quote = dialect.get("quote").is_none_or(|quote| !quote.is_null());
    let mut reader = csv::ReaderBuilder::new();
    reader.delimiter(byte("delimiter").unwrap_or(b',')).quoting(has_quote).quote(byte("quote").unwrap_or(b'"'));
    reader.from_reader(data)
}

/// What is done with the cells and the number of records of a row.
type Take<'a> = &'a mut dyn FnMut(Vec<&str>, u64) -> Result<(), Failure>;

/// Takes the cells of the named columns, and the number of records, of each row of a table.
pub(super) fn each_row(
    (data, dialect, count): (&[u8], &Value, Option<&String>),
    names: &[String],
    take: Take,
) -> Result<(), Failure> {
    let mut reader = reader(data, dialect);
    let header = reader.headers()?.clone();
    let place = |name: &String| {
        let mut places = (0..header.len()).filter(|&place| header[place] == **name);
        let place = places.next().filter(|_| places.next().is_none());
        place.map_or_else(|| wrong(format!("the table has not exactly one column `{name}`")), Ok)
    };
    let places = names.iter().map(place).collect::<Result<Vec<_>, _>>()?;
    let count = count.map(place).transpose()?;
    for record in reader.records() {
        let record = record?;
        let Ok(records) = count.map_or(Ok(1), |place| record[place].parse()) else {
            return wrong("a number of records is none");
        };
        take(places.iter().map(|&place| &record[place]).collect(), records)?;
    }
    Ok(())
}

/// A line with each value behind its length and a colon.
fn line<'a>(values: impl Iterator<Item = &'a String>, end: &str) -> String {
    values.map(|value| format!("{}:{value}", value.len())).collect::<String>() + end + "\n"
}

/// The SHA-256 of parts, the lines of each sorted, with an end of its own.
fn digest(parts: Vec<Vec<String>>, end: &str) -> String {
    let mut digest = Sha256::new();
    for mut lines in parts {
        lines.sort_unstable();
        digest.update(lines.concat() + end);
    }
    digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Column {
    fn read(name: &str, settings: &Value, loss: &Loss) -> Result<Self, Failure> {
        let hierarchy = &settings["hierarchy"];
        let rows = hierarchy.get("rows").unwrap_or(&hierarchy["tree"]["rows"]).clone();
        let (Ok::<Vec<Vec<String>>, _>(mut rows), None) = (serde_json::from_value(rows), settings.get("release"))
        else {
            return wrong(format!("the hierarchy of `{name}` is not written as rows: see kanon check --plain"));
        };
        rows.sort_unstable();
        let height = rows.first().map_or(0, Vec::len);
        let is_twice = rows.windows(2).any(|two| two[0].first() == two[1].first());
        if height == 0 || is_twice || rows.iter().any(|row| row.len() != height) {
            return wrong(format!("the rows of `{name}` have not all the same levels, or a value has two"));
        }
        let (mut firsts, mut costs) = (Vec::<Vec<u32>>::new(), Vec::new());
        for level in 0..height {
            let (mut first, mut leaves) = (HashMap::new(), vec![0; rows.len()]);
            let number = |(row, labels): (u32, &Vec<String>)| *first.entry(labels[level].clone()).or_insert(row);
            let own: Vec<u32> = (0..).zip(&rows).map(number).collect();
            let is_apart = |below: &Vec<u32>| own.iter().zip(below).any(|(&one, &other)| one != own[other as usize]);
            if firsts.last().is_some_and(is_apart) {
                return wrong(format!("level {level} of `{name}` does not coarsen the one below"));
            }
            own.iter().for_each(|&first| leaves[first as usize] += 1);
            costs.push(own.iter().map(|&first| (loss.cost)(leaves[first as usize], level)).collect());
            firsts.push(own);
        }
        let most = if loss.of_levels { 0 } else { (loss.cost)(rows.len(), height - 1).max(1) };
        firsts.push(vec![0; rows.len()]);
        costs.push(vec![most; rows.len()]);
        let level = |key: &str, usual: usize| settings.get(key).map_or(Some(usual as u64), Value::as_u64);
        let weight = settings.get("weight").map_or(Some(1.0), Value::as_f64);
        match (level("min_level", 0), level("max_level", height - 1), weight) {
            (Some(min), Some(max), Some(weight)) if min <= max && max < height as u64 && weight >= 0.0 => {
                let (groups, totals, range) = (Vec::new(), Vec::new(), (min as usize, max as usize));
                Ok(Self { rows, firsts, groups, costs, most, totals, weight, range })
            }
            _ => wrong(format!("levels or weight of `{name}` are none")),
        }
    }

    /// A line for each value, with the least value of its group on every level.
    fn lines(&self) -> Vec<String> {
        let levels = &self.firsts[..self.rows[0].len()];
        let least = |row: usize| levels.iter().map(move |firsts| &self.rows[firsts[row] as usize][0]);
        (0..self.rows.len()).map(|row| line(least(row), "")).collect()
    }

    /// Sets the row of each tuple. Returns what the column's sums are divided by.
    fn set(&mut self, rows: &[u32], tuples: &[Row], n: u64, loss: &Loss) -> Part {
        let mut records = vec![0; self.rows.len()];
        rows.iter().zip(tuples).for_each(|(&row, tuple)| records[row as usize] += u64::from(tuple.records));
        let of_tuples = |firsts: &Vec<u32>| rows.iter().map(|&row| firsts[row as usize]).collect();
        self.groups = self.firsts.iter().map(of_tuples).collect();
        let bits = |firsts: &Vec<u32>| {
            let mut groups = vec![0; records.len()];
            firsts.iter().zip(&records).for_each(|(&first, records)| groups[first as usize] += records);
            let seen = firsts.iter().zip(&records).filter(|(_, records)| **records > 0);
            let bits = seen.map(|(&first, &n)| n as f64 * (groups[first as usize] as f64 / n as f64).log2());
            self.weight * bits.sum::<f64>()
        };
        let (weight, bits) = (self.weight, self.firsts.iter().map(bits).collect());
        if loss.of_levels {
            self.totals = (0..self.costs.len() as u64).collect();
            self.costs.iter_mut().for_each(Vec::clear);
            return Part { whole: (self.rows[0].len() as u64 - 1).max(1), weight, bits };
        }
        let total = |costs: &Vec<u64>| costs.iter().zip(&records).map(|(cost, records)| cost * records).sum();
        self.totals = self.costs.iter().map(total).collect();
        let most = self.most;
        self.costs.iter_mut().filter(|costs| costs.iter().all(|&cost| cost == most)).for_each(Vec::clear);
        Part { whole: most * n, weight, bits }
    }
}

impl Study {
    pub(super) fn read(data: &[u8], recipe: &str) -> Result<Self, Failure> {
        let recipe: Value = serde_json::from_str(recipe)?;
        let usual = json!({"header": true, "encoding": "utf-8", "ragged": "refuse"});
        let is_usual = |(key, usual)| recipe["dialect"].get(key).is_none_or(|own| own == usual);
        if !usual.as_object().into_iter().flatten().all(is_usual) {
            return wrong("only tables in UTF-8 with a header are read: see kanon check --plain");
        }
        let (privacy, loss) = (&recipe["privacy"], &recipe["loss"]);
        let (Some(k), Some(share)) = (privacy["k"].as_u64(), privacy["suppression_limit"].as_f64()) else {
            return wrong("the recipe does not say k and the suppression limit");
        };
        let (measure, aggregate) = (loss["measure"].as_str(), loss["aggregate"].as_str());
        let mut loss = Loss::new(measure.unwrap_or("it"), aggregate.unwrap_or("it"))?;
        let count = recipe["count_column"].as_str().map(str::to_owned);
        let settings = recipe["columns"].as_object().into_iter().flatten();
        let asked: BTreeMap<_, _> = settings.filter(|(_, own)| own["role"] == "quasi-identifier").collect();
        let mut names: Vec<String> = reader(data, &recipe["dialect"]).headers()?.iter().map(str::to_owned).collect();
        names.retain(|name| asked.contains_key(name));
        if names.is_empty() || names.len() != asked.len() {
            return wrong("the table has not each quasi-identifier of the recipe once");
        }
        let columns = names.iter().map(|name| Column::read(name, asked[name], &loss));
        let mut columns = columns.collect::<Result<Vec<_>, _>>()?;
        let (mut tuples, mut n) = (BTreeMap::<Vec<u32>, u64>::new(), 0_u64);
        each_row((data, &recipe["dialect"], count.as_ref()), &names, &mut |cells, records| {
            let row = |(column, cell): (&Column, &&str)| column.rows.binary_search_by(|row| row[0].as_str().cmp(cell));
            let Ok(rows) = columns.iter().zip(&cells).map(|all| row(all).map(|row| row as u32)).collect() else {
                return wrong(format!("a hierarchy lacks a value of {cells:?}"));
            };
            n = n.saturating_add(records);
            if n >= u64::from(u32::MAX) {
                return wrong("the table has too many records");
            }
            *tuples.entry(rows).or_default() += records;
            Ok(())
        })?;
        tuples.retain(|_, records| *records > 0);
        if n < k.max(1) {
            return wrong("the table has fewer records than k");
        }
        let line_of = |(rows, records): (&Vec<u32>, &u64)| {
            let values = columns.iter().zip(rows).map(|(column, &row)| &column.rows[row as usize][0]);
            line(values, &records.to_string())
        };
        let table = digest(vec![tuples.iter().map(line_of).collect()], "");
        let hierarchies = digest(columns.iter().map(Column::lines).collect(), "\n");
        let rows = (0..).zip(tuples.values()).map(|(tuple, &records)| Row { tuple, records: records as u32 });
        let rows: Vec<Row> = rows.collect();
        let part = |(qi, column): (usize, &mut Column)| {
            let own: Vec<u32> = tuples.keys().map(|rows| rows[qi]).collect();
            column.set(&own, &rows, n, &loss)
        };
        let parts = columns.iter_mut().enumerate().map(part).collect();
        loss.set(parts);
        let exact = share * n as f64;
        let is_whole = (exact - exact.round()).abs() <= exact.round() * 1e-12;
        let limit = if is_whole { exact.round() } else { exact.floor() } as u64;
        let asked = json!({"table": table, "hierarchies": hierarchies, "columns": names, "records": n, "k": k,
            "limit": limit, "measure": measure, "aggregate": aggregate});
        let axes = axes(&names, recipe["linked"].as_array().into_iter().flatten());
        let (mut lowest, mut highest) = (vec![0; names.len()], vec![0; names.len()]);
        for axis in &axes {
            let range = |&qi: &usize| columns[qi].range;
            let all = |one: (usize, usize), other: (usize, usize)| (one.0.max(other.0), one.1.min(other.1));
            let (min, max) = axis.iter().map(range).fold((0, usize::MAX), all);
            if min > max {
                return wrong("linked columns have no level in common");
            }
            axis.iter().for_each(|&qi| (lowest[qi], highest[qi]) = (min, max));
        }
        let (sizes, dialect) = (Mutex::default(), recipe["dialect"].clone());
        Ok(Self { names, columns, lowest, highest, axes, rows, n, sizes, k, limit, loss, count, dialect, asked })
    }

    /// All cuts by number: the columns of an axis, and the highest level below.
    pub(super) fn cuts(&self) -> Vec<(&[usize], usize)> {
        let levels = |axis: &[usize]| self.lowest[axis[0]]..self.highest[axis[0]];
        self.axes.iter().flat_map(|axis| levels(axis).map(move |level| (axis.as_slice(), level))).collect()
    }

    /// The policies that the recipe allows.
    pub(super) fn policies(&self) -> f64 {
        self.axes.iter().map(|axis| (self.highest[axis[0]] - self.lowest[axis[0]] + 1) as f64).product()
    }

    /// Whether a policy is one of them.
    pub(super) fn allows(&self, levels: &[usize]) -> bool {
        let is_in = |&qi: &usize| (self.lowest[qi]..=self.highest[qi]).contains(&levels[qi]);
        let is_one = |axis: &Vec<usize>| axis.iter().all(|qi| is_in(qi) && levels[*qi] == levels[axis[0]]);
        levels.len() == self.columns.len() && self.axes.iter().all(is_one)
    }

    /// A number for each row, the same for those that are equal at some levels, if they are so at those above them.
    pub(super) fn keys(&self, rows: &[Row], levels: &[usize], above: &[usize]) -> Vec<u64> {
        let (mut keys, mut room) = (vec![0; rows.len()], 1_u64);
        for (qi, column) in self.columns.iter().enumerate().filter(|&(qi, _)| levels[qi] < above[qi]) {
            let (own, groups) = (column.rows.len() as u64, &column.groups[levels[qi]]);
            if room.checked_mul(own).is_none() {
                let mut all = keys.clone();
                all.sort_unstable();
                all.dedup();
                keys.iter_mut().for_each(|key| *key = all.partition_point(|other| other < key) as u64);
                room = all.len() as u64;
            }
            room *= own;
            keys.iter_mut().zip(rows).for_each(|(key, row)| *key = *key * own + u64::from(groups[row.tuple as usize]));
        }
        keys
    }

    /// The sizes of a policy's classes.
    fn sizes(&self, levels: &[usize]) -> Sizes {
        let known = || self.sizes.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sizes) = known().get(levels) {
            return *sizes;
        }
        let (mut classes, mut sizes) = (HashMap::<u64, u64>::new(), Sizes::default());
        for (key, row) in self.keys(&self.rows, levels, &vec![usize::MAX; levels.len()]).into_iter().zip(&self.rows) {
            *classes.entry(key).or_default() += u64::from(row.records);
        }
        for size in classes.into_values() {
            sizes.squares += u128::from(size).pow(2);
            if size < self.k {
                sizes.small_squares += u128::from(size).pow(2);
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
}

/// The axes: linked columns are one, and links that have a column in common are one link.
fn axes<'a>(names: &[String], links: impl Iterator<Item = &'a Value>) -> Vec<Vec<usize>> {
    let mut axes: Vec<Vec<usize>> = (0..names.len()).map(|qi| vec![qi]).collect();
    for link in links.filter_map(Value::as_array) {
        let is_in = |axis: &Vec<usize>| axis.iter().any(|&qi| link.contains(&json!(names[qi])));
        let (joined, apart): (Vec<Vec<usize>>, _) = axes.into_iter().partition(is_in);
        axes = apart;
        axes.push(joined.concat());
    }
    axes.iter_mut().for_each(|axis| axis.sort_unstable());
    axes.retain(|axis| !axis.is_empty());
    axes.sort_unstable();
    axes
}
