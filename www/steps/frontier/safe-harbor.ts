import { html, nothing, type TemplateResult } from "lit";
import type { Census } from "../../engine/wire/frontier";
import type { Described, SafeHarborTable } from "../../engine/wire/protocol";
import { SAFE_HARBOR, sayNotIdentifying } from "../../state/frontier";
import type { Workbench } from "../../state/workbench";
import { HANDLINGS, IDENTIFIERS } from "../../text/frontier";
import { plural } from "../../ui/format";

/** A policy's name in a drawing. Safe Harbor's says by which census, and whether it complies. */
export function shortName(name: string, table: SafeHarborTable | null, census: Census): string {
  if (name !== SAFE_HARBOR) return name;
  return `${name} (census of ${census})${table !== null && isIncomplete(table) ? ", incomplete" : ""}`;
}

/** A policy's name. Safe Harbor's says what prevents it from complying. */
export function nameOf(name: string, table: SafeHarborTable | null, census: Census): string {
  const open = name === SAFE_HARBOR ? (table?.incomplete ?? []) : [];
  const columns = open.length > 0 ? ` (${open.join(", ")})` : "";
  return shortName(name, table, census) + columns;
}

/** Whether a column prevents the policy from being Safe Harbor; true while that is unknown. */
export function isIncomplete(table: SafeHarborTable | null): boolean {
  return table === null || table.incomplete.length > 0;
}

/** All of Safe Harbor's identifiers, and the effect of its policy on the columns that may be one. */
export function identifiers(workbench: Workbench, table: SafeHarborTable): TemplateResult {
  const { incomplete } = table;
  return html`<details class="sub-view" ?open=${incomplete.length > 0}>
    <summary>The eighteen identifiers that Safe Harbor names</summary>
    ${
      incomplete.length === 0
        ? html`<p>
            Every column that looks like one of them, by its name or its values, is left out or made what the rule asks for.
            Whether anything else in the table names a person is for a person to say.
          </p>`
        : html`<p class="hint care">
            This policy is not Safe Harbor: ${plural(incomplete.length, "column")} may be of its identifiers and would be kept, as
            ${incomplete.length === 1 ? "it is" : "they are"} or in part. Make ${incomplete.length === 1 ? "it an identifier" : "them identifiers"} under Roles, say under
            Open what the values are, or say here that a column is none of these.
          </p>`
    }
    <div class="scroller" tabindex="0" role="group" aria-label="The identifiers of Safe Harbor">
      <table class="rows">
        <thead>
          <tr>
            <th scope="col">identifier</th>
            <th scope="col">column</th>
            <th scope="col">what becomes of it</th>
          </tr>
        </thead>
        <tbody>
          ${table.identifiers.map(({ identifier, columns }) => {
            const name = IDENTIFIERS[identifier] ?? identifier;
            if (columns.length === 0)
              return html`<tr>
                <th scope="row">${name}</th>
                <td colspan="2"><span class="faint">no column looks like it</span></td>
              </tr>`;
            return columns.map(
              (described, at) => html`<tr>
                ${at === 0 ? html`<th scope="rowgroup" rowspan=${columns.length}>${name}</th>` : nothing}
                <td>${described.column}</td>
                <td>${handling(workbench, described)}</td>
              </tr>`,
            );
          })}
        </tbody>
      </table>
    </div>
    <p class="caption">
      Areas of few people are those of the census that is chosen above. The guidance on the rule lists those of 2000; where
      there are newer figures, the rule asks for those.
    </p>
  </details>`;
}

function handling(workbench: Workbench, { column, handling }: Described): TemplateResult {
  const words = HANDLINGS[handling];
  const say = (isNone: boolean) => () => sayNotIdentifying(workbench, column, isNone);
  if (handling === "kept" || handling === "derived")
    return html`<span class="care">${words}</span>
      <button type="button" class="link" aria-label="It is none of these: ${column}" @click=${say(true)}>It is none of these</button>`;
  if (handling === "said-to-be-none")
    return html`${words}
      <button type="button" class="link" aria-label="Take that back: ${column}" @click=${say(false)}>Take that back</button>`;
  return html`${words}`;
}
