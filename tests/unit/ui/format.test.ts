/** Numbers in words: counts to the last digit, plurals, and a sign where a count was rounded. */

import { expect, test } from "vitest";
import { count, plural, records } from "../../../www/ui/format";

test("counts are told to the last digit as far as numbers hold it", () => {
  expect(count(30_162)).toBe("30,162");
  expect(count(Number.MAX_SAFE_INTEGER)).toBe("9,007,199,254,740,991");
  expect(records(1)).toBe("1 record");
  expect(plural(2, "class", "classes")).toBe("2 classes");
});

test("what was rounded on its way is not told as if it were exact", () => {
  // The greatest count that is taken.
  const most = JSON.parse("9223372036854775807") as number;
  expect(count(most)).toBe("≈ 9,223,372,036,854,780,000");
  expect(records(most)).toBe("≈ 9,223,372,036,854,780,000 records");
  expect(count(JSON.parse("9007199254740993") as number)).toMatch(/^≈ /);
});
