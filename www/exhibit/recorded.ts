/** The recorded JSON of an exhibit: a script element inside it that is never run. */

import { Fields, Unreadable } from "./fields";

/** The version of the JSON that the elements draw. */
export const FORMAT = 1;
const TYPE = "application/kanon+json";

/** The fields of the JSON, or that the document is still loading, or what is wrong. */
export type Found = { readonly fields: Fields } | { readonly wrong: string } | "not yet";

function scriptOf(element: Element): Element | undefined {
  return [...element.children].find((child) => child.localName === "script" && child.getAttribute("type") === TYPE);
}

/** The text of the JSON, to detect changes. */
export function textOf(element: Element): string | null {
  return scriptOf(element)?.textContent ?? null;
}

/**
 * What an element may read. While the document is loading, the content of the element may still grow, and with it the
 * space for the drawing.
 */
export function recorded(element: Element, kind: string): Found {
  if (element.ownerDocument.readyState === "loading" && element.nextSibling === null) return "not yet";
  const script = scriptOf(element);
  if (script === undefined) return { wrong: `There is nothing to draw: it has no <script type="${TYPE}">.` };
  try {
    return { fields: understood(script.textContent ?? "", kind) };
  } catch (error) {
    if (error instanceof Unreadable) return { wrong: `The recorded data cannot be drawn: ${error.message}.` };
    throw error;
  }
}

/** The JSON of an exhibit of this kind. */
export function understood(text: string, kind: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Unreadable("it is no JSON");
  }
  const fields = new Fields(value);
  if (!fields.has("exhibit")) throw new Unreadable("it was not written by kanon exhibit");
  const given = fields.text("exhibit");
  if (given !== kind)
    throw new Unreadable(`it is a ${given}, which <kanon-${given}> draws, and this is <kanon-${kind}>`);
  const format = fields.number("format");
  if (format !== FORMAT)
    throw new Unreadable(
      `it has format ${format}, and this script draws format ${FORMAT}. Take the script and the program of one version`,
    );
  return fields;
}
