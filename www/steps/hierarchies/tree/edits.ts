/** The actions on the selected groups, each with a button and a key, and each one change that can be undone. */

import type { HierarchyEdit } from "../../../engine/wire/protocol";
import { cell, plural } from "../../../ui/format";
import type { Question } from "./ask";
import type { LaidLevel } from "./layout";

/** Groups of one level by their labels. */
export interface Chosen {
  readonly level: number;
  readonly groups: readonly string[];
}

/** A change that waits for a name, or needs none. */
export interface Act {
  readonly key: string;
  readonly name: string;
  /** Why it is not possible; null if it is. */
  readonly refusal: string | null;
  /** Null if no name is needed. */
  readonly question: Question | null;
  readonly edit: (name: string) => HierarchyEdit;
  /** The name in the history. */
  readonly done: (name: string) => string;
}

const NAMED = 3;

function listed(groups: readonly string[]): string {
  const named = groups.slice(0, NAMED).map(cell).join(", ");
  return groups.length > NAMED ? `${named} and ${groups.length - NAMED} more` : named;
}

/** Labels of the groups of a level. */
function labelsOf(levels: readonly LaidLevel[], level: number): readonly string[] {
  return levels[level]?.blocks.labels ?? [];
}

/** The actions on these groups of a column. */
export function groupActs(levels: readonly LaidLevel[], column: string, { level, groups }: Chosen): Act[] {
  const top = levels.length - 1;
  const isTop = level === top && labelsOf(levels, top).length === 1;
  const isOne = groups.length === 1;
  const [first = ""] = groups;
  const these = listed(groups);
  const none = groups.length === 0 ? "choose a group first" : null;
  const above = labelsOf(levels, level + 1);
  return [
    {
      key: "J",
      name: "Join",
      refusal: groups.length < 2 ? "choose two or more groups" : null,
      question: {
        title: `Join ${plural(groups.length, level === 0 ? "value" : "group")}`,
        label: "Name of the joined group",
        note: `${these}. ${level === 0 ? "They become a group on level 1." : ""} Groups that hold them are joined, too. Empty: a name made of theirs.`,
        value: "",
        act: "Join",
        known: [],
        mayBeEmpty: true,
      },
      edit: (name) => ({ join: { level, groups: [...groups], name: name.trim() === "" ? null : name } }),
      done: () => `join ${these} in ${column}`,
    },
    {
      key: "R",
      name: "Rename",
      refusal: none ?? (!isOne ? "choose one group" : level === 0 ? "a value keeps its name" : null),
      question: {
        title: `Rename ${cell(first)}`,
        label: "Name of the group",
        note: "As it stands in the release.",
        value: first,
        act: "Rename",
        known: [],
        mayBeEmpty: false,
      },
      edit: (name) => ({ rename: { level, group: first, name } }),
      done: (name) => `rename ${cell(first)} to ${name} in ${column}`,
    },
    {
      key: "S",
      name: "Split",
      refusal: none ?? (level === 0 ? "a value is one" : isTop ? "the top stays one group" : null),
      question: null,
      edit: () => ({ split: { level, groups: [...groups] } }),
      done: () => `split ${these} in ${column}`,
    },
    {
      key: "M",
      name: "Move",
      refusal: none ?? (level >= top - 1 ? "there is nowhere to move it" : null),
      question: {
        title: `Move ${these}`,
        label: "To the group",
        note: "A group of the next level, or the name of a new one there.",
        value: "",
        act: "Move",
        known: above,
        mayBeEmpty: false,
      },
      edit: (name) => ({ move: { level, groups: [...groups], to: name } }),
      done: (name) => `move ${these} to ${name} in ${column}`,
    },
  ];
}

/** The actions on a level. */
export function levelActs(levels: readonly LaidLevel[], column: string, level: number): Act[] {
  const top = levels.length - 1;
  const hasOneTop = labelsOf(levels, top).length === 1;
  const name = levels[level]?.blocks.name ?? "";
  const isAboveTop = level === top && hasOneTop;
  return [
    {
      key: "L",
      name: "Name the level",
      refusal: level === 0 ? "level 0 is as given" : isAboveTop ? "the top says nothing" : null,
      question: {
        title: `Name the level “${name}”`,
        label: "What the level is, in words",
        note: "Wherever the level is shown, it is called so. Empty: its number and its groups.",
        value: name,
        act: "Name it",
        known: [],
        mayBeEmpty: true,
      },
      edit: (given) => ({ "name-level": { level, name: given } }),
      done: (given) => `name level ${level} of ${column} ${given}`,
    },
    {
      key: "A",
      name: "Add a level above",
      refusal: isAboveTop ? "nothing lies above the top" : null,
      question: null,
      edit: () => ({ "add-level": { above: level, name: "" } }),
      done: () => `add a level above ${name} in ${column}`,
    },
    {
      key: "Delete",
      name: "Remove the level",
      refusal: level === 0 ? "the values stay" : isAboveTop ? "the top stays" : null,
      question: null,
      edit: () => ({ "remove-level": level }),
      done: () => `remove level ${name} of ${column}`,
    },
  ];
}
