import { html, nothing, type TemplateResult } from "lit";
import { openFile, openSample } from "../../state/opening";
import type { Workbench } from "../../state/workbench";
import "../../ui/arriving";
import { openDialog } from "../../ui/dialog";
import { chooseFiles, isKeepable, keepPage } from "../../ui/files";
import { plural } from "../../ui/format";
import { mosaic } from "../../ui/mosaic";
import { extractFromDatabase } from "./database";
import { receive } from "./receive";

const LARGEST_PASTE = 20_000_000;

async function choose(workbench: Workbench, from: EventTarget | null): Promise<void> {
  const files = await chooseFiles(
    ".csv,.tsv,.txt,.gz,.xlsx,.xlsm,.json,text/csv,text/tab-separated-values,text/plain",
    true,
  );
  await receive(workbench, files, from);
}

/** Asks for pasted text and opens it like a file. */
export function paste(workbench: Workbench, from: EventTarget | null): void {
  const id = workbench.names.id("pasted");
  openDialog(from, "Paste a table", (close) => {
    const submit = (event: Event) => {
      event.preventDefault();
      const area = (event.currentTarget as HTMLFormElement).querySelector("textarea");
      const text = area?.value ?? "";
      if (text.trim() === "") return;
      close();
      void openFile(workbench, new Blob([text]), "pasted.csv");
    };
    return html`<form class="stack" @submit=${submit}>
      <label for=${id}>Rows from a spreadsheet or a CSV file, with the column names in the first row</label>
      <textarea id=${id} class="code" rows="12" maxlength=${LARGEST_PASTE} required spellcheck="false"></textarea>
      <div><button type="submit" class="primary">Open the pasted table</button></div>
    </form>`;
  });
}

/** The privacy statement on a foreign page. */
const GUEST_PROMISE =
  "Kanon sends your file nowhere. The page around has scripts of its own; “requests” above says what that means.";

/** The privacy statement on Kanon's own page. */
function ownPromise(): TemplateResult {
  return html`Your file stays on this device. The page's policy lets it send nothing; “requests” above shows how, what no
    policy can stop, and how to check it.
    ${
      isKeepable()
        ? html`${keepPage("Keep this page as a file")} to work without a network: it is all in it, and never changes by
            itself.`
        : nothing
    }`;
}

/** The first screen: three equal ways to begin, and the privacy statement. */
export function doors(workbench: Workbench): TemplateResult {
  const { kept, waiting } = workbench;
  return html`<div class="welcome">
    ${mosaic(64)}
    <h1>Make a table safe to share, and know what it cost</h1>
    <p class="lead">
      Kanon finds the release of your microdata in which every person hides among at least k, with the least
      information lost, and proves that no other does better.
    </p>
    <ul class="doors" aria-label="Ways to begin">
      <li>
        <button type="button" class="door" @click=${(event: Event) => choose(workbench, event.currentTarget)}>
          <strong>Open a file</strong><span>CSV, also zipped as .gz, up to millions of records, or a sheet of an Excel workbook. Or drop it anywhere on this page.</span>
        </button>
      </li>
      <li>
        <button type="button" class="door" @click=${(event: Event) => paste(workbench, event.currentTarget)}>
          <strong>Paste</strong><span>Rows from a spreadsheet, or the text of a file.</span>
        </button>
      </li>
      <li>
        <button type="button" class="door" @click=${() => openSample(workbench)}>
          <strong>Try the sample</strong><span>20,000 invented records, with roles and hierarchies set.</span>
        </button>
      </li>
    </ul>
    <p>
      The sample is of hospital discharges. Others, as messy as such files are:
      <button type="button" class="link" @click=${() => openSample(workbench, null, "household")}>a household survey with weights</button>,
      <button type="button" class="link" @click=${() => openSample(workbench, null, "students")}>student records</button>.
    </p>
    <p>
      <button type="button" class="link" @click=${() => workbench.goTo("review")}>Review a finished file</button>: does it
      keep what it promises?
    </p>
    <p>
      <button type="button" class="link" @click=${(event: Event) => extractFromDatabase(workbench, event.currentTarget)}>Take it to a database</button>:
      for a table of billions of records, or one that may not leave its database.
    </p>
    <p class="promise">
      ${workbench.names.instance === "" ? ownPromise() : GUEST_PROMISE}
    </p>
    ${
      waiting === null
        ? nothing
        : html`<p class="caption">A recipe for ${plural(Object.keys(waiting.columns).length, "column")} waits for its table.</p>`
    }
    ${
      kept === null
        ? nothing
        : html`<p class="caption">
            The settings of your last study are kept on this device: names of columns, their roles and how values are made
            coarser, but no values of the table.
            <button type="button" class="link" @click=${() => workbench.forget()}>Forget them</button>
          </p>`
    }
    ${arriving(workbench)}
  </div>`;
}

/** The loading progress of the engine. */
export function arriving({ hiring }: Workbench): TemplateResult {
  return html`<kanon-arriving .supply=${hiring.supply}></kanon-arriving>`;
}
