/** Texts that several views show. */

import type { Aggregate, Algorithm, Kind, LossMeasure, Role } from "../engine/wire/protocol";

export const ROLES: readonly { role: Role; letter: string; name: string; means: string }[] = [
  {
    role: "identifier",
    letter: "I",
    name: "identifier",
    means: "names a person by itself; left out of the release, or written as something else",
  },
  {
    role: "quasi-identifier",
    letter: "Q",
    name: "quasi-identifier",
    means: "known to others, singles out in combination; made coarser",
  },
  {
    role: "sensitive",
    letter: "S",
    name: "sensitive",
    means: "what nobody should learn about a person; released as it is unless you say otherwise",
  },
  {
    role: "insensitive",
    letter: "–",
    name: "insensitive",
    means: "neither; released as it is unless you say otherwise",
  },
];

export const KINDS: Readonly<Record<Kind, string>> = {
  integer: "whole number",
  decimal: "decimal number",
  date: "date",
  time: "time of day",
  text: "text",
  empty: "empty",
};

export const MEASURES: Readonly<Record<LossMeasure, { name: string; words: string; formula: string }>> = {
  iyengar: {
    name: "Iyengar loss",
    words: "values close to the original",
    formula:
      "mean over all cells of (leaves under the released value − 1) ÷ (leaves in all − 1); a suppressed cell counts 1",
  },
  precision: {
    name: "precision",
    words: "levels low",
    formula: "mean over quasi-identifiers of level ÷ (levels − 1); suppressed records are not counted",
  },
  "precision-cells": {
    name: "precision of cells",
    words: "levels low, few records suppressed",
    formula: "mean over all cells of level ÷ (levels − 1); a suppressed cell counts 1",
  },
  discernibility: {
    name: "discernibility",
    words: "records distinguishable",
    formula: "sum over classes of size², and for suppressed records size × all records",
  },
  "dm-star": { name: "DM*", words: "classes small", formula: "sum over all classes of size²" },
  entropy: {
    name: "non-uniform entropy",
    words: "information in bits",
    formula: "sum over all cells of −log₂(frequency of the original ÷ frequency of the released value)",
  },
  aecs: { name: "average class size", words: "classes many", formula: "records ÷ classes" },
  height: { name: "height", words: "few steps of generalization", formula: "sum of the levels" },
  distortion: {
    name: "minimal distortion",
    words: "few cells changed",
    formula: "share of the cells that are generalized to more than one value, or suppressed",
  },
};

/** Measures whose loss is the same whether a record is suppressed or not. */
export const BLIND_TO_SUPPRESSION: ReadonlySet<LossMeasure> = new Set(["precision", "dm-star", "entropy", "height"]);

export const AGGREGATES: Readonly<Record<Aggregate, string>> = {
  "arithmetic-mean": "arithmetic mean over the quasi-identifiers",
  "geometric-mean": "geometric mean over the quasi-identifiers",
  maximum: "the worst quasi-identifier",
};

const ALGORITHMS: Readonly<Record<string, string>> = {
  exact: "exact",
  "best-first": "best-first",
  "brute-force": "brute force",
  flash: "Flash",
  ola: "OLA",
  incognito: "Incognito",
  samarati: "Samarati",
  datafly: "Datafly",
  igreedy: "IGreedy",
};

/** The name of an algorithm; without a name here, the name in a recipe. */
export function algorithmName(algorithm: Algorithm): string {
  return ALGORITHMS[algorithm] ?? algorithm;
}

export const ENCODINGS: readonly { label: string; name: string }[] = [
  { label: "utf-8", name: "UTF-8" },
  { label: "windows-1252", name: "Windows-1252 (Western)" },
  { label: "macintosh", name: "Macintosh (Mac Roman)" },
  { label: "ibm850", name: "DOS, code page 850 (Western)" },
  { label: "ibm437", name: "DOS, code page 437 (US)" },
  { label: "ibm866", name: "DOS, code page 866 (Cyrillic)" },
  { label: "iso-8859-2", name: "ISO 8859-2 (Central European)" },
  { label: "iso-8859-15", name: "ISO 8859-15 (Western with €)" },
  { label: "windows-1250", name: "Windows-1250 (Central European)" },
  { label: "windows-1251", name: "Windows-1251 (Cyrillic)" },
  { label: "windows-1253", name: "Windows-1253 (Greek)" },
  { label: "windows-1254", name: "Windows-1254 (Turkish)" },
  { label: "utf-16le", name: "UTF-16, little endian" },
  { label: "utf-16be", name: "UTF-16, big endian" },
  { label: "shift_jis", name: "Shift JIS (Japanese)" },
  { label: "gb18030", name: "GB 18030 (Chinese)" },
  { label: "euc-kr", name: "EUC-KR (Korean)" },
];

export const DELIMITERS: readonly { character: string; name: string }[] = [
  { character: ",", name: "comma" },
  { character: ";", name: "semicolon" },
  { character: "\t", name: "tab" },
  { character: "|", name: "vertical bar" },
  { character: ":", name: "colon" },
];
