/** The report of a release as a document to be signed, and what persons say in it. What they say goes with the file. */

import type { DocumentField } from "../engine/wire/protocol";
import type { Released } from "./result";
import type { Workbench } from "./workbench";

/** What was said for fields, by their names. */
export type Said = Readonly<Record<string, string>>;

export type Edition = "internal" | "external";

const never = (): AbortSignal => new AbortController().signal;

/** What was said about the open file. */
export function saidOf({ said, study: { source } }: Workbench): Said {
  return (source === null ? undefined : said.get(source.file)) ?? {};
}

/** Says something for a field; nothing takes it back. */
export function say(workbench: Workbench, field: string, text: string): void {
  const { source } = workbench.study;
  if (source === null) return;
  const { [field]: _before, ...others } = saidOf(workbench);
  workbench.said.set(source.file, text.trim() === "" ? others : { ...others, [field]: text });
  workbench.announce();
}

/** The places that persons fill. */
export function documentFields({ engine }: Workbench): Promise<readonly DocumentField[]> {
  return engine.inTurn(never(), (face) => face.documentFields());
}

/** The document as a page of HTML. */
export async function documentOf(workbench: Workbench, released: Released, edition: Edition): Promise<Blob> {
  const said = JSON.stringify(saidOf(workbench));
  const { written, settings } = released;
  const html = await workbench.engine.inTurn(never(), (face) =>
    face.document(written.report, settings, said, edition === "external"),
  );
  return new Blob([html], { type: "text/html" });
}
