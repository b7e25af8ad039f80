import { html, nothing, type TemplateResult } from "lit";
import { savedTable } from "../../charts/saved-table";
import type { ReviewWords } from "../../engine/wire/review";
import type { Audited } from "../../state/auditing";
import type { Names } from "../../state/names";
import type { ReviewAnswer } from "../../state/reviewing";
import { tellerWords } from "../../text/review";
import { barred } from "../../ui/barred";
import { disclosed } from "../../ui/disclosed";
import { failure } from "../../ui/failure";
import { cell, count, percent, plural, records } from "../../ui/format";
import { claims } from "../claims";
import { verdictWords } from "../proof";
import { checkedConditions } from "./checked-conditions";

/** The findings of a review about the file. */
export function findings(
  names: Names,
  answer: ReviewAnswer,
  order: readonly string[],
  words: ReviewWords,
): TemplateResult {
  const { settings, reviewed, uniques, told } = answer;
  const isSuppressed = told.blanksAreSuppressed;
  const all = isSuppressed ? ", suppressed ones too" : "";
  const below = isSuppressed ? reviewed.kept_below_k : reviewed.records_below_k;
  const figures: readonly (readonly [string, string])[] = [
    ["every record may be taken for at least", records(isSuppressed ? reviewed.kept_smallest : reviewed.smallest)],
    ...(isSuppressed
      ? ([
          ["classes", count(reviewed.kept_classes)],
          ["suppressed records, all blank", count(reviewed.blank_records)],
          ["different rows: classes, and the blank one", count(reviewed.classes)],
        ] as const)
      : ([
          ["different rows", count(reviewed.classes)],
          ["records that are all blank", count(reviewed.blank_records)],
        ] as const)),
    ["records that are alone", count(reviewed.unique_records)],
    [`records below ${count(settings.k)}`, count(below)],
    ["blank cells", count(reviewed.blank_cells.reduce((sum, cells) => sum + cells, 0))],
    [`highest risk of a record${all}`, percent(reviewed.highest_risk)],
    [`average risk of the records${all}`, percent(reviewed.average_risk)],
  ];
  return html`${unnamed(names, answer)} ${audited(names, answer.audited, true)} ${proven(names, answer.proof, words)}
    <section aria-labelledby=${names.titled("answer-title")}>
      <h2 id=${names.id("answer-title")} class=${below === 0 ? "" : "bad"}>
        ${below === 0 ? `${count(settings.k)}-anonymous` : `Not ${count(settings.k)}-anonymous`}
      </h2>
      <p>
        By ${settings.qis.join(", ")}; k = ${count(settings.k)}, said by ${tellerWords(words, settings.kBy)}.
        ${isSuppressed ? "But for the suppressed records: they are like each other and like no other." : nothing}
      </p>
      <table class="plain">
        <tbody>
          ${figures.map(([name, value]) => html`<tr><th scope="row">${name}</th><td class="number">${value}</td></tr>`)}
        </tbody>
      </table>
    </section>
    ${answer.conditions.length === 0 ? nothing : checkedConditions(names, answer.conditions)}
    ${disclosed(names, answer.disclosed.disclosure, told.notChecked)} ${combinations(names, uniques, told.ofSuppressed)}
    ${worst(names, answer, order)}`;
}

/** The columns that look like identifiers, which nobody named: first, as who is named needs no attack. */
function unnamed(names: Names, { disclosed: { identifiers }, audited: report }: ReviewAnswer) {
  if ((identifiers ?? null) === null) return nothing;
  const title =
    report === null
      ? "This is no pass: the file may name persons"
      : "The file may name persons, whatever the report says";
  return html`<section aria-labelledby=${names.titled("identifiers-title")}>
    <h2 id=${names.id("identifiers-title")} class="bad">${title}</h2>
    <p>${identifiers}</p>
  </section>`;
}

/** The results for the claims of the report. */
export function audited(names: Names, report: Audited | null, isOfRelease: boolean): TemplateResult | typeof nothing {
  if (report === null) return nothing;
  const { verification, failure: failed, hasOriginal } = report;
  const fail = verification?.claims.filter(({ holds }) => holds === false).length ?? 0;
  const title = failed
    ? "The report could not be checked to its end"
    : verification?.holds
      ? "The report holds: every claim that can be checked"
      : fail > 0
        ? `The report does not hold: ${plural(fail, "claim")} ${fail === 1 ? "fails" : "fail"}`
        : "The release does not hold what the report promises";
  return html`<section aria-labelledby=${names.titled("report-title")} class="verification" data-holds=${verification?.holds ?? false}>
    <h2 id=${names.id("report-title")} class=${verification?.holds ? "" : "bad"}>${title}</h2>
    ${failed === null ? nothing : failure(failed)}
    ${
      verification === null
        ? nothing
        : html`<p>
              ${
                !isOfRelease
                  ? "Every policy that it names was evaluated anew from the data."
                  : hasOriginal
                    ? "The release was compared with the original byte by byte, and every figure computed anew from the files."
                    : "Every figure that the release shows was computed anew from its bytes. What takes the original and the recipe stands below as not checked."
              }
            </p>
            ${claims(verification)}`
    }
  </section>`;
}

/** The result for the proof. */
function proven(names: Names, proof: ReviewAnswer["proof"], words: ReviewWords): TemplateResult | typeof nothing {
  if (proof === null) return nothing;
  const { verdict, failure: failed } = proof;
  const holds = verdict?.outcome === "proven";
  return html`<section aria-labelledby=${names.titled("proven-title")} class="verification" data-holds=${holds}>
    <h2 id=${names.id("proven-title")} class=${holds ? "" : "bad"}>${verdict?.title ?? words.proofFailed}</h2>
    ${failed === null ? nothing : failure(failed)} ${verdict === null ? nothing : verdictWords(verdict)}
    ${holds ? html`<p>The quasi-identifiers of the release are those of the original under this policy, in whatever order its records are.</p>` : nothing}
  </section>`;
}

function combinations(names: Names, uniques: ReviewAnswer["uniques"], ofSuppressed: string | null): TemplateResult {
  const sizes = uniques.combinations_by_size.map((number, index) => ({ size: index + 1, number }));
  const shown = sizes.filter(({ number }) => number > 0);
  const most = Math.max(1, ...shown.map(({ number }) => number));
  return html`<section aria-labelledby=${names.titled("unsafe-title")}>
    <h2 id=${names.id("unsafe-title")}>Unsafe combinations</h2>
    <p>
      ${count(uniques.combinations)} minimum unsafe combinations in ${records(uniques.unsafe_records)}: fewer than
      ${count(uniques.k)} records have these values. ${ofSuppressed ?? nothing}
    </p>
    ${
      shown.length === 0
        ? nothing
        : savedTable(
            "Combinations by size",
            "review-combinations",
            () => [["quasi-identifiers", "combinations"], ...shown.map(({ size, number }) => [size, number])],
            html`<table class="rows tight">
              <thead>
                <tr>
                  <th scope="col" class="number">quasi-identifiers together</th>
                  <th scope="col" class="number">combinations</th>
                </tr>
              </thead>
              <tbody>
                ${shown.map(({ size, number }) => html`<tr><th scope="row" class="number">${size}</th>${barred(number, most, count(number))}</tr>`)}
              </tbody>
            </table>`,
          )
    }
  </section>`;
}

function worst(names: Names, { settings, reviewed }: ReviewAnswer, order: readonly string[]): TemplateResult {
  // The core returns the cells in the order of the file.
  const columns = order.filter((name) => settings.qis.includes(name));
  return html`<section aria-labelledby=${names.titled("worst-title")}>
    <h2 id=${names.id("worst-title")}>Worst rows</h2>
    ${savedTable(
      "Rows with the fewest others",
      "review-worst",
      () => [
        [...columns, "records", "may be taken for"],
        ...reviewed.worst.map(([cells, number, found]) => [...cells, number, found]),
      ],
      html`<table class="rows tight">
        <thead>
          <tr>
            ${columns.map((name) => html`<th scope="col">${name}</th>`)}
            <th scope="col" class="number">records</th>
            <th scope="col" class="number">may be taken for</th>
          </tr>
        </thead>
        <tbody>
          ${reviewed.worst.map(
            ([cells, number, found]) => html`<tr>
              ${cells.map((value) => html`<td>${cell(value)}</td>`)}
              <td class="number">${count(number)}</td>
              <td class="number">${count(found)}</td>
            </tr>`,
          )}
        </tbody>
      </table>`,
    )}
  </section>`;
}
