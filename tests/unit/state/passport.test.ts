/** The list of digests in a passport, and what is not as it says. */

import { expect, test } from "vitest";
import { unlikeListed } from "../../../www/state/passport";

const [A, B] = ["a".repeat(64), "b".repeat(64)];
const LISTED = `${A}  README.txt\n${B}  report.json\n`;

test("a passport is as its list says", () => {
  expect(
    unlikeListed(
      LISTED,
      new Map([
        ["README.txt", A],
        ["report.json", B],
      ]),
    ),
  ).toEqual([]);
});

test("files that are changed, missing, added or not listed are named", () => {
  expect(
    unlikeListed(
      LISTED,
      new Map([
        ["README.txt", A],
        ["report.json", A],
      ]),
    ),
  ).toEqual(["report.json"]);
  expect(unlikeListed(LISTED, new Map([["README.txt", A]]))).toEqual(["report.json"]);
  expect(
    unlikeListed(
      LISTED,
      new Map([
        ["README.txt", A],
        ["report.json", B],
        ["x", B],
      ]),
    ),
  ).toEqual(["x"]);
  expect(unlikeListed("", new Map([["report.json", B]]))).toEqual(["report.json"]);
  expect(unlikeListed(`${A} *report.json`, new Map([["report.json", A]]))).toEqual([]);
});
