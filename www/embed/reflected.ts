/** The attributes of the element, each of which is also a property. */

import { LOADINGS, type Loading, THEMES, type Theme } from "./contract";
import { oneOf } from "./given";
import { HEIGHT } from "./room";

/** Without a document, as in a site build, the class can still be defined. */
const Host = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

export const ATTRIBUTES = ["sample", "step", "loading", "readonly", "theme", "height", "instance"] as const;
export type Attribute = (typeof ATTRIBUTES)[number];

/** An element whose properties are its attributes. */
export class Reflected extends Host {
  get sample(): boolean {
    return this.hasAttribute("sample");
  }
  set sample(sample: boolean) {
    this.toggleAttribute("sample", sample);
  }
  get step(): string {
    return this.getAttribute("step") ?? "";
  }
  set step(step: string) {
    this.setAttribute("step", step);
  }
  get loading(): Loading {
    return oneOf(LOADINGS, this.getAttribute("loading"));
  }
  set loading(when: Loading) {
    this.setAttribute("loading", when);
  }
  get readonly(): boolean {
    return this.hasAttribute("readonly");
  }
  set readonly(readonly: boolean) {
    this.toggleAttribute("readonly", readonly);
  }
  get theme(): Theme {
    return oneOf(THEMES, this.getAttribute("theme"));
  }
  set theme(theme: Theme) {
    this.setAttribute("theme", theme);
  }
  get height(): string {
    return this.getAttribute("height") ?? HEIGHT;
  }
  set height(height: string) {
    this.setAttribute("height", height);
  }
  get instance(): string {
    return this.getAttribute("instance") ?? "";
  }
  set instance(instance: string) {
    this.setAttribute("instance", instance);
  }
}
