/** Keeps the focus in the workbench when the focused element disappears, as a one-time button may. */

import type { Workbench } from "../state/workbench";

/** Moves the focus to the step when the focused element is gone and nothing else has taken it. */
export function keepFocus(workbench: Workbench, host: HTMLElement, signal: AbortSignal): void {
  let focused: Element | null = null;
  const note = ({ target }: Event) => {
    focused = target instanceof Element ? target : null;
  };
  host.addEventListener("focusin", note, { signal });
  const look = () => {
    if (focused === null || focused.isConnected) return;
    focused = null;
    // If any element has the focus, in this workbench or around it, it was moved there on purpose.
    const root = host.getRootNode() as Document | ShadowRoot;
    const has = root.activeElement ?? document.activeElement;
    if (has === document.body || has === null) host.querySelector<HTMLElement>(".work")?.focus({ preventScroll: true });
  };
  // Views render after they are notified of a change.
  signal.addEventListener(
    "abort",
    workbench.subscribe(() => requestAnimationFrame(look)),
  );
}
