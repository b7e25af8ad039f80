/** Decoders of encodings, which refuse what is malformed. */

import { kanonError } from "./failure";

/** What a decoder is asked for. */
export type Decoder = Pick<TextDecoder, "decode">;

const LATIN = "windows-1252";
/** What windows-1252 has from 0x80 to 0x9F; those that stand for themselves are written out. */
const FROM_80 = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8DŽ\x8F\x90‘’“”•–—˜™š›œ\x9DžŸ";
const CONTROLS = /[\x80-\x9F]/g;

/** Puts what these bytes mean in place of control characters, as which some versions of Node read them. */
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
