//! How much of a text beyond ASCII is UTF-8.

/// The characters beyond ASCII that are valid UTF-8, and the places that are not: wrong bytes side by side are one. A
/// character that is cut at the end is neither.
pub(super) fn beyond_ascii(bytes: &[u8]) -> (u64, u64) {
    let mut counts = (0, 0);
    let mut left = bytes.len();
    let mut is_wrong = false;
    for chunk in bytes.utf8_chunks() {
        left -= chunk.valid().len() + chunk.invalid().len();
        counts.0 += characters_beyond_ascii(chunk.valid());
        let is_cut =
            || left == 0 && std::str::from_utf8(chunk.invalid()).is_err_and(|error| error.error_len().is_none());
        let goes_on = is_wrong && chunk.valid().is_empty();
        is_wrong = !chunk.invalid().is_empty() && !is_cut();
        counts.1 += u64::from(is_wrong && !goes_on);
    }
    counts
}

/// The characters of a text that are not ASCII.
pub(super) fn characters_beyond_ascii(text: &str) -> u64 {
    // The first bytes of their characters.
    text.bytes().filter(|&byte| byte >= 0xc0).count() as u64
}

#[cfg(test)]
mod tests {
    use super::beyond_ascii;

    #[test]
    fn wrong_bytes_side_by_side_are_one_place_and_what_is_cut_is_none() {
        for (bytes, expected) in [
            (&b"abc"[..], (0, 0)),
            ("äß€".as_bytes(), (3, 0)),
            (b"\xe9", (0, 0)),
            (b"\xe9a", (0, 1)),
            (b"\xff", (0, 1)),
            (b"\xed\xa0\x80 \xc3\xa4\xff\xffa\xff", (1, 3)),
            (b"\xc3\xa4 \xe2\x82", (1, 0)),
        ] {
            assert_eq!(beyond_ascii(bytes), expected, "{bytes:x?}");
        }
    }
}
