import { html, nothing, type TemplateResult } from "lit";
import type { Found, Recipe } from "../../engine/wire/protocol";
import { jobOfFile } from "../../state/job";
import { currentResult, lastResult } from "../../state/result";
import { search } from "../../state/searching";
import { uncovered } from "../../state/shaping";
import { raggedRefused } from "../../state/source";
import { currentSummary, quasiIdentifiers, quasiIdentifiersInOrder, undecided } from "../../state/study";
import { failure } from "../../ui/failure";
import { plural, records } from "../../ui/format";
import { busy } from "../../ui/progress";
import { tabbed } from "../../ui/tabs";
import { settable } from "../given";
import { raggedWays } from "../ragged";
import { staleHint } from "../stale";
import { toDecide } from "../to-decide";
import { View } from "../view";
import { waysFrom } from "../ways";
import { ABOUT } from "./about";
import { advanced } from "./advanced";
import { answer } from "./answer";
import { levelSliders } from "./level-sliders";
import { reasons } from "./reasons";
import { sentence } from "./sentence";
import "../../charts/trace";
import "./comparison";
import "./condition-costs";
import "./lattice-view";
import "./sweep";

/** If the heading of a result is below this share of the window, the page scrolls to it. */
const LOWEST = 0.5;

type TabName = "answer" | "every" | "algorithms" | "lattice";

/** Step 4: the required protection, the search, and its result. */
export class PolicyStep extends View {
  private tab: TabName = "answer";
  private wasSearching = false;
  /** The last shown result; undefined at first. */
  private found: Found | null | undefined;

  /** Keeps the result visible when a search begins and ends, and when another policy is chosen. */
  protected override willUpdate(): void {
    const { study } = this.workbench;
    const found = lastResult(study)?.found ?? null;
    const isOther = this.found !== undefined && this.found !== found && found !== null;
    if (isOther || (study.activity?.kind === "searching" && !this.wasSearching)) this.tab = "answer";
    this.found = found;
  }

  protected override updated(): void {
    const isSearching = this.workbench.study.activity?.kind === "searching";
    const ended = this.wasSearching && !isSearching;
    this.wasSearching = isSearching;
    if (!ended) return;
    const heading = this.querySelector(`#${CSS.escape(this.workbench.names.id("answer-title"))}`);
    const box = heading?.getBoundingClientRect();
    // Whatever is visible already stays in place.
    if (box !== undefined && (box.top < 0 || box.top > window.innerHeight * LOWEST)) heading?.scrollIntoView();
  }

  private show(tab: TabName): void {
    this.tab = tab;
    this.requestUpdate();
  }

  protected override render(): TemplateResult {
    const { recipe, source, failures, activity } = this.workbench.study;
    if (recipe === null || source === null) return html`${nothing}`;
    const change = (name: string, changed: Recipe) => this.workbench.change(name, changed);
    return html`<header class="step-head">
        <div>
          <h1>${ABOUT.title}</h1>
          <p class="purpose">${ABOUT.purpose}</p>
        </div>
      </header>
      ${settable(
        this.workbench,
        html`${sentence(this.workbench, recipe, source, change, (words) => this.workbench.tell(words), currentSummary(this.workbench.study)?.riskBefore ?? null, html`<kanon-condition-costs .workbench=${this.workbench}></kanon-condition-costs>`)}
          ${advanced(this.workbench, recipe, change)}`,
      )}
      ${this.action(recipe)}
      ${failures.policy === undefined ? nothing : failure(failures.policy, () => this.workbench.clearFailure("policy"), waysFrom(this.workbench, failures.policy))}
      ${
        activity?.kind === "encoding"
          ? busy(
              `${activity.bytes?.prepared === undefined ? "Reading" : "Preparing"} the quasi-identifiers of ${activity.name}`,
              activity.bytes,
              () => this.workbench.cancel(),
            )
          : nothing
      }
      ${
        quasiIdentifiers(recipe).length === 0
          ? this.ended()
          : html`${this.tabs(activity?.kind === "searching" ? this.searching() : this.ended())}`
      }`;
  }

  private tabs(answered: TemplateResult | typeof nothing): TemplateResult {
    const { workbench } = this;
    const hint = html`<p class="hint">The best policy stands here when it is found.</p>`;
    return tabbed<TabName>(
      workbench.names,
      workbench.names.label("Policies"),
      [
        { name: "answer", title: "The answer", panel: answered === nothing ? hint : html`${answered}` },
        {
          name: "every",
          title: "Every k at once",
          panel: html`<kanon-sweep .workbench=${workbench}></kanon-sweep>`,
        },
        {
          name: "algorithms",
          title: "Compare algorithms",
          panel: html`<kanon-comparison .workbench=${workbench}></kanon-comparison>`,
        },
        {
          name: "lattice",
          title: "The lattice of policies",
          panel: html`<kanon-lattice-view .workbench=${workbench} .open=${this.tab === "lattice"}></kanon-lattice-view>`,
        },
      ],
      this.tab,
      (tab) => this.show(tab),
    );
  }

  private action(recipe: Recipe): TemplateResult {
    const missing = quasiIdentifiers(recipe).length === 0;
    const amiss = uncovered(this.workbench);
    const { activity, source } = this.workbench.study;
    const ragged = source === null ? 0 : raggedRefused(source);
    if (activity !== null) return html`${nothing}`;
    if (missing) {
      return html`<p class="hint">
        There is no quasi-identifier yet. <button type="button" class="link" @click=${() => this.workbench.goTo("roles")}>Mark some under Roles</button>.
      </p>`;
    }
    if (ragged > 0) {
      return html`<p class="hint care">
        ${records(ragged)} ${ragged === 1 ? "has" : "have"} another number of cells than the header.
        <button type="button" class="link" @click=${() => this.workbench.goTo("open")}>Look at them under Open</button>
      </p>
      ${raggedWays(this.workbench)}`;
    }
    if (amiss.length > 0) {
      return html`<p class="hint care">
        ${plural(amiss.length, "hierarchy", "hierarchies")} ${amiss.length === 1 ? "needs" : "need"} attention before a
        policy can be searched: ${amiss.join(", ")}.
        <button type="button" class="link" @click=${() => this.workbench.goTo("hierarchies")}>Look at the hierarchies</button>
      </p>
      ${reasons(this.workbench, amiss)}`;
    }
    if (undecided(this.workbench.study).length > 0) return html`${toDecide(this.workbench)}`;
    return html`<div class="row">${this.choices()}</div>`;
  }

  /** The next actions: run, continue a stopped search, or use the result. */
  private choices(): TemplateResult {
    const { workbench } = this;
    const run = (label: string, kind: string) =>
      html`<button type="button" class=${kind} @click=${() => search(workbench, false)}>${label}</button>`;
    const result = currentResult(workbench.study);
    if (result === null) return run("Run", "primary");
    const resumable = result.found.progress.status === "running" && workbench.engine.holdsSearch(result.search);
    return html`${run("Run again", "")}
    ${
      resumable
        ? html`<button type="button" class="primary" @click=${() => search(workbench, true)}>Resume the search</button>`
        : nothing
    }
    <button type="button" class=${resumable ? "" : "primary"} @click=${() => workbench.goTo("release")}>
      Go on to the release
    </button>`;
  }

  private searching(): TemplateResult {
    const { study } = this.workbench;
    const { activity } = study;
    const trail = jobOfFile(study, "search")?.reached ?? [];
    const progress = activity?.kind === "searching" ? activity.progress : null;
    return html`<section aria-label=${this.workbench.names.label("The search so far")}>
      <kanon-trace .points=${trail}></kanon-trace>
      ${progress?.best == null ? html`<p class="hint">No policy found yet.</p>` : levelSliders(this.workbench, quasiIdentifiersInOrder(this.workbench.study), progress.best.levels, progress.best.words)}
    </section>`;
  }

  private ended(): TemplateResult | typeof nothing {
    const { study } = this.workbench;
    const result = lastResult(study);
    if (result === null) return nothing;
    const stale = currentResult(study) === null;
    return html`${stale ? staleHint("search") : nothing}
      <div class=${stale ? "stale" : ""}>${answer(this.workbench, result)}</div>`;
  }
}

customElements.define("kanon-policy-step", PolicyStep);
