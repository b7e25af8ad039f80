/** Encodings of files: windows-1252 as the encoding standard defines it, and refusals of malformed text. */

import { afterEach, expect, test, vi } from "vitest";
import { decoderFor } from "../../../www/engine/decoders";

const ALL = Uint8Array.from({ length: 256 }, (_, byte) => byte);
/** What the bytes from 0x80 mean, after the table of the encoding standard, by their code points. */
const HIGH = [
  0x20ac, 0x81, 0x201a, 0x192, 0x201e, 0x2026, 0x2020, 0x2021, 0x2c6, 0x2030, 0x160, 0x2039, 0x152, 0x8d, 0x17d, 0x8f,
  0x90, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x2dc, 0x2122, 0x161, 0x203a, 0x153, 0x9d, 0x17e, 0x178,
];
const MEANT = [...ALL].map((byte) => HIGH[byte - 0x80] ?? byte);
const pointsOf = (text: string) => Array.from(text, (character) => character.codePointAt(0));

afterEach(() => vi.unstubAllGlobals());

test("windows-1252 is read as the encoding standard has it, also where the platform reads Latin-1", () => {
  for (const label of ["windows-1252", "iso-8859-1", "ascii"]) {
    expect(pointsOf(decoderFor(label).decode(ALL)), label).toEqual(MEANT);
  }
  class Latin1 {
    readonly encoding = "windows-1252";
    decode(bytes: Uint8Array): string {
      return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
    }
  }
  vi.stubGlobal("TextDecoder", Latin1);
  expect(pointsOf(decoderFor("windows-1252").decode(ALL))).toEqual(MEANT);
});

test("what is malformed is refused, and so is an encoding that is not known", () => {
  expect(() => decoderFor("utf-8").decode(Uint8Array.of(0xff))).toThrow(TypeError);
  expect(() => decoderFor("klingon")).toThrow(expect.objectContaining({ code: "encoding-unknown" }));
});
