//! Every way to tamper with a report: it walks any report, and changes each field in each way that its type allows.

use kanon::release::verify::Claim;
use serde_json::{Map, Value, json};

/// A report in which one thing is not as it was made.
#[derive(Debug, Clone)]
pub struct Tampered {
    /// Where, as claims name it: keys and places from 1, with dots between.
    pub path: String,
    /// What was done.
    pub how: &'static str,
    /// The whole report.
    pub report: Value,
}

/// All of them, in the order of the report.
pub fn tamperings(report: &Value) -> Vec<Tampered> {
    let mut found = Vec::new();
    walk(report, "", &mut |path, how, tampered| {
        found.push(Tampered { path, how, report: tampered });
    });
    found
}

/// What is accepted although it is false: those of the tamperings whose claims all hold, without that the place is said
/// to be not checked. `claims` are those of the check of a report; `None` stands for a report that is refused.
pub fn accepted(report: &Value, check: impl Fn(&str) -> Option<Vec<Claim>>) -> Vec<String> {
    (tamperings(report).into_iter())
        .filter(|tampered| match check(&tampered.report.to_string()) {
            None => false,
            Some(claims) => passes(&claims, &tampered.path),
        })
        .map(|tampered| format!("{}: {}", tampered.path, tampered.how))
        .collect()
}

/// The report with one key twice, once for each of its objects, with what a refusal must say of it.
pub fn with_a_key_twice(report: &Value) -> Vec<(String, String)> {
    let added = tamperings(report).into_iter();
    let added = added.filter(|tampered| tampered.how == "added");
    let twice = added.map(|tampered| {
        let json = tampered.report.to_string();
        let (once, key) = (r#""unheard of":1"#, "`unheard of` occurs twice");
        let said = match tampered.path.rsplit_once('.') {
            None => format!("{key} at line"),
            Some((above, _)) => format!("{key} in `{above}` at line"),
        };
        (json.replace(once, &format!("{once},{once}")), said)
    });
    twice.collect()
}

/// Whether all claims hold, and none says that this place is not checked.
pub fn passes(claims: &[Claim], path: &str) -> bool {
    let is_of = |claim: &Claim| (claim.field.as_deref()).is_some_and(|field| covers(field, path));
    let open = |claim: &Claim| claim.holds.is_none() && is_of(claim);
    claims.iter().all(|claim| claim.holds != Some(false)) && !claims.iter().any(open)
}

/// Whether a claim speaks of a place: of the place itself, of what it is part of, or of all parts of this name.
fn covers(claim: &str, path: &str) -> bool {
    let within = |whole: &str| path.strip_prefix(whole).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    match claim.split_once(".….") {
        None => within(claim),
        Some((whole, part)) => within(whole) && path.split('.').any(|own| own == part),
    }
}

type Found<'a> = dyn FnMut(String, &'static str, Value) + 'a;

/// Hands on every tampering of a value, by its path within it.
fn walk(value: &Value, path: &str, found: &mut Found<'_>) {
    for (how, tampered) in of_value(value) {
        // 0 and 0.0 are one number.
        let is_same = tampered == *value || tampered.as_f64().is_some() && tampered.as_f64() == value.as_f64();
        if !is_same {
            found(path.to_owned(), how, tampered);
        }
    }
    let part = |name: &str| match path {
        "" => name.to_owned(),
        path => format!("{path}.{name}"),
    };
    match value {
        Value::Object(fields) => {
            for (key, own) in fields {
                let mut without = fields.clone();
                without.remove(key);
                found(part(key), "removed", Value::Object(without));
                walk(own, &part(key), &mut |path, how, tampered| {
                    let mut fields = fields.clone();
                    fields.insert(key.clone(), tampered);
                    found(path, how, Value::Object(fields));
                });
            }
            let mut more = fields.clone();
            more.insert("unheard of".to_owned(), json!(1));
            found(part("unheard of"), "added", Value::Object(more));
        }
        Value::Array(entries) => {
            for (place, own) in entries.iter().enumerate() {
                let name = part(&(place + 1).to_string());
                let mut without = entries.clone();
                without.remove(place);
                found(name.clone(), "removed", Value::Array(without));
                let mut twice = entries.clone();
                twice.insert(place, own.clone());
                found(name.clone(), "repeated", Value::Array(twice));
                if entries.get(place + 1).is_some_and(|next| next != own) {
                    let mut swapped = entries.clone();
                    swapped.swap(place, place + 1);
                    found(name.clone(), "swapped", Value::Array(swapped));
                }
                walk(own, &name, &mut |path, how, tampered| {
                    let mut entries = entries.clone();
                    entries[place] = tampered;
                    found(path, how, Value::Array(entries));
                });
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// What a value may be exchanged for.
fn of_value(value: &Value) -> Vec<(&'static str, Value)> {
    let mut others = vec![
        ("null", Value::Null),
        ("a text in its place", json!("x")),
        ("a number in its place", json!(7)),
        ("a list in its place", json!([])),
        ("an object in its place", Value::Object(Map::new())),
    ];
    match value {
        Value::Bool(is_true) => others.push(("flipped", json!(!is_true))),
        Value::Number(number) => {
            let own = number.as_f64().unwrap();
            others.push(("0", json!(0)));
            others.push(("a millionth more", json!(own * (1.0 + 1e-6) + 1e-6)));
            match number.as_u64() {
                Some(own) => {
                    others.push(("1 more", json!(own.saturating_add(1))));
                    others.push(("1 less", json!(i128::from(own) as i64 - 1)));
                    others.push(("twice", json!(own.saturating_mul(2))));
                    others.push(("half", json!(own / 2)));
                    others.push(("negative", json!(-(own as i64) - 1)));
                }
                None => {
                    others.push(("1 more", json!(own + 1.0)));
                    others.push(("1 less", json!(own - 1.0)));
                    others.push(("twice", json!(own * 2.0)));
                    others.push(("negative", json!(-own)));
                }
            }
        }
        Value::String(text) => {
            others.push(("empty", json!("")));
            others.push(("one character more", json!(format!("{text}0"))));
            let places: Vec<usize> = text.char_indices().map(|(place, _)| place).collect();
            for place in places.first().into_iter().chain(places.last()) {
                let mut changed = text.clone();
                let own = changed.remove(*place);
                changed.insert(*place, if own == '1' { '2' } else { '1' });
                others.push(("one character changed", json!(changed)));
            }
        }
        Value::Null | Value::Array(_) | Value::Object(_) => {}
    }
    others
}

/// A release with one byte changed, left out or put in, at every place, and what was done to it.
pub fn byte_tamperings(release: &[u8]) -> impl Iterator<Item = (String, Vec<u8>)> {
    (0..release.len()).flat_map(move |byte| {
        let mut changed = Vec::new();
        for other in [b'*', b',', b'\n', b'0', b'"'] {
            if release[byte] != other {
                let mut tampered = release.to_vec();
                tampered[byte] = other;
                changed.push((format!("byte {byte}"), tampered));
            }
        }
        let mut shorter = release.to_vec();
        shorter.remove(byte);
        changed.push((format!("without byte {byte}"), shorter));
        let mut longer = release.to_vec();
        longer.insert(byte, b'x');
        changed.push((format!("more at byte {byte}"), longer));
        changed
    })
}
