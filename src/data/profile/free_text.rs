//! Free text: what persons wrote, which may name persons and tells none of them apart.

use super::patterns::is_sentence;
use crate::data::lexicon::{Concept, Lexicon};

/// Whether the name of a column says that it holds free text, and not the numbers of texts.
pub fn is_free_text_by_name(name: &str) -> bool {
    let meaning = Lexicon::new().read(name);
    meaning.has(Concept::Text) && !meaning.has(Concept::Number)
}

/// Counts how many cells of a column are sentences.
#[derive(Debug, Clone)]
pub struct TextTally {
    is_named_so: bool,
    cells: u64,
    sentences: u64,
}

impl TextTally {
    /// A column with this name, before its first cell.
    pub fn new(name: &str) -> Self {
        Self { is_named_so: is_free_text_by_name(name), cells: 0, sentences: 0 }
    }

    /// Counts a cell that has a value.
    pub fn push(&mut self, cell: &str) {
        self.cells += 1;
        self.sentences += u64::from(is_sentence(cell));
    }

    /// Whether the column is free text, by its name or because at least half of its cells are sentences.
    pub fn is_free(&self) -> bool {
        self.is_named_so || (self.cells > 0 && 2 * self.sentences >= self.cells)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_free(name: &str, cells: &[&str]) -> bool {
        let mut tally = TextTally::new(name);
        cells.iter().for_each(|cell| tally.push(cell));
        tally.is_free()
    }

    #[test]
    fn texts_are_known_by_name_or_by_sentences() {
        let sentences = ["Seen again after two weeks", "no", "Left the ward at noon"];
        assert!(is_free("x7", &sentences));
        for name in ["COMMENTAIRES", "notes", "Bemerkung", "freeText_note", "patient_comment"] {
            assert!(is_free(name, &["no", "yes"]), "{name}");
        }
        assert!(!is_free("x7", &["Ann Smith", "Maria del Carmen Lopez", "Bo Berg"]));
        assert!(!is_free("patient_id", &["P1", "P2"]));
        assert!(!is_free("comment_id", &["C1", "C2"]));
        assert!(!is_free("x7", &[]));
    }
}
