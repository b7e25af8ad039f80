/** Decoders of encodings that reject malformed input. */

import { kanonError } from "./failure";

/** The required methods of a decoder. */
export type Decoder = Pick<TextDecoder, "decode">;

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

/** The decoder of an encoding by its WHATWG label. */
export function decoderFor(encoding: string): Decoder {
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(encoding, { fatal: true });
  } catch {
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
