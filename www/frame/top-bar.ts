import { html, nothing, type TemplateResult } from "lit";
import type { Theme } from "../state/autosave";
import { loadRecipe } from "../state/opening";
import { columnsWithValues, plain, withoutValues } from "../state/recipe";
import { recipeName } from "../state/releasing";
import { quasiIdentifiers } from "../state/study";
import type { Workbench } from "../state/workbench";
import "../trust/trust-panel";
import { witnessed } from "../trust/witness";
import { announce } from "../ui/announcer";
import { openDialog } from "../ui/dialog";
import { chooseFiles, download, text } from "../ui/files";
import { plural, records } from "../ui/format";
import { mosaic } from "../ui/mosaic";

const THEMES: readonly { theme: Theme; name: string }[] = [
  { theme: "system", name: "Theme: system" },
  { theme: "light", name: "Theme: light" },
  { theme: "dark", name: "Theme: dark" },
];

export function saveRecipe(workbench: Workbench): void {
  const { recipe, source } = workbench.study;
  if (recipe === null) return;
  download(recipeName(source?.name ?? "study"), text(plain(recipe)));
  const listed = columnsWithValues(recipe);
  if (listed.length === 0) return;
  workbench.tell(`The saved recipe lists the values of ${listed.join(", ")}.`, {
    label: "Save it without values",
    run: () => saveWithoutValues(workbench),
  });
}

function saveWithoutValues(workbench: Workbench): void {
  const { recipe, source } = workbench.study;
  if (recipe !== null) download(recipeName(source?.name ?? "study"), text(plain(withoutValues(recipe))));
}

export async function chooseRecipe(workbench: Workbench): Promise<void> {
  const files = await chooseFiles(".json,application/json,.csv,text/csv", true);
  const recipe = files.find((file) => file.name.endsWith(".json")) ?? files[0];
  if (recipe === undefined) return;
  await loadRecipe(
    workbench,
    recipe,
    files.filter((file) => file !== recipe),
  );
}

export function undo(workbench: Workbench): void {
  const name = workbench.undo();
  announce(name === null ? "Nothing to undo" : `Undone: ${name}`);
}

export function redo(workbench: Workbench): void {
  const name = workbench.redo();
  announce(name === null ? "Nothing to redo" : `Redone: ${name}`);
}

export function openTrust(): void {
  openDialog("Nothing leaves this device", () => html`<kanon-trust-panel></kanon-trust-panel>`);
}

function openHistory(workbench: Workbench): void {
  const { moments, position } = workbench.history;
  openDialog(
    "History",
    (close) => html`<ol class="history">
      ${moments.map(
        (moment, index) => html`<li>
          <button
            type="button"
            class="pick"
            aria-current=${index === position ? "true" : "false"}
            @click=${() => {
              close();
              workbench.travel(index);
            }}
          >
            ${moment.name}
          </button>
        </li>`,
      )}
    </ol>`,
  );
}

function recipeMenu(workbench: Workbench): TemplateResult {
  const close = (event: Event) => (event.currentTarget as HTMLElement).closest("details")?.removeAttribute("open");
  const entry = (label: string, enabled: boolean, run: () => void) =>
    html`<button
      type="button"
      ?disabled=${!enabled}
      @click=${(event: Event) => {
        close(event);
        run();
      }}
    >
      ${label}
    </button>`;
  const { recipe } = workbench.study;
  return html`<details
    class="menu"
    @keydown=${(event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      const menu = event.currentTarget as HTMLDetailsElement;
      menu.open = false;
      menu.querySelector("summary")?.focus();
    }}
    @focusout=${(event: FocusEvent) => {
      const menu = event.currentTarget as HTMLDetailsElement;
      if (event.relatedTarget instanceof Node && !menu.contains(event.relatedTarget)) menu.open = false;
    }}
  >
    <summary>Recipe</summary>
    <div class="menu-entries">
      ${entry("Save the recipe", recipe !== null, () => saveRecipe(workbench))}
      ${entry("Save it without values", recipe !== null, () => saveWithoutValues(workbench))}
      ${entry("Load a recipe", true, () => void chooseRecipe(workbench))}
      ${entry("Forget what this device keeps", true, () => workbench.forget())}
    </div>
  </details>`;
}

/** File and size, undo, redo, recipe, theme, and the shield. */
export function topBar(workbench: Workbench, keys: () => void): TemplateResult {
  const { source, recipe } = workbench.study;
  const { undoName, redoName } = workbench.history;
  const { theme } = workbench.preferences;
  const { requests } = witnessed();
  return html`<header class="top-bar">
    <button type="button" class="brand" @click=${() => workbench.goTo("open")}>${mosaic(16)} <b>Kanon</b></button>
    <p class="facts">
      ${
        source === null
          ? nothing
          : html`<b>${source.name}</b> · ${records(source.profile.records)} · ${plural(quasiIdentifiers(recipe).length, "quasi-identifier")}`
      }
    </p>
    <div class="top-actions">
      <button type="button" ?disabled=${undoName === null} title=${undoName === null ? "Nothing to undo" : `Undo: ${undoName}`} @click=${() => undo(workbench)}>Undo</button>
      <button type="button" ?disabled=${redoName === null} title=${redoName === null ? "Nothing to redo" : `Redo: ${redoName}`} @click=${() => redo(workbench)}>Redo</button>
      <button type="button" ?disabled=${workbench.history.moments.length < 2} @click=${() => openHistory(workbench)}>History</button>
      ${recipeMenu(workbench)}
      <select
        class="quiet"
        aria-label="Theme"
        .value=${theme}
        @change=${(event: Event) => workbench.prefer({ theme: (event.target as HTMLSelectElement).value as Theme })}
      >
        ${THEMES.map((entry) => html`<option value=${entry.theme} ?selected=${entry.theme === theme}>${entry.name}</option>`)}
      </select>
      <button type="button" class="keys" @click=${keys}>Keys</button>
      <button type="button" class="shield ${requests.length > 0 ? "care" : ""}" @click=${openTrust}>
        ${plural(requests.length, "request")} since load
      </button>
    </div>
  </header>`;
}
