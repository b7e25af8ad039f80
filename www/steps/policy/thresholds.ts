/** The name of a condition's threshold, and its allowed values. */

import type { Condition } from "../../engine/wire/conditions";

export interface Asked {
  readonly name: string;
  /** The value of one unit in the condition: 0.01 if thresholds are entered in percent. */
  readonly unit: number;
  /** Useful initial values. */
  readonly first: string;
  /** The allowed values, in words. */
  readonly range: string;
  readonly fits: (given: number) => boolean;
}

const PERCENT = 0.01;

const isWhole = (given: number) => given >= 1 && Number.isInteger(given);

export function thresholds(condition: Condition): Asked {
  if ("l-diversity" in condition) {
    const { column, kind = "distinct" } = condition["l-diversity"];
    const name = kind === "distinct" ? `ℓ of ${column}` : `ℓ of ${column} (${kind})`;
    return kind === "entropy"
      ? { name, unit: 1, first: "1, 1.5, 2, 2.5, 3", range: "numbers from 1 on", fits: (given) => given >= 1 }
      : { name, unit: 1, first: "1, 2, 3, 4, 5", range: "whole numbers from 1 on", fits: isWhole };
  }
  if ("t-closeness" in condition) {
    const { column, distance = "equal" } = condition["t-closeness"];
    const fits = (given: number) => given >= 0 && given <= 1;
    const name = distance === "equal" ? `t of ${column}` : `t of ${column} (${distance})`;
    return { name, unit: 1, first: "0.5, 0.4, 0.3, 0.2, 0.1", range: "numbers from 0 to 1", fits };
  }
  if ("beta-likeness" in condition) {
    const fits = (given: number) => given >= 0;
    return {
      name: `β of ${condition["beta-likeness"].column}`,
      unit: 1,
      first: "4, 3, 2, 1",
      range: "numbers from 0 on",
      fits,
    };
  }
  if ("average-risk" in condition || "marketer-risk" in condition) {
    const fits = (given: number) => given > 0 && given <= 1 / PERCENT;
    const range = "numbers above 0, up to 100";
    const name = "average-risk" in condition ? "average risk in %" : "marketer’s risk in %";
    return { name, unit: PERCENT, first: "20, 10, 5, 2, 1", range, fits };
  }
  return { name: "people", unit: 1, first: "2, 5, 11, 20", range: "whole numbers from 1 on", fits: isWhole };
}

/** Numbers separated by commas, in a unit; null if one of them is not allowed. */
export function listed(text: string, unit: number, fits: (given: number) => boolean): number[] | null {
  const given = text.split(",").map((part) => part.replace("%", "").trim());
  const isOne = (part: string) => part !== "" && fits(Number(part));
  return given.every(isOne) ? given.map((part) => Number((Number(part) * unit).toPrecision(12))) : null;
}
