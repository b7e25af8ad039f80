/** The parts of a workbench that the surrounding page can style with `::part()`. */

const PARTS: readonly (readonly [string, string])[] = [
  ["button, summary, select", "button"],
  ["table", "table"],
  [".top-bar", "toolbar"],
  [".chart, kanon-lattice-chart", "chart"],
];

function name(around: Element): void {
  for (const [selector, part] of PARTS) {
    const found = around.matches(selector) ? [around] : [];
    for (const element of [...found, ...around.querySelectorAll(selector)])
      if (!element.hasAttribute("part")) element.setAttribute("part", part);
  }
}

/** Names the parts in an element, and those that are added later. */
export function nameParts(within: Element): void {
  name(within);
  const changes = new MutationObserver((all) => {
    for (const { addedNodes } of all) for (const node of addedNodes) if (node instanceof Element) name(node);
  });
  changes.observe(within, { childList: true, subtree: true });
}
