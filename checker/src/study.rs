//! A table, its hierarchies, and what is asked of them.

use super::digest::{digest, line, lines};
use super::loss::{Cost, Loss};
use super::{Failure, wrong};
use serde_json::{Value, json};
use std::collections::HashMap;

/// A column's hierarchy.
pub(super) struct Column {
    /// Value, group on level 1, …, group on the top.
    pub(super) rows: Vec<Vec<String>>,
    /// `groups[level][row]`.
    groups: Vec<Vec<u32>>,
    /// `costs[level][row]` of a cell, and what a suppressed one costs.
    costs: Vec<Vec<u64>>,
    most: u64,
    weight: f64,
    /// The levels that are allowed.
    range: (usize, usize),
}

/// One column, or linked ones that share a level. Steps are counted from the lowest that is allowed.
pub(super) struct Axis {
    members: Vec<usize>,
    min: usize,
    /// Which axis it is, and how many codes of step 0 and cuts those before it have.
    number: usize,
    pub(super) first_code: usize,
    pub(super) first_cut: usize,
    /// The code of each tuple at step 0, and `up[step][code]`.
    pub(super) codes: Vec<u32>,
    pub(super) up: Vec<Vec<u32>>,
    /// Where its costs are added up; `costs[step][sum][code of step 0]` of a record, `totals[step][sum]` of all.
    pub(super) sums: Vec<usize>,
    pub(super) costs: Vec<Vec<Vec<u64>>>,
    pub(super) totals: Vec<Vec<u64>>,
}

/// The distinct tuples of the table, and what is asked.
pub(super) struct Study {
    pub(super) names: Vec<String>,
    pub(super) columns: Vec<Column>,
    pub(super) axes: Vec<Axis>,
    /// The row of each column's hierarchy that each tuple has, its code on each axis at step 0, and its records.
    rows: Vec<u32>,
    codes: Vec<u32>,
    pub(super) records: Vec<u32>,
    /// Codes of step 0, and cuts, of all axes.
    pub(super) n_codes: usize,
    pub(super) n_cuts: usize,
    /// Where the code of each axis lies in a number; none, if there is no room.
    shifts: Vec<u32>,
    pub(super) k: u64,
    pub(super) limit: u64,
    pub(super) loss: Loss,
    /// What a suppressed record costs, for each sum.
    pub(super) most: Vec<u64>,
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
    fn reader<'a>(&self, data: &'a [u8]) -> csv::Reader<&'a [u8]> {
        let mut reader = csv::ReaderBuilder::new();
        reader.delimiter(self.delimiter).quoting(self.quote.is_some());
        reader.quote(self.quote.unwrap_or(b'"')).from_reader(data)
    }

    /// The cells of the named columns and the number of records, of each row.
    pub(super) fn each(&self, data: &[u8], names: &[String], take: &mut Take<'_>) -> Result<(), Failure> {
        let mut reader = self.reader(data);
        let header = reader.headers()?.clone();
        let place = |name: &String| {
            let mut found = (0..header.len()).filter(|&place| header[place] == **name);
            match (found.next(), found.next()) {
                (Some(place), None) => Ok(place),
                _ => wrong(format!("the table has not exactly one column `{name}`")),
            }
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
    fn read(name: &str, settings: &Value, cost: Cost) -> Result<Self, Failure> {
        let hierarchy = &settings["hierarchy"];
        let rows = hierarchy.get("rows").or_else(|| hierarchy["tree"].get("rows"));
        let rows: Option<Vec<Vec<String>>> = rows.and_then(|rows| serde_json::from_value(rows.clone()).ok());
        let (Some(rows), None) = (rows, settings.get("release")) else {
            return wrong(format!("the hierarchy of `{name}` is not written as rows: see kanon check --plain"));
        };
        let height = rows.first().map_or(0, Vec::len);
        if height == 0 || rows.iter().any(|row| row.len() != height) {
            return wrong(format!("the rows of `{name}` have not all the same levels"));
        }
        let (mut groups, mut costs) = (Vec::<Vec<u32>>::new(), Vec::new());
        for level in 0..height {
            let mut numbers = HashMap::new();
            let mut leaves = Vec::new();
            let mut own = Vec::new();
            for row in &rows {
                let group = *numbers.entry(row[level].as_str()).or_insert(leaves.len());
                leaves.resize(leaves.len().max(group + 1), 0_u64);
                leaves[group] += 1;
                own.push(group as u32);
            }
            // Each value has one row, and each group of a level lies in one group of the next.
            let mut above = vec![None; rows.len()];
            let is_apart = |(row, &group): (usize, &u32)| {
                let below = groups.last().map_or(row, |below| below[row] as usize);
                *above[below].get_or_insert(group) != group
            };
            if (level == 0 && leaves.len() < rows.len()) || own.iter().enumerate().any(is_apart) {
                return wrong(format!("level {level} of `{name}` does not coarsen the one below"));
            }
            costs.push(own.iter().map(|&group| cost(leaves[group as usize], level as u64)).collect());
            groups.push(own);
        }
        let level = |key: &str, or: usize| settings.get(key).map_or(Some(or as u64), Value::as_u64);
        let weight = settings.get("weight").map_or(Some(1.0), Value::as_f64);
        match (level("min_level", 0), level("max_level", height - 1), weight) {
            (Some(min), Some(max), Some(weight)) if min <= max && max < height as u64 && weight >= 0.0 => Ok(Self {
                most: cost(rows.len() as u64, height as u64 - 1).max(1),
                range: (min as usize, max as usize),
                rows,
                groups,
                costs,
                weight,
            }),
            _ => wrong(format!("levels or weight of `{name}` are none")),
        }
    }
}

impl Study {
    pub(super) fn read(data: &[u8], recipe: &str) -> Result<(Self, Dialect), Failure> {
        let recipe: Value = serde_json::from_str(recipe)?;
        let written = &recipe["dialect"];
        let byte = |key: &str| written[key].as_str().and_then(|text| text.bytes().next());
        let has_no_quote = written.get("quote").is_some_and(Value::is_null);
        let dialect = Dialect {
            delimiter: byte("delimiter").unwrap_or(b','),
            quote: if has_no_quote { None } else { byte("quote").or(Some(b'"')) },
            count: recipe["count_column"].as_str().map(str::to_owned),
        };
        let usual = [("header", json!(true)), ("encoding", json!("utf-8")), ("ragged", json!("refuse"))];
        if usual.iter().any(|(key, usual)| written.get(key).is_some_and(|own| own != usual)) {
            return wrong("only tables in UTF-8 with a header are read: see kanon check --plain");
        }
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
        let (mut loss, cost) = Loss::named(measure.as_str().unwrap_or("it"), aggregate.as_str().unwrap_or("it"))?;
        let columns =
            names.iter().map(|name| Column::read(name, &settings[name], cost)).collect::<Result<Vec<_>, _>>()?;
        let leaves: Vec<HashMap<&str, u32>> = (columns.iter())
            .map(|column| column.rows.iter().zip(0..).map(|(cells, row)| (cells[0].as_str(), row)).collect())
            .collect();
        let (mut tuples, mut records) = (HashMap::<Vec<u32>, u32>::new(), 0_u64);
        dialect.each(data, &names, &mut |cells, count| {
            let rows = cells.iter().zip(&leaves).map(|(cell, leaves)| leaves.get(cell).copied());
            let Some(rows) = rows.collect() else {
                return wrong(format!("a hierarchy lacks a value of {cells:?}"));
            };
            records = records.saturating_add(count);
            if records >= u64::from(u32::MAX) {
                return wrong("the table has too many records");
            }
            *tuples.entry(rows).or_default() += count as u32;
            Ok(())
        })?;
        let mut tuples: Vec<_> = tuples.into_iter().filter(|tuple| tuple.1 > 0).collect();
        tuples.sort_unstable();
        let exact = share * records as f64;
        let is_whole = (exact - exact.round()).abs() <= exact.round() * 1e-12;
        let limit = if is_whole { exact.round() } else { exact.floor() } as u64;
        let of = if loss.of_levels { 1 } else { records.max(1) };
        loss.set(columns.iter().map(|column| (column.most * of, column.weight)).collect());
        let mut most = vec![0; loss.n_sums()];
        for (qi, column) in columns.iter().enumerate().filter(|_| !loss.of_levels) {
            most[loss.sum(qi)] += loss.factors[qi] * column.most;
        }
        let line_of = |(rows, records): &(Vec<u32>, u32)| {
            let values = columns.iter().zip(rows).map(|(column, &row)| column.rows[row as usize][0].as_str());
            line(values, &records.to_string())
        };
        let all = tuples.iter().map(line_of).collect();
        let table = digest(std::iter::once(all), "");
        let hierarchies = digest(columns.iter().map(|column| lines(&column.rows)), "\n");
        let asked = json!({"table": table, "hierarchies": hierarchies, "columns": names, "records": records, "k": k, "limit": limit, "measure": measure, "aggregate": aggregate});
        let (axes, codes, n_codes, n_cuts) = (Vec::new(), Vec::new(), 0, 0);
        let records = tuples.iter().map(|tuple| tuple.1).collect();
        let rows = tuples.into_iter().flat_map(|tuple| tuple.0).collect();
        let mut study = Self {
            names,
            columns,
            axes,
            rows,
            codes,
            records,
            n_codes,
            n_cuts,
            shifts: Vec::new(),
            k,
            limit,
            loss,
            most,
            asked,
        };
        study.link(recipe["linked"].as_array().map_or(&[][..], Vec::as_slice))?;
        Ok((study, dialect))
    }

    /// The rows of the hierarchies that each tuple has, and its records.
    pub(super) fn tuples(&self) -> impl Iterator<Item = (&[u32], u64)> {
        self.rows.chunks_exact(self.columns.len()).zip(self.records.iter().map(|&records| records.into()))
    }

    /// A tuple's code at step 0 of an axis.
    pub(super) fn code(&self, tuple: u32, axis: &Axis) -> usize {
        self.codes[tuple as usize * self.axes.len() + axis.number] as usize
    }

    /// What a tuple is at some steps, in a number; without enough room for that, its own.
    pub(super) fn key(&self, tuple: u32, steps: &[usize]) -> u64 {
        if self.shifts.is_empty() {
            return tuple.into();
        }
        let codes = &self.codes[tuple as usize * self.axes.len()..];
        let axes = self.axes.iter().zip(steps).zip(codes).zip(&self.shifts);
        axes.fold(0, |key, (((axis, &step), &code), shift)| key | u64::from(axis.up[step][code as usize]) << shift)
    }

    /// Makes the axes: linked columns are one, and links that have a column in common are one link.
    fn link(&mut self, links: &[Value]) -> Result<(), Failure> {
        let mut axis_of: Vec<usize> = (0..self.columns.len()).collect();
        for link in links {
            let own = |qi: &usize| link.as_array().is_some_and(|link| link.contains(&json!(self.names[*qi])));
            let joined: Vec<usize> = (0..axis_of.len()).filter(own).map(|qi| axis_of[qi]).collect();
            let first = joined.iter().copied().min().unwrap_or_default();
            axis_of.iter_mut().filter(|axis| joined.contains(axis)).for_each(|axis| *axis = first);
        }
        for first in 0..axis_of.len() {
            let members: Vec<usize> = (first..axis_of.len()).filter(|&qi| axis_of[qi] == first).collect();
            let Some(min) = members.iter().map(|&qi| self.columns[qi].range.0).max() else {
                continue;
            };
            let max = members.iter().map(|&qi| self.columns[qi].range.1).min().unwrap_or_default();
            if min > max {
                return wrong("linked columns have no level in common");
            }
            let axis = self.axis(members, min, max);
            self.n_codes += axis.up[0].len();
            self.n_cuts += max - min;
            self.axes.push(axis);
        }
        let mut bits = 0;
        for axis in &self.axes {
            self.shifts.push(bits);
            bits += usize::BITS - axis.up[0].len().leading_zeros();
        }
        if bits > u64::BITS {
            self.shifts.clear();
        }
        let all = (0..self.records.len()).flat_map(|tuple| self.axes.iter().map(move |axis| axis.codes[tuple]));
        self.codes = all.collect();
        Ok(())
    }

    fn axis(&self, members: Vec<usize>, min: usize, max: usize) -> Axis {
        let mut sums: Vec<usize> = members.iter().map(|&qi| self.loss.sum(qi)).collect();
        sums.dedup();
        let groups = |rows: &[u32], level: usize| -> Vec<u32> {
            members.iter().map(|&qi| self.columns[qi].groups[level][rows[qi] as usize]).collect()
        };
        // A tuple of each code of step 0, with the records of that code.
        let (mut values, mut codes, mut numbers) = (Vec::<(&[u32], u64)>::new(), Vec::new(), HashMap::new());
        for (rows, records) in self.tuples() {
            let code = *numbers.entry(groups(rows, min)).or_insert(values.len());
            if code == values.len() {
                values.push((rows, 0));
            }
            values[code].1 += records;
            codes.push(code as u32);
        }
        let (mut up, mut costs, mut totals) = (Vec::new(), Vec::new(), Vec::new());
        for level in min..=max {
            let mut numbers = HashMap::new();
            let (mut own_up, mut own, mut total) =
                (Vec::new(), vec![vec![0; values.len()]; sums.len()], vec![0; sums.len()]);
            for (code, &(rows, records)) in values.iter().enumerate() {
                let next = numbers.len() as u32;
                own_up.push(*numbers.entry(groups(rows, level)).or_insert(next));
                for (member, &qi) in members.iter().enumerate() {
                    let cost = self.loss.factors[qi] * self.columns[qi].costs[level][rows[qi] as usize];
                    let place = member.min(sums.len() - 1);
                    if !self.loss.of_levels {
                        own[place][code] += cost;
                        total[place] += records * cost;
                    } else if code == 0 {
                        total[place] += cost;
                    }
                }
            }
            up.push(own_up);
            costs.push(own);
            totals.push(total);
        }
        let (number, first_code, first_cut) = (self.axes.len(), self.n_codes, self.n_cuts);
        Axis { members, min, number, first_code, first_cut, codes, up, sums, costs, totals }
    }

    /// The steps of the axes in a policy; `None` where the recipe does not allow it.
    pub(super) fn steps(&self, levels: &[usize]) -> Option<Vec<usize>> {
        let step = |axis: &Axis| {
            let step = levels.get(axis.members[0])?.checked_sub(axis.min)?;
            let is_shared = axis.members.iter().all(|&qi| levels.get(qi) == Some(&(axis.min + step)));
            (is_shared && step < axis.up.len()).then_some(step)
        };
        let steps = self.axes.iter().map(step).collect();
        if levels.len() == self.columns.len() { steps } else { None }
    }

    pub(super) fn levels(&self, steps: &[usize]) -> Vec<usize> {
        let mut levels = vec![0; self.columns.len()];
        for (axis, step) in self.axes.iter().zip(steps) {
            axis.members.iter().for_each(|&qi| levels[qi] = axis.min + step);
        }
        levels
    }

    /// The loss of a policy and the records that it suppresses, from its classes.
    pub(super) fn claim(&self, levels: &[usize], steps: &[usize]) -> (f64, u64) {
        let mut classes: HashMap<Vec<u32>, Vec<(&[u32], u64)>> = HashMap::new();
        for tuple in self.tuples() {
            let groups = self.columns.iter().zip(tuple.0).zip(levels);
            let class = groups.map(|((column, &row), &level)| column.groups[level][row as usize]).collect();
            classes.entry(class).or_default().push(tuple);
        }
        let (mut sums, mut suppressed) = (self.totals(steps), 0);
        for class in classes.values() {
            if class.iter().map(|tuple| tuple.1).sum::<u64>() >= self.k {
                continue;
            }
            for (rows, records) in class {
                suppressed += records;
                for (qi, column) in self.columns.iter().enumerate().filter(|_| !self.loss.of_levels) {
                    let more = column.most - column.costs[levels[qi]][rows[qi] as usize];
                    sums[self.loss.sum(qi)] += records * self.loss.factors[qi] * more;
                }
            }
        }
        (self.loss.of(&sums), suppressed)
    }

    /// T: what all records cost at these steps where none is suppressed.
    pub(super) fn totals(&self, steps: &[usize]) -> Vec<u64> {
        let mut totals = vec![0; self.loss.n_sums()];
        for (axis, &step) in self.axes.iter().zip(steps) {
            for (&sum, total) in axis.sums.iter().zip(&axis.totals[step]) {
                totals[sum] += total;
            }
        }
        totals
    }

    /// The label of a tuple's value in a column.
    pub(super) fn label(&self, rows: &[u32], qi: usize, level: usize) -> &str {
        &self.columns[qi].rows[rows[qi] as usize][level]
    }
}
