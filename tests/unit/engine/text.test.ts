/** Small files as text: UTF-8 only, with the name of the file in every refusal. */

import { expect, test } from "vitest";
import { textOf } from "../../../www/engine/text";

test("a small file is read as UTF-8, without its byte order mark", async () => {
  expect(await textOf(new File(["\u{feff}größe"], "a.json"))).toBe("größe");
});

test("other encodings are refused with the name of the file", async () => {
  const file = new File([Uint8Array.of(0x67, 0xfc)], "latin.csv");
  await expect(textOf(file)).rejects.toMatchObject({ code: "data-encoding", place: { file: "latin.csv" } });
});

test("a file that is gone is told as one that has changed", async () => {
  const file = new File([], "gone.csv");
  file.arrayBuffer = () => Promise.reject(new DOMException("gone", "NotReadableError"));
  await expect(textOf(file)).rejects.toMatchObject({ message: expect.stringContaining("gone.csv has changed") });
});
