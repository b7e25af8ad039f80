/** Archives that a review is given, and which of them are refused. */

import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import { unpackedFiles } from "../../../www/engine/packed";

const PASSPORT = { "report.json": strToU8("{}"), "repork.json": strToU8("[]"), SHA256SUMS: strToU8("") };

/** The archive with another name of the same length in all places. */
function renamed(archive: Uint8Array, name: string, other: string): Uint8Array {
  return new Uint8Array(Buffer.from(Buffer.from(archive).toString("latin1").replaceAll(name, other), "latin1"));
}

test("an archive with two files of one name is refused", () => {
  const archive = zipSync(PASSPORT);
  expect(unpackedFiles(archive)?.map(({ name }) => name)).toEqual(Object.keys(PASSPORT));
  const doubled = renamed(archive, "repork.json", "report.json");
  expect(() => unpackedFiles(doubled)).toThrow(expect.objectContaining({ code: "archive-doubled" }));
});

test("an archive of something else is none of these, and a damaged one neither", () => {
  const other = zipSync({ "sheet.xml": strToU8("<a/>"), "sheer.xml": strToU8("<b/>") });
  expect(unpackedFiles(renamed(other, "sheer.xml", "sheet.xml"))).toBeNull();
  const archive = zipSync(PASSPORT);
  expect(unpackedFiles(archive.subarray(0, archive.length - 30))).toBeNull();
});
