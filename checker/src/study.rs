//! A table, its hierarchies, and the requirements.

use super::classes::{Parts, Row};
use super::loss::{Loss, Part, Sizes};
use super::{Failure, need, wrong};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, PoisonError};

/// A level of a hierarchy.
pub(super) struct Level {
    /// The group of each value, and the number of groups.
    pub(super) groups: Vec<u32>,
    pub(super) size: usize,
    /// How much less a cell of each value costs than a suppressed one; empty if no value costs anything.
    pub(super) prices: Vec<u64>,
    /// The total cost of all records, and the bits that they lose, times the column's weight.
    total: u64,
    bits: f64,
}

/// A column and its hierarchy. There is one more level above the top, on which all values are equal and cost as much
/// as suppressed ones.
pub(super) struct Column {
    /// Value, group on level 1, …, group on the top; sorted by values.
    pub(super) rows: Vec<Vec<String>>,
    pub(super) levels: Vec<Level>,
    /// The row of each tuple's value.
    pub(super) values: Vec<u32>,
    /// The cost of a suppressed cell.
    most: u64,
    /// For each value, the least value of its group on every level.
    lines: Vec<String>,
    weight: f64,
    range: (usize, usize),
}

/// A policy, a row for each of its classes, and their sizes.
type Counted = (Vec<usize>, Vec<Row>, Sizes);

/// The distinct tuples of the table, and the requirements.
pub(super) struct Study {
    pub(super) names: Vec<String>,
    pub(super) columns: Vec<Column>,
    /// The lowest and the highest allowed policy.
    pub(super) lowest: Vec<usize>,
    pub(super) highest: Vec<usize>,
    /// Columns that always have the same level.
    axes: Vec<Vec<usize>>,
    pub(super) rows: Vec<Row>,
    n: u64,
    /// Policies whose classes were counted, each above the one before it.
    counted: Mutex<Vec<Counted>>,
    pub(super) k: u64,
    pub(super) limit: u64,
    pub(super) loss: Loss,
    /// The dialect of the table.
    pub(super) dialect: Value,
    /// The column with the number of records that a row represents.
    pub(super) count: Option<String>,
    /// The requirements that a proof must state.
    pub(super) asked: Value,
}

/// A reader for a table in the dialect of the recipe.
fn reader<'a>(data: &'a [u8], dialect: &Value) -> csv::Reader<&'a [u8]> {
    let byte = |key: &str| dialect[key].as_str()?.bytes().next();
    let has_quote = dialect.get("quote").is_none_or(|quote| !quote.is_null());
    let mut reader = csv::ReaderBuilder::new();
    reader.delimiter(byte("delimiter").unwrap_or(b',')).quoting(has_quote).quote(byte("quote").unwrap_or(b'"'));
    reader.from_reader(data)
}

/// Reads JSON. Of keys that stand twice in an object another reader may believe the other one.
pub(super) fn parse(json: &[u8]) -> Result<Value, Failure> {
    fn keys(value: &Value) -> usize {
        let below = value.as_array().map(|all| all.iter().map(keys).sum::<usize>()).unwrap_or_default();
        value.as_object().map_or(below, |all| all.len() + all.values().map(keys).sum::<usize>())
    }
    let value = serde_json::from_slice(json)?;
    // Outside of texts a colon stands behind each key, and nowhere else.
    let (mut colons, mut in_text, mut is_escaped) = (0, false, false);
    for byte in json {
        in_text ^= *byte == b'"' && !is_escaped;
        is_escaped = in_text && *byte == b'\\' && !is_escaped;
        colons += usize::from(*byte == b':' && !in_text);
    }
    need(colons == keys(&value), || wrong("a key of it stands twice"))?;
    Ok(value)
}

/// Fails if an object has another key than these: what it asks for would not be checked.
pub(super) fn expect_known(what: &str, object: &Value, keys: &[&str]) -> Result<(), Failure> {
    let mut own = object.as_object().into_iter().flat_map(|all| all.keys());
    let other = own.find(|key| !keys.contains(&key.as_str()));
    need(object.is_object() || object.is_null(), || wrong(format!("`{what}` has no keys")))?;
    other.map_or(Ok(()), |key| Err(wrong(format!("`{what}{key}` is not known here, and not checked"))))
}

/// ⌊share · records⌋, with the share as the shortest decimal fraction that stands for it.
fn share_of(share: f64, records: u64) -> u64 {
    let text = share.to_string();
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    let digits = format!("{whole}{fraction}").parse().ok().and_then(|digits: u128| digits.checked_mul(records.into()));
    let divisor = 10_u128.checked_pow(fraction.len() as u32);
    // Where the divisor has no room, the share is less than one record.
    digits.zip(divisor).map_or(0, |(digits, divisor)| (digits / divisor) as u64)
}

/// A function that takes the cells and the number of records of a row.
type Take<'a> = &'a mut dyn FnMut(Vec<&str>, u64) -> Result<(), Failure>;

/// Calls `take` with the cells of the named columns, and the number of records, for each row of a table.
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
        place.ok_or_else(|| wrong(format!("the table has not exactly one column `{name}`")))
    };
    let places = names.iter().map(place).collect::<Result<Vec<_>, _>>()?;
    let count = count.map(place).transpose()?;
    for record in reader.records() {
        let record = record?;
        let records = count.map_or(Ok(1), |place| record[place].parse());
        let records = records.map_err(|_| wrong("a number of records is none"))?;
        take(places.iter().map(|&place| &record[place]).collect(), records)?;
    }
    Ok(())
}

/// A value, preceded by its length and a colon.
fn text(value: &String) -> String {
    format!("{}:{value}", value.len())
}

/// The SHA-256 of parts, with the lines of each sorted, and an end for each.
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
        expect_known(&format!("columns.{name}.hierarchy."), hierarchy, &["rows", "tree"])?;
        let rows = hierarchy.get("rows").unwrap_or(&hierarchy["tree"]["rows"]).clone();
        let rows: Option<Vec<Vec<String>>> = serde_json::from_value(rows).ok();
        let other = || wrong(format!("the hierarchy of `{name}` is not written as rows: see kanon check --plain"));
        let is_one = hierarchy.as_object().is_some_and(|own| own.len() == 1) && settings.get("release").is_none();
        let mut rows = rows.filter(|_| is_one).ok_or_else(other)?;
        rows.sort_unstable();
        let height = rows.first().map_or(0, Vec::len);
        let is_even = height > 0 && rows.iter().all(|row| row.len() == height);
        let is_once = rows.windows(2).all(|two| two[0].first() != two[1].first());
        let uneven = || wrong(format!("the rows of `{name}` have not all the same levels, or a value has two"));
        need(is_even && is_once, uneven)?;
        let most = if loss.of_levels { 0 } else { (loss.cost)(rows.len(), height - 1).max(1) };
        let (mut levels, mut lines) = (Vec::new(), vec![String::new(); rows.len()]);
        let mut below: Vec<usize> = (0..rows.len()).collect();
        for level in 0..height {
            // Rows are sorted by values, so the first one of a group has its least value.
            let mut known = HashMap::new();
            let group = |(row, labels): (usize, &Vec<String>)| {
                let next = (known.len() as u32, row);
                *known.entry(labels[level].clone()).or_insert(next)
            };
            let (groups, firsts): (Vec<u32>, Vec<usize>) = rows.iter().enumerate().map(group).unzip();
            let is_coarser = below.iter().zip(&firsts).all(|(&below, first)| firsts[below] == *first);
            need(is_coarser, || wrong(format!("level {level} of `{name}` does not coarsen the one below")))?;
            let mut leaves = vec![0; known.len()];
            groups.iter().for_each(|&group| leaves[group as usize] += 1);
            let prices = groups.iter().map(|&group| most - (loss.cost)(leaves[group as usize], level)).collect();
            levels.push(Level { groups, size: known.len(), prices, total: 0, bits: 0.0 });
            lines.iter_mut().zip(&firsts).for_each(|(line, &first)| *line += &text(&rows[first][0]));
            below = firsts;
        }
        levels.push(Level { groups: vec![0; rows.len()], size: 1, prices: Vec::new(), total: 0, bits: 0.0 });
        lines.iter_mut().for_each(|line| line.push('\n'));
        let level = |key: &str, usual: usize| {
            settings.get(key).filter(|own| !own.is_null()).map_or(Some(usual as u64), Value::as_u64)
        };
        let weight = settings.get("weight").map_or(Some(1.0), Value::as_f64);
        let range = level("min_level", 0).zip(level("max_level", height - 1));
        let range = range.filter(|(min, max)| min <= max && *max < height as u64);
        let (Some((min, max)), Some(weight)) = (range, weight.filter(|weight| *weight >= 0.0)) else {
            return Err(wrong(format!("levels or weight of `{name}` are none")));
        };
        Ok(Self { rows, levels, values: Vec::new(), most, lines, weight, range: (min as usize, max as usize) })
    }

    /// The value of a row, by its number.
    pub(super) fn value(&self, row: &Row) -> usize {
        self.values[row.tuple as usize] as usize
    }

    /// Sets the values of the tuples, and the costs of their records. Returns the divisor of the column's sums.
    fn set(&mut self, values: Vec<u32>, tuples: &[Row], n: u64, loss: &Loss) -> Part {
        let mut records = vec![0; self.rows.len()];
        values.iter().zip(tuples).for_each(|(&value, tuple)| records[value as usize] += u64::from(tuple.records));
        self.values = values;
        for (number, level) in self.levels.iter_mut().enumerate() {
            let costs = level.prices.iter().map(|price| self.most - price);
            let total = costs.zip(&records).map(|(cost, records)| cost * records).sum();
            level.total = if loss.of_levels { number as u64 } else { total };
            let mut groups = vec![0; level.size];
            level.groups.iter().zip(&records).for_each(|(&group, records)| groups[group as usize] += records);
            let seen = level.groups.iter().zip(&records).filter(|(_, records)| **records > 0);
            let bits = seen.map(|(&group, &n)| n as f64 * (groups[group as usize] as f64 / n as f64).log2());
            level.bits = self.weight * bits.sum::<f64>();
            if level.prices.iter().all(|&price| price == 0) {
                level.prices.clear();
            }
        }
        let highest = self.rows[0].len() as u64 - 1;
        Part { whole: if loss.of_levels { highest.max(1) } else { self.most * n }, weight: self.weight }
    }
}

impl Study {
    pub(super) fn read(data: &[u8], recipe: &str) -> Result<Self, Failure> {
        let recipe = parse(recipe.as_bytes())?;
        // How the best policy is searched, how it is released and what else is found of the table changes none.
        let without_bearing = ["kanon", "release", "risk", "search", "uniques", "frontier"];
        let asking = ["columns", "count_column", "dialect", "linked", "loss", "privacy"];
        let is_left = |key| recipe.get(key).is_none_or(|own| own.is_null() || *own == json!([]));
        let left = ["protect", "chosen"].into_iter().filter(|&key| is_left(key));
        expect_known("", &recipe, &left.chain(without_bearing).chain(asking).collect::<Vec<_>>())?;
        expect_known("privacy.", &recipe["privacy"], &["k", "suppression_limit"])?;
        expect_known("loss.", &recipe["loss"], &["measure", "aggregate"])?;
        let of_dialect = ["delimiter", "quote", "header", "encoding", "missing", "ragged"];
        expect_known("dialect.", &recipe["dialect"], &of_dialect)?;
        let is_sign = |own: &Value| own.as_str().is_some_and(|sign| sign.len() == 1);
        let is_plain =
            |key: &str| recipe["dialect"].get(key).is_none_or(|own| is_sign(own) || key == "quote" && own.is_null());
        need(is_plain("delimiter") && is_plain("quote"), || wrong("delimiter and quote are not one byte each"))?;
        need(recipe["kanon"] == 1, || wrong("`kanon` is not 1: the recipe is of another version"))?;
        let usual = json!({"header": true, "encoding": "utf-8", "ragged": "refuse"});
        let is_usual = |(key, usual)| recipe["dialect"].get(key).is_none_or(|own| own == usual);
        let unusual = || wrong("only tables in UTF-8 with a header are read: see kanon check --plain");
        need(usual.as_object().into_iter().flatten().all(is_usual), unusual)?;
        let (privacy, loss) = (&recipe["privacy"], &recipe["loss"]);
        let (Some(k), Some(share)) = (privacy["k"].as_u64(), privacy["suppression_limit"].as_f64()) else {
            return Err(wrong("the recipe does not say `privacy.k` and `privacy.suppression_limit`"));
        };
        need((0.0..=1.0).contains(&share), || wrong("`privacy.suppression_limit` is no share"))?;
        let (measure, aggregate) = (loss["measure"].as_str(), loss["aggregate"].as_str());
        let mut loss = Loss::new(measure.unwrap_or("it"), aggregate.unwrap_or("it"))?;
        let count = recipe["count_column"].as_str().map(str::to_owned);
        let settings = recipe["columns"].as_object().into_iter().flatten();
        let of_column =
            ["role", "release", "kind", "hierarchy", "domain", "weight", "min_level", "max_level", "missing"];
        let roles = ["identifier", "quasi-identifier", "sensitive", "insensitive"];
        for (name, own) in settings.clone() {
            expect_known(&format!("columns.{name}."), own, &of_column)?;
            let has_role = own["role"].as_str().is_some_and(|own| roles.contains(&own));
            need(has_role, || wrong(format!("`columns.{name}.role` is none")))?;
        }
        let asked: BTreeMap<_, _> = settings.filter(|(_, own)| own["role"] == "quasi-identifier").collect();
        let mut names: Vec<String> = reader(data, &recipe["dialect"]).headers()?.iter().map(str::to_owned).collect();
        names.retain(|name| asked.contains_key(name));
        let other = || wrong("the table has not each quasi-identifier of the recipe once");
        need(!names.is_empty() && names.len() == asked.len(), other)?;
        let columns = names.iter().map(|name| Column::read(name, asked[name], &loss));
        let mut columns = columns.collect::<Result<Vec<_>, _>>()?;
        let (mut tuples, mut n) = (BTreeMap::<Vec<u32>, u64>::new(), 0_u64);
        each_row((data, &recipe["dialect"], count.as_ref()), &names, &mut |cells, records| {
            let row = |(column, cell): (&Column, &&str)| column.rows.binary_search_by(|row| row[0].as_str().cmp(cell));
            let rows = columns.iter().zip(&cells).map(|all| row(all).map(|row| row as u32)).collect::<Result<_, _>>();
            let rows = rows.map_err(|_| wrong(format!("a hierarchy lacks a value of {cells:?}")))?;
            n = n.saturating_add(records);
            need(n < u64::from(u32::MAX), || wrong("the table has too many records"))?;
            *tuples.entry(rows).or_default() += records;
            Ok(())
        })?;
        tuples.retain(|_, records| *records > 0);
        need(n >= k.max(1), || wrong("the table has fewer records than k"))?;
        let line_of = |(rows, records): (&Vec<u32>, &u64)| {
            let values = columns.iter().zip(rows).map(|(column, &row)| text(&column.rows[row as usize][0]));
            values.collect::<String>() + &format!("{records}\n")
        };
        let table = digest(vec![tuples.iter().map(line_of).collect()], "");
        let hierarchies = digest(columns.iter_mut().map(|column| std::mem::take(&mut column.lines)).collect(), "\n");
        let row = |(tuple, &records): (u32, &u64)| Row { tuple, records: records as u32 };
        let rows: Vec<Row> = (0..).zip(tuples.values()).map(row).collect();
        let values = |qi: usize| tuples.keys().map(|rows| rows[qi]).collect();
        let parts =
            columns.iter_mut().enumerate().map(|(qi, column)| column.set(values(qi), &rows, n, &loss)).collect();
        loss.set(parts);
        let limit = share_of(share, n);
        let asked = json!({"table": table, "hierarchies": hierarchies, "columns": names, "records": n, "k": k,
            "limit": limit, "measure": measure, "aggregate": aggregate});
        let links = || recipe["linked"].as_array().into_iter().flatten();
        let is_link = |link: &Value| link.as_array().is_some_and(|own| own.iter().all(|own| is_name(own, &names)));
        let is_linked = links().all(is_link) && (recipe["linked"].is_null() || recipe["linked"].is_array());
        need(is_linked, || wrong("`linked` names what is no quasi-identifier"))?;
        let axes = axes(&names, links());
        let (mut lowest, mut highest) = (vec![0; names.len()], vec![0; names.len()]);
        for axis in &axes {
            let ranges = axis.iter().map(|&qi| columns[qi].range);
            let (min, max) = ranges.fold((0, usize::MAX), |all, own| (all.0.max(own.0), all.1.min(own.1)));
            need(min <= max, || wrong("linked columns have no level in common"))?;
            axis.iter().for_each(|&qi| (lowest[qi], highest[qi]) = (min, max));
        }
        let (counted, dialect) = (Mutex::default(), recipe["dialect"].clone());
        Ok(Self { names, columns, lowest, highest, axes, rows, n, counted, k, limit, loss, count, dialect, asked })
    }

    /// The levels above the highest ones, on which all tuples are one class.
    pub(super) fn above(&self) -> Vec<usize> {
        self.columns.iter().map(|column| column.levels.len() - 1).collect()
    }

    /// All cuts by number: the columns of an axis, and the highest level of the lower part.
    pub(super) fn cuts(&self) -> Vec<(&[usize], usize)> {
        let levels = |axis: &[usize]| self.lowest[axis[0]]..self.highest[axis[0]];
        self.axes.iter().flat_map(|axis| levels(axis).map(move |level| (axis.as_slice(), level))).collect()
    }

    /// The number of policies that the recipe allows.
    pub(super) fn policies(&self) -> f64 {
        self.axes.iter().map(|axis| (self.highest[axis[0]] - self.lowest[axis[0]] + 1) as f64).product()
    }

    /// Whether a policy is one of them.
    pub(super) fn allows(&self, levels: &[usize]) -> bool {
        let is_in = |&qi: &usize| (self.lowest[qi]..=self.highest[qi]).contains(&levels[qi]);
        let is_one = |axis: &Vec<usize>| axis.iter().all(|qi| is_in(qi) && levels[*qi] == levels[axis[0]]);
        levels.len() == self.columns.len() && self.axes.iter().all(is_one)
    }

    /// The sizes of a policy's classes. They are unions of the classes of a lower policy that was counted before.
    fn sizes(&self, levels: &[usize]) -> Sizes {
        let mut counted = self.counted.lock().unwrap_or_else(PoisonError::into_inner);
        while counted.pop_if(|last| last.0.iter().zip(levels).any(|(below, level)| below > level)).is_some() {}
        if let Some((_, _, sizes)) = counted.last().filter(|last| last.0 == levels) {
            return *sizes;
        }
        let below = counted.last().map_or(&self.rows, |(_, rows, _)| rows);
        let rows = Parts::one(below.clone()).split(self, &self.above(), levels).merged();
        let mut sizes = Sizes::default();
        for size in rows.iter().map(|row| u64::from(row.records)) {
            sizes.squares += u128::from(size).pow(2);
            if size < self.k {
                sizes.small_squares += u128::from(size).pow(2);
                sizes.small += size;
            } else {
                sizes.large += 1;
            }
        }
        counted.push((levels.to_vec(), rows, sizes));
        sizes
    }

    /// A bound for the loss of all policies from `lo` on that suppress at least this many records at this price; for
    /// a single policy, its loss.
    pub(super) fn bound(&self, lo: &[usize], suppressed: u64, price: &[u64], is_single: bool) -> f64 {
        if self.loss.of_sizes {
            return self.loss.of_sizes((self.n, self.k), self.sizes(lo), suppressed, is_single);
        }
        let levels = || self.columns.iter().zip(lo).map(|(column, &level)| &column.levels[level]);
        match self.loss.is_entropy {
            true => levels().map(|level| level.bits).sum(),
            false => self.loss.of(levels().zip(price).map(|(level, price)| level.total + price)),
        }
    }
}

/// Whether a value is one of the names.
fn is_name(value: &Value, names: &[String]) -> bool {
    value.as_str().is_some_and(|own| names.iter().any(|name| name == own))
}

/// The axes: linked columns form one axis, and links with a common column are joined.
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
