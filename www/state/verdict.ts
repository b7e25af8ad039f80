/** What a review found, as a page to save, print and sign. */

import type { Desk } from "./desk";
import { areNamedAlike } from "./filing";
import type { ReviewAnswer } from "./reviewing";
import type { Study } from "./study";

/** The words of the page that the core has no part in. */
export interface VerdictWords {
  readonly takenFor: (kind: string) => string;
  readonly teller: (teller: string) => string;
  readonly notes: readonly string[];
  /** Why a proof was not accepted. */
  readonly unproven: string;
}

/** The verdict as the core reads it. */
function verdictOf(study: Study, answer: ReviewAnswer, words: VerdictWords, said: Readonly<Record<string, string>>) {
  const { filing, promised, signs, source } = study;
  const { settings, reviewed, uniques, disclosed, audited, proof, blanksAreSuppressed } = answer;
  const known = promised !== null && source !== null && areNamedAlike(promised, source.dialect) ? promised : null;
  const untouched = new Map(known?.columns.map(({ name, isUntouched }) => [name, isUntouched]));
  const failed = audited?.failure ?? null;
  const holds = proof?.verdict?.outcome === "proven";
  const proven = { claim: "the proof holds", claimed: "", found: holds ? "" : words.unproven, holds };
  return {
    files: (filing?.files ?? []).map(({ name, sha256 }, place) => {
      const told = filing?.dossier.files[place];
      return { name, sha256, takenFor: words.takenFor(told?.kind ?? "other"), agrees: told?.agrees ?? null };
    }),
    k: settings.k,
    kBy: words.teller(settings.kBy),
    blank: settings.blank,
    columns: signs.map((own) => {
      const { column } = own;
      const other = settings.others[column];
      const role = settings.qis.includes(column) ? "quasi-identifier" : other === "count" ? null : (other ?? null);
      const by = settings.by[column];
      return {
        role,
        isCount: other === "count",
        by: by === undefined ? "nobody" : words.teller(by),
        isUntouched: untouched.get(column) ?? null,
        signs: own,
      };
    }),
    leftOut: known?.leftOut ?? [],
    claims: [
      ...(failed === null
        ? (audited?.verification?.claims ?? [])
        : [{ claim: "the report belongs to these files", claimed: "", found: failed.message, holds: false }]),
      ...(proof === null ? [] : [proven]),
    ],
    reviewed,
    blanksAreSuppressed,
    combinations: [uniques.combinations, uniques.unsafe_records, uniques.k],
    disclosure: disclosed.disclosure.map((one) => one.words),
    notChecked: words.notes,
    said,
  };
}

/** The page as HTML. */
export async function verdictPage(
  desk: Desk,
  answer: ReviewAnswer,
  words: VerdictWords,
  said: Readonly<Record<string, string>>,
): Promise<Blob> {
  const found = JSON.stringify(verdictOf(desk.study, answer, words, said));
  const html = await desk.engine.quick((face) => face.verdict(found));
  return new Blob([html], { type: "text/html" });
}
