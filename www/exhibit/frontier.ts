/** `<kanon-frontier>`: risk against loss. */

import { least, linear, logarithmic } from "../charts/scale";
import { plural, short, smallPercent } from "../ui/format";
import { button, svg } from "./build";
import { type Fields, Unreadable } from "./fields";
import { along, type Drawing, type Frame, type Size, type View } from "./view";

interface Point {
  readonly risk: number;
  readonly loss: number;
  readonly words: string;
}

const BOX = { top: 24, left: 56, right: 24, bottom: 44 } as const;
/** The name of a reference that is a rule, which a better policy must keep. */
const SAFE_HARBOR = "safe-harbor";
/** The most intervals of a column that a sentence lists. */
const MOST_SPOKEN = 6;

/** A loss, which may be of any size. */
const loss = (value: number) => value.toFixed(4);

/** The policy of the point in words, as far as it was recorded. */
function policyWords(
  fields: Fields,
  columns: readonly string[],
  labels: readonly (readonly string[])[] | null,
): string {
  const say = (words: (column: number) => string) =>
    columns.map((name, column) => `${name}: ${words(column)}`).join("; ");
  if (fields.has("levels")) {
    const levels = fields.numbers("levels");
    return say((column) => `level ${levels[column]}`);
  }
  if (fields.has("groups")) {
    const groups = fields.numbers("groups");
    return say((column) => plural(groups[column] ?? 0, "interval"));
  }
  if (!fields.has("intervals") || labels === null) return "";
  const intervals = fields.numberLists("intervals");
  return say((column) => {
    const own = (intervals[column] ?? []).map((place) => labels[column]?.[place] ?? "?");
    return own.length <= MOST_SPOKEN
      ? own.join(", ")
      : `${plural(own.length, "interval")} from ${own[0]} to ${own[own.length - 1]}`;
  });
}

/** The recorded frontier as a view. */
export function frontierView(fields: Fields, frame: Frame): View {
  const columns = fields.texts("columns");
  const labels = fields.has("labels") ? fields.textLists("labels") : null;
  const points: readonly Point[] = fields.children("points").map((point) => ({
    risk: point.number("risk"),
    loss: point.number("loss"),
    words: policyWords(point, columns, labels),
  }));
  if (points.length === 0) throw new Unreadable("it has no policy");
  const names = { risk: fields.text("risk"), loss: fields.text("loss") };
  const reference = fields.has("reference") ? fields.child("reference") : null;
  const named =
    reference === null
      ? null
      : {
          name: reference.text("name"),
          risk: reference.number("risk"),
          loss: reference.number("loss"),
          better: reference.number("better"),
        };
  let powers = false;
  const toggle = button("Powers of ten", { "aria-pressed": "false" }, () => {
    powers = !powers;
    toggle.setAttribute("aria-pressed", String(powers));
    frame.redraw();
  });
  const sentence = ({ risk, loss: lost }: { risk: number; loss: number }) =>
    `risk ${smallPercent(risk)}, loss ${loss(lost)}`;
  const about =
    named === null
      ? ""
      : ` ${named.name} has ${sentence(named)}; ${plural(named.better, "policy", "policies")} of the frontier ${named.better === 1 ? "is" : "are"} no worse in both and better in one${named.name === SAFE_HARBOR ? `, and ${named.better === 1 ? "keeps" : "keep"} its rule` : ""}.`;
  return {
    caption: fields.text("caption") + about,
    label: `${names.loss}, over ${names.risk}: policies from least risk to most`,
    advice: "Point at the line, or walk along it with the arrow keys, to read a policy.",
    tools: [toggle],
    table: {
      caption: "Every policy of the frontier",
      head: ["Policy", names.risk, names.loss],
      rows: points.map(({ risk, loss: lost }, index) => [String(index + 1), smallPercent(risk), loss(lost)]),
      rowOf: (mark) => mark,
    },
    say: (mark) => {
      const point = points[mark];
      if (point === undefined) return "";
      const words = point.words === "" ? "" : ` ${point.words}.`;
      return `Policy ${mark + 1} of ${points.length}: ${sentence(point)}.${words}`;
    },
    step: (mark, key) => along(mark, key, points.length),
    draw: (size) => drawn(points, named, names, powers, size),
  };
}

function drawn(
  points: readonly Point[],
  named: { readonly name: string; readonly risk: number; readonly loss: number } | null,
  names: { readonly risk: string; readonly loss: string },
  powers: boolean,
  { width, height }: Size,
): Drawing {
  const [right, floor] = [width - BOX.right, height - BOX.bottom];
  const shown = named === null ? points : [...points, named];
  const risks = shown.map(({ risk }) => risk);
  const lowest = least(risks.filter((risk) => risk > 0));
  const range = [BOX.left, right] as const;
  const across =
    powers && Number.isFinite(lowest) ? logarithmic(risks, range, lowest) : linear(risks, range, { least: 0 });
  const up = linear(
    shown.map((point) => point.loss),
    [floor, BOX.top],
    { least: 0 },
  );
  const places = points.map((point) => ({ x: across.at(point.risk), y: up.at(point.loss) }));
  const stairs = places.map(({ x, y }, index) => (index === 0 ? `M${x} ${y}` : `H${x}V${y}`)).join("");
  const start = places[0] ?? { x: 0, y: 0 };
  const every = Math.ceil(across.ticks.length / Math.max(2, Math.floor(width / 72)));
  const diamond = named === null ? null : { x: across.at(named.risk), y: up.at(named.loss) };
  const toLeft = diamond !== null && diamond.x > width * 0.6;
  return {
    behind: [
      svg("text", { x: 4, y: 12 }, names.loss),
      svg("text", { x: right, y: height - 6, "text-anchor": "end" }, names.risk),
      ...up.ticks.flatMap((value) => [
        svg("path", { class: "rule", d: `M${BOX.left} ${up.at(value)}H${right}` }),
        svg("text", { x: BOX.left - 8, y: up.at(value) + 4, "text-anchor": "end" }, short(value)),
      ]),
      ...across.ticks
        .filter((_, index) => index % every === 0)
        .map((value) =>
          svg("text", { x: across.at(value), y: floor + 16, "text-anchor": "middle" }, smallPercent(value)),
        ),
      svg("path", { class: "area", d: `${stairs}H${right}V${BOX.top}H${start.x}Z` }),
      svg("path", { class: "line", d: `${stairs}H${right}` }),
      ...(named === null || diamond === null
        ? []
        : [
            svg("path", { class: "named", d: `M${diamond.x} ${diamond.y - 6}l6 6l-6 6l-6 -6z` }),
            svg(
              "text",
              {
                class: "label",
                x: diamond.x + (toLeft ? -10 : 10),
                y: diamond.y - 8,
                "text-anchor": toLeft ? "end" : "start",
              },
              named.name,
            ),
          ]),
    ],
    marks: places.map(({ x, y }) => svg("circle", { cx: x, cy: y, r: 2.5 })),
    over: (mark) => {
      const place = places[mark];
      if (place === undefined) return [];
      return [
        svg("path", { class: "cursor", d: `M${place.x} ${BOX.top}V${floor}M${BOX.left} ${place.y}H${place.x}` }),
        svg("circle", { class: "ring", cx: place.x, cy: place.y, r: 5 }),
      ];
    },
  };
}
