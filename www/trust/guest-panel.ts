/** The statement for a workbench in a foreign page. */

import { html, type TemplateResult } from "lit";
import { count } from "../ui/format";
import { listOf } from "./lists";
import type { Seen } from "./witness";

export function guestPanel({ requests, refused }: Seen): TemplateResult {
  return html`<p>
      Your file is read where it lies and worked on inside this page. Kanon asks the network for nothing once it has
      started, and none of its workers does.
    </p>
    <dl class="figures">
      <div><dt>requests of this page since the start</dt><dd data-requests>${count(requests.length)}</dd></div>
      <div><dt>attempts refused</dt><dd data-refused>${count(refused.length)}</dd></div>
      <div><dt>network</dt><dd>${navigator.onLine ? "connected" : "switched off"}</dd></div>
    </dl>
    ${listOf("asked", requests)} ${listOf("refused", refused)}
    <p class="caption">Which script of the page asked cannot be told: all that the page asks for is counted.</p>
    <h3>What Kanon cannot promise here</h3>
    <p class="care">
      This page is not Kanon's. Its other scripts can read what is shown here, and what they may send is settled by its
      policy, not by Kanon's. Open data of persons here only if you trust whoever made the page.
    </p>
    <p>
      Kanon's own page has a policy that forbids every connection. It is one file, which can be kept and opened from a disk
      without a network.
    </p>`;
}
