import { html, type TemplateResult } from "lit";

/** One of several panels, one of which is visible. */
export interface Tab<Name extends string> {
  readonly name: Name;
  readonly title: string;
  readonly panel: TemplateResult;
}

/** Makes ids of parts unique among workbenches. */
interface Naming {
  id(name: string): string;
}

/** Panels behind tabs. All of them stay in the document, so that their state is kept. */
export function tabbed<Name extends string>(
  names: Naming,
  label: string,
  tabs: readonly Tab<Name>[],
  current: Name,
  choose: (name: Name) => void,
): TemplateResult {
  const id = (part: "tab" | "panel", name: Name) => names.id(`${part}-${name}`);
  const keys = (event: KeyboardEvent) => {
    const last = tabs.length - 1;
    const at = tabs.findIndex(({ name }) => name === current);
    const to: Record<string, number> = {
      ArrowLeft: at === 0 ? last : at - 1,
      ArrowRight: at === last ? 0 : at + 1,
      Home: 0,
      End: last,
    };
    const next = tabs[to[event.key] ?? -1];
    if (next === undefined) return;
    event.preventDefault();
    choose(next.name);
    const list = event.currentTarget as HTMLElement;
    list.querySelector<HTMLElement>(`[data-tab="${next.name}"]`)?.focus();
  };
  return html`<div class="tabs" role="tablist" aria-label=${label} @keydown=${keys}>
      ${tabs.map(
        ({ name, title }) => html`<button
          type="button"
          role="tab"
          id=${id("tab", name)}
          data-tab=${name}
          aria-selected=${name === current}
          aria-controls=${id("panel", name)}
          tabindex=${name === current ? 0 : -1}
          @click=${() => choose(name)}
        >
          ${title}
        </button>`,
      )}
    </div>
    ${tabs.map(
      ({
        name,
        panel,
      }) => html`<div role="tabpanel" id=${id("panel", name)} aria-labelledby=${id("tab", name)} ?hidden=${name !== current}>
        ${panel}
      </div>`,
    )}`;
}
