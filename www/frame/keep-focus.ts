/** Keeps the focus in the workbench when what had it is gone, as a button that was pressed once may be. */

import type { Workbench } from "../state/workbench";

/** Gives the focus to the step when the element that had it is gone, and nothing else has taken it since. */
export function keepFocus(workbench: Workbench, host: HTMLElement, signal: AbortSignal): void {
  let focused: Element | null = null;
  const note = ({ target }: Event) => {
    focused = target instanceof Element ? target : null;
  };
  host.addEventListener("focusin", note, { signal });
  const look = () => {
    if (focused === null || focused.isConnected) return;
    focused = null;
    // Whatever has it now was given it, in this workbench or around it.
    const root = host.getRootNode() as Document | ShadowRoot;
    const has = root.activeElement ?? document.activeElement;
    if (has === document.body || has === null) host.querySelector<HTMLElement>(".work")?.focus({ preventScroll: true });
  };
  // Views draw after they have heard of a change.
  signal.addEventListener(
    "abort",
    workbench.subscribe(() => requestAnimationFrame(look)),
  );
}
