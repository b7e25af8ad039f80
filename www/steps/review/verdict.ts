import { html, type TemplateResult } from "lit";
import { toKanonError } from "../../engine/failure";
import type { Audited } from "../../state/auditing";
import type { Found } from "../../state/reviewing";
import { verdictPage } from "../../state/verdict";
import type { Workbench } from "../../state/workbench";
import { openDialog } from "../../ui/dialog";
import { download } from "../../ui/files";

/** The field that a person only fills in on the printed page. */
const BY_HAND = "signature";

/** The findings about a release, with its report if there is one; or the results for a report that is not about one. */
export interface Settled {
  readonly found: Found | null;
  readonly audited: Audited | null;
}

/** The button that asks for the reviewer's fields, and hands out the page of the verdict. */
export function verdictButton(workbench: Workbench, settled: Settled): TemplateResult {
  const ask = (event: Event) =>
    openDialog(event.currentTarget, "Verdict to save and print", (close) => form(workbench, settled, close));
  return html`<div class="row"><button type="button" @click=${ask}>Verdict to save and print</button></div>`;
}

function form(workbench: Workbench, { found, audited }: Settled, close: () => void): TemplateResult {
  const { review } = workbench;
  const submit = async (event: Event) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget as HTMLFormElement);
    const said = Object.fromEntries(
      [...given].filter(([, text]) => text !== "").map(([name, text]) => [name, `${text}`]),
    );
    try {
      const name = `${(review.study.source?.name ?? "report").replace(/\.[^.]*$/, "")}.review.html`;
      download(name, await verdictPage(review, found, audited, said));
      workbench.handOut(name);
    } catch (thrown) {
      review.fail("review", toKanonError(thrown));
    }
    close();
  };
  const fields = (review.study.filing?.dossier.words.fields ?? []).filter(({ name }) => name !== BY_HAND);
  return html`<form class="stack" @submit=${submit}>
    <p>
      One page: the files with their digests, each claim of the report with its verdict, what classes and columns show, and
      what was not checked. It has no script and no clock; print it, or have the browser make a PDF of it. What you leave
      empty is a blank to be filled by hand. <code>kanon verify --out-html</code> makes the same page of the same files.
    </p>
    ${fields.map(
      ({ name, label }) =>
        html`<label class="field"><span>${label}</span><textarea name=${name} rows="2"></textarea></label>`,
    )}
    <div><button type="submit" class="primary">Save the verdict, HTML</button></div>
  </form>`;
}
