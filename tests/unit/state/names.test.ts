/** Names of files: which column a hierarchy file is for, and what downloads are called. */

import { expect, test } from "vitest";
import { columnOf } from "../../../www/state/hierarchy-files";
import { Names } from "../../../www/state/names";
import { archiveName, recipeName, releaseName } from "../../../www/state/releasing";

test("a hierarchy file is for the column that its name says", () => {
  const columns = ["age", "marital-status"];
  expect(columnOf("age.csv", columns)).toBe("age");
  expect(columnOf("adult_hierarchy_age.csv", columns)).toBe("age");
  expect(columnOf("Hierarchy marital-status.txt", columns)).toBe("marital-status");
  expect(columnOf("pages.csv", columns)).toBeNull();
});

test("downloads are named for the file", () => {
  expect([releaseName("a.b.csv"), recipeName(".csv"), archiveName("plain")]).toEqual([
    "a.b.release.csv",
    "table.kanon.json",
    "plain.kanon.zip",
  ]);
});

test("parts of the page's own workbench have plain names, those of another have its name too", () => {
  const own = new Names("");
  expect([own.id("work"), own.titled("title"), own.label("Steps")]).toEqual(["work", "title", "Steps"]);
  const school = new Names("school");
  expect([school.id("work"), school.titled("risk-title"), school.label("Steps")]).toEqual([
    "school-work",
    "school-title school-risk-title",
    "Steps, school",
  ]);
});
