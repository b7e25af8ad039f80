/** The report of a release as a document to sign, and the texts that people fill in. The texts belong to the file. */

import type { CandidateAsked } from "../engine/wire/compare-rows";
import type { DocumentField } from "../engine/wire/protocol";
import { encode } from "./encoding";
import { currentResult, type Handed } from "./result";
import { encodingOf } from "./study";
import type { Workbench } from "./workbench";

/** The texts for fields, by name. */
export type Said = Readonly<Record<string, string>>;

const NOTHING_SAID: Said = {};

export type Edition = "internal" | "external";

const never = (): AbortSignal => new AbortController().signal;

/** The texts about the open file. */
export function saidOf({ said, study: { source } }: Workbench): Said {
  return (source === null ? undefined : said.get(source.file)) ?? NOTHING_SAID;
}

/** Sets the text of a field; an empty text removes it. */
export function say(workbench: Workbench, field: string, text: string): void {
  const { source } = workbench.study;
  if (source === null) return;
  const { [field]: _before, ...others } = saidOf(workbench);
  workbench.said.set(source.file, text.trim() === "" ? others : { ...others, [field]: text });
  workbench.announce();
}

/** The fields for people to fill in. */
export function documentFields({ engine }: Workbench): Promise<readonly DocumentField[]> {
  return engine.inTurn(never(), (face) => face.documentFields());
}

/**
 * The document as an HTML page. Its distributions need the table. If that is no longer in memory, it is read again if
 * `mayRead`.
 */
export async function documentOf(
  workbench: Workbench,
  released: Handed,
  edition: Edition,
  mayRead: boolean,
): Promise<Blob> {
  const said = JSON.stringify(saidOf(workbench));
  const { written, settings } = released;
  const policy = await policyOf(workbench, released, mayRead);
  const html = await workbench.engine.inTurn(never(), (face) =>
    face.document(written.report, settings, said, edition === "external", policy),
  );
  return new Blob([html], { type: "text/html" });
}

/** The policy of a release, if its table is in memory or can be read again: distributions are made from it. */
async function policyOf(workbench: Workbench, { written }: Handed, mayRead: boolean): Promise<CandidateAsked | null> {
  const { recipe, released } = workbench.study;
  const result = currentResult(workbench.study);
  if (recipe === null || result === null || released?.written !== written || released.result !== result) return null;
  if (mayRead) await encode(workbench, never(), true);
  if (!workbench.engine.holdsTable(encodingOf(workbench.study).key)) return null;
  const { k } = JSON.parse(written.report) as { readonly k: number };
  return { levels: result.found.outcome.policy.map(({ level }) => level), k, recipe: null, rebuilt: false };
}
