//! Usual signs for a missing value that count as values, because no recipe names them.

use crate::data::{MissingCodes, MissingProposal, Table, usual_signs};

/// The most signs that are told individually.
const TOLD: usize = 5;

/// The usual signs for a missing value in the columns of a table that its recipe does not name, by column.
pub fn unnamed_signs(table: &Table, missing: &MissingCodes) -> Vec<(String, MissingProposal)> {
    let columns = table.columns.iter().flat_map(|column| {
        let signs = usual_signs(&column.dictionary, missing.of(&column.name));
        signs.into_iter().map(|sign| (column.name.clone(), sign))
    });
    columns.collect()
}

/// One sentence about them and what to do; `None` if there are none.
pub fn told_unnamed(signs: &[(String, MissingProposal)]) -> Option<String> {
    let (column, MissingProposal { code, .. }) = signs.first()?;
    let each = signs.iter().take(TOLD).map(|(column, sign)| {
        let times = match sign.records {
            1 => "once".to_owned(),
            2 => "twice".to_owned(),
            more => format!("{more} times"),
        };
        format!("`{}` occurs {times} in `{column}`", sign.code)
    });
    let more = match signs.len().saturating_sub(TOLD) {
        0 => String::new(),
        more => format!(", {more} more signs occur"),
    };
    let (counts, what) = if signs.len() == 1 { ("and counts", "it means") } else { ("and each counts", "one means") };
    let said = serde_json::json!({ column: {"missing": [code]} });
    Some(format!(
        "{}{more}, {counts} as a value; if {what} that the value is missing, name it: \"columns\": {said} in the recipe",
        each.collect::<Vec<_>>().join(", ")
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{Dialect, TableReader};

    fn told(text: &str, missing: &[&str]) -> crate::error::Result<Option<String>> {
        let columns = ["a".to_owned(), "b".to_owned()];
        let mut reader = TableReader::new(&Dialect::default(), &columns);
        reader.push(text.as_bytes())?;
        let codes: Vec<String> = missing.iter().map(|&code| code.to_owned()).collect();
        Ok(told_unnamed(&unnamed_signs(&reader.finish()?, &MissingCodes::everywhere(&codes))))
    }

    #[test]
    fn what_nobody_named_is_told_once() -> crate::error::Result<()> {
        let table = "a,b\nx,?\ny,?\nz,1\nw,2\n";
        assert_eq!(
            told(table, &[""])?.as_deref(),
            Some(
                "`?` occurs twice in `b`, and counts as a value; if it means that the value is missing, name it: \
                 \"columns\": {\"b\":{\"missing\":[\"?\"]}} in the recipe"
            )
        );
        let both = told("a,b\n?,NA\nx,1\ny,2\n", &[])?.unwrap_or_default();
        assert!(
            both.starts_with("`?` occurs once in `a`, `NA` occurs once in `b`, and each counts as a value"),
            "{both}"
        );
        assert_eq!(told(table, &["?"])?, None);
        assert_eq!(told("a,b\n+,NA\n-,DE\n-,FR\n", &[])?, None);
        Ok(())
    }
}
