/** `<kanon-hierarchy>`: the values of a column and their groups, level by level. */

import { count, plural } from "../ui/format";
import { svg } from "./build";
import { type Fields, Unreadable } from "./fields";
import type { Drawing, Size, View } from "./view";

/** A group on a level. Its values are adjacent, from one place to another. */
interface Block {
  readonly level: number;
  readonly label: string;
  readonly leaves: number;
  readonly records: number | null;
  readonly start: number;
  /** The number of its group on the level above; null at the top. */
  readonly above: number | null;
}

interface Level {
  readonly name: string;
  readonly first: number;
  readonly blocks: readonly Block[];
}

const TOP = 20;
const LETTER = 7;
const LEAST_TEXT = 13;
const shown = (label: string) => (label === "" ? "(empty)" : label);

/** The levels. Each group must lie within a group of the level above. */
function levelsOf(fields: Fields): readonly Level[] {
  const levels: Level[] = [];
  let first = 0;
  const given = fields.children("levels");
  given.forEach((level, number) => {
    const [labels, leaves] = [level.texts("labels"), level.numbers("leaves")];
    const records = level.has("records") ? level.numbers("records") : null;
    const above = given[number + 1]?.numbers("leaves") ?? null;
    if (labels.length !== leaves.length) throw new Unreadable(`level ${number} has labels for other groups`);
    let [start, upper, end] = [0, 0, above?.[0] ?? 0];
    const blocks = labels.map((label, index): Block => {
      while (above !== null && start >= end && upper + 1 < above.length) {
        upper += 1;
        end += above[upper] ?? 0;
      }
      const own = leaves[index] ?? 0;
      if (above !== null && start + own > end)
        throw new Unreadable(`a group of level ${number} lies in two groups above`);
      const block = {
        level: number,
        label,
        leaves: own,
        records: records?.[index] ?? null,
        start,
        above: above === null ? null : upper,
      };
      start += own;
      return block;
    });
    levels.push({ name: level.text("name"), first, blocks });
    first += blocks.length;
  });
  if (levels.length === 0) throw new Unreadable("it has no level");
  return levels;
}

/** The recorded hierarchy as a view: its marks are all groups, level by level. */
export function hierarchyView(fields: Fields): View {
  const levels = levelsOf(fields);
  const column = fields.text("column");
  const blocks = levels.flatMap((level) => level.blocks);
  const values = levels[0]?.blocks ?? [];
  const withRecords = values.some(({ records }) => records !== null);
  /** The group of each level that contains the value at a place. */
  const groupsAt = (place: number) =>
    levels.map((level) => level.blocks.find(({ start, leaves }) => place < start + leaves)?.label ?? "");
  return {
    caption: fields.text("caption"),
    label: `Groups of ${column}`,
    advice:
      "Point at a group, or walk with the arrow keys: up and down among neighbours, right to the group above, left into it.",
    table: {
      caption: "Every value and its groups",
      hasWords: true,
      head: [levels[0]?.name ?? "", ...(withRecords ? ["records"] : []), ...levels.slice(1).map(({ name }) => name)],
      rows: values.map(({ records, start }) => {
        const [value, ...groups] = groupsAt(start).map(shown);
        return [value ?? "", ...(withRecords ? [count(records ?? 0)] : []), ...groups];
      }),
      rowOf: (mark) => values.findIndex(({ start }) => start === blocks[mark]?.start),
    },
    say: (mark) => {
      const block = blocks[mark];
      if (block === undefined) return "";
      const of = block.level === 0 ? "a value" : `level ${block.level}, ${plural(block.leaves, "value")}`;
      const records = block.records === null ? "" : `, ${plural(block.records, "record")}`;
      const above = block.above === null ? undefined : levels[block.level + 1]?.blocks[block.above];
      return `${shown(block.label)}: ${of}${records}${above === undefined ? "" : `, in ${shown(above.label)}`}.`;
    },
    step: (mark, key) => stepped(levels, blocks, mark, key),
    draw: (size) => drawn(levels, blocks, size),
  };
}

function stepped(levels: readonly Level[], blocks: readonly Block[], mark: number, key: string): number | null {
  const block = blocks[mark];
  const level = block === undefined ? undefined : levels[block.level];
  if (block === undefined || level === undefined) return null;
  const within = (place: number) => level.first + Math.max(0, Math.min(level.blocks.length - 1, place));
  const below = levels[block.level - 1];
  const above = levels[block.level + 1];
  const place = mark - level.first;
  switch (key) {
    case "ArrowUp":
      return within(place - 1);
    case "ArrowDown":
      return within(place + 1);
    case "Home":
      return within(0);
    case "End":
      return within(level.blocks.length - 1);
    case "ArrowRight":
      return above === undefined || block.above === null ? mark : above.first + block.above;
    case "ArrowLeft":
      return below === undefined ? mark : below.first + below.blocks.findIndex(({ start }) => start === block.start);
    default:
      return null;
  }
}

function drawn(levels: readonly Level[], blocks: readonly Block[], { width, height }: Size): Drawing {
  const wide = width / levels.length;
  const all = Math.max(1, levels[0]?.blocks.reduce((sum, { leaves }) => sum + leaves, 0) ?? 1);
  const unit = (height - TOP - 1) / all;
  const letters = Math.max(1, Math.floor(wide / LETTER) - 1);
  const cut = (text: string) => (text.length <= letters ? text : `${text.slice(0, letters - 1)}…`);
  const box = ({ level, start, leaves }: Block) => ({
    x: level * wide,
    y: TOP + start * unit,
    width: wide - 2,
    height: Math.max(0.5, leaves * unit - (leaves * unit > 4 ? 1 : 0)),
  });
  return {
    // Labels come after their groups: they are cut to the available space, and sentences use the full names.
    behind: [
      ...levels.map(({ name }, level) => svg("text", { x: level * wide + 2, y: 13 }, cut(name))),
      ...blocks.flatMap((block) => {
        const { x, y, height: high } = box(block);
        if (high < LEAST_TEXT) return [];
        return [svg("text", { class: "label", x: x + 4, y: y + high / 2 + 4 }, cut(shown(block.label)))];
      }),
    ],
    marks: blocks.map((block) => svg("rect", { class: "block", ...box(block) })),
    over: (mark) => {
      const rings: SVGElement[] = [];
      for (let block = blocks[mark]; block !== undefined; ) {
        rings.push(svg("rect", { class: rings.length === 0 ? "ring" : "edge", ...box(block) }));
        block = block.above === null ? undefined : levels[block.level + 1]?.blocks[block.above];
      }
      return rings;
    },
  };
}
