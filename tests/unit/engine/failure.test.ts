/**
 * What becomes of anything that is thrown: an error with code, place and advice, and which errors mean a lost worker.
 */

import { expect, test } from "vitest";
import { cancelled, isKanonError, isLost, kanonError, toKanonError } from "../../../www/engine/failure";
import { guarded } from "../../../www/engine/guarded";

test("an error of the contract stays as it is", () => {
  const error = kanonError("a-code", "What.", "Do.", { row: 3 } as never);
  expect(toKanonError(error)).toBe(error);
  expect(error.place).toEqual({ file: null, row: 3, column: null, value: null });
  expect([isKanonError(error), isKanonError(new Error("x")), isKanonError(null)]).toEqual([true, false, false]);
});

test("a file that cannot be read is not taken for the end of the worker", () => {
  const error = toKanonError(new DOMException("gone", "NotReadableError"));
  expect(error.code).toBe("file-unreadable");
  expect(isLost(error)).toBe(false);
});

test("a trap ends the worker, a cancel does not", () => {
  expect(isLost(toKanonError(new WebAssembly.RuntimeError("unreachable")))).toBe(true);
  expect(isLost(toKanonError("anything"))).toBe(true);
  expect(isLost(cancelled())).toBe(false);
});

test("guarded work throws plain values only", async () => {
  const work = guarded((number: number) => {
    if (number > 1) throw new Error("too much");
    return number;
  });
  expect(await work(1)).toBe(1);
  await expect(work(2)).rejects.toEqual(toKanonError(new Error("too much")));
});
