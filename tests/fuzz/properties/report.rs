//! Property: any text is judged as each kind of report without a panic, and holds only where it is true.
//!
//! A text that begins with `{` is taken as it is. Any other is a script that changes true reports.

// The fuzz targets are a crate of their own, which has no `support`; the native tests have this file twice.
#[allow(clippy::duplicate_mod)]
#[path = "../../support/reported.rs"]
mod reported;

use kanon::audit::Audited;
use kanon::lattice::Lattice;
use kanon::recipe::Swept;
use kanon::release::verify::Claim;
use kanon::run::{Reference, Tradeoffs};
use kanon::search::Evaluator;
use reported::{Study, all_of_uniques, partitions, study};
use serde_json::{Value, json};
use std::sync::Arc;

/// Numbers may differ by this share: sums are made in other orders.
const TOLERANCE: f64 = 1e-8;
/// Points of a sweep that are searched anew for comparison.
const MOST_POINTS: u64 = 12;

/// One study for each kind of report, the true reports, and every point that a frontier may have.
struct World {
    sweep: Study,
    full_domain: Study,
    places: Vec<(Value, f64, f64)>,
    partition: Study,
    tradeoffs: Tradeoffs,
    middle: Reference,
    uniques: Study,
    reports: Vec<Value>,
}

thread_local! {
    static WORLD: World = World::new();
}

/// Asserts the property for a text; says whether it was a report that holds.
pub(crate) fn holds(bytes: &[u8]) -> bool {
    WORLD.with(|world| {
        if bytes.first() == Some(&b'{') {
            return std::str::from_utf8(bytes).is_ok_and(|text| world.judge(text));
        }
        let mut report = world.reports[bytes.first().map_or(0, |&kind| usize::from(kind)) % 4].clone();
        for step in bytes.get(1..).unwrap_or_default().chunks(6) {
            change(&mut report, step);
        }
        world.judge(&report.to_string())
    })
}

impl World {
    fn new() -> Self {
        let sweep = study(&json!({}));
        let full_domain = study(&json!({"frontier": {"space": "full-domain"}}));
        let partition = study(&partitions("best"));
        let tradeoffs = partition.tradeoffs();
        let middle = partition.middle(&tradeoffs);
        let uniques = study(&all_of_uniques("strict"));
        let of = |json: String| serde_json::from_str(&json).unwrap();
        let reference = Some(&middle);
        Self {
            reports: vec![
                of(sweep.sweep(Swept::K(2, MOST_POINTS)).to_json()),
                of(full_domain.full_domain().to_json()),
                of(partition.partition(&tradeoffs, reference).to_json()),
                of(uniques.uniques().to_json()),
            ],
            places: places(&full_domain),
            sweep,
            full_domain,
            partition,
            tradeoffs,
            middle,
            uniques,
        }
    }

    fn judge(&self, text: &str) -> bool {
        let accepted = |found: kanon::Result<Audited>| {
            let claims = found.ok()?.claims;
            let holds = claims.iter().all(|claim| claim.holds != Some(false));
            holds.then_some(claims)
        };
        let reference = Some(&self.middle);
        let of_sweep = accepted(self.sweep.check_sweep(text));
        let of_levels = accepted(self.full_domain.check_full_domain(text));
        let check = self.partition.check_partition(text, &self.tradeoffs, reference);
        let of_intervals = accepted(check);
        let of_uniques = accepted(self.uniques.check_uniques(text));
        let all = [&of_sweep, &of_levels, &of_intervals, &of_uniques];
        let n_accepted = all.iter().filter(|claims| claims.is_some()).count();
        assert!(n_accepted < 2, "one text holds as two kinds of report");
        if n_accepted == 0 {
            return false;
        }
        let report: Value = serde_json::from_str(text).unwrap();
        if let Some(claims) = &of_sweep {
            let swept: Swept = serde_json::from_value(report["swept"].clone()).unwrap();
            let truth = self.sweep.sweep(swept).to_json();
            same(&serde_json::from_str(&truth).unwrap(), &report, "", claims);
        }
        if let Some(claims) = &of_uniques {
            same(&self.reports[3], &report, "", claims);
        }
        for point in report["frontier"].as_array().into_iter().flatten() {
            let (risk, loss) = (&point["risk"], &point["loss"]);
            let is_place =
                |own_risk, own_loss| near(risk.as_f64().unwrap(), own_risk) && near(loss.as_f64().unwrap(), own_loss);
            if of_levels.is_some() {
                let known = (self.places.iter())
                    .any(|(levels, risk, loss)| point["levels"] == *levels && is_place(*risk, *loss));
                assert!(known, "no policy has this place: {point}");
            } else {
                let figures = self.figures(&point["intervals"]);
                assert!(is_place(figures.0, figures.1), "{point} is at {figures:?}");
            }
        }
        true
    }

    /// Risk and loss of the partition policy of these intervals, by the first value of each.
    fn figures(&self, intervals: &Value) -> (f64, f64) {
        let space = self.tradeoffs.space();
        let policy = space.policy_of(|qi, value| {
            let domain = &space.domains()[qi];
            let intervals = intervals[domain.name()].as_array().unwrap();
            let begins = |place: u32| (intervals.iter()).any(|interval| interval["first"] == domain.value(place));
            (0..=value).rev().find(|&place| begins(place))
        });
        let point = self.tradeoffs.figures(&policy).unwrap().point;
        (point.risk, point.loss)
    }
}

/// Levels, highest risk and loss of every policy under every k.
fn places(study: &Study) -> Vec<(Value, f64, f64)> {
    let mut recipe = study.recipe.clone();
    let names = study.prepared.names();
    let mut places = Vec::new();
    for k in 1..=study.prepared.table().records() {
        recipe.privacy.k = k;
        let problem = Arc::new(study.prepared.problem(&recipe).unwrap());
        let lattice: &Lattice = problem.lattice();
        let mut evaluator = Evaluator::new(Arc::clone(&problem));
        let mut policy = Some(lattice.bottom());
        while let Some(own) = policy {
            let evaluation = evaluator.check(&own);
            let kept = evaluator.classes(&own).0.counts().iter().filter(|&&count| count >= k);
            let risk = kept.min().map_or(0.0, |&smallest| 1.0 / smallest as f64);
            let levels: serde_json::Map<String, Value> =
                (names.iter().zip(own.levels())).map(|(name, &level)| (name.clone(), json!(level))).collect();
            if evaluation.valid {
                places.push((Value::Object(levels), risk, evaluation.loss));
            }
            policy = lattice.next(&own);
        }
    }
    places
}

/// Asserts that two reports say the same, but for what is said to be not checked.
fn same(truth: &Value, given: &Value, path: &str, claims: &[Claim]) {
    let is_open = claims.iter().filter(|claim| claim.holds.is_none()).any(|claim| {
        let last = path.rsplit('.').next().unwrap_or_default();
        let field = claim.field.as_deref().unwrap_or_default();
        field == path || field.ends_with(&format!(".….{last}"))
    });
    let part = |key: &str| format!("{path}{}{key}", if path.is_empty() { "" } else { "." });
    match (truth, given) {
        _ if is_open => {}
        (Value::Object(one), Value::Object(other)) => {
            assert!(one.keys().eq(other.keys()), "{path}: other keys");
            for (key, value) in one {
                same(value, &other[key], &part(key), claims);
            }
        }
        (Value::Array(one), Value::Array(other)) => {
            assert_eq!(one.len(), other.len(), "{path}");
            for ((one, other), place) in one.iter().zip(other).zip(1..) {
                same(one, other, &part(&place.to_string()), claims);
            }
        }
        (Value::Number(one), Value::Number(other)) => {
            let (one, other) = (one.as_f64().unwrap(), other.as_f64().unwrap());
            assert!(near(one, other), "{path}: {one} and {other}");
        }
        _ => assert_eq!(truth, given, "{path}"),
    }
}

fn near(one: f64, other: f64) -> bool {
    (one - other).abs() <= TOLERANCE * one.abs().max(1.0)
}

/// Changes one part of a report: which, and how, the bytes say.
fn change(report: &mut Value, step: &[u8]) {
    let byte = |place: usize| usize::from(step.get(place).copied().unwrap_or_default());
    let mut place = report;
    let mut choice = byte(0) << 8 | byte(1);
    // From the root down, at each part one of its own parts or itself.
    loop {
        let n_parts = match place {
            Value::Object(fields) => fields.len(),
            Value::Array(entries) => entries.len(),
            _ => 0,
        };
        let taken = choice % (n_parts + 1);
        choice /= n_parts + 1;
        if taken == n_parts {
            break;
        }
        place = match place {
            Value::Object(fields) => fields.values_mut().nth(taken).unwrap(),
            Value::Array(entries) => &mut entries[taken],
            _ => break,
        };
    }
    let number = i64::from(step.get(3).copied().unwrap_or_default().cast_signed());
    match (byte(2) % 8, &mut *place) {
        (0, Value::Array(entries)) if !entries.is_empty() => {
            entries.remove(byte(3) % entries.len());
        }
        (1, Value::Array(entries)) if !entries.is_empty() => {
            let own = entries[byte(3) % entries.len()].clone();
            entries.insert(byte(4) % entries.len(), own);
        }
        (2, Value::Array(entries)) if !entries.is_empty() => {
            let n_entries = entries.len();
            entries.swap(byte(3) % n_entries, byte(4) % n_entries);
        }
        (0, Value::Object(fields)) if !fields.is_empty() => {
            let key = fields.keys().nth(byte(3) % fields.len()).cloned();
            key.and_then(|key| fields.remove(&key));
        }
        (1, Value::Object(fields)) => {
            fields.insert(number.to_string(), json!(byte(4)));
        }
        (0 | 1, Value::Number(own)) => {
            let own = own.as_i64().map(|own| own.saturating_add(number));
            *place = own.map_or(json!(number), |own| json!(own));
        }
        (2, Value::Number(own)) => {
            let own = own.as_f64().unwrap_or_default();
            *place = json!(own * (1.0 + number as f64 / 1000.0));
        }
        (0, Value::Bool(own)) => *own = !*own,
        (0, Value::String(own)) => {
            own.pop();
        }
        (1, Value::String(own)) => own.push(char::from(byte(3) as u8)),
        (3, own) => *own = Value::Null,
        (4, own) => *own = json!(number),
        (5, own) => *own = json!(number as f64 / 7.0),
        (6, own) => *own = json!(number.to_string()),
        (_, own) => *own = json!([]),
    }
}
