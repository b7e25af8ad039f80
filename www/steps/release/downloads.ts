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

/** Hands a file out to the user. */
function hand(workbench: Workbench, name: string, content: Blob): void {
  download(name, content);
  workbench.handOut(name);
}

/** Everything in one zip: the files for the recipient, and those that stay with the user. */
async function all(workbench: Workbench, released: Handed, proof: Proof | null): Promise<void> {
  const { settings, written, source } = released;
  const { name } = source;
  const files = new Map([
    [`for the recipient/${recipientReportName(name)}`, text(written.recipientReport)],
    [`for you/${recipeName(name)}`, text(settings)],
    [`for you/${reportName(name)}`, text(written.report)],
  ]);
  for (const [column, rows] of await hierarchyTexts(workbench, released))
    files.set(`for you/hierarchies/${column}`, text(rows, "text/csv"));
  const notes = notesOf(workbench);
  if (notes.trim() !== "") files.set(`for you/${NOTES_FILE}`, text(notes, "text/plain"));
  if (written.blob !== null) files.set(`for the recipient/${releaseName(name)}`, written.blob);
  if (proof !== null) files.set(`for you/${proofName(name)}`, proof.file);
  hand(workbench, archiveName(name), await archive(workbench, files));
}

/** All downloads of a release. */
export function downloads(workbench: Workbench, released: Handed, proof: Proof | null = null): TemplateResult {
  return html`<section aria-labelledby=${workbench.names.titled("downloads-title")}>
    <h2 id=${workbench.names.id("downloads-title")}>Downloads</h2>
    <div class="row">${forRecipients(workbench, released, proof)}</div>
    <div class="row">
      <span>These stay with you:</span>
      ${forTheUser(workbench, released, proof)}
    </div>
    ${hints(workbench, released, proof)}
  </section>`;
}

function forRecipients(workbench: Workbench, released: Handed, proof: Proof | null): TemplateResult {
  const { written, source } = released;
  const { name } = source;
  const { blob } = written;
  const amiss = (thrown: unknown) => workbench.fail("release", toKanonError(thrown));
  return html`${
    blob === null
      ? html`<span>The release is in the file that you chose (${bytes(written.bytes)}).</span>`
      : html`<button type="button" class="primary" @click=${() => hand(workbench, releaseName(name), blob)}>
            Release, CSV (${bytes(written.bytes)})
          </button>`
  }
    <button type="button" @click=${() => hand(workbench, recipientReportName(name), text(written.recipientReport))}>
      Report for the recipient, JSON
    </button>
    <button type="button" @click=${() => all(workbench, released, proof).catch(amiss)}>All as zip</button>
    <button type="button" @click=${(event: Event) => openDocument(workbench, released, event.currentTarget)}>
      Report to sign…
    </button>`;
}

function forTheUser(workbench: Workbench, released: Handed, proof: Proof | null): TemplateResult {
  const { settings, written, source } = released;
  const { name } = source;
  const origin = workbench.sheets.get(source.file) ?? null;
  return html`<button type="button" @click=${() => hand(workbench, recipeName(name), text(settings))}>Recipe, JSON</button>
    <button type="button" @click=${() => hand(workbench, reportName(name), text(written.report))}>Report, JSON</button>
    ${toDatabase(workbench, released)} ${proof === null ? nothing : proven(workbench, released, proof)}
    ${
      origin === null
        ? nothing
        : html`<button type="button" @click=${() => hand(workbench, sheetTextName(name), source.file)}>
            The sheet as text, CSV
          </button>`
    }`;
}

function proven(workbench: Workbench, released: Handed, proof: Proof): TemplateResult {
  const { name } = released.source;
  const pass = async () => hand(workbench, passportName(name), await passportOf(workbench, released, proof));
  const amiss = (thrown: unknown) => workbench.fail("release", toKanonError(thrown));
  return html`<button type="button" @click=${() => hand(workbench, proofName(name), proof.file)}>
      Proof (${bytes(proof.file.size)})
    </button>
    <button type="button" @click=${() => pass().catch(amiss)}>Passport, zip</button>`;
}

/** The contents of each file, and who may get it. */
function hints(workbench: Workbench, released: Handed, proof: Proof | null): TemplateResult {
  const { source } = released;
  const origin = workbench.sheets.get(source.file) ?? null;
  const listed = columnsWithValues(recipeOf(released));
  return html`${
    origin === null
      ? nothing
      : html`<p class="hint">
          The release was compared with the sheet ${origin.read.name} of ${origin.of.name} as the text that it was read
          as. <code>kanon verify … --data ${sheetTextName(source.name)}</code> compares it with the same text.
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
  </p>`;
}
