/** The size of a loss, in words that follow from the measure's definition. */

import type { Aggregate, LossMeasure } from "../engine/wire/protocol";
import { count, percent, short } from "./format";

/** The context of a loss, beside its measure. */
export interface Lost {
  readonly measure: LossMeasure;
  readonly aggregate: Aggregate;
  readonly loss: number;
  readonly records: number;
}

const OF: Readonly<Record<Aggregate, string>> = {
  "arithmetic-mean": "on average",
  "geometric-mean": "in the geometric mean of the columns",
  maximum: "in the worst column",
};

/** A loss of this table in plain words: its meaning, and the ends of its scale. */
export function lossInWords({ measure, aggregate, loss, records }: Lost): string {
  const of = OF[aggregate];
  const each = Math.max(1, records);
  switch (measure) {
    case "iyengar":
      return `0 is every value as it was, 1 is nothing said. Here a released value leaves open ${percent(loss)} of the other values of its column, ${of}: ${percent(1 - loss)} of the detail is kept.`;
    case "precision":
    case "precision-cells":
      return `0 is every value as it was, 1 is every column on its highest level. Here they stand at ${percent(loss)} of the way up, ${of}.`;
    case "distortion":
      return `0 is every value as it was, 1 is no cell with a single value. Here ${percent(loss)} of the cells no longer say one value, ${of}.`;
    case "entropy":
      return `0 is every value as it was. Here ${short(loss / each)} bits of each record are unsaid: so many questions of yes or no that the release does not answer.`;
    case "discernibility":
    case "dm-star":
      return `The least there can be is ${count(records)}, every record alone, and the most ${short(records * records)}, all alike. Here a record cannot be told from ${short(loss / each)}, itself among them, on average.`;
    case "aecs":
      return `1 is every record alone, ${count(records)} is all alike. Here ${short(loss)} records share a class, on average.`;
    case "height":
      return `0 is every value as it was. Here columns went up ${short(loss)} steps of their hierarchies in all; how far a step goes, it does not say.`;
  }
}
