/** Composition root: the frame around the steps, the keys that work everywhere, and what the address asks for. */

import { html, nothing, type TemplateResult } from "lit";
import "./theme/tokens.css";
import "./theme/page.css";
import "./theme/frame.css";
import "./theme/steps.css";
import "./theme/charts.css";
import "./frame/scoreboard";
import "./frame/run-bar";
import { askBeforeLeaving } from "./frame/leaving";
import { stepList } from "./frame/step-list";
import { chooseRecipe, openTrust, redo, saveRecipe, topBar, undo } from "./frame/top-bar";
import { measureAfterChanges } from "./state/encoding";
import { recall } from "./state/last-visit";
import { openSample } from "./state/opening";
import { lastResult } from "./state/result";
import { search } from "./state/searching";
import type { StepName } from "./state/step-name";
import { Workbench } from "./state/workbench";
import { receiveDrops } from "./steps/open/receive";
import { STEPS, stepOf } from "./steps/steps";
import { View } from "./steps/view";
import { onWitnessed, watchRequests } from "./trust/witness";
import { announce, mountAnnouncer } from "./ui/announcer";
import { openDialog } from "./ui/dialog";
import { listenForShortcuts, type Shortcut, shortcutTable } from "./ui/shortcuts";

const ROW_KEYS = [
  { keys: "I Q S -", does: "Roles: set the role of the row or of the selected rows" },
  { keys: "↑ ↓", does: "Roles: next row. Tables: next cell, with Ctrl to the end" },
  { keys: "Ctrl+C", does: "Tables: copy the cell" },
];

/** The whole page. */
export class App extends View {
  private shown: StepName = "open";
  private busy: string | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    onWitnessed(() => this.requestUpdate());
    listenForShortcuts(this.shortcuts, () => this.workbench.preferences.singleKeys);
  }

  private get shortcuts(): readonly Shortcut[] {
    const { workbench } = this;
    const steps = STEPS.map(({ name, title, state: stateOf }, index) => ({
      keys: `Alt+${index + 1}`,
      does: `Go to ${title}`,
      run: () => {
        const state = stateOf(workbench);
        if (state.kind === "blocked") announce(`${title}: ${state.words}`);
        else workbench.goTo(name);
      },
    }));
    return [
      { keys: "Ctrl+Z", does: "Undo", run: () => undo(workbench) },
      { keys: "Ctrl+Shift+Z", does: "Redo", run: () => redo(workbench) },
      { keys: "Ctrl+Y", does: "Redo", run: () => redo(workbench) },
      ...steps,
      { keys: "Ctrl+Enter", does: "Run", run: () => void search(workbench, false) },
      { keys: "Escape", does: "Cancel what is running", run: () => workbench.cancel() },
      { keys: "Ctrl+S", does: "Save the recipe", run: () => saveRecipe(workbench) },
      { keys: "Ctrl+O", does: "Load a recipe", run: () => void chooseRecipe(workbench) },
      { keys: "/", does: "Find a column", run: () => void this.findColumn() },
      { keys: "?", does: "Show the keys", run: () => this.help() },
      { keys: "!", does: "Show what keeps the data here", run: openTrust },
    ];
  }

  private async findColumn(): Promise<void> {
    if (this.workbench.study.source === null) return;
    this.workbench.goTo("roles");
    await this.updateComplete;
    await new Promise(requestAnimationFrame);
    this.querySelector<HTMLElement>("#find-column, kanon-roles [role=radio][tabindex='0']")?.focus();
  }

  private help(): void {
    openDialog("Keys", (_, redraw) => {
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
    document.documentElement.dataset.theme = preferences.theme;
    document.title = study.source === null ? "Kanon" : `${stepOf(step).title} · ${study.source.name} · Kanon`;
    this.announceActivity();
    if (step === this.shown) return;
    this.shown = step;
    window.scrollTo(0, 0);
    const main = this.querySelector("main");
    main?.focus();
  }

  /** Says once when work begins and once when it ends. */
  private announceActivity(): void {
    const { activity, failures } = this.workbench.study;
    const result = lastResult(this.workbench.study);
    const kind = activity?.kind ?? null;
    if (kind === this.busy) return;
    const ended = this.busy;
    this.busy = kind;
    if (kind !== null) announce(`${kind} ${activity?.name ?? ""}`);
    else if (Object.keys(failures).length > 0) return;
    else if (ended === "searching" && result !== null)
      announce(result.found.outcome.optimal ? "Best policy found and proven" : "Search stopped, best so far kept");
    else announce("Done");
  }

  protected override render(): TemplateResult {
    const { workbench } = this;
    const { notice } = workbench;
    const empty = workbench.study.source === null;
    return html`<a class="skip" href="#work">Skip to the step</a>
      ${topBar(workbench, () => this.help())}
      <div class="frame ${empty ? "frame-empty" : ""}">
        ${empty ? nothing : stepList(workbench)}
        <main id="work" tabindex="-1" aria-label=${stepOf(workbench.step).title}>
          ${
            notice === null
              ? nothing
              : html`<div class="notice" role="status">
                  <p>${notice.text}</p>
                  ${notice.act === undefined ? nothing : html`<button type="button" @click=${notice.act.run}>${notice.act.label}</button>`}
                  <button type="button" class="quiet" @click=${() => workbench.putNoticeAway()}>Put away</button>
                </div>`
          }
          ${stepOf(workbench.step).view(workbench)}
        </main>
        ${empty ? nothing : html`<kanon-scoreboard .workbench=${workbench}></kanon-scoreboard>`}
      </div>
      <kanon-run-bar .workbench=${workbench}></kanon-run-bar>`;
  }
}

customElements.define("kanon-app", App);

watchRequests();
mountAnnouncer(document.body);
const workbench = new Workbench();
measureAfterChanges(workbench);
receiveDrops(workbench);
void recall(workbench);
askBeforeLeaving(workbench);
const app = document.createElement("kanon-app") as App;
app.workbench = workbench;
document.body.prepend(app);
if (location.hash === "#sample") void openSample(workbench);
