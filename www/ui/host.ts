/** The element that a workbench is. */
export const WORKBENCH = "kanon-workbench";

/** The workbench that an element stands in; null outside of all. */
export function workbenchAround(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(WORKBENCH) : null;
}
