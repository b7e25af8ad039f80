/** Reads recorded JSON field by field. An error names the place of what is missing or of the wrong type. */

/** A recorded JSON that cannot be drawn, with the reason. */
export class Unreadable extends Error {}

/** An object of the JSON, with its place. */
export class Fields {
  private readonly object: Readonly<Record<string, unknown>>;
  private readonly place: string;

  constructor(value: unknown, place = "") {
    if (typeof value !== "object" || value === null || Array.isArray(value))
      throw new Unreadable(place === "" ? "it is no object" : `${place} is no object`);
    this.object = value as Readonly<Record<string, unknown>>;
    this.place = place;
  }

  private path(key: string): string {
    return this.place === "" ? `“${key}”` : `“${this.place}.${key}”`;
  }

  has(key: string): boolean {
    return this.object[key] !== undefined && this.object[key] !== null;
  }

  text(key: string): string {
    const value = this.object[key];
    if (typeof value !== "string") throw new Unreadable(`${this.path(key)} is no text`);
    return value;
  }

  number(key: string): number {
    return numberOf(this.object[key], this.path(key));
  }

  truth(key: string): boolean {
    const value = this.object[key];
    if (typeof value !== "boolean") throw new Unreadable(`${this.path(key)} is neither true nor false`);
    return value;
  }

  child(key: string): Fields {
    return new Fields(this.object[key], this.place === "" ? key : `${this.place}.${key}`);
  }

  list(key: string): readonly unknown[] {
    return listOf(this.object[key], this.path(key));
  }

  children(key: string): readonly Fields[] {
    const place = this.place === "" ? key : `${this.place}.${key}`;
    return this.list(key).map((value, index) => new Fields(value, `${place}.${index + 1}`));
  }

  texts(key: string): readonly string[] {
    return this.list(key).map((value) => {
      if (typeof value !== "string") throw new Unreadable(`${this.path(key)} has what is no text`);
      return value;
    });
  }

  numbers(key: string): readonly number[] {
    return this.list(key).map((value) => numberOf(value, this.path(key)));
  }

  /** Lists of texts. */
  textLists(key: string): readonly (readonly string[])[] {
    return this.list(key).map((_, index) => new Fields({ of: this.list(key)[index] }, this.path(key)).texts("of"));
  }

  /** Lists of numbers. */
  numberLists(key: string): readonly (readonly number[])[] {
    return this.list(key).map((list) => listOf(list, this.path(key)).map((value) => numberOf(value, this.path(key))));
  }
}

function numberOf(value: unknown, place: string): number {
  if (typeof value !== "number" || !Number.isFinite(value)) throw new Unreadable(`${place} is no number`);
  return value;
}

function listOf(value: unknown, place: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new Unreadable(`${place} is no list`);
  return value;
}
