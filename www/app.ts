/** A workbench as an element: the frame around the steps, and the keys that work everywhere in it. */

import { html, nothing, type TemplateResult } from "lit";
import "./theme/tokens.css";
import "./theme/page.css";
import "./theme/frame.css";
import "./theme/steps.css";
import "./theme/charts.css";
import "./frame/scoreboard";
import type { Supply } from "./engine/supply";
import { openGlossary } from "./frame/glossary";
import { keepFocus } from "./frame/keep-focus";
import { askBeforeLeaving } from "./frame/leaving";
import { printedInstead } from "./frame/printed-instead";
import { runBar } from "./frame/running";
import { SpokenActivity } from "./frame/spoken-activity";
import { stepList } from "./frame/step-list";
import { chooseRecipe, openTrust, redo, saveRecipe, topBar, undo } from "./frame/top-bar";
import { keepVisitedSteps } from "./frame/visited-steps";
import { followChoices } from "./state/choosing";
import { measureAfterChanges } from "./state/encoding";
import { recall } from "./state/last-visit";
import { search } from "./state/searching";
import type { StepName } from "./state/step-name";
import { Workbench } from "./state/workbench";
import { viewOf } from "./steps/arriving";
import { shown } from "./steps/given";
import { receiveDrops } from "./steps/open/receive";
import { STEPS, stepOf } from "./steps/steps";
import { View } from "./steps/view";
import type { Witness } from "./trust/witness";
import { Announcer, announce } from "./ui/announcer";
import { openDialog } from "./ui/dialog";
import { APP } from "./ui/host";
import { listenForShortcuts, type Shortcut, shortcutTable } from "./ui/shortcuts";

const ROW_KEYS = [
  { keys: "I Q S -", does: "Roles: set the role of the row or of the selected rows" },
  { keys: "↑ ↓", does: "Roles: next row. Tables: next cell, with Ctrl to the end" },
  { keys: "Ctrl+C", does: "Tables: copy the cell" },
];

/** How a workbench differs from the page's own. */
export interface Place {
  /** The name among others; empty for the page's own. */
  readonly instance: string;
  /** The name under which it keeps settings on the device; null keeps nothing. */
  readonly keptAs: string | null;
}

/**
 * A whole workbench with a study, workers and keys of its own. With the attribute `owns-page` it is the page's: it sets
 * the document's title and theme, and takes keys and files from anywhere in the document. Any other one lives in the
 * shadow root of an element and only handles what happens within it.
 */
export abstract class App extends View {
  /** What watches the document. */
  abstract readonly witness: Witness;
  /** The scripts and modules of the document's workers. */
  abstract readonly supply: Supply;
  place: Place = { instance: "", keptAs: "kanon" };
  private shown: StepName = "open";
  private readonly spoken = new SpokenActivity(this);
  private connection = new AbortController();
  private ended = false;

  private get ownsPage(): boolean {
    return this.hasAttribute("owns-page");
  }

  override connectedCallback(): void {
    if (this.ended) {
      // The workers are gone with it, so a new element takes its place.
      this.replaceWith(this.cloneNode(false));
      return;
    }
    this.workbench ??= this.made();
    super.connectedCallback();
    this.connection = new AbortController();
    const { workbench } = this;
    const { signal } = this.connection;
    const within = this.ownsPage ? document : this;
    const stop = this.witness.subscribe(() => this.requestUpdate());
    signal.addEventListener("abort", stop);
    listenForShortcuts(() => this.shortcuts, {
      singleKeys: () => workbench.preferences.singleKeys,
      within,
      signal,
    });
    receiveDrops(workbench, { host: this, within, signal });
    askBeforeLeaving(workbench, signal);
    keepFocus(workbench, this, signal);
    if (this.ownsPage) keepVisitedSteps(workbench, signal);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.connection.abort();
    // An element that is only being moved is connected again by then.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.ended = true;
      this.workbench.end();
    });
  }

  private made(): Workbench {
    const hiring = { supply: this.supply, hear: this.witness.hear };
    const workbench = new Workbench({ ...this.place, hiring });
    workbench.start();
    measureAfterChanges(workbench);
    followChoices(workbench);
    void recall(workbench);
    return workbench;
  }

  protected override createRenderRoot(): this {
    new Announcer(this);
    // Rendered content comes before the live regions and the dialogs.
    this.renderOptions.renderBefore = this.firstChild;
    return this;
  }

  private get shortcuts(): readonly Shortcut[] {
    const { workbench } = this;
    const steps = STEPS.map(({ name, title, state: stateOf }, index) => ({
      keys: `Alt+${(index + 1) % 10}`,
      does: `Go to ${title}`,
      run: () => {
        const state = stateOf(workbench);
        if (state.kind === "blocked") announce(this, `${title}: ${state.words}`);
        else workbench.goTo(name);
      },
    }));
    const changes = [
      { keys: "Ctrl+Z", does: "Undo", run: () => undo(workbench, this) },
      { keys: "Ctrl+Shift+Z", does: "Redo", run: () => redo(workbench, this) },
      { keys: "Ctrl+Y", does: "Redo", run: () => redo(workbench, this) },
      { keys: "Ctrl+O", does: "Load a recipe", run: () => void chooseRecipe(workbench) },
    ];
    return [
      ...(workbench.lock.isShut ? [] : changes),
      ...steps,
      { keys: "Ctrl+Enter", does: "Run", run: () => void search(workbench, false) },
      { keys: "Escape", does: "Cancel what is running", run: () => workbench.cancel() },
      { keys: "Ctrl+S", does: "Save the recipe", run: () => saveRecipe(workbench) },
      { keys: "/", does: "Find a column", run: () => void this.findColumn() },
      { keys: "?", does: "Show the keys", run: () => this.help() },
      { keys: "W", does: "Show what the words mean", run: () => void openGlossary(workbench, this) },
      { keys: "!", does: "Show what keeps the data here", run: () => openTrust(this.witness, this) },
    ];
  }

  private async findColumn(): Promise<void> {
    if (this.workbench.study.source === null) return;
    this.workbench.goTo("roles");
    await this.updateComplete;
    await new Promise(requestAnimationFrame);
    this.querySelector<HTMLElement>("kanon-roles-step [type=search]")?.focus();
  }

  private help(): void {
    openDialog(this, "Keys", (_, redraw) => {
      const { singleKeys } = this.workbench.preferences;
      return html`${shortcutTable([...this.shortcuts, ...ROW_KEYS])}
        <label class="check">
          <input
            type="checkbox"
            .checked=${singleKeys}
            @change=${() => {
              this.workbench.prefer({ singleKeys: !singleKeys });
              redraw();
            }}
          />
          Keys without Ctrl or Alt work everywhere
        </label>`;
    });
  }

  protected override updated(): void {
    const { step, study, preferences } = this.workbench;
    if (this.ownsPage) {
      document.documentElement.dataset.theme = preferences.theme;
      document.title = study.source === null ? "Kanon" : `${stepOf(step).title} · ${study.source.name} · Kanon`;
    }
    this.spoken.follow(this.workbench.study);
    if (step === this.shown) return;
    this.shown = step;
    if (this.ownsPage) window.scrollTo(0, 0);
    else this.parentElement?.scrollTo(0, 0);
    // In a foreign page, focus follows only if the workbench already has it.
    if (this.ownsPage || this.matches(":focus-within"))
      this.querySelector<HTMLElement>(".work")?.focus({ preventScroll: true });
  }

  protected override render(): TemplateResult {
    const { workbench, witness, ownsPage } = this;
    const { names, study, step } = workbench;
    const { title } = stepOf(step);
    const empty = study.source === null;
    const content = html`${this.notice()} ${shown(workbench, step, viewOf(workbench, step, this))}`;
    return html`${ownsPage ? html`<a class="skip" href="#work">Skip to the step</a>` : nothing}
      ${topBar({ workbench, witness, ownsPage, host: this, keys: () => this.help() })}
      <div class="frame ${empty ? "frame-empty" : ""}">
        ${empty ? nothing : stepList(workbench)}
        ${
          ownsPage
            ? html`<main id="work" class="work" tabindex="-1" aria-label=${title}>${content}</main>`
            : html`<section class="work" tabindex="-1" aria-label=${names.label(title)}>${content}</section>`
        }
        ${empty ? nothing : html`<kanon-scoreboard .workbench=${workbench}></kanon-scoreboard>`}
      </div>
      ${runBar(workbench, this)}${printedInstead(workbench, this)}`;
  }

  private notice(): TemplateResult | typeof nothing {
    const { notice } = this.workbench;
    if (notice === null) return nothing;
    return html`<div class="notice" role="status">
      <p>${notice.text}</p>
      ${notice.act === undefined ? nothing : html`<button type="button" @click=${notice.act.run}>${notice.act.label}</button>`}
      <button type="button" class="quiet" @click=${() => this.workbench.putNoticeAway()}>Put away</button>
    </div>`;
  }
}

/** Defines workbenches in the document that the witness watches. */
export function defineApp(witness: Witness, supply: Supply): void {
  customElements.define(
    APP,
    class extends App {
      override readonly witness = witness;
      override readonly supply = supply;
    },
  );
}
