/** Records whose number of cells differs from the header's, and the ways to treat them. */

import { html, nothing, type TemplateResult } from "lit";
import type { RaggedRule } from "../engine/wire/protocol";
import { reread } from "../state/opening";
import { raggedRefused, type Source } from "../state/source";
import type { Workbench } from "../state/workbench";
import { count, plural, records } from "../ui/format";

/** Reads the file again with a different rule for its ragged records. */
function ruled(workbench: Workbench, rule: RaggedRule, change: string): void {
  const { source } = workbench.study;
  if (source === null) return;
  const { ragged: _before, ...dialect } = source.dialect;
  void reread(workbench, rule === "refuse" ? dialect : { ...dialect, ragged: rule }, change);
}

/** The buttons that make a table with ragged records usable. */
export function raggedWays(workbench: Workbench): TemplateResult | typeof nothing {
  const { source } = workbench.study;
  if (source === null || raggedRefused(source) === 0) return nothing;
  const columns = source.profile.columns.length;
  const someAreShort = source.profile.ragged.some((entry) => entry.cells < columns);
  const someAreLong = source.profile.ragged.some((entry) => entry.cells > columns);
  return html`<div class="row">
    <button type="button" @click=${() => ruled(workbench, "leave-out", "leave ragged records out")}>
      Leave out ${plural(source.profile.raggedCount, "ragged record")}
    </button>
    ${
      someAreShort
        ? html`<button type="button" @click=${() => ruled(workbench, "pad", "fill up short records")}>
            Give the short ones empty cells${someAreLong ? ", leave the long ones out" : nothing}
          </button>`
        : nothing
    }
  </div>`;
}

/** The treatment of the ragged records, in words: `2 records left out, 1 record filled up`. */
export function raggedWords({ profile }: Source): string {
  const parts = [
    profile.raggedLeftOut === 0 ? "" : `${records(profile.raggedLeftOut)} left out`,
    profile.raggedPadded === 0 ? "" : `${records(profile.raggedPadded)} filled up with empty cells`,
  ];
  return parts.filter((part) => part !== "").join(", ");
}

/** The ragged records of the open file, and their treatment. */
export function raggedRecords(workbench: Workbench, source: Source): TemplateResult | typeof nothing {
  const { profile } = source;
  if (profile.raggedCount === 0) return nothing;
  const refused = raggedRefused(source) > 0;
  const many = profile.raggedCount !== 1;
  return html`<details class=${refused ? "attention" : "told"}>
      <summary>
        ${records(profile.raggedCount)} ${many ? "have" : "has"} another number of cells than the header${
          refused ? nothing : html`: ${raggedWords(source)}`
        }
      </summary>
      <p>
        The header has ${plural(profile.columns.length, "cell")}.
        ${
          refused
            ? html`A table cannot be released while records have more or fewer: choose another separator or quote above, mend
              these records in the file and open it again, or go on without them.`
            : html`Rows keep the numbers that they have in the file.`
        }
      </p>
      <ul class="columns-list">
        ${profile.ragged.map((entry) => html`<li>row ${count(entry.row)}: ${plural(entry.cells, "cell")}</li>`)}
      </ul>
      ${
        profile.raggedCount > profile.ragged.length
          ? html`<p class="caption">The first ${count(profile.ragged.length)} are listed.</p>`
          : nothing
      }
      ${
        refused
          ? nothing
          : html`<button type="button" @click=${() => ruled(workbench, "refuse", "refuse ragged records")}>
              Take none of this: refuse them
            </button>`
      }
    </details>
    ${raggedWays(workbench)}`;
}
