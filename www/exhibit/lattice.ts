/** `<kanon-lattice>`: every policy, with its loss and suppression. */

import { greatest, least } from "../charts/scale";
import { count, plural } from "../ui/format";
import { Axes, Spots } from "./axes";
import { svg } from "./build";
import { type Fields, Unreadable } from "./fields";
import type { Drawing, View } from "./view";

const four = (value: number) => value.toFixed(4);

/** Lines from a policy to its neighbours. */
export function edges(axes: Axes, spots: Spots, place: number): SVGElement {
  const from = spots.middle(place);
  const to = [...axes.neighbours(place, 1), ...axes.neighbours(place, -1)].map((other) => spots.middle(other));
  return svg("path", { class: "edge", d: to.map(({ x, y }) => `M${from.x} ${from.y}L${x} ${y}`).join("") });
}

/** A ring around a policy's square. */
export function ring(spots: Spots, place: number, kind: string): SVGElement {
  const { x, y } = spots.at(place);
  const side = spots.side + 4;
  return svg("rect", { class: kind, x: x - 2, y: y - 2, width: side, height: side });
}

/** The ranks at the left. */
export function ranks(spots: Spots): readonly SVGElement[] {
  const every = Math.max(1, Math.ceil((14 * spots.bands.length) / Math.max(1, spots.bands.at(-1)?.y ?? 1)));
  return spots.bands
    .filter(({ rank }) => rank % every === 0)
    .map(({ rank, y }) => svg("text", { x: 24, y: y + 4, "text-anchor": "end" }, String(rank)));
}

/** The recorded lattice as a view. */
export function latticeView(fields: Fields): View {
  const axes = new Axes(fields);
  const [losses, suppressed] = [fields.numbers("losses"), fields.numbers("suppressed")];
  const all = axes.policies.length;
  if (losses.length !== all || suppressed.length !== all) throw new Unreadable("it has figures for other policies");
  const limit = fields.number("limit");
  const best = fields.has("best") ? fields.number("best") : null;
  const isValid = (place: number) => (suppressed[place] ?? 0) <= limit;
  const order = [...losses.keys()].sort(
    (one, other) => Number(isValid(other)) - Number(isValid(one)) || (losses[one] ?? 0) - (losses[other] ?? 0),
  );
  const rowOf = new Map(order.map((place, row) => [place, row]));
  let spots = new Spots(axes, { width: 400, height: 400 });
  const say = (place: number) => {
    const lost = four(losses[place] ?? 0);
    const records = plural(suppressed[place] ?? 0, "record");
    const verdict =
      place === best ? "the best policy" : isValid(place) ? "valid" : `not valid: at most ${count(limit)}`;
    return `${axes.say(place)}: loss ${lost}, ${records} suppressed, ${verdict}.`;
  };
  return {
    caption: fields.text("caption"),
    label: "Policies",
    advice: "Point at a square, or walk with the arrow keys: up to coarser policies, down to finer ones.",
    ...(best === null ? {} : { first: best }),
    table: {
      caption: "Every policy, valid ones first, by loss",
      head: ["Levels", "Loss", "Suppressed"],
      rows: order.map((place) => [
        axes.short(place),
        four(losses[place] ?? 0),
        count(suppressed[place] ?? 0) + (isValid(place) ? "" : " (too many)"),
      ]),
      rowOf: (mark) => rowOf.get(mark) ?? 0,
    },
    say,
    step: (mark, key) => axes.step(mark, key, spots),
    draw: (size) => {
      spots = new Spots(axes, size);
      return drawn(axes, spots, losses, isValid, best);
    },
  };
}

function drawn(
  axes: Axes,
  spots: Spots,
  losses: readonly number[],
  isValid: (place: number) => boolean,
  best: number | null,
): Drawing {
  const lowest = least(losses);
  const span = greatest(losses) - lowest || 1;
  return {
    behind: [...ranks(spots), ...(best === null ? [] : [ring(spots, best, "best")])],
    marks: losses.map((loss, place) => {
      const { x, y } = spots.at(place);
      const share = 0.08 + (0.8 * (loss - lowest)) / span;
      return svg("rect", {
        class: isValid(place) ? "square valid" : "square",
        x,
        y,
        width: spots.side,
        height: spots.side,
        "fill-opacity": share.toFixed(2),
      });
    }),
    over: (mark) => [edges(axes, spots, mark), ring(spots, mark, "ring")],
  };
}
