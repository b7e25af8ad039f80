//! Bytes of a file as UTF-8, whatever its encoding.

use crate::failure::Failure;
use encoding_rs::{DecoderResult, Encoding, UTF_8};
use kanon::data::CodePage;

/// Decodes chunks of a file, one after the other.
pub(crate) struct Decoder {
    by: By,
    text: String,
    /// The name of the encoding, for messages.
    pub(crate) name: String,
}

enum By {
    /// It is UTF-8, which its reader checks.
    Nothing,
    Standard(Box<encoding_rs::Decoder>),
    CodePage(CodePage),
}

impl Decoder {
    /// The decoder of the encoding with this label.
    pub(crate) fn named(label: &str) -> Result<Self, Failure> {
        let standard = Encoding::for_label_no_replacement(label.as_bytes());
        let by = match (standard, CodePage::named(label)) {
            (Some(encoding), _) if encoding == UTF_8 => By::Nothing,
            (Some(encoding), _) => By::Standard(Box::new(encoding.new_decoder())),
            (None, Some(page)) => By::CodePage(page),
            (None, None) => {
                return Err(Failure::input(format!(
                    "`{label}` is not an encoding that can be read. Use a label of the WHATWG Encoding Standard, for example utf-8, utf-16le or windows-1252, or ibm850 or ibm437."
                )));
            }
        };
        let name = standard.map_or_else(|| label.to_lowercase(), |encoding| encoding.name().to_lowercase());
        Ok(Self { by, text: String::new(), name })
    }

    /// The next chunk as UTF-8; `is_last` says that there is no other one. Fails with the bytes up to the end of those
    /// that are malformed.
    pub(crate) fn decode<'a>(&'a mut self, raw: &'a [u8], is_last: bool) -> Result<&'a [u8], u64> {
        match &mut self.by {
            By::Nothing => return Ok(raw),
            By::CodePage(page) => self.text = page.decode(raw),
            By::Standard(decoder) => {
                self.text.clear();
                let most = decoder.max_utf8_buffer_length_without_replacement(raw.len());
                self.text.reserve(most.unwrap_or(4 * raw.len() + 16));
                let (result, read) = decoder.decode_to_string_without_replacement(raw, &mut self.text, is_last);
                if let DecoderResult::Malformed(..) = result {
                    return Err(read as u64);
                }
            }
        }
        Ok(self.text.as_bytes())
    }
}
