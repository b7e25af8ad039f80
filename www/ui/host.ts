/** The element that a workbench is: in a document of its own, or in a shadow root of another page's. */
export const APP = "kanon-app";
/** The element that is printed in place of it. */
export const PRINTED = "kanon-printed";

/** The workbench that an element stands in; null outside of all. */
export function workbenchAround(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(APP) : null;
}
