import { html, LitElement, nothing, type TemplateResult } from "lit";
import { keepPage } from "../ui/files";
import { count, plural } from "../ui/format";
import { guestPanel } from "./guest-panel";
import { listOf } from "./lists";
import { TO_OTHER_PAGES, UNSTOPPED } from "./unstopped";
import { ownPolicy, type Witness } from "./witness";

/**
 * What prevents the page from sending data, what was observed so far, and how to check it without trusting the page.
 */
export class TrustPanel extends LitElement {
  static override properties = { witness: { attribute: false } };
  declare witness: Witness;
  private stop: (() => void) | null = null;
  private readonly look = () => this.requestUpdate();

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.stop = this.witness.subscribe(this.look);
    window.addEventListener("online", this.look);
    window.addEventListener("offline", this.look);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop?.();
    window.removeEventListener("online", this.look);
    window.removeEventListener("offline", this.look);
  }

  protected override render(): TemplateResult {
    if (this.witness.isGuest) return guestPanel(this.witness.seen());
    const { requests, refused } = this.witness.seen();
    const policy = ownPolicy();
    const guardian = this.witness.serviceWorker;
    return html`<p>
        Your file is read where it lies and worked on inside this page. The page's own policy forbids every connection and
        every address, those of its own host included; the workers that search and write inherit it.
      </p>
      <dl class="figures">
        <div><dt>requests since load</dt><dd data-requests>${count(requests.length)}</dd></div>
        <div><dt>attempts refused</dt><dd data-refused>${count(refused.length)}</dd></div>
        <div><dt>service worker</dt><dd data-service-worker>${guardian}</dd></div>
        <div><dt>network</dt><dd>${navigator.onLine ? "connected" : "switched off"}</dd></div>
      </dl>
      ${listOf("asked", requests)} ${listOf("refused", refused)}
      ${
        guardian === "none"
          ? nothing
          : html`<p class="care">
              A service worker is ${guardian === "in control" ? "in control of this page" : "registered at this address"}. This
              page brings none: it belongs to something else on this host, and what it asks for is not counted here.
            </p>`
      }
      <p class="caption">
        Counted is what this page and its workers say of themselves; what was refused without word of it counts as a
        request. What stands under “What no policy can stop” is not seen, nor all that a worker made by foreign code would do.
      </p>
      <h3>The policy</h3>
      ${
        policy === null
          ? html`<p class="care">This page was not built: it has no policy. Do not open real data in it.</p>`
          : html`<ul class="policy-lines">
              ${policy.split("; ").map((directive) => html`<li><code>${directive}</code></li>`)}
            </ul>`
      }
      <p>
        <code>connect-src 'none'</code> means: no fetch, no upload, no socket, to anywhere. No line names a host, so no image,
        script, style sheet, font, frame or worker can be asked of one either: only the two scripts and the one style sheet
        with these hashes run, and they stand in this page.
      </p>
      <h3>What no policy can stop</h3>
      <ul data-unstopped>
        ${Object.values(UNSTOPPED).map((words) => html`<li>${words}</li>`)}
        ${Object.values(TO_OTHER_PAGES).map((words) => html`<li>${words}</li>`)}
      </ul>
      <p>
        This page does none of these. A test plants more than a hundred ways to send in it, and nothing but these arrives.
        On a host of its own no other page can hear it. In a frame with <code>sandbox="allow-scripts allow-downloads"</code>
        only the message to the page around it is left.
      </p>
      <h3>Check it yourself</h3>
      <ol>
        <li>Do not take this panel's word: a page can lie about itself.</li>
        <li>Open the browser's developer tools, choose Network, and work on: the list stays empty.</li>
        <li>Or switch the network off (airplane mode) now that the page is loaded, and do the whole job: it works the same.</li>
        <li>The policy above stands in the first line of the page's source (${plural(policy?.split("; ").length ?? 0, "rule")}).</li>
        <li>
          ${keepPage("Save this page as it was sent")}, or take the file that you opened: its SHA-256 must be the one that
          <code>SHA256SUMS</code> of its version names. Who has the sources builds it anew and compares:
          <code>cargo xtask confirm FILE</code>.
        </li>
      </ol>
      <p class="caption">
        The licences of all that is bundled in this page are in <code>LICENSES.md</code>, which is published beside it.
      </p>`;
  }
}

customElements.define("kanon-trust-panel", TrustPanel);
