//! Safe Harbor's rule once more, from the texts of the values: shares no code with `frontier::safe_harbor`, but for
//! which column is what.

use crate::data::{NumberFormat, Reading};
use crate::frontier::{Point, SafeHarbor, SafeHarborRule};
use crate::hierarchy::Census;
use crate::partition::{Domain, Interval};
use crate::run::Tradeoffs;
use std::collections::BTreeMap;

/// For each quasi-identifier, each value of its domain with its label under the rule.
pub(super) struct PlainRule {
    labels: Vec<Vec<String>>,
}

impl PlainRule {
    /// The rule for the columns that it covers.
    pub(super) fn new(tradeoffs: &Tradeoffs, harbor: &SafeHarbor) -> Self {
        let domains = tradeoffs.space().domains();
        let columns = || domains.iter().zip(&harbor.rules);
        let is_date = |rule: &SafeHarborRule| matches!(rule, SafeHarborRule::Dates | SafeHarborRule::BirthDates);
        // The age is that at the last date that is not one of birth.
        let last = (columns().filter(|(_, rule)| **rule == SafeHarborRule::Dates))
            .flat_map(|(domain, _)| (0..domain.n_present()).filter_map(|place| year(domain, place)))
            .max();
        let last = last.or_else(|| {
            let dated = columns().filter(|(_, rule)| is_date(rule));
            dated.flat_map(|(domain, _)| (0..domain.n_present()).filter_map(|place| year(domain, place))).max()
        });
        let label = |domain: &Domain, rule: SafeHarborRule, place: usize| {
            let value = domain.value(place as u32);
            match rule {
                _ if place >= domain.n_present() => format!("missing {value}"),
                SafeHarborRule::Ages if is_old(value, Reading::number_format(domain.reading())) => "≥90".to_owned(),
                SafeHarborRule::Ages | SafeHarborRule::Kept => value.to_owned(),
                SafeHarborRule::ZipCodes => area(domain, value, harbor.census),
                SafeHarborRule::Dates | SafeHarborRule::BirthYears | SafeHarborRule::BirthDates => {
                    let year = year(domain, place).unwrap_or_default();
                    match last {
                        Some(last) if rule == SafeHarborRule::BirthDates && year + 90 <= last => {
                            format!("<{}", last - 89)
                        }
                        _ => year.to_string(),
                    }
                }
            }
        };
        let labels = columns()
            .map(|(domain, &rule)| (0..domain.len()).map(|place| label(domain, rule, place)).collect())
            .collect();
        Self { labels }
    }

    /// Risk and loss, by the definitions.
    pub(super) fn point(&self, tradeoffs: &Tradeoffs) -> Point {
        let tuples = tradeoffs.frequencies();
        let mut groups: BTreeMap<Vec<&str>, (f64, f64)> = BTreeMap::new();
        let (mut before, mut joint, mut volumes, mut all) = (0.0, 0.0, 0.0, 0.0);
        let c_ln_c = |count: f64| if count > 0.0 { count * libm::log(count) } else { 0.0 };
        let widths: Vec<BTreeMap<&str, f64>> = (self.labels.iter())
            .map(|labels| {
                let mut widths: BTreeMap<&str, f64> = BTreeMap::new();
                labels.iter().for_each(|label| *widths.entry(label).or_default() += 1.0);
                widths
            })
            .collect();
        for (values, records, people) in tuples.iter() {
            let key: Vec<&str> =
                (values.iter().zip(&self.labels)).map(|(&value, labels)| labels[value as usize].as_str()).collect();
            let (records, people) = (f64::from(records), f64::from(people));
            volumes += records * key.iter().zip(&widths).map(|(label, widths)| libm::log(widths[label])).sum::<f64>();
            let group = groups.entry(key).or_default();
            *group = (group.0 + records, group.1 + people);
            before += if records > 0.0 { records / people } else { 0.0 };
            joint += c_ln_c(records);
            all += records;
        }
        let risk: f64 =
            groups.values().filter(|(records, _)| *records > 0.0).map(|(records, people)| records / people).sum();
        let after: f64 = groups.values().map(|(records, _)| c_ln_c(*records)).sum();
        let before = if before > 0.0 { before } else { 1.0 };
        Point { risk: risk / before, loss: ((joint - after + volumes) / all.max(1.0)).max(0.0) }
    }

    /// The runs of values with one label, each quasi-identifier's in order.
    pub(super) fn intervals(&self, tradeoffs: &Tradeoffs) -> Vec<Vec<Interval>> {
        (tradeoffs.space().domains().iter().zip(&self.labels))
            .map(|(domain, labels)| {
                let mut runs: Vec<(&str, usize, usize)> = Vec::new();
                for (place, label) in labels.iter().enumerate() {
                    match runs.last_mut() {
                        Some((own, _, last)) if own == label => *last = place,
                        _ => runs.push((label, place, place)),
                    }
                }
                let text = |place: usize| domain.value(place as u32).to_owned();
                (runs.into_iter())
                    .map(|(label, first, last)| Interval {
                        label: if first >= domain.n_present() { text(first) } else { label.to_owned() },
                        first: text(first),
                        last: text(last),
                    })
                    .collect()
            })
            .collect()
    }

    /// The columns in which some values share a label of the rule, and not their group of another policy.
    pub(super) fn told_apart<'a, G: PartialEq>(
        &self,
        tradeoffs: &'a Tradeoffs,
        group: impl Fn(usize, usize) -> G,
    ) -> Vec<&'a str> {
        let tells = |qi: usize| {
            let mut groups: BTreeMap<&str, G> = BTreeMap::new();
            (self.labels[qi].iter().enumerate()).any(|(place, label)| {
                let own = group(qi, place);
                match groups.get(label.as_str()) {
                    Some(other) => *other != own,
                    None => {
                        groups.insert(label, own);
                        false
                    }
                }
            })
        };
        let domains = tradeoffs.space().domains().iter().enumerate();
        domains.filter(|(qi, _)| tells(*qi)).map(|(_, domain)| domain.name()).collect()
    }
}

/// Whether an age is one of 90 and over, by its first number.
fn is_old(value: &str, format: &NumberFormat) -> bool {
    let number = |text: &str| format.read(text).map(|number| number.to_f64());
    if let Some(age) = number(value.trim()) {
        return age >= 90.0;
    }
    let lower = value.to_lowercase();
    let is_below = lower.contains('<') || lower.contains('≤') || lower.contains("under");
    let is_above = (lower.contains('>') && !lower.contains(">=")) || lower.contains("over ");
    let first: String = (lower.chars().skip_while(|letter| !letter.is_ascii_digit()))
        .take_while(|letter| letter.is_ascii_digit() || *letter == '.')
        .collect();
    let first = first.parse::<f64>().unwrap_or_default();
    !is_below && first + f64::from(u8::from(is_above)) >= 90.0
}

/// The three digits of a ZIP code, with the zeros that were lost, or `000`.
fn area(domain: &Domain, value: &str, census: Census) -> String {
    let code = |value: &str| -> String {
        let digits: String = value.trim().chars().filter(char::is_ascii_digit).collect();
        let route = if value.contains('-') || digits.len() > 5 { 4 } else { 0 };
        digits[..digits.len() - route].to_owned()
    };
    let is_whole = (0..domain.n_present()).any(|place| code(domain.value(place as u32)).len() == 5);
    let own = code(value);
    let own = if own.len() == 3 { own } else { format!("{own:0>width$}", width = if is_whole { 5 } else { 3 }) };
    let area = own[..3].to_owned();
    if census.is_small(&area) { "000".to_owned() } else { area }
}

/// The year of a value.
fn year(domain: &Domain, place: usize) -> Option<u16> {
    let value = domain.value(place as u32);
    match Reading::date_format(domain.reading()) {
        Some(format) => format.read(value).map(|moment| moment.date.year()),
        None => value.trim().parse().ok(),
    }
}
