import { noChange } from "lit";
import { Directive, directive, type ElementPart } from "lit/directive.js";

type Size = Readonly<{ width?: string; height?: string }>;

class SizedDirective extends Directive {
  render(_size: Size): symbol {
    return noChange;
  }

  override update(part: ElementPart, [size]: [Size]): symbol {
    const { style } = part.element as HTMLElement;
    if (size.width !== undefined) style.width = size.width;
    if (size.height !== undefined) style.height = size.height;
    return noChange;
  }
}

/**
 * Sets the size of an element through its style object. The page's policy blocks style attributes, and lit's own
 * `styleMap` writes one when it renders for the first time.
 */
export const sized = directive(SizedDirective);
