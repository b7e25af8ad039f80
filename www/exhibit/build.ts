/** Elements of HTML and SVG. Attributes are set one by one: no markup is parsed, and there is no style attribute. */

export type Attributes = Readonly<Record<string, string | number | boolean | null>>;
export type Child = Node | string;

const SVG = "http://www.w3.org/2000/svg";

function fill<E extends Element>(element: E, attributes: Attributes, children: readonly Child[]): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === false) continue;
    element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children);
  return element;
}

/** An element of HTML. */
export function html<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  return fill(document.createElement(tag), attributes, children);
}

/** An element of SVG. */
export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[K] {
  return fill(document.createElementNS(SVG, tag) as SVGElementTagNameMap[K], attributes, children);
}

/** A button with an action. */
export function button(name: string, attributes: Attributes, act: () => void): HTMLButtonElement {
  const made = html("button", { type: "button", part: "button", ...attributes }, name);
  made.addEventListener("click", act);
  return made;
}
