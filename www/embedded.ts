/** Puts a workbench into the shadow root of an element, with its style sheet. */

import { App } from "./app";
import type { Beginning, Session, Tell, Whole } from "./embed/contract";
import { sessionOf } from "./frame/session";
import { APP } from "./ui/host";
import { nameParts } from "./ui/parts";

/** Makes workbenches that share one style sheet with this text. */
export function wholeOf(styles: () => string): Whole {
  let sheet: CSSStyleSheet | null = null;
  const sheetOnce = (): CSSStyleSheet => {
    if (sheet === null) {
      sheet = new CSSStyleSheet();
      sheet.replaceSync(styles());
    }
    return sheet;
  };
  return {
    begin(into: HTMLElement, beginning: Beginning, tell: Tell): Session {
      const root = into.getRootNode() as ShadowRoot;
      const app = document.createElement(APP);
      if (!(app instanceof App)) throw new Error(`${APP} is not defined`);
      const { instance, keptAs, readonly } = beginning;
      app.place = { instance, keptAs };
      if (!root.adoptedStyleSheets.includes(sheetOnce())) root.adoptedStyleSheets.push(sheetOnce());
      into.replaceChildren(app);
      app.workbench.lock.isShut = readonly;
      nameParts(app);
      return sessionOf(app.workbench, beginning, app.updateComplete, tell, () => {
        app.workbench.end();
        app.remove();
      });
    },
  };
}
