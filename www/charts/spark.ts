import { html, svg, type TemplateResult } from "lit";
import type { ColumnProfile } from "../engine/wire/protocol";
import { cell, count, short } from "../ui/format";

const WIDTH = 96;
const HEIGHT = 20;

function bars(counts: readonly number[], label: string, tone: string): TemplateResult {
  const most = Math.max(1, ...counts);
  const step = WIDTH / Math.max(1, counts.length);
  return html`<svg class="spark ${tone}" viewBox="0 0 ${WIDTH} ${HEIGHT}" width=${WIDTH} height=${HEIGHT} role="img" aria-label=${label}>
    ${counts.map((value, index) => {
      const height = value === 0 ? 0 : Math.max(1, (value / most) * HEIGHT);
      return svg`<rect x=${index * step} y=${HEIGHT - height} width=${Math.max(1, step - 1)} height=${height} />`;
    })}
  </svg>`;
}

/** The shape of a column: a histogram for numbers, otherwise the records of its most frequent values. */
export function shapeOf(column: ColumnProfile): TemplateResult {
  if (column.histogram !== null) {
    const { min, max, counts } = column.histogram;
    return bars(
      counts,
      `records between ${short(min)} and ${short(max)}, in ${counts.length} equal parts`,
      "spark-histogram",
    );
  }
  const label = column.top.map((entry) => `${cell(entry.value)} ${count(entry.count)}`).join(", ");
  return bars(
    column.top.map((entry) => entry.count),
    `records of the most frequent values: ${label}`,
    "spark-values",
  );
}
