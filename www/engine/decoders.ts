/** Decoders of encodings. */

import { kanonError } from "./failure";
import { decodeCodePage } from "./pkg/kanon.js";

/** The required methods of a decoder. */
export interface Decoder {
  decode(bytes?: Uint8Array, options?: TextDecodeOptions): string;
}

const LATIN = "windows-1252";
/** The characters of windows-1252 from 0x80 to 0x9F; unassigned ones are written out as themselves. */
const FROM_80 = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8DŽ\x8F\x90‘’“”•–—˜™š›œ\x9DžŸ";
const CONTROLS = /[\x80-\x9F]/g;

/** Replaces control characters by the right ones: some versions of Node decode these bytes wrongly. */
function mended(decoder: TextDecoder): Decoder {
  return {
    decode: (bytes, options) =>
      decoder.decode(bytes, options).replace(CONTROLS, (control) => FROM_80[control.charCodeAt(0) - 0x80] ?? control),
  };
}

/** How a code page is named. */
const CODE_PAGE = /^(ibm|cp)?[-_]?\d{3}$/i;

/** The decoder of a code page that the browser lacks and the core has; every byte is a character in it. */
function codePage(encoding: string): Decoder | null {
  if (!CODE_PAGE.test(encoding)) return null;
  const decode = (bytes: Uint8Array) => decodeCodePage(encoding, bytes);
  if (decode(new Uint8Array()) === undefined) return null;
  return { decode: (bytes) => (bytes === undefined ? "" : (decode(bytes) ?? "")) };
}

/**
 * The decoder of an encoding by its WHATWG label, or of a code page. Unless it is lenient, it rejects malformed input.
 */
export function decoderFor(encoding: string, lenient = false): Decoder {
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(encoding, { fatal: !lenient });
  } catch {
    const page = codePage(encoding);
    if (page !== null) return page;
    throw kanonError(
      "encoding-unknown",
      `The encoding ${encoding} is not known here.`,
      "Choose one of the encodings that the page offers, for example utf-8 or windows-1252.",
      { value: encoding },
    );
  }
  const isWrong = decoder.encoding === LATIN && new TextDecoder(LATIN).decode(Uint8Array.of(0x80)) !== "€";
  return isWrong ? mended(decoder) : decoder;
}
