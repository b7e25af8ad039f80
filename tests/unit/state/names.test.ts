import { expect, test } from "vitest";
import { columnOf } from "../../../www/state/hierarchy-files";
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
