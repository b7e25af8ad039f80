/** The release of an extract, made in the database that the table stays in. */

import { html, nothing, type TemplateResult } from "lit";
import { chosenCells } from "../../state/chosen";
import { scriptsOfPolicy } from "../../state/database";
import type { Handed } from "../../state/result";
import type { Workbench } from "../../state/workbench";
import { openDatabase } from "../database";

/** The button, if rows represent several records, as in an extract. */
export function toDatabase(workbench: Workbench, released: Handed): TemplateResult | typeof nothing {
  const { recipe } = workbench.study;
  if (recipe?.count_column == null) return nothing;
  if (chosenCells(recipe) !== null)
    return html`<span>No script makes this release in a database: which cells are suppressed, no query can say.</span>`;
  const open = (event: Event) =>
    openDatabase(workbench, event.currentTarget, {
      title: "Scripts for the database",
      means:
        "What was opened is an extract. These scripts make the release of its whole table as a view in the database, count it there, and hold it against what was found here.",
      care: "The maps hold the values of people: keep them, like the extract, where the table may be.",
      takesNames: false,
      archive: "release.sql.zip",
      write: (database, recipe) => scriptsOfPolicy(workbench, database, recipe, released),
    });
  return html`<button type="button" @click=${open}>Scripts for the database…</button>`;
}
