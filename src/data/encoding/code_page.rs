//! The code pages of DOS, which no browser decodes: one decoder for the page and the command line.

use super::tables::{IBM437, IBM850};

/// An encoding with one byte a character, which the Encoding Standard of browsers lacks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodePage {
    /// The characters of the bytes from 0x80 on.
    upper: Vec<char>,
}

impl CodePage {
    /// The code page with this label: `ibm437` or `ibm850`, also written `cp437`, `cp850`, `437` and `850`.
    pub fn named(label: &str) -> Option<Self> {
        let label = label.to_ascii_lowercase();
        let number = ["ibm", "cp"].iter().find_map(|start| label.strip_prefix(start)).unwrap_or(&label);
        let upper = match number.trim_start_matches(['-', '_']) {
            "437" => IBM437,
            "850" => IBM850,
            _ => return None,
        };
        Some(Self { upper: upper.chars().collect() })
    }

    /// The text of these bytes. Every byte is a character.
    pub fn decode(&self, bytes: &[u8]) -> String {
        let character = |&byte: &u8| match byte.checked_sub(0x80) {
            Some(at) => self.upper.get(usize::from(at)).copied().unwrap_or(char::REPLACEMENT_CHARACTER),
            None => char::from(byte),
        };
        bytes.iter().map(character).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_pages_by_their_labels() {
        for (label, bytes, text) in [
            ("ibm850", &b"M\x81ller, Fran\x87ois, \xb5vila, \xd5"[..], "Müller, François, Ávila, ı"),
            ("CP437", b"M\x81ller, \x9b, \xe0\xff", "Müller, ¢, α\u{a0}"),
            ("cp-850", b"\xa4", "ñ"),
        ] {
            assert_eq!(CodePage::named(label).map(|page| page.decode(bytes)).as_deref(), Some(text), "{label}");
        }
        for label in ["ibm866", "utf-8", "cp", "", "windows-1252"] {
            assert_eq!(CodePage::named(label), None, "{label}");
        }
    }
}
