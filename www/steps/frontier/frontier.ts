import { html, nothing, type TemplateResult } from "lit";
import type { FrontierModel, Picked } from "../../charts/frontier/frontier";
import type { PartitionView, Recipe, SafeHarborTable } from "../../engine/wire/protocol";
import { conditionsOf } from "../../state/conditions";
import {
  choosePolicy,
  currentFrontier,
  earlierFrontier,
  type Frontier,
  nameResult,
  safeHarborTable,
  searchFrontier,
} from "../../state/frontier";
import { currentResult } from "../../state/result";
import { frontierSettings, withFrontier } from "../../state/settings";
import { uncovered } from "../../state/shaping";
import { quasiIdentifiers } from "../../state/study";
import type { GridModel } from "../../table/model";
import { MEASURES } from "../../text/en";
import { riskWords } from "../../text/frontier";
import { failure } from "../../ui/failure";
import { count, loss, plural, seconds, smallPercent } from "../../ui/format";
import { copyAsExhibit } from "../exhibit";
import { settable } from "../given";
import { staleJob } from "../stale";
import { View } from "../view";
import { waysFrom } from "../ways";
import { ABOUT } from "./about";
import { better } from "./better";
import { chosen } from "./chosen";
import { effect } from "./effect";
import { another, areFixed, levels } from "./levels";
import { identifiers, nameOf, shortName } from "./safe-harbor";
import { settings } from "./settings";
import "../../charts/frontier/frontier";

/** Whether the recipe has conditions, which policies of intervals cannot satisfy. */
function asksTooMuch(recipe: Recipe): boolean {
  return conditionsOf(recipe).length > 0 && frontierSettings(recipe).space === "partition";
}

/** Step 5: risk against loss for all policies, any of which can be chosen. */
export class FrontierStep extends View {
  private model: { frontier: Frontier; harbor: SafeHarborTable | null; model: FrontierModel } | null = null;
  private head: { view: PartitionView; model: GridModel } | null = null;
  private picked: { risk: number; loss: number } | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    const { study } = this.workbench;
    const can = quasiIdentifiers(study.recipe).length > 0 && uncovered(this.workbench).length === 0;
    if (study.recipe !== null && asksTooMuch(study.recipe)) return;
    if (can && !areFixed(study.recipe) && study.activity === null && currentFrontier(study) === null)
      void searchFrontier(this.workbench);
  }

  protected override render(): TemplateResult {
    const { recipe, failures, activity } = this.workbench.study;
    if (recipe === null) return html`${nothing}`;
    const frontier = currentFrontier(this.workbench.study);
    const earlier = earlierFrontier(this.workbench.study);
    const running = activity?.kind === "frontier" && earlier === null;
    return html`<header class="step-head">
        <div>
          <h1>${ABOUT.title}</h1>
          <p class="purpose">${ABOUT.purpose}</p>
        </div>
      </header>
      ${another(this.workbench, recipe)} ${settable(this.workbench, settings(this.workbench, recipe))}
      <div class="row">
        ${
          running
            ? html`<button type="button" @click=${() => this.workbench.cancel()}>Stop the search</button>`
            : asksTooMuch(recipe)
              ? this.ofLevels(recipe)
              : html`<button
                type="button"
                class=${frontier === null ? "primary" : ""}
                ?disabled=${activity !== null || areFixed(recipe) || quasiIdentifiers(recipe).length === 0}
                @click=${() => searchFrontier(this.workbench)}
              >
                ${frontier === null && earlier === null ? "Search the frontier" : "Search anew"}
              </button>`
        }
        ${this.nameAction(frontier)}
      </div>
      ${failures.frontier === undefined ? nothing : failure(failures.frontier, () => this.workbench.clearFailure("frontier"), waysFrom(this.workbench, failures.frontier))}
      ${areFixed(recipe) ? nothing : staleJob(this.workbench.study, "frontier")}
      ${earlier === null ? nothing : this.old(earlier)} ${frontier === null ? nothing : this.found(frontier, recipe)}`;
  }

  /** The drawing for other settings, for viewing only. */
  private old(frontier: Frontier): TemplateResult | typeof nothing {
    const { shape } = frontier.reached;
    if (shape === null) return nothing;
    if (this.model?.frontier.reached.shape !== shape)
      this.model = { frontier, harbor: null, model: this.drawn(frontier, null, null) };
    return html`<div class="stale">
      ${this.standing(frontier)} <kanon-frontier-chart .model=${this.model.model}></kanon-frontier-chart>
    </div>`;
  }

  /** Of the two kinds of policies, only this one supports conditions. */
  private ofLevels(recipe: Recipe): TemplateResult {
    const search = () => {
      this.workbench.change("frontier of levels", withFrontier(recipe, { space: "full-domain" }));
      void searchFrontier(this.workbench);
    };
    const isReady = this.workbench.study.activity === null && quasiIdentifiers(recipe).length > 0;
    return html`<p class="hint">
        A frontier of intervals knows the sizes of classes alone, and more is asked for under Policy. One of the levels of
        the hierarchies holds all of it.
      </p>
      <button type="button" class="primary" ?disabled=${!isReady} @click=${search}>Search levels of the hierarchies</button>`;
  }

  private nameAction(frontier: Frontier | null): TemplateResult | typeof nothing {
    const result = currentResult(this.workbench.study);
    if (frontier?.reached.start == null || result === null || !this.workbench.engine.holdsSearch(result.search))
      return nothing;
    return html`<button type="button" @click=${() => nameResult(this.workbench)}>Draw the policy found under Policy</button>`;
  }

  private found(frontier: Frontier, recipe: Recipe): TemplateResult {
    const { step, shape } = frontier.reached;
    if (step === null || shape === null)
      return frontier.state === "running"
        ? html`<p class="hint" role="status">The search begins.</p>`
        : html`${nothing}`;
    const harbor = safeHarborTable(this.workbench, frontier);
    if (this.model?.frontier !== frontier || this.model.harbor !== harbor)
      this.model = { frontier, harbor, model: this.drawn(frontier, harbor, recipe) };
    const { named, chosen: view } = frontier.reached;
    return html`${this.standing(frontier)}
      <kanon-frontier-chart id=${this.workbench.names.id("frontier-chart")} .model=${this.model.model} @picked=${(event: Picked) => this.pick(frontier, event.detail)}></kanon-frontier-chart>
      ${frontier.state === "running" ? nothing : this.asExhibit()}
      ${named.map((policy) => better(this.workbench, frontier, policy, nameOf(policy.name, harbor, frontier.plan.census ?? 2000)))}
      ${view === null ? nothing : chosen(this.workbench, frontier, view, this.headOf(frontier, view), harbor)}
      ${harbor === null ? nothing : identifiers(this.workbench, harbor)}
      ${frontier.plan.space === "full-domain" ? levels(this.workbench, frontier, recipe, this.picked) : nothing}`;
  }

  private asExhibit(): TemplateResult {
    return copyAsExhibit({
      title: "the frontier",
      file: "frontier",
      hasValues: true,
      make: (withValues) => this.workbench.engine.quick((face) => face.frontierExhibit(withValues)),
    });
  }

  /** The first rows of the table under a policy. The model is made once: a new one would reset widths and order. */
  private headOf({ source }: Frontier, view: PartitionView): GridModel {
    if (this.head?.view !== view) this.head = { view, model: effect(source, view) };
    return this.head.model;
  }

  private pick(frontier: Frontier, point: { risk: number; loss: number }): void {
    this.picked = point;
    if (frontier.plan.space === "partition") void choosePolicy(this.workbench, point.risk);
    this.model = null;
    this.requestUpdate();
  }

  /** What is known: how many policies there are, how they were found, and that there may be more. */
  private standing({ reached: { step, start }, state, plan: { space } }: Frontier): TemplateResult {
    if (step === null) return html`${nothing}`;
    const size = plural(step.size, "policy", "policies");
    const how = step.exact
      ? html`<b>Exact</b>: ${size}, and no other policy of this kind is better.`
      : html`<b>Best found</b> so far: ${size}. Better ones may exist: ${
          space === "partition" ? "nobody can look at all" : "not all valid policies were looked at"
        }.`;
    const of = start === null ? "" : ` of 2 to the power of ${count(start.bits)}`;
    const area = step.area === null ? "" : ` The area under the frontier is ${loss(step.area)} of 1; less is better.`;
    const unknown =
      start !== null && start.unknownRecords > 0
        ? ` ${count(start.unknownRecords)} records have values that the population does not have; they count as its people.`
        : "";
    const ended = { running: "", ended: "", cancelled: " Stopped.", failed: " The search failed." }[state];
    return html`<p>${how}</p>
      <p class="caption">
        ${plural(step.evaluated, "policy", "policies")}${of} ${space === "partition" ? "evaluated" : "or boxes of them looked at"} in
        ${seconds(step.milliseconds)}.${area}${unknown}${ended}
      </p>`;
  }

  private drawn(frontier: Frontier, harbor: SafeHarborTable | null, recipe: Recipe | null): FrontierModel {
    const { plan: asked, reached } = frontier;
    const { shape, step, named, start } = reached;
    const points = Array.from(shape?.risk ?? [], (risk, index) => ({ risk, loss: shape?.loss[index] ?? 0 }));
    const visited = Array.from(shape?.visitedRisk ?? [], (risk, index) => ({
      risk,
      loss: shape?.visitedLoss[index] ?? 0,
    }));
    const isPartition = asked.space === "partition";
    const found = step?.exact === true ? "The exact frontier" : "The best policies found";
    const crowd = start?.hasPopulation === true ? "the population" : "the table";
    return {
      caption: isPartition
        ? `${found}: risk in ${crowd} against loss. The darker side is dominated.`
        : `${found}: levels of the hierarchies, risk against loss.`,
      names: {
        risk: isPartition ? "risk, of that of the original" : `${riskWords(asked.risk)} of a record`,
        loss: isPartition
          ? "loss, KL divergence in nats"
          : recipe === null
            ? "loss"
            : MEASURES[recipe.loss.measure].name,
      },
      words: { risk: smallPercent, loss },
      points,
      visited,
      named: named.map(({ name, view }) => ({
        name: shortName(name, harbor, asked.census ?? 2000),
        risk: view.risk,
        loss: view.loss,
      })),
      chosen: isPartition ? reached.chosen : this.picked,
    };
  }
}

customElements.define("kanon-frontier-step", FrontierStep);
