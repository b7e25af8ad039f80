import { html, nothing, type TemplateResult } from "lit";
import { toKanonError } from "../../engine/failure";
import type { Recipe } from "../../engine/wire/protocol";
import { NOTES_FILE, notesOf } from "../../state/notes";
import { type Proof, passportOf } from "../../state/proving";
import { columnsWithValues } from "../../state/recipe";
import {
  archive,
  archiveName,
  hierarchyTexts,
  passportName,
  proofName,
  recipeName,
  recipientReportName,
  releaseName,
  reportName,
  sheetTextName,
} from "../../state/releasing";
import type { Handed } from "../../state/result";
import type { Workbench } from "../../state/workbench";
import { download, text } from "../../ui/files";
import { bytes } from "../../ui/format";
import { toDatabase } from "./database";
import { openDocument } from "./document";

const recipeOf = ({ settings }: Handed): Recipe => JSON.parse(settings) as Recipe;

/** Everything that can be taken away of a release. */
export function downloads(workbench: Workbench, released: Handed, proof: Proof | null = null): TemplateResult {
  const { written, source } = released;
  const { name } = source;
  const recipe = () => text(released.settings);
  const listed = columnsWithValues(recipeOf(released));
  const report = () => text(written.report);
  const recipientReport = () => text(written.recipientReport);
  const { blob } = written;
  const origin = workbench.sheets.get(source.file) ?? null;
  const hand = (name: string, content: Blob) => {
    download(name, content);
    workbench.handOut(name);
  };
  const all = async () => {
    const files = new Map([
      [`for the recipient/${recipientReportName(name)}`, recipientReport()],
      [`for you/${recipeName(name)}`, recipe()],
      [`for you/${reportName(name)}`, report()],
    ]);
    for (const [column, rows] of await hierarchyTexts(workbench, released))
      files.set(`for you/hierarchies/${column}`, text(rows, "text/csv"));
    const notes = notesOf(workbench);
    if (notes.trim() !== "") files.set(`for you/${NOTES_FILE}`, text(notes, "text/plain"));
    if (blob !== null) files.set(`for the recipient/${releaseName(name)}`, blob);
    if (proof !== null) files.set(`for you/${proofName(name)}`, proof.file);
    hand(archiveName(name), await archive(workbench, files));
  };
  const pass = async (made: Proof) => hand(passportName(name), await passportOf(workbench, released, made));
  const amiss = (thrown: unknown) => workbench.fail("release", toKanonError(thrown));
  return html`<section aria-labelledby=${workbench.names.titled("downloads-title")}>
    <h2 id=${workbench.names.id("downloads-title")}>Downloads</h2>
    <div class="row">
      ${
        blob === null
          ? html`<span>The release is in the file that you chose (${bytes(written.bytes)}).</span>`
          : html`<button type="button" class="primary" @click=${() => hand(releaseName(name), blob)}>
              Release, CSV (${bytes(written.bytes)})
            </button>`
      }
      <button type="button" @click=${() => hand(recipientReportName(name), recipientReport())}>
        Report for the recipient, JSON
      </button>
      <button type="button" @click=${() => all().catch(amiss)}>All as zip</button>
      <button type="button" @click=${(event: Event) => openDocument(workbench, released, event.currentTarget)}>
        Report to sign…
      </button>
    </div>
    <div class="row">
      <span>These stay with you:</span>
      <button type="button" @click=${() => hand(recipeName(name), recipe())}>Recipe, JSON</button>
      <button type="button" @click=${() => hand(reportName(name), report())}>Report, JSON</button>
      ${toDatabase(workbench, released)}
      ${
        proof === null
          ? nothing
          : html`<button type="button" @click=${() => hand(proofName(name), proof.file)}>
                Proof (${bytes(proof.file.size)})
              </button>
              <button type="button" @click=${() => pass(proof).catch(amiss)}>Passport, zip</button>`
      }
      ${
        origin === null
          ? nothing
          : html`<button type="button" @click=${() => hand(sheetTextName(name), source.file)}>
              The sheet as text, CSV
            </button>`
      }
    </div>
    ${
      origin === null
        ? nothing
        : html`<p class="hint">
            The release was compared with the sheet ${origin.read.name} of ${origin.of.name} as the text that it was read
            as. <code>kanon verify … --data ${sheetTextName(name)}</code> compares it with the same text.
          </p>`
    }
    ${
      proof === null
        ? nothing
        : html`<p class="hint">
            The passport is for somebody who has the original, too: recipe, report, proof, and how to check them. ${
              listed.length === 0
                ? "No value of the table is in it."
                : `It has the values of ${listed.join(", ")} that the recipe lists, and no other of the table.`
            }
          </p>`
    }
    <p class="hint">
      Your report names the SHA-256 of the original. Whoever has that can try out guesses of a small file; so the report for
      the recipient does not name it.
      ${
        listed.length === 0
          ? nothing
          : html`The recipe lists all values of ${listed.join(", ")}, those of single records too. To give it away without
              them, save it from the menu Recipe.`
      }
    </p>
  </section>`;
}
