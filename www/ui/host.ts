/** The element of a workbench: in a document of its own, or in a shadow root of a foreign page. */
export const APP = "kanon-app";
/** The element that is printed instead. */
export const PRINTED = "kanon-printed";

/** The workbench that contains an element; null outside of all. */
export function workbenchAround(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(APP) : null;
}
