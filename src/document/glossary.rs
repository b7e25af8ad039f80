//! The glossary: terms and their formulas in the notation of the field.

/// A term.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Term {
    /// The term.
    pub name: &'static str,
    /// The meaning, in plain words.
    pub means: &'static str,
    /// The formula; empty if there is none.
    pub formula: &'static str,
}

const fn term(name: &'static str, means: &'static str, formula: &'static str) -> Term {
    Term { name, means, formula }
}

/// The terms, in alphabetical order.
pub const GLOSSARY: [Term; 36] = [
    term("average class size", "A loss: how many records share a class, on the average.", "records ÷ classes"),
    term("average risk", "The chance to be found, averaged over all records.", "classes ÷ records"),
    term(
        "bound",
        "A loss that no valid policy is below. When it reaches the loss of the best policy found, that one is proven best.",
        "",
    ),
    term("box", "A set of policies that the exact search looks at together and closes by one bound.", ""),
    term("class", "All records that agree on every quasi-identifier; also equivalence class.", ""),
    term("column left out", "A column that the release does not have.", ""),
    term(
        "discernibility",
        "A loss: the number of records that each record is indistinguishable from.",
        "Σ over classes of size², and for suppressed records size × all records",
    ),
    term("DM*", "Discernibility that treats suppressed records as any class.", "Σ over classes of size²"),
    term("frontier", "The policies for which no other has both less risk and less loss.", ""),
    term("generalization", "A value is replaced by a group that it lies in: 37 by 30-39.", ""),
    term("height", "A loss: steps of generalization, all columns together.", "Σ over quasi-identifiers of the level"),
    term("hierarchy", "The groups of a column, level by level, each level coarser than the one below.", ""),
    term(
        "highest risk",
        "The chance to be found of the person who is easiest to find.",
        "1 ÷ records of the smallest class",
    ),
    term("identifier", "A column that names a person by itself.", ""),
    term("insensitive", "A column that others do not know, and that nobody minds.", ""),
    term(
        "Iyengar loss",
        "A loss: which share of the other values of its column a released value leaves open. 0 is every value as it was, 1 is nothing said.",
        "mean over cells of (leaves under the released value − 1) ÷ (leaves in all − 1)",
    ),
    term(
        "journalist",
        "An attacker who knows somebody of the population, and not who is in the table.",
        "1 ÷ people of the class in the population",
    ),
    term("k", "The fewest records that a class may have.", "highest risk ≤ 1 ÷ k"),
    term(
        "KL divergence",
        "A loss of the frontier: how far the distribution of the release is from that of the original, in nats.",
        "Σ p ln(p ÷ q)",
    ),
    term("lattice", "All policies, ordered by which is coarser.", "product over columns of their levels"),
    term("level", "A step of a hierarchy: 0 is the value as it is.", ""),
    term(
        "marketer",
        "An attacker who matches the whole table with a list, and does not mind wrong matches.",
        "Σ over classes of records ÷ people",
    ),
    term(
        "minimal distortion",
        "A loss: cells that no longer say one value.",
        "cells of groups of several values, or suppressed ÷ cells",
    ),
    term(
        "minimum unsafe combination",
        "Values that fewer than k records share, of which every smaller part is shared by k or more. Counted once for each record that has them.",
        "",
    ),
    term("nat", "A unit of information: 1.44 bits.", "1 nat = 1 ÷ ln 2 bits"),
    term(
        "non-uniform entropy",
        "A loss: what the release leaves unsaid, in bits. One bit is one question of yes or no.",
        "Σ over cells of −log₂(records of the value ÷ records of its group)",
    ),
    term("policy", "A level for each quasi-identifier.", ""),
    term(
        "precision",
        "A loss: how high the columns stand in their hierarchies.",
        "mean over quasi-identifiers of level ÷ (levels − 1)",
    ),
    term("prosecutor", "An attacker who knows that a person is in the table.", "1 ÷ records of the class"),
    term("quasi-identifier", "A column that others may know, and that singles out a person together with others.", ""),
    term("sensitive", "A column that holds what nobody should learn of a person.", ""),
    term("suppressed cell", "A cell of which the release says nothing, while others of its record stay.", ""),
    term(
        "suppressed record",
        "A record in a class smaller than k, or that does not keep a condition: all its quasi-identifiers become *, or the release is without it.",
        "",
    ),
    term("suppression limit", "The share of the records that may be suppressed.", "⌊limit × records⌋ records"),
    term("threshold", "The risk above which a record counts as over it.", "1 ÷ k where nothing else is said"),
    term("unique record", "A record that is alone in its class.", ""),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_in_order_and_each_is_there_once() {
        let names: Vec<String> = GLOSSARY.iter().map(|term| term.name.to_lowercase()).collect();
        assert!(names.windows(2).all(|pair| pair[0] < pair[1]), "{names:?}");
    }
}
