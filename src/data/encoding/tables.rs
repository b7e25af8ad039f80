//! The 128 characters beyond ASCII of encodings with one byte a character, in the order of their bytes.
//!
//! Sources: the WHATWG Encoding Standard for windows-1250, windows-1251, windows-1252 and macintosh, where a byte
//! without a character is the control character of its number; the Unicode Consortium's tables `CP437.TXT` and
//! `CP850.TXT`.

/// windows-1252.
pub(super) const WINDOWS_1252: &str = "\
    €\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ\
    \u{a0}¡¢£¤¥¦§¨©ª«¬\u{ad}®¯°±²³´µ¶·¸¹º»¼½¾¿\
    ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞß\
    àáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ";

/// macintosh.
pub(super) const MACINTOSH: &str = "\
    ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü\
    †°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø\
    ¿¡¬√ƒ≈∆«»…\u{a0}ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ\
    ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\u{f8ff}ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ";

/// IBM code page 850.
pub(super) const IBM850: &str = "\
    ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒ\
    áíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐\
    └┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀\
    ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u{ad}±‗¾¶§÷¸°¨·¹³²■\u{a0}";

/// IBM code page 437.
pub(super) const IBM437: &str = "\
    ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒ\
    áíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
    └┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀\
    αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}";

/// windows-1250.
pub(super) const WINDOWS_1250: &str = "\
    €\u{81}‚\u{83}„…†‡\u{88}‰Š‹ŚŤŽŹ\u{90}‘’“”•–—\u{98}™š›śťžź\
    \u{a0}ˇ˘Ł¤Ą¦§¨©Ş«¬\u{ad}®Ż°±˛ł´µ¶·¸ąş»Ľ˝ľż\
    ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢß\
    ŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙";

/// windows-1251.
pub(super) const WINDOWS_1251: &str = "\
    ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u{98}™љ›њќћџ\
    \u{a0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{ad}®Ї°±Ііґµ¶·ё№є»јЅѕї\
    АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ\
    абвгдежзийклмнопрстуфхцчшщъыьэюя";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_those_of_the_encoding_standard() {
        let all: Vec<u8> = (0x80..=0xff).collect();
        for (label, table) in [
            ("windows-1252", WINDOWS_1252),
            ("macintosh", MACINTOSH),
            ("windows-1250", WINDOWS_1250),
            ("windows-1251", WINDOWS_1251),
        ] {
            let text = encoding_rs::Encoding::for_label(label.as_bytes())
                .and_then(|encoding| encoding.decode_without_bom_handling_and_without_replacement(&all));
            assert_eq!(text.as_deref(), Some(table), "{label}");
        }
        for table in [IBM437, IBM850] {
            assert_eq!(table.chars().count(), 128);
        }
    }
}
