import { html, nothing, type TemplateResult } from "lit";
import type { ChosenPoint, Risk } from "../engine/wire/protocol";
import { chosenCells, chosenPoint } from "../state/chosen";
import { isMeasuredUnasked, measureNow } from "../state/encoding";
import { writingOf } from "../state/recipe";
import { currentResult } from "../state/result";
import { otherK } from "../state/searching";
import { currentSummary, quasiIdentifiers, type Study } from "../state/study";
import { suppressedFormula } from "../steps/release/words";
import { View } from "../steps/view";
import { MEASURES } from "../text/en";
import { bytes, count, loss, percent, records, smallPercent } from "../ui/format";
import { workbenchAround } from "../ui/host";
import { lossInWords } from "../ui/losses";
import { figuresOfCells } from "./cells";
import { figuresOfConditions } from "./conditions";
import { type Figure, NONE } from "./figure";

/** The same value as in the style sheet. */
const WIDE_PIXELS = 1024;
/** The figures that a narrow screen shows while the board is collapsed. */
const IN_SUMMARY = new Set(["k", "loss", "suppressed", "unsafe", "cells"]);

function inShort(figure: Figure): TemplateResult {
  return html`<span>${figure.name} <span class="before">${figure.before}</span> → <b class="after">${figure.now}</b></span>`;
}

function byRisk(risk: Risk | null, write: (risk: Risk) => string): string {
  return risk === null ? NONE : write(risk);
}

function sentences(before: Risk | null, now: Risk | null, write: (risk: Risk) => string): TemplateResult {
  return html`${before === null ? nothing : html`<br />before: ${write(before)}`}
  ${now === null ? nothing : html`<br />now: ${write(now)}`}`;
}

/** The risk of a point of a frontier. */
function ofPoint({ risk, population }: ChosenPoint): Figure {
  const whom = population === undefined ? "the records of the table" : `the people of ${population.file}`;
  return {
    name: population === undefined ? "frontier risk" : "population risk",
    unit: "of that of the original",
    before: percent(1),
    now: smallPercent(risk),
    formula: html`Σ 1 ÷ people who share a record's values, over the records, ÷ the same sum of the original; the people
      are ${whom}`,
  };
}

function figures(study: Study): Figure[] {
  const result = currentResult(study);
  const outcome = result?.found.outcome ?? null;
  const before = outcome?.risk.before ?? currentSummary(study)?.riskBefore ?? null;
  const now = outcome?.risk.after ?? null;
  const progress = study.activity?.kind === "searching" ? study.activity.progress : null;
  const best =
    progress?.best ?? (outcome === null ? null : { loss: outcome.loss, suppressedRecords: outcome.suppressedRecords });
  const all = study.source?.profile.records ?? 0;
  const measure = study.recipe?.loss.measure ?? "iyengar";
  const share = (risk: Risk) => risk.uniqueRecords / Math.max(1, risk.records);
  const point = outcome === null ? null : chosenPoint(study.recipe);
  return [
    // The risks of a policy of levels are listed below.
    ...(point === null || point.space === "full-domain" ? [] : [ofPoint(point)]),
    {
      name: "k",
      unit: "records in the smallest class",
      before: byRisk(before, (risk) => count(risk.smallestClass)),
      now: byRisk(now, (risk) => count(risk.smallestClass)),
      formula: html`the size of the smallest group of records that agree on every quasi-identifier
      ${sentences(before, now, (risk) => `the smallest of ${count(risk.classes)} classes has ${records(risk.smallestClass)}`)}`,
    },
    {
      name: "unique",
      unit: "of records",
      before: byRisk(before, (risk) => percent(share(risk))),
      now: byRisk(now, (risk) => percent(share(risk))),
      formula: html`records alone in their class ÷ records
      ${sentences(before, now, (risk) => `${count(risk.uniqueRecords)} ÷ ${count(risk.records)} = ${percent(share(risk))}`)}`,
    },
    {
      name: "highest risk",
      unit: "of being found",
      before: byRisk(before, (risk) => percent(risk.highest)),
      now: byRisk(now, (risk) => percent(risk.highest)),
      formula: html`1 ÷ smallest class: the chance to pick the right record for the person who is easiest to find
      ${sentences(before, now, (risk) => `1 ÷ ${count(risk.smallestClass)} = ${percent(risk.highest)}`)}`,
    },
    {
      name: "average risk",
      unit: "of being found",
      before: byRisk(before, (risk) => percent(risk.average)),
      now: byRisk(now, (risk) => percent(risk.average)),
      formula: html`classes ÷ records: the same chance, averaged over all records
      ${sentences(before, now, (risk) => `${count(risk.classes)} ÷ ${count(risk.records)} = ${percent(risk.average)}`)}`,
    },
    ...figuresOfConditions(study, outcome),
    {
      name: "loss",
      unit: MEASURES[measure].name,
      before: all === 0 ? NONE : loss(0),
      now: best === null ? NONE : loss(best.loss),
      formula: html`${MEASURES[measure].formula}
      ${best === null || study.recipe === null ? nothing : html`<br />${lossInWords({ ...study.recipe.loss, loss: best.loss, records: all })}`}
      ${best === null ? nothing : html`<br />now: ${loss(best.loss)}${progress === null ? "" : ", best so far"}`}`,
    },
    {
      name: "suppressed",
      unit:
        best === null ? "records" : `records, ${percent(best.suppressedRecords / Math.max(1, all))} of ${count(all)}`,
      before: all === 0 ? NONE : "0",
      now: best === null ? NONE : count(best.suppressedRecords),
      formula: html`${suppressedFormula(writingOf(study.recipe).removed)}
      ${best === null ? nothing : html`<br />now: ${count(best.suppressedRecords)} ÷ ${count(all)} = ${percent(best.suppressedRecords / Math.max(1, all))}`}`,
    },
  ];
}

/** Which k the figures so far are of, if another one is asked for by now. */
function ofSearch(study: Study): TemplateResult | typeof nothing {
  const k = otherK(study);
  return k === null ? nothing : html`<p class="caption care">Now: of the search that runs, for k = ${count(k)}.</p>`;
}

/** Figures before and now, always visible. Each one opens its formula with this table's numbers. */
export class Scoreboard extends View {
  private opened: string | null = null;

  private isNarrow = false;
  private readonly sizes = new ResizeObserver(([entry]) => this.fit(entry?.contentRect.width ?? 0));

  override connectedCallback(): void {
    super.connectedCallback();
    const around = workbenchAround(this);
    if (around === null) return;
    this.fit(around.clientWidth);
    this.sizes.observe(around);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.sizes.disconnect();
  }

  private fit(width: number): void {
    const isNarrow = width > 0 && width < WIDE_PIXELS;
    if (isNarrow === this.isNarrow) return;
    this.isNarrow = isNarrow;
    this.requestUpdate();
  }

  protected override render(): TemplateResult {
    const { study } = this.workbench;
    const all = chosenCells(study.recipe) === null ? figures(study) : figuresOfCells(this.workbench);
    const board = this.board(all);
    return html`<aside class="scoreboard" aria-label=${this.workbench.names.label("Scoreboard")}>
      ${
        this.isNarrow
          ? html`<details>
              <summary><b>Scoreboard</b> ${all.filter((figure) => IN_SUMMARY.has(figure.name)).map(inShort)}</summary>
              ${board}
            </details>`
          : html`<h2>Scoreboard</h2>
              ${board}`
      }
      ${
        study.source !== null && quasiIdentifiers(study.recipe).length === 0
          ? html`<p class="caption">The figures appear when quasi-identifiers are marked.</p>`
          : this.unmeasured()
      }
      ${ofSearch(study)}
    </aside>`;
  }

  /** Why a large file has no figures yet, and what to do. */
  private unmeasured(): TemplateResult | typeof nothing {
    const { source, activity } = this.workbench.study;
    if (source === null || isMeasuredUnasked(source) || activity !== null) return nothing;
    if (currentResult(this.workbench.study) !== null || currentSummary(this.workbench.study) !== null) return nothing;
    return html`<p class="caption">
      A file of ${bytes(source.file.size)} is not measured after each change: the figures appear with a run.
      <button type="button" class="link" @click=${() => measureNow(this.workbench)}>Measure it now</button>
    </p>`;
  }

  private board(all: readonly Figure[]): TemplateResult {
    return html`<table>
      <thead>
        <tr>
          <th scope="col"><span class="unseen">figure</span></th>
          <th scope="col" class="number">before</th>
          <th scope="col" class="number">now</th>
        </tr>
      </thead>
      <tbody>
        ${all.map((figure) => this.line(figure))}
      </tbody>
    </table>`;
  }

  private line(figure: Figure): TemplateResult {
    const open = this.opened === figure.name;
    return html`<tr>
        <th scope="row">
          <button
            type="button"
            class="figure"
            aria-expanded=${open}
            title="How ${figure.name} is computed"
            @click=${() => {
              this.opened = open ? null : figure.name;
              this.requestUpdate();
            }}
          >
            ${figure.name}
          </button>
          <small>${figure.unit}</small>
        </th>
        <td class="number before">${figure.before}</td>
        <td class="number after">${figure.now}</td>
      </tr>
      ${open ? html`<tr class="formula"><td colspan="3">${figure.formula}</td></tr>` : nothing}`;
  }
}

customElements.define("kanon-scoreboard", Scoreboard);
