/** The element `<kanon-workbench>`: small until it is started, and contained in its shadow root. */

import type { RecipeJson, Session, Source, Whole, WorkbenchElement, WorkbenchEvents } from "./contract";
import { recipeIn, textOf } from "./given";
import { ATTRIBUTES, type Attribute, Reflected } from "./reflected";
import { closed, furnish, loading } from "./room";

/** A promise with its resolve and reject functions. */
class Promised {
  keep: () => void = () => undefined;
  breakWith: (reason: Error) => void = () => undefined;
  readonly promise = new Promise<void>((resolve, reject) => {
    this.keep = resolve;
    this.breakWith = reject;
  });

  constructor() {
    // Callers that do not wait for it get no unhandled rejection.
    this.promise.catch(() => undefined);
  }
}

/** The class of the element. `source` loads the heavy part. */
export function workbenchElement(source: Source): CustomElementConstructor {
  return class extends Reflected implements WorkbenchElement {
    static readonly observedAttributes = ATTRIBUTES;
    #room: HTMLElement | null = null;
    #starting: Promise<Session> | null = null;
    #session: Session | null = null;
    #ready = new Promised();
    #recipe: string | null = null;
    #seen: string | null = null;
    #connection = new AbortController();

    connectedCallback(): void {
      this.#adopt();
      this.#connection = new AbortController();
      const { signal } = this.#connection;
      if (this.#room === null) {
        this.#room = furnish(this.shadowRoot ?? this.attachShadow({ mode: "open" }));
        this.#fit();
        this.#close(null);
      }
      const changes = new MutationObserver(() => this.#readRecipe());
      changes.observe(this, { childList: true, subtree: true, characterData: true });
      signal.addEventListener("abort", () => changes.disconnect());
      this.#await(signal);
    }

    disconnectedCallback(): void {
      this.#connection.abort();
      // An element that is only being moved is connected again by then.
      queueMicrotask(() => {
        if (!this.isConnected) this.destroy();
      });
    }

    attributeChangedCallback(name: Attribute, before: string | null, now: string | null): void {
      if (before === now) return;
      if (name === "height") this.#fit();
      if (name === "loading" && this.isConnected && this.#starting === null) this.#await(this.#connection.signal);
      const session = this.#session;
      if (session === null) return;
      if (name === "readonly") session.setReadonly(this.readonly);
      if (name === "step" && this.step !== "") this.#complain("step", session.goTo(this.step));
      if (name === "sample" && this.sample) void session.openSample();
      if (name === "sample" && !this.sample)
        this.#complain(
          name,
          "What is open stays open: to begin without the sample, take the element out and put it in anew.",
        );
      if (name === "instance" || name === "loading")
        this.#complain(
          name,
          `The attribute ${name} holds from the start on: to change it, take the element out and put it in anew.`,
        );
    }

    get recipe(): RecipeJson | null {
      const text = this.#session === null ? this.#given() : this.#session.recipe();
      return text === null ? null : (JSON.parse(text) as RecipeJson);
    }
    set recipe(recipe: RecipeJson | string | null) {
      this.#recipe = recipe === null ? null : textOf(recipe);
      this.#readRecipe();
    }

    get ready(): Promise<void> {
      return this.#ready.promise;
    }

    async open(file: File): Promise<void> {
      const session = await this.#start();
      await session.ready;
      await session.open(file);
    }

    async exportRelease(): Promise<Blob> {
      return this.#started().exportRelease();
    }

    async exportExhibit(): Promise<string> {
      return this.#started().exportExhibit();
    }

    cancel(): void {
      this.#session?.cancel();
    }

    destroy(): void {
      const session = this.#session;
      this.#starting = null;
      this.#session = null;
      session?.end();
      this.#ready.breakWith(new Error("The workbench was taken away."));
      this.#ready = new Promised();
      if (this.#room !== null) this.#close(null);
    }

    #started(): Session {
      if (this.#session === null) throw new Error("Kanon was not started: there is no policy yet.");
      return this.#session;
    }

    /** Properties that were set before the class was defined would hide those of the class. */
    #adopt(): void {
      const self = this as unknown as Record<string, unknown>;
      for (const name of [...ATTRIBUTES, "recipe"]) {
        if (!Object.hasOwn(self, name)) continue;
        const value = self[name];
        delete self[name];
        self[name] = value;
      }
    }

    /** Starts when `loading` says so. */
    #await(signal: AbortSignal): void {
      if (this.#starting !== null) return;
      if (this.loading === "eager") void this.#start().catch(() => undefined);
      if (this.loading !== "visible") return;
      const sight = new IntersectionObserver((entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        sight.disconnect();
        if (this.loading === "visible") void this.#start().catch(() => undefined);
      });
      sight.observe(this);
      signal.addEventListener("abort", () => sight.disconnect());
    }

    #start(): Promise<Session> {
      this.#starting ??= this.#load();
      return this.#starting;
    }

    async #load(): Promise<Session> {
      const room = this.#room;
      if (room === null) throw new Error("The workbench stands in no document.");
      const ready = this.#ready;
      room.replaceChildren(loading());
      try {
        const whole = await source.load();
        if (ready !== this.#ready) throw new Error("The workbench was taken away.");
        this.#session = this.#begin(whole, room);
      } catch (thrown) {
        if (ready === this.#ready) this.#fail(thrown);
        throw thrown;
      }
      this.#session.ready.then(ready.keep, ready.breakWith);
      return this.#session;
    }

    #begin(whole: Whole, room: HTMLElement): Session {
      const { sample, step, readonly } = this;
      this.#seen = this.#given();
      const place = [...document.querySelectorAll(this.localName)].indexOf(this) + 1;
      const instance = this.instance === "" ? `kanon-${place}` : this.instance;
      const keptAs = this.instance === "" ? null : `kanon.${this.instance}`;
      const beginning = { sample, step, readonly, instance, keptAs, recipe: this.#seen };
      return whole.begin(room, beginning, (name, detail) => this.#tell(name, detail));
    }

    #fail(thrown: unknown): void {
      this.#starting = null;
      this.#close("Kanon could not be loaded: its script was not sent, or this page's policy refuses it.");
      const cause = thrown instanceof Error ? thrown.message : String(thrown);
      this.#tell("kanon-error", { code: "not-loaded", words: `Kanon could not be loaded: ${cause}` });
    }

    /** Shows the content before the start. */
    #close(amiss: string | null): void {
      const start = async () => {
        const session = await this.#start();
        await session.ready;
        // The button that had the focus is gone.
        if (document.activeElement === document.body)
          this.#room?.querySelector<HTMLElement>(".work")?.focus({ preventScroll: true });
      };
      this.#room?.replaceChildren(closed(source.bytes, amiss, () => void start().catch(() => undefined)));
    }

    #fit(): void {
      const { height } = this;
      if (!CSS.supports("block-size", height))
        this.#complain("height", `"${height}" is no height: give a length of CSS, as 36rem.`);
      else if (this.#room !== null) {
        this.#room.style.blockSize = height;
        this.#room.style.setProperty("--kanon-height", height);
      }
    }

    /** The given recipe: from the property, otherwise from the script element. */
    #given(): string | null {
      return this.#recipe ?? recipeIn(this);
    }

    #readRecipe(): void {
      const text = this.#given();
      if (this.#session === null || text === null || text === this.#seen) return;
      this.#seen = text;
      void this.#session.useRecipe(text);
    }

    #complain(code: string, words: string | null): void {
      if (words !== null) this.#tell("kanon-error", { code, words });
    }

    #tell<Name extends keyof WorkbenchEvents>(name: Name, detail: WorkbenchEvents[Name]): void {
      this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
    }
  };
}
