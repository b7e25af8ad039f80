import { html, nothing, type TemplateResult } from "lit";
import type { Theme } from "../state/autosave";
import { loadRecipe } from "../state/opening";
import { projectText } from "../state/project";
import { columnsWithValues, plain, withoutValues } from "../state/recipe";
import { projectName, recipeName } from "../state/releasing";
import { quasiIdentifiers } from "../state/study";
import type { Workbench } from "../state/workbench";
import "../trust/trust-panel";
import type { Witness } from "../trust/witness";
import { announce } from "../ui/announcer";
import { openDialog } from "../ui/dialog";
import { chooseFiles, download, text } from "../ui/files";
import { plural, records } from "../ui/format";
import { mosaic } from "../ui/mosaic";
import { openGlossary } from "./glossary";

const THEMES: readonly { theme: Theme; name: string }[] = [
  { theme: "system", name: "Theme: system" },
  { theme: "light", name: "Theme: light" },
  { theme: "dark", name: "Theme: dark" },
];

export function saveRecipe(workbench: Workbench): void {
  const { recipe, source } = workbench.study;
  if (recipe === null) return;
  hand(workbench, recipeName(source?.name ?? "study"), text(plain(recipe)));
  const listed = columnsWithValues(recipe);
  if (listed.length === 0) return;
  workbench.tell(`The saved recipe lists the values of ${listed.join(", ")}.`, {
    label: "Save it without values",
    run: () => saveWithoutValues(workbench),
  });
}

/** Saves settings, pins, notes and named changes. */
function saveProject(workbench: Workbench, withValues: boolean): void {
  const { recipe, source } = workbench.study;
  const content = projectText(workbench, withValues);
  if (content === null || recipe === null) return;
  hand(workbench, projectName(source?.name ?? "study"), text(content));
  const listed = columnsWithValues(recipe);
  if (listed.length === 0 || withValues) return;
  workbench.tell(`The project holds no lists of values: the hierarchies of ${listed.join(", ")} are not in it.`, {
    label: "Save it with them",
    run: () => saveProject(workbench, true),
  });
}

function hand(workbench: Workbench, name: string, content: Blob): void {
  download(name, content);
  workbench.handOut(name);
}

function saveWithoutValues(workbench: Workbench): void {
  const { recipe, source } = workbench.study;
  if (recipe !== null) hand(workbench, recipeName(source?.name ?? "study"), text(plain(withoutValues(recipe))));
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

export function undo(workbench: Workbench, from: EventTarget): void {
  const name = workbench.undo();
  announce(from, name === null ? "Nothing to undo" : `Undone: ${name}`);
}

export function redo(workbench: Workbench, from: EventTarget): void {
  const name = workbench.redo();
  announce(from, name === null ? "Nothing to redo" : `Redone: ${name}`);
}

export function openTrust(witness: Witness, from: EventTarget): void {
  const panel = html`<kanon-trust-panel .witness=${witness}></kanon-trust-panel>`;
  const title = witness.isGuest ? "What Kanon promises on this page" : "Nothing leaves this device";
  openDialog(from, title, () => panel);
}

function openHistory(workbench: Workbench, from: EventTarget): void {
  const { moments, position } = workbench.history;
  openDialog(
    from,
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
      const menu = event.currentTarget as HTMLDetailsElement;
      if (event.key !== "Escape" || !menu.open) return;
      // Closes the menu without cancelling anything.
      event.preventDefault();
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
      ${entry("Save the project", recipe !== null, () => saveProject(workbench, false))}
      ${
        workbench.lock.isShut
          ? nothing
          : html`${entry("Load a recipe or project", true, () => void chooseRecipe(workbench))}
            ${entry("Forget what this device keeps", true, () => workbench.forget())}`
      }
    </div>
  </details>`;
}

function themeChoice(workbench: Workbench): TemplateResult {
  const { theme } = workbench.preferences;
  return html`<select
    class="quiet"
    aria-label="Theme"
    .value=${theme}
    @change=${(event: Event) => workbench.prefer({ theme: (event.target as HTMLSelectElement).value as Theme })}
  >
    ${THEMES.map((entry) => html`<option value=${entry.theme} ?selected=${entry.theme === theme}>${entry.name}</option>`)}
  </select>`;
}

/** The undo menu. */
function pastChanges(workbench: Workbench, host: HTMLElement): TemplateResult {
  const { undoName, redoName } = workbench.history;
  return html`<button type="button" ?disabled=${undoName === null} title=${undoName === null ? "Nothing to undo" : `Undo: ${undoName}`} @click=${() => undo(workbench, host)}>Undo</button>
    <button type="button" ?disabled=${redoName === null} title=${redoName === null ? "Nothing to redo" : `Redo: ${redoName}`} @click=${() => redo(workbench, host)}>Redo</button>
    <button type="button" ?disabled=${workbench.history.moments.length < 2} @click=${() => openHistory(workbench, host)}>History</button>`;
}

/** What the top bar needs from its workbench. */
export interface Bar {
  readonly workbench: Workbench;
  readonly witness: Witness;
  /** The element that contains it. */
  readonly host: HTMLElement;
  readonly ownsPage: boolean;
  /** Shows the keyboard shortcuts. */
  readonly keys: () => void;
}

/**
 * File and size, undo, redo, recipe, theme, and the shield. The theme belongs to the page, so only the page's own
 * workbench sets it.
 */
export function topBar({ workbench, witness, host, ownsPage, keys }: Bar): TemplateResult {
  const { source, recipe } = workbench.study;
  const { instance } = workbench.names;
  const { requests } = witness.seen();
  const content = html`<button type="button" class="brand" @click=${() => workbench.goTo("open")}>${mosaic(16)} <b>Kanon</b></button>
    <p class="facts">
      ${ownsPage ? nothing : html`<span id=${workbench.names.id("title")}>${instance}</span>`}
      ${
        source === null
          ? nothing
          : html`<b>${source.name}</b> · ${records(source.profile.records)} · ${plural(quasiIdentifiers(recipe).length, "quasi-identifier")}`
      }
    </p>
    <div class="top-actions">
      ${workbench.lock.isShut ? html`<span class="caption">read-only</span>` : pastChanges(workbench, host)} ${recipeMenu(workbench)} ${ownsPage ? themeChoice(workbench) : nothing}
      <button type="button" @click=${() => openGlossary(workbench, host)}>Words</button>
      <button type="button" class="keys" @click=${keys}>Keys</button>
      <button type="button" class="shield ${requests.length > 0 && !witness.isGuest ? "care" : ""}" @click=${() => openTrust(witness, host)}>
        ${plural(requests.length, "request")} since ${witness.isGuest ? "start" : "load"}
      </button>
    </div>`;
  return ownsPage
    ? html`<header class="top-bar">${content}</header>`
    : html`<section class="top-bar" aria-label=${workbench.names.label("Kanon")}>${content}</section>`;
}
