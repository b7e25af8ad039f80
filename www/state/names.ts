/** The names of a workbench's parts in the document. */
export class Names {
  /** @param instance the name of a workbench among others; empty for the page's own. */
  constructor(readonly instance: string) {}

  /** An id, or the name of a group of buttons, that is unique among workbenches. */
  id(name: string): string {
    return this.instance === "" ? name : `${this.instance}-${name}`;
  }

  /** The ids that label a part by its heading and by its workbench. */
  titled(name: string): string {
    return this.instance === "" ? name : `${this.id("title")} ${this.id(name)}`;
  }

  /** A label that names its workbench. */
  label(words: string): string {
    return this.instance === "" ? words : `${words}, ${this.instance}`;
  }
}
