import { html, type TemplateResult } from "lit";
import { toKanonError } from "../../engine/failure";
import type { DocumentField } from "../../engine/wire/protocol";
import { documentFields, documentOf, type Edition, saidOf, say } from "../../state/document";
import { documentName } from "../../state/releasing";
import type { Handed } from "../../state/result";
import type { Workbench } from "../../state/workbench";
import { openDialog } from "../../ui/dialog";
import { download } from "../../ui/files";

/** Asks for the fields that only people can fill in, and hands out the document. */
export async function openDocument(workbench: Workbench, released: Handed, from: EventTarget | null): Promise<void> {
  try {
    const fields = await documentFields(workbench);
    openDialog(from, "Report to sign", (close) => form(workbench, released, fields, close), "wide");
  } catch (thrown) {
    workbench.fail("release", toKanonError(thrown));
  }
}

function form(
  workbench: Workbench,
  released: Handed,
  fields: readonly DocumentField[],
  close: () => void,
): TemplateResult {
  const sections = [...new Set(fields.map(({ section }) => section))];
  const give = async (edition: Edition) => {
    try {
      const name = documentName(released.source.name, edition);
      download(name, await documentOf(workbench, released, edition, true));
      workbench.handOut(name);
    } catch (thrown) {
      close();
      workbench.fail("release", toKanonError(thrown));
    }
  };
  return html`<div class="stack">
    <p>
      One page with fourteen sections: what Kanon knows stands in it, and what only persons know is asked for here. What you
      leave empty is a blank to be filled by hand. The page has no script; print it, or have the browser make a PDF of it.
    </p>
    ${sections.map(
      (section) =>
        html`<fieldset>
          <legend>${section}</legend>
          <div class="stack">
            ${fields.filter((field) => field.section === section).map((field) => asked(workbench, field))}
          </div>
        </fieldset>`,
    )}
    <div class="row">
      <button type="button" class="primary" @click=${() => give("internal")}>Internal edition, HTML</button>
      <button type="button" @click=${() => give("external")}>External edition, HTML</button>
    </div>
    <p class="hint">
      The internal one names the digests of the original and of the recipe. The external one may be published: it has no
      such digest, no label of values and no number of records below k. It is also what
      your browser prints of this page. What you wrote above stands in both. A saved project holds it too.
    </p>
  </div>`;
}

function asked(workbench: Workbench, { name, label }: DocumentField): TemplateResult {
  const write = (event: Event) => say(workbench, name, (event.target as HTMLTextAreaElement).value);
  return html`<label class="field">
    <span>${label}</span>
    <textarea rows="2" .value=${saidOf(workbench)[name] ?? ""} @input=${write}></textarea>
  </label>`;
}
