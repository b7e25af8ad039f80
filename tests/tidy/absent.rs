//! The page's types say which fields may be absent.

use crate::Breach;
use crate::tree::File;

/// How a type of the core is marked that is written for the page.
const WRITTEN: &str = concat!("derive(ts_rs", "::TS)");
const LEFT_OUT: &str = concat!("skip_serializing", "_if");

/// Fields that are left out at times, and that the types of the page would always have: their writer takes a field for
/// one that may be absent if it has a `default` as well, or is marked as optional.
pub(crate) fn fields(file: &File) -> Vec<Breach> {
    if !file.path.starts_with("src/") || !file.text.contains(WRITTEN) {
        return Vec::new();
    }
    let lines: Vec<&str> = file.text.lines().collect();
    let is_told = |place: usize| {
        let above = place.checked_sub(1).map_or("", |above| lines[above]);
        lines[place].contains("default") || above.contains("optional")
    };
    (0..lines.len())
        .filter(|&place| lines[place].contains(LEFT_OUT) && !is_told(place))
        .map(|place| format!("{}:{}: give the field a `default`, too, for the types of the page", file.path, place + 1))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_that_would_never_be_absent_is_found() {
        let count = |field: &str| {
            let text = format!("#[cfg_attr(test, {WRITTEN})]\nstruct A {{\n{field}\n    pub a: Option<u8>,\n}}\n");
            fields(&File { path: "src/a.rs".to_owned(), text }).len()
        };
        assert_eq!(count(&format!("    #[serde({LEFT_OUT} = \"Option::is_none\")]")), 1);
        assert_eq!(count(&format!("    #[serde(default, {LEFT_OUT} = \"Option::is_none\")]")), 0);
        assert_eq!(count(&format!("    #[cfg_attr(test, ts(optional))]\n    #[serde({LEFT_OUT} = \"is_one\")]")), 0);
        let other = File { path: "src/a.rs".to_owned(), text: format!("#[serde({LEFT_OUT} = \"is_one\")]") };
        assert_eq!(fields(&other), [""; 0]);
    }
}
