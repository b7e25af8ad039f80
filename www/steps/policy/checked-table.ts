import { type Lattice, levelNameOf, levelNamesOf } from "../../charts/lattice/nodes";
import { type GridModel, widthFor } from "../../table/model";
import { count, loss } from "../../ui/format";

const FIGURES = ["rank", "loss", "suppressed", "state"] as const;

/** The checked policies as rows: their cost, and the level of each column. */
export function checkedTable(
  lattice: Lattice,
  names: readonly string[],
  pick: (levels: readonly number[]) => void,
): GridModel {
  const nodes = lattice.checkedLevels().map((levels) => lattice.node(levels));
  const shown = (row: number, column: number): string => {
    const node = nodes[row];
    if (node === undefined) return "";
    switch (FIGURES[column]) {
      case "rank":
        return String(node.rank);
      case "loss":
        return loss(node.loss ?? 0);
      case "suppressed":
        return count(node.suppressed ?? 0);
      case "state":
        return node.state;
      default:
        return levelOf(row, column - FIGURES.length);
    }
  };
  const levelOf = (row: number, qi: number): string => {
    const level = nodes[row]?.levels[qi];
    return level === undefined ? "" : levelNameOf(lattice.checked.axes, qi, level);
  };
  const exact = (row: number, column: number): string => {
    const node = nodes[row];
    if (FIGURES[column] === "loss") return String(node?.loss ?? "");
    return FIGURES[column] === "suppressed" ? String(node?.suppressed ?? "") : shown(row, column);
  };
  return {
    label: "Checked policies",
    columns: [
      ...FIGURES.map((name) => ({ name, numeric: name !== "state", width: widthFor(name, ["0.123456"]) })),
      ...names.map((name, qi) => ({
        name,
        numeric: false,
        width: widthFor(name, levelNamesOf(lattice.checked.axes, qi)),
      })),
    ],
    rows: nodes.length,
    text: exact,
    show: shown,
    tone: (row) => (nodes[row]?.state === "valid" ? "" : "faint"),
    pick: (row) => pick(nodes[row]?.levels ?? []),
  };
}
