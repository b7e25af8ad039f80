import { html, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { Dialect } from "../engine/wire/protocol";
import type { Names } from "../state/names";
import type { Source } from "../state/source";
import { DELIMITERS, ENCODINGS } from "../text/en";
import { openDialog } from "../ui/dialog";
import { cell } from "../ui/format";

interface Choice {
  readonly value: string;
  readonly name: string;
}

function word(label: string, value: string, choices: readonly Choice[], pick: (value: string) => void): TemplateResult {
  const all = choices.some((choice) => choice.value === value) ? choices : [...choices, { value, name: value }];
  return html`<select
    class="word"
    aria-label=${label}
    .value=${value}
    @change=${(event: Event) => pick((event.target as HTMLSelectElement).value)}
  >
    ${all.map((choice) => html`<option value=${choice.value} ?selected=${choice.value === value}>${choice.name}</option>`)}
  </select>`;
}

/** Reads a file again in another dialect, for a change of this name. */
type Again = (dialect: Dialect, change: string) => void;

function askMissing(names: Names, dialect: Dialect, again: Again, from: EventTarget | null): void {
  const id = names.id("missing-others");
  openDialog(from, "Which cells are missing values?", (close) => {
    const submit = (event: Event) => {
      event.preventDefault();
      const form = event.currentTarget as HTMLFormElement;
      const empty = form.querySelector<HTMLInputElement>("input")?.checked === true;
      const others = form.querySelector<HTMLTextAreaElement>("textarea")?.value.split("\n") ?? [];
      const missing = [...(empty ? [""] : []), ...others.map((line) => line.trim()).filter((line) => line !== "")];
      close();
      again({ ...dialect, missing: [...new Set(missing)] }, "missing values");
    };
    return html`<form class="stack" @submit=${submit}>
      <label class="check">
        <input type="checkbox" ?checked=${dialect.missing.includes("")} /> empty cells
      </label>
      <label for=${id}>Other values that stand for “missing”, one in a line</label>
      <textarea id=${id} class="code" rows="5" spellcheck="false">
${dialect.missing.filter((value) => value !== "").join("\n")}</textarea
      >
      <div><button type="submit" class="primary">Read the file so</button></div>
    </form>`;
  });
}

/** What the first row has: `names`, the number of rows of names, or `record`. */
function firstRow({ header, header_rows }: Dialect): string {
  if (!header) return "record";
  return header_rows === undefined ? "names" : String(header_rows);
}

function withFirstRow({ header_rows: _before, ...dialect }: Dialect, first: string): Dialect {
  const rows = Number(first);
  return Number.isInteger(rows)
    ? { ...dialect, header: true, header_rows: rows }
    : { ...dialect, header: first === "names" };
}

function withBeginning({ header_row: _before, ...dialect }: Dialect, row: number): Dialect {
  return row === 1 ? dialect : { ...dialect, header_row: row };
}

/** How the file was read, as one sentence in which each word can be changed. */
export function dialectLine(names: Names, source: Source, read: Again): TemplateResult {
  const { dialect } = source;
  const again = (patch: Partial<Dialect>, change: string) => read({ ...dialect, ...patch }, change);
  const begin = (input: HTMLInputElement) => {
    const row = input.valueAsNumber;
    if (Number.isInteger(row) && row >= 1) read(withBeginning(dialect, row), "row in which the table begins");
    else input.value = String(dialect.header_row ?? 1);
  };
  const missing = dialect.missing.length === 0 ? "none" : dialect.missing.map(cell).join(", ");
  return html`<p class="dialect">
    Cells are separated by
    ${word(
      "Separator",
      dialect.delimiter,
      DELIMITERS.map(({ character, name }) => ({ value: character, name })),
      (delimiter) => again({ delimiter }, "separator"),
    )},
    quoted with
    ${word(
      "Quote",
      dialect.quote ?? "none",
      [
        { value: '"', name: 'double quotes "' },
        { value: "'", name: "single quotes '" },
        { value: "none", name: "nothing" },
      ],
      (quote) => again({ quote: quote === "none" ? null : quote }, "quote"),
    )},
    the text is
    ${word(
      "Encoding",
      dialect.encoding,
      ENCODINGS.map(({ label, name }) => ({ value: label, name })),
      (encoding) => again({ encoding }, "encoding"),
    )},
    the table begins in row
    <input
      class="word"
      type="number"
      min="1"
      aria-label="Row in which the table begins"
      .value=${live(String(dialect.header_row ?? 1))}
      @change=${(event: Event) => begin(event.currentTarget as HTMLInputElement)}
    />, with
    ${word(
      "First row",
      firstRow(dialect),
      [
        { value: "names", name: "the column names" },
        { value: "2", name: "the column names in two rows" },
        { value: "3", name: "the column names in three rows" },
        { value: "record", name: "a record" },
      ],
      (first) => read(withFirstRow(dialect, first), "first row"),
    )},
    and missing values are
    <button type="button" class="word" aria-label="Missing values: ${missing}" @click=${(event: Event) => askMissing(names, dialect, read, event.currentTarget)}>
      ${missing}</button
    >.
  </p>`;
}
