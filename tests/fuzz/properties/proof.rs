//! Property: of bytes that no program made, none is accepted as a proof unless its claim is true.

use kanon_check::check;

/// Twelve records of two columns; k = 3, and two records may be suppressed.
const TABLE: &str = "a,b\n1,x\n1,x\n1,y\n2,x\n2,y\n2,y\n3,x\n3,x\n3,z\n4,z\n4,z\n4,y\n";

const RECIPE: &str = r#"{"kanon": 1, "columns": {
  "a": {"role": "quasi-identifier", "hierarchy": {"rows": [["1", "1-2", "*"], ["2", "1-2", "*"], ["3", "3-4", "*"], ["4", "3-4", "*"]]}},
  "b": {"role": "quasi-identifier", "hierarchy": {"rows": [["x", "xy", "*"], ["y", "xy", "*"], ["z", "z", "*"]]}}},
  "privacy": {"k": 3, "suppression_limit": 0.2}, "loss": {"measure": "iyengar", "aggregate": "arithmetic-mean"}}"#;

/// The best of the nine policies.
const BEST: [usize; 2] = [1, 1];

/// Checks a proof. Returns whether it is one.
pub(crate) fn holds(bytes: &[u8]) -> bool {
    match check(bytes, TABLE.as_bytes(), RECIPE, None, 2, &()) {
        Ok(proven) => {
            assert_eq!(proven.levels, BEST, "another policy was proven");
            true
        }
        Err(_) => false,
    }
}
