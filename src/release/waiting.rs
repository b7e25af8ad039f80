//! Rows buffered for a shuffle. Pseudonym numbers are assigned once the order is known.

use super::treatment::Made;
use std::borrow::Cow;

/// The length that marks a cell as a code.
const CODE: u32 = u32::MAX;

/// Appends a cell.
pub(super) fn put(cell: &Made<'_>, row: &mut Vec<u8>) {
    match cell {
        Made::Text(text) => {
            row.extend_from_slice(&(text.len() as u32).to_le_bytes());
            row.extend_from_slice(text.as_bytes());
        }
        Made::Number(code) => {
            row.extend_from_slice(&CODE.to_le_bytes());
            row.extend_from_slice(&code.to_le_bytes());
        }
    }
}

/// The cells of a row, as they were appended.
pub(super) fn cells(row: &[u8]) -> impl Iterator<Item = Made<'_>> {
    let mut rest = row;
    std::iter::from_fn(move || {
        let number = take_number(&mut rest)?;
        if number == CODE {
            return Some(Made::Number(take_number(&mut rest)?));
        }
        let (text, after) = rest.split_at_checked(number as usize)?;
        rest = after;
        Some(Made::Text(Cow::Borrowed(std::str::from_utf8(text).ok()?)))
    })
}

fn take_number(rest: &mut &[u8]) -> Option<u32> {
    let (&bytes, after) = rest.split_first_chunk()?;
    *rest = after;
    Some(u32::from_le_bytes(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_come_back_as_they_were_put() {
        let mut row = Vec::new();
        for cell in ["", "a,\"b\"", "Ærø\n"] {
            put(&Made::Text(Cow::Borrowed(cell)), &mut row);
            put(&Made::Number(cell.len() as u32), &mut row);
        }
        let told: Vec<String> = cells(&row).map(|cell| format!("{cell:?}")).collect();
        assert_eq!(told[0], "Text(\"\")");
        assert_eq!(told[2], r#"Text("a,\"b\"")"#);
        assert_eq!(told[5], "Number(6)");
        assert_eq!(told.len(), 6);
    }
}
