/** Texts of the frontier: its searches, and the identifiers of Safe Harbor. */

import type { FrontierRecipe, LevelsRisk } from "../engine/wire/frontier";
import type { Handling } from "../engine/wire/protocol";

export const METHODS: readonly {
  readonly method: FrontierRecipe["method"];
  readonly name: string;
  readonly words: string;
}[] = [
  {
    method: "best",
    name: "Best",
    words: "the one to use: a good frontier at once, a better one the longer it goes on",
  },
  {
    method: "sublattice",
    name: "Sublattices",
    words: "draws parts of the lattice and searches those that promise most; after Xia et al. 2013",
  },
  {
    method: "random-chain",
    name: "Random chains",
    words: "walks from the original to one group at random; after Xia et al. 2013",
  },
  { method: "bisecting", name: "Bisecting", words: "policies no riskier than Safe Harbor; after Benitez et al. 2010" },
  { method: "exhaustive", name: "Every policy", words: "the exact frontier, of up to 26 boundaries" },
];

/** The risk of a policy of levels. */
export function riskWords(risk: LevelsRisk): string {
  return typeof risk === "string" ? `${risk} risk` : `risk of condition ${risk.condition}`;
}

/** What is known about the other policies of a frontier. */
export function exactness(exact: boolean): string {
  return exact
    ? "chosen of an exact frontier: no policy of its kind has less risk and loses no more. The report of the frontier shows it; this release does not prove it"
    : "chosen: no search was made, and nothing is proven of other policies";
}

/** The requirement of Safe Harbor for each of its identifiers. */
export const IDENTIFIERS: Readonly<Record<string, string>> = {
  names: "Names",
  places: "Places smaller than a state; ZIP codes to three digits, areas of 20,000 people or fewer to 000",
  dates: "Dates but for the year; ages over 89, and years that show them, as 90 and more",
  telephone: "Telephone numbers",
  fax: "Fax numbers",
  email: "E-mail addresses",
  "social-security": "Social security numbers",
  "medical-record": "Medical record numbers",
  "health-plan": "Health plan beneficiary numbers",
  account: "Account numbers",
  licence: "Certificate and licence numbers",
  vehicle: "Vehicle identifiers and plates",
  device: "Device identifiers and serial numbers",
  url: "Web addresses",
  ip: "IP addresses",
  biometric: "Biometric identifiers",
  photograph: "Full-face photographs",
  other: "Any other unique number or code",
};

/** The treatment of a column that may be one of them. */
export const HANDLINGS: Readonly<Record<Handling, string>> = {
  "left-out": "left out",
  replaced: "replaced by what says nothing of its values",
  derived: "written in part, or as a hash: the rule asks that it be removed",
  ages: "90 and more are one group",
  "zip-codes": "three digits; areas of 20,000 people or fewer are 000",
  dates: "the year alone",
  "birth-dates": "the year alone; those of 90 and more are one group",
  "birth-years": "years already, and kept: no other date among the quasi-identifiers says who is 90 or more",
  allowed: "kept as it is: the rule allows these values",
  "said-to-be-none": "kept as it is: you said that it is none of these",
  kept: "not recognised: kept as it is",
};
