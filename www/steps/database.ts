/** A dialog about a table that stays in its database: its place, its columns, and the scripts to write. */

import { html, nothing, type TemplateResult } from "lit";
import { toKanonError } from "../engine/failure";
import type { SqlDialect, SqlScript } from "../engine/wire/databases";
import type { KanonError } from "../engine/wire/protocol";
import { type Database, DIALECTS, namesIn, readRecipe, recipeOf, recipeOfNames } from "../state/database";
import { archive } from "../state/releasing";
import type { Workbench } from "../state/workbench";
import { openDialog } from "../ui/dialog";
import { failure } from "../ui/failure";
import { chooseFiles, download, text } from "../ui/files";
import { bytes } from "../ui/format";

/** The questions beside the place of the table, and the output. */
export interface Purpose {
  readonly title: string;
  readonly means: string;
  /** A warning about the files. */
  readonly care: string;
  /** Whether naming the columns is enough. */
  readonly takesNames: boolean;
  readonly archive: string;
  readonly write: (database: Database, recipe: string) => Promise<SqlScript[]>;
}

/** Asks for the place of a table, and hands out scripts for it. */
export function openDatabase(workbench: Workbench, from: EventTarget | null, purpose: Purpose): void {
  let dialog: DatabaseDialog | null = null;
  openDialog(
    from,
    purpose.title,
    (_, redraw) => {
      dialog ??= new DatabaseDialog(workbench, purpose, redraw);
      return dialog.draw();
    },
    "wide",
  );
}

class DatabaseDialog {
  private quasiIdentifiers = "";
  private others = "";
  private scripts: readonly SqlScript[] = [];
  private amiss: KanonError | null = null;

  constructor(
    private readonly workbench: Workbench,
    private readonly purpose: Purpose,
    private readonly redraw: () => void,
  ) {}

  draw(): TemplateResult {
    const { purpose, workbench } = this;
    const { database } = workbench;
    const write = (event: Event) => {
      event.preventDefault();
      void this.try(async () => {
        const recipe = recipeOf(workbench)?.text ?? recipeOfNames(namesIn(this.quasiIdentifiers), namesIn(this.others));
        this.scripts = await purpose.write(workbench.database, recipe);
      });
    };
    const dialect = (event: Event) => this.know({ dialect: (event.target as HTMLSelectElement).value as SqlDialect });
    return html`<p>${purpose.means}</p>
      <p class="care">${purpose.care}</p>
      <form class="stack" @submit=${write}>
        <label class="field">
          <span>Database</span>
          <select @change=${dialect}>
            ${DIALECTS.map((one) => html`<option value=${one.dialect} ?selected=${one.dialect === database.dialect}>${one.name}</option>`)}
          </select>
        </label>
        ${this.line("Table", "table", "or schema.table, or catalog.schema.table", true)}
        ${this.line("Schema for what the scripts make", "into", "empty: where the session stands", false)}
        ${this.columns()}
        <div><button type="submit" class="primary">Write the scripts</button></div>
      </form>
      ${this.amiss === null ? nothing : failure(this.amiss)} ${this.written()}`;
  }

  private line(label: string, key: "table" | "into", hint: string, required: boolean): TemplateResult {
    const write = (event: Event) => this.know({ [key]: (event.target as HTMLInputElement).value.trim() });
    return html`<label class="field">
      <span>${label}</span>
      <input type="text" autocomplete="off" spellcheck="false" ?required=${required} .value=${this.workbench.database[key]} @change=${write} />
      <small>${hint}</small>
    </label>`;
  }

  /** The recipe of the table, or the names of its columns instead. */
  private columns(): TemplateResult {
    const recipe = recipeOf(this.workbench);
    const choose = () =>
      this.try(async () => {
        const read = await readRecipe(this.workbench, await chooseFiles(".json,.csv,.txt", true));
        if (read !== null) this.know({ recipe: read });
      });
    const names = (label: string, hint: string, value: string, take: (names: string) => void, required: boolean) =>
      html`<label class="field">
        <span>${label}</span>
        <textarea
          rows="4"
          spellcheck="false"
          ?required=${required}
          .value=${value}
          @change=${(event: Event) => take((event.target as HTMLTextAreaElement).value)}
        ></textarea>
        <small>${hint}</small>
      </label>`;
    if (recipe === null && !this.purpose.takesNames)
      return html`<p>
        The recipe of the table says which other columns are released.
        <button type="button" @click=${choose}>Choose table.kanon.json…</button>
      </p>`;
    if (recipe !== null)
      return html`<p>
        The columns are those of <b>${recipe.name}</b>.
        <button type="button" class="link" @click=${choose}>Choose another recipe…</button>
      </p>`;
    return html`${names(
      "Quasi-identifiers",
      "a name a line",
      this.quasiIdentifiers,
      (text) => {
        this.quasiIdentifiers = text;
      },
      true,
    )}
      ${names(
        "Other columns of the release",
        "a name a line; a column that nobody names is not released",
        this.others,
        (text) => {
          this.others = text;
        },
        false,
      )}
      <p>
        Or <button type="button" class="link" @click=${choose}>choose a recipe</button>, together with the hierarchy files
        that it names.
      </p>`;
  }

  private written(): TemplateResult | typeof nothing {
    const { scripts, workbench, purpose } = this;
    if (scripts.length === 0) return nothing;
    const hand = (name: string, content: Blob) => {
      download(name, content);
      workbench.handOut(name);
    };
    const kind = (name: string) => (name.endsWith(".json") ? "application/json" : "text/plain");
    const all = () =>
      this.try(async () => {
        const files = new Map(scripts.map(({ name, text: content }) => [name, text(content, kind(name))]));
        hand(purpose.archive, await archive(workbench, files));
      });
    return html`<h3>In the order of use</h3>
      <div class="row"><button type="button" class="primary" @click=${all}>All as zip</button></div>
      <div class="row">
        ${scripts.map(({ name, text: content }) => {
          const file = text(content, kind(name));
          return html`<button type="button" @click=${() => hand(name, file)}>${name} (${bytes(file.size)})</button>`;
        })}
      </div>`;
  }

  private know(more: Partial<Database>): void {
    this.workbench.database = { ...this.workbench.database, ...more };
    this.scripts = [];
    this.redraw();
  }

  private async try(work: () => Promise<void>): Promise<void> {
    this.amiss = null;
    try {
      await work();
    } catch (thrown) {
      this.scripts = [];
      this.amiss = toKanonError(thrown);
    }
    this.redraw();
  }
}
