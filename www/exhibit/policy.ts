/** `<kanon-policy>`: a released policy, its effect on each column, its cost and its risk. */

import { count, percent } from "../ui/format";
import { svg } from "./build";
import { type Fields, Unreadable } from "./fields";
import { along, type Drawing, type Size, type View } from "./view";

interface Column {
  readonly name: string;
  readonly level: number;
  readonly words: string;
  readonly loss: number | null;
}

const LEAST_ROW = 30;
const RIGHT = 64;
const four = (value: number) => value.toFixed(4);

/** A level and its words, which begin with its number if it has no name. */
const named = ({ level, words }: Column) => (words.startsWith("level ") ? words : `${level}: ${words}`);

/** Before and after, line by line. */
function risks(fields: Fields): readonly (readonly string[])[] {
  const [before, after] = [fields.child("before"), fields.child("after")];
  const line = (name: string, key: string, words: (value: number) => string) => [
    name,
    // An exhibit has no figure that would give back a small number of records.
    ...[before, after].map((risk) => (risk.has(key) ? words(risk.number(key)) : "not shown")),
  ];
  return [
    line("Smallest class, records", "smallest_class", count),
    line("Records alone in their class", "unique_records", count),
    line("Highest risk of a record", "highest", percent),
    line("Average risk of a record", "average", percent),
  ];
}

/** The recorded policy as a view. */
export function policyView(fields: Fields): View {
  const columns: readonly Column[] = fields.children("columns").map((column) => ({
    name: column.text("name"),
    level: column.number("level"),
    words: column.text("words"),
    loss: column.has("loss") ? column.number("loss") : null,
  }));
  if (columns.length === 0) throw new Unreadable("it has no column");
  const figures = risks(fields);
  return {
    caption: fields.text("caption"),
    label: "Columns and what they lose",
    advice: figures.map(([name, before, after]) => `${name}: ${before} before, ${after} after`).join(". "),
    table: {
      caption: "What the policy does to each column; below, the original and the release",
      head: ["Column", "Level, or before", "Loss, or after"],
      rows: [
        ...columns.map((column) => [column.name, named(column), column.loss === null ? "–" : four(column.loss)]),
        ...figures,
      ],
      rowOf: (mark) => mark,
    },
    say: (mark) => {
      const column = columns[mark];
      if (column === undefined) return "";
      const lost = column.loss === null ? "" : `; loss ${four(column.loss)}`;
      return `${column.name}, level ${named(column).replace(/^level /, "")}${lost}.`;
    },
    step: (mark, key) => along(mark, key, columns.length),
    draw: (size) => drawn(columns, size),
  };
}

function drawn(columns: readonly Column[], { width, height }: Size): Drawing {
  const row = Math.max(LEAST_ROW, Math.min(48, height / columns.length));
  const right = width - RIGHT;
  const most = Math.max(1, ...columns.map(({ loss }) => loss ?? 0));
  const letters = Math.floor(width / 6.5);
  const cut = (text: string) => (text.length <= letters ? text : `${text.slice(0, letters - 1)}…`);
  return {
    behind: columns.flatMap(({ name, words, loss }, index) => {
      const top = index * row;
      const bar = top + row - 12;
      return [
        svg("text", { class: "label", x: 4, y: top + row - 17 }, cut(`${name}: ${words}`)),
        svg("path", { class: "rule", d: `M4 ${bar + 4}H${right}` }),
        ...(loss === null ? [] : [svg("text", { x: width - 8, y: bar + 8, "text-anchor": "end" }, four(loss))]),
      ];
    }),
    marks: columns.map(({ loss }, index) =>
      svg("rect", {
        x: 4,
        y: index * row + row - 12,
        width: Math.max(2, ((loss ?? 0) / most) * (right - 4)),
        height: 8,
      }),
    ),
    over: (mark) => [svg("rect", { class: "ring", x: 1, y: mark * row + 1, width: width - 2, height: row - 2 })],
  };
}
