//! A file is named for what it holds.

use crate::Breach;
use crate::tree::File;

/// Names that say nothing of what a file holds.
const SAY_NOTHING: [&str; 13] = [
    "util",
    "utils",
    "utility",
    "utilities",
    "helper",
    "helpers",
    "common",
    "manager",
    "managers",
    "misc",
    "stuff",
    "impl",
    "impls",
];

/// A file or folder whose name says nothing.
pub(crate) fn breaches(file: &File) -> Vec<Breach> {
    file.path
        .split('/')
        .filter(|part| {
            let stem = part.split('.').next().unwrap_or_default().to_lowercase();
            stem.split(['-', '_']).any(|word| SAY_NOTHING.contains(&word))
        })
        .map(|part| format!("{}: `{part}` does not say what it holds", file.path))
        .collect()
}

#[test]
fn a_name_that_says_nothing_is_found() {
    let count = |path: &str| breaches(&File { path: path.to_owned(), text: String::new() }).len();
    for path in [
        "src/data/utils.rs",
        "src/helpers/mod.rs",
        "www/ui/common.ts",
        "www/state/study-manager.ts",
        "tests/page/test_helpers.ts",
    ] {
        assert_eq!(count(path), 1, "{path}");
    }
    for path in ["src/data/table.rs", "www/charts/axis.ts", "src/recipe/commons_test.rs"] {
        assert_eq!(count(path), 0, "{path}");
    }
}
