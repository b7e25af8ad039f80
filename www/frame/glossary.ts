/** The glossary: a dialog whose text comes with the engine. */

import { html, nothing } from "lit";
import type { Workbench } from "../state/workbench";
import { announce } from "../ui/announcer";
import { openDialog } from "../ui/dialog";

export async function openGlossary(workbench: Workbench, from: EventTarget): Promise<void> {
  const terms = await workbench.engine.quick((face) => face.glossary()).catch(() => null);
  if (terms === null) return announce(from, "The words come with the engine, which is not there yet.");
  openDialog(
    from,
    "Words",
    () => html`<dl class="words">
      ${terms.map(
        ({ name, means, formula }) => html`<dt><b>${name}</b></dt>
          <dd>${means} ${formula === "" ? nothing : html`<code>${formula}</code>`}</dd>`,
      )}
    </dl>`,
  );
}
