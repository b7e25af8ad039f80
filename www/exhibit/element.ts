/** The custom element of all kinds of exhibits. */

import { html } from "./build";
import { type Fields, Unreadable } from "./fields";
import { recorded, textOf } from "./recorded";
import { STYLE } from "./sheet";
import { Stage } from "./stage";
import type { Frame, View } from "./view";

/** Without a document, as in a site build, the class can still be defined. */
const Host = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

/** The threshold between an element too low for a drawing and one with the height of its static content. */
const LEAST_HEIGHT = 240;

/** The class of the element that shows a kind of exhibit. */
export function exhibitElement(kind: string, viewOf: (fields: Fields, frame: Frame) => View): CustomElementConstructor {
  return class extends Host {
    static readonly observedAttributes = ["theme"];
    #stage: Stage | null = null;
    #changes: MutationObserver | null = null;
    #ended: AbortController | null = null;
    /** The JSON that is shown or reported as faulty; undefined before either. */
    #shown: string | null | undefined;

    /** `auto`, `light` or `dark`. */
    get theme(): string {
      return this.getAttribute("theme") ?? "auto";
    }

    set theme(theme: string) {
      this.setAttribute("theme", theme);
    }

    connectedCallback(): void {
      this.#ended = new AbortController();
      const { signal } = this.#ended;
      this.ownerDocument.addEventListener("readystatechange", () => this.#begin(), { signal });
      this.#changes = new MutationObserver(() => this.#begin());
      this.#changes.observe(this, { childList: true, subtree: true, characterData: true });
      this.#begin();
    }

    disconnectedCallback(): void {
      this.#changes?.disconnect();
      this.#ended?.abort();
      this.#stage?.end();
      this.#stage = null;
      this.#shown = undefined;
    }

    /** Colours follow the attribute through the style sheet; whatever was drawn in the old ones is drawn again. */
    attributeChangedCallback(): void {
      this.#stage?.redraw();
    }

    #begin(): void {
      const text = textOf(this);
      if (text === this.#shown) return;
      // Some sites swap their pages and insert every script again without its type. The drawing is still valid.
      if (text === null && this.#stage !== null) return;
      const found = recorded(this, kind);
      if (found === "not yet") return;
      this.#shown = text;
      this.#stage?.end();
      this.#stage = null;
      const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(STYLE);
      root.adoptedStyleSheets = [sheet];
      try {
        if ("wrong" in found) throw new Unreadable(found.wrong);
        const { fields } = found;
        this.#stage = new Stage(
          (frame) => viewOf(fields, frame),
          (mark) => this.#tell("kanon-looked", { mark }),
        );
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
        const sentence = "wrong" in found ? found.wrong : `The recorded data cannot be drawn: ${error.message}.`;
        root.replaceChildren(html("p", { class: "wrong", part: "error", role: "alert" }, sentence), html("slot"));
        this.#tell("kanon-error", { sentence });
        return;
      }
      const slot = html("slot", { class: "reserving", "aria-hidden": "true" });
      root.replaceChildren(slot, this.#stage.root);
      if (this.offsetHeight < LEAST_HEIGHT) root.append(html("div", { class: "reserve" }));
      this.#stage.redraw();
      this.#tell("kanon-ready", { kind });
    }

    #tell(name: string, detail: unknown): void {
      this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
    }
  };
}
