/** Texts about the treatment of a column in the release. */

import type { Role, Treatment } from "../engine/wire/protocol";

export type TreatmentName = "keep" | "drop" | "constant" | "pseudonym" | "keyed-hash" | "mask";

/** The names, in a list to choose from. */
export const TREATMENTS: Readonly<Record<TreatmentName, string>> = {
  keep: "as it is",
  drop: "left out",
  constant: "a constant",
  pseudonym: "a pseudonym",
  "keyed-hash": "a keyed hash",
  mask: "masked in part",
};

/** The treatment of a quasi-identifier that stays. */
const COARSER = "made coarser";

/** The effect of a treatment, in a sentence. */
export const MEANS: Readonly<Record<TreatmentName, string>> = {
  keep: "",
  drop: "",
  constant: "stands in place of every value; missing ones stay missing",
  pseudonym: "a number for each value, counted as the release has them: equal values stay equal",
  "keyed-hash": "of each value one, which only who has the key can compute; the key is asked for under Release",
  mask: "the first and last characters, * for each between; a value that would be shown whole is hidden whole",
};

export function choiceName(role: Role, name: TreatmentName): string {
  return role === "quasi-identifier" && name === "keep" ? COARSER : TREATMENTS[name];
}

/** A treatment with its parameters, in words. */
export function treatmentWords(treatment: Treatment): string {
  if (typeof treatment === "string") return TREATMENTS[treatment];
  if ("constant" in treatment) return `the constant “${treatment.constant}”`;
  if ("pseudonym" in treatment) {
    const { prefix, width } = treatment.pseudonym;
    return `a pseudonym, ${prefix}${"1".padStart(width, "0")} and so on`;
  }
  if ("keyed-hash" in treatment) return `a keyed hash of ${treatment["keyed-hash"].digits} digits`;
  const { first, last } = treatment.mask;
  const parts = [first > 0 ? `the first ${first}` : "", last > 0 ? `the last ${last}` : ""];
  return `masked but for ${parts.filter((part) => part !== "").join(" and ")}`;
}
