/** Texts of the published studies: the subject of each, and its columns and lines. */

import type { OlaMeasure, StoreKind, StudyName } from "../engine/wire/study-rows";

export const STUDIES: readonly { readonly name: StudyName; readonly title: string; readonly words: string }[] = [
  {
    name: "ola",
    title: "Heuristics against the optimum",
    words:
      "How much more Datafly and Samarati lose than the best policy, under precision, DM* and entropy, and how much work OLA and Incognito need to prove it; for each k and suppression limit. After El Emam et al. 2009.",
  },
  {
    name: "pruning",
    title: "How far pruning narrows the lattice",
    words:
      "How many policies Flash and best-first check, with and without what they learn on the way, and how fast the four stores of what they learn are; on the first columns of your table, ever more of them. After Prasser, Kohlmayer and Kuhn.",
  },
  {
    name: "anytime",
    title: "Quality over time",
    words:
      "When best-first finds the best policy, when it has proven it, and how it stands against IGreedy in the time that IGreedy takes; on the first columns of your table, ever more of them. After Prasser, Kohlmayer and Kuhn.",
  },
];

export const STORES: Readonly<Record<StoreKind, string>> = {
  list: "list",
  "pruned-list": "list without the covered",
  trie: "tree",
  "ranked-trie": "tree with ranks",
};

export const SEARCH_RUNS = {
  flash: "Flash",
  flash_early_bounds: "Flash, early bounds",
  flash_explicit: "Flash, whole lattice",
  best_first: "best-first",
  best_first_without_prediction: "best-first, no prediction",
} as const;

export const OLA_MEASURES: Readonly<Record<OlaMeasure, string>> = {
  precision: "precision",
  "dm-star": "DM*",
  entropy: "entropy",
};

/** The meaning of the columns, by name. */
export const MEANINGS: Readonly<Record<string, string>> = {
  columns: "quasi-identifiers taken: the first ones in the order of the file",
  lattice: "policies that there are",
  search:
    "“Early bounds” rules policies out by their levels before they are checked; “whole lattice” keeps a mark on every policy in place of stores; “no prediction” learns nothing for others from a check",
  loss: "loss of the best policy found; all searches that end agree on it",
  "best loss": "loss of the best policy that best-first found",
  ended: "whether the run came to its end in its time; otherwise its figures are those when time was over",
  checked: "policies whose classes were computed",
  "of the lattice": "those, as a share of all policies",
  "cannot win: inserts":
    "policies put into the store of those that cannot beat the best one, nor can any of their generalizations",
  "cannot win: hits": "questions to that store that were answered with yes, as a share of all",
  "cannot win: kept": "policies in that store at the end, as a share of the inserts: the rest was covered by others",
  "suppress too much: inserts":
    "policies put into the store of those that suppress too many records, as do all their specializations",
  "suppress too much: hits": "questions to that store that were answered with yes, as a share of all",
  "suppress too much: kept": "policies in that store at the end, as a share of the inserts",
  seconds: "time of the run, on this machine",
  operations: "inserts and questions that one Flash run makes",
  list: "seconds of a plain list for all operations",
  "list without the covered": "seconds of a list that drops what a new entry covers",
  tree: "seconds of a prefix tree of levels",
  "tree with ranks": "seconds of a prefix tree that also keeps the least rank below each node",
  "seconds to best": "when best-first had found its best policy",
  "seconds in all": "when it had also proven that none is better, or its time was over",
  proven: "whether that policy is proven best",
  IGreedy: "loss of the policy that IGreedy ends with",
  "IGreedy seconds": "time that IGreedy takes",
  "best-first in that time": "best loss of best-first when IGreedy ends",
  "better by": "how much better best-first's quality (1 − loss) is then, as a share of IGreedy's",
  k: "least size of a class",
  optimum: "the least loss, by OLA",
  Datafly: "Datafly's loss ÷ the optimum, the mean of 100 runs that draw ties anew",
  Samarati: "Samarati's loss ÷ the optimum",
  Incognito: "whether Incognito found the same loss as OLA",
  "OLA checked": "policies whose classes OLA computed",
  "Incognito checked": "the same of Incognito, those on fewer columns included",
  "OLA node score": "over all checks, columns generalized × classes generalized from, plus classes scanned",
  "Incognito node score": "the same of Incognito",
  "OLA compared": "valid policies that OLA compares on their loss in the end",
  "Incognito compared": "the same of Incognito",
  "OLA seconds": "time of OLA",
  "Incognito seconds": "time of Incognito",
  "Samarati seconds": "time of Samarati",
  "Datafly seconds": "time of one run of Datafly, the mean of 100",
};
