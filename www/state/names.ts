/** What the parts of a workbench are called in the document. */
export class Names {
  /** @param instance is the name of a workbench among others; empty for the page's own. */
  constructor(readonly instance: string) {}

  /** An id, or the name of a group of buttons, that no other workbench has. */
  id(name: string): string {
    return this.instance === "" ? name : `${this.instance}-${name}`;
  }

  /** The ids that label a part by its heading, and by the workbench that it is in. */
  titled(name: string): string {
    return this.instance === "" ? name : `${this.id("title")} ${this.id(name)}`;
  }

  /** A label that says which workbench it is of. */
  label(words: string): string {
    return this.instance === "" ? words : `${words}, ${this.instance}`;
  }
}
