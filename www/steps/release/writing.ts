/** Facts about the columns of every release, and the buttons that write it. */

import { html, nothing, type TemplateResult } from "lit";
import { toKanonError } from "../../engine/failure";
import type { Recipe } from "../../engine/wire/protocol";
import { treatmentOf } from "../../state/recipe";
import { releaseName } from "../../state/releasing";
import type { Source } from "../../state/source";
import type { Workbench } from "../../state/workbench";
import { treatmentWords } from "../../text/treatments";
import { canPickPlace, pickPlace } from "../../ui/files";
import { count, plural } from "../../ui/format";
import { busy } from "../../ui/progress";
import { openQuestions } from "../untouched";

/** What becomes of the text beside values. */
const TEXT = "Quotes that no reader needs and blank lines go, and every line ends as the first one does";

/** The treatment of everything that no setting changes; of these columns the other cells are groups of values. */
export function unchanged(generalized: readonly string[] = []): string {
  if (generalized.length === 0) return `all other cells keep their values. ${TEXT}`;
  return `the other cells of ${listed(generalized)} are the groups named above, and all others keep their values. ${TEXT}`;
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** The note that the text is written in a different encoding from the one it was read in. */
function encodingFact({ dialect }: Source): TemplateResult | typeof nothing {
  return dialect.encoding === "utf-8"
    ? nothing
    : html`<li>written as UTF-8, and no longer as ${dialect.encoding}: say so when a program asks</li>`;
}

/** How many columns are released, and in which of them values are replaced. */
export function columnFacts(source: Source, recipe: Recipe | null): TemplateResult {
  const { columns } = source.profile;
  const kept = columns.filter(({ name }) => recipe === null || treatmentOf(recipe, name) !== "drop").length;
  const dropped = columns.length - kept;
  const changed = Object.keys(recipe?.columns ?? {})
    .map((name) => ({ name, treatment: recipe === null ? "keep" : treatmentOf(recipe, name) }))
    .filter(({ treatment }) => typeof treatment !== "string");
  return html`<li>
      <b>${plural(kept, "column")}</b>${
        dropped === 0 ? "" : html`; ${count(dropped)} ${dropped === 1 ? "column is" : "columns are"} left out`
      }
    </li>
    ${encodingFact(source)}
    ${
      changed.length === 0
        ? nothing
        : html`<li>
            written as something else:
            ${changed.map(({ name, treatment }, place) => html`${place === 0 ? "" : "; "}<b>${name}</b> as ${treatmentWords(treatment)}`)}
          </li>`
    }`;
}

/** The buttons that write, once every question is answered. */
export function writing(
  workbench: Workbench,
  source: Source,
  isWritten: boolean,
  write: (place: FileSystemFileHandle | null) => Promise<void>,
): TemplateResult {
  const { activity } = workbench.study;
  if (activity?.kind === "releasing")
    return busy(`Writing and verifying ${activity.name}`, activity.bytes, () => workbench.cancel());
  const open = openQuestions(workbench);
  const toPlace = async () => {
    try {
      const place = await pickPlace(releaseName(source.name));
      if (place !== null) await write(place);
    } catch (thrown) {
      workbench.fail("release", toKanonError(thrown));
    }
  };
  return html`${open === null ? nothing : html`<p class="care" id=${workbench.names.id("before-writing")}>${open}</p>`}
    <div class="row">
      <button
        type="button"
        class=${!isWritten && open === null ? "primary" : ""}
        ?disabled=${open !== null}
        aria-describedby=${open === null ? nothing : workbench.names.id("before-writing")}
        @click=${() => write(null)}
      >
        ${isWritten ? "Write and verify again" : "Write and verify"}
      </button>
      ${
        canPickPlace()
          ? html`<button type="button" ?disabled=${open !== null} @click=${toPlace}>Write straight into a file…</button>`
          : nothing
      }
    </div>`;
}
