/** The check of a report in a review. */

import { CANCELLED, toKanonError } from "../engine/failure";
import { verifyAlone, verifyGiven, verifyStudied } from "../engine/review-client";
import type { KanonError } from "../engine/wire/protocol";
import type { Settled } from "../engine/wire/review";
import type { Desk } from "./desk";
import { type Filing, filedAs } from "./filed";
import type { Source } from "./source";
import type { Study } from "./study";

/** The results for a report's claims. */
export interface Audited {
  /** Null if the check did not finish. */
  readonly verification: Settled | null;
  readonly failure: KanonError | null;
  /** Whether the original was at hand, with the recipe. */
  readonly hasOriginal: boolean;
}

/** The results for a report that is not about a release, and the files that it was checked against. */
export interface Studied {
  readonly filing: Filing;
  readonly audited: Audited;
}

/** Checks the report, if there is one, against the other files. A failure there does not affect the rest. */
export async function audit(
  desk: Desk,
  source: Source | null,
  onShare: (share: number) => void,
  signal: AbortSignal,
): Promise<Audited | null> {
  const { study, engine } = desk;
  const [report, original] = [filedAs(study, "report"), filedAs(study, "original")];
  if (report === null) return null;
  const recipe = study.filing?.dossier.recipe ?? null;
  const given = original === null || recipe === null ? null : { original: original.file, recipe };
  const reference = study.filing?.dossier.reference ?? null;
  const people = filedAs(study, "population");
  const population = people === null ? null : { file: people.file, key: people.sha256 };
  const settle = (): Promise<Settled> => {
    if (study.filing?.dossier.studied != null)
      return given === null
        ? Promise.resolve(UNSETTLED)
        : verifyStudied(
            engine,
            given.original,
            { recipe: given.recipe, report: report.text, population, reference },
            onShare,
            signal,
          );
    if (source === null) return Promise.resolve(UNSETTLED);
    const isOfCells = study.filing?.dossier.promised?.cells != null;
    const claimed = { release: source.file, report: report.text, recipe, isOfCells };
    const { others, key } = study.reviewed;
    const beside = { key: key === "" ? null : key, population };
    const count = Object.keys(others).find((name) => others[name] === "count") ?? null;
    return given === null
      ? verifyAlone(engine, source, claimed, count, onShare, signal)
      : verifyGiven(engine, given.original, claimed, given.recipe, beside, onShare, signal);
  };
  const hasOriginal = given !== null;
  try {
    return { verification: await settle(), failure: null, hasOriginal };
  } catch (thrown) {
    return { verification: null, failure: notCancelled(thrown, signal), hasOriginal };
  }
}

const UNSETTLED: Settled = {
  holds: true,
  claims: [
    {
      field: null,
      claim: "all that it says",
      claimed: "",
      found: "that takes the recipe and the original",
      holds: null,
    },
  ],
};

/** The failure of one part of a review, which does not affect the rest; a cancel is rethrown and ends all of it. */
export function notCancelled(thrown: unknown, signal: AbortSignal): KanonError {
  const failure = toKanonError(thrown);
  if (failure.code === CANCELLED || signal.aborted) throw failure;
  return failure;
}

/** Whether a report that is not about a release can be checked against its inputs. */
export function canAudit(study: Study): boolean {
  const { filing } = study;
  const hasAll = filing?.dossier.recipe != null && filedAs(study, "original") !== null;
  return filing?.dossier.studied != null && filedAs(study, "report") !== null && hasAll;
}

/** Checks a report that is not about a release against its inputs. */
export async function auditStudied(desk: Desk): Promise<void> {
  const { filing } = desk.study;
  const report = filedAs(desk.study, "report");
  if (filing === null || report === null || !canAudit(desk.study)) return;
  const activity = { kind: "finding", name: report.name, share: 0, cost: 0 } as const;
  await desk.occupy("review", activity, async (signal) => {
    const onShare = (share: number) => void desk.advance(signal, { ...activity, share });
    const audited = await audit(desk, null, onShare, signal);
    if (audited !== null) desk.set({ studied: { filing, audited } });
  });
}
