//! What an external report says of a release.

use super::{Fields, Fitting, Making, Node, node};

/// What tells nothing of single records.
const ALWAYS: [&str; 19] = [
    "kind",
    "format",
    "version",
    "policy",
    "treatments",
    "policy_in_words",
    "k",
    "measure",
    "aggregate",
    "optimal",
    "lattice_size",
    "policies_checked",
    "policies_pruned",
    "boxes_looked_at",
    "policies_evaluated",
    "algorithm",
    "seed",
    "seconds",
    "output_sha256",
];

/// What no external report has.
pub(super) const NEVER: [&str; 3] = ["read", "input_sha256", "recipe_sha256"];

/// The figures into which the loss enters. A loss times the records gives the suppressed ones.
const OF_LOSS: [&[&str]; 4] = [&["loss"], &["loss_by_quasi_identifier"], &["bound"], &["chosen", "policy", "best"]];

/// The measure that adds up logarithms of how often each value of the original occurs. Of all its digits only few
/// counts of values are possible.
const OF_FREQUENCIES: &str = "entropy";

/// What a choice of a point of a frontier says of such figures.
const POINT_FIGURES: [&[&str]; 5] = [
    &["chosen", "frontier", "risk"],
    &["chosen", "frontier", "loss"],
    &["chosen", "frontier", "expected"],
    &["chosen", "frontier", "reference"],
    &["chosen", "frontier", "population", "journalist"],
];

/// The rest of a choice.
const CHOSEN: [&[&str]; 7] = [
    &["chosen", "policy", "levels"],
    &["chosen", "policy", "why"],
    &["chosen", "frontier", "space"],
    &["chosen", "frontier", "population", "file"],
    &["chosen", "frontier", "population", "people"],
    &["chosen", "frontier", "exact"],
    &["chosen", "frontier", "why"],
];

/// What is said of a condition.
const OF_CONDITION: [&str; 3] = ["asked", "in_words", "found"];

/// The conditions that compare a class with the whole original.
const OF_TABLE: [&str; 2] = ["t-closeness", "beta-likeness"];

/// The figures of a table's classes beside its records.
const OF_CLASSES: [&str; 5] = ["smallest_class", "classes", "unique_records", "highest", "average"];

/// The counts of a release.
struct Counts {
    k: u64,
    /// Records of the release.
    records: u64,
    suppressed: u64,
    are_removed: bool,
    classes: u64,
    smallest: u64,
    limit: f64,
    limit_records: u64,
}

impl Counts {
    fn of(making: &Making<'_>) -> Self {
        Self {
            k: making.k,
            records: making.whole(&["records"]),
            suppressed: making.whole(&["suppressed_records"]),
            are_removed: making.has(&["removed_records"]),
            classes: making.whole(&["classes"]),
            smallest: making.whole(&["risk", "after", "smallest_class"]),
            limit: making.number(&["suppression_limit"]),
            limit_records: making.whole(&["suppression_limit_records"]),
        }
    }

    /// The records of the original if so many are suppressed.
    fn all(&self, suppressed: u64) -> u64 {
        if self.are_removed { self.records.saturating_add(suppressed) } else { self.records }
    }

    /// The records that are kept if so many are suppressed.
    fn kept(&self, suppressed: u64) -> u64 {
        self.all(suppressed).saturating_sub(suppressed)
    }

    /// The share of the records that may be suppressed, in records.
    fn most(&self, suppressed: u64) -> f64 {
        self.limit * self.all(suppressed) as f64 + 1e-9
    }
}

/// What may be shown beside a hidden number of suppressed records.
struct May {
    records: bool,
    classes: bool,
    limit: bool,
    limit_records: bool,
    /// Figures of the records that are kept.
    kept: bool,
    /// The records of the original.
    all: bool,
    /// The suppressed records, and what they enter into.
    suppressed: bool,
}

impl May {
    fn of(counts: &Counts, making: &Making<'_>) -> Self {
        if making.may_show(counts.suppressed) {
            return Self {
                records: true,
                classes: true,
                limit: true,
                limit_records: true,
                kept: true,
                all: true,
                suppressed: true,
            };
        }
        let Counts { k, classes, smallest, .. } = *counts;
        let mut left = Fitting::of(counts.suppressed, making.below);
        let own = counts.suppressed;
        // Records that are kept are in classes of k.
        let records = left.admits(|number| counts.kept(number) == 0 || counts.kept(number) >= k);
        let has_room = |number| match classes {
            0 => counts.kept(number) == 0,
            1 => counts.kept(number) == smallest,
            _ => counts.kept(number) >= classes.saturating_mul(smallest),
        };
        let classes = records && left.admits(has_room);
        let limit = records && left.admits(|number| number as f64 <= counts.most(number));
        let is_limit = |number| counts.most(number).floor() as u64 == counts.limit_records;
        Self {
            records,
            classes,
            limit,
            limit_records: limit && left.admits(is_limit),
            kept: classes && left.admits(|number| counts.kept(number) == counts.kept(own)),
            all: records && left.admits(|number| counts.all(number) == counts.all(own)),
            suppressed: false,
        }
    }
}

/// Keeps what may be shown.
pub(super) fn keep(making: &mut Making<'_>) {
    let counts = Counts::of(making);
    let may = May::of(&counts, making);
    making.keep(&ALWAYS);
    making.keep_if(may.records, &["records"]);
    // Each group has a class at least.
    for key in ["classes", "groups_by_quasi_identifier"] {
        making.keep_if(may.classes, &[key]);
    }
    making.keep_if(may.limit, &["suppression_limit"]);
    making.keep_if(may.limit_records, &["suppression_limit_records"]);
    for key in ["suppressed_records", "removed_records"] {
        making.keep_if(may.suppressed, &[key]);
    }
    for path in CHOSEN {
        making.keep_if(true, path);
    }
    conditions(making, &counts, may.suppressed);
    let of_original = before(making, &counts, &may);
    losses(making, may.suppressed, of_original);
    after(making, &counts, &may);
    attackers(making, &counts, &may, of_original);
    beside(making, &counts, &may);
    making.keep_warnings();
}

/// The losses, and what is said of a point of a frontier. What depends on how often values or classes of the original
/// occur is shown only where none of its classes is smaller than k: a sum of logarithms has so many digits that it
/// fits few counts.
fn losses(making: &mut Making<'_>, has_figures: bool, of_original: bool) {
    let is = |making: &Making<'_>, path: &[&str], word: &str| {
        node::at(making.from, path).and_then(Node::value).is_some_and(|value| value == word)
    };
    let may_losses = has_figures && (of_original || !is(making, &["measure"], OF_FREQUENCIES));
    // Risk and loss of intervals are by the classes and the frequencies of the original.
    let may_point = may_losses && (of_original || !is(making, &["chosen", "frontier", "space"], "partition"));
    for path in OF_LOSS {
        making.keep_if(may_losses, path);
    }
    for path in POINT_FIGURES {
        making.keep_if(may_point, path);
    }
}

/// The conditions. Their figures may depend on the suppressed records: by their number, or by their values where they
/// are removed.
fn conditions(making: &mut Making<'_>, counts: &Counts, has_figures: bool) {
    let Some(Node::Entries(conditions)) = making.from.get("conditions") else { return };
    let is_of_release = |asked: &Node| match asked {
        Node::Fields(asked) => !asked.keys().any(|name| OF_TABLE.contains(&name.as_str())),
        _ => true,
    };
    let are_gone = counts.are_removed && counts.suppressed > 0;
    let has_found = |condition: &Fields| has_figures && (!are_gone || condition.get("asked").is_none_or(is_of_release));
    let mut is_left_out = false;
    let kept = conditions.iter().map(|condition| match condition {
        Node::Fields(fields) => {
            let mut fields = fields.clone();
            if !has_found(&fields) {
                is_left_out |= fields.shift_remove("found").is_some();
            }
            Node::Fields(fields.into_iter().filter(|(key, _)| OF_CONDITION.contains(&key.as_str())).collect())
        }
        other => other.clone(),
    });
    let kept = kept.collect();
    making.put(&["conditions"], Node::Entries(kept));
    if is_left_out {
        making.not_shown.push("conditions.found".to_owned());
    }
}

/// The risk of the original. Returns whether the figures of its classes are shown: none of them is smaller than k.
fn before(making: &mut Making<'_>, counts: &Counts, may: &May) -> bool {
    let Counts { k, suppressed, .. } = *counts;
    let all = counts.all(suppressed);
    let at_risk = making.whole(&["risk", "before", "records_at_risk"]);
    let smallest = making.whole(&["risk", "before", "smallest_class"]);
    let of_classes = may.suppressed && smallest >= making.below;
    making.keep_if(may.all, &["risk", "before", "records"]);
    let is_apart = making.are_apart(at_risk, suppressed);
    // Of k = 2 they are those that are alone.
    let is_safe = at_risk == 0 || (k > 2 && making.may_show(at_risk) && is_apart && making.are_apart(all, at_risk));
    making.keep_if(may.suppressed && is_safe, &["risk", "before", "records_at_risk"]);
    for key in OF_CLASSES {
        making.keep_if(of_classes, &["risk", "before", key]);
    }
    of_classes
}

/// The risk of the release.
fn after(making: &mut Making<'_>, counts: &Counts, may: &May) {
    // Of k = 1 the release promises nothing of its classes.
    let are_large = counts.k > 1 || counts.smallest >= making.below;
    for key in ["records", "average"] {
        making.keep_if(may.kept, &["risk", "after", key]);
    }
    for key in ["smallest_class", "classes", "highest", "unique_records", "records_at_risk"] {
        making.keep_if(may.classes && are_large, &["risk", "after", key]);
    }
    let has_none = making.whole(&["risk", "suppressed", "records"]) == 0;
    for key in ["records", "highest"] {
        making.keep_if(may.suppressed || has_none, &["risk", "suppressed", key]);
    }
}

/// What attackers find.
fn attackers(making: &mut Making<'_>, counts: &Counts, may: &May, of_original: bool) {
    let are_large = counts.k > 1 || counts.smallest >= making.below;
    let classes = may.classes && are_large;
    let not_placed = making.whole(&["attackers", "population", "not_placed"]);
    let people = making.whole(&["attackers", "population", "people"]);
    let is_apart = making.may_show(not_placed) && making.are_apart(not_placed, people);
    for path in [&["attackers", "threshold"][..], &["attackers", "weight_column"]] {
        making.keep_if(true, path);
    }
    for (may, key) in [(true, "file"), (true, "people"), (is_apart, "not_placed")] {
        making.keep_if(may, &["attackers", "population", key]);
    }
    making.keep_if(of_original, &["attackers", "before"]);
    for who in ["prosecutor", "journalist"] {
        for (may, key) in [
            (classes, "highest"),
            (may.kept, "average"),
            (classes, "records_over"),
            (may.kept && classes, "share_over"),
        ] {
            making.keep_if(may, &["attackers", "after", who, key]);
        }
    }
    for key in ["expected", "average"] {
        making.keep_if(may.kept, &["attackers", "after", "marketer", key]);
    }
    making.keep_if(true, &["attackers", "uniqueness", "sampling_fraction"]);
    let alone = making.whole(&["attackers", "uniqueness", "after", "in_table"]);
    making.keep_if(may.suppressed && alone == 0, &["attackers", "uniqueness", "after"]);
    making.keep_if(of_original, &["attackers", "uniqueness", "before"]);
}

/// Counts that stand by themselves.
fn beside(making: &mut Making<'_>, counts: &Counts, may: &May) {
    let wholes = |key: &str| node::at(making.from, &[key]).map_or_else(Vec::new, Node::wholes);
    let kept = counts.kept(counts.suppressed);
    let slack = wholes("slack");
    let all_finest = slack.iter().all(|&cells| cells == 0);
    let is_apart = |&cells: &u64| making.may_show(cells) && making.are_apart(cells, kept);
    let may_slack = all_finest || (may.kept && slack.iter().all(is_apart));
    let may_ragged = wholes("ragged_records").into_iter().all(|records| making.may_show(records));
    making.keep_if(may_slack, &["slack"]);
    making.keep_if(may_ragged, &["ragged_records"]);
}
