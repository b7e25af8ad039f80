//! The name of a table, in parts.

use super::engine::Engine;
use crate::error::{Result, SqlError};

/// The name of a table or of a schema: `table`, `schema.table`, `catalog.schema.table`. A part in double quotes may
/// contain a dot, and a double quote that is written twice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableName(Vec<String>);

impl TableName {
    /// Reads a name as a user types it.
    ///
    /// # Errors
    /// [`SqlError::TableName`]: an empty part, a quote that is not closed, letters after a closing quote, a U+0000.
    pub fn parse(typed: &str) -> Result<Self> {
        let wrong = |problem| Err(SqlError::TableName { problem }.into());
        let mut parts = vec![String::new()];
        let mut letters = typed.chars().peekable();
        while let Some(letter) = letters.next() {
            match (letter, parts.last_mut()) {
                ('\0', _) => return wrong("it has the character U+0000"),
                ('.', _) => parts.push(String::new()),
                ('"', Some(part)) if part.is_empty() => {
                    loop {
                        match letters.next() {
                            None => return wrong("a double quote is not closed"),
                            Some('"') if letters.peek() == Some(&'"') => {
                                letters.next();
                                part.push('"');
                            }
                            Some('"') => break,
                            Some(letter) => part.push(letter),
                        }
                    }
                    if letters.peek().is_some_and(|&next| next != '.') {
                        return wrong("letters stand behind a closing quote");
                    }
                }
                (_, Some(part)) => part.push(letter),
                (_, None) => {}
            }
        }
        if parts.iter().any(String::is_empty) {
            return wrong("a part of it is empty");
        }
        Ok(Self(parts))
    }

    /// As a database reads it.
    pub(super) fn quoted(&self, engine: Engine) -> String {
        let parts: Vec<_> = (self.0.iter()).map(|part| engine.identifier(part)).collect();
        parts.join(".")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_read_as_typed() {
        let read = |typed: &str| TableName::parse(typed).map(|name| name.0);
        assert_eq!(read("a.B c"), Ok(vec!["a".into(), "B c".into()]));
        assert_eq!(read("\"a.\"\"b\".c"), Ok(vec!["a.\"b".into(), "c".into()]));
        for typed in ["", "a.", ".a", "a..b", "\"a", "\"a\"b", "a\0", "\"\""] {
            assert!(read(typed).is_err(), "{typed:?}");
        }
    }

    #[test]
    fn parts_are_quoted_one_by_one() {
        let name = TableName::parse("a.\"b\"\"`.c\"").unwrap();
        assert_eq!(name.quoted(Engine::Postgres), "\"a\".\"b\"\"`.c\"");
        assert_eq!(name.quoted(Engine::Spark), "`a`.`b\"``.c`");
    }
}
