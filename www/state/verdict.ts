/**
 * The findings of a review in the form for the core, which has all words of the page that is saved, printed and signed.
 */

import type { VerdictTold } from "../engine/wire/review";
import type { Audited } from "./auditing";
import type { Desk } from "./desk";
import { areNamedAlike, filedAs } from "./filed";
import type { Found, ProofChecked } from "./reviewing";
import type { Study } from "./study";

/** What the release shows about itself. */
function releaseOf({ promised, signs, source }: Study, found: Found) {
  const { settings, reviewed, uniques, disclosed, missing, conditions } = found;
  const known = promised !== null && source !== null && areNamedAlike(promised, source.dialect) ? promised : null;
  const untouched = new Map(known?.columns.map(({ name, isUntouched }) => [name, isUntouched]));
  return {
    k: settings.k,
    kBy: settings.kBy,
    blank: settings.blank,
    blankValues: missing,
    columns: signs.map((own) => {
      const { column } = own;
      const other = settings.others[column];
      const role = settings.qis.includes(column) ? "quasi-identifier" : other === "count" ? null : (other ?? null);
      return {
        role,
        isCount: other === "count",
        by: settings.by[column] ?? null,
        isUntouched: untouched.get(column) ?? null,
        signs: own,
      };
    }),
    leftOut: known?.leftOut ?? [],
    areRemoved: promised?.areRemoved ?? false,
    isOfCells: promised?.cells != null,
    reviewed,
    combinations: [uniques.combinations, uniques.unsafe_records, uniques.k],
    conditions,
    hasClasses: disclosed.hasClasses,
    identifiers: disclosed.identifiers ?? null,
    disclosure: disclosed.disclosure.map((one) => one.words),
  };
}

function auditedOf({ verification, failure, hasOriginal }: Audited) {
  return {
    claims: (verification?.claims ?? []).map((claim) => ({
      ...claim,
      field: claim.field ?? null,
      holds: claim.holds ?? null,
    })),
    failure: failure?.message ?? null,
    hasOriginal,
    suppressedRecords: verification?.suppressedRecords ?? null,
  };
}

function proofOf(study: Study, proof: ProofChecked | null) {
  if (proof !== null) return proof.verdict?.outcome ?? "failed";
  return filedAs(study, "proof") === null ? null : "not-checked";
}

/** All findings of a review, as JSON; for a report that is not about a release, the results for its claims. */
function verdictOf(
  study: Study,
  found: Found | null,
  audited: Audited | null,
  said: Readonly<Record<string, string>>,
): string {
  const { filing } = study;
  const files = (filing?.files ?? []).flatMap(({ name, sha256 }, place) => {
    const told = filing?.dossier.files[place];
    return told === undefined ? [] : [{ name, sha256, kind: told.kind, agrees: told.agrees }];
  });
  return JSON.stringify({
    files,
    release: found === null ? null : releaseOf(study, found),
    audited: audited === null ? null : auditedOf(audited),
    proof: proofOf(study, found?.proof ?? null),
    said,
  });
}

/** The conclusions from the findings of a review. */
export function toldOf({ engine, study }: Desk, found: Found): Promise<VerdictTold> {
  const verdict = verdictOf(study, found, found.audited, {});
  return engine.quick((face) => face.verdictTold(verdict));
}

/** The page as HTML. */
export async function verdictPage(
  { engine, study }: Desk,
  found: Found | null,
  audited: Audited | null,
  said: Readonly<Record<string, string>>,
): Promise<Blob> {
  const verdict = verdictOf(study, found, audited, said);
  const html = await engine.quick((face) => face.verdict(verdict));
  return new Blob([html], { type: "text/html" });
}
