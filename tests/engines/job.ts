/**
 * A whole job, done through what is on the page, in JavaScript that any engine understands: it is sent there as a
 * text.
 */

export interface Done {
  /** The release's bytes as text. */
  readonly release: string;
  /** What the recipient's report says. */
  readonly report: string;
  /** What the page says that it asked the network for. */
  readonly requests: string;
  /** Milliseconds from the opened page to the verified release. */
  readonly milliseconds: number;
}

/**
 * Pastes a table, sets roles, looks at hierarchies, runs a policy, the frontier and the unsafe combinations, writes and
 * verifies the release, and has it reviewed. It holds no name from outside of itself.
 */
export async function job(table: string, roles: Readonly<Record<string, string>>): Promise<Done> {
  const began = performance.now();
  const patience = 60_000;
  const given: Blob[] = [];
  const original = URL.createObjectURL;
  URL.createObjectURL = (blob: Blob) => {
    given.push(blob);
    return original.call(URL, blob);
  };
  // What is handed out is read here and not written to a disk.
  const keepHere = (event: Event) => {
    if (event.target instanceof HTMLAnchorElement && event.target.download !== "") event.preventDefault();
  };
  document.addEventListener("click", keepHere, true);

  const words = (element: Element) =>
    (element.getAttribute("aria-label") ?? element.textContent ?? "").replace(/\s+/g, " ").trim();
  const shown = (element: Element) => element.getClientRects().length > 0;
  const all = (selector: string, name: RegExp) =>
    [...document.querySelectorAll<HTMLElement>(selector)].filter(
      (element) => shown(element) && name.test(words(element)),
    );
  const until = async <Found>(what: string, look: () => Found | null | undefined | false): Promise<Found> => {
    const end = performance.now() + patience;
    while (performance.now() < end) {
      const found = look();
      if (found) return found;
      const alert = document.querySelector("[role=alert]");
      if (alert !== null && words(alert) !== "") throw new Error(`waiting for ${what}: ${words(alert)}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error(`waited for ${what}; the page says: ${words(document.body).slice(0, 2000)}`);
  };
  const one = (selector: string, name: RegExp) => until(`${selector} ${name}`, () => all(selector, name)[0]);
  const press = async (name: RegExp, within = "") => {
    const button = await until(`the button ${name}`, () =>
      (all(`${within} button`, name) as HTMLButtonElement[]).find(({ disabled }) => !disabled),
    );
    button.click();
  };
  const step = (name: string) => press(new RegExp(`\\b${name}\\b`), "nav[aria-label=Steps]");
  const handed = async (name: RegExp): Promise<string> => {
    const before = given.length;
    await press(name);
    return (await until(`the file of ${name}`, () => given.length > before && given[given.length - 1])).text();
  };

  await press(/^Paste/);
  const area = (await until("the place for rows", () =>
    document.querySelector("dialog textarea"),
  )) as HTMLTextAreaElement;
  area.value = table;
  area.dispatchEvent(new InputEvent("input", { bubbles: true }));
  await press(/^Open the pasted table/);
  await one("h1", /^pasted\.csv$/);

  await step("Roles");
  for (const [column, role] of Object.entries(roles)) {
    const letters = await one("[role=radiogroup]", new RegExp(`^Role of ${column}$`));
    const radio = [...letters.querySelectorAll<HTMLElement>("[role=radio]")].find((letter) => words(letter) === role);
    radio?.click();
    await until(`${role} for ${column}`, () => radio?.getAttribute("aria-checked") === "true");
  }
  await step("Hierarchies");
  await one("h1", /^Hierarchies$/);

  await step("Policy");
  await press(/^Run( again)?$/);
  await one("h2", /^The best policy$/);

  await step("Frontier");
  await until("the frontier", () => all("p", /The area under the frontier is/)[0] && all("button", /^Search anew$/)[0]);
  await step("Uniques");
  await press(/^Find unsafe combinations$/);
  await one("h2, h3", /^By size$/);

  await step("Release");
  const ticks = await until("what is published untouched", () => {
    const found = document.querySelectorAll<HTMLInputElement>("section.untouched input[type=checkbox]");
    return found.length > 0 && [...found];
  });
  for (const tick of ticks) if (!tick.checked) tick.click();
  await press(/^Write and verify$/);
  await one("h2, h3", /^Verified: every claim that can be checked holds$/);
  const release = await handed(/^Release, CSV/);
  const report = await handed(/^Report for the recipient/);
  const [shield] = all("button", /since load$/);
  return {
    release,
    report,
    requests: shield === undefined ? "" : words(shield),
    milliseconds: performance.now() - began,
  };
}
