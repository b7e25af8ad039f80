import { html, LitElement, nothing, type TemplateResult } from "lit";
import { count, plural } from "../ui/format";
import { onWitnessed, ownPolicy, witnessed } from "./witness";

/** What stops the page from sending data, what was seen so far, and how to check it without believing the page. */
export class TrustPanel extends LitElement {
  private stop: (() => void) | null = null;
  private readonly look = () => this.requestUpdate();

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.stop = onWitnessed(this.look);
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
    const { requests, refused } = witnessed();
    const policy = ownPolicy();
    return html`<p>
        Your file is read where it lies and worked on inside this page. The page's own policy forbids every connection,
        and the engine inherits it.
      </p>
      <dl class="figures">
        <div><dt>requests since load</dt><dd data-requests>${count(requests.length)}</dd></div>
        <div><dt>attempts refused</dt><dd data-refused>${count(refused.length)}</dd></div>
        <div><dt>network</dt><dd>${navigator.onLine ? "connected" : "switched off"}</dd></div>
      </dl>
      ${requests.length === 0 ? nothing : html`<ul>${requests.map((name) => html`<li><code>${name}</code></li>`)}</ul>`}
      ${refused.length === 0 ? nothing : html`<ul>${refused.map((name) => html`<li><code>${name}</code></li>`)}</ul>`}
      <h3>The policy</h3>
      ${
        policy === null
          ? html`<p class="care">This page was not built: it has no policy. Do not open real data in it.</p>`
          : html`<ul class="policy-lines">
              ${policy.split("; ").map((directive) => html`<li><code>${directive}</code></li>`)}
            </ul>`
      }
      <p>
        <code>connect-src 'none'</code> means: no fetch, no upload, no socket, to anywhere. A policy cannot stop a page from
        sending you to another address or from WebRTC; this page does neither.
      </p>
      <h3>Check it yourself</h3>
      <ol>
        <li>Do not take this panel's word: a page can lie about itself.</li>
        <li>Open the browser's developer tools, choose Network, and work on: the list stays empty.</li>
        <li>Or switch the network off (airplane mode) now that the page is loaded, and do the whole job: it works the same.</li>
        <li>The policy above stands in the first line of the page's source (${plural(policy?.split("; ").length ?? 0, "rule")}).</li>
      </ol>`;
  }
}

customElements.define("kanon-trust-panel", TrustPanel);
